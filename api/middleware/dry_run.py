"""`dry_run` on every write: the request is answered by overlays of the service, and nothing is stored.

Null stands for what they generated, such as ids, hashes, times and secrets, and for what chance decides.
"""

from typing import Any
from urllib.parse import parse_qsl

import msgspec
from litestar.types import ASGIApp, Message, Send

from api.context import scope_of_dry_run, services_in
from api.http import json_paths
from api.http.parameter_validation import READS
from api.http.parameters import DRY_RUN
from api.runtime.threads import off_loop
from referee.log.dry_run import GeneratedValues

SECRETS = frozenset({"token", "secret"})
"""Fields that are shown once, when they are stored; a dry run never shows them, even if its sender chose them."""
FOLLOWS = {"deadline": "since"}
"""Fields that follow from another field of the same object."""
OF_THE_STORED = frozenset(
    {
        b"location",
        b"content-location",
        b"etag",
        b"consistency-token",
        b"log-position",
        b"content-length",
        b"content-type",
    }
)
"""Headers of a write's answer that are invalid for its dry run: nothing has an address, a version or a position."""
OK = 200


class DryRuns:
    """Lets every write take `dry_run`, and then stores nothing."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not scope["query_string"] or not _is_dry_run(scope):
            await self._app(scope, receive, send)
            return
        services = services_in(scope).dry_run()
        assert services.generated_values is not None
        own: Any = scope_of_dry_run(scope, services)
        # The body is read as JSON, so it must not be compressed.
        own["headers"] = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        answer = _Answer()
        await self._app(own, receive, answer.take)
        if answer.status < 400:
            await off_loop(_leave_out, answer, services.generated_values)
        await answer.send(send)


class _Answer:
    """An answer that is recorded instead of sent."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = b""

    async def take(self, message: Message) -> None:
        """Records a part of the answer."""
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message["headers"])
        elif message["type"] == "http.response.body":
            self.body += message["body"]

    async def send(self, send: Send) -> None:
        """Sends the answer."""
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})


def _is_dry_run(scope: Any) -> bool:
    """True for a dry run. Any value but `true` and `false` is one too: the parameter is refused later, and nothing is stored."""
    if scope["method"] in READS or DRY_RUN.name.encode() not in scope["query_string"]:
        return False
    query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    return any(value != "false" for name, value in query if name == DRY_RUN.name)


def _leave_out(answer: _Answer, generated_values: GeneratedValues) -> None:
    """Leaves out of an answer what only the write can know."""
    body = without(msgspec.json.decode(answer.body), generated_values) if answer.body else None
    if isinstance(body, dict):
        body |= dict.fromkeys(SECRETS & body.keys())
    answer.status, answer.body = OK, msgspec.json.encode(body)
    answer.headers = [(name, value) for name, value in answer.headers if name.lower() not in OF_THE_STORED]
    answer.headers += [(b"content-type", b"application/json"), (b"content-length", str(len(answer.body)).encode())]


def without(document: Any, generated_values: GeneratedValues) -> Any:
    """Returns a document with null for each generated value, and in the places of what chance decides."""
    return json_paths.without(_without_values(document, generated_values), generated_values.by_chance)


def _without_values(document: Any, generated_values: GeneratedValues) -> Any:
    if isinstance(document, str):
        return None if generated_values.has(document) else document
    if isinstance(document, list):
        return [_without_values(part, generated_values) for part in document]
    if isinstance(document, dict):
        if any(map(generated_values.has, document)):
            return None
        parts = {name: _without_values(part, generated_values) for name, part in document.items()}
        following = [
            name for name, of in FOLLOWS.items() if name in document and generated_values.has(str(document.get(of)))
        ]
        return parts | dict.fromkeys(following)
    return document

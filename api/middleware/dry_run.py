"""`dry_run` on every write: the request is answered by overlays of the service, and nothing is stored.

Null stands for what they generated: ids, hashes, times, secrets. Where chance decides something, the request is answered several
times, each with other seeds, and null stands for that in which the answers differ.
"""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from litestar.types import ASGIApp, Message, Receive, ReceiveMessage, Send

from api.context import scope_of_dry_run, services_in
from api.http.parameter_validation import READS
from api.http.parameters import DRY_RUN
from api.runtime.threads import off_loop
from referee.log.dry_run import GeneratedValues

RUNS_WITH_CHANCE = 16
"""Runs that tell the outcome of chance apart: with two outcomes, all agree by accident less than once in 30,000 times."""
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
        body = _Body(receive)
        answers = [await self._run(0, scope, body)]
        if answers[0].status < 400 and answers[0].generated.seeds:
            answers += [await self._run(n, scope, body) for n in range(1, RUNS_WITH_CHANCE)]
        answer = await off_loop(_dry_answer, answers)
        await answer.send(send)

    async def _run(self, run: int, scope: Any, body: "_Body") -> "_Answer":
        services = services_in(scope).dry_run(run)
        assert services.generated is not None
        own: Any = scope_of_dry_run(scope, services, is_repeated=run > 0)
        # The body is read as JSON, so it must not be compressed.
        own["headers"] = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        answer = _Answer(services.generated)
        await self._app(own, body.again(), answer.take)
        return answer


class _Body:
    """The body of a request, which every run receives from its beginning."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._had: list[ReceiveMessage] = []

    def again(self) -> Receive:
        """A new `receive` that returns the messages from the first on."""
        at = 0

        async def receive() -> ReceiveMessage:
            nonlocal at
            if at == len(self._had):
                self._had.append(await self._receive())
            at += 1
            return self._had[at - 1]

        return receive


class _Answer:
    """An answer that is recorded instead of sent."""

    def __init__(self, generated: GeneratedValues) -> None:
        self.generated = generated
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


def _dry_answer(answers: list[_Answer]) -> _Answer:
    """The answer of the first run without what it generated, and without that in which the others differ; a refusal as it is."""
    first = answers[0]
    if first.status >= 400:
        return first
    body = None
    if first.body:
        alike = [answer for answer in answers if answer.status == first.status]
        # A generated value differs in each run, and so does what stands for it.
        body = common(
            [
                without(msgspec.json.decode(answer.body), answer.generated, None if len(alike) == 1 else f"\0{run}")
                for run, answer in enumerate(alike)
            ]
        )
    if isinstance(body, dict):
        body |= dict.fromkeys(SECRETS & body.keys())
    first.status, first.body = OK, msgspec.json.encode(body)
    first.headers = [(name, value) for name, value in first.headers if name.lower() not in OF_THE_STORED]
    first.headers += [(b"content-type", b"application/json"), (b"content-length", str(len(first.body)).encode())]
    return first


def without(value: Any, generated: GeneratedValues, placeholder: str | None) -> Any:
    """Returns a document in which a placeholder stands for each generated value."""
    if isinstance(value, str):
        return placeholder if generated.has(value) else value
    if isinstance(value, list):
        return [without(part, generated, placeholder) for part in value]
    if isinstance(value, dict):
        if any(map(generated.has, value)):
            return placeholder
        parts = {name: without(part, generated, placeholder) for name, part in value.items()}
        following = [name for name, of in FOLLOWS.items() if name in value and generated.has(str(value.get(of)))]
        return parts | dict.fromkeys(following, placeholder)
    return value


Path = tuple[str | int, ...]
"""The place of a value in a document: names, and indexes in lists."""
ANY = -1
"""Any index of a list."""


def common(values: list[Any]) -> Any:
    """The common part of the values: null stands for each part in which they differ.

    A part that differs in one item of a list is null in all of them: chance decides it for each item, but an item may have the
    same value in every run, such as one of many entrants that never gets the bye.
    """
    return _without(values[0], (), set(_differing(values, ())))


def _differing(values: list[Any], path: Path) -> Iterator[Path]:
    first = values[0]
    if all(value == first for value in values):
        return
    if all(isinstance(value, dict) and value.keys() == first.keys() for value in values):
        for name in first:
            yield from _differing([value[name] for value in values], (*path, name))
    elif all(isinstance(value, list) and len(value) == len(first) for value in values):
        for parts in zip(*values, strict=True):
            yield from _differing(list(parts), (*path, ANY))
    else:
        yield path


def _without(value: Any, path: Path, paths: set[Path]) -> Any:
    if path in paths:
        return None
    if isinstance(value, dict):
        return {name: _without(part, (*path, name), paths) for name, part in value.items()}
    if isinstance(value, list):
        return [_without(part, (*path, ANY), paths) for part in value]
    return value

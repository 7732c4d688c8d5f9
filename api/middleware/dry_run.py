"""`dry_run` on every write: the request is executed several times without storing anything, and the answer is the part that all
runs have in common.

Two runs differ in all that the write generates: ids, hashes, times, secrets, and the outcome of chance.
"""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from litestar.types import ASGIApp, Message, Receive, ReceiveMessage, Send

from api.context import scope_of_run
from api.http.parameter_validation import READS
from api.http.parameters import DRY_RUN
from api.runtime.threads import off_loop
from referee.log.dry_run import dry_run

RUNS = 2
"""Runs that tell generated values apart: they differ each time."""
RUNS_WITH_CHANCE = 16
"""Runs that tell the outcome of chance apart: with two outcomes, all agree by accident less than once in 30,000 times."""
SECRETS = frozenset({"token", "secret"})
"""Fields that are shown once, when they are stored; a dry run never shows them, even if its sender chose them."""
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
        if answers[0].status < 400:
            runs = RUNS_WITH_CHANCE if answers[0].drew else RUNS
            answers += [await self._run(n, scope, body) for n in range(1, runs)]
        answer = await off_loop(_common_answer, answers)
        await answer.send(send)

    async def _run(self, run: int, scope: Any, body: "_Body") -> "_Answer":
        # The bodies are compared as JSON, so they must not be compressed.
        headers = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        own: Any = scope_of_run(scope) | {"headers": headers}
        answer = _Answer()
        with dry_run(run) as rehearsal:
            await self._app(own, body.again(), answer.take)
        answer.drew = rehearsal.drew
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

    def __init__(self) -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = b""
        self.drew = False

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


def _common_answer(answers: list[_Answer]) -> _Answer:
    """The answer that all runs have in common, with null for the rest; a refusal as it is."""
    first = answers[0]
    if first.status >= 400:
        return first
    bodies = [msgspec.json.decode(answer.body) for answer in answers if answer.body and answer.status == first.status]
    body = common(bodies, by_chance=any(answer.drew for answer in answers)) if bodies else None
    if isinstance(body, dict):
        body |= dict.fromkeys(SECRETS & body.keys())
    first.status, first.body = OK, msgspec.json.encode(body)
    first.headers = [(name, value) for name, value in first.headers if name.lower() not in OF_THE_STORED]
    first.headers += [(b"content-type", b"application/json"), (b"content-length", str(len(first.body)).encode())]
    return first


Path = tuple[str | int, ...]
"""The place of a value in a document: names, and indexes in lists."""
ANY = -1
"""Any index of a list."""


def common(values: list[Any], *, by_chance: bool = False) -> Any:
    """The common part of these values: null stands for each part in which they differ.

    With `by_chance`, a part that differs in one item of a list is null in all of them: chance decides it for each item, but an
    item may have the same value in every run, such as one of many entrants that never gets the bye.
    """
    return _without(values[0], (), set(_differing(values, (), by_chance)), by_chance)


def _differing(values: list[Any], path: Path, by_chance: bool) -> Iterator[Path]:
    first = values[0]
    if all(value == first for value in values):
        return
    if all(isinstance(value, dict) and value.keys() == first.keys() for value in values):
        for name in first:
            yield from _differing([value[name] for value in values], (*path, name), by_chance)
    elif all(isinstance(value, list) and len(value) == len(first) for value in values):
        for place, parts in enumerate(zip(*values, strict=True)):
            yield from _differing(list(parts), (*path, ANY if by_chance else place), by_chance)
    else:
        yield path


def _without(value: Any, path: Path, paths: set[Path], by_chance: bool) -> Any:
    if path in paths:
        return None
    if isinstance(value, dict):
        return {name: _without(part, (*path, name), paths, by_chance) for name, part in value.items()}
    if isinstance(value, list):
        return [
            _without(part, (*path, ANY if by_chance else place), paths, by_chance) for place, part in enumerate(value)
        ]
    return value

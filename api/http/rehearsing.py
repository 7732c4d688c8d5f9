"""`dry_run` on every write: the request is carried out several times without storing anything, and what all runs agree on is
the answer.

What differs between two runs is what the write makes up by itself: ids, hashes, times, secrets, and whatever chance decides.
"""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from litestar.enums import ScopeType
from litestar.types import Message, Receive, ReceiveMessage, Send

from api.http.door import READS
from api.http.heads import ExactApplication
from api.http.parameters import DRY_RUN
from api.threads import off_loop
from referee.store.rehearsal import rehearsing

RUNS = 2
"""What is made up differs each time."""
RUNS_WITH_CHANCE = 16
"""Seeds that decide alike by accident, all of them, are less likely than once in thirty thousand for a thing with two ways."""
SECRETS = frozenset({"token", "secret"})
"""What is shown once, when it is stored; a dry run never shows it, though its sender may have chosen it."""
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
"""The headers of a write's answer that do not hold for its dry run: nothing has an address, a version or a position."""
OK = 200


class Rehearsing(ExactApplication):
    """An application in which every write can be tried: with `dry_run` nothing of it is stored."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != ScopeType.HTTP or not _asked(scope):
            await super().__call__(scope, receive, send)
            return
        body = _Body(receive)
        answers = [await self._run(0, scope, body)]
        if answers[0].status < 400:
            runs = RUNS_WITH_CHANCE if answers[0].drew else RUNS
            answers += [await self._run(n, scope, body) for n in range(1, runs)]
        agreed = await off_loop(_agreed, answers)
        await agreed.send(send)

    async def _run(self, run: int, scope: Any, body: "_Body") -> "_Answer":
        # Compressed answers could not be compared.
        headers = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        own = {**scope, "headers": headers, "state": dict(scope.get("state", {}))}
        answer = _Answer()
        with rehearsing(run) as rehearsal:
            await super().__call__(own, body.again(), answer.take)
        answer.drew = rehearsal.drew
        return answer


class _Body:
    """What a client sends, which every run receives from its beginning."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._had: list[ReceiveMessage] = []

    def again(self) -> Receive:
        """The messages from the first on."""
        at = 0

        async def receive() -> ReceiveMessage:
            nonlocal at
            if at == len(self._had):
                self._had.append(await self._receive())
            at += 1
            return self._had[at - 1]

        return receive


class _Answer:
    """An answer that is kept instead of sent."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = b""
        self.drew = False

    async def take(self, message: Message) -> None:
        """Keeps one part of it."""
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message["headers"])
        elif message["type"] == "http.response.body":
            self.body += message["body"]

    async def send(self, send: Send) -> None:
        """Sends it."""
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})


def _asked(scope: Any) -> bool:
    """Whether a write is only to be tried. What is neither `true` nor `false` is refused on the way, and stores nothing."""
    if scope["method"] in READS or DRY_RUN.name.encode() not in scope["query_string"]:
        return False
    query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    return any(value != "false" for name, value in query if name == DRY_RUN.name)


def _agreed(answers: list[_Answer]) -> _Answer:
    """What all runs answered alike, with null for the rest; a refusal as it is."""
    first = answers[0]
    if first.status >= 400:
        return first
    told = [msgspec.json.decode(answer.body) for answer in answers if answer.body and answer.status == first.status]
    whole = common(told, by_chance=any(answer.drew for answer in answers)) if told else None
    if isinstance(whole, dict):
        whole |= dict.fromkeys(SECRETS & whole.keys())
    first.status, first.body = OK, msgspec.json.encode(whole)
    first.headers = [(name, value) for name, value in first.headers if name.lower() not in OF_THE_STORED]
    first.headers += [(b"content-type", b"application/json"), (b"content-length", str(len(first.body)).encode())]
    return first


Path = tuple[str | int, ...]
"""Where in a document something stands: names, and places in lists."""
ANY = -1
"""Any place in a list."""


def common(values: list[Any], *, by_chance: bool = False) -> Any:
    """What these have in common: null stands for each part in which they differ.

    What chance decides of one of a list, it decides of all of them, though it may fall alike for one in every run: a bye that
    nearly always goes to somebody else. So `by_chance` such a part is null in the whole list.
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


def _without(value: Any, path: Path, hidden: set[Path], by_chance: bool) -> Any:
    if path in hidden:
        return None
    if isinstance(value, dict):
        return {name: _without(part, (*path, name), hidden, by_chance) for name, part in value.items()}
    if isinstance(value, list):
        return [
            _without(part, (*path, ANY if by_chance else place), hidden, by_chance) for place, part in enumerate(value)
        ]
    return value

"""Answers given again as they were, before any route is looked for, while nothing that they were made of has changed.

A tablet asks for the table that it shows again and again, and a board for its list. What was answered is kept whole, head and
body, by everything that the request said; it is sent again where the token still is what it was, the match has no new entry
(or the log, for a list), and no name has changed. All of this is known in memory where the database is a file, and asked in
one question where it is not. What is the same for all, like a rulebook, is sent again whoever asks.

While the database says nothing, whoever asks for what they were told before is told it again, with how old it is.
"""

import asyncio
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from cachetools import LRUCache
from litestar.enums import HttpMethod, ScopeType
from litestar.types import Message, Send
from msgspec import Struct

from api.background.database_state import DatabaseState
from api.http.answers import CACHE_DEPENDENCIES, CacheDependencies, RawHeaders, raw_headers
from api.http.consistency import AGAIN, AGE, HEADER
from api.observing.request_info import on_route
from api.services import ELSEWHERE, Services
from api.short_ways import ShortWays
from referee.errors import TooMany, Unavailable
from referee.store.outage import patience
from referee.store.outage.silence import FAILURES, is_silence

MOST_BYTES = 32_000_000
"""Of all answers that are kept in one process."""
OVERHEAD_BYTES = 3_000
"""What one takes in memory beside its body: mostly its headers."""
QUICK_SECONDS = 0.25
"""How long an answer that is kept waits for a database of which the last that was heard is that it says nothing."""
_READS = frozenset({HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS})
_OF_THE_MOMENT = frozenset({HEADER.lower().encode(), b"ratelimit", b"ratelimit-policy"})
"""Headers that are told anew each time."""


class KeptAnswer(Struct):
    """An answer, who got it, what it stands on, and the state of the file for which that was last looked at.

    `reader` is None where the answer is the same for all. `at`: the second at which it was last known to be true, and `position`
    that of the log then.
    """

    status: int
    headers: RawHeaders
    body: bytes
    reader: object
    ground: CacheDependencies
    route: str
    at: float
    position: int
    state: DatabaseState | None = None


def _size(kept: KeptAnswer) -> int:
    # A lasting body is kept once by its route, however many answers have it.
    return OVERHEAD_BYTES + (0 if kept.ground.names is None else len(kept.body))


class Silent(Exception):
    """The database does not say what it has come to."""


class Recalled:
    """The answers that one process keeps."""

    def __init__(self, services: Services, most_bytes: int = MOST_BYTES) -> None:
        self._services = services
        self._current = services.current
        self._access = services.access
        self._kept: LRUCache[bytes, KeptAnswer] = LRUCache(most_bytes, getsizeof=_size)

    async def find(self, key: bytes, scope: Any) -> tuple[KeptAnswer, RawHeaders] | None:
        """What was answered to this request, with the headers of now; None where it has to be answered again. It is counted."""
        kept = self._kept.get(key)
        if kept is None:
            return None
        try:
            told = await self._confirmed(key, kept)
            known = not kept.ground.cost or kept.reader is self._access.cached_reader(scope)
            if not known and (kept.ground.names is not None or not patience.is_silent()):
                return None
        except Silent:
            told, known = self._from_memory(kept), False
        if told is None or not (known or self._access.is_still(scope, kept.reader)):
            return None
        try:
            quota = self._access.spend(scope, kept.ground.cost)
        except TooMany:
            # It is refused where refusals are made.
            return None
        return kept, [*kept.headers, *raw_headers(told | (quota.headers() if quota else {}))]

    def keep(self, key: bytes, scope: Any, status: int, headers: RawHeaders, body: bytes) -> None:
        """Keeps an answer where its route said what it stands on, and that is there still."""
        state = scope.get("state", {})
        ground: CacheDependencies | None = state.get(CACHE_DEPENDENCIES)
        # What the standby answers stands on other ground.
        if ground is None or ELSEWHERE in state or len(body) + OVERHEAD_BYTES > self._kept.maxsize:
            return
        # Where nobody asks whose a token is, it would not be remembered for long.
        reader = self._access.cached_reader(scope) if ground.cost else None
        if reader is not None or not ground.cost:
            lasting = [pair for pair in headers if pair[0] not in _OF_THE_MOMENT]
            at, route = self._services.clock(), scope.get("path_template", "")
            self._kept[key] = KeptAnswer(status, lasting, body, reader, ground, route, at, ground.position)

    async def _confirmed(self, key: bytes, kept: KeptAnswer) -> dict[str, Any] | None:
        """The headers of an answer that is true still; None where it is not. Raises Silent."""
        if kept.ground.names is None:
            return {}
        here = self._current.state()
        states = [here] if here else await self._asked(kept.ground)
        if not states or not self._holds(kept, states):
            self._kept.pop(key, None)
            return None
        kept.at, kept.position = self._services.clock(), states[0].position
        return {HEADER: states[0].position}

    def _from_memory(self, kept: KeptAnswer) -> dict[str, Any] | None:
        """The headers of an answer of which nobody can say whether it is true still; None where something newer is known."""
        ground, people = kept.ground, self._services.people
        if ground.names != self._current.names_last or not people.are_names_known():
            return None
        known = self._services.service.version_known
        if any(known(stream) > version for stream, version in ground.streams):
            return None
        return {HEADER: kept.position, AGE: max(0, int(self._services.clock() - kept.at)), **AGAIN}

    async def _asked(self, ground: CacheDependencies) -> list[DatabaseState]:
        """What the database says that it has come to, of each stream in one question; nothing where it fails. Raises Silent."""
        if self._services.elsewhere is not None and self._services.elsewhere.is_needed():
            raise Silent
        try:
            async with asyncio.timeout(QUICK_SECONDS if patience.is_silent() else None):
                streams = [stream for stream, _ in ground.streams] or [""]
                return await asyncio.gather(*map(self._current.asked, streams))
        except (Unavailable, TimeoutError) as error:
            raise Silent from error
        except FAILURES as error:
            if is_silence(error):
                raise Silent from error
            return []

    def _holds(self, kept: KeptAnswer, states: Sequence[DatabaseState]) -> bool:
        """Whether what an answer stands on is there still. A database across a network gives a state for each stream."""
        ground, state = kept.ground, states[0]
        if kept.state is not None and state.change == kept.state.change:
            return True
        if state.names != ground.names or state.position < ground.position:
            return False
        if not ground.streams:
            if state.position != ground.position:
                return False
        elif state.version is not None:
            versions = [version for _, version in ground.streams]
            return all((one.version or 0) <= version for one, version in zip(states, versions, strict=True))
        elif not all(self._current.is_at(stream, version) for stream, version in ground.streams):
            return False
        kept.state = None if state.version is not None else state
        return True


class Recalling(ShortWays):
    """An application that gives an answer again without making it, while it would be the same."""

    def __init__(self, recalled: Recalled, **named: Any) -> None:
        super().__init__(**named)
        self._recalled = recalled

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        is_http = scope["type"] == ScopeType.HTTP
        if is_http:
            patience.begin(writes=scope["method"] not in _READS)
        if not is_http or scope["method"] != HttpMethod.GET:
            await super().__call__(scope, receive, send)
            return
        key = _key(scope)
        if found := await self._recalled.find(key, scope):
            kept, headers = found
            on_route(kept.route)
            await send({"type": "http.response.start", "status": kept.status, "headers": headers})
            await send({"type": "http.response.body", "body": kept.body, "more_body": False})
            return
        sent = _Sent(send)
        await super().__call__(scope, receive, sent.take)
        if sent.whole is not None:
            self._recalled.keep(key, scope, sent.status, sent.headers, sent.whole)


def _key(scope: Any) -> bytes:
    """Everything that a request says, as a digest: the secret of its token is kept nowhere."""
    headers: Sequence[tuple[bytes, bytes]] = scope["headers"]
    said = (scope["scheme"], scope["path"], scope.get("raw_path"), scope["query_string"], *headers)
    return sha256(repr(said).encode()).digest()


class _Sent:
    """An answer on its way out, of which one in one piece is noted."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0
        self.headers: RawHeaders = []
        self.whole: bytes | None = None
        """Its body; None before it is sent, and where it comes in parts."""
        self._begun = False

    async def take(self, message: Message) -> None:
        """Sends a part of it on."""
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message["headers"])
        elif message["type"] == "http.response.body":
            self.whole = None if self._begun or message.get("more_body") else message["body"]
            self._begun = True
        await self._send(message)

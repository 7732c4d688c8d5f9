"""The response cache: answers are sent again, before routing, while none of their dependencies has changed.

A tablet asks for its table again and again, and a board for its list. The whole answer, head and body, is cached by the whole
content of the request. It is sent again if the token is unchanged, the match (for a list, the log) has no new entry, and no name
has changed. With a file as its database the process knows all of this in memory; another database is asked in one query. An
answer that is the same for all readers, like a rulebook, is sent again to any reader.

While the database is silent, readers get their cached answers again, with their age.
"""

import asyncio
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from cachetools import LRUCache
from litestar.enums import HttpMethod
from litestar.types import ASGIApp, Message, Send
from msgspec import Struct

from api.context import AppContext, CacheDependencies, context_in
from api.http.consistency import AGAIN, AGE, HEADER
from api.middleware.response_headers import RawHeaders, raw_headers
from api.observing.request_info import on_route
from api.reads.database_state import DatabaseSnapshot
from referee.errors import TooMany, Unavailable
from referee.log.timeouts import budget
from referee.log.timeouts.failures import FAILURES, is_outage

MOST_BYTES = 32_000_000
"""Bytes of all answers that one process caches."""
OVERHEAD_BYTES = 3_000
"""Bytes of memory of an answer beside its body: mostly its headers."""
QUICK_SECONDS = 0.25
"""Seconds that a cached answer waits for a database that was silent at the last request."""
_OF_THE_MOMENT = frozenset({HEADER.lower().encode(), b"ratelimit", b"ratelimit-policy"})
"""Headers with a new value in each answer."""


class CachedResponse(Struct):
    """An answer, its reader, its dependencies, and the state of the database file at their last check.

    `reader` is None for an answer that is the same for all. `at` is the second at which it was last known to be current, and
    `position` that of the log then.
    """

    status: int
    headers: RawHeaders
    body: bytes
    reader: object
    dependencies: CacheDependencies
    route: str
    at: float
    position: int
    state: DatabaseSnapshot | None = None


def _size(response: CachedResponse) -> int:
    # A static body is held once by its route, for any number of answers.
    return OVERHEAD_BYTES + (0 if response.dependencies.names is None else len(response.body))


class Silent(Exception):
    """Raised if the database does not report its state."""


class ResponseCache:
    """The cached answers of one process."""

    def __init__(self, services: AppContext, most_bytes: int = MOST_BYTES) -> None:
        self._services = services
        self._database_state = services.database_state
        self._access = services.access
        self._responses: LRUCache[bytes, CachedResponse] = LRUCache(most_bytes, getsizeof=_size)

    async def find(self, key: bytes, scope: Any) -> tuple[CachedResponse, RawHeaders] | None:
        """The cached answer to a request, which is counted, and its current headers; None if there is no valid one."""
        response = self._responses.get(key)
        if response is None:
            return None
        is_silent = False
        try:
            fresh_headers = await self._revalidate(key, response)
        except Silent:
            fresh_headers, is_silent = self._from_memory(response), True
        if fresh_headers is None:
            return None
        sender, dependencies = context_in(scope).sender, response.dependencies
        if is_silent or (dependencies.cost and response.reader is not self._access.cached_reader(sender)):
            # Without the database, a token is trusted for longer.
            may_trust = is_silent or (dependencies.names is None and budget.is_down())
            if not (may_trust and self._access.is_still(sender, response.reader)):
                return None
        try:
            quota = self._access.spend(scope, sender, dependencies.cost)
        except TooMany:
            # The routes' own way refuses it, with a problem document.
            return None
        return response, [*response.headers, *raw_headers(fresh_headers | (quota.headers() if quota else {}))]

    def keep(self, key: bytes, scope: Any, status: int, headers: RawHeaders, body: bytes) -> None:
        """Caches an answer if its route named its dependencies, and they are unchanged."""
        context = context_in(scope)
        dependencies = context.cache_dependencies
        # An answer from the standby depends on another database, and one from memory on none.
        is_from_elsewhere = context.services is not None or context.memory is not None
        if dependencies is None or is_from_elsewhere or len(body) + OVERHEAD_BYTES > self._responses.maxsize:
            return
        # An answer that does not depend on its reader needs no cached token.
        reader = self._access.cached_reader(context.sender) if dependencies.cost else None
        if reader is not None or not dependencies.cost:
            stable_headers = [pair for pair in headers if pair[0] not in _OF_THE_MOMENT]
            at, route = self._services.clock(), scope.get("path_template", "")
            self._responses[key] = CachedResponse(
                status, stable_headers, body, reader, dependencies, route, at, dependencies.position
            )

    async def _revalidate(self, key: bytes, response: CachedResponse) -> dict[str, Any] | None:
        """The current headers of an answer that is still valid; None if it is not. Raises Silent."""
        if response.dependencies.names is None:
            return {}
        here = self._database_state.state()
        states = [here] if here else await self._query_states(response.dependencies)
        if not states or not self._holds(response, states):
            self._responses.pop(key, None)
            return None
        response.at, response.position = self._services.clock(), states[0].position
        return {HEADER: states[0].position}

    def _from_memory(self, response: CachedResponse) -> dict[str, Any] | None:
        """The headers of an answer that cannot be checked; None if this process knows something newer."""
        dependencies, people = response.dependencies, self._services.people
        if dependencies.names != self._database_state.names_last or not people.are_names_known():
            return None
        latest_version = self._services.service.version_known
        if any(latest_version(stream) > version for stream, version in dependencies.streams):
            return None
        return {HEADER: response.position, AGE: max(0, int(self._services.clock() - response.at)), **AGAIN}

    async def _query_states(self, dependencies: CacheDependencies) -> list[DatabaseSnapshot]:
        """The state of the database, in one query a stream; an empty list if it fails. Raises Silent."""
        if self._services.elsewhere is not None and self._services.elsewhere.is_needed():
            raise Silent
        try:
            async with asyncio.timeout(QUICK_SECONDS if budget.is_down() else None):
                streams = [stream for stream, _ in dependencies.streams] or [""]
                return await asyncio.gather(*map(self._database_state.query_state, streams))
        except (Unavailable, TimeoutError) as error:
            raise Silent from error
        except FAILURES as error:
            if is_outage(error):
                raise Silent from error
            return []

    def _holds(self, response: CachedResponse, states: Sequence[DatabaseSnapshot]) -> bool:
        """True if the dependencies of an answer are unchanged. A database across a network gives a state for each stream."""
        dependencies, state = response.dependencies, states[0]
        if response.state is not None and state.change == response.state.change:
            return True
        if state.names != dependencies.names or state.position < dependencies.position:
            return False
        if not dependencies.streams:
            if state.position != dependencies.position:
                return False
        elif state.version is not None:
            versions = [version for _, version in dependencies.streams]
            return all((one.version or 0) <= version for one, version in zip(states, versions, strict=True))
        else:
            for stream, version in dependencies.streams:
                if not self._database_state.is_at(stream, version):
                    return False
        response.state = None if state.version is not None else state
        return True


class CachedResponses:
    """Sends the cached answer to a GET while it is valid, and caches the answers that may be sent again.

    A GET without one goes on to `app`; the requests of all other methods go to `others`.
    """

    def __init__(self, app: ASGIApp, cache: ResponseCache, others: ASGIApp) -> None:
        self._app = app
        self._cache = cache
        self._others = others

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["method"] != HttpMethod.GET:
            await self._others(scope, receive, send)
            return
        key = _key(scope)
        if match := await self._cache.find(key, scope):
            response, headers = match
            on_route(response.route)
            await send({"type": "http.response.start", "status": response.status, "headers": headers})
            await send({"type": "http.response.body", "body": response.body, "more_body": False})
            return
        capture = _CapturedResponse(send)
        await self._app(scope, receive, capture.take)
        if capture.whole is not None:
            self._cache.keep(key, scope, capture.status, capture.headers, capture.whole)


def _key(scope: Any) -> bytes:
    """The digest of all content of a request: the secret of its token is not stored."""
    headers: Sequence[tuple[bytes, bytes]] = scope["headers"]
    content = (scope["scheme"], scope["path"], scope.get("raw_path"), scope["query_string"], *headers)
    return sha256(repr(content).encode()).digest()


class _CapturedResponse:
    """An answer on its way out; captures one that comes in one piece."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0
        self.headers: RawHeaders = []
        self.whole: bytes | None = None
        """Its body; None before it is sent, and for an answer in parts."""
        self._has_begun = False

    async def take(self, message: Message) -> None:
        """Sends a part of the answer on."""
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message["headers"])
        elif message["type"] == "http.response.body":
            self.whole = None if self._has_begun or message.get("more_body") else message["body"]
            self._has_begun = True
        await self._send(message)

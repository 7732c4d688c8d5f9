"""Who sent a request: the `Authorization` header turned into a reader, and how much each token and address may ask."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from time import monotonic

import msgspec
from cachetools import TLRUCache
from litestar.datastructures import Headers
from litestar.types import Scope
from msgspec.structs import replace

from api.access.costs import REPORT_COST
from api.access.limiter import Quota, RateLimiter
from api.access.policy import LOCAL, PUBLIC, Places, Principal, name_of
from api.request import Request
from api.threads import off_loop
from referee.errors import Unauthenticated
from referee.people.register import People
from referee.store.rehearsal import is_repeated
from referee.text import Text

TOKEN_KEPT_SECONDS = 5.0
"""For how long a token looked up stays good without asking again: the delay of a revocation in another process."""
TOKEN_TRUSTED_SECONDS = 60.0
"""For how long, while the database is silent, a token that was good is told again what it was told."""
MOST_TOKENS = 10_000
"""Tokens remembered at once; beyond that those that came longest ago are looked up again."""
COUNTED = "counted_for"
"""Where a request keeps the bucket from which it was counted."""
RECOGNIZED = "recognized"
"""Where a request keeps what its token was found to be."""
_NETWORK_BITS = 64
"""What one household or mobile gets of IPv6: addresses that share these bits share a bucket."""


def utc_time() -> datetime:
    """The time of day, in UTC."""
    return datetime.now(UTC)


class _Known(msgspec.Struct, frozen=True):
    """A token that was found on record, and for how many seconds it need not be looked up again, or cannot be."""

    principal: Principal
    token: str
    seconds: float
    trusted_seconds: float


def _until(_: bytes, known: _Known, now: float) -> float:
    return now + known.seconds


def _trusted_until(_: bytes, known: _Known, now: float) -> float:
    return now + known.trusted_seconds


class Access:
    """Turns the `Authorization` header into a reader. With `open_table`, everyone is an organizer: for a demo at home.

    A token found on record has a bucket of its own, and is never refused for what others at its address do: it is looked up
    before anything is counted. Anyone who sends others spends what their address has, as without any.
    `places` says in which championship a contest or fixture lies.
    `clock` counts seconds from anywhere; `now` is the time of day, for what expires.
    """

    def __init__(
        self,
        people: People,
        places: Places,
        *,
        open_table: bool = False,
        per_minute: int = 0,
        clock: Callable[[], float] = monotonic,
        now: Callable[[], datetime] = utc_time,
    ) -> None:
        self.tokens = people.tokens
        self._now_is = people.now
        self.limiter = RateLimiter(per_minute, clock)
        self._now = now
        self.places = places
        self.nobody = LOCAL if open_table else PUBLIC
        self._known: TLRUCache[bytes, _Known] = TLRUCache(MOST_TOKENS, _until, timer=clock)
        self._trusted: TLRUCache[bytes, _Known] = TLRUCache(MOST_TOKENS, _trusted_until, timer=clock)

    @property
    def open_table(self) -> bool:
        """Whether everyone is an organizer, without a token."""
        return self.nobody is LOCAL

    async def recognize(self, request: Request) -> None:
        """Looks up the token of a request in a thread, where it is not remembered, so that `principal` need not."""
        header = request.headers.get("authorization")
        if header is not None and _digest(header) not in self._known:
            request.scope["state"][RECOGNIZED] = await off_loop(self._tried, header)

    def principal(self, request: Request) -> Principal:
        """Who sent this request, counted. Raises TooMany, or Unauthenticated for a token that is not good."""
        header = request.headers.get("authorization")
        try:
            known = None if header is None else self._recognized(request, header)
        except Unauthenticated:
            self._spend(request, network_of(request.scope))
            raise
        if known is None:
            self._spend(request, network_of(request.scope))
            return self.nobody
        self._spend(request, _bucket(known.token))
        return known.principal

    def charge(self, request: Request, cost: int = REPORT_COST) -> None:
        """Counts a request that was counted, and costs as much as several, for what it costs more. Raises TooMany."""
        self.limiter.spend(request.scope["state"][COUNTED], cost - 1)

    def still(self, request: Request) -> Principal:
        """Who sent a request that is being answered for long. Raises Unauthenticated once the token is no longer good."""
        header = request.headers.get("authorization")
        return self.nobody if header is None else self._look_up(header).principal

    def remembered(self, scope: Scope) -> object | None:
        """Who sent a request, where that need not be looked up: the same object for as long as their token is what it is."""
        header = _authorization(scope)
        return self.nobody if header is None else self._known.get(sha256(header).digest())

    def is_still(self, scope: Scope, reader: object) -> bool:
        """Whether a request is by the reader of an earlier one, as far as that is known without the database.

        A token is trusted for a minute after it was found good, unless it expired, or was revoked in this process.
        """
        header = _authorization(scope)
        if header is None:
            return reader is self.nobody
        known = self._trusted.get(sha256(header).digest())
        return known is not None and isinstance(reader, _Known) and known.token == reader.token

    def recall(self, request: Request, places: Places, now: Callable[[str], str]) -> bool:
        """Takes the sender of a request for who they were when they were looked up, and says whether that can be.

        A token is trusted as `is_still` says. `places` and `now` are what its scope goes by from here on.
        """
        header = request.headers.get("authorization")
        if header is None:
            return True
        known = self._trusted.get(_digest(header))
        if known is None:
            return False
        principal = replace(known.principal, places=places, now=now)
        request.scope["state"][RECOGNIZED] = replace(known, principal=principal)
        return True

    def spend(self, scope: Scope, cost: int) -> Quota | None:
        """Counts a request of a sender who is remembered, and says what is left; None without a limit. Raises TooMany."""
        if not self.limiter.per_minute:
            return None
        header = _authorization(scope)
        known = None if header is None else self._trusted.get(sha256(header).digest())
        key = network_of(scope) if known is None else _bucket(known.token)
        if cost:
            self.limiter.spend(key, cost)
        return self.limiter.quota(key)

    def forget(self, token: str) -> None:
        """The token of this id is looked up again when it comes again: it was revoked."""
        for kept in (self._known, self._trusted):
            for secret in [secret for secret, known in kept.items() if known.token == token]:
                kept.pop(secret, None)

    def quota(self, scope: Scope) -> Quota | None:
        """What the sender of a request has left, counted or not; None without a limit."""
        if not self.limiter.per_minute:
            return None
        key = scope["state"].get(COUNTED)
        if key is None:
            header = Headers.from_scope(scope).get("authorization")
            known = None if header is None else self._known.get(_digest(header))
            key = network_of(scope) if known is None else _bucket(known.token)
        return self.limiter.quota(key)

    def _spend(self, request: Request, key: str) -> None:
        request.scope["state"][COUNTED] = key
        if not is_repeated():
            self.limiter.spend(key)

    def _recognized(self, request: Request, header: str) -> _Known:
        found: _Known | Unauthenticated | None = request.scope["state"].get(RECOGNIZED)
        if isinstance(found, Unauthenticated):
            raise found
        return found or self._look_up(header)

    def _tried(self, header: str) -> "_Known | Unauthenticated":
        try:
            return self._look_up(header)
        except Unauthenticated as unknown:
            return unknown

    def _look_up(self, header: str) -> _Known:
        """The token in the header. Raises Unauthenticated for one that is not good."""
        digest = _digest(header)
        with suppress(KeyError):
            return self._known[digest]
        scheme, _, secret = header.partition(" ")
        if scheme.lower() != "bearer" or not secret:
            raise Unauthenticated(
                Text(es="se espera `Authorization: Bearer <token>`", en="expected `Authorization: Bearer <token>`")
            )
        token = self.tokens.good(secret, self._now())
        if token is None:
            self._trusted.pop(digest, None)
            raise Unauthenticated(
                Text(
                    es="el token no existe, está revocado o ha caducado",
                    en="the token is unknown, was revoked or has expired",
                )
            )
        left = token.seconds_left(self._now())
        principal = Principal(token.role, name_of(token), token.scope, self.places, token, self._now_is)
        known = _Known(principal, token.id, min(TOKEN_KEPT_SECONDS, left), min(TOKEN_TRUSTED_SECONDS, left))
        self._known[digest] = self._trusted[digest] = known
        return known


def _authorization(scope: Scope) -> bytes | None:
    return next((value for name, value in scope["headers"] if name == b"authorization"), None)


def _digest(header: str) -> bytes:
    """What a token is remembered by: the secret itself is not kept."""
    return sha256(header.encode()).digest()


def _bucket(token: str) -> str:
    return f"token {token}"


def network_of(scope: Scope) -> str:
    """The address that a request came from, or the network that it has for itself alone."""
    client = scope.get("client")
    host = client[0] if client else ""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return f"{int(address) >> (128 - _NETWORK_BITS):x}"
    return host

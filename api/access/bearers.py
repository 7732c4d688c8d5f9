"""Bearer tokens: turns the `Authorization` header into a reader, and counts the requests of each token and address."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from time import monotonic

import msgspec
from cachetools import TLRUCache
from litestar.types import Scope
from msgspec.structs import replace

from api.access.costs import REPORT_COST
from api.access.limiter import Quota, RateLimiter
from api.access.policy import LOCAL, PUBLIC, Places, Principal, name_of
from api.runtime.database_calls import DatabaseCalls
from referee.errors import NotAuthenticated
from referee.people.register import People
from referee.text import Text

TOKEN_KEPT_SECONDS = 5.0
"""Seconds for which a token is valid without another look-up: the delay of a revocation in another process."""
TOKEN_TRUSTED_SECONDS = 60.0
"""Seconds for which a token that was valid still reads cached responses and matches in memory while the database is silent."""
MOST_TOKENS = 10_000
"""Tokens cached at once; beyond that the oldest are looked up again."""
_NETWORK_BITS = 64
"""Bits of an IPv6 network that one household or mobile has: addresses that share them share a bucket."""


def utc_time() -> datetime:
    """The time of day, in UTC."""
    return datetime.now(UTC)


class _TokenEntry(msgspec.Struct, frozen=True):
    """The cache entry of a valid token."""

    principal: Principal
    token: str
    """Its id."""
    seconds: float
    """For which it is not looked up again."""
    trusted_seconds: float
    """For which it is trusted while no look-up is possible."""


class Sender(msgspec.Struct):
    """The sender of one request, as far as it is known.

    `token` is the entry of its token, or the refusal of that token; `bucket` is the one from which the request was counted.
    """

    token: _TokenEntry | NotAuthenticated | None = None
    bucket: str | None = None


def _until(_: bytes, entry: _TokenEntry, now: float) -> float:
    return now + entry.seconds


def _trusted_until(_: bytes, entry: _TokenEntry, now: float) -> float:
    return now + entry.trusted_seconds


class Access:
    """Turns the `Authorization` header into a reader. With `open_table`, everyone is an organizer: for a demo at home.

    A valid token has a bucket of its own, so other clients at its address never use it up: it is looked up before the request
    is counted. A request with an invalid token is counted for its address, like one without a token.
    `places` gives the championship of a contest or fixture; without a `limiter` requests have no limit.
    `clock` counts seconds from any start; `now` is the time of day, for the expiry of tokens.
    """

    def __init__(
        self,
        people: People,
        places: Places,
        *,
        open_table: bool = False,
        limiter: RateLimiter | None = None,
        clock: Callable[[], float] = monotonic,
        now: Callable[[], datetime] = utc_time,
    ) -> None:
        self.tokens = people.tokens
        self._now_is = people.now
        self._limiter = limiter
        self._now = now
        self.places = places
        self.nobody = LOCAL if open_table else PUBLIC
        self._entries: TLRUCache[bytes, _TokenEntry] = TLRUCache(MOST_TOKENS, _until, timer=clock)
        self._trusted_entries: TLRUCache[bytes, _TokenEntry] = TLRUCache(MOST_TOKENS, _trusted_until, timer=clock)

    @property
    def open_table(self) -> bool:
        """True if everyone is an organizer, without a token."""
        return self.nobody is LOCAL

    async def recognize(self, scope: Scope, sender: Sender, calls: DatabaseCalls) -> None:
        """Looks up a token that is not cached, so that `principal` finds it in the sender."""
        header = _authorization(scope)
        if header is not None and _digest(header) not in self._entries:
            sender.token = await calls.read(self._look_up_or_error, header)

    def principal(self, scope: Scope, sender: Sender) -> Principal:
        """Counts a request and returns its sender. Raises TooMany, or NotAuthenticated for an invalid token."""
        header = _authorization(scope)
        try:
            entry = None if header is None else self._entry(sender, header)
        except NotAuthenticated:
            self._spend(sender, network_of(scope))
            raise
        if entry is None:
            self._spend(sender, network_of(scope))
            return self.nobody
        self._spend(sender, _bucket(entry.token))
        return entry.principal

    def charge(self, sender: Sender, cost: int = REPORT_COST) -> None:
        """Counts the rest of the cost of a request, which `principal` counted as one. Raises TooMany."""
        assert sender.bucket is not None
        if self._limiter is not None:
            self._limiter.spend(sender.bucket, cost - 1)

    def recheck(self, scope: Scope) -> Principal:
        """Looks up the sender of a long response again. Raises NotAuthenticated once the token is invalid."""
        header = _authorization(scope)
        return self.nobody if header is None else self._look_up(header).principal

    def cached_reader(self, scope: Scope) -> object | None:
        """The sender of a request if no look-up is needed, else None: the same object until the token changes."""
        header = _authorization(scope)
        return self.nobody if header is None else self._entries.get(_digest(header))

    def is_still(self, scope: Scope, reader: object) -> bool:
        """True if a request has the reader of an earlier one, as far as the cache tells without the database.

        Used only while the database is silent: a token is trusted for a minute after its look-up, unless it expired, or was
        revoked in this process.
        """
        header = _authorization(scope)
        if header is None:
            return reader is self.nobody
        entry = self._trusted_entries.get(_digest(header))
        return entry is not None and isinstance(reader, _TokenEntry) and entry.token == reader.token

    def recall(self, scope: Scope, sender: Sender, places: Places, now: Callable[[str], str]) -> bool:
        """Takes the sender of a request from the cache, without the database. Returns False for a token that is not in it.

        A token is trusted as `is_still` says. Its scope is read with `places` and `now` from here on.
        """
        header = _authorization(scope)
        if header is None:
            return True
        entry = self._trusted_entries.get(_digest(header))
        if entry is None:
            return False
        principal = replace(entry.principal, places=places, now=now)
        sender.token = replace(entry, principal=principal)
        return True

    def spend(self, scope: Scope, cost: int) -> Quota | None:
        """Counts a request of a cached sender and returns the remaining quota; None without a limit. Raises TooMany."""
        if self._limiter is None:
            return None
        header = _authorization(scope)
        entry = None if header is None else self._trusted_entries.get(_digest(header))
        key = network_of(scope) if entry is None else _bucket(entry.token)
        if cost:
            self._limiter.spend(key, cost)
        return self._limiter.quota(key)

    def forget(self, token: str) -> None:
        """Removes a revoked token from the caches, by its id: its next request looks it up again."""
        for cache in (self._entries, self._trusted_entries):
            for secret in [secret for secret, entry in cache.items() if entry.token == token]:
                cache.pop(secret, None)

    def quota(self, scope: Scope, sender: Sender) -> Quota | None:
        """The remaining quota of the sender of a request, counted or not; None without a limit."""
        if self._limiter is None:
            return None
        key = sender.bucket
        if key is None:
            header = _authorization(scope)
            entry = None if header is None else self._entries.get(_digest(header))
            key = network_of(scope) if entry is None else _bucket(entry.token)
        return self._limiter.quota(key)

    def _spend(self, sender: Sender, key: str) -> None:
        sender.bucket = key
        if self._limiter is not None:
            self._limiter.spend(key)

    def _entry(self, sender: Sender, header: bytes) -> _TokenEntry:
        if isinstance(sender.token, NotAuthenticated):
            raise sender.token
        return sender.token or self._look_up(header)

    def _look_up_or_error(self, header: bytes) -> "_TokenEntry | NotAuthenticated":
        try:
            return self._look_up(header)
        except NotAuthenticated as error:
            return error

    def _look_up(self, header: bytes) -> _TokenEntry:
        """The token in the header. Raises NotAuthenticated for an invalid one."""
        digest = _digest(header)
        with suppress(KeyError):
            return self._entries[digest]
        scheme, _, secret = header.decode("latin-1").partition(" ")
        if scheme.lower() != "bearer" or not secret:
            raise NotAuthenticated(
                Text(es="se espera `Authorization: Bearer <token>`", en="expected `Authorization: Bearer <token>`")
            )
        token = self.tokens.good(secret, self._now())
        if token is None:
            self._trusted_entries.pop(digest, None)
            raise NotAuthenticated(
                Text(
                    es="el token no existe, está revocado o ha caducado",
                    en="the token is unknown, was revoked or has expired",
                )
            )
        left = token.seconds_left(self._now())
        principal = Principal(token.role, name_of(token), token.scope, self.places, token, self._now_is)
        entry = _TokenEntry(principal, token.id, min(TOKEN_KEPT_SECONDS, left), min(TOKEN_TRUSTED_SECONDS, left))
        self._entries[digest] = self._trusted_entries[digest] = entry
        return entry


def _authorization(scope: Scope) -> bytes | None:
    for name, value in scope["headers"]:
        if name == b"authorization":
            return value
    return None


def _digest(header: bytes) -> bytes:
    """The cache key of a token: the secret itself is not stored."""
    return sha256(header).digest()


def _bucket(token: str) -> str:
    return f"token {token}"


def network_of(scope: Scope) -> str:
    """The address of a request's client, or the IPv6 network that belongs to that client alone."""
    client = scope.get("client")
    host = client[0] if client else ""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return f"{int(address) >> (128 - _NETWORK_BITS):x}"
    return host

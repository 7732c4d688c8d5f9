"""Bearer tokens: turns the `Authorization` header into a reader, and counts the requests of each token and address."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
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

    `header` is its `Authorization`, and `key` the digest of that, under which the caches have its token: they do not store the
    secret itself. Both are None without a token. `token` is the entry of the token, or its refusal; `bucket` is the one from
    which the request was counted.
    """

    header: bytes | None = None
    key: bytes | None = None
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

    async def recognize(self, sender: Sender, calls: DatabaseCalls) -> None:
        """Looks up a token that is not cached, so that `principal` finds it in the sender."""
        if sender.key is not None and sender.key not in self._entries:
            sender.token = await calls.read(self._look_up_or_error, sender)

    def principal(self, scope: Scope, sender: Sender) -> Principal:
        """Counts a request and returns its sender. Raises TooMany, or NotAuthenticated for an invalid token."""
        try:
            entry = None if sender.key is None else self._entry(sender)
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

    def recheck(self, sender: Sender) -> Principal:
        """Looks up the sender of a long response again. Raises NotAuthenticated once the token is invalid."""
        return self.nobody if sender.key is None else self._look_up(sender).principal

    def cached_reader(self, sender: Sender) -> object | None:
        """The reader of a request if no look-up is needed, else None: the same object until the token changes."""
        return self.nobody if sender.key is None else self._entries.get(sender.key)

    def is_still(self, sender: Sender, reader: object) -> bool:
        """True if a request has the reader of an earlier one, as far as the cache tells without the database.

        Used only while the database is silent: a token is trusted for a minute after its look-up, unless it expired, or was
        revoked in this process.
        """
        if sender.key is None:
            return reader is self.nobody
        entry = self._trusted_entries.get(sender.key)
        return entry is not None and isinstance(reader, _TokenEntry) and entry.token == reader.token

    def recall(self, sender: Sender, places: Places, now: Callable[[str], str]) -> bool:
        """Takes the sender of a request from the cache, without the database. Returns False for a token that is not in it.

        A token is trusted as `is_still` says. Its scope is read with `places` and `now` from here on.
        """
        if sender.key is None:
            return True
        entry = self._trusted_entries.get(sender.key)
        if entry is None:
            return False
        principal = replace(entry.principal, places=places, now=now)
        sender.token = replace(entry, principal=principal)
        return True

    def spend(self, scope: Scope, sender: Sender, cost: int) -> Quota | None:
        """Counts a request of a cached sender and returns the remaining quota; None without a limit. Raises TooMany."""
        if self._limiter is None:
            return None
        entry = None if sender.key is None else self._trusted_entries.get(sender.key)
        bucket = network_of(scope) if entry is None else _bucket(entry.token)
        if cost:
            self._limiter.spend(bucket, cost)
        return self._limiter.quota(bucket)

    def forget(self, token: str) -> None:
        """Removes a revoked token from the caches, by its id: its next request looks it up again."""
        for cache in (self._entries, self._trusted_entries):
            for key in [key for key, entry in cache.items() if entry.token == token]:
                cache.pop(key, None)

    def quota(self, scope: Scope, sender: Sender) -> Quota | None:
        """The remaining quota of the sender of a request, counted or not; None without a limit."""
        if self._limiter is None:
            return None
        bucket = sender.bucket
        if bucket is None:
            entry = None if sender.key is None else self._entries.get(sender.key)
            bucket = network_of(scope) if entry is None else _bucket(entry.token)
        return self._limiter.quota(bucket)

    def _spend(self, sender: Sender, bucket: str) -> None:
        sender.bucket = bucket
        if self._limiter is not None:
            self._limiter.spend(bucket)

    def _entry(self, sender: Sender) -> _TokenEntry:
        if isinstance(sender.token, NotAuthenticated):
            raise sender.token
        return sender.token or self._look_up(sender)

    def _look_up_or_error(self, sender: Sender) -> "_TokenEntry | NotAuthenticated":
        try:
            return self._look_up(sender)
        except NotAuthenticated as error:
            return error

    def _look_up(self, sender: Sender) -> _TokenEntry:
        """The token of a sender that has one. Raises NotAuthenticated for an invalid one."""
        header, key = sender.header, sender.key
        assert header is not None and key is not None
        with suppress(KeyError):
            return self._entries[key]
        scheme, _, secret = header.decode("latin-1").partition(" ")
        if scheme.lower() != "bearer" or not secret:
            raise NotAuthenticated(
                Text(es="se espera `Authorization: Bearer <token>`", en="expected `Authorization: Bearer <token>`")
            )
        token = self.tokens.good(secret, self._now())
        if token is None:
            self._trusted_entries.pop(key, None)
            raise NotAuthenticated(
                Text(
                    es="el token no existe, está revocado o ha caducado",
                    en="the token is unknown, was revoked or has expired",
                )
            )
        left = token.seconds_left(self._now())
        principal = Principal(token.role, name_of(token), token.scope, self.places, token, self._now_is)
        entry = _TokenEntry(principal, token.id, min(TOKEN_KEPT_SECONDS, left), min(TOKEN_TRUSTED_SECONDS, left))
        self._entries[key] = self._trusted_entries[key] = entry
        return entry


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

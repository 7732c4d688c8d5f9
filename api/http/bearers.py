"""Who sent a request: the `Authorization` header turned into a reader, and how much each token and address may ask."""

from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from time import monotonic

import msgspec
from litestar import Request

from api.http.access import LOCAL, PUBLIC, Places, Reader, name_of
from api.http.pace import Pace
from referee.errors import Unauthenticated
from referee.people.register import People
from referee.people.tokens import Token
from referee.text import Text

TOKEN_KEPT_SECONDS = 5.0
"""For how long a token looked up stays good without asking again: the delay of a revocation in another process."""
MOST_TOKENS = 10_000
"""Tokens remembered at once; beyond that all are looked up anew."""
_NETWORK_BITS = 64
"""What one household or mobile gets of IPv6: addresses that share these bits share a bucket."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


class _Known(msgspec.Struct, frozen=True):
    """A token that was found on record, and until when it need not be looked up again."""

    until: float
    reader: Reader
    token: str


class Access:
    """Turns the `Authorization` header into a reader. With `open_table`, everyone is an organizer: for a demo at home.

    Only tokens found on record are remembered and have a bucket of their own; whoever sends others spends what their
    address has, as without any. `clock` counts seconds from anywhere; `now` is the time of day, for what expires.
    """

    def __init__(
        self,
        people: People,
        *,
        open_table: bool = False,
        per_minute: int = 0,
        clock: Callable[[], float] = monotonic,
        now: Callable[[], datetime] = _utc_now,
    ) -> None:
        self.tokens = people.tokens
        self.pace = Pace(per_minute, clock)
        self._clock = clock
        self._now = now
        self.places: Places = lambda _: None
        self.nobody = LOCAL if open_table else PUBLIC
        self._known: dict[bytes, _Known] = {}

    def reader(self, request: Request) -> Reader:  # type: ignore[type-arg]
        """Who sent this request, counted. Raises TooMany, or Unauthenticated for a token that is not good."""
        return self._reader(request, count=True)

    def still(self, request: Request) -> Reader:  # type: ignore[type-arg]
        """Who sent a request that is being answered for long. Raises Unauthenticated once the token is no longer good."""
        return self._reader(request, count=False)

    def forget(self, token: str) -> None:
        """The token of this id is looked up anew when it comes again: it was revoked."""
        self._known = {secret: known for secret, known in self._known.items() if known.token != token}

    def _reader(self, request: Request, *, count: bool) -> Reader:  # type: ignore[type-arg]
        header = request.headers.get("authorization")
        digest = _digest(header) if header is not None else None
        known = self._known.get(digest) if digest else None
        if count:
            self.pace.spend(_bucket(known.token) if known else _network(request))
        if header is None:
            return self.nobody
        if known and self._clock() < known.until:
            return known.reader
        scheme, _, secret = header.partition(" ")
        if scheme.lower() != "bearer" or not secret:
            raise Unauthenticated(
                Text(es="se espera `Authorization: Bearer <token>`", en="expected `Authorization: Bearer <token>`")
            )
        token = self.tokens.good(secret, self._now())
        if token is None:
            self._known.pop(_digest(header), None)
            raise Unauthenticated(
                Text(
                    es="el token no existe, está revocado o ha caducado",
                    en="the token is unknown, was revoked or has expired",
                )
            )
        if count and not known:
            self.pace.give_back(_network(request))
            self.pace.spend(_bucket(token.id))
        return self._remember(_digest(header), token)

    def _remember(self, digest: bytes, token: Token) -> Reader:
        reader = Reader(token.role, name_of(token), token.scope, self.places)
        if len(self._known) >= MOST_TOKENS:
            self._known = {}
        kept = min(TOKEN_KEPT_SECONDS, token.seconds_left(self._now()))
        self._known[digest] = _Known(self._clock() + kept, reader, token.id)
        return reader


def _digest(header: str) -> bytes:
    """What a token is remembered by: the secret itself is not kept."""
    return sha256(header.encode()).digest()


def _bucket(token: str) -> str:
    return f"token {token}"


def _network(request: Request) -> str:  # type: ignore[type-arg]
    """The address that a request came from, or the network that it has for itself alone."""
    host = request.client.host if request.client else ""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return f"{int(address) >> (128 - _NETWORK_BITS):x}"
    return host

"""Who is asking, what hands they may see, and what they may write."""

from time import monotonic

import msgspec
from litestar import Request

from api.pace import Pace
from referee.errors import Forbidden, Unauthenticated
from referee.game import ALL, NOBODY
from referee.people import People
from referee.rulebook import Text

TOKEN_KEPT_SECONDS = 5.0
"""For how long a token looked up stays good without asking again: the delay of a revocation."""


class Reader(msgspec.Struct, frozen=True):
    """Somebody who asks: a role, the name under which the log records them, the hands of a running match they may see."""

    role: str
    name: str
    visible: int


PUBLIC = Reader("public", "public", NOBODY)
LOCAL = Reader("organizer", "local", ALL)


class Access:
    """Turns the `Authorization` header into a reader. With `open_table`, everyone is an organizer: for a demo at home."""

    def __init__(self, people: People, *, open_table: bool = False, per_minute: int = 0) -> None:
        self.people = people
        self.pace = Pace(per_minute)
        self.nobody = LOCAL if open_table else PUBLIC
        self._known: dict[str, tuple[float, Reader]] = {}

    def reader(self, request: Request) -> Reader:  # type: ignore[type-arg]
        """Who sent this request. Raises TooMany, or Unauthenticated for a token that is not known."""
        header = request.headers.get("authorization")
        self.pace.spend(header or (request.client.host if request.client else ""))
        if header is None:
            return self.nobody
        scheme, _, secret = header.partition(" ")
        if scheme.lower() != "bearer" or not secret:
            raise Unauthenticated(
                Text(es="se espera `Authorization: Bearer <token>`", en="expected `Authorization: Bearer <token>`")
            )
        until, reader = self._known.get(secret, (0.0, PUBLIC))
        if monotonic() < until:
            return reader
        token = self.people.token(secret)
        if token is None:
            raise Unauthenticated(
                Text(es="el token no existe o está revocado", en="the token is unknown or was revoked")
            )
        sees = ALL if token.role in {"organizer", "referee", "auditor"} else NOBODY
        reader = Reader(token.role, f"{token.role}:{token.id}", sees)
        if len(self._known) > 10_000:
            self._known.clear()
        self._known[secret] = (monotonic() + TOKEN_KEPT_SECONDS, reader)
        return reader


def need_writer(reader: Reader) -> None:
    """Raises Unauthenticated without a token, Forbidden for a role that does not write."""
    if reader.role in {"organizer", "referee"}:
        return
    if reader.role == "public":
        raise Unauthenticated(
            Text(
                es="para escribir hace falta un token de organizador o árbitro: `Authorization: Bearer <token>`",
                en="writing needs an organizer's or referee's token: `Authorization: Bearer <token>`",
            )
        )
    raise Forbidden(
        Text(es=f"el papel «{reader.role}» no escribe en partidas", en=f"the role {reader.role!r} writes to no match")
    )


def need_organizer(reader: Reader) -> None:
    """Raises Unauthenticated without a token, Forbidden for anyone but an organizer."""
    need_writer(reader)
    if reader.role != "organizer":
        raise Forbidden(
            Text(
                es=f"el papel «{reader.role}» no organiza campeonatos",
                en=f"the role {reader.role!r} does not organize championships",
            )
        )


def need_whole_record(reader: Reader) -> None:
    """Raises Unauthenticated or Forbidden for who may not read names, and hands that are still in play."""
    if reader.role != "auditor":
        need_organizer(reader)

"""Tokens on record: role, scope, end. Only a token's hash is stored, so that none can be read out of the database."""

import secrets
from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from typing import Any

import msgspec
import sqlalchemy as sa
from uuid_utils import uuid7

from referee.commitments.commitments import new_salt
from referee.errors import Flaw, Inconsistent
from referee.log.row_writes import InsertRow, RowWrite, UpdateRow, Value
from referee.log.tables import TOKENS
from referee.moments import in_calendar
from referee.people.scope import EVERYWHERE, Role, Scope
from referee.text import Text


class Token(msgspec.Struct, frozen=True):
    """A token as it is on record: never the token itself. Times are RFC 3339, in UTC.

    `created_by` is the id of the token with which it was made; null for one made on the machine itself. `name` is what its
    maker calls it, whose it is for instance, until it is revoked.
    """

    id: str
    role: Role
    scope: Scope = EVERYWHERE
    created_at: str = ""
    expires: str | None = None
    revoked_at: str | None = None
    created_by: str | None = None
    name: str | None = None

    def seconds_left(self, now: datetime) -> float:
        """Seconds of validity left; 0 or less for a revoked or expired token."""
        if self.revoked_at is not None:
            return 0.0
        return (datetime.fromisoformat(self.expires) - now).total_seconds() if self.expires else float("inf")


class TokenDraft(msgspec.Struct, frozen=True):
    """A token, its secret, and the rows that make it; none if its secret is on record already."""

    token: Token
    secret: str
    rows: tuple[InsertRow, ...] = ()


class Tokens:
    """The tokens of one database."""

    def __init__(self, store: sa.Engine) -> None:
        self.store = store

    def draft(
        self,
        role: Role,
        at: str,
        *,
        scope: Scope = EVERYWHERE,
        expires: datetime | None = None,
        secret: str | None = None,
        maker: Token | None = None,
        name: str | None = None,
    ) -> TokenDraft:
        """A new token with its secret, and the row that makes it once it is stored; the row has only the secret's hash.

        A given secret makes one token only, which stays revoked once it is. A token that is made with the token of a `maker` is
        not valid for longer than that one. Raises Inconsistent if `expires` is later, or beyond the calendar.
        """
        token = secret or f"ref_{secrets.token_urlsafe(32)}"
        existing = self._by_hash(token) if secret else None
        if existing is not None:
            return TokenDraft(existing, token)
        until = (
            in_calendar(expires, "$.expires").isoformat(timespec="milliseconds").replace("+00:00", "Z")
            if expires
            else None
        )
        until = _no_later(until, maker.expires if maker else None)
        record = Token(str(uuid7()), role, scope, at, until, created_by=maker.id if maker else None, name=name)
        row: dict[str, Value] = {
            "id": record.id,
            "hash": _digest(token),
            "role": role,
            "scope": msgspec.json.encode(scope).decode(),
            "created_at": at,
            "expires_at": until,
            "created_by": record.created_by,
            "salt": new_salt(),
            "name": name,
        }
        return TokenDraft(record, token, (InsertRow(TOKENS.name, row),))

    def good(self, secret: str, now: datetime) -> Token | None:
        """The token of a secret that a client sent; None if it is unknown, revoked or expired."""
        token = self._by_hash(secret)
        return token if token and token.seconds_left(now) > 0 else None

    def find(self, id_: str) -> Token | None:
        """The token of this id, in force or not; None if there is none."""
        with self.store.connect() as connection:
            row = connection.execute(TOKENS.select().where(TOKENS.c.id == id_)).first()
        return _token(row) if row else None

    def page(self, after: str, limit: int) -> list[Token]:
        """Tokens after this id, oldest first, the revoked ones too."""
        query = TOKENS.select().where(TOKENS.c.id > after).order_by(TOKENS.c.id).limit(limit)
        with self.store.connect() as connection:
            return [_token(row) for row in connection.execute(query)]

    def all(self) -> Iterator[Token]:
        """Every token on record, oldest first."""
        after = ""
        while batch := self.page(after, 500):
            yield from batch
            after = batch[-1].id

    def family(self, id_: str) -> list[str]:
        """The ids of this token and of every token made with it, or with one of those."""
        with self.store.connect() as connection:
            return _family(connection, id_)

    def unrevoked_ids(self, id_: str) -> list[str]:
        """The ids of this token and its family, without the revoked ones."""
        with self.store.connect() as connection:
            family = TOKENS.c.id.in_(_family(connection, id_))
            fresh = sa.select(TOKENS.c.id).where(family, TOKENS.c.revoked_at.is_(None)).order_by(TOKENS.c.id)
            return list(connection.execute(fresh).scalars())

    @staticmethod
    def revocation(ids: Iterable[str], at: str) -> list[RowWrite]:
        """The row changes that revoke these tokens. They delete the tokens' names, which may be names of people."""
        return [UpdateRow(TOKENS.name, {"revoked_at": at, "name": None}, {"id": id_}) for id_ in ids]

    def any(self) -> bool:
        """True if any token was ever made."""
        with self.store.connect() as connection:
            return connection.execute(sa.select(TOKENS.c.id).limit(1)).first() is not None

    def _by_hash(self, secret: str) -> Token | None:
        with self.store.connect() as connection:
            row = connection.execute(TOKENS.select().where(TOKENS.c.hash == _digest(secret))).first()
        return _token(row) if row else None


def _no_later(until: str | None, end: str | None) -> str | None:
    """The end of a token that is made with one that ends at `end`. Raises Inconsistent for a later end."""
    if end is None or (until is not None and until <= end):
        return until
    if until is None:
        return end
    what = Text(
        es=f"`expires` es posterior al fin del token con que se hace: {end}",
        en=f"`expires` is later than the end of the token that makes it: {end}",
    )
    raise Inconsistent(what, flaws=(Flaw("$.expires", what),))


def _family(connection: sa.Connection, id_: str) -> list[str]:
    family = sa.select(TOKENS.c.id).where(TOKENS.c.id == id_).cte("family", recursive=True)
    children = sa.select(TOKENS.c.id).join(family, TOKENS.c.created_by == family.c.id)
    return list(connection.execute(sa.select(family.union(children).c.id)).scalars())


def _token(row: sa.Row[Any]) -> Token:
    scope = msgspec.json.decode(row.scope, type=Scope) if row.scope else EVERYWHERE
    return Token(row.id, row.role, scope, row.created_at, row.expires_at, row.revoked_at, row.created_by, row.name)


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()

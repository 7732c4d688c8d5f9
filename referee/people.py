"""What must never be in the log: people's names and birth dates, and the hashes of tokens.

The log holds ids only; names are joined when something is shown. Erasing a person is deleting one row here. A rebuild of
the read models never touches these tables.
"""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from uuid_utils import uuid7

from referee.errors import Ambiguous, NotFound
from referee.log import TABLES_LOCK, sqlite_path
from referee.rulebook import Text

Role = Literal["organizer", "referee", "player", "auditor"]

_meta = sa.MetaData()
_people = sa.Table(
    "people",
    _meta,
    sa.Column("id", sa.String(36), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("birth_date", sa.Date),
    sa.Column("entered_at", sa.String(32), nullable=False),
)
_tokens = sa.Table(
    "tokens",
    _meta,
    sa.Column("id", sa.String(36), primary_key=True),
    sa.Column("hash", sa.String(64), nullable=False, unique=True),
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("scope", sa.Text),
    sa.Column("created_at", sa.String(32), nullable=False),
    sa.Column("expires_at", sa.String(32)),
    sa.Column("revoked_at", sa.String(32)),
)


class Person(msgspec.Struct, frozen=True):
    """Somebody who plays. `birth_date` decides who deals first where the oldest does."""

    id: str
    name: str
    birth_date: date | None = None


class Token(msgspec.Struct, frozen=True):
    """A token as it is on record: never the token itself."""

    id: str
    role: Role
    scope: str | None = None
    created_at: str = ""
    revoked_at: str | None = None


def engine(database: str) -> sa.Engine:
    """The SQLAlchemy engine of a database address as `referee.log` takes it."""
    if database.startswith(("postgresql://", "postgres://")):
        return sa.create_engine("postgresql+psycopg://" + database.split("://", 1)[1])
    path = sqlite_path(database)
    path.parent.mkdir(parents=True, exist_ok=True)
    return sa.create_engine(f"sqlite:///{path}", connect_args={"timeout": 15})


@contextmanager
def changing_tables(store: sa.Engine) -> Iterator[sa.Connection]:
    """A connection on which tables are made or changed, by one process at a time."""
    with store.begin() as connection:
        if store.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": TABLES_LOCK})
        else:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield connection


class People:
    """The people and tokens of one database; brings their tables up to date when made."""

    def __init__(self, store: sa.Engine) -> None:
        self.store = store
        self._names: dict[str, str] = {}
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        with changing_tables(store) as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def add(self, people: Sequence[tuple[str, date | None]], at: str) -> list[str]:
        """Enters people by name and birth date, and returns their new ids."""
        rows = [{"id": str(uuid7()), "name": name, "birth_date": birth, "entered_at": at} for name, birth in people]
        if rows:
            with self.store.begin() as connection:
                connection.execute(_people.insert(), rows)
        self._names.update((row["id"], row["name"]) for row in rows)  # type: ignore[misc]
        return [str(row["id"]) for row in rows]

    def find(self, ids: Iterable[str]) -> dict[str, Person]:
        """The people of these ids; whoever is not there is left out."""
        with self.store.connect() as connection:
            rows = connection.execute(_people.select().where(_people.c.id.in_(list(ids))))
            return {row.id: Person(row.id, row.name, row.birth_date) for row in rows}

    def page(self, after: str, limit: int, name: str | None = None) -> list[Person]:
        """People in the order in which they were entered, those after this id; with `name`, only of exactly this name."""
        wanted = _people.select().where(_people.c.id > after).order_by(_people.c.id).limit(limit)
        if name is not None:
            wanted = wanted.where(_people.c.name == name)
        with self.store.connect() as connection:
            return [Person(row.id, row.name, row.birth_date) for row in connection.execute(wanted)]

    def name(self, id_: str) -> str | None:
        """A person's name, or None once erased."""
        if id_ not in self._names:
            self._names.update((person.id, person.name) for person in self.find([id_]).values())
        return self._names.get(id_)

    def named(self, name: str) -> Person:
        """The one person of exactly this name. Raises NotFound, or Ambiguous when it fits two."""
        with self.store.connect() as connection:
            rows = list(connection.execute(_people.select().where(_people.c.name == name).limit(2)))
        if len(rows) > 1:
            raise Ambiguous(
                Text(
                    es=f"hay más de una persona llamada «{name}»: usa su id",
                    en=f"more than one person is named {name!r}: use an id",
                )
            )
        if not rows:
            raise NotFound(Text(es=f"no hay nadie llamado «{name}»", en=f"nobody is named {name!r}"))
        return Person(rows[0].id, rows[0].name, rows[0].birth_date)

    def erase(self, id_: str) -> bool:
        """Deletes a person; the log keeps the id. Says whether there was one."""
        self._names.pop(id_, None)
        with self.store.begin() as connection:
            return connection.execute(_people.delete().where(_people.c.id == id_)).rowcount > 0

    def grant(self, role: Role, at: str, *, scope: str | None = None, secret: str | None = None) -> str:
        """Makes a token of this role and returns it; only its hash is kept. A given secret is taken on once."""
        token = secret or f"ref_{secrets.token_urlsafe(32)}"
        known = self.token(token)
        if known is None:
            row = {"id": str(uuid7()), "hash": _digest(token), "role": role, "scope": scope, "created_at": at}
            with self.store.begin() as connection:
                connection.execute(_tokens.insert(), row)
        return token

    def token(self, secret: str) -> Token | None:
        """What a token sent by a client is good for; None if it is unknown or revoked."""
        wanted = _tokens.select().where(_tokens.c.hash == _digest(secret), _tokens.c.revoked_at.is_(None))
        with self.store.connect() as connection:
            row = connection.execute(wanted).first()
        return _token(row) if row else None

    def tokens(self) -> list[Token]:
        """Every token on record, oldest first, the revoked ones too."""
        with self.store.connect() as connection:
            return [_token(row) for row in connection.execute(_tokens.select().order_by(_tokens.c.id))]

    def revoke(self, id_: str, at: str) -> bool:
        """Revokes the token of this id. Says whether there was one in force."""
        mine = _tokens.update().where(_tokens.c.id == id_, _tokens.c.revoked_at.is_(None))
        with self.store.begin() as connection:
            return connection.execute(mine.values(revoked_at=at)).rowcount > 0

    def has_tokens(self) -> bool:
        """Whether any token was ever made."""
        with self.store.connect() as connection:
            return connection.execute(sa.select(_tokens.c.id).limit(1)).first() is not None


def _token(row: sa.Row[Any]) -> Token:
    return Token(row.id, row.role, row.scope, row.created_at, row.revoked_at)


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()

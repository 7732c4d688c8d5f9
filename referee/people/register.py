"""What must never be in the log: people's names and birth dates; tokens (`referee.tokens`) and PINs (`referee.pins`) lie beside.

The log holds ids only; names are joined when something is shown. Erasing a person is deleting one row here. A rebuild of
the read models never touches these tables.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
import psycopg
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from uuid_utils import uuid7

from referee.errors import Ambiguous, NotFound
from referee.people import nameless
from referee.people.likeness import look
from referee.people.pins import Pins
from referee.people.presence import Presence
from referee.people.tokens import Tokens
from referee.store.address import is_postgres, private_file, sqlite_path
from referee.store.log import TABLES_LOCK
from referee.store.postgres import connection_string
from referee.store.rehearsal import rehearsed_name, remember_name
from referee.store.rows import Changed, NewRow
from referee.store.unit_of_work import unit_of_work
from referee.text import Text

NAMES_KEPT_SECONDS = 1.0
"""How soon, at the latest, a process notices that another one erased somebody."""
LOCK_SECONDS = 15
"""How long a writer waits for another one to an SQLite file."""
READER_SECONDS = 0.5
"""How long emptying the write-ahead log waits for who is reading it."""
MOST_ALIKE = 20
"""Candidates named where a name fits several people."""
MOST_NAMES = 50_000
"""Names remembered at once; beyond that all are looked up again."""

_meta = sa.MetaData()
_people = sa.Table(
    "people",
    _meta,
    sa.Column("id", sa.String(36), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("birth_date", sa.Date),
    sa.Column("entered_at", sa.String(32), nullable=False),
    sa.Index("people_by_name", "name"),
    sa.Column("look", sa.String(64)),
    sa.Index("people_look", "look"),
)
_erasures = sa.Table("erasures", _meta, sa.Column("count", sa.Integer, nullable=False))


class Person(msgspec.Struct, frozen=True):
    """Somebody who plays. `birth_date` decides who deals first where the oldest does."""

    id: str
    name: str
    birth_date: date | None = None


class Newcomer(msgspec.Struct, frozen=True):
    """Somebody who is not entered yet, and when they will have been."""

    person: Person
    entered_at: str
    passing: bool = False

    def row(self) -> NewRow:
        """The row that enters them."""
        birth = self.person.birth_date
        values = {
            "id": self.person.id,
            "name": self.person.name,
            "birth_date": birth.isoformat() if birth else None,
            "entered_at": self.entered_at,
            "look": None if self.passing else look(self.person.name),
        }
        return NewRow(_people.name, values)


def engine(database: str) -> sa.Engine:
    """The SQLAlchemy engine of a database address as `referee.log` takes it.

    Its errors say which statement failed, never with what: names and secrets stay out of what is logged.
    """
    if is_postgres(database):
        store = sa.create_engine("postgresql+psycopg://", hide_parameters=True, pool_pre_ping=True)
        sa.event.listen(store, "do_connect", partial(_connect, connection_string(database)))
        return store
    path = sqlite_path(database)
    private_file(path)
    store = sa.create_engine(f"sqlite:///{path}", connect_args={"timeout": LOCK_SECONDS}, hide_parameters=True)
    sa.event.listen(store, "connect", _overwrite_what_is_deleted)
    return store


def _connect(address: str, _dialect: Any, _record: Any, _given: Any, named: dict[str, Any]) -> Any:
    """A connection to an address of libpq, which SQLAlchemy's own addresses cannot say whole."""
    return psycopg.connect(address, **named)


def _overwrite_what_is_deleted(connection: Any, _: object) -> None:
    connection.execute("PRAGMA secure_delete = ON")


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
    """The people and tokens of one database; brings their tables up to date when made.

    Names are remembered. A name that another process erased is forgotten after `NAMES_KEPT_SECONDS` at the latest.
    """

    def __init__(self, store: sa.Engine, clock: Callable[[], float] = monotonic) -> None:
        self.store = store
        self.tokens = Tokens(store)
        self.pins = Pins(store)
        self.presence = Presence(store)
        self._clock = clock
        self._names: dict[str, str] = {}
        # A process that was killed may have left some.
        self._traces = store.dialect.name == "sqlite"
        self._erased = 0
        self._look_at = 0.0
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        with changing_tables(store) as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def newcomers(self, people: Sequence[tuple[str, date | None]], at: str, *, passing: bool = False) -> list[Newcomer]:
        """People by name and birth date, with new ids. They are entered when their rows are stored.

        Who is `passing` only sits down at one match by a name: nobody entered later is taken for them.
        """
        new = [Newcomer(Person(str(uuid7()), name, birth), at, passing) for name, birth in people]
        for one in new:
            remember_name(one.person.id, one.person.name)
        return new

    def add(self, people: Sequence[tuple[str, date | None]], at: str) -> list[str]:
        """Enters people by name and birth date, and returns their new ids."""
        entered = [one.person for one in self.newcomers(people, at)]
        rows = [msgspec.structs.asdict(person) | {"entered_at": at, "look": look(person.name)} for person in entered]
        if rows:
            with unit_of_work(self.store) as connection:
                connection.execute(_people.insert(), rows)
        return [person.id for person in entered]

    def correction(self, person: Person) -> Changed:
        """The row of somebody who is entered, with this name and birth date. Raises NotFound."""
        with self.store.connect() as connection:
            row = connection.execute(_people.select().where(_people.c.id == person.id)).first()
        if row is None:
            raise NotFound(Text(es=f"no hay jugador {person.id}", en=f"there is no player {person.id}"))
        birth = person.birth_date
        change = {
            "name": person.name,
            "birth_date": birth.isoformat() if birth else None,
            "look": None if row.look is None else look(person.name),
        }
        return Changed(_people.name, change, {"id": person.id})

    def forget_names(self) -> None:
        """Has every process look all names up again, as somebody has another one now."""
        with unit_of_work(self.store) as connection:
            connection.execute(_erasures.update().values(count=_erasures.c.count + 1))
        self._names = {}

    def find(self, ids: Iterable[str]) -> dict[str, Person]:
        """The people of these ids; whoever is not there is left out."""
        with self.store.connect() as connection:
            rows = connection.execute(_people.select().where(_people.c.id.in_(list(ids))))
            return {row.id: Person(row.id, row.name, row.birth_date) for row in rows}

    def alike(self, name: str) -> list[Person]:
        """The people whose name looks like this one, those entered first first; twenty at most."""
        wanted = _people.select().where(_people.c.look == look(name)).order_by(_people.c.id).limit(MOST_ALIKE)
        with self.store.connect() as connection:
            return [Person(row.id, row.name, row.birth_date) for row in connection.execute(wanted)]

    def page(self, after: str, limit: int, name: str | None = None) -> list[Person]:
        """People in the order in which they were entered, those after this id; with `name`, only of exactly this name."""
        wanted = _people.select().where(_people.c.id > after).order_by(_people.c.id).limit(limit)
        if name is not None:
            wanted = wanted.where(_people.c.name == name)
        with self.store.connect() as connection:
            return [Person(row.id, row.name, row.birth_date) for row in connection.execute(wanted)]

    def name(self, id_: str) -> str | None:
        """A person's name, or None once erased."""
        if (rehearsed := rehearsed_name(id_)) is not None:
            return rehearsed
        names = self._remembered()
        if id_ not in names:
            names.update((person.id, person.name) for person in self.find([id_]).values())
        name = names.get(id_)
        if name is None:
            nameless.note()
        return name

    def erasures(self) -> int:
        """How often a name was erased, by whichever process."""
        with self.store.connect() as connection:
            return int(connection.execute(sa.select(_erasures.c.count)).scalar_one())

    def _remembered(self) -> dict[str, str]:
        """The names remembered; none of them once somebody was erased, by whichever process.

        What was being looked up meanwhile is written to the names of before, which nobody reads any more.
        """
        now = self._clock()
        if now >= self._look_at:
            erased = self.erasures()
            if erased != self._erased or len(self._names) > MOST_NAMES:
                self._names = {}
            self._erased, self._look_at = erased, now + NAMES_KEPT_SECONDS
        return self._names

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
        with unit_of_work(self.store) as connection:
            found = connection.execute(_people.delete().where(_people.c.id == id_)).rowcount > 0
            if found:
                connection.execute(_erasures.update().values(count=_erasures.c.count + 1))
                self._write_anew(connection)
        self._names = {}
        if found and self.store.dialect.name == "sqlite":
            self._traces = True
            self.leave_no_trace()
        return found

    def _write_anew(self, connection: sa.Connection) -> None:
        """Writes the table of an SQLite file again, on pages filled with zeros.

        A row deleted there leaves zeros, but the pages to which rows were moved before, as others came and went, have copies.
        """
        if self.store.dialect.name == "sqlite":
            kept = [dict(row) for row in connection.execute(_people.select().order_by(_people.c.id)).mappings()]
            connection.execute(_people.delete())
            if kept:
                connection.execute(_people.insert(), kept)

    def leave_no_trace(self) -> bool:
        """Empties the write-ahead log of SQLite, in which the pages of before an erasure still are; says whether it did.

        Where somebody reads it just then, it is to be tried again.
        """
        if self._traces:
            with self.store.connect() as connection:
                connection.exec_driver_sql(f"PRAGMA busy_timeout = {int(READER_SECONDS * 1000)}")
                busy, _, _ = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
                connection.exec_driver_sql(f"PRAGMA busy_timeout = {LOCK_SECONDS * 1000}")
            self._traces = bool(busy)
        return not self._traces

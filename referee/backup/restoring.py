"""A copy of a whole database put back: into a file, or into a PostgreSQL database that goes on from there.

A copy has every position of the log, so that checkpoints, cursors and webhooks hold where it is put. Read models that it lacks
are built from the log when the service starts.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import psycopg
from psycopg import sql

from referee.backup.copying import tables_beside_read_models
from referee.errors import Inconsistent
from referee.evidence.signing.rotations import ADMINISTRATION
from referee.log.address import is_postgres, private_file, private_folder, sqlite_path
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.log.postgres.connections import connection_string
from referee.log.postgres.copy import POSITION, SERVER_NAMES
from referee.log.queries import LOG_TABLE
from referee.people.register import open_people
from referee.text import Text

OF_PG_DUMP = b"PGDMP"
"""First bytes of a file of `pg_dump --format=custom`."""
OF_SQLITE = b"SQLite format 3\0"
PEOPLE = "people"
TURNS = "turns"
OF_THE_HALL = {LOG_TABLE: f"originator_id <> '{ADMINISTRATION}'", PEOPLE: "true"}
"""In each table, what must not be lost. What a first start puts on record says nothing of matches."""


class RestoreCounts(msgspec.Struct, frozen=True):
    """The numbers of restored records of the log and people."""

    records: int
    people: int


def restore_database(file: Path, database: str) -> RestoreCounts:
    """Makes an empty database what a copy is: log, people, tokens, PINs, webhooks, checkpoints. The copy stays as it is.

    All of it is put back, or nothing. Tokens that the empty database had are gone: those of the copy hold.
    So are its acts of administration. Raises Inconsistent for a file that is no copy, or of a newer release, and for a
    database that has matches or people.
    """
    _require_sqlite(file)
    target = None if is_postgres(database) else sqlite_path(database)
    if target is not None:
        _require_empty_file(target)
        private_folder(target.parent)
    with TemporaryDirectory(prefix=".restore-", dir=target and target.parent) as folder:
        whole = Path(folder) / "copy.sqlite"
        _take(file, whole)
        with closing(sqlite3.connect(whole)) as source:
            if target is None:
                _into_postgres(source, database, tables_beside_read_models(Path(folder) / "tables.sqlite"))
            else:
                private_file(target)
                with closing(sqlite3.connect(target)) as destination:
                    source.backup(destination)
            return RestoreCounts(*(_count(source, table) for table in (LOG_TABLE, PEOPLE)))


def _require_sqlite(file: Path) -> None:
    with file.open("rb") as stream:
        start = stream.read(len(OF_SQLITE))
    if start.startswith(OF_PG_DUMP):
        raise Inconsistent(
            Text(
                es=f"{file.name} es de pg_dump: se devuelve con pg_restore",
                en=f"{file.name} was made by pg_dump: pg_restore puts it back",
            )
        )
    if start != OF_SQLITE:
        raise _no_copy(file)


def _require_empty_file(target: Path) -> None:
    """Raises Inconsistent for a database with records, people or tables of another program."""
    if not target.exists():
        return
    with closing(sqlite3.connect(f"{target.resolve().as_uri()}?mode=rw", uri=True)) as there:
        tables = {name for (name,) in there.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        of_others = bool(tables) and LOG_TABLE not in tables
        queries = [
            f"SELECT 1 FROM {table} WHERE {condition} LIMIT 1"
            for table, condition in OF_THE_HALL.items()
            if table in tables
        ]
        if of_others or any(there.execute(query).fetchone() for query in queries):
            raise _not_empty()


def _take(file: Path, whole: Path) -> None:
    """Copies the file whole and brings its tables up to this release. Raises Inconsistent where it is damaged or too new."""
    # Without a log of its own beside it, a copy may lie where nobody can write.
    alone = "" if file.with_name(f"{file.name}-wal").exists() else "&immutable=1"
    private_file(whole)
    try:
        with (
            closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro{alone}", uri=True)) as source,
            closing(sqlite3.connect(whole)) as copy,
        ):
            source.backup(copy)
            sound = copy.execute("PRAGMA quick_check").fetchall() == [("ok",)]
            tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master")}
    except sqlite3.DatabaseError as error:
        raise _no_copy(file) from error
    if not sound or not {LOG_TABLE, PEOPLE} <= tables:
        raise _no_copy(file)
    store = engine(str(whole))
    try:
        open_people(store)
    finally:
        store.dispose()


def _into_postgres(source: sqlite3.Connection, database: str, tables: list[str]) -> None:
    log, people = open_log(database), open_people(engine(database))
    log.close()
    people.store.dispose()
    with psycopg.connect(connection_string(database)) as target, target.cursor() as cursor:
        # Lock out writers between the check and the copy.
        names = sql.SQL(", ").join(_identifier(table) for table in tables)
        cursor.execute(sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE").format(names))
        for table, condition in OF_THE_HALL.items():
            query = sql.SQL("SELECT 1 FROM {} WHERE {} LIMIT 1").format(_identifier(table), sql.SQL(condition))
            if cursor.execute(query).fetchone():
                raise _not_empty()
        for table in tables:
            _fill(source, cursor, table)
        # Leases of processes where the copy was made mean nothing here.
        cursor.execute(sql.SQL("DELETE FROM {}").format(_identifier(TURNS)))


def _fill(source: sqlite3.Connection, cursor: psycopg.Cursor, table: str) -> None:
    position = f"rowid AS {POSITION}, " if table in SERVER_NAMES else ""
    rows = source.execute(f'SELECT {position}* FROM "{table}"')
    columns = [name for name, *_ in rows.description]
    cursor.execute(sql.SQL("DELETE FROM {}").format(_identifier(table)))
    places = sql.SQL(", ").join(map(sql.Identifier, columns))
    with cursor.copy(sql.SQL("COPY {} ({}) FROM STDIN").format(_identifier(table), places)) as copy:
        for row in rows:
            copy.write_row(row)
    for column, sequence in _counters(cursor, table, columns):
        last = sql.SQL("SELECT setval({}, max({})) FROM {}")
        cursor.execute(last.format(sql.Literal(sequence), sql.Identifier(column), _identifier(table)))


def _counters(cursor: psycopg.Cursor, table: str, columns: list[str]) -> Iterator[tuple[str, str]]:
    """Yields the columns that PostgreSQL counts up, each with its sequence."""
    for column in columns:
        row = cursor.execute(
            "SELECT pg_get_serial_sequence(%s, %s)", (SERVER_NAMES.get(table, table), column)
        ).fetchone()
        if row and row[0]:
            yield column, row[0]


def _identifier(table: str) -> sql.Identifier:
    return sql.Identifier(SERVER_NAMES.get(table, table))


def _count(connection: sqlite3.Connection, table: str) -> int:
    return int(connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0])


def _no_copy(file: Path) -> Inconsistent:
    return Inconsistent(
        Text(
            es=f"{file.name} no es una copia entera de `referee backup` ni de la página del organizador",
            en=f"{file.name} is not a whole copy made by `referee backup` or the organizer's page",
        )
    )


def _not_empty() -> Inconsistent:
    return Inconsistent(
        Text(
            es="esa base de datos ya tiene encuentros o personas; una copia se devuelve a una base vacía: nombra un fichero "
            "nuevo, o crea otra base de datos en PostgreSQL",
            en="that database already has matches or people; a copy is put into an empty database: name a new file, or create "
            "another PostgreSQL database",
        )
    )

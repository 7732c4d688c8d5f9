"""The append-only log, on the eventsourcing library: SQLite in a file, or PostgreSQL.

A stream is the log of one match (or championship), by its id; a record is one version of it. Versions are unique, so two
writers can never both append the same one; records of one `append` are stored all together or not at all. Positions count
through the whole log in the order of storing.
"""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import psycopg
from eventsourcing.application import Application
from eventsourcing.persistence import (
    IntegrityError,
    JSONTranscoder,
    Mapper,
    Notification,
    StoredEvent,
    Transcoder,
)
from eventsourcing.sqlite import SQLiteApplicationRecorder

from referee.store.address import is_postgres, need_address, private_file, sqlite_path

TABLES_LOCK = 0x7265666572656500
"""What PostgreSQL locks while tables are made: "referee" in ASCII."""
Record = StoredEvent
"""`originator_id`: the stream; `originator_version`; `topic`: the event's tag; `state`: the JSON of the entry."""


class Clash(Exception):
    """Somebody else has appended this version first."""


class _AsStored(Mapper[str]):
    """Entries come as the JSON that msgspec made of them; their readers know the types."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        stored: StoredEvent = domain_event
        return stored

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        return stored_event


class Log(Application[str]):
    """The log of one database."""

    name = "referee"

    def construct_transcoder(self) -> Transcoder:
        return JSONTranscoder()

    def construct_mapper(self) -> Mapper[str]:
        return _AsStored(self.construct_transcoder())

    @property
    def is_file(self) -> bool:
        """Whether the log is in a file of this machine."""
        return isinstance(self.recorder, SQLiteApplicationRecorder)

    def append(self, records: Sequence[Record]) -> int:
        """Stores the records, all or none, and returns the position of the last. Raises Clash."""
        try:
            positions = self.recorder.insert_events(records)
        except IntegrityError as error:
            raise Clash from error
        return positions[-1] if positions else 0

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Sequence[Record]:
        """The records of a stream, those above version `after` up to version `upto`."""
        return self.recorder.select_events(stream, gt=after or None, lte=upto)

    def follow(self, after: int, limit: int = 1000, upto: int | None = None) -> Sequence[Notification]:
        """The records of all streams above position `after`, in order of position."""
        return self.recorder.select_notifications(after, limit, stop=upto, inclusive_of_start=False)

    def position(self) -> int:
        """The position of the last record; 0 for an empty log."""
        return self.recorder.max_notification_id() or 0

    def position_of(self, stream: str, version: int) -> int | None:
        """The position of one record; None where there is none."""
        column, table, mark = self._columns()
        wanted = f"SELECT {column} FROM {table} WHERE originator_id = {mark} AND originator_version = {mark}"
        found = self._ask(wanted, (stream, version))
        return int(found[0]) if found else None

    def unplaced(self) -> tuple[str, int] | None:
        """Stream and version of a record that `all` passes over, since no position above 0 is its; None in a sound log."""
        column, table, _ = self._columns()
        wanted = "SELECT originator_id, originator_version"
        found = self._ask(f"{wanted} FROM {table} WHERE {column} IS NULL OR {column} < 1 LIMIT 1", ())
        return (str(found[0]), int(found[1])) if found else None

    def _columns(self) -> tuple[str, str, str]:
        """The column of positions, the table of the log, and how a parameter is written."""
        recorder: Any = self.recorder
        if self.is_file:
            return "rowid", recorder.events_table_name, "?"
        return "notification_id", f"{recorder.datastore.schema}.{recorder.events_table_name}", "%s"

    def _ask(self, wanted: str, values: tuple[object, ...]) -> tuple[Any, ...] | None:
        """The first row of an answer."""
        with self.recorder.datastore.transaction(commit=False) as cursor:  # type: ignore[attr-defined]
            cursor.execute(wanted, values)
            found = cursor.fetchone()
        if found is None:
            return None
        return tuple(found.values()) if isinstance(found, dict) else tuple(found)

    def all(self, upto: int | None = None) -> Iterator[Notification]:
        """Every record of the log in order of position."""
        after = 0
        while batch := self.follow(after, upto=upto):
            yield from batch
            after = batch[-1].id


def open_log(database: str) -> Log:
    """The log of a database: `postgresql://...`, `sqlite:///path`, or a file's path. Creates what is missing.

    Raises Inconsistent for an address that is none of these.
    """
    need_address(database)
    if not is_postgres(database):
        return Log(env=environment(database))
    # PostgreSQL fails one of two processes that make the same tables at once.
    with psycopg.connect(database) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (TABLES_LOCK,))
        return Log(env=environment(database))


def environment(database: str) -> dict[str, str]:
    """What the eventsourcing library has to be told to open this database."""
    if is_postgres(database):
        return _postgres(database)
    path = sqlite_path(database)
    private_file(path)
    return {
        "PERSISTENCE_MODULE": "eventsourcing.sqlite",
        "SQLITE_DBNAME": str(path),
        "SQLITE_LOCK_TIMEOUT": "15",
        "ORIGINATOR_ID_TYPE": "text",
    }


def _postgres(database: str) -> dict[str, str]:
    parts = urlsplit(database)
    asked = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": unquote(parts.path.lstrip("/")) or "postgres",
        "POSTGRES_HOST": asked.get("host") or parts.hostname or "localhost",
        "POSTGRES_PORT": str(parts.port or asked.get("port") or 5432),
        "POSTGRES_USER": unquote(parts.username or asked.get("user") or "postgres"),
        "POSTGRES_PASSWORD": unquote(parts.password or asked.get("password") or "none"),
        "POSTGRES_POOL_SIZE": "5",
        "POSTGRES_MAX_OVERFLOW": "10",
        "ORIGINATOR_ID_TYPE": "text",
    }

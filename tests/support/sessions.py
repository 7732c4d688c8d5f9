"""The sessions of a test's own database, and those that wait in it.

All processes of a run share one server, and its views list every database on it. A look at the whole view would count, or end,
the sessions of another test.
"""

from typing import LiteralString

import psycopg
from psycopg.conninfo import conninfo_to_dict

_HERE = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
_WAITING = (
    "SELECT count(*) FROM pg_locks WHERE NOT granted "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
GONE_MILLISECONDS = 10_000


def end_sessions(database: str, condition: LiteralString) -> int:
    """Ends the sessions of a database for which a condition on `pg_stat_activity` holds, and returns their number.

    They are gone when it returns.
    """
    with psycopg.connect(database, autocommit=True) as connection:
        end: LiteralString = f"SELECT pg_terminate_backend(pid, {GONE_MILLISECONDS}) {_HERE} AND ({condition})"
        return len(connection.execute(end).fetchall())


def waiting(connection: psycopg.Connection) -> int:
    """The number of sessions that wait for a lock in the database of this connection."""
    row = connection.execute(_WAITING).fetchone()
    assert row is not None
    return int(row[0])


def has_connections(maintenance: str, url: str) -> bool:
    """True if a database has connections: it cannot be copied then."""
    name = str(conninfo_to_dict(url)["dbname"])
    with psycopg.connect(maintenance) as connection:
        return bool(connection.execute("SELECT FROM pg_stat_activity WHERE datname = %s", [name]).fetchall())

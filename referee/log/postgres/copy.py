"""A copy of the rows of a PostgreSQL database in an SQLite file."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa

from referee.log.queries import LOG_TABLE, POSTGRES_LOG_TABLE

ROWS = 1000
"""Rows in memory at once."""
POSITION = "notification_id"
"""Column of positions in PostgreSQL; in an SQLite file it is `rowid`."""
SERVER_NAMES = {LOG_TABLE: POSTGRES_LOG_TABLE}
"""PostgreSQL's name of the log's table, by its name in an SQLite file."""


def copy_rows(store: sa.Engine, file: Path, tables: Sequence[str]) -> None:
    """Replaces the rows of these tables of a file by those of the server, as of one moment."""
    # One snapshot of the whole database, however long the copy takes.
    reading = store.connect().execution_options(isolation_level="REPEATABLE READ", yield_per=ROWS)
    with reading as source, closing(sqlite3.connect(file)) as copy:
        for table in tables:
            _copy_table(source, copy, table)
        copy.commit()


def _copy_table(source: sa.Connection, copy: sqlite3.Connection, table: str) -> None:
    copy.execute(f'DELETE FROM "{table}"')
    rows = source.exec_driver_sql(f'SELECT * FROM "{SERVER_NAMES.get(table, table)}"')
    names = tuple(rows.keys())
    columns = ", ".join("rowid" if name == POSITION else f'"{name}"' for name in names)
    places = ", ".join("?" * len(names))
    for some in rows.partitions():
        copy.executemany(f'INSERT INTO "{table}" ({columns}) VALUES ({places})', map(tuple, some))

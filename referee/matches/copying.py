"""A copy of a whole database as it is at one moment: an SQLite file that `referee serve` opens.

An SQLite file is copied page by page, so that positions in the log stay what they are; VACUUM may count rows differently. Of a
PostgreSQL database the rows are copied, those of the log with their positions. Its read models are not: they are built from the
log where the copy is opened.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa

from referee.log.address import private_file
from referee.log.log import open_log
from referee.log.opening.probe import LOG_TABLE, POSTGRES_LOG_TABLE
from referee.matches.commands import MatchCommands
from referee.people.register import People, engine

ROWS = 1000
"""Rows in memory at once."""
POSITION = "notification_id"
"""Column of positions in PostgreSQL; in an SQLite file it is `rowid`."""
RECORDS = {LOG_TABLE: POSTGRES_LOG_TABLE}
"""PostgreSQL's name of the log's table, by its name in an SQLite file."""


def copy_database(store: sa.Engine, file: Path) -> None:
    """Copies a database that may be in use to a file that only its owner may read. The file must not be there, or be empty."""
    private_file(file)
    if store.dialect.name == "sqlite":
        with closing(sqlite3.connect(str(store.url.database))) as source, closing(sqlite3.connect(file)) as copy:
            source.backup(copy)
    else:
        _copy_rows(store, file)


def tables_beside_read_models(file: Path) -> list[str]:
    """Makes a new database in a file, and names its tables: the log and all that the log does not say."""
    service = MatchCommands(open_log(str(file)), People(engine(str(file))))
    tables = sa.inspect(service.people.store).get_table_names()
    service.log.close()
    service.people.store.dispose()
    return tables


def _copy_rows(store: sa.Engine, file: Path) -> None:
    tables = tables_beside_read_models(file)
    # One snapshot of the whole database, however long the copy takes.
    reading = store.connect().execution_options(isolation_level="REPEATABLE READ", yield_per=ROWS)
    with reading as source, closing(sqlite3.connect(file)) as copy:
        for table in tables:
            _copy_table(source, copy, table)
        copy.commit()


def _copy_table(source: sa.Connection, copy: sqlite3.Connection, table: str) -> None:
    copy.execute(f'DELETE FROM "{table}"')
    rows = source.exec_driver_sql(f'SELECT * FROM "{RECORDS.get(table, table)}"')
    names = tuple(rows.keys())
    columns = ", ".join("rowid" if name == POSITION else f'"{name}"' for name in names)
    places = ", ".join("?" * len(names))
    for some in rows.partitions():
        copy.executemany(f'INSERT INTO "{table}" ({columns}) VALUES ({places})', map(tuple, some))

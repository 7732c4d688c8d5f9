"""Copies of deleted rows in an SQLite file, and their removal.

A deleted row leaves zeros in its place (`secure_delete`), but pages from which rows were moved before may have copies, and the
write-ahead log still has pages from before the deletion.
"""

from collections.abc import Sequence

import sqlalchemy as sa

from referee.log.sqlite.write_queue import LOCK_SECONDS, write_queue_at
from referee.log.timeouts.failures import FAILURES, is_outage

READER_SECONDS = 0.5
"""Seconds that the emptying of the write-ahead log waits for readers."""


class FileScrubber:
    """Removes the copies of the deleted rows of some tables."""

    def __init__(self, store: sa.Engine, tables: Sequence[sa.Table]) -> None:
        self._store = store
        self._tables = tables
        self._in_journal = True
        """A process that was killed may have left pages in the write-ahead log."""
        self._in_pages = False

    @property
    def is_needed(self) -> bool:
        """True if there may be copies."""
        return self._in_journal

    def note_deletion(self) -> None:
        """Records that rows were deleted."""
        self._in_journal = self._in_pages = True

    def scrub(self) -> bool:
        """Rewrites the tables and empties the write-ahead log. Returns False if a reader or a writer was in the way."""
        if self._in_pages:
            try:
                self._rewrite()
            except FAILURES as error:
                if is_outage(error):
                    return False
                raise
            self._in_pages = False
        if self._in_journal:
            self._in_journal = not self._empty_journal()
        return not self._in_journal

    def _rewrite(self) -> None:
        """Writes the tables again, in order of id, on pages filled with zeros."""
        with self._store.connect() as connection, write_queue_at(str(self._store.url.database)).hold():
            # Locked before it is read: a row that is inserted meanwhile waits, and is not lost.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            for table in self._tables:
                rows = [dict(row) for row in connection.execute(table.select().order_by(table.c.id)).mappings()]
                connection.execute(table.delete())
                if rows:
                    connection.execute(table.insert(), rows)
            connection.commit()

    def _empty_journal(self) -> bool:
        with self._store.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {int(READER_SECONDS * 1000)}")
            busy, _, _ = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {LOCK_SECONDS * 1000}")
        return not busy

"""A commit whose outcome can be found out if its answer is lost.

Each transaction writes a random mark into a table. The search for a mark tries to insert it: that waits for a transaction which
is still running, and blocks one which arrives later.
"""

from datetime import timedelta
from secrets import token_urlsafe

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from referee.errors import Unavailable
from referee.log.postgres.connections import SYNC_BARRIER
from referee.log.tables import WRITE_MARKS
from referee.log.timeouts.failures import FAILURES, is_outage

MARK_BYTES = 16
KEPT_HOURS = 1
"""Lifetime of a mark: far longer than any search for it."""
FORGOTTEN = 100
"""Most old marks that one transaction deletes."""
LOOKS = 3
"""Tries to look for a mark."""


def marked_commit(store: sa.Engine, connection: sa.Connection) -> None:
    """Commits the transaction of a connection.

    Raises Unavailable if the answer is lost: `stored` is "no" if nothing was stored, "unknown" if the server could not be asked.
    """
    mark = token_urlsafe(MARK_BYTES)
    _insert_mark(connection, mark)
    try:
        connection.commit()
    except FAILURES as error:
        if not is_outage(error):
            raise
        connection.invalidate(error)
        if not _was_stored(store, mark, error):
            raise Unavailable(stored="no") from error


def _was_stored(store: sa.Engine, mark: str, cause: Exception) -> bool:
    """True if the transaction of this mark was stored; if not, it never will be. Raises Unavailable."""
    for _ in range(LOOKS):
        try:
            with store.begin() as connection:
                exists = not _insert_mark(connection, mark)
                if exists:
                    # It may be on this server only: acknowledge it once the standbys have it.
                    connection.exec_driver_sql(SYNC_BARRIER)
                return exists
        except FAILURES as error:
            if not is_outage(error):
                raise
    raise Unavailable(stored="unknown") from cause


def _insert_mark(connection: sa.Connection, mark: str) -> bool:
    """Inserts a mark, and deletes some old ones. Returns False if the mark existed already."""
    old = sa.select(WRITE_MARKS.c.mark).where(WRITE_MARKS.c.at < sa.func.now() - timedelta(hours=KEPT_HOURS))
    connection.execute(
        WRITE_MARKS.delete().where(WRITE_MARKS.c.mark.in_(old.limit(FORGOTTEN).with_for_update(skip_locked=True)))
    )
    new = insert(WRITE_MARKS).values(mark=mark, at=sa.func.now()).on_conflict_do_nothing()
    return connection.execute(new.returning(WRITE_MARKS.c.mark)).first() is not None

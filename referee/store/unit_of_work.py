"""One transaction on the tables beside the log, which ends stored, not stored, or in an Unavailable that says what is known.

On PostgreSQL every one leaves a mark by chance in a table, in the same transaction. When the answer to its COMMIT is lost, the
mark says what became of it. Who looks for the mark tries to leave it: that waits for a transaction that is still at it, and keeps
one that never arrived from arriving later.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from secrets import token_urlsafe

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from referee.errors import Unavailable
from referee.store import request_flags
from referee.store.dry_run import is_dry_run
from referee.store.sqlite import write_turn
from referee.store.sync_barrier import SYNC_BARRIER
from referee.store.timeouts.failures import FAILURES, is_outage

MARK_BYTES = 16
KEPT_HOURS = 1
"""How long a mark is kept: far longer than anybody looks for it."""
FORGOTTEN = 100
"""The most old marks that one transaction deletes."""
LOOKS = 3
"""How often a mark is looked for."""
_marks = sa.Table(
    "write_marks",
    sa.MetaData(),
    sa.Column("mark", sa.String(32), primary_key=True),
    sa.Column("at", sa.DateTime(timezone=True), nullable=False, index=True),
)


@contextmanager
def unit_of_work(store: sa.Engine) -> Iterator[sa.Connection]:
    """A transaction that is committed at the end of the block, and rolled back when the block raises and in a rehearsal.

    Raises Unavailable: `stored` is "no" where nothing can have been stored, "unknown" where the database could not be asked.
    """
    mark = token_urlsafe(MARK_BYTES)
    try:
        with store.connect() as connection, write_turn(connection):
            yield connection
            if is_dry_run():
                connection.rollback()
                return
            if connection.dialect.name == "postgresql":
                _leave(connection, mark)
            _commit(store, connection, mark)
    except FAILURES as error:
        if is_outage(error):
            raise Unavailable(stored="no") from error
        raise
    request_flags.STORED.set()


def _commit(store: sa.Engine, connection: sa.Connection, mark: str) -> None:
    try:
        connection.commit()
    except FAILURES as error:
        if connection.dialect.name != "postgresql" or not is_outage(error):
            raise
        connection.invalidate(error)
        if not _was_stored(store, mark, error):
            raise Unavailable(stored="no") from error


def _was_stored(store: sa.Engine, mark: str, lost: Exception) -> bool:
    """Whether the transaction of this mark was stored; if not, it never will be. Raises Unavailable."""
    for _ in range(LOOKS):
        try:
            with store.begin() as connection:
                stored = not _leave(connection, mark)
                if stored:
                    # It may be here only, and is nobody's to acknowledge before the standbys have it.
                    connection.exec_driver_sql(SYNC_BARRIER)
                return stored
        except FAILURES as error:
            if not is_outage(error):
                raise
    raise Unavailable(stored="unknown") from lost


def _leave(connection: sa.Connection, mark: str) -> bool:
    """Leaves a mark, and forgets some old ones. Says whether it was not there yet."""
    old = sa.select(_marks.c.mark).where(_marks.c.at < sa.func.now() - timedelta(hours=KEPT_HOURS))
    connection.execute(_marks.delete().where(_marks.c.mark.in_(old.limit(FORGOTTEN).with_for_update(skip_locked=True))))
    new = insert(_marks).values(mark=mark, at=sa.func.now()).on_conflict_do_nothing()
    return connection.execute(new.returning(_marks.c.mark)).first() is not None

"""A transaction on the tables beside the log. It ends stored, not stored, or in an Unavailable that says what is known."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

import sqlalchemy as sa

from referee.errors import Unavailable
from referee.log.backend import backend_of
from referee.log.timeouts.failures import FAILURES, is_outage
from referee.work import STORED

ROLLS_BACK = "rolls_back"
"""Option of an engine: its units of work are rolled back, as nothing of a dry run is stored."""


@contextmanager
def unit_of_work(store: sa.Engine) -> Iterator[sa.Connection]:
    """Runs the block in a transaction: commits at its end, rolls back if it raises, and on an engine that rolls back.

    Raises Unavailable: `stored` is "no" if nothing can have been stored, "unknown" if the database could not be asked.
    """
    backend = backend_of(store)
    try:
        with store.connect() as connection, backend.write_turn(store):
            yield connection
            if ROLLS_BACK in store.get_execution_options():
                connection.rollback()
                return
            backend.commit(store, connection)
    except FAILURES as error:
        if is_outage(error):
            raise Unavailable(stored="no") from error
        raise
    STORED.set()


def write_turn(store: sa.Engine) -> AbstractContextManager[None]:
    """Runs the block when it is its turn to write to a store. Raises OperationalError like `WriteQueue.hold`.

    Open the connection first, so that the holder of the turn never waits for one.
    """
    return backend_of(store).write_turn(store)

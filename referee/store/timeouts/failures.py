"""How a database fails that cannot be reached or does not answer, told apart from one that answers with an error."""

import sqlite3

import eventsourcing.persistence as log_errors
import sqlalchemy.exc as table_errors
from psycopg.errors import DeadlockDetected, LockNotAvailable, ReadOnlySqlTransaction, SerializationFailure

FAILURES: tuple[type[Exception], ...] = (
    log_errors.DatabaseError,
    log_errors.InterfaceError,
    table_errors.DBAPIError,
    table_errors.TimeoutError,
)
"""What the two libraries raise when a database fails in any way."""
_LOST = (
    log_errors.OperationalError,
    log_errors.InterfaceError,
    table_errors.OperationalError,
    table_errors.InterfaceError,
    table_errors.TimeoutError,
)


def is_outage(error: BaseException) -> bool:
    """Whether the database did not answer, or takes no writes now: trying again later may help."""
    cause = driver_error(error)
    if isinstance(cause, sqlite3.OperationalError):
        # SQLITE_ERROR is an answer: a table that is missing, a statement that is wrong.
        return cause.sqlite_errorcode != sqlite3.SQLITE_ERROR
    return isinstance(error, _LOST) or isinstance(cause, ReadOnlySqlTransaction)


def is_contention(error: BaseException) -> bool:
    """Whether another writer was in the way: the same may succeed when tried again at once."""
    cause = driver_error(error)
    if isinstance(cause, sqlite3.OperationalError):
        return cause.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return isinstance(cause, SerializationFailure | DeadlockDetected | LockNotAvailable)


def name_of(error: BaseException) -> str:
    """What the driver calls a failure, as `SQLITE_READONLY` or `ConnectionTimeout`: no address, no data."""
    cause = driver_error(error) or error
    return str(getattr(cause, "sqlite_errorname", type(cause).__name__))


def driver_error(error: BaseException) -> BaseException | None:
    """What the database's driver raised, where a library raised this because of it."""
    return error.orig if isinstance(error, table_errors.DBAPIError) else error.__cause__

"""Kinds of database failures: outages (no connection, no answer) as opposed to errors that the database answers."""

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
"""Exceptions of the two libraries for any failure of a database."""
_LOST = (
    log_errors.OperationalError,
    log_errors.InterfaceError,
    table_errors.OperationalError,
    table_errors.InterfaceError,
    table_errors.TimeoutError,
)


def is_outage(error: BaseException) -> bool:
    """True if the database did not answer, or takes no writes now: a later retry may succeed."""
    cause = driver_error(error)
    if isinstance(cause, sqlite3.OperationalError):
        # SQLITE_ERROR is an answer: a table that is missing, a statement that is wrong.
        return cause.sqlite_errorcode != sqlite3.SQLITE_ERROR
    return isinstance(error, _LOST) or isinstance(cause, ReadOnlySqlTransaction)


def is_contention(error: BaseException) -> bool:
    """True if another writer was in the way: an immediate retry may succeed."""
    cause = driver_error(error)
    if isinstance(cause, sqlite3.OperationalError):
        return cause.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return isinstance(cause, SerializationFailure | DeadlockDetected | LockNotAvailable)


def name_of(error: BaseException) -> str:
    """Returns the driver's name of a failure, as `SQLITE_READONLY` or `ConnectionTimeout`: no address, no data."""
    cause = driver_error(error) or error
    return str(getattr(cause, "sqlite_errorname", type(cause).__name__))


def driver_error(error: BaseException) -> BaseException | None:
    """Returns the exception of the database's driver that caused a library's exception; None without one."""
    return error.orig if isinstance(error, table_errors.DBAPIError) else error.__cause__

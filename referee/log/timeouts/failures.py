"""Kinds of database failures: outages (no connection, no answer) as opposed to errors that the database answers."""

import sqlite3

import eventsourcing.persistence as log_errors
import sqlalchemy.exc as table_errors

FAILURES: tuple[type[Exception], ...] = (
    log_errors.DatabaseError,
    log_errors.InterfaceError,
    table_errors.DBAPIError,
    table_errors.TimeoutError,
)
"""Exceptions of the two libraries for any failure of a database."""
READS_ONLY = "25006"
"""SQLSTATE of a write to a server that takes none: read_only_sql_transaction. The server's errors are known by these codes
(https://www.postgresql.org/docs/current/errcodes-appendix.html), so that its driver is loaded for servers alone.
"""
IN_THE_WAY = frozenset({"40001", "40P01", "55P03"})
"""SQLSTATE of serialization_failure, deadlock_detected, lock_not_available."""
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
    return isinstance(error, _LOST) or _sqlstate(cause) == READS_ONLY


def is_contention(error: BaseException) -> bool:
    """True if another writer was in the way: an immediate retry may succeed."""
    cause = driver_error(error)
    if isinstance(cause, sqlite3.OperationalError):
        return cause.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return _sqlstate(cause) in IN_THE_WAY


def server_failures() -> tuple[type[Exception], ...]:
    """Returns the exceptions of a connection to a server that is used without a library."""
    import psycopg

    return psycopg.Error, OSError


def name_of(error: BaseException) -> str:
    """Returns the driver's name of a failure, as `SQLITE_READONLY` or `ConnectionTimeout`: no address, no data."""
    cause = driver_error(error) or error
    return str(getattr(cause, "sqlite_errorname", type(cause).__name__))


def driver_error(error: BaseException) -> BaseException | None:
    """Returns the exception of the database's driver that caused a library's exception; None without one."""
    return error.orig if isinstance(error, table_errors.DBAPIError) else error.__cause__


def _sqlstate(cause: BaseException | None) -> str | None:
    """Returns the code of a server's error; None for any other exception."""
    code = getattr(cause, "sqlstate", None)
    return code if isinstance(code, str) else None

"""Connections to a standby: a server that follows the one that writes, and answers reads.

Nobody has to wait for it: whoever asks has the other one. So it is given little time, and what it is silent about says nothing
of the server that writes.

An address may lead to several, one connection to this and one to that: none of them answers with less than another has told.
"""

from time import monotonic, sleep
from typing import Any

import psycopg
import sqlalchemy as sa
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

from referee.store.log import NO_TABLES, Log, environment
from referee.store.pooler_check import require_session
from referee.store.postgres import INTERVAL, READ_ONLY, Datastore, connection_string

ANSWER_SECONDS = 1.0
"""How long it may take to answer. What it has not answered by then is asked of the other one, within the time of a request."""
CONNECTIONS = 5
BEHIND_SECONDS = 0.5
"""How long a standby has to come as far as another is that the same address leads to: mostly it is a moment behind."""
LOOK_SECONDS = 0.02


class StandbyConnection(psycopg.Connection[Any]):
    """A connection that is closed where the standby does not answer in time."""

    def wait(self, gen: PQGen[Any], interval: float = INTERVAL, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, timeout or ANSWER_SECONDS)
        except psycopg.OperationalError:
            if timeout is None and self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise


def standby_engine(database: str) -> sa.Engine:
    """The SQLAlchemy engine of a standby. Its errors say which statement failed, never with what."""
    address = connection_string(database)
    store = sa.create_engine(
        "postgresql+psycopg://",
        hide_parameters=True,
        pool_pre_ping=True,
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_timeout=ANSWER_SECONDS,
    )

    def connect(_dialect: Any, _record: Any, _given: Any, named: dict[str, Any]) -> StandbyConnection:
        return StandbyConnection.connect(address, **named)

    sa.event.listen(store, "do_connect", connect)
    return store


def standby_log(database: str) -> Log:
    """The log as a standby has it, for reading only.

    Raises Inconsistent for an address that leads to a pooler which does not keep sessions, psycopg.Error where there is none.
    """
    require_session(connection_string(database))
    return Log(environment(database) | NO_TABLES | {READ_ONLY: "1"}, takes_writes=False)


def require_as_recent(log: Log, store: sa.Engine) -> None:
    """Has nothing be read, of the log or beside it, of a standby that has less than was told of this log by another one of the
    same address. Who would read it is told that the database does not answer, unless another connection leads elsewhere.
    """

    def require_recent_log(connection: psycopg.Connection[Any]) -> None:
        try:
            _require_recent(log, connection)
        except psycopg.OperationalError:
            # The pool makes another one, which may lead to another server.
            connection.close()
            raise

    def require_recent_tables(connection: psycopg.Connection[Any], _record: Any, _given: Any) -> None:
        try:
            _require_recent(log, connection)
            connection.rollback()
        except psycopg.OperationalError as error:
            # The pool lets go of a connection that could not be given away.
            raise sa.exc.OperationalError(str(error), None, error) from error

    datastore: Datastore = log.recorder.datastore  # type: ignore[attr-defined]
    datastore.require_recent = require_recent_log
    sa.event.listen(store, "checkout", require_recent_tables)


def _require_recent(log: Log, connection: psycopg.Connection[Any]) -> None:
    """Waits a moment for a server to have what is known of its log. Raises psycopg.OperationalError where it has it not then."""
    until = monotonic() + BEHIND_SECONDS
    while _number(connection.execute(log.position_query).fetchone()) < log.known_position:
        if monotonic() > until:
            raise psycopg.OperationalError("the standby has less than another one has told")
        sleep(LOOK_SECONDS)


def _number(row: Any) -> int:
    return int(next(iter(row.values() if isinstance(row, dict) else row)))


def takes_writes(database: str) -> bool:
    """Whether a server takes writes now. Raises psycopg.Error where it does not answer."""
    with psycopg.connect(connection_string(database)) as connection:
        return connection.execute("SHOW transaction_read_only").fetchone() == ("off",)

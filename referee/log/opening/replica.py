"""Connections to a standby: a server that follows the primary, and answers reads.

Its timeouts are short, since the primary can answer instead, and its outages say nothing of the health of the primary.

One address may lead to several standbys: none of them answers with an older state than another one has reported.
"""

from time import monotonic, sleep
from typing import Any

import psycopg
import sqlalchemy as sa
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

from referee.log.log import NO_TABLES, DatabaseLog, Log, environment
from referee.log.postgres.connections import INTERVAL, connection_string
from referee.log.postgres.pool import Datastore
from referee.log.postgres.pooler_check import require_session
from referee.log.postgres.recorder import READ_ONLY

ANSWER_SECONDS = 1.0
"""Timeout of an answer: it leaves time to ask the primary within the time of a request."""
CONNECTIONS = 5
BEHIND_SECONDS = 0.5
"""Time for a standby to catch up with another one of the same address: mostly it is a moment behind."""
LOOK_SECONDS = 0.02


class StandbyConnection(psycopg.Connection[Any]):
    """A connection that closes itself if the standby does not answer in time."""

    def wait(self, gen: PQGen[Any], interval: float = INTERVAL, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, timeout or ANSWER_SECONDS)
        except psycopg.OperationalError:
            if timeout is None and self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise


def standby_engine(database: str) -> sa.Engine:
    """Returns the SQLAlchemy engine of a standby. Its errors name the failed statement, never its parameters."""
    address = connection_string(database)
    store = sa.create_engine(
        "postgresql+psycopg://",
        hide_parameters=True,
        pool_pre_ping=True,
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_timeout=ANSWER_SECONDS,
    )

    def connect(_dialect: Any, _record: Any, _arguments: Any, options: dict[str, Any]) -> StandbyConnection:
        return StandbyConnection.connect(address, **options)

    sa.event.listen(store, "do_connect", connect)
    return store


def standby_log(database: str) -> Log:
    """Opens the log of a standby, read-only.

    Raises Inconsistent if the address leads to a pooler that does not keep sessions, psycopg.Error if no connection can be made.
    """
    require_session(connection_string(database))
    return DatabaseLog(environment(database) | NO_TABLES | {READ_ONLY: "1"}, takes_writes=False)


def require_as_recent(log: Log, store: sa.Engine) -> None:
    """Rejects connections, of the log and of the tables, to a standby that is behind another one of the same address.

    A read then fails as if the database did not answer, unless a new connection leads to another standby.
    """

    def require_recent_log(connection: psycopg.Connection[Any]) -> None:
        try:
            _require_recent(log, connection)
        except psycopg.OperationalError:
            # The pool replaces it, and the new connection may lead to another server.
            connection.close()
            raise

    def require_recent_tables(connection: psycopg.Connection[Any], _record: Any, _proxy: Any) -> None:
        try:
            _require_recent(log, connection)
            connection.rollback()
        except psycopg.OperationalError as error:
            # The pool discards a connection whose checkout failed.
            raise sa.exc.OperationalError(str(error), None, error) from error

    datastore: Datastore = log.recorder.datastore  # type: ignore[attr-defined]
    datastore.require_recent = require_recent_log
    sa.event.listen(store, "checkout", require_recent_tables)


def _require_recent(log: Log, connection: psycopg.Connection[Any]) -> None:
    """Waits a moment for a server to reach the known position. Raises psycopg.OperationalError if it does not."""
    until = monotonic() + BEHIND_SECONDS
    while _number(connection.execute(log.position_query).fetchone()) < log.known_position:
        if monotonic() > until:
            raise psycopg.OperationalError("the standby has less than another one has told")
        sleep(LOOK_SECONDS)


def _number(row: Any) -> int:
    return int(next(iter(row.values() if isinstance(row, dict) else row)))


def takes_writes(database: str) -> bool:
    """True if a server takes writes now. Raises psycopg.Error if it does not answer."""
    with psycopg.connect(connection_string(database)) as connection:
        return connection.execute("SHOW transaction_read_only").fetchone() == ("off",)

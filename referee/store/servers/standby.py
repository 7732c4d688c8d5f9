"""Connections to a standby: a server that follows the one that writes, and answers reads.

Nobody has to wait for it: whoever asks has the other one. So it is given little time, and what it is silent about says nothing
of the server that writes.
"""

from typing import Any

import psycopg
import sqlalchemy as sa
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

from referee.store.log import NO_TABLES, Log, environment
from referee.store.postgres import INTERVAL, READ_ONLY, connection_string
from referee.store.servers.sessions import need_session

ANSWER_SECONDS = 1.0
"""How long it may take to answer. What it has not answered by then is asked of the other one, within the time of a request."""
CONNECTIONS = 5


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
    need_session(connection_string(database))
    return Log(environment(database) | NO_TABLES | {READ_ONLY: "1"}, takes_writes=False)


def takes_writes(database: str) -> bool:
    """Whether a server takes writes now. Raises psycopg.Error where it does not answer."""
    with psycopg.connect(connection_string(database)) as connection:
        return connection.execute("SHOW transaction_read_only").fetchone() == ("off",)

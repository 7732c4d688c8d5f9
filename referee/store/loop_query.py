"""One statement that is asked of PostgreSQL again and again from the event loop, without a thread.

It takes a third of the CPU time of the way to a thread and back, measured with a look at the position of the log. The calls
are those of libpq (https://www.postgresql.org/docs/current/libpq-async.html).
"""

import asyncio

import psycopg
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult

ANSWER_SECONDS = 2.0
"""How long an answer is awaited: the other way to ask waits longer."""
_NAME = b"asked"
Row = tuple[str, ...]


class LoopQuery:
    """A connection of its own for the statement, made when it is first asked for, and again after it broke.

    One answer at a time. Whoever asks while an answer is awaited, or after a failure, asks in another way.
    """

    def __init__(self, address: str, statement: str) -> None:
        self._address = address
        self._statement = statement
        self._connection: psycopg.Connection | None = None
        self._socket = -1
        self._loop: asyncio.AbstractEventLoop | None = None
        self._answer: asyncio.Future[list[Row]] | None = None
        self._results: list[PGresult] = []

    async def ask(self, value: str) -> list[Row]:
        """The rows of the answer, as text; `value` is the statement's parameter.

        Raises psycopg.Error, and TimeoutError where the server does not answer in time: the next call connects again.
        """
        if self._connection is None or self._loop is not asyncio.get_running_loop():
            await self._connect()
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await self._sent(value)
        except BaseException:
            # What the connection is doing is not known: nobody may take its answer for another one's.
            self.close()
            raise

    def close(self) -> None:
        """Lets go of the connection."""
        if self._connection is not None:
            if self._loop is not None and not self._loop.is_closed():
                # A connection that broke does not say any more which socket it had.
                self._loop.remove_reader(self._socket)
            self._connection.close()
        self._connection = None

    async def _connect(self) -> None:
        self.close()
        connection = await asyncio.to_thread(self._prepared)
        self._connection, self._loop = connection, asyncio.get_running_loop()
        self._socket = connection.fileno()
        self._loop.add_reader(self._socket, self._read)

    def _prepared(self) -> psycopg.Connection:
        """A new connection that knows the statement."""
        connection = psycopg.connect(self._address, autocommit=True)
        _need(connection.pgconn.prepare(_NAME, self._statement.encode()), ExecStatus.COMMAND_OK)
        return connection

    async def _sent(self, value: str) -> list[Row]:
        assert self._connection is not None
        self._answer, self._results = asyncio.get_running_loop().create_future(), []
        self._connection.pgconn.send_query_prepared(_NAME, [value.encode()])
        return await self._answer

    def _read(self) -> None:
        """Takes what the server sent, and gives the answer once it is whole."""
        assert self._connection is not None
        line, answer = self._connection.pgconn, self._answer
        try:
            line.consume_input()
            while answer is not None and not answer.done() and not line.is_busy():
                result = line.get_result()
                if result is None:
                    answer.set_result(_rows(self._results))
                else:
                    self._results.append(result)
        except psycopg.Error as error:
            self.close()
            if answer is not None and not answer.done():
                answer.set_exception(error)


def _rows(results: list[PGresult]) -> list[Row]:
    [result] = results
    _need(result, ExecStatus.TUPLES_OK)
    columns = range(result.nfields)
    return [
        tuple((result.get_value(row, column) or b"").decode() for column in columns) for row in range(result.ntuples)
    ]


def _need(result: PGresult, status: ExecStatus) -> None:
    """Raises psycopg.OperationalError for an answer that is none."""
    if result.status != status:
        raise psycopg.OperationalError((result.error_message or b"").decode(errors="replace"))

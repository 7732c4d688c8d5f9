"""A connection to PostgreSQL for the event loop, which awaits its answers without a thread.

A switch to a thread and back costs more than many statements do. The calls are those of libpq
(https://www.postgresql.org/docs/current/libpq-async.html).
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import psycopg
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult

TEXT, BINARY = 0, 1
"""Formats of a parameter in libpq."""
InThread = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Runs a call in a thread that may wait for the database, and returns its result."""


class AsyncConnection:
    """A connection made by `connect` at its first use, and again after a failure. It runs one query at a time.

    It keeps every statement prepared, so use it for few statements. Send no query while an answer is awaited.
    """

    def __init__(self, connect: Callable[[], psycopg.Connection]) -> None:
        self._connect = connect
        self._connection: psycopg.Connection | None = None
        self._socket = -1
        self._loop: asyncio.AbstractEventLoop | None = None
        self._statement_names: dict[bytes, bytes] = {}
        """Names of the statements that the server has prepared."""
        self._answer: asyncio.Future[PGresult] | None = None
        self._result: PGresult | None = None

    async def open(self, in_thread: InThread = asyncio.to_thread) -> None:
        """Connects in the running loop, unless it is connected. Raises psycopg.Error if that fails."""
        loop = asyncio.get_running_loop()
        if self._connection is not None and self._loop is loop:
            return
        self.close()
        connection = await in_thread(self._connect)
        # Data that does not fit into the socket is sent when there is room: the loop must not block on it.
        connection.pgconn.nonblocking = 1
        self._connection, self._loop, self._statement_names = connection, loop, {}
        self._socket = connection.fileno()
        loop.add_reader(self._socket, self._read)

    async def ask(self, statement: bytes, values: Sequence[bytes], formats: Sequence[int], seconds: float) -> PGresult:
        """Returns the server's answer to a statement with these values, also a refusal.

        Raises psycopg.Error, or TimeoutError if there is no answer in time. Either closes the connection.
        """
        try:
            await self.open()
            async with asyncio.timeout(seconds):
                name = self._statement_names.get(statement) or await self._prepare(statement)
                return await self._exchange(lambda line: line.send_query_prepared(name, values, formats))
        except BaseException:
            # The connection may still get this answer, which must not be taken for that of another query.
            self.close()
            raise

    def close(self) -> None:
        """Closes the connection."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        if self._loop is not None and not self._loop.is_closed():
            # A broken connection no longer knows its socket.
            self._loop.remove_reader(self._socket)
            self._loop.remove_writer(self._socket)
        connection.close()

    async def _prepare(self, statement: bytes) -> bytes:
        name = b"asked %d" % len(self._statement_names)
        require_status(await self._exchange(lambda line: line.send_prepare(name, statement)), ExecStatus.COMMAND_OK)
        self._statement_names[statement] = name
        return name

    async def _exchange(self, send: Callable[[psycopg.pq.abc.PGconn], None]) -> PGresult:
        if self._connection is None or self._loop is None:
            raise psycopg.OperationalError("the connection broke")
        self._answer, self._result = self._loop.create_future(), None
        send(self._connection.pgconn)
        self._send_on()
        return await self._answer

    def _send_on(self) -> None:
        """Sends pending data, as far as the socket has room."""
        if self._connection is None or self._loop is None:
            return
        if self._connection.pgconn.flush():
            self._loop.add_writer(self._socket, self._room)

    def _room(self) -> None:
        """Sends the rest, now that the socket has room."""
        assert self._loop is not None
        self._loop.remove_writer(self._socket)
        try:
            self._send_on()
        except psycopg.Error as error:
            self._broke(error)

    def _read(self) -> None:
        """Reads data of the server, and delivers the answer once it is complete."""
        assert self._connection is not None
        line = self._connection.pgconn
        try:
            line.consume_input()
            while self._answer is not None and not line.is_busy():
                result = line.get_result()
                if result is not None:
                    self._result = result
                    continue
                answer, self._answer = self._answer, None
                if not answer.done():
                    assert self._result is not None
                    answer.set_result(self._result)
        except psycopg.Error as error:
            self._broke(error)

    def _broke(self, error: psycopg.Error) -> None:
        self.close()
        answer, self._answer = self._answer, None
        if answer is not None and not answer.done():
            answer.set_exception(error)


def require_status(result: PGresult, status: ExecStatus) -> None:
    """Raises psycopg.OperationalError if an answer has another status."""
    if result.status != status:
        raise psycopg.OperationalError((result.error_message or b"").decode(errors="replace"))

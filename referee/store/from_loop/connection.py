"""A connection to PostgreSQL whose answers the event loop awaits by itself, without a thread.

The way to a thread and back costs more than many a statement does. The calls are those of libpq
(https://www.postgresql.org/docs/current/libpq-async.html).
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import psycopg
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult

TEXT, BINARY = 0, 1
"""How libpq is given a value."""
InThread = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Gives what a call gives, made in a thread that may wait for the database."""


class AsyncConnection:
    """One connection, made by `connect` when it is first needed, and again after it broke; one answer at a time.

    It knows every statement that it was asked, so there are to be few of them. Nobody asks while an answer is awaited.
    """

    def __init__(self, connect: Callable[[], psycopg.Connection]) -> None:
        self._connect = connect
        self._connection: psycopg.Connection | None = None
        self._socket = -1
        self._loop: asyncio.AbstractEventLoop | None = None
        self._known: dict[bytes, bytes] = {}
        """The names of the statements that the server has prepared."""
        self._answer: asyncio.Future[PGresult] | None = None
        self._result: PGresult | None = None

    async def open(self, in_thread: InThread = asyncio.to_thread) -> None:
        """Has a connection, in the loop that runs now. Raises psycopg.Error where none can be made."""
        loop = asyncio.get_running_loop()
        if self._connection is not None and self._loop is loop:
            return
        self.close()
        connection = await in_thread(self._connect)
        # What does not fit into the socket is sent on when there is room: nobody waits for that.
        connection.pgconn.nonblocking = 1
        self._connection, self._loop, self._known = connection, loop, {}
        self._socket = connection.fileno()
        loop.add_reader(self._socket, self._read)

    async def ask(self, statement: bytes, values: Sequence[bytes], formats: Sequence[int], seconds: float) -> PGresult:
        """What the server answers to a statement with these values: also that it refuses it.

        Raises psycopg.Error, and TimeoutError where it does not answer in time; then the connection is gone.
        """
        try:
            await self.open()
            async with asyncio.timeout(seconds):
                name = self._known.get(statement) or await self._prepared(statement)
                return await self._answered(lambda line: line.send_query_prepared(name, values, formats))
        except BaseException:
            # What the connection is doing is not known: nobody may take its answer for another one's.
            self.close()
            raise

    def close(self) -> None:
        """Lets go of the connection."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        if self._loop is not None and not self._loop.is_closed():
            # A connection that broke does not say any more which socket it had.
            self._loop.remove_reader(self._socket)
            self._loop.remove_writer(self._socket)
        connection.close()

    async def _prepared(self, statement: bytes) -> bytes:
        name = b"asked %d" % len(self._known)
        require_status(await self._answered(lambda line: line.send_prepare(name, statement)), ExecStatus.COMMAND_OK)
        self._known[statement] = name
        return name

    async def _answered(self, send: Callable[[psycopg.pq.abc.PGconn], None]) -> PGresult:
        if self._connection is None or self._loop is None:
            raise psycopg.OperationalError("the connection broke")
        self._answer, self._result = self._loop.create_future(), None
        send(self._connection.pgconn)
        self._send_on()
        return await self._answer

    def _send_on(self) -> None:
        """Sends what is still to be sent, as far as there is room."""
        if self._connection is None or self._loop is None:
            return
        if self._connection.pgconn.flush():
            self._loop.add_writer(self._socket, self._room)

    def _room(self) -> None:
        """There is room for what is still to be sent."""
        assert self._loop is not None
        self._loop.remove_writer(self._socket)
        try:
            self._send_on()
        except psycopg.Error as error:
            self._broke(error)

    def _read(self) -> None:
        """Takes what the server sent, and gives the answer once it is whole."""
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
    """Raises psycopg.OperationalError for an answer that is none."""
    if result.status != status:
        raise psycopg.OperationalError((result.error_message or b"").decode(errors="replace"))

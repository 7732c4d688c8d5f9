"""One client's connection: HTTP/1.1 as uvicorn speaks it, with an end to what it waits for and to what it keeps.

The head of a request has a size and a time: who sends one without end, or a byte now and then, would hold memory and a place
that others wait for (CWE-400). Bodies have limits of their own, which answer in words (`api.http.bodies`).
"""

from asyncio import CancelledError, TimerHandle
from typing import Any, Final

from uvicorn.protocols.http.flow_control import service_unavailable
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from api.http.bodies import WHOLE
from api.observing.unread import NotRead
from api.server.crowded import refuse_connection
from api.server.whole import length_of, send_whole

HEAD_BYTES: Final = 65_536
"""Of a request line and its headers together. A browser sends less than a tenth of it."""
HEAD_SECONDS: Final = 30.0
"""From the first byte of a head, and before it from the beginning of a connection, to its last."""
LAST_SECONDS: Final = 1.0
"""How long somebody who has just come in is heard, as the server ends."""
_TOO_LARGE: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Connection(HttpToolsProtocol):
    """A connection of one client, from its first byte to its last."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head_bytes = 0
        """What has come of a head that is not whole."""
        self._is_in_head = True
        self._has_ended = False
        """Whether a request has ended in what was just read: how much of the rest is a head is not known."""
        self._head_timer: TimerHandle | None = None
        self._is_last = False
        """Whether the next request is the last one, as the server ends."""

    def connection_made(self, transport: Any) -> None:
        """Waits for the first head."""
        super().connection_made(transport)
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Waits for nothing more."""
        self._end_wait()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Reads what has come. A head that does not end in time, or at all, ends the connection."""
        super().data_received(data)
        if self._is_in_head and not self._has_ended:
            self._need_an_end(len(data))
        elif self._head_timer:
            self._end_wait()
        self._has_ended = False

    def on_headers_complete(self) -> None:
        """The head is whole; its body follows."""
        self._is_in_head, self._head_bytes = False, 0
        super().on_headers_complete()
        if self._is_last:
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        """The request is whole; what follows is the head of the next one."""
        super().on_message_complete()
        self._is_in_head = self._has_ended = True
        self.scope[WHOLE] = True  # type: ignore[literal-required]

    def shutdown(self) -> None:
        """The server ends. What is being answered has its time, but not a stream of events: its reader goes on elsewhere.

        So has who has just come in, whose first request may be on its way: nobody else will answer it.
        """
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None:
            self._end_wait()
            self._is_last, self._head_timer = True, self.loop.call_later(LAST_SECONDS, self.transport.close)
            return
        super().shutdown()
        if not cycle.response_complete and _asks_for_events(cycle.scope):
            cycle.disconnected = True
            cycle.message_event.set()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        super()._start_asgi_task(cycle, _Read(refuse_connection if app is service_unavailable else app, cycle))

    def _need_an_end(self, size: int) -> None:
        """Counts bytes of a head that is not whole."""
        self._head_bytes += size
        if self._head_bytes > HEAD_BYTES and not self.transport.is_closing():
            self.transport.write(_TOO_LARGE)
            self.transport.close()
        elif self._head_timer is None:
            self._head_timer = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _end_wait(self) -> None:
        if self._head_timer:
            self._head_timer.cancel()
            self._head_timer = None


def _asks_for_events(scope: Any) -> bool:
    return any(name == b"accept" and b"text/event-stream" in value for name, value in scope["headers"])


class _Read:
    """The application for one request. An answer that is not finished is dropped with the connection, and what is left of it."""

    __slots__ = ("_app", "_cycle", "_head")

    def __init__(self, app: Any, cycle: RequestResponseCycle) -> None:
        self._app = app
        self._cycle = cycle
        self._head: Any = None
        """The head of the answer, while its body is about to follow."""

    async def __call__(self, scope: Any, receive: Any, _: Any) -> None:
        try:
            await self._app(scope, receive, self._send)
        except (NotRead, CancelledError):
            # Nobody reads it, or the server waits no longer. To close it would wait until all of it is read.
            self._cycle.transport.abort()
            self._cycle.disconnected = True
        else:
            if self._cycle.disconnected:
                self._cycle.transport.close()

    async def _send(self, message: Any) -> None:
        """Sends a part of the answer; its head with the body where that has a length: its reader wakes once."""
        if message["type"] == "http.response.start" and length_of(message) is not None:
            self._head = message
        elif self._head is None:
            await self._cycle.send(message)
        else:
            head, self._head = self._head, None
            if not send_whole(self._cycle, head, message):
                await self._send_together(head, message)

    async def _send_together(self, *messages: Any) -> None:
        cycle = self._cycle
        transport, gathered = cycle.transport, _Gathered()
        cycle.transport = gathered  # type: ignore[assignment]
        try:
            for message in messages:
                await cycle.send(message)
        finally:
            cycle.transport = transport
        transport.write(gathered.written())
        if gathered.is_closed:
            transport.close()


class _Gathered:
    """What is written to a connection together, and whether it ends then."""

    __slots__ = ("_parts", "is_closed")

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self.is_closed = False

    def write(self, data: bytes) -> None:
        """Writes it with the rest."""
        self._parts.append(data)

    def close(self) -> None:
        """Ends the connection behind all of it."""
        self.is_closed = True

    def written(self) -> bytes:
        """All of it."""
        return b"".join(self._parts)

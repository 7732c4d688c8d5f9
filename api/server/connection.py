"""One client's connection: HTTP/1.1 as uvicorn speaks it, with an end to what it waits for and to what it keeps.

Each request is framed by its own head and body, or the connection ends: an offer of another protocol changes nothing of what
follows (`api.server.framing`), and what cannot be read is refused in its turn, behind the answers to the requests before it.

The head of a request has a size and a time: who sends one without end, or a byte now and then, would hold memory and a place
that others wait for (CWE-400). So has what frames a body, and so have the requests that wait for the one before. Bodies have
limits of their own, which answer in words (`api.http.bodies`).
"""

from asyncio import AbstractEventLoop, CancelledError, Event, TimerHandle, Transport, timeout
from typing import Any, Final

from httptools import HttpParserError, HttpParserUpgrade
from uvicorn.protocols.http.flow_control import service_unavailable
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from api.http.bodies import WHOLE
from api.observing.slow_reader import UNREAD_SECONDS, NotRead
from api.server import framing
from api.server.framing import HEAD_BYTES
from api.server.refusing import Application, failed, refuse_connection, refusing
from api.server.whole import length_of, send_whole
from referee.errors import Refused

HEAD_SECONDS: Final = 30.0
"""From the first byte of a head, and before it from the beginning of a connection, to its last."""
LAST_SECONDS: Final = 1.0
"""How long somebody who has just come in is heard, as the server ends."""
LINGER_SECONDS: Final = 1.0
"""How long what somebody still sends is passed over after they were refused. To close at once may take the refusal from them."""
FRAME_RATIO: Final = 8
"""Bytes that may frame one byte of a body (sizes and extensions of chunks); beside them there may be as many as in a head."""
PIPELINED: Final = 64
"""Requests that may wait for the answer to one before them. After so many the connection ends: the client asks the rest again."""
UNREAD: Final = "-"
"""The method or address of a request that cannot be read, in the log."""
SHOWN_BYTES: Final = 200
"""Of such an address."""


class _Surplus(Exception):
    """A request that is not answered: its connection ends before it."""


class Connection(HttpToolsProtocol):
    """A connection of one client, from its first byte to its last."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.parser = framing.new_parser(self)
        # Of the first request, until its first byte has come.
        HttpToolsProtocol.on_message_begin(self)
        self._offers = False
        """Whether the head that was just read offers another protocol. It is read again without the offer."""
        self._refused: Refused | None = None
        """Why the request that is being read is refused."""
        self._is_over = False
        """Whether what still comes is passed over: nothing behind the last request is one."""
        self._head_bytes = 0
        """What has come of a head that is not whole."""
        self._frame_bytes = 0
        """What has come of a request behind its head that is not its body."""
        self._is_in_head = True
        self._has_begun = False
        """Whether anything has come of the head that is awaited."""
        self._has_ended = False
        """Whether a request has ended in what was just read: how much of the rest is a head is not known."""
        self._head_timer: TimerHandle | None = None
        self._is_last = False
        """Whether the next request is the last one, as the server ends."""
        self._unread_timer: TimerHandle | None = None
        self._answering: _FramedAnswer | None = None
        """The answer that is being made, or was made last. `cycle` is that of the request that was read last."""

    def connection_made(self, transport: Any) -> None:
        """Waits for the first head."""
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Waits for nothing more. Who answers learns of it; what waits behind that is not begun."""
        self._end_wait()
        if self._unread_timer:
            self._unread_timer.cancel()
        self.pipeline.clear()
        if self._answering:
            self._answering.disconnect()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Reads what has come. A head that does not end in time, or at all, ends the connection."""
        self._unset_keepalive_if_required()
        if self._is_over:
            return
        began_in_head = self._is_in_head
        try:
            self._read(data)
        except HttpParserError as error:
            if not self._is_over:
                self._refuse(self._refused or framing.unreadable(error, self.url, is_in_head=self._is_in_head))
        else:
            self._need_an_end(len(data), began_in_head=began_in_head)
        self._has_ended = False

    def on_message_begin(self) -> None:
        """The first bytes of a head."""
        if self._is_over:
            raise _Surplus
        super().on_message_begin()
        self._has_begun = True

    def on_header(self, name: bytes, value: bytes) -> None:
        """A field of a head. Those behind a body are passed over: nothing of a request depends on them (RFC 9110, 6.5.1)."""
        if self._is_in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is whole; its body follows. Raises Refused for one that is not sound."""
        method = self.parser.get_method()
        try:
            framing.need_sound_head(method, self.url, self.parser.get_http_version(), self.headers)
        except Refused as refused:
            self._refused = refused
            raise
        self._offers = self.parser.should_upgrade()
        if self._offers:
            return
        if len(self.pipeline) >= PIPELINED:
            self.cycle.keep_alive, self._is_over = False, True
            raise _Surplus
        self.url = framing.with_path(self.url)
        super().on_headers_complete()
        self._is_in_head = self._has_begun = False
        self._head_bytes = self._frame_bytes = 0
        if self._is_last:
            self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        """A part of the body."""
        self._frame_bytes -= (1 + FRAME_RATIO) * len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is whole; what follows is the head of the next one, or of this one again."""
        if self._offers:
            return
        super().on_message_complete()
        self._is_in_head = self._has_ended = True
        self._is_over = not self.cycle.keep_alive
        self.scope[WHOLE] = True  # type: ignore[literal-required]

    def on_response_complete(self) -> None:
        """An answer was written. Whoever reads nothing of it is not waited for without end, also where the connection closes."""
        super().on_response_complete()
        if self._unread_timer is None:
            self._await_reader()

    def shutdown(self) -> None:
        """The server ends. What is being answered has its time, but not a stream of events: its reader goes on elsewhere.

        So has who has just come in, whose first request may be on its way: nobody else will answer it.
        """
        if self.cycle is None:
            self._end_wait()
            self._is_last, self._head_timer = True, self.loop.call_later(LAST_SECONDS, self.transport.close)
            return
        super().shutdown()
        if self._answering and _asks_for_events(self._answering.cycle.scope):
            self._answering.disconnect()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = _FramedAnswer(refuse_connection if app is service_unavailable else app, cycle)
        super()._start_asgi_task(cycle, self._answering)

    def _read(self, data: bytes) -> None:
        """Has the parser read this; a head that offers another protocol again without the offer."""
        while True:
            try:
                self.parser.feed_data(data)
                return
            except HttpParserUpgrade as offer:
                # The offset of the first byte behind the head, in what was fed.
                (end,) = offer.args
                head = framing.without_offer(
                    self.parser.get_method(), self.url, self.parser.get_http_version(), self.headers
                )
                data = head + data[end:]
                self.parser, self._offers = framing.new_parser(self), False

    def _need_an_end(self, size: int, *, began_in_head: bool) -> None:
        """Counts what has come of a head that is not whole, or of a body. Refuses either where it goes on for too long."""
        if self._is_in_head and not self._has_ended:
            self._head_bytes += size
            if self._head_bytes > HEAD_BYTES:
                self._refuse(framing.too_large(self.url))
            elif self._head_timer is None:
                self._await_head()
            return
        self._end_wait()
        if self._has_begun:
            self._await_head()
        if not (began_in_head or self._has_ended):
            self._frame_bytes += size
            if self._frame_bytes > HEAD_BYTES:
                self._refuse(framing.endless_frame())

    def _await_head(self) -> None:
        """Gives the head that comes next its time."""
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self._miss_head)

    def _miss_head(self) -> None:
        """Refuses a head that did not come in time. Nobody is refused who has sent nothing: the connection ends."""
        if self._is_over:
            return
        if self.flow.read_paused:
            # The rest of it may have come: it is read behind the answers to the requests before it.
            self._await_head()
        elif self._has_begun:
            self._refuse(framing.too_slow(HEAD_SECONDS))
        else:
            self.transport.abort()

    def _await_reader(self, before: int | None = None) -> None:
        """Ends the connection where its client takes nothing of what was written; `before`: bytes that were left last time."""
        left = self.transport.get_write_buffer_size()
        if before is not None and left >= before:
            self.transport.abort()
        elif left:
            self._unread_timer = self.loop.call_later(UNREAD_SECONDS, self._await_reader, left)
        else:
            self._unread_timer = None

    def _end_wait(self) -> None:
        if self._head_timer:
            self._head_timer.cancel()
            self._head_timer = None

    def _refuse(self, refused: Refused) -> None:
        """Refuses what is being read, in its turn, and ends the connection behind that."""
        self._is_over = True
        self._end_wait()
        self.flow.resume_reading()
        if self._is_in_head:
            self._answer(self._refused_cycle(), refusing(refused))
            return
        self.cycle.keep_alive = False
        for place, (cycle, _) in enumerate(self.pipeline):
            if cycle is self.cycle:
                self.pipeline[place] = (cycle, refusing(refused))
        if self._answering and self._answering.cycle is self.cycle:
            self._answering.refuse(refused, self.loop)

    def _answer(self, cycle: RequestResponseCycle, app: Application) -> None:
        """Answers a request behind those before it."""
        before: RequestResponseCycle | None = self.cycle
        self.cycle = cycle
        if before is None or before.response_complete:
            self._start_asgi_task(cycle, app)
        else:
            self.pipeline.appendleft((cycle, app))

    def _refused_cycle(self) -> RequestResponseCycle:
        """The exchange of a request of which no more than a part of its head can be read."""
        method = self.parser.get_method().decode() if self.url else UNREAD
        address = self.url[:SHOWN_BYTES].decode("latin-1") or UNREAD
        return RequestResponseCycle(
            scope={**self.scope, "method": method, "path": address, "raw_path": b"", "query_string": b""},
            transport=_Lingering(self.transport, self.loop),  # type: ignore[arg-type]
            flow=self.flow,
            logger=self.logger,
            access_logger=self.access_logger,
            access_log=False,
            default_headers=self.server_state.default_headers,
            message_event=Event(),
            expect_100_continue=False,
            keep_alive=False,
            on_response=self.on_response_complete,
        )


def _asks_for_events(scope: Any) -> bool:
    return any(name == b"accept" and b"text/event-stream" in value for name, value in scope["headers"])


class _FramedAnswer:
    """The application for one request. An answer that is not finished is dropped with the connection, and what is left of it."""

    __slots__ = ("_app", "_head", "_refused", "cycle")

    def __init__(self, app: Application, cycle: RequestResponseCycle) -> None:
        self._app = app
        self.cycle = cycle
        self._refused: Refused | None = None
        """Why the body of the request cannot be read."""
        self._head: Any = None
        """The head of the answer, while its body is about to follow."""
        cycle.send_500_response = self._fail  # type: ignore[method-assign]

    async def __call__(self, scope: Any, receive: Any, _: Any) -> None:
        cycle = self.cycle
        try:
            if self._refused is None:
                await self._app(scope, receive, self._send)
        except (NotRead, CancelledError):
            # Nobody reads it, or the server waits no longer. To close it would wait until all of it is read.
            cycle.transport.abort()
            cycle.disconnected = True
        except Exception:
            if cycle.disconnected:
                # The server that tells of it writes nothing to somebody who is gone, and closes nothing.
                cycle.transport.close()
            raise
        else:
            if self._refused is not None and not cycle.transport.is_closing():
                cycle.disconnected = False
                await refusing(self._refused)(scope, receive, cycle.send)
            elif cycle.disconnected:
                cycle.transport.close()

    def refuse(self, refused: Refused, loop: AbstractEventLoop) -> None:
        """Answers that the request cannot be read, once nobody works at it any more, unless an answer has begun."""
        if self.cycle.response_complete:
            self.cycle.transport.close()
        elif not self.cycle.response_started:
            self._refused = refused
            self.cycle.transport = _Lingering(self.cycle.transport, loop)  # type: ignore[assignment]
            self.disconnect()

    def disconnect(self) -> None:
        """Tells who makes the answer that nobody waits for it."""
        if not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    async def _send(self, message: Any) -> None:
        """Sends a part of the answer; its head with the body where that has a length: its reader wakes once. Raises NotRead."""
        if self.cycle.flow.write_paused and not self.cycle.disconnected:
            await self._drain()
        if message["type"] == "http.response.start" and length_of(message) is not None:
            self._head = message
            return
        head, self._head = self._head, None
        if head is None:
            await self.cycle.send(message)
        elif not send_whole(self.cycle, head, message):
            await self._send_together(head, message)

    async def _fail(self) -> None:
        """Says that the application failed without an answer, in place of the server's own words."""
        await failed(self.cycle.scope, self.cycle.receive, self.cycle.send)

    async def _drain(self) -> None:
        """Waits until the client has read enough of what was written before. Raises NotRead where it reads nothing."""
        try:
            async with timeout(UNREAD_SECONDS):
                await self.cycle.flow.drain()
        except TimeoutError:
            raise NotRead from None

    async def _send_together(self, *messages: Any) -> None:
        cycle = self.cycle
        transport, gathered = cycle.transport, _Gathered()
        cycle.transport = gathered  # type: ignore[assignment]
        try:
            for message in messages:
                await cycle.send(message)
        finally:
            cycle.transport = transport
        # A client that left while it was waited for takes nothing more.
        if not transport.is_closing():
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


class _Lingering:
    """A connection on which nothing is said after a refusal, and that is closed a little later (RFC 9112, 9.6)."""

    __slots__ = ("_loop", "_transport")

    def __init__(self, transport: Transport, loop: AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def close(self) -> None:
        """Ends what is sent, and all of it soon. TLS cannot end one without the other."""
        if self._transport.can_write_eof() and not self._transport.is_closing():
            self._transport.write_eof()
            self._loop.call_later(LINGER_SECONDS, self._transport.close)
        else:
            self._transport.close()

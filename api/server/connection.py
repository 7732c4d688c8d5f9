"""A client's connection: HTTP/1.1 by uvicorn, with limits of waiting time and memory.

Each request is framed by its own head and body, or the connection ends: an offer of another protocol does not change the framing
(`api.server.framing`), and an unreadable request is refused in its turn, after the answers to the requests before it.

The head of a request is limited in size and time: a client that sends an endless one, or a byte now and then, would occupy memory
and a place for which others wait (CWE-400). The framing of a body and the number of pipelined requests are limited too. Bodies
have limits of their own, which answer in words (`api.http.bodies`).
"""

import socket
from asyncio import AbstractEventLoop, CancelledError, Event, TimerHandle, Transport, timeout
from collections.abc import Iterable
from typing import Any, Final

from httptools import HttpParserError, HttpParserUpgrade
from uvicorn.protocols.http.flow_control import service_unavailable
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from api.context import begin_context
from api.middleware.observability import UNREAD_SECONDS, NotRead
from api.server import framing
from api.server.framing import HEAD_BYTES
from api.server.refusing import Application, answer_failure, refuse_connection, refusing
from referee.errors import ServiceRefusal

HEAD_SECONDS: Final = 30.0
"""Seconds for a head, from its first byte to its last; also from the beginning of a connection to the first byte."""
LAST_SECONDS: Final = 1.0
"""Seconds that a new connection has for a request when the server stops."""
LINGER_SECONDS: Final = 1.0
"""Seconds for which the rest of a refused request is ignored. To close at once may destroy the refusal on its way."""
FRAME_RATIO: Final = 8
"""Bytes of framing (sizes and extensions of chunks) for each byte of a body; in addition as many as a head may have."""
PIPELINED: Final = 64
"""Requests that may wait for the answer to an earlier one. After so many the connection ends: the client repeats the rest."""
UNREAD: Final = "-"
"""The method or address of a request that cannot be read, in the log."""
SHOWN_BYTES: Final = 200
"""Bytes of such an address that the log shows."""


class _Surplus(Exception):
    """Raised for a request that is not answered: its connection ends before it."""


class Connection(HttpToolsProtocol):
    """A connection of one client, from its first byte to its last."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.parser = framing.new_parser(self)
        # Creates the state of the first request, which must exist before its first byte.
        HttpToolsProtocol.on_message_begin(self)
        self._offers = False
        """True if the head that was just read offers another protocol. It is read again without the offer."""
        self._refusal: ServiceRefusal | None = None
        """The refusal of the request that is being read."""
        self._is_over = False
        """True if all further bytes are ignored: the last request has come."""
        self._head_bytes = 0
        """Bytes received of an incomplete head."""
        self._frame_bytes = 0
        """Bytes received of a request after its head that are not its body."""
        self._is_in_head = True
        self._has_begun = False
        """True if the first byte of the awaited head has come."""
        self._has_ended = False
        """True if a request ended in the bytes just read: the size of the next head in them is unknown."""
        self._head_timer: TimerHandle | None = None
        self._is_last = False
        """True if the next request is the last one, since the server stops."""
        self._unread_timer: TimerHandle | None = None
        self._answering: _FramedAnswer | None = None
        """The current or the last answer. `cycle` belongs to the request that was read last."""

    def connection_made(self, transport: Any) -> None:
        """Waits for the first head."""
        super().connection_made(transport)
        _limit_unread(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends all waiting. The running application gets a disconnect; pipelined requests are dropped."""
        self._end_wait()
        if self._unread_timer:
            self._unread_timer.cancel()
        self.pipeline.clear()
        if self._answering:
            self._answering.disconnect()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parses received bytes. A head that takes too long, or has no end, ends the connection."""
        self._unset_keepalive_if_required()
        if self._is_over:
            return
        began_in_head = self._is_in_head
        try:
            self._read(data)
        except HttpParserError as error:
            if not self._is_over:
                self._refuse(self._refusal or framing.unreadable(error, self.url, is_in_head=self._is_in_head))
        else:
            self._require_an_end(len(data), began_in_head=began_in_head)
        self._has_ended = False

    def on_message_begin(self) -> None:
        """Begins a head."""
        if self._is_over:
            raise _Surplus
        super().on_message_begin()
        self._has_begun = True

    def on_header(self, name: bytes, value: bytes) -> None:
        """Adds a field to a head. Trailers are ignored: no request depends on them (RFC 9110, 6.5.1)."""
        if self._is_in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Ends a head; its body follows. Raises ServiceRefusal for an invalid one."""
        method = self.parser.get_method()
        try:
            framing.require_sound_head(method, self.url, self.parser.get_http_version(), self.headers)
        except ServiceRefusal as refusal:
            self._refusal = refusal
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
        """Adds a part to the body."""
        self._frame_bytes -= (1 + FRAME_RATIO) * len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Ends a request; the next head follows, or this one again if it offered another protocol."""
        if self._offers:
            return
        super().on_message_complete()
        self._is_in_head = self._has_ended = True
        self._is_over = not self.cycle.keep_alive
        begin_context(self.scope).is_body_whole = True

    def on_response_complete(self) -> None:
        """Ends an answer. A client that reads nothing of it has limited time, also if the connection closes."""
        super().on_response_complete()
        if self._unread_timer is None:
            self._await_reader()

    def shutdown(self) -> None:
        """Ends the connection when the server stops. A running answer has time, except a stream of events: its reader reconnects.

        A new connection has time too: its first request may be on its way, and no other process can answer it.
        """
        if self.cycle is None:
            self._end_wait()
            self._is_last, self._head_timer = True, self.loop.call_later(LAST_SECONDS, self.transport.close)
            return
        super().shutdown()
        if self._answering and self._answering.is_event_stream():
            self._answering.disconnect()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = _FramedAnswer(refuse_connection if app is service_unavailable else app, cycle)
        super()._start_asgi_task(cycle, self._answering)

    def _read(self, data: bytes) -> None:
        """Feeds the parser; feeds a head that offers another protocol again without the offer."""
        while True:
            try:
                self.parser.feed_data(data)
                return
            except HttpParserUpgrade as offer:
                # The offset of the first byte after the head in the bytes that were fed.
                (end,) = offer.args
                head = framing.without_offer(
                    self.parser.get_method(), self.url, self.parser.get_http_version(), self.headers
                )
                data = head + data[end:]
                self.parser, self._offers = framing.new_parser(self), False

    def _require_an_end(self, size: int, *, began_in_head: bool) -> None:
        """Counts the bytes of an incomplete head, or of the framing of a body. Refuses either if it is too large."""
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
        """Starts the timer of the next head."""
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self._miss_head)

    def _miss_head(self) -> None:
        """Refuses a head that did not come in time. Without a first byte the connection ends without a refusal."""
        if self._is_over:
            return
        if self.flow.read_paused:
            # The rest of it may have come: it is read after the answers to the requests before it.
            self._await_head()
        elif self._has_begun:
            self._refuse(framing.too_slow(HEAD_SECONDS))
        else:
            self.transport.abort()

    def _await_reader(self, before: int | None = None) -> None:
        """Ends the connection if its client reads nothing of the answer; `before`: bytes left to send at the last look."""
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

    def _refuse(self, refusal: ServiceRefusal) -> None:
        """Refuses the request that is being read, in its turn, and ends the connection after it."""
        self._is_over = True
        self._end_wait()
        self.flow.resume_reading()
        if self._is_in_head:
            self._answer(self._refused_cycle(), refusing(refusal))
            return
        self.cycle.keep_alive = False
        for place, (cycle, _) in enumerate(self.pipeline):
            if cycle is self.cycle:
                self.pipeline[place] = (cycle, refusing(refusal))
        if self._answering and self._answering.cycle is self.cycle:
            self._answering.refuse(refusal, self.loop)

    def _answer(self, cycle: RequestResponseCycle, app: Application) -> None:
        """Answers a request after those before it."""
        before: RequestResponseCycle | None = self.cycle
        self.cycle = cycle
        if before is None or before.response_complete:
            self._start_asgi_task(cycle, app)
        else:
            self.pipeline.appendleft((cycle, app))

    def _refused_cycle(self) -> RequestResponseCycle:
        """The cycle of a request with an incomplete or unreadable head."""
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


def _limit_unread(transport: Any) -> None:
    """Ends a connection of which the client takes nothing for a minute, also while all that was sent fits the system's buffers.

    Those hold megabytes: the events of an hour, for a phone that sleeps. Only Linux has the option.
    """
    line = transport.get_extra_info("socket")
    if hasattr(socket, "TCP_USER_TIMEOUT") and line is not None and line.family in {socket.AF_INET, socket.AF_INET6}:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(UNREAD_SECONDS * 1_000))


def _names_events(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> bool:
    return any(one == name and b"text/event-stream" in value for one, value in headers)


class _FramedAnswer:
    """The application for one request. An unfinished answer is dropped with the connection."""

    __slots__ = ("_app", "_head", "_is_event_stream", "_refusal", "cycle")

    def __init__(self, app: Application, cycle: RequestResponseCycle) -> None:
        self._app = app
        self.cycle = cycle
        self._refusal: ServiceRefusal | None = None
        """The refusal of the request, if its body is unreadable."""
        self._head: Any = None
        """The head of the answer, held back until its body follows."""
        self._is_event_stream = False
        cycle.send_500_response = self._fail  # type: ignore[method-assign]

    async def __call__(self, scope: Any, receive: Any, _: Any) -> None:
        cycle = self.cycle
        try:
            if self._refusal is None:
                await self._app(scope, receive, self._send)
        except (NotRead, CancelledError):
            # The client reads nothing, or the server stops. `close` would wait until the client has read all of it.
            cycle.transport.abort()
            cycle.disconnected = True
        except Exception:
            if cycle.disconnected:
                # Uvicorn handles this error, but neither writes to a client that left nor closes its connection.
                cycle.transport.close()
            raise
        else:
            if self._refusal is not None and not cycle.transport.is_closing():
                cycle.disconnected = False
                await refusing(self._refusal)(scope, receive, cycle.send)
            elif cycle.disconnected:
                cycle.transport.close()

    def is_event_stream(self) -> bool:
        """Whether the answer is a stream of events, or may become one. Many clients ask with `Accept: */*` (curl)."""
        return self._is_event_stream or _names_events(self.cycle.scope["headers"], b"accept")

    def refuse(self, refusal: ServiceRefusal, loop: AbstractEventLoop) -> None:
        """Answers with a refusal once the application has stopped, unless its answer has begun."""
        if self.cycle.response_complete:
            self.cycle.transport.close()
        elif not self.cycle.response_started:
            self._refusal = refusal
            self.cycle.transport = _Lingering(self.cycle.transport, loop)  # type: ignore[assignment]
            self.disconnect()

    def disconnect(self) -> None:
        """Tells the application that its client is gone."""
        if not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    async def _send(self, message: Any) -> None:
        """Sends a part of the answer. A head with a length waits for the body, so that a failure before it has an answer.

        Raises NotRead.
        """
        if self.cycle.flow.write_paused and not self.cycle.disconnected:
            await self._drain()
        if message["type"] == "http.response.start":
            self._is_event_stream = _names_events(message.get("headers", ()), b"content-type")
            if any(name == b"content-length" for name, _ in message.get("headers", ())):
                self._head = message
                return
        head, self._head = self._head, None
        if head is not None:
            await self.cycle.send(head)
        await self.cycle.send(message)

    async def _fail(self) -> None:
        """Sends the problem document of a failed application, in place of uvicorn's own text."""
        await answer_failure(self.cycle.scope, self.cycle.receive, self.cycle.send)

    async def _drain(self) -> None:
        """Waits until the client has read enough of the earlier parts. Raises NotRead if it reads nothing."""
        try:
            async with timeout(UNREAD_SECONDS):
                await self.cycle.flow.drain()
        except TimeoutError:
            raise NotRead from None


class _Lingering:
    """A transport that sends nothing after a refusal, and closes a little later (RFC 9112, 9.6)."""

    __slots__ = ("_loop", "_transport")

    def __init__(self, transport: Transport, loop: AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def close(self) -> None:
        """Ends the sending side now, and the connection soon. TLS cannot close one side alone."""
        if self._transport.can_write_eof() and not self._transport.is_closing():
            self._transport.write_eof()
            self._loop.call_later(LINGER_SECONDS, self._transport.close)
        else:
            self._transport.close()

"""Traces by OpenTelemetry, where it is installed (`pip install 'card-referee[otel]'`) and has an endpoint to send them to.

A span for each request, by method and route, continues the trace that the client or the proxy began. It never has a path, a
query, a header or an address: ids of matches and secrets of links stay here. Litestar's own plugin would put the whole address
into its spans, and miss the requests that are answered before routing.
"""

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING

from api.observing.request_info import NOWHERE, RequestInfo
from referee import __version__

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

DISABLED = "OTEL_SDK_DISABLED"
ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
"""OpenTelemetry's settings of the address to which spans are sent; it reads its other settings itself."""
SERVICE = "referee"
LEAVE_SECONDS = 1.0
"""Seconds that a collector has for the last spans when the service stops."""
_FAILED = 500
_log = logging.getLogger("referee.traces")


class Tracing:
    """The traces of one process."""

    def __init__(self, provider: "TracerProvider") -> None:
        from opentelemetry.trace import SpanKind, Status, StatusCode
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        self._provider = provider
        self._tracer = provider.get_tracer(SERVICE, __version__)
        self._server = SpanKind.SERVER
        self._failure = Status(StatusCode.ERROR)
        self._context = TraceContextTextMapPropagator()

    @contextmanager
    def request(self, headers: Sequence[tuple[bytes, bytes]], info: RequestInfo) -> Iterator[None]:
        """The span of a request, from here until its answer is sent."""
        carrier = {name.decode("latin-1"): value.decode("latin-1") for name, value in headers if name in _CARRIED}
        began = self._tracer.start_as_current_span(
            info.method, context=self._context.extract(carrier), kind=self._server
        )
        with began as span:
            info.step = self._tracer.start_as_current_span
            try:
                yield
            finally:
                if info.route != NOWHERE:
                    span.update_name(f"{info.method} {info.route}")
                    span.set_attribute("http.route", info.route)
                span.set_attribute("http.request.method", info.method)
                span.set_attribute("http.response.status_code", info.status)
                span.set_attribute("referee.request_id", info.id.decode("latin-1"))
                if info.status >= _FAILED:
                    span.set_status(self._failure)

    def close(self, seconds: float = LEAVE_SECONDS) -> None:
        """Sends the last spans, and gives up after so many seconds."""
        # `shutdown` tries again and again, and takes no time limit.
        ending = Thread(target=self._provider.shutdown, daemon=True)
        ending.start()
        ending.join(seconds)


_CARRIED = frozenset({b"traceparent", b"tracestate"})


def tracing_from_environment() -> Tracing | None:
    """The traces by OpenTelemetry's own settings; None if they ask for none, or if it is not installed."""
    if os.environ.get(DISABLED, "").lower() == "true" or not any(os.environ.get(name) for name in ENDPOINTS):
        return None
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        _log.warning("traces are to be sent, and OpenTelemetry is not installed: pip install 'card-referee[otel]'")
        return None
    provider = TracerProvider(
        resource=Resource.create({"service.name": os.environ.get("OTEL_SERVICE_NAME") or SERVICE})
    )
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return Tracing(provider)

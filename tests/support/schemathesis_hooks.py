"""Schemathesis learns here to send newline-delimited JSON. The schema of such a body is a text."""

from typing import Any

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def lines(context: Any, value: Any) -> bytes:
    """The body as it goes over the wire."""
    return str(value).encode("utf-8", errors="surrogatepass")

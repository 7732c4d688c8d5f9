"""Complete answers, written in one piece: the head and the whole body.

uvicorn would check each header by itself, with two patterns, and write the head before it has the body. It still sends all other
answers: those in parts, chunked ones, and those with a `Connection` header of their own.
"""

from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

_CONTROLS: Final = bytes({*range(32), 127} - {ord("\t")})
"""Bytes that no header may contain (RFC 9110, 5.5): a line end would allow header injection."""
_LINE_END: Final = b"\r\n"


def length_of(head: Any) -> bytes | None:
    """The length of the body by the head of an answer; None without one, or with `Connection` or `Transfer-Encoding`."""
    headers = dict(head["headers"])
    return None if b"connection" in headers or b"transfer-encoding" in headers else headers.get(b"content-length")


def send_whole(cycle: RequestResponseCycle, head: Any, last: Any) -> bool:
    """Sends a head with a length (`length_of`), and its whole body.

    Returns False, and sends nothing, if uvicorn has to send the answer.
    """
    body = last.get("body", b"")
    if last.get("more_body") or cycle.response_started or cycle.disconnected or cycle.flow.write_paused:
        return False
    lines = _head(cycle, head, len(body))
    if lines is None:
        return False
    cycle.response_started = cycle.response_complete = True
    cycle.waiting_for_100_continue = False
    cycle.transport.write(lines if cycle.scope["method"] == "HEAD" else lines + body)
    cycle.message_event.set()
    if not cycle.keep_alive:
        cycle.transport.close()
    cycle.on_response()
    return True


def _head(cycle: RequestResponseCycle, head: Any, length: int) -> bytes | None:
    """The bytes of the head for a body of this length; None if it has another length, or forbidden bytes."""
    headers = [*cycle.default_headers, *head["headers"]]
    if not cycle.keep_alive:
        headers.append((b"connection", b"close"))
    if length_of(head) != b"%d" % length:
        return None
    parts = [STATUS_LINE[head["status"]]]
    for name, value in headers:
        parts += (name, b": ", value, _LINE_END)
    parts.append(_LINE_END)
    whole = b"".join(parts)
    ends = len(_LINE_END) * (len(headers) + 2)
    return whole if len(whole) - len(whole.translate(None, _CONTROLS)) == ends else None

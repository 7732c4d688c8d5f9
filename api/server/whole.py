"""An answer that is there in one piece, its head and all of its body, written in one piece.

uvicorn would look at each of its headers by itself, with two patterns, and write the head before it has seen the body. What needs
more than to be written is left to it: what is sent in parts, or chunked, or says itself how the connection goes on.
"""

from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

_CONTROLS: Final = bytes({*range(32), 127} - {ord("\t")})
"""What no header has in it (RFC 9110, 5.5): with a line's end somebody would write headers of their own."""
_LINE_END: Final = b"\r\n"


def length_of(head: Any) -> bytes | None:
    """What the head of an answer says of the length of its body; None where it says nothing, or how it is sent instead."""
    named = dict(head["headers"])
    return None if b"connection" in named or b"transfer-encoding" in named else named.get(b"content-length")


def send_whole(cycle: RequestResponseCycle, head: Any, last: Any) -> bool:
    """Sends a head of which `length_of` gave a length, and its whole body.

    False where uvicorn has to see to it. Nothing is sent then.
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
    """The head as it is sent before a body of this length; None where it announces another one, or has what no header has."""
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

"""Requests to an application in this process, called as an ASGI server calls it."""

from typing import Any


async def ask(app: Any, method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
    """Sends a request and returns the body of its answer, which must be a success. `path` may have a query."""
    messages: list[Any] = []
    path, _, query = path.partition("?")
    header_values = {"host": "x", "content-length": str(len(body)), "content-type": "application/json"} | headers
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "scheme": "http",
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 1),
        "headers": [(name.encode(), value.encode()) for name, value in header_values.items()],
        "state": {},
    }

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        messages.append(message)

    await app(scope, receive, send)
    content = b"".join(message["body"] for message in messages[1:])
    assert messages[0]["status"] in (200, 201), content
    return content

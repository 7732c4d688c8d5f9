"""A program that receives messages: a real HTTP server on this machine that keeps all of them."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any

import msgspec


class ReceivedRequest(msgspec.Struct, frozen=True):
    """One request that came in."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def payload(self) -> dict[str, Any]:
        return dict(json.loads(self.body))

    @property
    def version(self) -> int:
        return int(self.payload["data"]["version"])


class Reply(msgspec.Struct, frozen=True):
    """The answer to a message, sent at once or after an event."""

    status: int = 204
    headers: dict[str, str] = {}
    body: bytes = b""
    after: Event | None = None


Answer = Callable[[ReceivedRequest], Reply]


class Receiver:
    """Its address, all requests in order of arrival, and its answer to each."""

    def __init__(self, port: int = 0) -> None:
        self.requests: list[ReceivedRequest] = []
        self.answer: Answer = lambda request: Reply()
        self._lock = Lock()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                if len(body) < int(self.headers["content-length"]):
                    # The sender broke off, perhaps by a kill: that was no message.
                    self.close_connection = True
                    return
                request = ReceivedRequest(
                    self.path, {name.lower(): value for name, value in self.headers.items()}, body
                )
                with receiver._lock:
                    receiver.requests.append(request)
                    reply = receiver.answer(request)
                if reply.after:
                    reply.after.wait()
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                if reply.status != 204:
                    self.send_header("Content-Length", str(len(reply.body)))
                self.end_headers()
                self.wfile.write(reply.body)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request: Any, client_address: Any) -> None:
                """Ignores errors: a sender that hung up is not an error of the receiver."""

        self.server = Server(("127.0.0.1", port), Handler)
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}/hook"

    def versions(self, stream: str, kind: str = "match.event") -> list[int]:
        """The versions heard of one log, in order of arrival."""
        payloads = [request.payload for request in self.requests]
        data = [payload["data"] for payload in payloads if payload["type"] == kind]
        return [item["version"] for item in data if stream in {item.get("match"), item.get("championship")}]


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver, until the block ends."""
    receiver = Receiver()
    thread = Thread(target=receiver.server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield receiver
    finally:
        receiver.server.shutdown()
        thread.join()
        receiver.server.server_close()

"""The common part of both clients: the address of the service, the headers of requests, the reading of answers."""

from collections.abc import Mapping
from typing import TypeVar

from referee import __version__
from referee.client.failures import refusal_of
from referee.client.request import Call
from referee.match.entries import prepare

T = TypeVar("T")
SILENCE_SECONDS = 45.0
"""Silence after which a stream counts as lost. The service sends a comment every 15 seconds."""


class Session:
    """The address and token of a client, and the log position of its last write: its reads ask for at least this position."""

    def __init__(self, url: str, token: str | None, language: str) -> None:
        prepare()
        self.url = url.rstrip("/")
        bearer = {"Authorization": f"Bearer {token}"} if token else {}
        self.headers = {"User-Agent": f"referee-client/{__version__}", "Accept-Language": language, **bearer}
        self._position = 0

    def request_headers(self, call: Call[T]) -> dict[str, str]:
        """All headers of a request, except those of the connection."""
        waits = {"Consistency-Token": str(self._position)} if self._position and call.method == "GET" else {}
        return self.headers | waits | call.all_headers()

    def stream_headers(self, last: str) -> dict[str, str]:
        """The headers of a request for a stream that resumes after `last`."""
        last_event = {"Last-Event-ID": last} if last else {}
        return self.headers | {"Accept": "text/event-stream"} | last_event

    def answer(self, call: Call[T], status: int, headers: Mapping[str, str], body: bytes) -> T:
        """Returns the decoded answer, and notes the position of a write. Raises RequestRefused unless the status is 2xx."""
        if not 200 <= status < 300:
            raise refusal_of(status, body)
        position = headers.get("consistency-token", "")
        # isdigit() is also true for digits that int() does not read, such as "²".
        if position.isascii() and position.isdigit():
            self._position = max(self._position, int(position))
        return call.read(body)

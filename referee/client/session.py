"""What both clients do alike: where the service is, what goes with every request, what its answers mean."""

from collections.abc import Mapping
from typing import TypeVar

from referee import __version__
from referee.client.failures import refused
from referee.client.request import Call
from referee.match.entries import prepare

T = TypeVar("T")
SILENCE_SECONDS = 45.0
"""How long a stream may be silent before it is taken for lost: the service sends a comment every 15 seconds."""


class Session:
    """The address and token of a client, and the position of what it wrote last, with which its reads wait for it."""

    def __init__(self, url: str, token: str | None, language: str) -> None:
        prepare()
        self.url = url.rstrip("/")
        bearer = {"Authorization": f"Bearer {token}"} if token else {}
        self.headers = {"User-Agent": f"referee-client/{__version__}", "Accept-Language": language, **bearer}
        self._written = 0

    def request_headers(self, call: Call[T]) -> dict[str, str]:
        """Every header of a request but those of the connection."""
        waits = {"Consistency-Token": str(self._written)} if self._written and call.method == "GET" else {}
        return self.headers | waits | call.all_headers()

    def stream_headers(self, last: str) -> dict[str, str]:
        """The headers of a request for a stream that goes on after `last`."""
        seen = {"Last-Event-ID": last} if last else {}
        return self.headers | {"Accept": "text/event-stream"} | seen

    def answer(self, call: Call[T], status: int, headers: Mapping[str, str], body: bytes) -> T:
        """What an answer says. Raises RequestRefused."""
        if not 200 <= status < 300:
            raise refused(status, body)
        written = headers.get("consistency-token", "")
        if written.isascii() and written.isdigit():
            self._written = max(self._written, int(written))
        return call.read(body)

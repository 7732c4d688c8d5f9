"""The common part of both clients: the address of the service, the requests that they send, the reading of answers."""

from typing import Any, TypeVar

import httpx

from referee import __version__
from referee.client.failures import refusal_of
from referee.client.request import Call
from referee.client.retrying import Attempts, Retries
from referee.match.entries import prepare

T = TypeVar("T")


class Session:
    """The address and token of a client, and the log position of its last write: its reads ask for at least this position."""

    def __init__(self, url: str, token: str | None, language: str, retries: Retries | None) -> None:
        prepare()
        self.url = url.rstrip("/")
        self.retries = retries or Retries()
        bearer = {"Authorization": f"Bearer {token}"} if token else {}
        self.headers = {"User-Agent": f"referee-client/{__version__}", "Accept-Language": language, **bearer}
        self._position = 0

    def request(self, call: Call[T]) -> dict[str, Any]:
        """The arguments of the HTTP client's `request`."""
        waits = {"Consistency-Token": str(self._position)} if self._position and call.method == "GET" else {}
        return {
            "method": call.method,
            "url": self.url + call.path,
            "params": call.params(),
            "content": call.content(),
            "headers": self.headers | waits | call.all_headers(),
        }

    def attempts(self, call: Call[T]) -> Attempts:
        """The attempts at one call: a single one if it is not safe to send twice."""
        return Attempts(self.retries, self.retries.tries if call.repeats else 1, self.url)

    def result(self, call: Call[T], answer: httpx.Response) -> T:
        """Returns the decoded answer, and notes the position of a write. Raises RequestRefused unless the status is 2xx."""
        if not answer.is_success:
            raise refusal_of(answer.status_code, answer.content)
        position = answer.headers.get("consistency-token", "")
        # isdigit() is also true for digits that int() does not read, such as "²".
        if position.isascii() and position.isdigit():
            self._position = max(self._position, int(position))
        return call.read(answer.content)

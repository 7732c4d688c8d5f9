"""A stream that a client follows over broken connections."""

from collections.abc import Iterator, Mapping
from typing import Any

import httpx

from referee.client.event_stream import EventReader, ServerEvent
from referee.client.failures import RequestRefused, ServiceUnreachable, refusal_of
from referee.client.session import Session

SILENCE_SECONDS = 45.0
"""Silence after which a stream counts as lost. The service sends a comment every 15 seconds."""


class ResumedStream:
    """A stream of events that is connected again after each failure, until too many fail in a row.

    With `once` the service ends it after the events that exist. `query` has the other parameters of the request.
    """

    def __init__(
        self, session: Session, path: str, after: int, *, once: bool, query: Mapping[str, str] | None = None
    ) -> None:
        self.once = once
        self._session, self._path, self._query = session, path, query or {}
        self._reader = EventReader(str(after) if after else "")
        self._failures = 0

    def request(self) -> dict[str, Any]:
        """The arguments of the HTTP client's `stream` that connect after the last event that was read."""
        self._reader.forget()
        last_event = {"Last-Event-ID": self._reader.last} if self._reader.last else {}
        return {
            "method": "GET",
            "url": self._session.url + self._path,
            "params": {**self._query, **({"once": "true"} if self.once else {})},
            "headers": self._session.headers | {"Accept": "text/event-stream"} | last_event,
            "timeout": httpx.Timeout(30.0, read=SILENCE_SECONDS),
        }

    def failure(self, answer: httpx.Response) -> httpx.ReadError | RequestRefused:
        """The failure that an answer with another status than 200 means: of the network if another attempt may succeed.

        The body of the answer must have been read.
        """
        if self._session.retries.again(answer.status_code, answer.headers):
            return httpx.ReadError(f"status {answer.status_code}")
        return refusal_of(answer.status_code, answer.content)

    def take(self, chunk: bytes) -> Iterator[ServerEvent]:
        """Yields the events that these bytes complete."""
        for event in self._reader.take(chunk):
            # Only failures in a row count: an event proves that the connection works.
            self._failures = 0
            yield event

    def pause(self, error: httpx.TransportError | None) -> float:
        """The pause in seconds before the next connection, after a failure or a mere end.

        Raises ServiceUnreachable after too many failures.
        """
        retries = self._session.retries
        if error is not None:
            self._failures += 1
            if self._failures >= retries.tries:
                raise ServiceUnreachable(f"the stream at {self._session.url} is lost: {error}") from error
        wait = retries.wait(self._failures) if self._failures else 0.0
        return max(self._reader.retry_seconds, wait)

"""The synchronous client."""

import time
from collections.abc import Callable, Iterator
from functools import partial, wraps
from types import TracebackType
from typing import Concatenate, ParamSpec, Self, TypeVar

import httpx
import msgspec

from referee.client import calls, reading
from referee.client.answers import DecisionEntry, LogEntry
from referee.client.calls import MatchOfGame
from referee.client.event_stream import COUNTING, EventReader, ServerEvent
from referee.client.failures import ServiceUnreachable, refusal_of
from referee.client.request import Call
from referee.client.retrying import Retries
from referee.client.session import SILENCE_SECONDS, Session

P = ParamSpec("P")
T = TypeVar("T")


def _sender(make: Callable[P, Call[T]]) -> Callable[Concatenate["Referee", P], T]:
    """Makes a method that sends a call."""

    @wraps(make)
    def send(self: "Referee", /, *args: P.args, **options: P.kwargs) -> T:
        return self.send(make(*args, **options))

    return send


class Referee:
    """A client of the service at `url`. Without a `token` it has the rights of the public.

    `language` (`en`, `es`) is that of refusals; `timeout` is in seconds, for each attempt. Close it, or use it in a `with` block.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        language: str = "en",
        retries: Retries | None = None,
        timeout: float = 30.0,
        http: httpx.Client | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._session = Session(url, token, language)
        self._retries = retries or Retries()
        self._http = http or httpx.Client(timeout=timeout)
        self._sleep = sleep

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    open_match = _sender(calls.open_match)
    match = _sender(calls.match)
    matches = _sender(calls.matches)
    legal = _sender(calls.legal)
    append = _sender(calls.append)
    log = _sender(calls.log)
    record = _sender(calls.record)
    audit = _sender(calls.audit)
    championship = _sender(calls.championship)
    contest = _sender(calls.contest)
    standings = _sender(calls.standings)
    fixtures = _sender(calls.fixtures)
    fixture = _sender(calls.fixture)
    report_result = _sender(calls.report_result)

    def send(self, call: Call[T]) -> T:
        """Sends any call and returns its answer. Raises RequestRefused, and ServiceUnreachable after the last try."""
        attempts = 0
        while True:
            attempts += 1
            last = attempts >= self._retries.tries or not call.repeats
            try:
                answer = self._http.request(
                    call.method,
                    self._session.url + call.path,
                    params=call.params(),
                    content=call.content(),
                    headers=self._session.request_headers(call),
                )
            except httpx.TransportError as error:
                if last:
                    raise ServiceUnreachable(f"no answer from {self._session.url}: {error}") from error
                self._sleep(self._retries.wait(attempts))
                continue
            if last or not self._retries.again(answer.status_code, answer.headers):
                return self._session.answer(call, answer.status_code, answer.headers, answer.content)
            self._sleep(self._retries.wait(attempts, answer.headers))

    def stream(self, match: MatchOfGame, *, after: int = 0, once: bool = False) -> Iterator[LogEntry]:
        """Yields the entries of a match above version `after` as they are stored; with `once` only the present ones.

        Resumes after a broken connection. Raises RequestRefused, for example when the token is revoked.
        """
        read = partial(reading.entry, name=match.ruleset)
        for event in self._events(f"/v1/matches/{match.id}/stream", after, once=once):
            if event.name != COUNTING:
                yield read(msgspec.json.decode(event.data))

    def championship_stream(
        self, championship_id: str, *, after: int = 0, once: bool = False
    ) -> Iterator[DecisionEntry]:
        """Yields the entries of a championship above version `after` as they are stored; with `once` only the present ones."""
        for event in self._events(f"/v1/championships/{championship_id}/stream", after, once=once):
            yield reading.decision(msgspec.json.decode(event.data))

    def _events(self, path: str, after: int, *, once: bool) -> Iterator[ServerEvent]:
        reader, failures = EventReader(str(after) if after else ""), 0
        while True:
            reader.forget()
            try:
                for event in self._connection(path, reader, once=once):
                    # Only failures in a row count: an event proves that the connection works.
                    failures = 0
                    yield event
            except httpx.TransportError as error:
                failures += 1
                if failures >= self._retries.tries:
                    raise ServiceUnreachable(f"the stream at {self._session.url} is lost: {error}") from error
            else:
                if once:
                    return
            self._sleep(max(reader.retry_seconds, self._retries.wait(failures) if failures else 0.0))

    def _connection(self, path: str, reader: EventReader, *, once: bool) -> Iterator[ServerEvent]:
        timeout = httpx.Timeout(30.0, read=SILENCE_SECONDS)
        query = {"once": "true"} if once else {}
        headers = self._session.stream_headers(reader.last)
        with self._http.stream(
            "GET", self._session.url + path, params=query, headers=headers, timeout=timeout
        ) as answer:
            if self._retries.again(answer.status_code, answer.headers):
                # Raised as a failure of the network, so that the caller connects again after a pause.
                raise httpx.ReadError(f"status {answer.status_code}")
            if answer.status_code != 200:
                raise refusal_of(answer.status_code, answer.read())
            for chunk in answer.iter_bytes():
                yield from reader.take(chunk)

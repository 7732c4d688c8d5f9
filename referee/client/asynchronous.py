"""The asynchronous client: the same calls, awaited."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from functools import partial, wraps
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

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


def _sender(make: Callable[P, Call[T]]) -> Callable[Concatenate["AsyncReferee", P], Coroutine[Any, Any, T]]:
    """Makes a method that sends a call."""

    @wraps(make)
    async def send(self: "AsyncReferee", /, *args: P.args, **options: P.kwargs) -> T:
        return await self.send(make(*args, **options))

    return send


class AsyncReferee:
    """A client of the service at `url`. Without a `token` it has the rights of the public.

    `language` (`en`, `es`) is that of refusals; `timeout` is in seconds, for each attempt. Close it, or use `async with`.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        language: str = "en",
        retries: Retries | None = None,
        timeout: float = 30.0,
        http: httpx.AsyncClient | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._session = Session(url, token, language)
        self._retries = retries or Retries()
        self._http = http or httpx.AsyncClient(timeout=timeout)
        self._sleep = sleep

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

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

    async def send(self, call: Call[T]) -> T:
        """Sends any call and returns its answer. Raises RequestRefused, and ServiceUnreachable after the last try."""
        attempts = 0
        while True:
            attempts += 1
            last = attempts >= self._retries.tries or not call.repeats
            try:
                answer = await self._http.request(
                    call.method,
                    self._session.url + call.path,
                    params=call.params(),
                    content=call.content(),
                    headers=self._session.request_headers(call),
                )
            except httpx.TransportError as error:
                if last:
                    raise ServiceUnreachable(f"no answer from {self._session.url}: {error}") from error
                await self._sleep(self._retries.wait(attempts))
                continue
            if last or not self._retries.again(answer.status_code, answer.headers):
                return self._session.answer(call, answer.status_code, answer.headers, answer.content)
            await self._sleep(self._retries.wait(attempts, answer.headers))

    async def stream(self, match: MatchOfGame, *, after: int = 0, once: bool = False) -> AsyncIterator[LogEntry]:
        """Yields the entries of a match above version `after` as they are stored; with `once` only the present ones.

        Resumes after a broken connection. Raises RequestRefused, for example when the token is revoked.
        """
        read = partial(reading.entry, name=match.ruleset)
        async for event in self._events(f"/v1/matches/{match.id}/stream", after, once=once):
            if event.name != COUNTING:
                yield read(msgspec.json.decode(event.data))

    async def championship_stream(
        self, championship_id: str, *, after: int = 0, once: bool = False
    ) -> AsyncIterator[DecisionEntry]:
        """Yields the entries of a championship above version `after` as they are stored; with `once` only the present ones."""
        async for event in self._events(f"/v1/championships/{championship_id}/stream", after, once=once):
            yield reading.decision(msgspec.json.decode(event.data))

    async def _events(self, path: str, after: int, *, once: bool) -> AsyncIterator[ServerEvent]:
        reader, failures = EventReader(str(after) if after else ""), 0
        while True:
            reader.forget()
            try:
                async for event in self._connection(path, reader, once=once):
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
            await self._sleep(max(reader.retry_seconds, self._retries.wait(failures) if failures else 0.0))

    async def _connection(self, path: str, reader: EventReader, *, once: bool) -> AsyncIterator[ServerEvent]:
        timeout = httpx.Timeout(30.0, read=SILENCE_SECONDS)
        query = {"once": "true"} if once else {}
        headers = self._session.stream_headers(reader.last)
        async with self._http.stream(
            "GET", self._session.url + path, params=query, headers=headers, timeout=timeout
        ) as answer:
            if self._retries.again(answer.status_code, answer.headers):
                # Raised as a failure of the network, so that the caller connects again after a pause.
                raise httpx.ReadError(f"status {answer.status_code}")
            if answer.status_code != 200:
                raise refusal_of(answer.status_code, await answer.aread())
            async for chunk in answer.aiter_bytes():
                for event in reader.take(chunk):
                    yield event

"""The asynchronous client: the same calls, awaited."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from types import TracebackType
from typing import Self, TypeVar

import httpx
import msgspec

from referee.client import reading
from referee.client.answers import DecisionEntry, LogEntry, StreamMessage
from referee.client.calls import MatchOfGame
from referee.client.endpoints import Endpoints
from referee.client.event_stream import COUNTING, ServerEvent
from referee.client.request import Call
from referee.client.resumed_stream import ResumedStream
from referee.client.retrying import Retries
from referee.client.session import Session

T = TypeVar("T")


class AsyncReferee(Endpoints):
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
        self._session = Session(url, token, language, retries)
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

    async def send(self, call: Call[T]) -> T:
        """Sends any call and returns its answer. Raises RequestRefused, and ServiceUnreachable after the last try."""
        attempts = self._session.attempts(call)
        while True:
            try:
                answer = await self._http.request(**self._session.request(call))
            except httpx.TransportError as error:
                await self._sleep(attempts.pause_after_failure(error))
                continue
            pause = attempts.pause_after(answer)
            if pause is None:
                return self._session.result(call, answer)
            await self._sleep(pause)

    async def stream(self, match: MatchOfGame, *, after: int = 0, once: bool = False) -> AsyncIterator[LogEntry]:
        """Yields the entries of a match above version `after` as they are stored; with `once` only the present ones.

        Resumes after a broken connection. Raises RequestRefused, for example when the token is revoked.
        """
        stream = ResumedStream(self._session, f"/v1/matches/{match.id}/stream", after, once=once)
        async for event in self._events(stream):
            if event.name != COUNTING:
                yield reading.entry(msgspec.json.decode(event.data), match.ruleset)

    async def championship_stream(
        self, championship_id: str, *, after: int = 0, once: bool = False
    ) -> AsyncIterator[DecisionEntry]:
        """Yields the entries of a championship above version `after` as they are stored; with `once` only the present ones."""
        stream = ResumedStream(self._session, f"/v1/championships/{championship_id}/stream", after, once=once)
        async for event in self._events(stream):
            yield reading.decision(msgspec.json.decode(event.data))

    async def messages(
        self,
        kinds: Sequence[str] = (),
        *,
        match: str | None = None,
        championship: str | None = None,
        after: int = 0,
        once: bool = False,
    ) -> AsyncIterator[StreamMessage]:
        """Yields what webhooks of these kinds would get, as this token may see it: everything, or of one match or championship.

        It begins with what comes from now on, or after the message with the id `after`; with `once` it ends with what is
        there. Resumes after a broken connection. Raises RequestRefused, for example when the token is revoked.
        """
        query = reading.selection_query(kinds, match, championship)
        stream = ResumedStream(self._session, "/v1/stream", after, once=once, query=query)
        async for event in self._events(stream):
            if message := reading.message(event):
                yield message

    async def _events(self, stream: ResumedStream) -> AsyncIterator[ServerEvent]:
        while True:
            failure: httpx.TransportError | None = None
            try:
                async for event in self._connection(stream):
                    yield event
            except httpx.TransportError as error:
                failure = error
            else:
                if stream.once:
                    return
            await self._sleep(stream.pause(failure))

    async def _connection(self, stream: ResumedStream) -> AsyncIterator[ServerEvent]:
        async with self._http.stream(**stream.request()) as answer:
            if answer.status_code != 200:
                await answer.aread()
                raise stream.failure(answer)
            async for chunk in answer.aiter_bytes():
                for event in stream.take(chunk):
                    yield event

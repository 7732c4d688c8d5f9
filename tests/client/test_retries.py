"""Retries of the client when the network fails: nothing is stored twice, nothing of a stream is lost or comes twice."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from referee.client import AsyncReferee, Call, Referee, RequestRefused, Retries, ServiceUnreachable
from referee.client.event_stream import EventReader
from referee.match.events import Note
from tests.support.service import TOKEN, Running

FEW = Retries(tries=4)


class LosesAnswers(httpx.BaseTransport):
    """A network that delivers every request and loses the first answers."""

    def __init__(self, losses: int) -> None:
        self.lost = losses
        self.keys: list[str | None] = []
        self._real = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.keys.append(request.headers.get("Idempotency-Key"))
        answer = self._real.handle_request(request)
        if self.lost:
            self.lost -= 1
            answer.close()
            raise httpx.ReadError("the connection was reset", request=request)
        return answer

    def close(self) -> None:
        self._real.close()


class Answers(httpx.BaseTransport):
    """A service that gives these answers, one after the other."""

    def __init__(self, *answers: httpx.Response) -> None:
        self.answers = list(answers)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self.answers.pop(0)


class Breaking(httpx.SyncByteStream):
    """An answer that breaks off after these bytes."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def __iter__(self) -> Iterator[bytes]:
        yield self.content
        raise httpx.ReadError("the connection was reset")


class Cuts(httpx.BaseTransport):
    """A network that cuts the first answers in the middle: after so many bytes each."""

    def __init__(self, *lengths: int) -> None:
        self.lengths = list(lengths)
        self.resume_ids: list[str | None] = []
        self._real = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self._real.handle_request(request)
        if not request.url.path.endswith("/stream"):
            return answer
        self.resume_ids.append(request.headers.get("Last-Event-ID"))
        if not self.lengths:
            return answer
        whole = answer.read()
        return httpx.Response(200, stream=Breaking(whole[: self.lengths.pop(0)]))

    def close(self) -> None:
        self._real.close()


class BreakingLater(httpx.AsyncByteStream):
    """An answer, read asynchronously, that breaks off after these bytes."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self.content
        raise httpx.ReadError("the connection was reset")


def client(url: str, transport: httpx.BaseTransport, waits: list[float] | None = None) -> Referee:
    slept = [] if waits is None else waits
    return Referee(url, TOKEN, retries=FEW, http=httpx.Client(transport=transport), sleep=slept.append)


def test_a_write_whose_answer_is_lost_is_stored_once(running: Running) -> None:
    network = LosesAnswers(2)
    with client(running.url, network) as referee:
        match = referee.open_match("hearts.castillar", ["Ana", "Beto"])
        network.lost = 3
        answer = referee.append(match, Note("una vez"))
        assert answer.version == 2
        assert referee.match(match.id).version == 2
    opening_keys, append_keys = set(network.keys[:3]), set(network.keys[3:7])
    assert len(opening_keys) == len(append_keys) == 1
    assert opening_keys.isdisjoint(append_keys | {None})


def test_a_write_without_a_key_is_sent_once(running: Running) -> None:
    network = LosesAnswers(1)
    with client(running.url, network) as referee, pytest.raises(ServiceUnreachable):
        referee.send(Call(method="POST", path="/v1/players", read=bytes, body={"name": "Carla Sin Clave"}))
    assert network.keys == [None]


def test_it_waits_as_long_as_it_is_asked_to() -> None:
    busy = httpx.Response(429, headers={"Retry-After": "7"}, json={"code": "too-many", "status": 429})
    away = httpx.Response(502, text="bad gateway")
    page = httpx.Response(200, json={"items": [], "next": None})
    waits: list[float] = []
    with client("http://127.0.0.1", Answers(busy, away, page), waits) as referee:
        assert referee.matches().items == []
    assert waits[0] == 7.0
    assert 0 < waits[1] <= FEW.longest


def test_after_the_last_try_the_refusal_is_told() -> None:
    away = [httpx.Response(502, text="<html>bad gateway") for _ in range(FEW.tries)]
    with client("http://127.0.0.1", Answers(*away)) as referee, pytest.raises(RequestRefused) as error:
        referee.matches()
    assert (error.value.status, error.value.code) == (502, "internal")


@pytest.mark.parametrize("length", [0, 10, 700, 1000, 1300])
def test_a_stream_that_breaks_goes_on_where_it_was(running: Running, length: int) -> None:
    network = Cuts(length, length)
    with client(running.url, network) as referee:
        match = referee.open_match("hearts.castillar", ["Ana", "Beto"])
        referee.append(match, *(Note(f"nota {n}") for n in range(8)))
        entries = list(referee.stream(match, once=True))
    assert [entry.version for entry in entries] == list(range(1, 10))
    assert len(network.resume_ids) == 3


def test_a_stream_that_stays_lost_is_told(running: Running) -> None:
    network = Cuts(*[0] * FEW.tries)
    with client(running.url, network) as referee:
        match = referee.open_match("hearts.castillar", ["Ana", "Beto"])
        with pytest.raises(ServiceUnreachable):
            list(referee.stream(match, once=True))


def test_the_asynchronous_client_tries_again_and_resumes_too() -> None:
    decision = '{"version":%d,"type":"later","recorded_at":null,"recorded_by":"service","facts":[],"hash":null}'
    first, second = (f"id: {version}\nevent: x\ndata: {decision % version}\n\n".encode() for version in (1, 2))
    answers = [
        httpx.Response(502, text="bad gateway"),
        httpx.Response(200, json={"items": [], "next": None}),
        httpx.Response(200, stream=BreakingLater(first + second[:10])),
        httpx.Response(503, text="no service"),
        httpx.Response(200, content=second),
    ]
    positions, waits = list[str | None](), list[float]()

    def answer(request: httpx.Request) -> httpx.Response:
        positions.append(request.headers.get("Last-Event-ID"))
        return answers.pop(0)

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    async def follow() -> list[int]:
        network = httpx.AsyncClient(transport=httpx.MockTransport(answer))
        async with AsyncReferee("http://127.0.0.1", retries=FEW, http=network, sleep=sleep) as referee:
            assert (await referee.matches()).items == []
            return [entry.version async for entry in referee.championship_stream("any", once=True)]

    assert asyncio.run(follow()) == [1, 2]
    assert positions == [None, None, None, "1", "1"]
    assert len(waits) == 3


def test_messages_are_read_however_their_bytes_come() -> None:
    stream = (
        ': hello\r\nretry: 1500\r\nid: 4\r\nevent: note\r\ndata: {"text":"a\u2028b"}\r\n\r\nid: 5\r\ndata: x\r\n\r\n'
    )
    for size in (1, 2, 3, 7, len(stream)):
        reader, body = EventReader("3"), stream.encode()
        events = [event for at in range(0, len(body), size) for event in reader.take(body[at : at + size])]
        assert [(event.id, event.name, event.data) for event in events] == [
            ("4", "note", '{"text":"a\u2028b"}'),
            ("5", "message", "x"),
        ]
        assert (reader.last, reader.retry_seconds) == ("5", 1.5)

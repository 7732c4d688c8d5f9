"""The fast path gives the same answers as the routes: head, body and refusals."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.middleware.dry_run import DryRuns
from tests.support.hands import FOUR
from tests.support.inside import Clock, inside
from tests.support.service import BEARER, Caller

LONG = "?dry_run=false"
"""A query without effect that the fast path does not take."""
DEAL = {"type": "deal", "dealer": 0, "hands": FOUR}
NOTE = {"type": "note", "text": "mesa 3"}
MINIMAL = {"Prefer": "return=minimal"}
SENDING: dict[str, tuple[Any, dict[str, str]]] = {
    "with the view": (DEAL, {}),
    "without it": (DEAL, MINIMAL),
    "for a script of another place": (NOTE, {"Origin": "https://cards.example"}),
    "with a cookie for a script of another place": (NOTE, {"Origin": "https://cards.example", "Cookie": "a=b"}),
    "compressed": ([NOTE] * 40, {"Origin": "https://cards.example"}),
    "as it is": ([NOTE] * 40, {"Accept-Encoding": "identity"}),
    "with a key": (NOTE, {"Idempotency-Key": "one"}),
    "for the version it is at": (NOTE, {"If-Match": '"1"'}),
    "for another version": (NOTE, {"If-Match": '"7"'}),
    "for no version": (NOTE, {"If-Match": "seven"}),
    "with no key": (NOTE, {"Idempotency-Key": ""}),
    "with a PIN that is none": (NOTE, {"Confirmation-Pin": "x"}),
    "what breaks off": (b'{"type": "note"', {}),
    "what says a thing twice": (b'{"type": "note", "text": "a", "text": "b"}', {}),
    "what is no event": ({"type": "sing"}, {"Accept-Language": "es"}),
    "what is out of turn": ({"type": "play", "seat": 0, "card": "2C"}, {}),
    "nothing": ([], {}),
    "not JSON": (b"a", {"Content-Type": "text/plain"}),
    "with a token that is not good": (NOTE, {"Authorization": "Bearer no"}),
    "without a token": (NOTE, {"Authorization": ""}),
}
OPENING = {"ruleset": "hearts.yppedia", "seats": [{"name": name} for name in "ABCD"], "first_dealer": 0}
OPENINGS: dict[str, Any] = {
    "a match": OPENING,
    "a draw": {**OPENING, "first_dealer": None},
    "of nobody": {**OPENING, "seats": [{"player": "nobody"}] * 4},
    "of no ruleset": {**OPENING, "ruleset": "none"},
    "of nothing": {},
}
MADE_UP = re.compile(r'"(hash|seed|id|player|match|dealer)":("[^"]*"|null|[0-9])')
OF_THE_MOMENT = {"log-position", "consistency-token", "content-length", "location", "x-request-id"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    with inside(str(tmp_path_factory.mktemp("log") / "log.sqlite"), Clock(), per_minute=1_000) as client:
        client.headers.update(BEARER)
        yield client


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the requests that reached the middleware behind the fast path."""
    paths: list[str] = []
    call = DryRuns.__call__

    async def noting(self: DryRuns, scope: Any, receive: Any, send: Any) -> None:
        paths.append(scope["path"])
        await call(self, scope, receive, send)

    monkeypatch.setattr(DryRuns, "__call__", noting)
    return paths


def send(client: Caller, path: str, body: Any, headers: dict[str, str]) -> httpx.Response:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post(path, content=content, headers={"Content-Type": "application/json"} | headers)


def stable_answer(answer: httpx.Response) -> tuple[int, dict[str, str], str]:
    """An answer without the values that change each time. Of the quota, only its presence is kept."""
    head = {name: value for name, value in answer.headers.items() if name not in OF_THE_MOMENT}
    head["ratelimit"] = str("ratelimit" in head)
    return answer.status_code, head, MADE_UP.sub(r'"\1":"?"', answer.text)


@pytest.mark.parametrize("case", SENDING)
def test_an_append_is_answered_as_on_the_way_through_the_routes(client: Caller, calls: list[str], case: str) -> None:
    body, headers = SENDING[case]
    here, there = client.open("hearts.yppedia", 4), client.open("hearts.yppedia", 4)
    calls.clear()
    short = send(client, f"/v1/matches/{here}/events", body, headers)
    assert bool(calls) == (short.is_error or "Cookie" in headers)
    assert stable_answer(short) == stable_answer(send(client, f"/v1/matches/{there}/events{LONG}", body, headers))
    assert len(client.get(f"/v1/matches/{here}/events").json()["items"]) == client.version(here)


@pytest.mark.parametrize("case", OPENINGS)
def test_a_match_is_opened_as_on_the_way_through_the_routes(client: Caller, calls: list[str], case: str) -> None:
    short = send(client, "/v1/matches", OPENINGS[case], {})
    assert bool(calls) == short.is_error
    assert stable_answer(short) == stable_answer(send(client, f"/v1/matches{LONG}", OPENINGS[case], {}))


@pytest.mark.parametrize("path", ["/v1/matches/%6eo/events", "/v1//matches", "/v1/matches/", "/v1/matches/no/events/"])
def test_a_path_that_is_not_written_as_it_is_meant_is_refused(client: Caller, calls: list[str], path: str) -> None:
    assert send(client, path, NOTE, {}).status_code == 404
    assert calls


def test_a_request_too_many_is_refused_once(tmp_path: Path) -> None:
    with inside(str(tmp_path / "log.sqlite"), Clock(), per_minute=3) as client:
        client.headers.update(BEARER)
        match = client.open("hearts.yppedia", 4)
        answers = [client.say(match, NOTE) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]


def test_what_fails_is_logged_and_answered_as_a_fault(client: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    match = client.open("hearts.yppedia", 4)

    def failing(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("api.routes.matches.match.expected_version", failing)
    short, long = client.say(match, NOTE), send(client, f"/v1/matches/{match}/events{LONG}", NOTE, {})
    assert short.status_code == 500
    assert stable_answer(short) == stable_answer(long)

"""Requests that are too large, too deep or too long are refused on every route, and the service goes on."""

import gzip
import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import httpx
import pytest

from api.http.bodies import MAX_BODY
from api.http.describe import Doc, Lines
from tests.api.http.test_hostile_text import body_routes
from tests.support.service import TOKEN, Caller, Running, refusal_of
from tests.support.waiting import DEADLOCK_SECONDS

NOBODY = "01920000-0000-7000-8000-000000000099"
JSON = {"Content-Type": "application/json"}
DEEP = b"[" * 100_000 + b"]" * 100_000
PIECE = b" " * 65_536


@pytest.fixture(scope="module")
def routes(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str, Doc]]:
    """Every route that takes a body."""
    writes = body_routes(tmp_path_factory.mktemp("routes"))
    assert len(writes) > 10
    # A queue is a file of lines, which has tests of its own.
    return [route for route in writes if not isinstance(route[2].body, Lines)]


@pytest.fixture
def ids(organizer: Caller) -> dict[str, str]:
    """Ids for paths: those of a match that exists, and made-up ones for the rest."""
    names = ("championship_id", "contest_id", "fixture_id", "webhook_id", "token_id", "player_id", "series_id")
    return {"match_id": organizer.open(), "side": "0", "number": "1", "board": "1", "team": NOBODY} | dict.fromkeys(
        names, NOBODY
    )


def pieces(size: int) -> Iterator[bytes]:
    """A number of bytes without an announced length: they are sent in chunks."""
    for start in range(0, size, len(PIECE)):
        yield PIECE[: min(len(PIECE), size - start)]


@pytest.mark.parametrize("is_chunked", [False, True])
def test_a_large_body_is_refused_everywhere_before_anything_else(
    public: Caller, routes: list[tuple[str, str, Doc]], ids: dict[str, str], is_chunked: bool
) -> None:
    for path, method, _ in routes:
        content = pieces(MAX_BODY + 1) if is_chunked else b" " * (MAX_BODY + 1)
        answer = public.request(method.upper(), path.format(**ids), content=content)
        assert ("transfer-encoding" in answer.request.headers) == is_chunked
        refusal_of(answer, 413, "too-large")


def test_a_body_without_end_is_cut_off(running: Running) -> None:
    # Thirty times the size that is read: the answer comes during the sending, or the line is closed before it can be read.
    with suppress(httpx.TransportError), Caller(base_url=running.url) as client:
        refusal_of(client.post("/v1/matches", content=pieces(500 * MAX_BODY), headers=JSON), 413, "too-large")
    assert running.get("/v1/health/live").status_code == 200


def test_the_largest_body_is_still_read(organizer: Caller) -> None:
    note = json.dumps({"type": "note", "text": "x"}).encode()
    match = organizer.open()
    body = note + b" " * (MAX_BODY - len(note))
    assert organizer.post(f"/v1/matches/{match}/events", content=body, headers=JSON).status_code == 201
    assert organizer.post(f"/v1/matches/{match}/events", content=iter([body]), headers=JSON).status_code == 201


@pytest.mark.parametrize(
    "body",
    [
        DEEP,
        b'{"x":' * 100_000 + b"1" + b"}" * 100_000,
        b'{"type": "note", "text": ' + DEEP + b"}",
        b'[{"type": "note", "text": "x", "more": ' + DEEP + b"}]",
        b'{"ruleset": "guinote", "seats": [{"name": "A"}, {"name": "B"}], "params": {"a": ' + DEEP + b"}}",
        b'{"name": "\\u0000", "more": ' + DEEP + b"}",
        b"[" * 900_000,
    ],
)
def test_what_is_nested_without_end_is_malformed_everywhere(
    organizer: Caller, routes: list[tuple[str, str, Doc]], ids: dict[str, str], body: bytes
) -> None:
    for path, method, _ in routes:
        answer = organizer.request(method.upper(), path.format(**ids), content=body, headers=JSON)
        assert answer.status_code in {400, 404}, (path, answer.text)
        if "{" not in path or "{match_id}" in path:
            refusal_of(answer, 400, "malformed")


@pytest.mark.parametrize("number", ["9" * 19, "9" * 5_000, "-" + "9" * 5_000, "1e400", "1" + "0" * 900_000])
def test_numbers_without_end_are_refused(
    organizer: Caller, routes: list[tuple[str, str, Doc]], ids: dict[str, str], number: str
) -> None:
    bodies = [
        f'{{"ruleset": "guinote", "seats": [{{"name": "A"}}, {{"name": "B"}}], "first_dealer": {number}}}',
        f'{{"ruleset": "hearts.castillar", "seats": [{{"name": "A"}}, {{"name": "B"}}], "params": {{"limit": {number}}}}}',
        f'{{"type": "retract", "to": {number}, "reason": "x"}}',
        f'{{"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": {number}}}',
        f'{{"points": [{number}, 26]}}',
        number,
    ]
    for path, method, _ in routes:
        for body in bodies:
            answer = organizer.request(method.upper(), path.format(**ids), content=body.encode(), headers=JSON)
            assert 400 <= answer.status_code < 500, (path, body[:80], answer.text[:300])


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "gzip, gzip"])
def test_a_compressed_body_is_refused_unread(
    organizer: Caller, routes: list[tuple[str, str, Doc]], ids: dict[str, str], coding: str
) -> None:
    bomb = gzip.compress(b" " * 100_000_000, 9)
    for path, method, _ in routes:
        for body in (bomb, b'{"name": "A"}'):
            headers = JSON | {"Content-Encoding": coding}
            answer = organizer.request(method.upper(), path.format(**ids), content=body, headers=headers)
            refusal_of(answer, 415, "unsupported-media-type")
    plain = JSON | {"Content-Encoding": "identity"}
    assert organizer.post("/v1/players", content=b'{"name": "A", "distinct": true}', headers=plain).status_code == 201


def raw(running: Running, request: bytes) -> bytes:
    """The first line of the answer to these bytes, to the letter. It is empty if the connection is closed without one."""
    place = urlsplit(running.url)
    with socket.create_connection((place.hostname or "", place.port or 0), timeout=DEADLOCK_SECONDS) as line:
        try:
            line.sendall(request)
            return line.recv(65_536).partition(b"\r\n")[0]
        except ConnectionError:
            return b""


@pytest.mark.parametrize(
    "request_",
    [
        b"GET /v1/matches/" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET /v1/matches/" + b"a" * 5_000_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET /v1/matches?player=" + b"a" * 60_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET /v1/matches?" + b"player=a&" * 10_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET /" + b"/a" * 20_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: y\r\n" * 100_000 + b"\r\n",
        b"GET /v1/matches HTTP/1.1\r\nHost: a\r\nX: " + b"y" * 5_000_000 + b"\r\n\r\n",
        b"GET /v1/matches HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + b"y" * 100_000 + b"\r\n\r\n",
        b"GET /v1/matches HTTP/1.1\r\nHost: a\r\nAccept-Language: " + b"es;q=0.1," * 10_000 + b"\r\n\r\n",
        b"GET /v1/matches HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n",
        b"GET /v1/matches HTTP/1.1\r\n\r\n",
        b"GET \0 HTTP/1.1\r\nHost: a\r\n\r\n",
        b"POST /v1/matches HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        b"POST /v1/matches HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n12345",
        b"POST /v1/matches HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /v1/matches HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"x" * 1_000_000,
    ],
    ids=range(18),
)
def test_what_is_no_sound_http_is_answered_or_dropped_and_hurts_nobody(running: Running, request_: bytes) -> None:
    first = raw(running, request_)
    assert not first or first.split()[1][:1] in {b"2", b"4"}, first
    assert running.get("/v1/health/ready").status_code == 200


def test_a_token_in_an_address_is_no_token(public: Caller, organizer: Caller) -> None:
    for name in ("token", "access_token", "authorization", "Authorization", "bearer"):
        for value in (TOKEN, f"Bearer {TOKEN}"):
            refusal_of(public.get("/v1/tokens", params={name: value}), 401, "unauthenticated")
    for headers in (
        {"Cookie": f"token={TOKEN}; Authorization=Bearer {TOKEN}"},
        {"X-Authorization": f"Bearer {TOKEN}"},
        {"Proxy-Authorization": f"Bearer {TOKEN}"},
    ):
        refusal_of(public.get("/v1/tokens", headers=headers), 401, "unauthenticated")
    refusal_of(public.get("/v1/tokens", headers={"Authorization": TOKEN}), 401, "unauthenticated")
    refusal_of(public.get("/v1/tokens", headers={"Authorization": f"Basic {TOKEN}"}), 401, "unauthenticated")
    assert organizer.get("/v1/tokens").status_code == 200

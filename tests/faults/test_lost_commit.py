"""The connection to PostgreSQL breaks at a commit: a stored write is answered so, and nothing is stored twice."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from tests.support.lossy import Lossy, lossy
from tests.support.service import TOKEN, Caller, refusal_of, start
from tests.support.waiting import eventually

pytestmark = pytest.mark.postgres


@dataclass
class Site:
    """A service behind a proxy that loses the transactions that the test names."""

    proxy: Lossy
    caller: Caller
    database: str

    def count(self, query: str, *values: object) -> int:
        with psycopg.connect(self.database) as connection:
            row = connection.execute(query.encode(), values).fetchone()
        assert row
        return int(row[0])


@pytest.fixture(scope="module")
def site(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    name = f"lossy_{uuid4().hex}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    database = postgres_url.replace("/postgres?", f"/{name}?")
    with lossy(database) as (proxy, address):
        folder = tmp_path_factory.mktemp("lossy")
        with start(folder, database=address, REFEREE_WEBHOOKS_PRIVATE="1") as running:
            headers = {"Authorization": f"Bearer {TOKEN}"}
            with Caller(base_url=running.url, headers=headers) as caller:
                yield Site(proxy, caller, database)


@dataclass(frozen=True)
class Write:
    """A request, the word by which the proxy knows its transaction, and the number of things that it makes."""

    method: str
    path: str
    body: Any
    word: str
    count: Callable[[], int]
    stored: int = 1
    """The growth of that number."""


def championship(site: Site) -> tuple[str, str, str]:
    """A championship of two, its contest and its fixture."""
    response = site.caller.post("/v1/championships", json={"name": "Fiestas", "players": [uuid4().hex, uuid4().hex]})
    assert response.status_code == 201, response.text
    id_ = response.json()["id"]
    answer = site.caller.post(
        f"/v1/championships/{id_}/contests", json={"ruleset": "hearts.castillar", "format": "castillar"}
    )
    assert answer.status_code == 201, answer.text
    contest = answer.json()["id"]
    fixture = site.caller.get(f"/v1/contests/{contest}/fixtures").json()["items"][0]["id"]
    return id_, contest, fixture


def events_of(site: Site, stream: str) -> Callable[[], int]:
    return lambda: site.count("SELECT count(*) FROM referee_events WHERE originator_id = %s", stream)


def note(site: Site) -> Write:
    match, word = site.caller.open(), uuid4().hex
    body = {"type": "note", "text": word}
    return Write("POST", f"/v1/matches/{match}/events", body, word, events_of(site, match))


def array(site: Site) -> Write:
    match, word = site.caller.open(), uuid4().hex
    body = [{"type": "deal"}, {"type": "note", "text": word}]
    return Write("POST", f"/v1/matches/{match}/events", body, word, events_of(site, match), 2)


def opening(site: Site) -> Write:
    word = uuid4().hex
    body = {"ruleset": "hearts.castillar", "seats": [{"name": word}, {"name": "Beto"}]}
    return Write("POST", "/v1/matches", body, word, count_name(site, word))


def count_name(site: Site, name: str) -> Callable[[], int]:
    return lambda: site.count("SELECT count(*) FROM people WHERE name = %s", name)


def person(site: Site) -> Write:
    word = uuid4().hex
    return Write("POST", "/v1/players", {"name": word}, word, count_name(site, word))


def erasure(site: Site) -> Write:
    word = uuid4().hex
    id_ = site.caller.post("/v1/players", json={"name": word}).json()["id"]
    return Write("DELETE", f"/v1/players/{id_}", None, id_, count_name(site, word), -1)


def new_championship(site: Site) -> Write:
    word = uuid4().hex
    return Write("POST", "/v1/championships", {"name": "Fiestas", "players": [word]}, word, count_name(site, word))


def late_players(site: Site) -> Write:
    word = uuid4().hex
    id_, _, _ = championship(site)
    return Write("POST", f"/v1/championships/{id_}/players", {"players": [word]}, word, count_name(site, word))


def card(site: Site) -> Write:
    word = uuid4().hex
    id_, _, _ = championship(site)
    player = site.caller.get(f"/v1/championships/{id_}").json()["general"][0]["player"]
    body = {"player": player["id"] if isinstance(player, dict) else player, "card": "yellow", "reason": word}
    return Write("POST", f"/v1/championships/{id_}/sanctions", body, word, events_of(site, id_))


def contest(site: Site) -> Write:
    word = uuid4().hex
    id_, _, _ = championship(site)
    body = {"ruleset": "guinote", "format": "single", "seed": word}
    return Write("POST", f"/v1/championships/{id_}/contests", body, word, events_of(site, id_))


def redraw(site: Site) -> Write:
    word = uuid4().hex
    id_, contest, _ = championship(site)
    return Write("POST", f"/v1/contests/{contest}/draw", {"reason": word}, word, events_of(site, id_))


def walkover(site: Site) -> Write:
    word = uuid4().hex
    id_, _, fixture = championship(site)
    [absent, _] = site.caller.get(f"/v1/fixtures/{fixture}").json()["entrants"]
    body = {"absent": [absent["id"] if isinstance(absent, dict) else absent], "reason": word}
    return Write("POST", f"/v1/fixtures/{fixture}/walkover", body, word, events_of(site, id_))


def token(site: Site) -> Write:
    match = site.caller.open()
    body = {"role": "referee", "scope": {"match": match}}
    count = lambda: site.count("SELECT count(*) FROM tokens WHERE scope LIKE %s", f"%{match}%")  # noqa: E731
    return Write("POST", "/v1/tokens", body, match, count)


def revocation(site: Site) -> Write:
    id_ = site.caller.post("/v1/tokens", json={"role": "auditor"}).json()["id"]
    count = lambda: site.count("SELECT count(*) FROM tokens WHERE id = %s AND revoked_at IS NULL", id_)  # noqa: E731
    return Write("DELETE", f"/v1/tokens/{id_}", None, id_, count, -1)


def webhook(site: Site) -> Write:
    url = f"http://127.0.0.1:9/{uuid4().hex}"
    count = lambda: site.count("SELECT count(*) FROM webhooks WHERE url = %s", url)  # noqa: E731
    return Write("POST", "/v1/webhooks", {"url": url, "kinds": ["match.finished"]}, url, count)


def pin(site: Site) -> Write:
    match = site.caller.open(confirm="sides")
    count = lambda: site.count("SELECT count(*) FROM pins WHERE match = %s", match)  # noqa: E731
    return Write("PUT", f"/v1/matches/{match}/pins/0", {"pin": "2718"}, "scrypt$", count)


WRITES: list[Callable[[Site], Write]] = [
    note,
    array,
    opening,
    person,
    erasure,
    new_championship,
    late_players,
    card,
    contest,
    redraw,
    walkover,
    token,
    revocation,
    webhook,
    pin,
]


def send(site: Site, write: Write, key: str | None) -> httpx.Response:
    headers = {"Idempotency-Key": key} if key else {}
    return site.caller.request(write.method, write.path, json=write.body, headers=headers)


@pytest.mark.parametrize("key", [None, "k"])
@pytest.mark.parametrize("kind", WRITES, ids=lambda kind: kind.__name__)
def test_a_lost_answer_is_looked_up(site: Site, kind: Callable[[Site], Write], key: str | None) -> None:
    write = kind(site)
    key = key and uuid4().hex
    before, losses = write.count(), site.proxy.lost
    site.proxy.lose("the answer", write.word)
    answer = send(site, write, key)
    assert site.proxy.lost == losses + 1
    assert answer.status_code in {200, 201, 204}, answer.text
    assert write.count() == before + write.stored
    if key and write.method == "POST" and kind is not token:
        again = send(site, write, key)
        assert (again.status_code, write.count()) == (answer.status_code, before + write.stored)


@pytest.mark.parametrize("kind", WRITES, ids=lambda kind: kind.__name__)
def test_a_lost_commit_stores_once_or_nothing(site: Site, kind: Callable[[Site], Write]) -> None:
    write = kind(site)
    before, losses = write.count(), site.proxy.lost
    site.proxy.lose("the commit", write.word)
    answer = send(site, write, None)
    assert site.proxy.lost == losses + 1
    if answer.status_code == 503:
        assert (answer.json()["code"], answer.json()["stored"]) == ("unavailable", "no")
        assert answer.headers["retry-after"] == str(answer.json()["retry_after"])
        assert write.count() == before
    else:
        assert answer.status_code in {200, 201, 204}, answer.text
        assert write.count() == before + write.stored


@pytest.mark.parametrize("kind", [note, opening, person, token, webhook, pin], ids=lambda kind: kind.__name__)
def test_what_cannot_be_looked_up_is_unknown(site: Site, kind: Callable[[Site], Write]) -> None:
    write = kind(site)
    before = write.count()
    site.proxy.lose("the server", write.word)
    try:
        answer = send(site, write, None)
        problem = answer.json()
        assert (answer.status_code, problem["code"], problem["stored"]) == (503, "unavailable", "unknown")
        assert answer.headers["retry-after"]
        dark = site.caller.post("/v1/players", json={"name": "nadie"})
        assert (dark.status_code, dark.json()["stored"]) == (503, "no")
    finally:
        site.proxy.heal()
    # The server has the data that was sent to it, and no client waits for it any more.
    eventually(lambda: write.count() == before + write.stored)


@pytest.mark.parametrize("kind", [note, opening, person, contest, pin], ids=lambda kind: kind.__name__)
def test_a_database_that_says_nothing_is_not_waited_for(site: Site, kind: Callable[[Site], Write]) -> None:
    write, key = kind(site), uuid4().hex
    before = write.count()
    site.proxy.stall()
    try:
        # Without a limit this waits until the test is ended: the proxy keeps connections open.
        answer = send(site, write, key)
        stored_word = refusal_of(answer, 503, "unavailable")["stored"]
        assert answer.headers["retry-after"]
    finally:
        site.proxy.heal()
    eventually(lambda: site.caller.get("/v1/health/ready").status_code == 200)
    if stored_word == "no":
        assert write.count() == before
    if write.method == "POST" and kind is not token:
        again = send(site, write, key)
        assert (again.status_code // 100, write.count()) == (2, before + write.stored)


def test_all_who_wait_for_a_silent_database_are_told(site: Site) -> None:
    match = site.caller.open()
    # Memory may answer again; these requests ask the database.
    paths = [
        f"/v1/matches/{match}/claims/c1",
        "/v1/matches",
        "/v1/health/ready",
        f"/v1/matches/{match}/events",
        "/v1/players",
    ] * 8
    site.proxy.stall()
    try:
        with ThreadPoolExecutor(len(paths)) as threads:
            answers = list(threads.map(site.caller.get, paths))
        assert {answer.status_code for answer in answers} == {503}
        assert site.caller.get("/v1/health/live").status_code == 200
    finally:
        site.proxy.heal()
    eventually(lambda: site.caller.get("/v1/health/ready").status_code == 200)

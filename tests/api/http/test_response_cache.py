"""A cached answer equals a new one: for every reader, after any event."""

import asyncio
import gc
import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.access.bearers import TOKEN_KEPT_SECONDS, Access
from api.access.costs import REPORT_COST
from api.compose import close
from api.context import CacheDependencies, begin_context
from api.middleware.response_cache import OVERHEAD_BYTES, CachedResponse, ResponseCache
from api.pages.browser import site
from tests.support.inside import Clock, inside, services_on
from tests.support.service import BEARER, TOKEN, Caller, refusal_of

KEPT = ("/v1/matches/{}", "/v1/matches/{}/legal", "/v1/matches/{}/audit", "/v1/matches/{}/replay", "/v1/matches")
LASTING = (
    *("/v1/rulesets", "/v1/rulesets/hearts.castillar", "/v1/formats", "/v1/problems", "/v1/problems/irregular"),
    *("/v1/openapi.json", "/v1/docs/swagger-ui-bundle.js", "/v1/docs/start.js", "/v1/docs/favicon-32x32.png"),
    *("/v1/openapi-3.0.json", "/worker.js"),
)
"""Answers that are the same for all readers, for as long as the process runs, as a file of the pages is too."""
UNKNOWN = {"Authorization": "Bearer nobody-has-this"}
ASKING: tuple[dict[str, str], ...] = ({}, {"Accept-Encoding": "identity"}, {"If-None-Match": '"2"'})
fresh = (f"{n}" for n in count())


class Hall:
    """A match, its readers, and the acts that can happen beside it. `other` is another process on the same database."""

    def __init__(self, client: Caller, other: Caller, clock: Clock) -> None:
        self.client, self.other, self.clock = client, other, clock
        self.match = client.open()
        self.say({"type": "deal", "shuffle": True, "seed": "azar"})
        players = [seat["player"] for seat in client.get(f"/v1/matches/{self.match}").json()["seats"]]
        self.people = players
        self.readers: list[dict[str, str]] = [
            {},
            BEARER,
            client.bearer("auditor"),
            client.bearer("referee", match=self.match),
            *(client.bearer("player", match=self.match, seat=seat) for seat in (0, 1)),
            client.bearer("player", player=players[0]),
        ]
        items = client.get("/v1/tokens").json()["items"]
        self.tokens = [one["id"] for one in items if one["role"] != "organizer"]

    def say(self, event: Any, by: Caller | None = None) -> None:
        assert (by or self.client).say(self.match, event).status_code == 201

    def note(self) -> None:
        self.say({"type": "note", "text": "aquí"})

    def note_elsewhere(self) -> None:
        self.say({"type": "note", "text": "allí"}, self.other)

    def open(self) -> None:
        self.client.open()

    def rename(self) -> None:
        body = {"name": f"Otro {next(fresh)}"}
        assert self.client.put(f"/v1/players/{self.people[0]}", json=body).status_code == 200

    def rename_elsewhere(self) -> None:
        body = {"name": f"Otra {next(fresh)}"}
        assert self.other.put(f"/v1/players/{self.people[1]}", json=body).status_code == 200

    def revoke(self) -> None:
        assert self.client.delete(f"/v1/tokens/{self.tokens.pop(0)}").status_code == 204

    def wait(self) -> None:
        self.clock.on(timedelta(seconds=TOKEN_KEPT_SECONDS))

    def nothing(self) -> None:
        """Does nothing."""

    def agree(self) -> None:
        """Compares the answers to repeated requests with those to new ones."""
        for path in (*KEPT, LASTING[1]):
            for n, reader in enumerate(self.readers):
                address, headers = path.format(self.match), reader | ASKING[n % len(ASKING)]
                response = self.client.get(address, headers=headers)
                fresh_response = self.client.get(address, headers=headers | {"X-Fresh": next(fresh)})
                assert (address, stable_answer(response)) == (address, stable_answer(fresh_response))


def stable_answer(answer: httpx.Response) -> tuple[int, list[tuple[str, str]], bytes]:
    headers = sorted(pair for pair in answer.headers.items() if pair[0] != "x-request-id")
    return answer.status_code, headers, answer.content


@pytest.fixture
def hall(database: str) -> Iterator[Hall]:
    clock = Clock()
    with inside(database, clock) as client, inside(database, clock) as other:
        for one in (client, other):
            # The client's own header is not sent for a reader without one.
            one.auth = _unless_given
        yield Hall(client, other, clock)


def _unless_given(request: httpx.Request) -> httpx.Request:
    if request.method != "GET" or request.url.path == "/v1/tokens":
        request.headers["Authorization"] = BEARER["Authorization"]
    return request


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long), pytest.param(2, marks=pytest.mark.long)])
def test_an_answer_given_again_is_the_one_that_would_be_made(hall: Hall, seed: int) -> None:
    chance = random.Random(seed)
    happens: list[Callable[[], None]] = [
        hall.note,
        hall.note_elsewhere,
        hall.open,
        hall.rename,
        hall.rename_elsewhere,
        hall.revoke,
        hall.wait,
        hall.nothing,
    ]
    hall.agree()
    for one in chance.sample(happens, len(happens)):
        one()
        hall.agree()


@pytest.fixture
def cached_responses(monkeypatch: pytest.MonkeyPatch) -> list[CachedResponse]:
    """The answers that came from the cache."""
    answers: list[CachedResponse] = []
    find = ResponseCache.find

    async def noting(cache: ResponseCache, key: bytes, scope: Any) -> Any:
        answer = await find(cache, key, scope)
        if answer:
            answers.append(answer[0])
        return answer

    monkeypatch.setattr(ResponseCache, "find", noting)
    return answers


def test_what_is_the_same_for_all_is_not_made_again_whoever_asks(
    hall: Hall, cached_responses: list[CachedResponse]
) -> None:
    """A rulebook is served without a look at the token, so that the token is not kept in memory for long."""
    lasting = (*LASTING, site.address("shared/api.js"))
    requests = [(path, reader) for path in lasting for reader in ({}, BEARER, UNKNOWN)]
    first = [stable_answer(hall.client.get(path, headers=reader)) for path, reader in requests]
    hall.wait()
    for (path, reader), answer in zip(requests, first, strict=True):
        cached_responses.clear()
        again = stable_answer(hall.client.get(path, headers=reader))
        assert (path, again, len(cached_responses)) == (path, answer, 1)


def test_what_is_asked_again_is_not_made_again(hall: Hall, cached_responses: list[CachedResponse]) -> None:
    for path in (*KEPT, *LASTING[:3]):
        address = path.format(hall.match)
        cached_responses.clear()
        first = hall.client.get(address, headers=BEARER)
        assert (first.status_code, cached_responses) == (200, []), path
        again = hall.client.get(address, headers=BEARER)
        assert (again.content, len(cached_responses)) == (first.content, 1), path
        for times in (1, 2):
            revalidation = hall.client.get(address, headers=BEARER | {"If-None-Match": first.headers["etag"]})
            assert (revalidation.status_code, len(cached_responses)) == (304, times), path


def test_a_match_is_told_again_while_others_are_played(hall: Hall, cached_responses: list[CachedResponse]) -> None:
    def tell_match() -> int:
        return int(hall.client.get(f"/v1/matches/{hall.match}", headers=BEARER).headers["log-position"])

    before, again = tell_match(), tell_match()
    hall.open()
    after = tell_match()
    # The match, and the players that sat down for the first time, are on the log.
    assert len(cached_responses) == 2
    assert before == again < after == int(hall.client.get("/v1/matches", headers=BEARER).headers["log-position"])


def test_a_revoked_token_is_told_nothing_more(hall: Hall) -> None:
    record = hall.client.post("/v1/tokens", json={"role": "auditor"}).json()
    header = {"Authorization": f"Bearer {record['token']}"}
    for path in KEPT:
        assert hall.client.get(path.format(hall.match), headers=header).status_code == 200
    assert hall.client.delete(f"/v1/tokens/{record['id']}").status_code == 204
    for path in KEPT:
        refusal_of(hall.client.get(path.format(hall.match), headers=header), 401, "unauthenticated")


@pytest.mark.parametrize(("path", "cost"), [("", 1), ("/audit", REPORT_COST)])
def test_what_is_given_again_is_counted_as_it_was(tmp_path: Path, path: str, cost: int) -> None:
    with inside(str(tmp_path / "log.sqlite"), Clock(), per_minute=4 * REPORT_COST) as client:
        client.headers.update(BEARER)
        address = f"/v1/matches/{client.open()}{path}"
        left = [client.get(address).headers["ratelimit"].partition("r=")[2].partition(";")[0] for _ in range(3)]
        assert [int(one) for one in left] == [4 * REPORT_COST - 1 - cost * n for n in (1, 2, 3)]
        while (answer := client.get(address)).status_code == 200:
            pass
        refusal_of(answer, 429, "too-many")


def test_no_secret_is_kept_with_an_answer(hall: Hall) -> None:
    for path in KEPT:
        assert hall.client.get(path.format(hall.match), headers=BEARER).status_code == 200
    responses = [one for one in gc.get_objects() if isinstance(one, CachedResponse)]
    assert responses
    assert not [one for one in responses if TOKEN in repr(one)]


def test_what_is_kept_has_a_bound(tmp_path: Path) -> None:
    services = services_on(str(tmp_path / "log.sqlite"), Clock())
    assert isinstance(services.access, Access)
    cache = ResponseCache(services, most_bytes=OVERHEAD_BYTES + 100)
    scope: dict[str, Any] = {"headers": []}
    begin_context(scope).cache_dependencies = CacheDependencies(cost=0)
    cache.keep(b"small", scope, 200, [], b"x" * 100)
    cache.keep(b"large", scope, 200, [], b"x" * 101)
    assert asyncio.run(cache.find(b"small", scope)) is not None
    assert asyncio.run(cache.find(b"large", scope)) is None
    close(services)

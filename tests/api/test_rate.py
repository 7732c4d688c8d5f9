"""How many requests a token or an address may make, by a clock that stands still."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.support.inside import Clock, inside
from tests.support.service import BEARER, Caller, refused

PER_MINUTE = 60


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def client(tmp_path: Path, clock: Clock) -> Iterator[Caller]:
    with inside(str(tmp_path / "referee.sqlite"), clock, per_minute=PER_MINUTE) as client:
        yield client


def test_a_flood_of_made_up_tokens_is_stopped_at_its_address_and_good_tokens_go_on(
    client: Caller, clock: Clock
) -> None:
    assert client.get("/v1/matches", headers=BEARER).status_code == 200
    made_up = [{"Authorization": f"Bearer made-up-{n}"} for n in range(80)]
    found = [client.get("/v1/matches", headers=header).status_code for header in made_up]
    assert found == [401] * PER_MINUTE + [429] * (80 - PER_MINUTE)
    assert client.get("/v1/matches").status_code == 429
    assert client.get("/v1/matches", headers=BEARER).status_code == 200
    assert client.get("/v1/rulesets/hearts.castillar").status_code == 200
    clock.on(timedelta(seconds=1))
    assert [client.get("/v1/matches").status_code for _ in range(2)] == [200, 429]


def test_each_process_counts_what_it_answers_itself_and_says_so(tmp_path: Path, clock: Clock) -> None:
    database = str(tmp_path / "referee.sqlite")
    with (
        inside(database, clock, per_minute=PER_MINUTE) as one,
        inside(database, clock, per_minute=PER_MINUTE) as other,
    ):
        for _ in range(PER_MINUTE):
            assert one.get("/v1/matches", headers=BEARER).status_code == 200
        problem = refused(one.get("/v1/matches", headers=BEARER), 429, "too-many")
        assert f"{PER_MINUTE} requests a minute to this process of the service" in problem["detail"]
        answer = other.get("/v1/matches", headers=BEARER)
        assert (answer.status_code, answer.headers["ratelimit"]) == (200, f'"minute";r={PER_MINUTE - 1};t=1')


def test_what_is_refused_says_when_to_come_again_and_is_not_written(client: Caller, clock: Clock) -> None:
    client.headers.update(BEARER)
    match = client.open()
    for _ in range(PER_MINUTE - 1):
        assert client.get(f"/v1/matches/{match}").status_code == 200
    answer = client.say(match, {"type": "note", "text": "x"})
    problem = refused(answer, 429, "too-many")
    assert int(answer.headers["retry-after"]) == problem["retry_after"] > 0
    clock.on(timedelta(seconds=problem["retry_after"]))
    assert client.version(match) == 1
    assert client.get("/v1/health/live").status_code == 200

"""The version that an answer stands for, and reads that wait for a write."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from threading import Thread

import httpx
import pytest

from tests.support.inside import Clock, inside
from tests.support.organizing import Contest
from tests.support.service import BEARER, Caller, refusal_of


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def here(tmp_path: Path, clock: Clock) -> Iterator[Caller]:
    """An organizer of a service that uses this clock."""
    with inside(str(tmp_path / "referee.sqlite"), clock) as client:
        client.headers.update(BEARER)
        yield client


def test_every_read_says_which_position_it_stands_for(organizer: Caller, public: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto", "Carla")
    match = organizer.open()
    fixture = contest.fixtures()[0]["id"]
    head = int(organizer.get("/v1/matches").headers["Log-Position"])
    for path in (
        f"/v1/matches/{match}",
        f"/v1/matches/{match}/legal",
        f"/v1/matches/{match}/audit",
        f"/v1/contests/{contest.id}",
        f"/v1/contests/{contest.id}/standings",
        f"/v1/championships/{contest.championship}",
        f"/v1/fixtures/{fixture}",
        "/v1/championships",
        "/v1/sanctions",
        "/v1/ratings",
        "/v1/players",
    ):
        assert int(public.get(path).headers["Log-Position"]) >= head, path
    assert "Log-Position" not in public.get("/v1/rulesets").headers


def test_a_write_says_where_it_stands_and_a_read_with_its_token_sees_it(organizer: Caller, public: Caller) -> None:
    match = organizer.open()
    response = organizer.say(match, {"type": "note", "text": "x"})
    token = response.headers["Consistency-Token"]
    assert response.headers["Log-Position"] == token
    for path in ("/v1/matches", f"/v1/matches/{match}"):
        read = public.get(path, headers={"Consistency-Token": token})
        assert int(read.headers["Log-Position"]) >= int(token)
    assert public.get(f"/v1/matches?min_position={token}").json()["items"][0]["version"] == 2


@pytest.mark.parametrize("kind", ["match", "contest"])
def test_a_read_waits_for_the_version_it_asks_for(here: Caller, clock: Clock, kind: str) -> None:
    write: Callable[[], httpx.Response]
    if kind == "match":
        match = here.open()
        path, now = f"/v1/matches/{match}", 1
        write = lambda: here.say(match, {"type": "note", "text": "x"})  # noqa: E731
    else:
        contest = Contest(here, "Ana", "Beto", "Carla")
        path, now = f"/v1/contests/{contest.id}/standings", contest.view()["version"]
        body = {"player": "Ana", "card": "yellow", "reason": "x"}
        write = lambda: here.post(f"/v1/championships/{contest.championship}/sanctions", json=body)  # noqa: E731
    answers: list[httpx.Response] = []
    reader = Thread(target=lambda: answers.append(here.get(path, params={"min_version": now + 1})))
    clock.read.clear()
    reader.start()
    assert clock.read.wait()
    assert not answers
    write()
    reader.join()
    [answer] = answers
    assert (answer.status_code, answer.json()["version"]) == (200, now + 1)


def test_what_never_comes_is_a_conflict_that_says_how_far_the_log_is(here: Caller, clock: Clock) -> None:
    match = here.open()
    head = int(here.get("/v1/matches").headers["Log-Position"])
    clock.step = timedelta(seconds=1)
    problem = refusal_of(here.get(f"/v1/matches/{match}?min_version=2"), 409, "conflict")
    assert problem["version"] == 1
    for far in (1, 10**6):
        problem = refusal_of(here.get("/v1/matches", headers={"Consistency-Token": str(head + far)}), 409, "conflict")
        assert problem["position"] == head


@pytest.mark.parametrize("token", ["soon", "-1", "1" * 19, "1.0"])
def test_a_token_that_is_none_is_malformed(public: Caller, token: str) -> None:
    problem = refusal_of(public.get("/v1/matches", headers={"Consistency-Token": token}), 400, "malformed")
    assert problem["errors"][0]["path"] == "Consistency-Token"


def test_nobody_waits_for_a_version_of_what_is_not_there(public: Caller) -> None:
    refusal_of(public.get("/v1/contests/none/standings?min_version=3"), 404, "not-found")

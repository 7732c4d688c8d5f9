"""The standby answers reads while the main server is silent. It is opened after as many attempts as it takes."""

import asyncio
from collections.abc import Iterator

import pytest

from api.reads import failover
from api.reads.failover import AWAY_SECONDS, ReplicaFailover
from referee.errors import Unavailable
from referee.log.timeouts import budget


@pytest.fixture(autouse=True)
def _mark_server_up() -> Iterator[None]:
    budget.MAIN.mark_up()
    yield
    budget.MAIN.mark_up()


def test_the_server_that_writes_is_left_alone_for_a_moment() -> None:
    now = 100.0
    reads = ReplicaFailover(lambda: "parts", lambda: now)
    assert not reads.is_needed()
    reads.need()
    assert reads.is_needed()
    now += AWAY_SECONDS
    assert not reads.is_needed()


def test_it_is_left_alone_for_as_long_as_it_is_known_to_be_silent() -> None:
    reads = ReplicaFailover(lambda: "parts", lambda: 100.0)
    budget.MAIN.mark_down()
    assert reads.is_needed()
    budget.MAIN.mark_up()
    assert not reads.is_needed()


def test_what_the_standby_says_tells_nothing_of_the_server_that_writes() -> None:
    reads = ReplicaFailover(lambda: "parts", lambda: 100.0)
    budget.STANDBY.mark_down()
    assert not reads.is_needed()
    budget.MAIN.mark_down()
    budget.STANDBY.mark_up()
    assert reads.is_needed()


def test_it_is_opened_when_it_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(failover, "AGAIN_SECONDS", 0.0)
    refusals: list[Exception] = [Unavailable(stored="no"), OSError("no route")]

    def make() -> str:
        if refusals:
            raise refusals.pop()
        return "parts"

    reads = ReplicaFailover(make)
    assert reads.parts is None
    assert asyncio.run(reads.open()) == reads.parts == "parts"

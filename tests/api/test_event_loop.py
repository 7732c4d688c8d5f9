"""Where the database is across a network, no request of a match waits for it in the event loop: others would wait with it."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from referee.store.postgres import AnsweringConnection
from tests.support.hands import FOUR
from tests.support.inside import Clock, inside
from tests.support.service import BEARER, Caller

pytestmark = pytest.mark.postgres
READS = ("", "/legal", "/audit", "/replay", "/events", "/stream?once=true", "/whatif?without=2", "/presence")


def is_in_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


@pytest.fixture
def asked_in_loop(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What the databases of the log and of the tables beside it are asked in an event loop."""
    asked: list[str] = []
    wait = AnsweringConnection.wait

    def waiting(connection: Any, *given: Any, **named: Any) -> Any:
        if is_in_loop():
            asked.append("the log")
        return wait(connection, *given, **named)

    def executing(_: Any, cursor: Any, statement: str, *more: Any) -> None:
        if is_in_loop():
            asked.append(statement)

    monkeypatch.setattr(AnsweringConnection, "wait", waiting)
    sa.event.listen(sa.Engine, "before_cursor_execute", executing)
    yield asked
    sa.event.remove(sa.Engine, "before_cursor_execute", executing)


def good(client: Caller, method: str, path: str, **more: Any) -> Any:
    answer = client.request(method, path, headers=BEARER, **more)
    assert answer.is_success, (path, answer.text)
    return answer


def test_matches_are_opened_recorded_and_read_beside_the_event_loop(
    postgres_database: str, asked_in_loop: list[str]
) -> None:
    clock = Clock()
    with inside(postgres_database, clock) as client:
        asked_in_loop.clear()
        seats = [{"name": name} for name in ("Ana", "Beto", "Carla", "Dani")]
        body = {"ruleset": "hearts.yppedia", "seats": seats, "first_dealer": 0}
        match = f"/v1/matches/{good(client, 'POST', '/v1/matches', json=body).json()['id']}"
        good(client, "POST", f"{match}/events", json={"type": "deal", "hands": FOUR})
        assert asked_in_loop == []
        for path in READS:
            good(client, "GET", f"{match}{path}")
            assert asked_in_loop == [], path
        good(client, "GET", "/v1/matches")
        assert asked_in_loop == []
    # A process that has nothing in memory yet.
    with inside(postgres_database, clock) as client:
        asked_in_loop.clear()
        good(client, "POST", f"{match}/events", json={"type": "note", "text": "mesa 3"})
        assert asked_in_loop == []

"""A request waits for a database across a network outside the event loop, so that others need not wait with it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from referee.log.log import Log
from referee.log.postgres.connections import AnsweringConnection
from tests.api.access.test_access import JSON, NDJSON, Ground, Line, table
from tests.support.hands import FOUR
from tests.support.inside import Clock, inside
from tests.support.organizing import Contest
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller

READS = ("", "/legal", "/audit", "/replay", "/events", "/stream?once=true", "/whatif?without=2", "/presence")


def is_in_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


@pytest.fixture
def asked_in_loop(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The queries to the databases of the log and of the tables beside it that an event loop makes."""
    queries: list[str] = []
    wait = AnsweringConnection.wait

    def waiting(connection: Any, *args: Any, **options: Any) -> Any:
        if is_in_loop():
            queries.append("the log")
        return wait(connection, *args, **options)

    def executing(_: Any, cursor: Any, statement: str, *more: Any) -> None:
        if is_in_loop():
            queries.append(statement)

    monkeypatch.setattr(AnsweringConnection, "wait", waiting)
    sa.event.listen(sa.Engine, "before_cursor_execute", executing)
    yield queries
    sa.event.remove(sa.Engine, "before_cursor_execute", executing)


def good(client: Caller, method: str, path: str, **more: Any) -> Any:
    answer = client.request(method, path, headers=BEARER, **more)
    assert answer.is_success, (path, answer.text)
    return answer


@pytest.mark.postgres
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


class LoopObserver:
    """A client of every route, and the queries made in the loop meanwhile."""

    def __init__(self, client: Caller, in_loop: list[str]) -> None:
        organizer = Caller(transport=client._transport, base_url=client.base_url, headers=BEARER)
        self.client, self.ground, self.in_loop = client, Ground(organizer, client), in_loop

    def queries_in_loop(self, line: Line, role: str) -> list[str]:
        """The queries made in the loop for this call."""
        path, body, query = (
            self.ground.fill_in(text) for text in (self.ground.path_with_ids(line.path), line.body, line.query)
        )
        query = query or ("once=true" if line.path.endswith("/stream") else "")
        headers = (NDJSON if line.path.endswith("/queue") else JSON) | self.ground.tokens[role]
        self.in_loop.clear()
        self.client.request(line.method, f"{path}?{query}" if query else path, content=body.encode(), headers=headers)
        return [asked[:80] for asked in self.in_loop]


@pytest.mark.postgres
def test_no_route_asks_a_database_across_a_network_in_the_loop(
    postgres_database: str, asked_in_loop: list[str]
) -> None:
    with inside(postgres_database, Clock()) as client:
        caller = LoopObserver(client, asked_in_loop)
        lines = {f"{line.method} {line.path} {line.query}{line.body}": line for line in table()}
        queries = {
            (name, role): caller.queries_in_loop(line, role)
            for name, line in lines.items()
            for role in ("organizer of all", "organizer")
        }
        assert {call: names for call, names in queries.items() if names} == {}


def test_an_export_is_read_beside_the_loop_from_a_file_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An export is as long as a whole championship. A read in the loop would block every table of the hall."""
    read, where = Log.read, []

    def watch_read(log: Log, *args: Any, **more: Any) -> Any:
        where.append(is_in_loop())
        return read(log, *args, **more)

    with quiet(str(tmp_path / "log.sqlite")) as (client, _):
        client.headers.update(BEARER)
        contest = Contest(client, "Ana", "Beto", "Carla")
        client.post("/v1/matches", json={"fixture": contest.fixtures()[0]["id"]})
        monkeypatch.setattr(Log, "read", watch_read)
        answer = client.get(f"/v1/championships/{contest.championship}/export")
    assert answer.text.count('"type":"open"') == 1
    assert where and not any(where)

"""A statement asked in the event loop is answered as it would be in a thread, whatever happens to its connection."""

import asyncio
from collections.abc import Iterator
from typing import Final

import psycopg
import pytest

from api.reads.database_state import ASKED, DatabaseSnapshot, DatabaseState
from referee.log.log import Log, open_log
from referee.log.postgres.async_query import AsyncQuery
from referee.log.records import Record
from tests.support import sessions
from tests.support.lossy import lossy
from tests.support.waiting import DEADLOCK_SECONDS

pytestmark = pytest.mark.postgres
NAMED: Final = "application_name = 'referee' AND query LIKE '%json_array_elements_text%'"


@pytest.fixture
def log(postgres_database: str) -> Iterator[Log]:
    with psycopg.connect(postgres_database, autocommit=True) as connection:
        connection.execute("CREATE TABLE erasures (count integer)")
        connection.execute("INSERT INTO erasures VALUES (7)")
    server_log = open_log(postgres_database)
    yield server_log
    server_log.close()


def state_of(log: Log, version: int) -> DatabaseSnapshot:
    return DatabaseSnapshot(ASKED, log.position(), 7, version)


def note(log: Log, version: int) -> None:
    log.append([Record("m", version, "note", b"{}")])


def threads_alone(log: Log, monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """Grows with each look that goes through a thread."""
    looks: list[None] = []
    read = log.read_snapshot

    def asking(*args: object) -> object:
        looks.append(None)
        return read(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(log, "read_snapshot", asking)
    return looks


def test_each_look_tells_what_was_stored_before_it(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    state, threads = DatabaseState(log, lambda number: number or 0), threads_alone(log, monkeypatch)

    async def go() -> None:
        for version in (1, 2, 3):
            await asyncio.to_thread(note, log, version)
            states = [*await asyncio.gather(*map(state.query_state, ("m", 'n"o\\ne, {}', "")))]
            assert states == [state_of(log, version), state_of(log, 0), state_of(log, 0)]

    asyncio.run(go())
    # Another loop has a connection of its own.
    asyncio.run(go_once(state))
    state.close()
    assert not threads


async def go_once(state: DatabaseState) -> DatabaseSnapshot:
    return await state.query_state("m")


def test_a_connection_that_was_cut_is_made_again(log: Log, postgres_database: str) -> None:
    note(log, 1)
    state = DatabaseState(log, lambda number: number or 0)

    async def go() -> None:
        for _ in range(3):
            assert await state.query_state("m") == state_of(log, 1)
            assert await asyncio.to_thread(sessions.end_sessions, postgres_database, NAMED) == 1

    asyncio.run(go())
    state.close()


def test_where_the_server_is_silent_the_other_way_is_taken(
    postgres_database: str, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.log.postgres.async_query.ANSWER_SECONDS", DEADLOCK_SECONDS)
    note(log, 1)
    threads = threads_alone(log, monkeypatch)

    async def go(state: DatabaseState) -> None:
        assert await state.query_state("m") == state_of(log, 1)
        assert not threads
        with psycopg.connect(postgres_database) as other:
            # Readers of the log wait for this lock, until the other way has come to it as well.
            other.execute("LOCK TABLE erasures IN ACCESS EXCLUSIVE MODE")
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("referee.log.postgres.async_query.ANSWER_SECONDS", 0.2)
                looking = asyncio.create_task(state.query_state("m"))
                while not threads:
                    await asyncio.sleep(0.01)
        assert await looking == state_of(log, 1)
        assert await state.query_state("m") == state_of(log, 1)
        assert len(threads) == 1

    state = DatabaseState(log, lambda number: number or 0)
    asyncio.run(go(state))
    state.close()


def test_a_server_that_is_gone_is_said_so_and_found_again(postgres_database: str) -> None:
    async def go(query: AsyncQuery) -> None:
        assert await query.ask("a") == [("a",)]
        proxy.cut_off()
        with pytest.raises(psycopg.Error):
            await query.ask("lost")
        with pytest.raises(psycopg.Error):
            await query.ask("b")
        proxy.heal()
        assert await query.ask("c") == [("c",)]

    with lossy(postgres_database) as (proxy, address):
        query = AsyncQuery(address, "SELECT $1::text")
        asyncio.run(go(query))
        query.close()


def test_a_statement_that_fails_is_an_error_and_the_next_one_is_answered(postgres_database: str) -> None:
    query = AsyncQuery(postgres_database, "SELECT 1 / $1::text::integer")

    async def go() -> None:
        with pytest.raises(psycopg.Error):
            await query.ask("0")
        assert await query.ask("1") == [("1",)]

    asyncio.run(go())
    query.close()

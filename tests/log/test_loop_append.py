"""Appends on PostgreSQL from the event loop are stored as a thread would store them, and a failure there is left to a thread."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from threading import RLock
from typing import Any, Final
from uuid import uuid4

import psycopg
import pytest
from psycopg.pq import ExecStatus

from referee.log.commits.async_append import AsyncAppend
from referee.log.commits.group import CommandSteps
from referee.log.log import Log, open_log
from referee.log.postgres.async_connection import BINARY, AsyncConnection
from referee.log.postgres.connections import connect_limited
from referee.log.postgres.recorder import APPEND_LOCK, MOST_PREPARED, PostgresRecorder, commit_with_marks
from referee.log.records import Clash, Record, Write
from referee.log.row_writes import InsertRow
from tests.support import sessions
from tests.support.grouping import group_commit
from tests.support.lossy import lossy
from tests.support.waiting import eventually

pytestmark = pytest.mark.postgres
STATE: Final = b'{"text":"100 % \\\\ \'\xc3\xb1\'"}'
APPENDS: Final = "query LIKE 'WITH locked%'"


@pytest.fixture
def log(postgres_database: str) -> Iterator[Log]:
    server_log = open_log(postgres_database)
    yield server_log
    server_log.close()


@pytest.fixture
def in_threads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of records in each insert that a thread makes."""
    sizes: list[int] = []
    insert = PostgresRecorder.insert_events

    def inserting(recorder: PostgresRecorder, records: Sequence[Record], **options: Any) -> Any:
        sizes.append(len(records))
        return insert(recorder, records, **options)

    monkeypatch.setattr(PostgresRecorder, "insert_events", inserting)
    return sizes


def fresh(many: int = 1, stream: str | None = None) -> list[Record]:
    stream = stream or uuid4().hex
    return [Record(stream, version, "note", STATE) for version in range(1, many + 1)]


def writing(records: Sequence[Record], *rows: InsertRow) -> CommandSteps[int]:
    return (yield Write(records, rows))


def in_loop(log: Log, ask: Callable[[AsyncAppend], Awaitable[Any]]) -> Any:
    """The result of a question that is asked in a loop."""
    append = AsyncAppend(log)

    async def ask_append() -> Any:
        return await ask(append)

    return asyncio.run(ask_append())


def stored_together(log: Log, *commands: Callable[[], CommandSteps[int]]) -> list[int | BaseException]:
    async def all_of_them() -> list[int | BaseException]:
        grouping = group_commit(log)
        return await asyncio.gather(*map(grouping.run, commands), return_exceptions=True)

    return asyncio.run(all_of_them())


@pytest.mark.parametrize("sizes", [(1,), (3, 1, MOST_PREPARED - 4)])
def test_each_write_knows_its_position_and_is_stored_as_it_came(
    log: Log, in_threads: list[int], sizes: tuple[int, ...]
) -> None:
    outcomes: list[tuple[str, int]] = []
    log.add_append_hook(lambda outcome, records, _: outcomes.append((outcome, records)))
    commit = commit_with_marks([Write(fresh(size)) for size in sizes])
    positions = in_loop(log, lambda append: append.first_try(commit))
    for write, position in zip(commit.writes, positions, strict=True):
        last = write.records[-1]
        assert log.position_of(str(last.originator_id), last.originator_version) == position
        assert [bytes(one.state) for one in log.read(str(last.originator_id))] == [
            bytes(one.state) for one in write.records
        ]
        assert bytes(last.state).startswith(STATE[:-1])
    assert outcomes == [("stored", sum(sizes))]
    assert log.last_written == max(positions)
    assert not in_threads


def test_it_is_announced_and_known_as_its_own(log: Log, postgres_database: str) -> None:
    [record] = fresh()
    with psycopg.connect(postgres_database, autocommit=True) as listener:
        listener.execute("LISTEN referee_appended")
        before = log.position()
        [position] = in_loop(log, lambda append: append.first_try(commit_with_marks([Write([record])])))
        [notification] = listener.notifies(timeout=10, stop_after=1)
    assert notification.payload == f"{log.sender_id} {record.originator_id}"
    assert log.streams_of_others(before, position) == set()


def test_commands_that_decide_in_the_loop_are_stored_without_a_thread(log: Log, in_threads: list[int]) -> None:
    commands = [partial(writing, fresh(size)) for size in (1, 2, 1)]

    async def all_of_them() -> list[int]:
        grouping = group_commit(log)
        return await asyncio.gather(*(grouping.run(steps, RLock()) for steps in commands))

    positions = asyncio.run(all_of_them())
    assert sorted(positions)[-1] == log.position() == 4
    assert len({*positions}) == 3
    assert not in_threads


@pytest.mark.parametrize(
    "write",
    [
        pytest.param(Write(fresh(MOST_PREPARED + 1)), id="more records than are prepared"),
        pytest.param(Write(fresh(), [InsertRow("beside", {"what": "tried"})]), id="rows beside"),
    ],
)
def test_what_is_no_single_statement_is_left_to_a_thread(
    log: Log, in_threads: list[int], write: Write, postgres_database: str
) -> None:
    with psycopg.connect(postgres_database) as connection:
        connection.execute("CREATE TABLE beside (what text)")

    def steps() -> CommandSteps[int]:
        return (yield write)

    [position] = stored_together(log, steps)
    assert position == log.position()
    assert in_threads == [len(write.records)]


def test_what_the_server_refuses_is_not_stored_and_the_connection_goes_on(log: Log) -> None:
    stored_records, other = fresh(), fresh()
    log.append(stored_records)
    commit, fine = commit_with_marks([Write(other), Write(stored_records)]), commit_with_marks([Write(fresh())])

    async def both(append: AsyncAppend) -> tuple[Any, Any, Any]:
        connection = log.recorder.datastore.async_connection  # type: ignore[attr-defined]
        await connection.open()
        before = connection._connection
        return await append.first_try(commit), await append.first_try(fine), connection._connection is before

    nothing, positions, is_same = in_loop(log, both)
    assert nothing is None
    assert commit.is_sent is False
    assert log.read(str(other[0].originator_id)) == []
    assert positions == [log.position()]
    assert is_same
    with pytest.raises(Clash):
        log.store(commit)


def test_who_is_refused_for_another_reason_asks_on_a_new_connection(log: Log, postgres_database: str) -> None:
    """The server takes no more writes, and another one does."""
    commit, fine = commit_with_marks([Write(fresh())]), commit_with_marks([Write(fresh())])
    connection = log.recorder.datastore.async_connection  # type: ignore[attr-defined]

    async def both(append: AsyncAppend) -> tuple[Any, Any]:
        await connection.open()
        with psycopg.connect(postgres_database, autocommit=True) as other:
            here = f"ALTER DATABASE {other.info.dbname}"
            other.execute(f"{here} SET default_transaction_read_only = on".encode())
            connection.close()
            nothing = await append.first_try(commit)
            other.execute("SET default_transaction_read_only = off")
            other.execute(f"{here} RESET default_transaction_read_only".encode())
        return nothing, await append.first_try(fine)

    assert in_loop(log, both) == (None, [1])
    assert commit.is_sent is False


def test_a_clash_is_that_of_its_own_command(log: Log) -> None:
    stored_records = fresh()
    log.append(stored_records)
    first, second, third = stored_together(
        log, *(partial(writing, records) for records in (fresh(), stored_records, fresh()))
    )
    assert isinstance(second, Clash)
    assert isinstance(first, int)
    assert isinstance(third, int)


def test_a_connection_that_was_cut_is_made_again(log: Log, postgres_database: str) -> None:
    async def cut_twice(append: AsyncAppend) -> list[Any]:
        results: list[Any] = []
        connection = log.recorder.datastore.async_connection  # type: ignore[attr-defined]
        for _ in range(3):
            results += await append.first_try(commit_with_marks([Write(fresh())])) or [None]
            assert await asyncio.to_thread(sessions.end_sessions, postgres_database, APPENDS) == 1
            while connection._connection is not None:
                await asyncio.sleep(0.001)
        return results

    positions = in_loop(log, cut_twice)
    assert positions == [*range(positions[0], positions[0] + 3)]


def test_another_loop_has_a_connection_of_its_own(log: Log) -> None:
    assert [in_loop(log, lambda append: append.first_try(commit_with_marks([Write(fresh())]))) for _ in range(2)] == [
        [1],
        [2],
    ]


def test_a_write_whose_answer_is_lost_is_found_by_the_thread(postgres_database: str, in_threads: list[int]) -> None:
    records = fresh(2)
    with lossy(postgres_database) as (proxy, address):
        log = open_log(address)
        proxy.lose("the answer", str(records[0].originator_id))
        commit = commit_with_marks([Write(records)])
        assert in_loop(log, lambda append: append.first_try(commit)) is None
        assert proxy.lost == 1
        assert commit.is_sent
        assert commit.seconds > 0
        assert not in_threads
        assert log.store(commit) == [log.position()]
        assert len(log.read(str(records[0].originator_id))) == 2
        log.close()


def test_a_server_that_takes_no_connection_was_sent_nothing(postgres_database: str) -> None:
    with lossy(postgres_database) as (proxy, address):
        log = open_log(address)
        commit = commit_with_marks([Write(fresh())])
        proxy.cut_off()
        assert in_loop(log, lambda append: append.first_try(commit)) is None
        assert commit.is_sent is False
        assert log.health.is_down
        proxy.heal()
        assert log.store(commit) == [1]
        log.close()


def test_a_server_that_says_nothing_may_have_stored_it(
    log: Log, postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = commit_with_marks([Write(fresh())])
    monkeypatch.setattr("referee.log.timeouts.budget.ANSWER_SECONDS", 0.2)
    with psycopg.connect(postgres_database) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", (APPEND_LOCK,))
        assert in_loop(log, lambda append: append.first_try(commit)) is None
        assert commit.is_sent
    monkeypatch.undo()
    # The server goes on with the data that it was sent, and the thread stores the entry or finds it.
    assert log.store(commit) == [1]
    eventually(lambda: log.position() == 1)


def test_who_waits_for_the_lock_keeps_nobody_else_waiting(log: Log, postgres_database: str) -> None:
    async def waiting(append: AsyncAppend) -> Any:
        with psycopg.connect(postgres_database) as other:
            other.execute("SELECT pg_advisory_xact_lock(%s)", (APPEND_LOCK,))
            trying = asyncio.create_task(append.first_try(commit_with_marks([Write(fresh())])))
            while sessions.waiting(other) == 0:
                await asyncio.sleep(0.001)
            assert not trying.done()
        return await trying

    assert in_loop(log, waiting) == [1]


def test_what_does_not_fit_into_the_socket_is_sent_on(postgres_database: str) -> None:
    large = b"x" * 32_000_000

    async def ask_append() -> list[Any]:
        connection = AsyncConnection(lambda: connect_limited(postgres_database))
        try:
            asking = asyncio.create_task(
                connection.ask(b"SELECT length($1::bytea), md5($1::bytea)", [large], [BINARY], 60)
            )
            turns = 0
            while not asking.done():
                turns += 1
                await asyncio.sleep(0)
            result = await asking
            small = await connection.ask(b"SELECT length($1::bytea)", [b"abc"], [BINARY], 60)
        finally:
            connection.close()
        assert result.status == ExecStatus.TUPLES_OK
        return [turns > 10, result.get_value(0, 0), small.get_value(0, 0)]

    assert asyncio.run(ask_append()) == [True, b"32000000", b"3"]


def test_nobody_waits_for_who_asked_and_left(log: Log) -> None:
    async def left(append: AsyncAppend) -> Any:
        await append.first_try(commit_with_marks([Write(fresh())]))
        first = asyncio.create_task(append.first_try(commit_with_marks([Write(fresh())])))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        last = fresh()
        return last[0].originator_id, await append.first_try(commit_with_marks([Write(last)]))

    stream, [position] = in_loop(log, left)
    # An earlier statement may be stored behind it: the server goes on with the statements that it has read.
    assert log.follow(position - 1)[0].originator_id == stream


def test_an_attempt_is_marked_by_the_first_record_of_each_write() -> None:
    commit = commit_with_marks([Write(fresh(2)), Write(fresh(1))])
    marks = [[b'"write"' in bytes(record.state) for record in write.records] for write in commit.writes]
    assert marks == [[True, False], [True]]

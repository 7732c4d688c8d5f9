"""Every wait for a database has a limit: for a connection, for a lock, or for a stopped holder of a lock."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from referee.errors import Unavailable
from referee.log.backend import backend_of
from referee.log.log import Log, open_log
from referee.log.opening.engine import engine
from referee.log.postgres.async_connection import AsyncConnection
from referee.log.postgres.connections import AnsweringConnection, LogConnection, connect_limited
from referee.log.postgres.pool import POOL_MOST
from referee.log.postgres.recorder import APPEND_LOCK
from referee.log.records import Record
from referee.log.sqlite.write_queue import LOCK_SECONDS
from referee.log.timeouts import budget
from referee.log.timeouts.failures import FAILURES, is_outage
from referee.people.register import People, open_people
from tests.support import sessions
from tests.support.beside import enter as entered
from tests.support.waiting import DEADLOCK_SECONDS

TABLES_MOST = 15
"""Connections of SQLAlchemy's pool by default."""
SHORT_SECONDS = 0.5
"""Timeout of a statement that takes far longer."""


@pytest.fixture
def opened_log(database: str) -> Iterator[tuple[Log, People]]:
    log, store = open_log(database), engine(database)
    yield log, open_people(store)
    log.close()
    store.dispose()


@pytest.fixture
def log_and_people(postgres_database: str) -> Iterator[tuple[str, Log, People]]:
    log, store = open_log(postgres_database), engine(postgres_database)
    yield postgres_database, log, open_people(store)
    log.close()
    store.dispose()


def enter(people: People) -> None:
    entered(people, [("Ana", None)], "2026-05-01T17:00:00.000Z")


def note(log: Log, version: int) -> int:
    seconds = count(step=100)
    # A caller that asks for the time twice has waited for long enough.
    return log.append([Record("m", version, "note", b"{}")], clock=lambda: float(next(seconds)))


def test_no_writer_waits_longer_than_another_for_a_file(tmp_path: Any) -> None:
    file = str(tmp_path / "log.sqlite")
    log, people = open_log(file), open_people(engine(file))
    enter(people)
    with people.store.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == LOCK_SECONDS * 1000
    log.close()
    people.store.dispose()


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("options", "lock"), [("", "2s"), ("&options=-c%20lock_timeout%3D7s", "7s")], ids=["ours", "the address's"]
)
def test_the_server_is_told_of_the_limits(postgres_database: str, options: str, lock: str) -> None:
    log, store = open_log(postgres_database + options), engine(postgres_database + options)
    settings = {
        "lock_timeout": lock,
        "idle_in_transaction_session_timeout": "30s",
        "client_connection_check_interval": "500ms",
    }
    recorder: Any = log.recorder
    with recorder.datastore.get_connection() as line, store.connect() as connection:
        for name, value in settings.items():
            assert line.execute(f"SHOW {name}").fetchone() == {name: value}
            assert connection.exec_driver_sql(f"SHOW {name}").scalar() == value
    log.close()
    store.dispose()


@pytest.mark.postgres
def test_what_waits_for_a_lock_of_somebody_else_is_not_stored(
    log_and_people: tuple[str, Log, People], monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine the server's refusal may come late: the log waits for it here.
    budget.MAIN.mark_up()
    monkeypatch.setattr(budget, "ANSWER_SECONDS", DEADLOCK_SECONDS)
    database, log, people = log_and_people
    note(log, 1)
    with psycopg.connect(database) as other:
        other.execute("LOCK TABLE referee_events, people IN EXCLUSIVE MODE")
        for write in (lambda: note(log, 2), lambda: enter(people)):
            with pytest.raises(Unavailable) as error:
                write()
            assert error.value.stored == "no"
        assert sessions.waiting(other) == 0, "nobody is left waiting who has given up"
    assert log.position() == 1
    note(log, 2)
    enter(people)


async def in_the_loop(database: str, statement: str) -> None:
    connection = AsyncConnection(lambda: connect_limited(database))
    await connection.ask(statement.encode(), [], [], SHORT_SECONDS)


def in_a_thread(database: str, statement: str) -> None:
    connect_limited(database).execute(statement.encode())


def beside_the_log(database: str, statement: str) -> None:
    with engine(database).connect() as connection:
        connection.exec_driver_sql(statement)


@pytest.mark.postgres
@pytest.mark.parametrize("ask", [lambda *args: asyncio.run(in_the_loop(*args)), in_a_thread, beside_the_log])
def test_a_statement_that_is_given_up_holds_no_lock(
    postgres_database: str, ask: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next try would wait for it, for as long as the server takes."""
    for kind in (AnsweringConnection, LogConnection):
        monkeypatch.setattr(kind, "quiet_seconds", SHORT_SECONDS)
    with pytest.raises((psycopg.OperationalError, sa.exc.OperationalError, TimeoutError)):
        ask(postgres_database, f"SELECT pg_advisory_xact_lock({APPEND_LOCK}), pg_sleep({2 * DEADLOCK_SECONDS})")
    with psycopg.connect(postgres_database) as other:
        other.execute(f"SET lock_timeout = '{DEADLOCK_SECONDS}s'".encode())
        other.execute("SELECT pg_advisory_xact_lock(%s)", (APPEND_LOCK,))


@pytest.mark.postgres
def test_who_changes_tables_waits_for_others_who_do(log_and_people: tuple[str, Log, People]) -> None:
    _, _, people = log_and_people
    # The wait of a start is no request.
    with backend_of(people.store).changing_tables(people.store) as connection:
        assert connection.exec_driver_sql("SHOW lock_timeout").scalar() == "0"
    with people.store.connect() as connection:
        assert connection.exec_driver_sql("SHOW lock_timeout").scalar() == "2s"


@pytest.mark.postgres
def test_a_process_has_no_more_connections_than_it_says(
    log_and_people: tuple[str, Log, People], monkeypatch: Any
) -> None:
    _, log, people = log_and_people
    pool = log.recorder.datastore.pool  # type: ignore[attr-defined]
    connections = [pool.getconn(DEADLOCK_SECONDS) for _ in range(POOL_MOST)]
    with pytest.raises(psycopg.OperationalError):
        pool.getconn(0.01)
    for connection in connections:
        pool.putconn(connection)
    monkeypatch.setattr(people.store.pool, "_timeout", 0.01)
    with ExitStack() as exits:
        for _ in range(TABLES_MOST):
            exits.enter_context(people.store.connect())
        with pytest.raises(sa.exc.TimeoutError) as error:
            people.store.connect()
    assert isinstance(error.value, FAILURES)
    assert is_outage(error.value)


@pytest.mark.postgres
def test_connections_that_broke_unseen_are_not_used(log_and_people: tuple[str, Log, People]) -> None:
    database, log, people = log_and_people
    note(log, 1)
    enter(people)
    assert sessions.end_sessions(database, "application_name = 'referee'") >= 2
    # No time goes by: the time to find five broken connections is no proof that they are found.
    assert log.append([Record("m", 2, "note", b"{}")], clock=lambda: 0.0) == 2
    enter(people)

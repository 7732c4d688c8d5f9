"""An append goes to PostgreSQL once, with any content, and a refused append is not stored."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from psycopg.pq import TransactionStatus

from referee.errors import Unavailable
from referee.log.log import Log, open_log
from referee.log.postgres.connections import AnsweringConnection
from referee.log.postgres.pool import POOL_SIZE
from referee.log.postgres.recorder import APPEND_LOCK, BATCH, MOST_PREPARED, commit_with_marks
from referee.log.records import Clash, Commit, Record, Write
from referee.log.row_writes import InsertRow
from tests.support import sessions
from tests.support.waiting import eventually

pytestmark = pytest.mark.postgres
STATE = b'{"text":"100 % \\\\ \'\xc3\xb1\'"}'
ROWS = [
    pytest.param((), id="records alone"),
    pytest.param((InsertRow("beside", {"what": "tried"}),), id="a row beside"),
]
WRONG_ROW = InsertRow("referee_events", {"originator_id": None})


@pytest.fixture
def log(postgres_database: str) -> Any:
    """A log of its own."""
    log = open_log(postgres_database)
    with psycopg.connect(postgres_database) as connection:
        connection.execute("CREATE TABLE beside (what text)")
    yield log
    log.close()


@pytest.fixture
def trips(log: Any, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The waits of the log, from here on; not those of other logs, which other tests may have left open."""
    generators: list[Any] = []
    # Its connections are opened beside, and each asks something of its own then.
    log.recorder.datastore.pool.wait()
    wait = AnsweringConnection.wait

    def waiting(connection: AnsweringConnection, gen: Any, *more: Any, **options: Any) -> Any:
        # The pool has a connection that comes back commit, which sends nothing where there is nothing to commit.
        if is_of(log, connection) and (
            connection.info.transaction_status != TransactionStatus.IDLE or gen.__name__ != "_commit_gen"
        ):
            generators.append(gen)
        return wait(connection, gen, *more, **options)

    monkeypatch.setattr(AnsweringConnection, "wait", waiting)
    return generators


def is_of(log: Any, connection: Any) -> bool:
    """True for a connection of this log."""
    return getattr(connection, "_pool", None) is log.recorder.datastore.pool


def fresh(many: int = 1) -> list[Record]:
    stream = uuid4().hex
    return [Record(stream, version, "note", STATE) for version in range(1, many + 1)]


@pytest.mark.parametrize("sizes", [(1,), (3, 1, 60), (MOST_PREPARED + 1,), (BATCH,)])
def test_a_group_takes_one_trip_and_each_knows_its_position(log: Log, trips: list[Any], sizes: tuple[int, ...]) -> None:
    log.append(fresh())
    trips.clear()
    writes = [Write(fresh(size)) for size in sizes]
    positions = log.append_all(writes)
    assert len(trips) == 1
    for write, position in zip(writes, positions, strict=True):
        last = write.records[-1]
        assert log.position_of(str(last.originator_id), last.originator_version) == position


def test_one_after_the_other_they_go_to_one_process_of_the_server(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process has the needed plans at hand; the other connections are for callers at the same moment."""
    pids: set[int] = set()
    wait = AnsweringConnection.wait

    def waiting(connection: AnsweringConnection, *args: Any, **options: Any) -> Any:
        if is_of(log, connection):
            pids.add(connection.info.backend_pid)
        return wait(connection, *args, **options)

    pool: Any = log.recorder.datastore.pool  # type: ignore[attr-defined]
    pool.wait()
    log.append(fresh())
    monkeypatch.setattr(AnsweringConnection, "wait", waiting)
    for _ in range(POOL_SIZE + 1):
        log.append(fresh())
    assert len(pids) == 1
    with pool.connection() as one, pool.connection() as other:
        assert one is not other


@pytest.mark.parametrize("rows", ROWS)
def test_what_was_sent_is_what_is_stored(log: Log, rows: Sequence[InsertRow]) -> None:
    [record] = fresh()
    log.recorder.insert_events([record], commit=Commit([Write([record], rows)]))
    [record_read] = log.read(str(record.originator_id))
    assert bytes(record_read.state) == STATE


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("sent_before", [False, True])
def test_a_refusal_is_no_commit_that_may_have_come_through(
    log: Log, rows: Sequence[InsertRow], sent_before: bool
) -> None:
    [record] = fresh()
    log.append([record])
    commit = Commit([Write([*fresh(), record], rows)], sent_before)
    with pytest.raises(Exception, match="duplicate"):
        log.recorder.insert_events(commit.records, commit=commit)
    assert commit.is_sent is sent_before
    with pytest.raises(Clash):
        log.append([record])


@pytest.mark.parametrize("rows", ROWS)
def test_who_waits_for_the_lock_has_taken_no_position(
    log: Log, rows: Sequence[InsertRow], postgres_database: str
) -> None:
    before = log.append(fresh())
    with psycopg.connect(postgres_database) as other, ThreadPoolExecutor(1) as writer:
        other.execute("SELECT pg_advisory_xact_lock(%s)", (APPEND_LOCK,))
        waiting = writer.submit(log.append, fresh(), rows)
        eventually(lambda: sessions.waiting(other) == 1)
        other.execute(
            "INSERT INTO referee_events (originator_id, originator_version, topic, state) VALUES ('between', 1, 'note', '{}')"
        )
        other.commit()
        assert waiting.result() == before + 2


def test_nothing_is_stored_where_a_row_beside_is_refused(log: Log) -> None:
    before, records = log.position(), fresh()
    with pytest.raises(Clash):
        log.append(records, [WRONG_ROW])
    assert not log.read(str(records[0].originator_id))
    assert log.append(fresh()) > before


MANY = 65_535 // 4 + 1
"""Records with more values than a statement has parameters."""


def after_each_insert(database: str, plpgsql: str) -> None:
    """Makes the server run a statement of PL/pgSQL after each INSERT into the log, whose rows it has as `new_records`."""
    with psycopg.connect(database) as connection:
        function = f"BEGIN {plpgsql}; RETURN NULL; END"
        connection.execute(
            f"CREATE FUNCTION after_insert() RETURNS trigger LANGUAGE plpgsql AS $${function}$$".encode()
        )
        connection.execute(
            "CREATE TRIGGER after_insert AFTER INSERT ON referee_events REFERENCING NEW TABLE AS new_records "
            "FOR EACH STATEMENT EXECUTE FUNCTION after_insert()"
        )


@pytest.mark.parametrize(("many", "rows"), [(MANY, ROWS[0].values[0]), (BATCH + 1, ROWS[1].values[0])])
def test_no_statement_stores_more_than_a_batch(
    log: Log, postgres_database: str, many: int, rows: Sequence[InsertRow]
) -> None:
    after_each_insert(postgres_database, f"ASSERT (SELECT count(*) FROM new_records) <= {BATCH}")
    records = fresh(many)
    before = log.position()
    assert log.append(records, rows) == before + many
    stored = log.read(str(records[0].originator_id))
    assert [record.originator_version for record in stored] == [*range(1, many + 1)]
    assert bytes(stored[-1].state) == STATE
    with psycopg.connect(postgres_database) as connection:
        assert connection.execute("SELECT what FROM beside").fetchall() == [("tried",)] * len(rows)


@pytest.mark.parametrize("rows", ROWS)
def test_all_batches_are_stored_or_none(log: Log, postgres_database: str, rows: Sequence[InsertRow]) -> None:
    [taken, *others] = fresh(BATCH + 1)
    before = log.append([taken])
    with pytest.raises(Clash):
        log.append([*others, taken], rows)
    assert log.position() == before
    with psycopg.connect(postgres_database) as connection:
        assert connection.execute("SELECT what FROM beside").fetchall() == []


def test_a_server_that_dies_between_batches_has_stored_nothing(log: Log, postgres_database: str) -> None:
    log.append(fresh())
    end = "IF EXISTS (SELECT FROM new_records WHERE topic = 'last') THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF"
    after_each_insert(postgres_database, end)
    records = [*fresh(BATCH), Record("m", 1, "last", STATE)]
    seconds = count(step=100)
    with pytest.raises(Unavailable) as error:
        log.append(records, clock=lambda: float(next(seconds)))
    assert error.value.stored == "no"
    assert log.position() == 1


def test_a_large_commit_that_was_stored_unheard_is_found(log: Log) -> None:
    commit = commit_with_marks([Write(fresh(BATCH + 1))])
    positions = log.store(commit)
    assert commit.is_sent
    assert log.store(commit) == positions

"""Following the log: every record once and in order, by one process at a time, after any crash; read and decoded once for all."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import timedelta
from random import Random

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from api import compose
from api.context import AppContext
from api.workers import projections
from referee.errors import Unavailable
from referee.followers import subscription
from referee.followers.feed import Feed, LogRecord
from referee.followers.lease import LASTS, LeaderLease, LeaseClock, database_time
from referee.followers.signal import PAUSE_SECONDS, Signal
from referee.followers.subscription import Subscription, batch_of
from referee.log.backend import backend_of
from referee.log.log import Log, open_log
from referee.log.opening.engine import engine
from referee.log.records import Record
from referee.people.register import open_people
from tests.support.application import create_app
from tests.support.inside import Clock, services_on

ENTRY = b'{"recorded_at":"2026-05-01T17:00:00.000Z","facts":[{"fact":"trick_taken"}],"hash":"aa"}'
tables = sa.MetaData()
SEEN = sa.Table("seen", tables, sa.Column("id", sa.Integer, primary_key=True), sa.Column("stream", sa.String(64)))
AT = sa.Table("seen_at", tables, sa.Column("position", sa.Integer, primary_key=True))


class Noting:
    """A follower that notes every record. It dies at `dies`, before the end of its transaction."""

    batch = 7

    def __init__(self, store: sa.Engine, dies: Callable[[], bool] = lambda: False) -> None:
        self.store, self.dies = store, dies

    def position(self) -> int:
        with self.store.connect() as connection:
            return int(connection.execute(sa.select(AT.c.position)).scalar_one())

    def take(self, feed: Feed, through: int) -> int:
        after = self.position()
        records, position = batch_of(feed, after, self.batch, through)
        with backend_of(self.store).connect_unsynced(self.store) as connection:
            mine = connection.execute(AT.update().where(AT.c.position == after).values(position=position))
            if mine.rowcount != 1:
                raise IntegrityError("another one was faster", None, LookupError())
            if records:
                connection.execute(SEEN.insert(), [{"id": r.id, "stream": r.originator_id} for r in records])
            if self.dies():
                raise ProcessDeath
            connection.commit()
        return position


class ProcessDeath(Exception):
    """The death of a process."""


@pytest.fixture
def log_and_store(database: str) -> Iterator[tuple[Log, sa.Engine]]:
    log, store = open_log(database), engine(database)
    open_people(store)
    tables.create_all(store)
    with store.begin() as connection:
        connection.execute(AT.insert(), {"position": 0})
    yield log, store
    log.close()
    store.dispose()


def store_some(log: Log, stream: str, many: int) -> None:
    log.append([Record(stream, version, "note", ENTRY) for version in range(1, many + 1)])


def note_rows(store: sa.Engine) -> list[tuple[int, str]]:
    with store.connect() as connection:
        return [(row.id, row.stream) for row in connection.execute(SEEN.select().order_by(SEEN.c.id))]


def log_rows(log: Log) -> list[tuple[int, str]]:
    return [(record.id, str(record.originator_id)) for record in log.all()]


def test_whoever_dies_before_the_end_of_a_batch_every_record_is_taken_once(
    log_and_store: tuple[Log, sa.Engine],
) -> None:
    log, store = log_and_store
    store_some(log, "m", 40)
    dice = Random("who dies")
    for _ in range(1000):
        # Each is another process: it remembers nothing of the one before.
        try:
            Subscription(Feed(log), Noting(store, lambda: dice.random() < 0.5)).catch_up()
        except ProcessDeath:
            assert note_rows(store) == log_rows(log)[: len(note_rows(store))], "what is written goes with the position"
        else:
            break
    assert note_rows(store) == log_rows(log)


def test_several_that_follow_at_once_take_every_record_once(log_and_store: tuple[Log, sa.Engine]) -> None:
    log, store = log_and_store

    def work(n: int) -> None:
        store_some(log, f"m{n}", 20)
        Subscription(Feed(log), Noting(store)).catch_up()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    Subscription(Feed(log), Noting(store)).catch_up()
    assert note_rows(store) == log_rows(log)
    assert len(note_rows(store)) == 80


def test_who_is_asked_for_less_than_it_has_does_not_go_back(log_and_store: tuple[Log, sa.Engine]) -> None:
    log, store = log_and_store
    store_some(log, "m", 5)
    mine = Subscription(Feed(log), Noting(store))
    assert [mine.step(through) for through in (5, 3, 5)] == [5, 5, 5]
    assert note_rows(store) == log_rows(log)


def test_where_others_are_always_faster_it_says_so(
    log_and_store: tuple[Log, sa.Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    log, store = log_and_store
    store_some(log, "m", 3)
    calls: list[None] = []

    def faster(*_: object) -> int:
        calls.append(None)
        raise IntegrityError("another one was faster", None, LookupError())

    monkeypatch.setattr(Noting, "take", faster)
    with pytest.raises(Unavailable):
        Subscription(Feed(log), Noting(store)).catch_up()
    assert len(calls) == subscription.TRIES + 1


def test_what_a_feed_gives_is_what_the_log_has_whoever_asks_from_where(log_and_store: tuple[Log, sa.Engine]) -> None:
    log, _ = log_and_store
    feed, dice = Feed(log, most=30), Random("a feed")
    for step in range(60):
        if step % 3 == 0:
            store_some(log, f"m{step}", dice.randrange(1, 12))
        head = log.position()
        after = max(0, head - dice.randrange(60))
        limit, through = dice.randrange(1, 25), dice.randrange(after, head + 1)
        feed_records = feed.after(after, limit, through)
        assert [record.id for record in feed_records] == [record.id for record in log.follow(after, limit, through)]
    assert len(feed._records) <= 30


def test_a_record_is_read_and_decoded_once_for_all_followers(
    log_and_store: tuple[Log, sa.Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    log, _ = log_and_store
    feed, read = Feed(log), []
    follow = Log.follow

    def count_follow(log: Log, *args: int) -> object:
        read.append(args)
        return follow(log, *args)

    monkeypatch.setattr(Log, "follow", count_follow)
    store_some(log, "m", 10)
    head = log.position()
    one, other = feed.after(0, 100, head), feed.after(0, 100, head)
    assert len(read) == 1
    assert all(mine is yours for mine, yours in zip(one, other, strict=True))
    assert one[0].head is other[0].head
    assert (one[0].head.hash, one[0].head.facts) == ("aa", frozenset({"trick_taken"}))


def test_of_two_processes_one_is_first_until_it_leaves_or_dies(log_and_store: tuple[Log, sa.Engine]) -> None:
    _, store = log_and_store
    clock = Clock()
    one, other = LeaderLease(store, "work", clock.turns()), LeaderLease(store, "work", clock.turns())
    assert LeaderLease(store, "other work", clock.turns()).take()
    assert (one.take(), other.take(), one.is_mine(), other.is_mine()) == (True, False, True, False)
    for _ in range(3):
        # It lives: it renews its turn where half of it is over.
        clock.on(LASTS / 2)
        assert (one.is_mine(), one.take(), one.is_mine(), other.take()) == (False, True, True, False)
    one.leave()
    assert (other.take(), one.take()) == (True, False)
    clock.on(LASTS - timedelta(milliseconds=1))
    assert not one.take()
    clock.on(timedelta(milliseconds=1))
    assert (one.take(), other.take()) == (True, False)


@pytest.mark.parametrize("back", [timedelta(seconds=1), timedelta(hours=1), timedelta(days=3650)])
def test_a_clock_that_goes_back_holds_no_turn_for_longer(log_and_store: tuple[Log, sa.Engine], back: timedelta) -> None:
    _, store = log_and_store
    clock = Clock()
    leader, lives = (LeaderLease(store, "work", clock.turns()) for _ in range(2))
    assert leader.take()
    clock.on(-back)
    clock.on(LASTS)
    lives.take()
    clock.on(back if back < LASTS else timedelta())
    assert lives.take()
    # The holder of a turn renews it by the present clock.
    clock.on(-back)
    assert not lives.is_mine() or back < LASTS / 2
    assert lives.take()


@pytest.mark.parametrize("apart", [timedelta(hours=1), timedelta(days=-3650)])
def test_the_clocks_of_the_machines_decide_no_turn(log_and_store: tuple[Log, sa.Engine], apart: timedelta) -> None:
    _, store = log_and_store
    clock, seconds = Clock(), Clock()
    one, other = (LeaseClock(clock.turns().database, seconds.turns().seconds) for _ in range(2))
    holds, waits = LeaderLease(store, "work", one), LeaderLease(store, "work", other)
    assert (holds.take(), waits.take()) == (True, False)
    # The clock of its machine jumps: the holder of the turn asks the database, and still has it.
    seconds.on(apart)
    assert not holds.is_mine()
    assert (waits.take(), holds.take(), holds.is_mine()) == (False, True, True)
    # A holder that was paused for a minute has lost it, and does no harm.
    clock.on(timedelta(minutes=1))
    seconds.on(timedelta(minutes=1))
    assert (waits.take(), holds.is_mine(), holds.take()) == (True, False, False)


def test_turns_go_by_the_clock_of_the_database(log_and_store: tuple[Log, sa.Engine]) -> None:
    _, store = log_and_store
    with store.connect() as connection:
        before, after = database_time(connection), database_time(connection)
    assert before.utcoffset() is not None
    assert before <= after
    one, other = LeaderLease(store, "work"), LeaderLease(store, "work")
    assert (one.take(), other.take()) == (True, False)


def test_of_many_who_want_a_turn_at_once_one_has_it(log_and_store: tuple[Log, sa.Engine]) -> None:
    _, store = log_and_store
    clock = Clock()
    turns = [LeaderLease(store, "work", clock.turns()) for _ in range(8)]
    for _ in range(3):
        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(LeaderLease.take, turns)) == 1
        clock.on(LASTS)


@pytest.fixture
def services(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[AppContext, AppContext, Clock]]:
    """Two processes on one database, by one clock; the one without the turn looks at it again at once."""
    clock = Clock()
    monkeypatch.setattr(projections, "ASIDE_SECONDS", 0.01)
    both = services_on(database, clock), services_on(database, clock)
    yield *both, clock
    for one in both:
        compose.close(one)


def test_where_the_process_that_follows_dies_another_one_goes_on(
    services: tuple[AppContext, AppContext, Clock], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other, clock = services

    async def write(services: AppContext, stream: str) -> int:
        services.service.log.append([Record(stream, 1, "note", ENTRY)])
        return services.service.log.position()

    async def has(position: int) -> None:
        while await asyncio.to_thread(one.follower.position) < position:
            await asyncio.sleep(0.01)

    async def go() -> None:
        async with living(one):
            await has(await write(one, "a"))
            async with living(other):
                await has(await write(one, "b"))
                assert (one.turn.is_mine(), other.turn.is_mine()) == (True, False)
                monkeypatch.setattr(one.turn, "leave", lambda: None)
        async with living(other):
            await write(other, "c")
            clock.on(LASTS)
            await has(await write(other, "d"))
            assert other.turn.is_mine()

    asyncio.run(go())


@asynccontextmanager
async def living(services: AppContext) -> AsyncIterator[None]:
    """A process that follows its log, for as long as the block runs."""
    app = create_app(services)
    lifespan: AbstractAsyncContextManager[None] = app.lifespan()
    async with lifespan:
        yield


def test_what_is_stored_while_a_follower_pauses_is_taken_together(monkeypatch: pytest.MonkeyPatch) -> None:
    appended, pauses = Signal(), []

    async def go() -> None:
        async def sleep(seconds: float) -> None:
            pauses.append(seconds)
            for _ in range(50):
                appended.notify("m")

        monkeypatch.setattr(asyncio, "sleep", sleep)
        await appended.wait_after_pause(appended.notifications)
        assert appended.notifications == 50

    asyncio.run(go())
    assert pauses == [PAUSE_SECONDS]


def test_a_record_that_holds_no_entry_has_an_empty_head(log_and_store: tuple[Log, sa.Engine]) -> None:
    log, _ = log_and_store
    log.append([Record("key:1", 1, "key", b'{"match":"m","digest":"d"}')])
    [record] = Feed(log).after(0, 10, 1)
    assert isinstance(record, LogRecord)
    assert (record.head.recorded_at, record.head.hash, record.head.facts) == ("", None, frozenset())

"""Writers of one process to a file come in the order in which they asked."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from eventsourcing.persistence import OperationalError
from msgspec.structs import replace

from api.webhooks.outbox import Outbox
from projections.follower import Follower
from referee.errors import Unavailable
from referee.evidence.notary import Notary
from referee.evidence.tree import Tree
from referee.followers.lease import LeaderLease
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.log.sqlite.write_queue import WriteQueue, write_queue_at
from referee.matches.commands import MatchCommands
from referee.matches.timing.times import stop_all
from referee.people.presence import Device, Presence
from referee.people.register import open_people
from tests.log.test_log import NOTE, open_match, say
from tests.support.waiting import DEADLOCK_SECONDS, eventually


def test_who_asks_again_at_once_comes_after_those_who_wait() -> None:
    turns, order = WriteQueue(), list[str]()

    def write(name: str) -> None:
        with turns.hold():
            order.append(name)

    threads = [Thread(target=write, args=(name,)) for name in ("second", "third")]
    with turns.hold():
        for many, thread in enumerate(threads, start=1):
            thread.start()
            eventually(lambda many=many: turns.waiting == many)  # type: ignore[misc]
        order.append("first")
    write("first again")
    assert order == ["first", "second", "third", "first again"]
    for thread in threads:
        thread.join()
    assert turns.waiting == 0


def test_a_turn_that_fails_is_over() -> None:
    turns = WriteQueue()
    with pytest.raises(ValueError), turns.hold():
        raise ValueError
    with turns.hold():
        assert turns.waiting == 0


def test_a_log_that_nobody_has_any_more_waits_for_no_turn(tmp_path: Path) -> None:
    """Python lets go of it at any moment, in any thread: also in one that has the turn of its file."""
    database = str(tmp_path / "log.sqlite")
    service = MatchCommands(open_log(database), open_people(engine(database)))
    say(service, open_match(service), NOTE)

    def let_go() -> None:
        with write_queue_at(database).hold():
            service.log.close()

    # As a background thread that never ends, it delays no other.
    thread = Thread(target=let_go, daemon=True)
    thread.start()
    thread.join(DEADLOCK_SECONDS)
    assert not thread.is_alive()


def test_who_waits_behind_somebody_that_finds_the_file_locked_is_refused_with_them(tmp_path: Path) -> None:
    """Each would wait for the lock as long again, one after the other."""
    database = str(tmp_path / "log.sqlite")
    service = MatchCommands(open_log(database), open_people(engine(database)))
    match, turns, refused = open_match(service), write_queue_at(database), list[BaseException]()

    def wait() -> None:
        try:
            with turns.hold():
                pytest.fail("a turn came")
        except OperationalError as error:
            refused.append(error)

    def write() -> None:
        try:
            say(service, match, NOTE)
        except Unavailable as error:
            assert error.stored == "no"
            refused.append(error)

    threads = [Thread(target=wait), Thread(target=write), Thread(target=wait)]
    locked = sqlite3.OperationalError("database is locked")
    locked.sqlite_errorcode = sqlite3.SQLITE_BUSY
    with pytest.raises(OperationalError), turns.hold():
        for many, thread in enumerate(threads, start=1):
            thread.start()
            eventually(lambda many=many: turns.waiting == many)  # type: ignore[misc]
        raise OperationalError from locked
    for thread in threads:
        thread.join()
    assert sorted(type(error).__name__ for error in refused) == ["OperationalError", "OperationalError", "Unavailable"]
    say(service, match, NOTE)
    assert service.match(match).version == 2
    service.log.close()
    service.people.store.dispose()


AT = "2026-01-01T00:00:00.000Z"
WRITERS = "an append", "the read models", "the tree", "a checkpoint", "a turn", "a device", "a clock", "a message"


@pytest.mark.parametrize("writer", WRITERS)
def test_everybody_who_writes_waits_for_their_turn(tmp_path: Path, writer: str) -> None:
    """A writer that looks for SQLite's lock now and then never finds it free while commits follow one another on a slow disk."""
    database = str(tmp_path / "log.sqlite")
    service = MatchCommands(open_log(database), open_people(engine(database)))
    store = service.people.store
    follower, tree = Follower(service.log, store), Tree(service.log, store)
    match = open_match(service)
    tree.catch_up()
    say(service, match, NOTE)
    notary = Notary(tree, Ed25519PrivateKey.generate, lambda: AT)
    if writer == "a checkpoint":
        tree.catch_up()
    write: dict[str, Callable[[], object]] = {
        "an append": lambda: say(service, match, NOTE),
        "the read models": follower.catch_up,
        "the tree": tree.catch_up,
        "a checkpoint": notary.checkpoint,
        "a turn": LeaderLease(store, "anything").take,
        "a device": lambda: Presence(store).hear(match, Device("tablet", "referee", 0, None, AT)),
        "a clock": lambda: stop_all(store),
        "a message": lambda: Outbox(store).forget(AT),
    }
    assert set(write) == set(WRITERS)
    thread = Thread(target=write[writer])
    turns = write_queue_at(database)
    with turns.hold():
        thread.start()
        eventually(lambda: turns.waiting == 1)
    thread.join()
    assert turns.waiting == 0
    follower.catch_up()
    assert follower.position() == service.log.position()
    assert service.match(match).version == (3 if writer == "an append" else 2)
    service.log.close()
    store.dispose()


def test_the_read_models_reckon_before_their_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other writers wait only for the rows to be written."""
    database = str(tmp_path / "log.sqlite")
    service = MatchCommands(open_log(database), open_people(engine(database)))
    follower, turns = Follower(service.log, service.people.store), write_queue_at(database)
    names = list[str]()

    def reckoning(name: str, take: Any) -> Callable[..., Any]:
        def taking(*args: Any) -> Any:
            # Another thread has its turn meanwhile.
            with ThreadPoolExecutor(1) as other:
                other.submit(_take_and_leave, turns).result(DEADLOCK_SECONDS)
            names.append(name)
            return take(*args)

        return taking

    follower.projections = {
        name: replace(one, take=reckoning(name, one.take)) for name, one in follower.projections.items()
    }
    open_match(service)
    follower.catch_up()
    assert names == [*follower.projections]
    assert follower.position() == service.log.position()
    service.log.close()
    service.people.store.dispose()


def _take_and_leave(turns: WriteQueue) -> None:
    with turns.hold():
        pass

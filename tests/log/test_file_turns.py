"""Those of one process who write to a file come in the order in which they asked."""

from pathlib import Path
from threading import Thread

import pytest

from projections.follower import Follower
from referee.evidence.tree import Tree
from referee.people.register import People, engine
from referee.service.matches import Service
from referee.store.log import open_log
from referee.store.sqlite import Turns, turns_at
from tests.log.test_log import NOTE, opened, say
from tests.support.waiting import DEADLOCK_SECONDS, eventually


def test_who_asks_again_at_once_comes_after_those_who_wait() -> None:
    turns, order = Turns(), list[str]()

    def write(name: str) -> None:
        with turns.taken():
            order.append(name)

    threads = [Thread(target=write, args=(name,)) for name in ("second", "third")]
    with turns.taken():
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
    turns = Turns()
    with pytest.raises(ValueError), turns.taken():
        raise ValueError
    with turns.taken():
        assert turns.waiting == 0


def test_a_log_that_nobody_has_any_more_waits_for_no_turn(tmp_path: Path) -> None:
    """Python lets go of it at any moment, in any thread: also in one that has the turn of its file."""
    database = str(tmp_path / "log.sqlite")
    service = Service(open_log(database), People(engine(database)))
    say(service, opened(service), NOTE)

    def let_go() -> None:
        with turns_at(database).taken():
            service.log.close()

    # As one of the background, it keeps nobody waiting where it never ends.
    thread = Thread(target=let_go, daemon=True)
    thread.start()
    thread.join(DEADLOCK_SECONDS)
    assert not thread.is_alive()


@pytest.mark.parametrize("who", ["an append", "the read models", "the tree"])
def test_everybody_who_writes_as_the_log_grows_waits_for_their_turn(tmp_path: Path, who: str) -> None:
    """Where one commit follows the other on a slow disk, lists would never be moved between them."""
    database = str(tmp_path / "log.sqlite")
    service = Service(open_log(database), People(engine(database)))
    follower, tree = Follower(service.log, service.people.store), Tree(service.log, service.people.store)
    match = opened(service)
    tree.catch_up()
    say(service, match, NOTE)
    write = {
        "an append": lambda: say(service, match, NOTE),
        "the read models": follower.catch_up,
        "the tree": tree.catch_up,
    }[who]
    thread = Thread(target=write)
    turns = turns_at(database)
    with turns.taken():
        thread.start()
        eventually(lambda: turns.waiting == 1)
    thread.join()
    assert turns.waiting == 0
    follower.catch_up()
    assert follower.position() == service.log.position()
    assert service.match(match).version == (3 if who == "an append" else 2)
    service.log.close()
    service.people.store.dispose()

"""Logs with a tree and a notary, on either database, and the acts of an intruder with the database's password."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.championship.service import Championships, OpenChampionship
from referee.evidence.batches import Processes
from referee.evidence.database import DatabaseVerdict, check
from referee.evidence.notary import Notary
from referee.evidence.notes import Checkpoint
from referee.evidence.tree import Tree
from referee.match.entries import GENESIS, link, stored_line
from referee.matches.append import Append
from referee.matches.commands import MatchCommands
from referee.matches.opening import OpenMatch, Sitting
from tests.support.beside import enter
from tests.support.hands import FOUR
from tests.support.processes import processes

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
AT = "2026-05-01T10:00:00.000Z"


@dataclass
class Site:
    """A service, its evidence, and its tables laid open."""

    service: MatchCommands
    notary: Notary
    others: Processes | None = None
    """Other processes that check it beside this one."""

    def open(self, *names: str, key: tuple[str, str] | None = None) -> str:
        seats = tuple(Sitting(player=one) for one in self.enter(*(names or ("Ana", "Beto", "Carla", "Dani"))))
        return self.service.open_match(OpenMatch("hearts.yppedia", seats, first_dealer=0), "organizer", key).match.id

    def enter(self, *names: str) -> list[str]:
        """Enters people that the log does not have, so that the tests can count its records."""
        return enter(self.service.people, [(name, None) for name in names], AT)

    def say(self, match: str, *events: dict[str, Any], key: str | None = None) -> None:
        body = msgspec.json.encode(events)
        bodies = [msgspec.json.encode(event) for event in events]
        self.service.append(Append(match, bodies, "organizer", key=(key, body.hex()) if key else None))

    def check(self, *checkpoints: Checkpoint) -> DatabaseVerdict:
        return check(self.notary, [self.notary.verifier()], checkpoints, others=self.others)

    # Acts of the intruder

    @property
    def table(self) -> tuple[str, str]:
        """The log's table, and its column of positions."""
        return (
            ("stored_events", "rowid") if self.service.log.backend.is_local else ("referee_events", "notification_id")
        )

    def sql(self, text: str, **values: Any) -> list[Any]:
        table, position = self.table
        with self.service.people.store.begin() as connection:
            result = connection.execute(sa.text(text.format(log=table, position=position)), values)
            return list(result) if result.returns_rows else []

    def state(self, stream: str, version: int) -> bytes:
        [[state]] = self.sql(
            "SELECT state FROM {log} WHERE originator_id = :s AND originator_version = :v", s=stream, v=version
        )
        return bytes(state)

    def put(self, stream: str, version: int, state: bytes) -> None:
        self.sql(
            "UPDATE {log} SET state = :state WHERE originator_id = :s AND originator_version = :v",
            state=state,
            s=stream,
            v=version,
        )

    def rewrite(self, stream: str, version: int, old: bytes, new: bytes) -> None:
        """Changes an entry and carries the change on through every later hash of its chain."""
        head = GENESIS
        for at, record in enumerate(self.service.log.read(stream), 1):
            state = bytes(record.state).replace(old, new) if at == version else bytes(record.state)
            entry = msgspec.json.decode(state)
            head = link(head, stored_line(state))
            entry["hash"] = head.hex()
            self.put(stream, at, msgspec.json.encode(entry))

    def tree_anew(self) -> None:
        """Throws the tree away and lets it grow again over the present log, with the same secret.

        Another process does this: this one does not read again the part of the log that it has read.
        """
        self.sql("DELETE FROM log_tree_tile")
        self.sql("DELETE FROM log_tree_stretch")
        self.sql("UPDATE log_tree SET size = 0, position = 0")
        Tree(self.service.log, self.service.people.store).catch_up()


@pytest.fixture
def others() -> Processes | None:
    """A check takes this process alone."""
    return None


@pytest.fixture
def reopen(database: str, others: Processes | None) -> Iterator[Callable[[], Site]]:
    """Opens the database as another process would."""

    with opening(database, others) as again:
        yield again


@contextmanager
def opening(database: str, others: Processes | None = None) -> Iterator[Callable[[], Site]]:
    """Opens the database as another process would, each time, and closes them all at the end."""

    def site(service: MatchCommands) -> Site:
        tree = Tree(service.log, service.people.store, "example.org/log")
        return Site(service, Notary(tree, lambda: KEY, lambda: AT), others)

    with processes(database, lambda: lambda: AT) as another:
        yield lambda: site(another())


@pytest.fixture
def site(reopen: Callable[[], Site]) -> Site:
    return reopen()


@dataclass
class SignedHistory:
    """Two matches, one with an idempotency key, and a championship; all signed."""

    site: Site
    match: str
    other: str
    key: str
    checkpoint: Checkpoint


@pytest.fixture
def history(site: Site) -> SignedHistory:
    return play(site)


def play(site: Site) -> SignedHistory:
    """Two matches, a championship, and two checkpoints: of five records, and of ten."""
    match, other = site.open(), site.open(key=("open-it", "digest"))
    site.say(match, {"type": "deal", "hands": FOUR})
    site.say(other, {"type": "note", "text": "mesa 4"})
    half = site.notary.checkpoint()
    site.say(match, {"type": "pass", "seat": 0, "cards": FOUR[0][:3]}, key="pass-it")
    site.say(match, {"type": "note", "text": "mesa 3"})
    site.say(other, {"type": "note", "text": "sin luz"})
    Championships(site.service).open(OpenChampionship("Fiestas", tuple(site.enter("Eva"))), "organizer")
    [[key]] = site.sql("SELECT originator_id FROM {log} WHERE topic = 'key'")
    checkpoint = site.notary.checkpoint()
    assert half.size == 5
    assert checkpoint.size == 10
    return SignedHistory(site, match, other, key, checkpoint)

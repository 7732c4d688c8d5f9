"""The tree over a long log: its speed of following, the time of a proof, the time of a check of everything.

REFEREE_BENCH_RECORDS sets the length of the log (100,000 unless given).
"""

import os
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.evidence.batches import processes
from referee.evidence.database import check
from referee.evidence.notary import Notary
from referee.evidence.tree import Tree
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.log.records import Record
from referee.match.entries import GENESIS, chain
from referee.match.events import Opening, SeatTaken
from referee.match.registry import event_codec
from referee.matches.commands import utc_now
from referee.people.register import open_people

RECORDS = int(os.environ.get("REFEREE_BENCH_RECORDS", "100000"))
OF_A_MATCH = 500


@dataclass
class Long:
    """A log of `RECORDS`, matches of 500 notes each."""

    notary: Notary
    matches: list[str]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def long_log(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Long]:
    if request.param == "sqlite":
        database = str(tmp_path_factory.mktemp("evidence") / "log.sqlite")
    else:
        database = str(request.getfixturevalue("postgres_url"))
    log, people = open_log(database), open_people(engine(database))
    note = event_codec("hearts.castillar").read(b'{"type":"note","text":"mesa 3, y lo que haya que anotar de ella"}')
    matches = [f"match-{n}" for n in range(RECORDS // OF_A_MATCH)]
    for match in matches:
        events: list[Any] = [Opening("hearts.castillar", (SeatTaken("a"), SeatTaken("b")), {}, match=match)]
        records, head = [], GENESIS
        for version in range(1, OF_A_MATCH + 1):
            event = events[0] if version == 1 else note
            entry: Any = chain(head, version, event, [], "2026-05-01T10:00:00.000Z", "organizer")
            head = bytes.fromhex(entry.hash)
            topic = "open" if version == 1 else "note"
            records.append(Record(match, version, topic, msgspec.json.encode(entry)))
        log.append(records)
    key = Ed25519PrivateKey.from_private_bytes(bytes(32))
    yield Long(Notary(Tree(log, people.store), lambda: key, utc_now), matches)
    log.close()
    people.store.dispose()


def test_the_tree_follows(long_log: Long, benchmark: Any) -> None:
    benchmark.pedantic(long_log.notary.checkpoint, rounds=1)
    last = long_log.notary.last()
    assert last
    assert last.size == RECORDS


def test_a_proof(long_log: Long, benchmark: Any) -> None:
    versions = count(1)
    benchmark(lambda: long_log.notary.inclusion(long_log.matches[7], next(versions) % OF_A_MATCH + 1, RECORDS))


def test_a_consistency_proof(long_log: Long, benchmark: Any) -> None:
    benchmark(long_log.notary.consistency, RECORDS // 3, RECORDS)


def test_a_checkpoint_after_one_more_record(long_log: Long, benchmark: Any) -> None:
    versions = count(1)
    log = long_log.notary.tree.log

    def one_more() -> None:
        log.append([Record(f"key:{next(versions)}", 1, "key", b'{"match":"m","digest":"d"}')])

    benchmark.pedantic(long_log.notary.checkpoint, setup=one_more, rounds=100)


@pytest.mark.parametrize("many", [1, 2])
def test_a_check_of_everything(long_log: Long, benchmark: Any, many: int) -> None:
    with processes(many) if many > 1 else nullcontext() as others:
        run = partial(check, long_log.notary, [long_log.notary.verifier()], others=others)
        verdict = benchmark.pedantic(run, rounds=1)
    assert verdict.flaw is None

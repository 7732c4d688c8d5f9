"""A live database: any change by an intruder with its password is found, and the first wrong event is named."""

import hmac
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
import rfc8785
from eventsourcing.persistence import Notification

from referee.errors import Impossible
from referee.evidence import batches
from referee.evidence.batches import Processes, processes
from referee.evidence.database import check
from referee.evidence.flaws import EvidenceFlaw
from referee.evidence.keys import Verifier
from referee.evidence.leaves import leaf_of
from referee.evidence.merkle import leaf_hash
from referee.evidence.notes import Checkpoint
from referee.log.records import Record
from tests.evidence.conftest import SignedHistory, Site, opening, play
from tests.support import postgres

Intrude = Callable[[SignedHistory], None]
HERE, SMALL_BLOCKS, IN_TWO_OTHERS = "here", "two leaves a block", "three records a batch, in two others"
FORGED = Record("forged", 1, "key", b'{"match":"none","digest":"none"}')


@pytest.fixture(scope="module")
def two_others() -> Iterator[Processes]:
    with processes(2) as others:
        yield others


@pytest.fixture(
    params=[
        ("sqlite", HERE),
        ("sqlite", IN_TWO_OTHERS),
        pytest.param(("sqlite", SMALL_BLOCKS), marks=pytest.mark.long),
        pytest.param(("postgres", HERE), marks=pytest.mark.postgres),
        pytest.param(("postgres", SMALL_BLOCKS), marks=pytest.mark.postgres),
        pytest.param(("postgres", IN_TWO_OTHERS), marks=(pytest.mark.postgres, pytest.mark.long)),
    ],
    ids="-".join,
)
def way(request: pytest.FixtureRequest) -> tuple[str, str]:
    """The database that is checked, and the way of the check: everything here holds for each."""
    kind, how = request.param
    return kind, how


@dataclass
class Past:
    """A database with everything played, open in no process; the records, by their ids."""

    database: str
    match: str
    other: str
    key: str
    checkpoint: Checkpoint


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Callable[[str], Past]]:
    """Makes it once in each kind of database. Every test has a copy, which it may spoil."""
    with ExitStack() as exits:

        @cache
        def past(kind: str) -> Past:
            if kind == "sqlite":
                database = str(tmp_path_factory.mktemp("past") / "log.sqlite")
            else:
                database = exits.enter_context(postgres.database(request.getfixturevalue("postgres_url")))
            with opening(database) as site:
                history = play(site())
            return Past(database, history.match, history.other, history.key, history.checkpoint)

        yield past


@pytest.fixture
def database(
    way: tuple[str, str], request: pytest.FixtureRequest, tmp_path: Path, past: Callable[[str], Past]
) -> Iterator[str]:
    source = past(way[0]).database
    if way[0] == "sqlite":
        yield shutil.copy(source, str(tmp_path / "log.sqlite"))
        return
    with postgres.database(request.getfixturevalue("postgres_url"), source) as database_copy:
        yield database_copy


@pytest.fixture
def scene(site: Site, way: tuple[str, str], past: Callable[[str], Past]) -> SignedHistory:
    """The state of the process that signed all of this last."""
    history = past(way[0])
    assert site.notary.checkpoint() == history.checkpoint
    return SignedHistory(site, history.match, history.other, history.key, history.checkpoint)


@pytest.fixture
def others(way: tuple[str, str], monkeypatch: pytest.MonkeyPatch, two_others: Processes) -> Processes | None:
    """Other processes that check beside this one."""
    if way[1] == SMALL_BLOCKS:
        monkeypatch.setattr(batches, "BLOCK", 2)
    if way[1] != IN_TWO_OTHERS:
        return None
    monkeypatch.setattr(batches, "BATCH", 3)
    return two_others


def find_flaw(scene: SignedHistory, *checkpoints: Any) -> EvidenceFlaw:
    flaw = scene.site.check(*checkpoints).flaw
    assert flaw
    assert flaw.words
    return flaw


def test_a_sound_database_has_no_flaw(scene: SignedHistory) -> None:
    verdict = scene.site.check(scene.checkpoint)
    assert verdict.flaw is None
    assert (verdict.records, verdict.chains, verdict.leaves, verdict.checkpoints) == (10, 3, 10, 3)


def test_a_check_is_not_disturbed_by_what_is_written_meanwhile(
    scene: SignedHistory, reopen: Callable[[], Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    site, late, stop = scene.site, reopen(), 60
    read = site.service.log.all

    def busy() -> Iterator[Notification]:
        for record in read():
            if record.id < stop:
                late.say(scene.other, {"type": "note", "text": "entretanto"})
                late.notary.checkpoint()
            yield record

    monkeypatch.setattr(site.service.log, "all", busy)
    verdict = site.check()
    assert (verdict.flaw, verdict.leaves, verdict.checkpoints) == (None, 10, 2)
    assert verdict.records > 10


def test_what_the_tree_has_not_taken_yet_is_held_by_its_chain(scene: SignedHistory) -> None:
    scene.site.say(scene.match, {"type": "note", "text": "mesa 5"})
    assert scene.site.check().flaw is None
    assert scene.site.check().records == 11
    scene.site.put(scene.match, 5, scene.site.state(scene.match, 5).replace(b"mesa 5", b"mesa 6"))
    assert (find_flaw(scene).problem, find_flaw(scene).version) == ("chain", 5)


def swap_bytes(old: bytes, new: bytes, version: int = 3) -> Intrude:
    def intrude(scene: SignedHistory) -> None:
        state = scene.site.state(scene.match, version)
        assert old in state
        scene.site.put(scene.match, version, state.replace(old, new, 1))

    return intrude


def swap_neighbours(scene: SignedHistory) -> None:
    """Two neighbours of different streams change places."""
    [[one], [other]] = scene.site.sql("SELECT {position} FROM {log} WHERE originator_version = 3 ORDER BY {position}")[
        :2
    ]
    for old, new in ((one, 999), (other, one), (999, other)):
        scene.site.sql("UPDATE {log} SET {position} = :new WHERE {position} = :old", new=new, old=old)


def column(name: str, value: object) -> Intrude:
    def intrude(scene: SignedHistory) -> None:
        change = f"UPDATE {{log}} SET {name} = :value WHERE originator_id = :s AND originator_version = 3"
        scene.site.sql(change, value=value, s=scene.match)

    return intrude


def put_in(position: int) -> Intrude:
    def intrude(scene: SignedHistory) -> None:
        later = scene.site.sql("SELECT {position} FROM {log} WHERE {position} >= :p ORDER BY 1 DESC", p=position)
        for [at] in later if position > 0 else []:
            scene.site.sql("UPDATE {log} SET {position} = :new WHERE {position} = :old", new=at + 1, old=at)
        names = "originator_id, originator_version, topic, state, {position}"
        values = {"s": FORGED.originator_id, "t": FORGED.topic, "state": FORGED.state, "p": position}
        scene.site.sql(f"INSERT INTO {{log}} ({names}) VALUES (:s, 1, :t, :state, :p)", **values)

    return intrude


def remove_record(stream: str, version: int) -> Intrude:
    def intrude(scene: SignedHistory) -> None:
        id_ = getattr(scene, stream)
        scene.site.sql("DELETE FROM {log} WHERE originator_id = :s AND originator_version = :v", s=id_, v=version)

    return intrude


def other_key_record(scene: SignedHistory) -> None:
    scene.site.put(
        scene.key,
        1,
        scene.site.state(scene.key, 1).replace(scene.other.encode(), scene.match.encode()),
    )


def sql(text: str) -> Intrude:
    def intrude(scene: SignedHistory) -> None:
        scene.site.sql(text)

    return intrude


INTRUSIONS: dict[str, tuple[Intrude, str, int | None]] = {
    "a card": (swap_bytes(b'"cards":["', b'"cards":["A'), "chain", 3),
    "a time": (swap_bytes(b"10:00:00", b"10:00:01"), "chain", 3),
    "who recorded it": (swap_bytes(b'"recorded_by":"organizer"', b'"recorded_by":"somebody!"'), "chain", 3),
    "a fact": (swap_bytes(b'"facts":[', b'"facts":[{"fact":"x"},'), "unreadable", 3),
    "a hash": (swap_bytes(b'"hash":"', b'"hash":"0'), "chain", 3),
    "an idempotency key": (swap_bytes(b"pass-it", b"pass-or"), "leaf", 3),
    "a space": (swap_bytes(b'"version":3', b'"version": 3'), "leaf", 3),
    "what is no JSON": (swap_bytes(b"{", b"", 4), "unreadable", 4),
    "the topic": (column("topic", "play"), "topic", 3),
    "the topic of what has no chain": (column("topic", "key"), "topic", 3),
    "the stream": (column("originator_id", "another"), "order", 3),
    "the version": (column("originator_version", 9), "order", 9),
    "the order": (swap_neighbours, "leaf", 3),
    "a record put in at the start": (put_in(1), "leaf", 1),
    "a record put in": (put_in(4), "leaf", 1),
    "a record put in before the first": (put_in(0), "unplaced", 1),
    "a record out of sight": (put_in(-1), "unplaced", 1),
    "an opening taken out": (remove_record("match", 1), "leaf", 1),
    "a record taken out": (remove_record("match", 3), "order", 4),
    "the last of a match taken out": (remove_record("match", 4), "leaf", 3),
    "an idempotency key's record taken out": (remove_record("key", 1), "leaf", 2),
    "an idempotency key's record": (other_key_record, "leaf", 1),
    "the end": (sql("DELETE FROM {log} WHERE {position} >= 9"), "missing", None),
    "all": (sql("DELETE FROM {log}"), "missing", None),
}


@pytest.mark.parametrize("intrusion", INTRUSIONS)
def test_whatever_is_changed_in_the_log_is_found(scene: SignedHistory, intrusion: str) -> None:
    intrude, problem, version = INTRUSIONS[intrusion]
    intrude(scene)
    flaw = find_flaw(scene)
    assert (flaw.problem, flaw.version) == (problem, version)


# The division of records does not matter to any of a thousand checks that differ by one byte.
@pytest.mark.parametrize(
    "way", [("sqlite", HERE), pytest.param(("postgres", HERE), marks=pytest.mark.postgres)], indirect=True, ids="-".join
)
def test_any_byte_of_a_stored_entry_that_changes_is_found(scene: SignedHistory) -> None:
    state = scene.site.state(scene.match, 3)
    for at in range(len(state)):
        scene.site.put(scene.match, 3, state[:at] + bytes([state[at] ^ 1]) + state[at + 1 :])
        assert find_flaw(scene).version == 3, at
    scene.site.put(scene.match, 3, state)
    assert scene.site.check().flaw is None


def test_who_rewrites_the_chain_is_found_by_the_tree(scene: SignedHistory) -> None:
    scene.site.rewrite(scene.match, 3, b'"cards":["', b'"cards":["A')
    flaw = find_flaw(scene)
    assert (flaw.problem, flaw.stream, flaw.version) == ("leaf", scene.match, 3)


def test_who_rewrites_the_tree_too_is_found_by_a_checkpoint(scene: SignedHistory) -> None:
    scene.site.rewrite(scene.match, 3, b'"cards":["', b'"cards":["A')
    scene.site.tree_anew()
    flaw = find_flaw(scene)
    # The first checkpoint, of five records, still agrees: the mistake comes after.
    assert (flaw.problem, flaw.leaf, flaw.expected) == ("checkpoint", 5, scene.checkpoint.root)


def test_who_destroys_the_checkpoints_too_is_found_by_one_kept_elsewhere(scene: SignedHistory) -> None:
    scene.site.rewrite(scene.match, 3, b'"cards":["', b'"cards":["A')
    scene.site.tree_anew()
    scene.site.sql("DELETE FROM log_checkpoint")
    assert scene.site.check().flaw is None
    assert find_flaw(scene, scene.checkpoint).problem == "checkpoint"


def test_a_cut_log_with_a_cut_tree_is_found_by_a_checkpoint_kept_elsewhere(scene: SignedHistory) -> None:
    scene.site.sql("DELETE FROM {log} WHERE {position} >= 9")
    scene.site.tree_anew()
    scene.site.sql("DELETE FROM log_checkpoint WHERE size > 5")
    flaw = find_flaw(scene, scene.checkpoint)
    assert (flaw.problem, flaw.expected, flaw.found) == ("missing", 10, 8)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("UPDATE log_tree SET size = 9", "tile"),
        ("UPDATE log_tree SET size = 11", "missing"),
        ("UPDATE log_tree SET position = 9", "tile"),
        ("UPDATE log_tree SET position = 4", "tile"),
        ("UPDATE log_tree SET origin = 'example.org/other'", "signature"),
        ("DELETE FROM log_tree", "missing"),
        ("DELETE FROM log_tree_tile", "tile"),
        ("UPDATE log_checkpoint SET size = 7 WHERE size = 5", "signature"),
        ("UPDATE log_checkpoint SET note = replace(note, 'T10:00', 'T11:00') WHERE size = 5", "signature"),
        ("UPDATE log_checkpoint SET note = 'none'", "signature"),
    ],
)
def test_whatever_is_changed_in_the_evidence_is_found(scene: SignedHistory, change: str, problem: str) -> None:
    scene.site.sql(change)
    assert find_flaw(scene).problem == problem


def test_a_changed_leaf_is_told_from_a_changed_record(scene: SignedHistory) -> None:
    [[tile]] = scene.site.sql("SELECT hashes FROM log_tree_tile WHERE level = 0")
    whole = bytes(tile)
    scene.site.sql("UPDATE log_tree_tile SET hashes = :h", h=whole[:64] + bytes([whole[64] ^ 1]) + whole[65:])
    flaw = find_flaw(scene)
    assert (flaw.problem, flaw.leaf) == ("tile", 2)


def test_another_secret_is_found(scene: SignedHistory) -> None:
    scene.site.sql("UPDATE log_tree SET secret = :s", s=bytes(32))
    assert (find_flaw(scene).problem, find_flaw(scene).leaf) == ("leaf", 0)


def test_checkpoints_of_another_key_are_found(scene: SignedHistory) -> None:
    flaw = check(scene.site.notary, [Verifier(bytes(32))]).flaw
    assert flaw
    assert flaw.problem == "signature"


def test_a_leaf_is_what_is_written_down(scene: SignedHistory) -> None:
    """A leaf follows openapi/README.md: anyone can make it anew from an export and the seal."""
    state = scene.site.notary.tree.state()
    assert state
    for record in scene.site.service.log.all():
        state_bytes = bytes(record.state)
        data = {
            "hash": msgspec.json.decode(state_bytes).get("hash"),
            "seal": hmac.new(state.secret, state_bytes, sha256).hexdigest(),
            "stream": record.originator_id,
            "topic": record.topic,
            "version": record.originator_version,
        }
        leaf = sha256(b"\0" + rfc8785.dumps(data)).digest()
        assert leaf == leaf_hash(leaf_of(record, state.secret).data)
        assert leaf == scene.site.notary.tree.nodes()(0, record.id - 1)


def test_the_service_signs_nothing_over_a_rewritten_past(scene: SignedHistory, reopen: Callable[[], Site]) -> None:
    scene.site.rewrite(scene.match, 3, b'"cards":["', b'"cards":["A')
    scene.site.tree_anew()
    late = reopen()
    late.open()
    with pytest.raises(Impossible, match="somebody rewrote it"):
        late.notary.checkpoint()


def test_the_service_signs_nothing_over_a_cut_log(scene: SignedHistory) -> None:
    scene.site.sql("DELETE FROM {log} WHERE {position} >= 9")
    with pytest.raises(Impossible, match="position 10"):
        scene.site.notary.checkpoint()


def test_the_service_proves_nothing_of_a_changed_record(scene: SignedHistory) -> None:
    scene.site.rewrite(scene.match, 3, b'"cards":["', b'"cards":["A')
    assert scene.site.notary.inclusion(scene.match, 2, 10).index == 3
    with pytest.raises(Impossible, match=f"{scene.match}:3"):
        scene.site.notary.inclusion(scene.match, 3, 10)

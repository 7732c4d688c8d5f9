"""The tree follows the log: every record once, for any reader; nothing else moves it; anyone can check its proofs."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from projections.rebuild import rebuild
from referee.errors import NotFound, Unavailable
from referee.evidence import merkle, tree
from referee.evidence.leaves import leaf_of
from referee.evidence.merkle import leaf_hash
from referee.evidence.tree import Tree
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.log.records import Clash, Record
from referee.matches.commands import MatchCommands
from referee.people.register import open_people
from referee.text import Text
from tests.evidence.conftest import SignedHistory, Site

NOTE = {"type": "note", "text": "mesa 3"}


def root_of_the_log(site: Site) -> tuple[int, str]:
    """Made anew from the log alone."""
    state = site.notary.tree.state()
    assert state
    frontier = merkle.Frontier()
    for record in site.service.log.all():
        frontier.add(leaf_hash(leaf_of(record, state.secret).data))
    return frontier.size, frontier.root().hex()


def test_an_empty_log_has_the_empty_root(site: Site) -> None:
    checkpoint = site.notary.checkpoint()
    assert (checkpoint.size, checkpoint.root) == (0, merkle.EMPTY_ROOT.hex())
    assert site.check().flaw is None


def test_a_checkpoint_is_of_every_record_and_signed_once(history: SignedHistory) -> None:
    site = history.site
    assert (history.checkpoint.size, history.checkpoint.root) == root_of_the_log(site)
    assert site.notary.checkpoint() == history.checkpoint
    site.say(history.match, NOTE)
    assert site.notary.checkpoint().size == 11
    assert site.notary.find_published(10) == history.checkpoint
    assert [size for size, _ in site.notary.notes()] == [5, 10, 11]


def test_several_processes_take_every_record_once(reopen: Callable[[], Site], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "BATCH", 3)
    sites = [reopen() for _ in range(3)]
    matches = [site.open() for site in sites]

    def work(n: int) -> None:
        for _ in range(12):
            sites[n].say(matches[n], NOTE)
            sites[n].notary.checkpoint()

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(work, range(3)))
    checkpoint = sites[0].notary.checkpoint()
    assert (checkpoint.size, checkpoint.root) == root_of_the_log(sites[1])
    assert checkpoint.size == 39
    assert sites[2].check().flaw is None


def test_a_gap_in_the_positions_is_none_among_the_leaves(site: Site) -> None:
    """PostgreSQL gives no position back that a refused append had taken."""
    match = site.open()
    for text in "abc":
        site.say(match, {"type": "note", "text": text})
        with pytest.raises(Clash):
            site.service.log.append([Record(match, 1, "note", b"{}")])
    positions = [record.id for record in site.service.log.all()]
    assert (positions == [1, 2, 3, 4]) is site.service.log.backend.is_local
    site.notary.tree.catch_up()
    site.say(match, NOTE)
    checkpoint = site.notary.checkpoint()
    proofs = list(site.notary.inclusions(match, checkpoint.size))
    assert [proof.index for proof in proofs] == [0, 1, 2, 3, 4]
    for proof in proofs:
        path = [bytes.fromhex(hash_) for hash_ in proof.path]
        root = merkle.root_by_inclusion(leaf_hash(proof.leaf.data), proof.index, checkpoint.size, path)
        assert root.hex() == checkpoint.root
    assert site.check().flaw is None


def test_a_log_larger_than_a_tile_and_a_batch(site: Site) -> None:
    site.service.log.append([Record(f"key:{n}", 1, "key", b'{"match":"m","digest":"d"}') for n in range(5000)])
    checkpoint = site.notary.checkpoint()
    assert (checkpoint.size, checkpoint.root) == root_of_the_log(site)
    path, old_root, new_root = site.notary.consistency(257, 5000)
    hashes = [bytes.fromhex(hash_) for hash_ in path]
    merkle.check_consistency(257, bytes.fromhex(old_root), 5000, bytes.fromhex(new_root), hashes)
    assert new_root == checkpoint.root
    assert site.check().flaw is None
    site.sql("UPDATE log_tree_tile SET hashes = :h WHERE level = 1", h=bytes(19 * 32))
    flaw = site.check().flaw
    assert flaw
    assert (flaw.problem, flaw.found) == ("tile", Text(es="la tesela 0 del nivel 1", en="tile 0 of level 1"))


def test_a_rebuild_of_the_read_models_does_not_touch_the_tree(history: SignedHistory) -> None:
    before = history.site.notary.tree.state()
    rebuild(history.site.service.log, history.site.service.people.store)
    assert history.site.notary.tree.state() == before
    assert history.site.notary.checkpoint() == history.checkpoint


def test_the_name_of_a_log_stays_that_of_its_first_day(reopen: Callable[[], Site]) -> None:
    assert reopen().notary.checkpoint().origin == "example.org/log"
    late = reopen()
    late.notary.tree.origin = "example.org/other"
    late.open()
    assert late.notary.checkpoint().origin == "example.org/log"


def test_there_are_no_proofs_of_what_is_not_there(history: SignedHistory) -> None:
    notary = history.site.notary
    for version, size in ((9, 10), (4, 5)):
        with pytest.raises(NotFound):
            notary.inclusion(history.match, version, size)
    for old, new in ((0, 10), (6, 5), (1, 11)):
        with pytest.raises(NotFound):
            notary.consistency(old, new)


def test_equal_entries_of_two_logs_have_other_leaves(history: SignedHistory) -> None:
    """The seal hides: a correct guess of a whole entry cannot be confirmed by the leaf's hash."""
    leaf = history.site.notary.inclusion(history.match, 3, 10).leaf
    [record] = history.site.service.log.read(history.match, 2, 3)
    assert leaf_of(record, bytes(32)).data != leaf.data
    assert leaf_of(record, bytes(32)).hash == leaf.hash


def test_a_database_that_takes_no_writes_is_said_at_once(tmp_path: Path) -> None:
    """Root writes to files that are not writable, so the connection itself is read-only."""
    database = str(tmp_path / "log.sqlite")
    service = MatchCommands(open_log(database), open_people(engine(database)))
    service.log.append([Record("m", 1, "note", b'{"hash":null}')])
    tries = 0

    @sa.event.listens_for(service.people.store, "connect")
    def _read_only(connection: Any, _: object) -> None:
        connection.execute("PRAGMA query_only = ON")

    @sa.event.listens_for(service.people.store, "handle_error")
    def _count(_: object) -> None:
        nonlocal tries
        tries += 1

    service.people.store.dispose()
    with pytest.raises(sa.exc.OperationalError, match="readonly"):
        Tree(service.log, service.people.store).catch_up()
    assert tries == 1
    service.log.close()
    service.people.store.dispose()


def test_a_file_that_others_hold_is_tried_a_few_times(tmp_path: Path) -> None:
    database = str(tmp_path / "log.sqlite")
    service = MatchCommands(open_log(database), open_people(engine(database)))
    service.log.append([Record("m", 1, "note", b'{"hash":null}')])
    other_tree = Tree(service.log, service.people.store)
    other_tree.catch_up()
    service.log.append([Record("m", 2, "note", b'{"hash":null}')])
    impatient = sa.create_engine(f"sqlite:///{database}", connect_args={"timeout": 0})
    other_tree.store = impatient
    with service.people.store.connect() as other:
        other.exec_driver_sql("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable):
            other_tree.catch_up()
    state = other_tree.catch_up()
    assert state.size == 2
    impatient.dispose()
    service.log.close()
    service.people.store.dispose()

"""The part of a check that needs one batch of records alone: it runs in as many processes as the machine has.

A record's leaf depends on nothing before it, and the chain of a stream is followed within a batch from its first record there.
Little is left for the process that reads the log in order: to check that this first record follows from the batch before.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from typing import NamedTuple

import msgspec
from eventsourcing.persistence import Notification

from referee.cards import drawn_dealer
from referee.decoding import unreadable
from referee.evidence.chains import UNCHAINED, Chains, ChainStep, Head, step_of
from referee.evidence.flaws import EvidenceFlaw
from referee.evidence.leaves import leaf_of, sealed_leaf
from referee.evidence.merkle import HASH, fold, leaf_hash
from referee.evidence.tiles import WIDTH, split
from referee.log.records import Record
from referee.match.entries import stored_line

BATCH = 4_096
"""Records that one process takes at once: about 2 MB."""
BLOCK = WIDTH
"""Leaves that are taken at once where nothing is wrong with them: a power of two, at most a tile."""
AHEAD = 2
"""Batches read ahead for each process: the next one is ready in time, and memory stays bounded."""


COMMITMENT = "shuffle_commitment"
"""The topic of a record that commits to the next outcome of chance."""
DEALS = "deals_opened"
"""The topic of a record that opens the seed of deals which matches have in logs of their own (duplicate.deals)."""
OPENING = "open"
"""The topic of the opening of a match."""
SHARED = b'"shared_hand":{'
"""What the opening of such a match has in it."""


class StoredRow(NamedTuple):
    """A record as the log holds it."""

    originator_id: str
    originator_version: int
    topic: str
    state: bytes | str


class StoredRows(NamedTuple):
    """Records as they are sent to another process: by columns, which takes a third of the time."""

    originator_ids: list[str]
    originator_versions: list[int]
    topics: list[str]
    states: list[bytes | str]


class BatchFindings(msgspec.Struct, frozen=True):
    """The findings about a batch, up to the first record in it that is wrong.

    `dealers` are the matches in which chance drew the first dealer, and the seed gives that dealer; `chance` the streams in
    which chance decided anything else, or is going to. `deals` are the championships that opened the seed of deals.

    `leaves` are the hashes of their leaves, one after the other; `roots` those over each `BLOCK` of them. `first` has by index
    the steps that begin their stream in the batch, and `heads` the end of each stream, provided that these steps follow.
    `flaw` comes after the last leaf.
    """

    leaves: bytes
    roots: list[bytes]
    first: dict[int, ChainStep]
    heads: dict[str, Head]
    flaw: EvidenceFlaw | None
    dealers: frozenset[str]
    chance: frozenset[str]
    deals: frozenset[str] = frozenset()

    def leaf(self, index: int) -> bytes:
        """The hash of a leaf."""
        return self.leaves[index * HASH : (index + 1) * HASH]

    def flaw_at(self, index: int) -> EvidenceFlaw | None:
        """The flaw of the record at an index; None if the batch has none there."""
        return self.flaw if index * HASH == len(self.leaves) else None


class Processes(NamedTuple):
    """Other processes, and their number."""

    pool: Executor
    many: int


Batch = tuple[list[Notification], BatchFindings]


@contextmanager
def processes(many: int) -> Iterator[Processes]:
    """Starts so many other processes, and ends them with the block."""
    # A process that is a copy of this one would have its threads' locks and its connections.
    with ProcessPoolExecutor(many, get_context("spawn")) as pool:
        yield Processes(pool, many)


def examine_batches(records: Iterable[Notification], secret: bytes, others: Processes | None = None) -> Iterator[Batch]:
    """Yields records in batches, in order, each with its findings. Other processes, where given, examine batches ahead."""
    source = iter(records)
    if others is None:
        while batch := list(islice(source, BATCH)):
            yield batch, examine(rows_of(batch), secret)
        return
    waiting: deque[tuple[list[Notification], Future[BatchFindings]]] = deque()
    while True:
        while len(waiting) < others.many * AHEAD and (batch := list(islice(source, BATCH))):
            waiting.append((batch, others.pool.submit(examine, rows_of(batch), secret)))
        if not waiting:
            return
        batch, future = waiting.popleft()
        yield batch, future.result()


def examine(rows: StoredRows, secret: bytes) -> BatchFindings:
    """Examines a batch up to the first record that is wrong."""
    leaves, first, chains = bytearray(), dict[int, ChainStep](), Chains()
    dealers, chance, deals = set[str](), set[str](), set[str]()

    def findings(flaw: EvidenceFlaw | None = None) -> BatchFindings:
        blocks = range(BLOCK * HASH, len(leaves) + 1, BLOCK * HASH)
        roots = [fold(split(leaves[end - BLOCK * HASH : end])) for end in blocks]
        streams = map(frozenset[str], (dealers, chance, deals))
        return BatchFindings(bytes(leaves), roots, first, chains.heads, flaw, *streams)

    for index, row in enumerate(map(StoredRow, *rows)):
        step = None if row.topic in UNCHAINED else _step(row)
        if isinstance(step, EvidenceFlaw):
            return findings(step)
        if step and (step.has_seed or row.topic == COMMITMENT):
            if step.opens and _gives_dealer(row):
                dealers.add(row.originator_id)
            else:
                chance.add(row.originator_id)
        _take_deals(row, chance, deals)
        leaf = leaf_of(row, secret) if step is None else sealed_leaf(row, secret, step.hash)
        # A record that should be in no chain has a hash: it is held to its chain after all.
        if step is None and leaf.hash is not None:
            step = _step(row)
            if isinstance(step, EvidenceFlaw):
                return findings(step)
        if step and row.originator_id in chains.heads:
            flaw = chains.take(row.originator_id, step)
            if flaw:
                return findings(flaw)
        elif step:
            first[index] = step
            head = _next_head(step)
            if head is None:
                # Its hash is none, so the step fits nowhere: the comparison with the batch before reports it.
                leaves += leaf_hash(leaf.data)
                break
            chains.heads[row.originator_id] = head
        leaves += leaf_hash(leaf.data)
    return findings()


def rows_of(records: Iterable[Record]) -> StoredRows:
    """Records in columns, as `examine` takes them."""
    rows = StoredRows([], [], [], [])
    for record in records:
        rows.originator_ids.append(str(record.originator_id))
        rows.originator_versions.append(record.originator_version)
        rows.topics.append(record.topic)
        rows.states.append(record.state)
    return rows


def _step(row: StoredRow) -> ChainStep | EvidenceFlaw:
    """The step of a record in its chain, or the flaw of a record that is wrong by itself."""
    try:
        line = stored_line(bytes(row.state))  # type: ignore[arg-type]
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError, RecursionError) as error:
        return EvidenceFlaw("unreadable", found=unreadable(error)[0])
    if line["version"] != row.originator_version:
        return EvidenceFlaw("order", expected=line["version"], found=row.originator_version)
    if line.get("type") != row.topic:
        return EvidenceFlaw("topic", expected=str(line.get("type")), found=row.topic)
    return step_of(line)


def _gives_dealer(row: StoredRow) -> bool:
    """True if the first dealer of an opening is the one that its seed gives."""
    line = stored_line(bytes(row.state))  # type: ignore[arg-type]
    seats, seed = line.get("seats"), line.get("seed")
    dealer = drawn_dealer(len(seats), seed) if isinstance(seats, list) and isinstance(seed, str) and seats else None
    return dealer is not None and line.get("first_dealer") == dealer


def _next_head(step: ChainStep) -> Head | None:
    """The end of a stream, provided that this step is right; None if its hash is not hexadecimal."""
    try:
        hash_ = bytes.fromhex(step.hash)
    except (TypeError, ValueError):
        return None
    return Head(step.version, hash_)


def _take_deals(row: StoredRow, chance: set[str], deals: set[str]) -> None:
    """Adds a match whose cards another log opens to `chance`, and the log that opens them to `deals`."""
    if row.topic == DEALS:
        deals.add(row.originator_id)
    elif row.topic == OPENING:
        state = row.state.encode() if isinstance(row.state, str) else bytes(row.state)
        if SHARED in state:
            chance.add(row.originator_id)

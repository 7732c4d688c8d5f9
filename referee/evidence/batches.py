"""What a check finds out about records of the log by themselves, a batch at a time, in as many processes as the machine has.

A record's leaf stands on nothing before it, and the chain of a stream is followed within a batch from its first record there.
What is left is little, and is done in order by who reads the log: whether that first record follows from the batch before.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from typing import NamedTuple

import msgspec
from eventsourcing.persistence import Notification

from referee.decoding import unreadable
from referee.evidence.chains import UNCHAINED, Chains, ChainStep, Head, step_of
from referee.evidence.flaws import EvidenceFlaw
from referee.evidence.leaves import leaf_of
from referee.evidence.merkle import HASH, leaf_hash
from referee.match.entries import stored_line
from referee.store.log import Record

BATCH = 4_096
"""Records that one process takes at once: about 2 MB."""
AHEAD = 2
"""Batches read ahead for each process: it finds the next one waiting, and memory stays bounded."""


class StoredRow(NamedTuple):
    """A record as the log holds it, as it is sent to another process."""

    originator_id: str
    originator_version: int
    topic: str
    state: bytes | str


class Examined(msgspec.Struct, frozen=True):
    """What was found out about a batch, up to the first record in it that is wrong.

    `leaves` are the hashes of their leaves, one after the other. `first` has by index the steps that begin their stream in
    the batch, and `heads` where each stream stands if those follow from what came before. `flaw` comes after the last leaf.
    """

    leaves: bytes
    first: dict[int, ChainStep]
    heads: dict[str, Head]
    flaw: EvidenceFlaw | None

    def leaf(self, index: int) -> bytes:
        """The hash of a leaf."""
        return self.leaves[index * HASH : (index + 1) * HASH]

    def flaw_at(self, index: int) -> EvidenceFlaw | None:
        """What is wrong with the record there."""
        return self.flaw if index * HASH == len(self.leaves) else None


class Processes(NamedTuple):
    """Other processes, and how many they are."""

    pool: Executor
    many: int


Batch = tuple[list[Notification], Examined]


@contextmanager
def processes(many: int) -> Iterator[Processes]:
    """So many other processes, until the block ends."""
    # A process that is a copy of this one would have its threads' locks and its connections.
    with ProcessPoolExecutor(many, get_context("spawn")) as pool:
        yield Processes(pool, many)


def examined(records: Iterable[Notification], secret: bytes, others: Processes | None = None) -> Iterator[Batch]:
    """Records in batches, in order, each with what was found out about it; where there are other processes, by them meanwhile."""
    source = iter(records)
    if others is None:
        while batch := list(islice(source, BATCH)):
            yield batch, examine(rows_of(batch), secret)
        return
    waiting: deque[tuple[list[Notification], Future[Examined]]] = deque()
    while True:
        while len(waiting) < others.many * AHEAD and (batch := list(islice(source, BATCH))):
            waiting.append((batch, others.pool.submit(examine, rows_of(batch), secret)))
        if not waiting:
            return
        batch, future = waiting.popleft()
        yield batch, future.result()


def examine(rows: Sequence[StoredRow], secret: bytes) -> Examined:
    """What is to be found out about a batch. It stops at the first record that is wrong."""
    leaves, first, chains = bytearray(), dict[int, ChainStep](), Chains()
    for index, row in enumerate(rows):
        leaf = leaf_of(row, secret)
        if row.topic not in UNCHAINED or leaf.hash is not None:
            step = _step(row)
            if isinstance(step, EvidenceFlaw):
                return Examined(bytes(leaves), first, chains.heads, step)
            if row.originator_id in chains.heads:
                flaw = chains.take(row.originator_id, step)
                if flaw:
                    return Examined(bytes(leaves), first, chains.heads, flaw)
            else:
                first[index] = step
                head = _claimed(step)
                if head is None:
                    # It fits nowhere, as will be found where it is held against what came before.
                    leaves += leaf_hash(leaf.data)
                    break
                chains.heads[row.originator_id] = head
        leaves += leaf_hash(leaf.data)
    return Examined(bytes(leaves), first, chains.heads, None)


def rows_of(records: Iterable[Record]) -> list[StoredRow]:
    """Records as they are examined."""
    return [StoredRow(str(r.originator_id), r.originator_version, r.topic, r.state) for r in records]


def _step(row: StoredRow) -> ChainStep | EvidenceFlaw:
    """What a record says of its place in a chain, or what is wrong with it by itself."""
    try:
        line = stored_line(bytes(row.state))  # type: ignore[arg-type]
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError, RecursionError) as error:
        return EvidenceFlaw("unreadable", found=unreadable(error)[0])
    if line["version"] != row.originator_version:
        return EvidenceFlaw("order", expected=line["version"], found=row.originator_version)
    if line.get("type") != row.topic:
        return EvidenceFlaw("topic", expected=str(line.get("type")), found=row.topic)
    return step_of(line)


def _claimed(step: ChainStep) -> Head | None:
    """Where a stream stands if this step is right; None where its hash is none."""
    try:
        hash_ = bytes.fromhex(step.hash)
    except (TypeError, ValueError):
        return None
    return Head(step.version, hash_)

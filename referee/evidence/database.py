"""The check of a live database: every chain, the tree against the log, and both against the checkpoints. It writes nothing.

The log is read once, in order; its tree is computed again on the way. A record that differs from its leaf was tampered with,
unless a later checkpoint agrees with the log: then the tree was. If both were rewritten, a checkpoint shows it, stored here or
saved elsewhere. Records after the last batch of the tree are held by their chains only.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import merge

import msgspec
from eventsourcing.persistence import Notification
from msgspec import Struct

from referee.evidence import batches
from referee.evidence.batches import BatchFindings, Processes, examine_batches
from referee.evidence.chains import Chains
from referee.evidence.flaws import EvidenceFlaw
from referee.evidence.keys import Verifier
from referee.evidence.merkle import HASH, Frontier
from referee.evidence.notary import Notary
from referee.evidence.notes import BadNote, Checkpoint, last_signer, open_checkpoint
from referee.evidence.position_ranges import PositionRanges
from referee.evidence.tiles import WIDTH, first_damaged, tile_by_tile, tile_name, tiles_of
from referee.evidence.tree import Tree, TreeState
from referee.text import Text

OTHER_SIZE = Text(es="es de otro tamaño", en="it has another size")
FORMER_KEY = Text(
    es="lo firma una clave a la que otra ya había sustituido",
    en="it is signed by a key that another had replaced by then",
)
BY_LEAVES = Text(es="lo que dan sus hojas", en="what its leaves make")
MORE_TILES = Text(es="teselas de más", en="tiles beyond them")
BY_POSITIONS = Text(es="lo que dan las posiciones del registro", en="what the positions of the log make")
OTHER_STRETCHES = Text(es="otro índice de posiciones", en="another index of positions")
TELL = 1_000
"""Records between two reports of progress."""


class DatabaseVerdict(Struct, frozen=True, rename={"signed_records": "signed"}):
    """The result of checking a database: records, chains, leaves of the tree, checkpoints that agree with the log.

    `signed_records` is the number of records up to the last checkpoint. `chance` are the streams in which chance decided
    anything, or is going to, apart from the first dealer of a match. `dealers` is the number of matches in which chance decided
    only the first dealer, and the seed gives that dealer. `deals` are the championships that opened the seed of deals.
    """

    records: int
    chains: int
    leaves: int
    checkpoints: int
    signed_records: int
    flaw: EvidenceFlaw | None
    dealers: int = 0
    chance: frozenset[str] = frozenset()
    deals: frozenset[str] = frozenset()


def check(
    notary: Notary,
    verifiers: Sequence[Verifier],
    saved_checkpoints: Iterable[Checkpoint] = (),
    tell: Callable[[int], None] = lambda _: None,
    others: Processes | None = None,
) -> DatabaseVerdict:
    """Checks a database against its stored checkpoints and those of `saved_checkpoints`, verified ones that were kept elsewhere.

    Calls `tell` every 1,000 records with the position of the last. The verdict is the same with any number of `others` that help.
    """
    return _DatabaseCheck(notary, verifiers, saved_checkpoints).run(tell, others)


class _DatabaseCheck:
    def __init__(self, notary: Notary, verifiers: Sequence[Verifier], saved_checkpoints: Iterable[Checkpoint]) -> None:
        self.tree: Tree = notary.tree
        self.state: TreeState | None = None
        self.verifiers = list(verifiers)
        self.bad_change: EvidenceFlaw | None = None
        try:
            self.verifiers = notary.follow_keys(verifiers)
            self.changes = len(notary.rotations.keys())
        except BadNote as bad:
            # The reading of the log finds the record that was tampered with; this flaw is the answer if it finds none.
            self.bad_change, self.changes = EvidenceFlaw("signature", found=bad.text), 0
        self.chains = Chains()
        self.frontier = Frontier()
        self.ranges = PositionRanges()
        self.records = 0
        self.dealers: set[str] = set()
        self.chance: set[str] = set()
        self.deals: set[str] = set()
        self.agreements = 0
        self.sound = 0
        self.due = merge(self._stored_checkpoints(notary), sorted(saved_checkpoints, key=_size), key=_size)
        self.next: Checkpoint | EvidenceFlaw | None = None
        self.suspect: EvidenceFlaw | None = None
        self.tile = tile_by_tile(self.tree.run_of_tiles)

    def run(self, tell: Callable[[int], None], others: Processes | None) -> DatabaseVerdict:
        # Checkpoints, tree, log, in this order: each is read after the ones that are held against it, so it has all they have.
        self.next = next(self.due, None)
        self.state = self.tree.state()
        flaw = self._check_signatures() or self._read(tell, others)
        flaw = self.suspect or flaw or self._end_flaw() or self.bad_change
        chains, leaves = len(self.chains.heads), self.frontier.size
        return DatabaseVerdict(
            self.records,
            chains,
            leaves,
            self.agreements,
            self.sound,
            flaw,
            len(self.dealers - self.chance),
            frozenset(self.chance),
            frozenset(self.deals),
        )

    def _read(self, tell: Callable[[int], None], others: Processes | None) -> EvidenceFlaw | None:
        """Reads the log up to the first flaw."""
        for batch, findings in examine_batches(self.tree.log.all(), self.state.secret if self.state else b"", others):
            index = 0
            self.ranges.take(batch)
            while index < len(batch):
                before = self.records
                take = self._block if self._is_held(batch, findings, index) else self._one
                if flaw := take(batch, findings, index):
                    return flaw
                index += self.records - before
                if self.records // TELL > before // TELL:
                    tell(batch[index - 1].id)
            self.chains.heads.update(findings.heads)
            self.dealers |= findings.dealers
            self.chance |= findings.chance
            self.deals |= findings.deals
        return None

    def _one(self, batch: Sequence[Notification], findings: BatchFindings, index: int) -> EvidenceFlaw | None:
        """Takes one record."""
        record = batch[index]
        if flaw := self._check_chain(record, findings, index) or findings.flaw_at(index):
            return self._with_place(flaw, record)
        if flaw := self._take_record(findings.leaf(index), record):
            return flaw
        self.records += 1
        return None

    def _is_held(self, batch: Sequence[Notification], findings: BatchFindings, index: int) -> bool:
        """True if the tree has all leaves of the next block, and no checkpoint ends within the block."""
        at, after = self.frontier.size, self.frontier.size + batches.BLOCK
        number, rest = divmod(index, batches.BLOCK)
        if self.state is None or rest or at % batches.BLOCK or number >= len(findings.roots) or after > self.state.size:
            return False
        if batch[index + batches.BLOCK - 1].id > self.state.position or (self.next and _size(self.next) < after):
            return False
        return self._leaf_hashes(at, batches.BLOCK) == findings.leaves[index * HASH : (index + batches.BLOCK) * HASH]

    def _block(self, batch: Sequence[Notification], findings: BatchFindings, index: int) -> EvidenceFlaw | None:
        """Takes a block of records with the leaves that the tree has."""
        for at in range(index, index + batches.BLOCK):
            if flaw := self._check_chain(batch[at], findings, at):
                for sound in range(index, at):
                    self.frontier.add(findings.leaf(sound))
                self.records += at - index
                return self._with_place(flaw, batch[at])
        self.frontier.add_subtree(findings.roots[index // batches.BLOCK], batches.BLOCK.bit_length() - 1)
        self.records += batches.BLOCK
        return self._check_signatures()

    def _check_chain(self, record: Notification, findings: BatchFindings, index: int) -> EvidenceFlaw | None:
        """Takes the first step of a stream in a batch."""
        step = findings.first.get(index)
        return self.chains.take(str(record.originator_id), step) if step else None

    def _stored_checkpoints(self, notary: Notary) -> Iterator["Checkpoint | EvidenceFlaw"]:
        """Yields the stored checkpoints, oldest first, with signatures verified; a flaw in place of one without a good signature.

        A replaced key signs no more after its successor has signed.
        """
        newest = 0
        for size, note in notary.notes():
            try:
                checkpoint = open_checkpoint(note, self.verifiers)
            except BadNote as bad:
                yield EvidenceFlaw("signature", leaf=size, found=bad.text)
                continue
            by = last_signer(note, self.verifiers)
            if by < newest:
                yield EvidenceFlaw("signature", leaf=size, found=FORMER_KEY)
                continue
            newest = by if by < self.changes else newest
            yield (checkpoint if checkpoint.size == size else EvidenceFlaw("signature", leaf=size, found=OTHER_SIZE))

    def _take_record(self, leaf: bytes, record: Notification) -> EvidenceFlaw | None:
        """Compares a record with the tree, as far as the tree goes."""
        if self.state is None:
            return None
        is_in_tree = record.id <= self.state.position
        if is_in_tree != (self.frontier.size < self.state.size):
            size, position = self.state.size, self.state.position
            size_text = Text(
                es=f"{size} hojas hasta la posición {position}", en=f"{size} leaves up to position {position}"
            )
            return self._with_place(EvidenceFlaw("tile", expected=size_text, found=self.frontier.size), record)
        if not is_in_tree:
            return None
        self._compare(leaf, record)
        self.frontier.add(leaf)
        return self._check_signatures()

    def _check_signatures(self) -> EvidenceFlaw | None:
        """Compares the log so far with the checkpoints of its size."""
        while self.next is not None and _size(self.next) <= self.frontier.size:
            if isinstance(self.next, EvidenceFlaw):
                return self.next
            if self.state and self.next.origin != self.state.origin:
                origin = self.next.origin
                other = Text(es=f"es de otro registro, {origin}", en=f"it belongs to another log, {origin}")
                return EvidenceFlaw("signature", leaf=self.next.size, found=other)
            root = self.frontier.root().hex()
            if self.next.root != root:
                return EvidenceFlaw("checkpoint", leaf=self.sound, expected=self.next.root, found=root)
            if self.suspect:
                flaw, self.suspect = msgspec.structs.replace(self.suspect, problem="tile"), None
                return flaw
            self.agreements, self.sound = self.agreements + 1, self.frontier.size
            self.next = next(self.due, None)
        return None

    def _end_flaw(self) -> EvidenceFlaw | None:
        """The first flaw apart from the records: in checkpoints, tiles, positions."""
        if isinstance(self.next, EvidenceFlaw):
            return self.next
        leaves = self.state.size if self.state else 0
        least = max(leaves, self.next.size if self.next else 0)
        if self.frontier.size < least:
            return EvidenceFlaw("missing", leaf=self.frontier.size, expected=least, found=self.frontier.size)
        place = first_damaged(leaves, self.tile)
        if place:
            return EvidenceFlaw("tile", expected=BY_LEAVES, found=tile_name(place))
        # Tiles first, then the state: the tree may grow in between, and it never shrinks.
        tiles, now = self.tree.tiles(), self.tree.state()
        if tiles > tiles_of(now.size if now else 0):
            return EvidenceFlaw("tile", expected=BY_LEAVES, found=MORE_TILES)
        if self.state and leaves and not self._is_in_place(self.state.position):
            return EvidenceFlaw("tile", expected=BY_POSITIONS, found=OTHER_STRETCHES)
        unplaced = self.tree.log.unplaced_record()
        return EvidenceFlaw("unplaced", stream=unplaced[0], version=unplaced[1]) if unplaced else None

    def _is_in_place(self, position: int) -> bool:
        """True if the last leaf is of the record at this position, and all others are at the positions of their ranges."""
        # Ranges that were added after the tree's state was read are ignored.
        ranges = [range_ for range_ in self.tree.ranges() if range_.position <= position]
        last = self.tree.log.follow(position - 1, 1, position)
        return len(last) == 1 and ranges == self.ranges.through(position)

    def _compare(self, hash_: bytes, record: Notification) -> None:
        """Suspects a record that differs from its leaf in the tree."""
        leaf = self._leaf_hashes(self.frontier.size, 1)
        if leaf != hash_ and self.suspect is None:
            self.suspect = self._with_place(EvidenceFlaw("leaf", expected=leaf.hex(), found=hash_.hex()), record)

    def _leaf_hashes(self, at: int, many: int) -> bytes:
        """The hashes of `many` leaves in the tree, all of one tile, from leaf `at` on."""
        offset = at % WIDTH * HASH
        return (self.tile((0, at // WIDTH)) or b"")[offset : offset + many * HASH]

    def _with_place(self, flaw: EvidenceFlaw, record: Notification) -> EvidenceFlaw:
        return msgspec.structs.replace(
            flaw,
            position=record.id,
            leaf=self.frontier.size if flaw.leaf is None else flaw.leaf,
            stream=str(record.originator_id),
            version=record.originator_version,
        )


def _size(checkpoint: Checkpoint | EvidenceFlaw) -> int:
    return checkpoint.size if isinstance(checkpoint, Checkpoint) else checkpoint.leaf or 0

"""Signs checkpoints of the log, keeps every published one, and proves that records are in the log.

A checkpoint is signed only if the tree still begins with the tree of the one before: this log never publishes two histories.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import structs
from sqlalchemy.exc import IntegrityError

from referee.errors import Impossible, NotFound, Unavailable
from referee.evidence import merkle, notes
from referee.evidence.keys import PublicKey, Verifier, format_key, public_bytes, public_pem
from referee.evidence.leaves import Inclusion, leaf_of
from referee.evidence.notes import Checkpoint
from referee.evidence.signing.rotations import REPLACED, Rotations, is_replaced, key_ring
from referee.evidence.signing.signers import require_signer, strange
from referee.evidence.stream_ends import StreamHead, sign_heads
from referee.evidence.tiles import MissingTile
from referee.evidence.tree import Tree
from referee.log.records import Record
from referee.log.tables import CHECKPOINTS
from referee.log.unit_of_work import write_turn
from referee.text import Text

PAGE = 500
"""Checkpoints read at once."""
FEW = 50
"""The newest checkpoints that are read at once: most often the first is enough."""
NEWEST = 1_000
"""The newest checkpoints that are searched for signatures of witnesses: those of half a day and more."""

_NEWEST = sa.select(CHECKPOINTS.c.note).order_by(CHECKPOINTS.c.size.desc()).limit(1)


class Notary:
    """The evidence of one log. `key` loads the signing key at its first use; `clock` gives RFC 3339 times."""

    def __init__(self, tree: Tree, key: Callable[[], Ed25519PrivateKey], clock: Callable[[], str]) -> None:
        self.tree = tree
        self.clock = clock
        self._give_key = key
        self._key: Ed25519PrivateKey | None = None
        self.rotations = Rotations(tree.log)

    @property
    def key(self) -> Ed25519PrivateKey:
        """The signing key. Raises Inconsistent if it cannot be read, Impossible if another key took its place."""
        if self._key is None:
            self._key = self._give_key()
        try:
            if is_replaced(self.rotations, self._key):
                # The key was rotated, and the new one may be in its place by now: load it again.
                self._key = self._give_key()
                if is_replaced(self.rotations, self._key):
                    raise Impossible(REPLACED)
        except notes.BadNote as bad:
            raise _rewritten(bad.text) from bad
        return self._key

    def public_key(self) -> PublicKey:
        """The key that checks the signatures, with the changes of keys."""
        origin = self.tree.catch_up().origin
        key = self.key
        return PublicKey(origin, format_key(origin, public_bytes(key)), public_pem(key), self.rotations.notes())

    def verifier(self) -> Verifier:
        """The key that checks the signatures, under any name."""
        return Verifier(public_bytes(self.key))

    def follow_keys(self, verifiers: Sequence[Verifier]) -> list[Verifier]:
        """These keys, and those to which the changes of keys on record lead from them. Raises BadNote."""
        return key_ring(verifiers, self.rotations.notes())

    def may_not_sign(self, own: Sequence[Verifier]) -> Text | None:
        """The reason why none of these keys may sign the next checkpoint; None if one may. Raises BadNote."""
        former = self.rotations.keys()[:-1]
        if own and all(one.key in former for one in own):
            return REPLACED
        return strange(self.last_note(), self.follow_keys(own))

    # Checkpoints

    def checkpoint(self, *, new_key: bool = False) -> Checkpoint:
        """The checkpoint of the log as it is now. Signs and publishes a new one if the log has grown.

        If the database takes no writes, returns the newest published one; raises Unavailable if there is none. With `new_key`
        this key signs also if another one signed so far.

        Raises Impossible if the tree no longer begins as it was published, if the log is shorter than the tree, or if another
        key signs for the nodes of this database.
        """
        # Read before the tree: a checkpoint that another process publishes in between is of a tree that is no smaller.
        last = self.last()
        if not self.tree.log.takes_writes:
            if last is None:
                raise Unavailable(stored="no")
            return last
        state = self.tree.catch_up()
        if self.tree.log.position() < state.position:
            raise _rewritten(Text(es=f"la posición {state.position}", en=f"position {state.position}"))
        if last and not new_key and self.tree.log.backend.is_shared:
            require_signer(last.note, self.follow_keys([self.verifier()]))
        if last and last.size == state.size:
            return self._countersign(last) if new_key else last
        nodes = self.tree.nodes()
        try:
            self._refuse_another_past(last, state.size, nodes)
            root = merkle.root(state.size, nodes)
        except MissingTile as missing:
            raise _rewritten(missing.text) from missing
        return self._publish(notes.sign(state.origin, state.size, root, self.clock(), self.key))

    def last_note(self) -> str | None:
        """The note of the newest published checkpoint, as it is stored."""
        with self.tree.store.connect() as connection:
            return connection.execute(_NEWEST).scalar()

    def last(self) -> Checkpoint | None:
        """The newest published checkpoint."""
        return self._first(_NEWEST)

    def find_published(self, size: int) -> Checkpoint | None:
        """The checkpoint that was published for this size; None if there is none."""
        return self._first(sa.select(CHECKPOINTS.c.note).where(CHECKPOINTS.c.size == size))

    def notes(self) -> Iterator[tuple[int, str]]:
        """Yields every note that is stored at the first step, oldest first, with the size it is stored under. Parses none."""
        after, size = -1, CHECKPOINTS.c.size
        with self.tree.store.connect() as connection:
            newest = connection.execute(sa.select(sa.func.max(size))).scalar()
        while newest is not None:
            page = sa.select(CHECKPOINTS).where(size > after, size <= newest).order_by(size).limit(PAGE)
            with self.tree.store.connect() as connection:
                rows = [(int(row.size), str(row.note)) for row in connection.execute(page)]
            yield from rows
            if not rows:
                return
            after = rows[-1][0]

    def newest(self) -> Iterator[Checkpoint]:
        """Yields the last published checkpoints, newest first. Those that cannot be read are left out."""
        before, size = None, CHECKPOINTS.c.size
        for _ in range(NEWEST // FEW):
            page = sa.select(CHECKPOINTS).order_by(size.desc()).limit(FEW)
            with self.tree.store.connect() as connection:
                rows = connection.execute(page if before is None else page.where(size < before)).all()
            for row in rows:
                with suppress(notes.BadNote):
                    yield notes.parse_checkpoint(row.note)
            if len(rows) < FEW:
                return
            before = rows[-1].size

    def add_signatures(self, size: int, lines: Iterable[str]) -> None:
        """Adds signature lines of witnesses to the checkpoint that was published for this size, each only once."""
        note = CHECKPOINTS.c.note
        with self.tree.store.connect() as connection, write_turn(self.tree.store), connection.begin():
            for line in lines:
                # In the statement itself: another process may add the same line at the same moment.
                here = (CHECKPOINTS.c.size == size, ~note.contains(line, autoescape=True))
                connection.execute(CHECKPOINTS.update().where(*here).values(note=note + line))

    def _first(self, query: sa.Select[Any]) -> Checkpoint | None:
        with self.tree.store.connect() as connection:
            note = connection.execute(query).scalar()
        try:
            return None if note is None else notes.parse_checkpoint(note)
        except notes.BadNote as bad:
            raise _rewritten(Text(es=f"un punto de control: {bad.text.es}", en=f"a checkpoint: {bad.text.en}")) from bad

    def _publish(self, checkpoint: Checkpoint) -> Checkpoint:
        """Stores a checkpoint. If another process published this size in the meantime, returns its checkpoint."""
        try:
            with self.tree.store.connect() as connection, write_turn(self.tree.store), connection.begin():
                connection.execute(CHECKPOINTS.insert(), {"size": checkpoint.size, "note": checkpoint.note})
        except IntegrityError:
            earlier = self.find_published(checkpoint.size)
            if earlier is None or earlier.root != checkpoint.root:
                raise _rewritten(_size(checkpoint.size)) from None
            return earlier
        return checkpoint

    def _countersign(self, last: Checkpoint) -> Checkpoint:
        """Adds the signature of this key to a published checkpoint, and stores it."""
        if strange(last.note, [self.verifier()]) is None:
            return last
        note = notes.countersign(last.note, last.origin, self.key)
        # Not if a witness signed the note in the meantime: that signature would be lost.
        same = sa.and_(CHECKPOINTS.c.size == last.size, CHECKPOINTS.c.note == last.note)
        with self.tree.store.connect() as connection, write_turn(self.tree.store), connection.begin():
            connection.execute(CHECKPOINTS.update().where(same).values(note=note))
        return structs.replace(last, note=note)

    def _refuse_another_past(self, last: Checkpoint | None, size: int, nodes: merkle.Subtree) -> None:
        if last and (last.size > size or merkle.root(last.size, nodes).hex() != last.root):
            raise _rewritten(_size(last.size))

    # Proofs

    def inclusions(self, stream: str, size: int) -> Iterator[Inclusion]:
        """Yields the proofs of the records of a stream that are among the first `size` of the log, in order."""
        nodes = self.tree.nodes()
        for record in self.tree.log.read(stream):
            index = self._index(record)
            if index is None or index >= size:
                return
            yield self._inclusion(record, index, size, nodes)

    def covers(self, streams: Iterable[str], size: int) -> bool:
        """True if all records of these streams are among the first `size`."""
        last = ((stream, self.tree.log.last(stream)) for stream in streams)
        return all(self.holds(stream, record.originator_version if record else 0, size) for stream, record in last)

    def heads(self, checkpoint: Checkpoint, streams: Sequence[StreamHead]) -> str:
        """The signed note of the ends of these streams, all those of a record, at a checkpoint."""
        return sign_heads(checkpoint, streams, self.key)

    def inclusion(self, stream: str, version: int, size: int) -> Inclusion:
        """The proof that a record is among the first `size`.

        Raises NotFound if it is not, Impossible if the tree holds another in its place.
        """
        records = self.tree.log.read(stream, version - 1, version)
        index = self._index(records[0]) if records else None
        if index is None or index >= size:
            raise _not_among(size, stream, version)
        return self._inclusion(records[0], index, size, self.tree.nodes())

    def holds(self, stream: str, version: int, size: int) -> bool:
        """True if a record is among the first `size`."""
        position = self.tree.log.position_of(stream, version)
        index = self.tree.leaf_at(position) if position is not None else None
        return index is not None and index < size

    def _index(self, record: Record) -> int | None:
        """The index of a record's leaf; None until the tree has taken it."""
        position = self.tree.log.position_of(str(record.originator_id), record.originator_version)
        return self.tree.leaf_at(position) if position is not None else None

    def _inclusion(self, record: Record, index: int, size: int, nodes: merkle.Subtree) -> Inclusion:
        stream, version = str(record.originator_id), record.originator_version
        state = self.tree.state()
        if state is None:
            raise _not_among(size, stream, version)
        leaf = leaf_of(record, state.secret)
        try:
            if nodes(0, index) != merkle.leaf_hash(leaf.data):
                raise _rewritten(Text(es=f"{stream}:{version}", en=f"{stream}:{version}"))
            path = merkle.inclusion(index, size, nodes)
        except MissingTile as missing:
            raise _rewritten(missing.text) from missing
        return Inclusion(leaf, index, _hex(path))

    def consistency(self, old: int, new: int) -> tuple[tuple[str, ...], str, str]:
        """The proof that the tree of `new` leaves begins with that of `old`, and the two roots. Raises NotFound."""
        state = self.tree.state()
        if state is None or not 0 < old <= new <= state.size:
            size = state.size if state else 0
            raise NotFound(
                Text(
                    es=f"no hay árboles de {old} y {new} hojas, el primero no mayor: tiene {size}",
                    en=f"there are no trees of {old} and {new} leaves, the first no larger: it has {size}",
                )
            )
        nodes = self.tree.nodes()
        try:
            path = merkle.consistency(old, new, nodes)
            return _hex(path), merkle.root(old, nodes).hex(), merkle.root(new, nodes).hex()
        except MissingTile as missing:
            raise _rewritten(missing.text) from missing


def _hex(hashes: Sequence[bytes]) -> tuple[str, ...]:
    return tuple(hash_.hex() for hash_ in hashes)


def _not_among(size: int, stream: str, version: int) -> NotFound:
    return NotFound(
        Text(
            es=f"entre los primeros {size} registros no está {stream}:{version}",
            en=f"{stream}:{version} is not among the first {size} records",
        )
    )


def _size(size: int) -> Text:
    return Text(es=f"el tamaño {size}", en=f"size {size}")


def _rewritten(part: Text) -> Impossible:
    return Impossible(
        Text(
            es=f"el registro no es el que se publicó ({part.es}): alguien lo ha reescrito; véase `referee verify`",
            en=f"the log is not the one that was published ({part.en}): somebody rewrote it; see `referee verify`",
        )
    )

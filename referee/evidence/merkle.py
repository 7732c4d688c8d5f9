"""The Merkle tree of RFC 9162, section 2.1 (that of RFC 6962): hashes, roots, proofs. No storage.

A node is named by its height and its index there: (0, i) is leaf i, counted from 0; (h, i) is the root of the complete subtree
over the leaves from i * 2**h up to, not including, (i + 1) * 2**h. Any other subtree is made of complete ones.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256

from referee.errors import ExplainedError
from referee.text import Text

HASH = 32
"""Bytes of a hash: SHA-256."""
EMPTY_ROOT = sha256(b"").digest()
"""The root of the tree without leaves."""

Subtree = Callable[[int, int], bytes]
"""Gives the hash of a complete subtree by height and index."""


class BadProof(ExplainedError):
    """A proof that proves nothing."""


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf."""
    return sha256(b"\0" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of the node over two others."""
    return sha256(b"\1" + left + right).digest()


def fold(hashes: Sequence[bytes]) -> bytes:
    """The root over 1, 2, 4, 8, ... neighbours of one height."""
    while len(hashes) > 1:
        hashes = [node_hash(*pair) for pair in zip(hashes[::2], hashes[1::2], strict=True)]
    return hashes[0]


def root(size: int, subtree: Subtree) -> bytes:
    """The root of the first `size` leaves."""
    return _range_root(0, size, subtree) if size else EMPTY_ROOT


def inclusion(index: int, size: int, subtree: Subtree) -> list[bytes]:
    """The proof that leaf `index` is among the first `size`: the audit path of section 2.1.3.1, from the leaf up."""
    start, end = 0, size
    ranges = []
    while end - start > 1:
        middle = _middle(start, end)
        if index < middle:
            ranges.append((middle, end))
            end = middle
        else:
            ranges.append((start, middle))
            start = middle
    return [_range_root(*one, subtree) for one in reversed(ranges)]


def consistency(old: int, new: int, subtree: Subtree) -> list[bytes]:
    """The proof that the first `new` leaves begin with the first `old` (at least 1): section 2.1.4.1."""
    start, end = 0, new
    ranges = []
    while old < end:
        middle = _middle(start, end)
        if old <= middle:
            ranges.append((middle, end))
            end = middle
        else:
            ranges.append((start, middle))
            start = middle
    if start:
        ranges.append((start, end))
    return [_range_root(*one, subtree) for one in reversed(ranges)]


def root_by_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """The root that an inclusion proof leads to (section 2.1.3.2). Raises BadProof for a path of another length."""
    if not 0 <= index < size:
        raise BadProof(Text(es=f"no hay hoja {index} entre {size}", en=f"there is no leaf {index} among {size}"))
    place, last, root_hash = index, size - 1, leaf
    for hash_ in path:
        if not last:
            raise BadProof(Text(es="el camino es demasiado largo", en="the path is too long"))
        if place & 1 or place == last:
            root_hash = node_hash(hash_, root_hash)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            root_hash = node_hash(root_hash, hash_)
        place, last = place >> 1, last >> 1
    if last:
        raise BadProof(Text(es="el camino es demasiado corto", en="the path is too short"))
    return root_hash


def check_consistency(old: int, old_root: bytes, new: int, new_root: bytes, path: Sequence[bytes]) -> None:
    """Raises BadProof unless the path proves that the tree of `new` leaves begins with that of `old` (section 2.1.4.2)."""
    if not 0 < old <= new:
        raise BadProof(
            Text(es=f"{old} hojas no son el principio de {new}", en=f"{old} leaves are not the beginning of {new}")
        )
    if old == new:
        if path or old_root != new_root:
            raise BadProof(Text(es="hay dos raíces del mismo tamaño", en="two roots of one size"))
        return
    rest = [*path] if old & (old - 1) else [old_root, *path]
    place, last = old - 1, new - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    if not rest:
        raise BadProof(Text(es="el camino está vacío", en="the path is empty"))
    was = now = rest[0]
    for hash_ in rest[1:]:
        if not last:
            raise BadProof(Text(es="el camino es demasiado largo", en="the path is too long"))
        if place & 1 or place == last:
            was, now = node_hash(hash_, was), node_hash(hash_, now)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            now = node_hash(now, hash_)
        place, last = place >> 1, last >> 1
    if last or was != old_root or now != new_root:
        raise BadProof(
            Text(es="el camino no lleva de una raíz a la otra", en="the path does not lead from one root to the other")
        )


class Frontier:
    """The right edge of a growing tree: enough to know its root after every leaf, whatever its size."""

    def __init__(self) -> None:
        self.size = 0
        self._edge: list[bytes] = []

    def add(self, leaf: bytes) -> None:
        """Takes one more leaf hash."""
        self.add_subtree(leaf, 0)

    def add_subtree(self, root: bytes, height: int) -> None:
        """Takes 2**`height` more leaves with this root. The number of leaves before must be a multiple of 2**`height`."""
        subtree_root, full = root, self.size >> height
        while full & 1:
            subtree_root = node_hash(self._edge.pop(), subtree_root)
            full >>= 1
        self._edge.append(subtree_root)
        self.size += 1 << height

    def root(self) -> bytes:
        """The root of the leaves so far."""
        return _up(self._edge) if self._edge else EMPTY_ROOT


def _middle(start: int, end: int) -> int:
    """The end of the left part: its width is the largest power of two below the whole width."""
    return start + (1 << ((end - start - 1).bit_length() - 1))


def _range_root(start: int, end: int, subtree: Subtree) -> bytes:
    hashes = []
    while start < end:
        height = (end - start).bit_length() - 1
        hashes.append(subtree(height, start >> height))
        start += 1 << height
    return _up(hashes)


def _up(edge: Sequence[bytes]) -> bytes:
    """The root over complete subtrees, the largest on the left."""
    root_hash = edge[-1]
    for hash_ in reversed(edge[:-1]):
        root_hash = node_hash(hash_, root_hash)
    return root_hash

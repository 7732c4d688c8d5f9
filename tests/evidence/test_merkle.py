"""The tree of RFC 9162 against the reference vectors of Certificate Transparency, and against another implementation."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pymerkle import InmemoryTree

from referee.evidence import merkle, tiles
from referee.evidence.merkle import BadProof, leaf_hash

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "merkle.json").read_text())
INPUTS = [bytes.fromhex(text) for text in VECTORS["inputs"]]
ROOTS = VECTORS["roots"]
"""Roots of the first 0, 1, 2, ... inputs."""
INCLUSION = {(proof["index"], proof["size"]): proof["path"] for proof in VECTORS["inclusion"]}
CONSISTENCY = {(proof["old"], proof["new"]): proof["path"] for proof in VECTORS["consistency"]}


def grown(leaves: list[bytes], *steps: int) -> merkle.Subtree:
    """A tree in tiles, grown in steps of these sizes."""
    store: dict[tiles.Place, bytes] = {}
    sizes = sorted({0, *(step for step in steps if step <= len(leaves)), len(leaves)})
    for size, later in pairwise(sizes):
        store |= tiles.changed_tiles(size, {place: store[place] for place in tiles.edge(size)}, leaves[size:later])
    return tiles.reading(store.get)


TREE = grown([leaf_hash(data) for data in INPUTS])


@pytest.mark.parametrize("size", range(9))
def test_roots_of_the_reference_vectors(size: int) -> None:
    frontier = merkle.Frontier()
    for data in INPUTS[:size]:
        frontier.add(leaf_hash(data))
    assert merkle.root(size, TREE).hex() == frontier.root().hex() == ROOTS[size]


@pytest.mark.parametrize(("index", "size"), INCLUSION)
def test_inclusion_proofs_of_the_reference_vectors(index: int, size: int) -> None:
    path = merkle.inclusion(index, size, TREE)
    assert [hash_.hex() for hash_ in path] == INCLUSION[index, size]
    assert merkle.root_by_inclusion(leaf_hash(INPUTS[index]), index, size, path).hex() == ROOTS[size]


@pytest.mark.parametrize(("old", "new"), CONSISTENCY)
def test_consistency_proofs_of_the_reference_vectors(old: int, new: int) -> None:
    path = merkle.consistency(old, new, TREE)
    assert [hash_.hex() for hash_ in path] == CONSISTENCY[old, new]
    merkle.check_consistency(old, bytes.fromhex(ROOTS[old]), new, bytes.fromhex(ROOTS[new]), path)


def flip_bit(hash_: bytes, at: int) -> bytes:
    at %= len(hash_)
    return hash_[:at] + bytes([hash_[at] ^ 1]) + hash_[at + 1 :]


@given(st.data(), st.integers(1, 1100))
def test_proofs_of_any_size_are_those_of_another_implementation(data: st.DataObject, size: int) -> None:
    entries = [n.to_bytes(3) for n in range(size)]
    other = InmemoryTree.init_from_entries(entries)
    nodes = grown([leaf_hash(entry) for entry in entries], *data.draw(st.lists(st.integers(1, size), max_size=3)))
    assert merkle.root(size, nodes) == other.get_root()
    index, old = data.draw(st.integers(0, size - 1)), data.draw(st.integers(1, size))
    assert merkle.inclusion(index, size, nodes) == other.prove_inclusion(index + 1, size).path[1:]
    merkle.check_consistency(old, other.get_root(old), size, other.get_root(), merkle.consistency(old, size, nodes))


@given(st.data(), st.integers(1, 600))
def test_an_inclusion_proof_fails_when_any_byte_of_it_changes(data: st.DataObject, size: int) -> None:
    leaves = [leaf_hash(n.to_bytes(3)) for n in range(size)]
    nodes = grown(leaves)
    index = data.draw(st.integers(0, size - 1))
    path, root = merkle.inclusion(index, size, nodes), merkle.root(size, nodes)
    at = data.draw(st.integers(0, 32 * (len(path) + 1) - 1))
    wrong = [flip_bit(hash_, at) if n == at // 32 else hash_ for n, hash_ in enumerate([leaves[index], *path])]
    assert merkle.root_by_inclusion(wrong[0], index, size, wrong[1:]) != root
    others = [
        (index ^ 1, path),
        (index, [*path, root]),
        (size, path),
        (-1, path),
        *([(index, path[:-1])] if path else []),
    ]
    for place, some in others:
        try:
            assert merkle.root_by_inclusion(leaves[index], place, size, some) != root
        except BadProof:
            continue


@given(st.data(), st.integers(2, 600))
def test_a_consistency_proof_fails_when_any_byte_of_it_changes(data: st.DataObject, size: int) -> None:
    nodes = grown([leaf_hash(n.to_bytes(3)) for n in range(size)])
    old = data.draw(st.integers(1, size - 1))
    whole = [merkle.root(old, nodes), merkle.root(size, nodes), *merkle.consistency(old, size, nodes)]
    at = data.draw(st.integers(0, 32 * len(whole) - 1))
    wrong = [flip_bit(hash_, at) if n == at // 32 else hash_ for n, hash_ in enumerate(whole)]
    longer, shorter, swap = [*whole, whole[0]], whole[:-1], [whole[1], whole[0], *whole[2:]]
    for first, second, *path in (wrong, longer, shorter, swap):
        with pytest.raises(BadProof):
            merkle.check_consistency(old, first, size, second, path)
    with pytest.raises(BadProof):
        merkle.check_consistency(size, whole[1], old, whole[0], whole[2:])


def test_a_damaged_tile_is_found_at_any_level() -> None:
    leaves = [leaf_hash(n.to_bytes(3)) for n in range(256 * 256 + 300)]
    store = tiles.changed_tiles(0, {}, leaves)
    assert len(store) == 256 + 2 + 2 + 1
    assert tiles.first_damaged(len(leaves), store.get) is None
    for place in ((1, 0), (1, 1), (2, 0)):
        assert tiles.first_damaged(len(leaves), (store | {place: flip_bit(store[place], 31)}).get) == place
    for place in ((0, 257), (1, 1)):
        assert tiles.first_damaged(len(leaves), (store | {place: store[place][:-1]}).get) == place
        assert tiles.first_damaged(len(leaves), {at: tile for at, tile in store.items() if at != place}.get) == place
    with pytest.raises(tiles.MissingTile):
        merkle.root(len(leaves), tiles.reading({at: tile for at, tile in store.items() if at != (2, 0)}.get))


def test_hashes_beyond_the_size_of_a_tree_do_not_count() -> None:
    leaves = [leaf_hash(n.to_bytes(3)) for n in range(700)]
    store = tiles.changed_tiles(0, {}, leaves[:300])
    longer = {place: store[place] + bytes(64) for place in tiles.edge(300)}
    assert tiles.first_damaged(300, (store | longer).get) is None
    grown_on = store | tiles.changed_tiles(300, longer, leaves[300:])
    assert merkle.root(700, tiles.reading(grown_on.get)) == merkle.root(700, grown(leaves))

"""The examples of evidence in the OpenAPI document: a log of three records, signed by a key that anyone may know."""

from functools import cache
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from api.document.samples.matches import AT, ID
from referee.evidence import merkle, notes
from referee.evidence.keys import PublicKey, public_bytes, public_pem, written
from referee.evidence.leaves import Leaf
from referee.evidence.notes import Checkpoint
from referee.evidence.tiles import grown, reading

ORIGIN = "example.org/referee"
_KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
_LEAVES = [
    Leaf(merkle.leaf_hash(bytes([n])).hex(), merkle.leaf_hash(bytes([n, n])).hex(), ID, topic, n)
    for n, topic in enumerate(("open", "deal", "note"), 1)
]
_NODES = reading(grown(0, {}, [merkle.leaf_hash(leaf.data) for leaf in _LEAVES]).get)
KEY = written(ORIGIN, public_bytes(_KEY)) + "\n"
PROOFS = (
    '{"proofs":2,"checkpoint":"example.org/referee\\n3\\n...","heads":"referee heads 1\\n..."}\n'
    '{"stream":"...","version":1,"index":0,"seal":"..."}\n'
)


def key() -> PublicKey:
    return PublicKey(ORIGIN, KEY.strip(), public_pem(_KEY))


@cache
def checkpoint() -> Checkpoint:
    return notes.sign(ORIGIN, len(_LEAVES), merkle.root(len(_LEAVES), _NODES), AT, _KEY)


def inclusion() -> Any:
    leaf = _LEAVES[2]
    return {
        "leaf": leaf,
        "leaf_index": 2,
        "leaf_hash": merkle.leaf_hash(leaf.data).hex(),
        "path": _hex(merkle.inclusion(2, 3, _NODES)),
        "checkpoint": checkpoint(),
    }


def consistency() -> Any:
    return {
        "from": 1,
        "from_root": merkle.root(1, _NODES).hex(),
        "to": 3,
        "to_root": checkpoint().root,
        "path": _hex(merkle.consistency(1, 3, _NODES)),
    }


def _hex(hashes: list[bytes]) -> list[str]:
    return [hash_.hex() for hash_ in hashes]

"""The examples of evidence in the OpenAPI document: a log of three records, signed by a key that anyone may know."""

from functools import cache
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from api.document.samples.matches import AT, ID
from referee.commitments.commitments import opening_key
from referee.commitments.committed_rows import NAME
from referee.evidence import merkle, notes
from referee.evidence.keys import PublicKey, format_key, public_bytes, public_pem
from referee.evidence.leaves import Leaf, leaf_of
from referee.evidence.names.name_proofs import NameDocument, NameEntry, NameProof
from referee.evidence.notes import Checkpoint
from referee.evidence.stream_ends import StreamHead, sign_heads
from referee.evidence.tiles import changed_tiles, reading
from referee.match.entries import stored_line
from referee.people.committed_names import entry_record

ORIGIN = "example.org/referee"
_KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
_LEAVES = [
    Leaf(merkle.leaf_hash(bytes([n])).hex(), merkle.leaf_hash(bytes([n, n])).hex(), ID, topic, n)
    for n, topic in enumerate(("open", "deal", "note"), 1)
]
_ANA = "01920000-0000-7000-8000-000000000010"
_NODES = reading(changed_tiles(0, {}, [merkle.leaf_hash(leaf.data) for leaf in _LEAVES]).get)
KEY = format_key(ORIGIN, public_bytes(_KEY)) + "\n"
PROOFS = (
    '{"proofs":3,"checkpoint":"example.org/referee\\n3\\n...","heads":"referee heads 1\\n..."}\n'
    '{"stream":"...","version":1,"index":0,"seal":"..."}\n'
    '{"person":"...","key":"...","entry":{"type":"person_entered"},"leaf_index":1,"seal":"..."}\n'
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


@cache
def name() -> NameDocument:
    """The proof of a name in a log with the entry of one person and nothing else."""
    fields = {"birth_date": None, "entered_at": AT, "look": None, "disambiguation": None}
    row = {"id": _ANA, "name": "Ana", **fields, "salt": bytes(32).hex()}
    record = entry_record(row, "organizer")
    leaf = leaf_of(record, bytes(32))
    end = StreamHead(_ANA, 1, str(leaf.hash))
    note = notes.sign(ORIGIN, 1, merkle.leaf_hash(leaf.data), AT, _KEY)
    line = msgspec.convert(stored_line(bytes(record.state)), NameEntry)
    proof = NameProof(_ANA, opening_key(row["salt"] or "", NAME), line, 0, leaf.seal, ())
    return NameDocument("Ana", proof, note, sign_heads(note, [end], _KEY))


def _hex(hashes: list[bytes]) -> list[str]:
    return [hash_.hex() for hash_ in hashes]

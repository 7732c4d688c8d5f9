"""The data of the leaves of the tree.

The data of a leaf is the RFC 8785 form (UTF-8, no spaces) of

    {"hash": ..., "seal": ..., "stream": ..., "topic": ..., "version": ...}

- `hash`: the chain's hash of the entry, 64 hexadecimal digits; null for a record that is in no chain (of an
  Idempotency-Key, or of the championship of a contest);
- `seal`: HMAC-SHA256 of the stored bytes of the record, under a secret of this log, 64 hexadecimal digits;
- `stream`: the id of the match, championship or person, or the name of a chain of the whole service (`administration`, `merges`,
  `series`); `topic`: the event's `type`; `version`: its number in the stream, from 1.

The leaf's hash is the SHA-256 of a zero byte and that data; its index is the number of records before it in the log.

The seal does two things. It binds every stored byte, also those that the chain leaves out. And it hides: without the secret,
a hidden card cannot be found by trying all cards until the leaf fits. So hashes of leaves, and proofs made of them, may be
public; the seal of a leaf is shown only with its entry.
"""

import hmac
from typing import Protocol

import msgspec

from referee.followers.feed import LogRecord

SECRET = 32
"""Bytes of a log's secret."""


class StoredRecord(Protocol):
    """A record as the log holds it."""

    @property
    def originator_id(self) -> object: ...
    @property
    def originator_version(self) -> int: ...
    @property
    def topic(self) -> str: ...
    @property
    def state(self) -> bytes | str: ...


class Leaf(msgspec.Struct, frozen=True):
    """One leaf. The order of the fields is that of RFC 8785."""

    hash: str | None
    seal: str
    stream: str
    topic: str
    version: int

    @property
    def data(self) -> bytes:
        """The input of the leaf's hash."""
        return msgspec.json.encode(self)


class Inclusion(msgspec.Struct, frozen=True):
    """The proof that a leaf is in the tree of a size: its index, from 0, and the audit path of RFC 9162, in hexadecimal."""

    leaf: Leaf
    index: int
    path: tuple[str, ...]


class _HashField(msgspec.Struct):
    hash: str | None = None


_hash_decoder = msgspec.json.Decoder(_HashField)


def _hash_in(state: bytes) -> str | None:
    """The hash in a stored entry of any form; None if it has none."""
    try:
        return _hash_decoder.decode(state).hash
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def leaf_of(record: StoredRecord, secret: bytes) -> Leaf:
    """The leaf of a stored record with any bytes."""
    try:
        hash_ = record.head.hash if isinstance(record, LogRecord) else _hash_in(_bytes_of(record))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        hash_ = _hash_in(_bytes_of(record))
    return sealed_leaf(record, secret, hash_)


def sealed_leaf(record: StoredRecord, secret: bytes, hash_: str | None) -> Leaf:
    """The leaf of a stored record with this hash."""
    seal = hmac.digest(secret, _bytes_of(record), "sha256").hex()
    return Leaf(hash_, seal, str(record.originator_id), record.topic, record.originator_version)


def _bytes_of(record: StoredRecord) -> bytes:
    # SQLite does not hold a column to its type: it may have text.
    return record.state.encode() if isinstance(record.state, str) else bytes(record.state or b"")

"""What the leaves of the tree are made of.

The data of a leaf is the RFC 8785 form (UTF-8, no spaces) of

    {"hash": ..., "seal": ..., "stream": ..., "topic": ..., "version": ...}

- `hash`: the chain's hash of the entry, 64 hexadecimal digits; null for a record that is in no chain (what remembers an
  Idempotency-Key, or where a contest belongs);
- `seal`: HMAC-SHA256 of the stored bytes of the record, under a secret of this log, 64 hexadecimal digits;
- `stream`: the id of the match or championship; `topic`: the event's `type`; `version`: its number in the stream, from 1.

The leaf's hash is the SHA-256 of a zero byte and that data; its index is the number of records before it in the log.

The seal does two things. It binds every stored byte, also those that the chain leaves out. And it hides: without the secret
nobody can try out what a hidden card may be until the leaf fits, so hashes of leaves, and proofs made of them, may be shown to
anyone; the seal of a leaf is shown to whoever may see its entry.
"""

import hmac
from typing import Protocol

import msgspec

from referee.follow.feed import LogRecord

SECRET = 32
"""Bytes of a log's secret."""


class Stored(Protocol):
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
        """What is hashed."""
        return msgspec.json.encode(self)


class _Chained(msgspec.Struct):
    hash: str | None = None


_chained = msgspec.json.Decoder(_Chained)


def _hash_in(state: bytes) -> str | None:
    """The hash of an entry that may be unlike any other; None where it holds none."""
    try:
        return _chained.decode(state).hash
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def leaf_of(record: Stored, secret: bytes) -> Leaf:
    """The leaf of a stored record, whatever its bytes are."""
    try:
        hash_ = record.head.hash if isinstance(record, LogRecord) else _hash_in(_bytes_of(record))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        hash_ = _hash_in(_bytes_of(record))
    return sealed(record, secret, hash_)


def sealed(record: Stored, secret: bytes, hash_: str | None) -> Leaf:
    """The leaf of a stored record whose hash is known."""
    seal = hmac.digest(secret, _bytes_of(record), "sha256").hex()
    return Leaf(hash_, seal, str(record.originator_id), record.topic, record.originator_version)


def _bytes_of(record: Stored) -> bytes:
    # SQLite keeps in a column whatever is put there: text too.
    return record.state.encode() if isinstance(record.state, str) else bytes(record.state or b"")

"""Idempotency keys of new things, stored in the transaction of the thing itself, so that a retry gives the same again.

Those of a match's events are in its own log: `referee.matches.replays`.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Generic, NamedTuple, TypeVar

import msgspec

from referee.errors import KeyReused, ResourceDeleted
from referee.log.log import Log
from referee.log.records import Clash, Record
from referee.log.row_writes import RowWrite
from referee.text import Text

T = TypeVar("T")

ClientKey = tuple[str, str]
"""An Idempotency-Key and the digest of the body it came with."""


class KeptKey(msgspec.Struct, frozen=True):
    """The stored form. `match` is the id of the new thing, of any kind: the field has kept the name of the first."""

    match: str
    digest: str


class New(NamedTuple):
    """A new thing: its id, its records in the log, and the rows of tables beside the log."""

    id: str
    records: Sequence[Record] = ()
    rows: Sequence[RowWrite] = ()


class Creation(msgspec.Struct, Generic[T], frozen=True):
    """The creation of a thing: its author `by`, its idempotency key. `again` shows the thing that the key made before, by its id.

    `make` returns the new thing, and what to answer once it is stored at a position.
    """

    key: ClientKey | None
    by: str
    again: Callable[[str], T]
    make: Callable[[], tuple[New, Callable[[int], T]]]


def made_before(log: Log, key: ClientKey | None, by: str) -> str | None:
    """The id of what an idempotency key made when it first came. Raises KeyReused for another body."""
    if key is None:
        return None
    records = log.read(_stream(key, by))
    if not records:
        return None
    entry = msgspec.json.decode(bytes(records[0].state), type=KeptKey)
    if entry.digest != key[1]:
        raise reuse_refusal()
    return entry.match


def create_once(log: Log, creation: Creation[T]) -> T:
    """Stores what is asked for together with its idempotency key; where the key came before, gives `again` of the id it made.

    Raises KeyReused, Clash where its place in the log is taken, Unavailable, and what `make` and `again` raise: ResourceDeleted.
    """
    key, by = creation.key, creation.by
    if (id_ := made_before(log, key, by)) is not None:
        return creation.again(id_)
    new, answer = creation.make()
    try:
        position = log.append([*new.records, *key_records(key, by, new.id)], new.rows)
    except Clash:
        if (id_ := made_before(log, key, by)) is not None:
            return creation.again(id_)
        raise
    return answer(position)


def key_records(key: ClientKey | None, by: str, id_: str) -> list[Record]:
    """Returns the record that keeps an idempotency key with the id of what it makes; none without a key."""
    return [Record(_stream(key, by), 1, "key", msgspec.json.encode(KeptKey(id_, key[1])))] if key else []


def reuse_refusal() -> KeyReused:
    """The refusal of a key that came before with another body."""
    return KeyReused(
        Text(
            es="esta Idempotency-Key ya vino con otro contenido",
            en="this Idempotency-Key was already used with a different body",
        )
    )


def deletion_refusal(kind: Text) -> ResourceDeleted:
    """The refusal of a key that came before, and `kind` it made was deleted since: neither can be given again."""
    return ResourceDeleted(
        Text(
            es=f"esta Idempotency-Key ya se usó, y {kind.es} se ha borrado desde entonces: una petición nueva lleva otra clave",
            en=f"this Idempotency-Key was already used, and {kind.en} was deleted since: a new request needs a new key",
        )
    )


def _stream(key: ClientKey, by: str) -> str:
    return "key:" + sha256(f"{by}\n{key[0]}".encode()).hexdigest()

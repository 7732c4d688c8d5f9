"""Records appended to a hash chain: to a chain known by its end only, and to that of a register, which is read whole."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from referee.log.log import Log
from referee.log.records import Record
from referee.match.entries import GENESIS, Entry, chain
from referee.match.registry import tag


class ChainEnd(Struct, frozen=True):
    """The end of a chain: its last version, 0 for an empty chain, and the hash of that version."""

    version: int = 0
    hash: bytes = GENESIS


class RegisterOpening(Struct, frozen=True, tag_field="type", tag="register_opened"):
    """Opens the chain of a register (of merges, or of series), together with its first decision."""

    register: str


class _Last(Struct):
    version: int
    hash: str


_last = msgspec.json.Decoder(_Last)


def end_of(log: Log, stream: str) -> ChainEnd:
    """Reads the end of a stream's chain as it is stored now."""
    record = log.last(stream)
    if record is None:
        return ChainEnd()
    last = _last.decode(bytes(record.state))
    return ChainEnd(last.version, bytes.fromhex(last.hash))


def chain_records(stream: str, end: ChainEnd, events: Sequence[Struct], at: str, by: str) -> list[Record]:
    """Returns the records of these events, which have no facts, chained to this end of a stream."""
    records: list[Record] = []
    head = end.hash
    for version, event in enumerate(events, end.version + 1):
        entry: Entry[Struct, Struct] = chain(head, version, event, (), at, by)
        head = bytes.fromhex(entry.hash)
        records.append(Record(stream, version, tag(type(event)), msgspec.json.encode(entry)))
    return records


def register_records(
    register: str, entries: Sequence[Entry[Any, Any]], event: Struct, at: str, by: str
) -> list[Record]:
    """Returns the records of a decision chained to all `entries` of a register. The first decision also opens the register."""
    end = ChainEnd(len(entries), bytes.fromhex(entries[-1].hash)) if entries else ChainEnd()
    return chain_records(register, end, [event] if entries else [RegisterOpening(register), event], at, by)

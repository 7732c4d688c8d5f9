"""What is appended to a chain: to one of which only the end is known, and to that of a register, which is read whole."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from referee.match.entries import GENESIS, Entry, chain
from referee.match.registry import tag
from referee.store.log import Log, Record


class ChainEnd(Struct, frozen=True):
    """Where a chain ends: its last version, 0 for none, and the hash of that."""

    version: int = 0
    hash: bytes = GENESIS


class RegisterOpening(Struct, frozen=True, tag_field="type", tag="register_opened"):
    """The chain of a register begins, with its first decision: that of merges, or of series."""

    register: str


class _Last(Struct):
    version: int
    hash: str


_last = msgspec.json.Decoder(_Last)


def end_of(log: Log, stream: str) -> ChainEnd:
    """The end of a stream's chain as it is stored now."""
    record = log.last(stream)
    if record is None:
        return ChainEnd()
    last = _last.decode(bytes(record.state))
    return ChainEnd(last.version, bytes.fromhex(last.hash))


def chain_records(stream: str, end: ChainEnd, events: Sequence[Struct], at: str, by: str) -> list[Record]:
    """The records of these events, of which none has facts, as they follow this end of a stream."""
    made: list[Record] = []
    head = end.hash
    for version, event in enumerate(events, end.version + 1):
        entry: Entry[Struct, Struct] = chain(head, version, event, (), at, by)
        head = bytes.fromhex(entry.hash)
        made.append(Record(stream, version, tag(type(event)), msgspec.json.encode(entry)))
    return made


def register_records(register: str, known: Sequence[Entry[Any, Any]], event: Struct, at: str, by: str) -> list[Record]:
    """The records of a decision as it follows all that is `known` of a register, whose chain begins with its first one."""
    end = ChainEnd(len(known), bytes.fromhex(known[-1].hash)) if known else ChainEnd()
    return chain_records(register, end, [event] if known else [RegisterOpening(register), event], at, by)

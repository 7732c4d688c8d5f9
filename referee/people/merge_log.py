"""The log of merges: one chain for the whole register, so that two merges at once never make a circle.

It holds ids, never names. What a merge does to a championship is an event of that championship, stored in the same transaction.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from referee.log.hash_chain import RegisterOpening, register_records
from referee.log.log import Log
from referee.log.records import Record
from referee.match.entries import Entry
from referee.match.events import FOR_GOOD

REGISTER = "merges"
"""The stream, and the id under which proofs name it."""
Reason = Annotated[str, Meta(max_length=500, description=f"Why, in the organizer's own words. {FOR_GOOD}")]


class _Change(Struct, frozen=True, tag_field="type"):
    """A decision that two ids are, or are not, one person. Its tag is its identity in the store."""


class PersonMerged(_Change, frozen=True, tag="person_merged"):
    """`player` was entered twice, and is the same person as `into`."""

    player: str
    into: str
    reason: Reason


class PersonParted(_Change, frozen=True, tag="person_parted"):
    """`player` is somebody else than `into` after all."""

    player: str
    into: str
    reason: Reason


MergeEntry = Entry[RegisterOpening | PersonMerged | PersonParted, Any]
_decoder = msgspec.json.Decoder(MergeEntry)


def entries(log: Log) -> list[MergeEntry]:
    """All merges, and all that took one back, in order."""
    return [_decoder.decode(bytes(record.state)) for record in log.read(REGISTER)]


def in_force(log: Log) -> dict[str, str]:
    """The merges that were not taken back: for each id the one that it was merged into."""
    into: dict[str, str] = {}
    for entry in entries(log):
        match entry.event:
            case PersonMerged(player=player, into=person):
                into[player] = person
            case PersonParted(player=player):
                into.pop(player, None)
    return into


def of_person(log: Log, same: Sequence[str]) -> list[MergeEntry]:
    """The decisions about these ids of one person."""
    decisions = []
    for entry in entries(log):
        event = entry.event
        if not isinstance(event, RegisterOpening) and (event.player in same or event.into in same):
            decisions.append(entry)
    return decisions


def records(earlier: Sequence[MergeEntry], event: PersonMerged | PersonParted, at: str, by: str) -> list[Record]:
    """The records that append a decision to the chain after `earlier` entries; without any, the chain begins."""
    return register_records(REGISTER, earlier, event, at, by)

"""The log of series: one chain for all of them, so that no two championships ever become the same edition.

It holds ids of championships, and names of series, which are no person's.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from referee.log.hash_chain import RegisterOpening, register_records
from referee.log.log import Log
from referee.log.records import Record
from referee.match.entries import Entry

SERIES = "series"
"""The stream, and the id under which proofs name it."""
Edition = Annotated[int, Meta(ge=1, le=9999, description="Which edition it is: a number, or a year.", examples=[3])]


class _SeriesEvent(Struct, frozen=True, tag_field="type"):
    """A decision about series. Its tag is its identity in the store."""


class SeriesOpened(_SeriesEvent, frozen=True, tag="series_opened"):
    """A series begins."""

    series: str
    name: str


class SeriesRenamed(_SeriesEvent, frozen=True, tag="series_renamed"):
    """A series gets another name."""

    series: str
    name: str


class EditionPlaced(_SeriesEvent, frozen=True, tag="edition_placed"):
    """A championship is this edition of a series, and of no other."""

    championship: str
    series: str
    edition: Edition


class EditionRemoved(_SeriesEvent, frozen=True, tag="edition_removed"):
    """A championship is taken out of a series."""

    championship: str
    series: str


AnySeriesEvent = SeriesOpened | SeriesRenamed | EditionPlaced | EditionRemoved
SeriesEntry = Entry[RegisterOpening | AnySeriesEvent, Any]
decoder = msgspec.json.Decoder(SeriesEntry)


class EveryEdition(Struct, frozen=True):
    """The names of all series, by their ids, and the editions that championships are, by the ids of the championships."""

    names: Mapping[str, str]
    editions: Mapping[str, EditionPlaced]

    def holder(self, series: str, edition: int) -> str | None:
        """The championship that is this edition; None if there is none yet."""
        matches = (one for one in self.editions.values() if (one.series, one.edition) == (series, edition))
        return next((one.championship for one in matches), None)


def entries(log: Log) -> list[SeriesEntry]:
    """All entries of the log of series, in order."""
    return [decoder.decode(bytes(record.state)) for record in log.read(SERIES)]


def fold(entries: Sequence[SeriesEntry]) -> EveryEdition:
    """The state of all series after these entries."""
    names: dict[str, str] = {}
    editions: dict[str, EditionPlaced] = {}
    for entry in entries:
        match entry.event:
            case SeriesOpened(series=series, name=name) | SeriesRenamed(series=series, name=name):
                names[series] = name
            case EditionPlaced() as placement:
                editions[placement.championship] = placement
            case EditionRemoved(championship=championship):
                editions.pop(championship, None)
    return EveryEdition(names, editions)


def records(entries: Sequence[SeriesEntry], event: AnySeriesEvent, at: str, by: str) -> list[Record]:
    """The records that append an event to the chain of these `entries`; without entries, also the one that opens the chain."""
    return register_records(SERIES, entries, event, at, by)

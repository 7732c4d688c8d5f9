"""The log of series: one chain for all of them, so that no two championships ever become the same edition.

It holds ids of championships, and names of series, which are no person's.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from referee.match.entries import Entry
from referee.store.chained import RegisterOpened, registered
from referee.store.log import Log, Record

SERIES = "series"
"""The stream, and the id under which proofs name it."""
Edition = Annotated[int, Meta(ge=1, le=9999, description="Which edition it is: a number, or a year.", examples=[3])]


class _Decided(Struct, frozen=True, tag_field="type"):
    """Something that was decided about series. Its tag is its identity in the store."""


class SeriesOpened(_Decided, frozen=True, tag="series_opened"):
    """A series begins."""

    series: str
    name: str


class SeriesRenamed(_Decided, frozen=True, tag="series_renamed"):
    """A series has another name from now on."""

    series: str
    name: str


class EditionPlaced(_Decided, frozen=True, tag="edition_placed"):
    """A championship is this edition of a series, and of no other."""

    championship: str
    series: str
    edition: Edition


class EditionRemoved(_Decided, frozen=True, tag="edition_removed"):
    """A championship is no edition of a series after all."""

    championship: str
    series: str


AnySeriesEvent = SeriesOpened | SeriesRenamed | EditionPlaced | EditionRemoved
SeriesEntry = Entry[RegisterOpened | AnySeriesEvent, Any]
decoder = msgspec.json.Decoder(SeriesEntry)


class EveryEdition(Struct, frozen=True):
    """All series, by id, with their names; and which edition of which series each championship is."""

    names: Mapping[str, str]
    editions: Mapping[str, EditionPlaced]

    def taken(self, series: str, edition: int) -> str | None:
        """The championship that is this edition; None where there is none yet."""
        placed = (one for one in self.editions.values() if (one.series, one.edition) == (series, edition))
        return next((one.championship for one in placed), None)


def entries(log: Log) -> list[SeriesEntry]:
    """All that was ever decided about series, in order."""
    return [decoder.decode(bytes(record.state)) for record in log.read(SERIES)]


def fold(known: Sequence[SeriesEntry]) -> EveryEdition:
    """What it has come to."""
    names: dict[str, str] = {}
    editions: dict[str, EditionPlaced] = {}
    for entry in known:
        match entry.event:
            case SeriesOpened(series=series, name=name) | SeriesRenamed(series=series, name=name):
                names[series] = name
            case EditionPlaced() as placed:
                editions[placed.championship] = placed
            case EditionRemoved(championship=championship):
                editions.pop(championship, None)
    return EveryEdition(names, editions)


def records(known: Sequence[SeriesEntry], event: AnySeriesEvent, at: str, by: str) -> list[Record]:
    """What is appended to the chain, which begins with it where nothing is `known`."""
    return registered(SERIES, known, event, at, by)

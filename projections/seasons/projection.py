"""Series as a read model: their names, and the edition that each championship is. All else is read from other read models."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from projections.projection import Past, Projection
from projections.rows import Batch, Id, Position, RowTable, Time
from referee.followers.feed import LogRecord
from referee.match.registry import tag
from referee.series.chain import EditionPlaced, EditionRemoved, SeriesOpened, SeriesRenamed, decoder

DECIDED = frozenset(tag(kind) for kind in (SeriesOpened, SeriesRenamed, EditionPlaced, EditionRemoved))
"""The topics of the records about series."""


class SeriesRow(Struct, frozen=True):
    """One series."""

    id: Id
    opened_position: Position
    name: str
    opened_at: Time


class EditionRow(Struct, frozen=True):
    """The edition of a series that a championship is."""

    championship: Id
    series: Id
    edition: int


SERIES = RowTable(SeriesRow, "series", unique=("opened_position",))
EDITIONS = RowTable(EditionRow, "series_edition", index=(("series", "edition"),))


def take(batch: Batch, records: Sequence[LogRecord], past: Past) -> None:
    """Brings records of the log into series."""
    for record in records:
        if record.topic not in DECIDED:
            continue
        entry = decoder.decode(bytes(record.state))
        match entry.event:
            case SeriesOpened(series=id_, name=name):
                batch.set(SERIES, id_, [SeriesRow(id_, record.id, name, entry.recorded_at)])
            case SeriesRenamed(series=id_, name=name):
                if row := batch.get(SERIES, id_):
                    batch.put(SERIES, replace(row, name=name))
            case EditionPlaced(championship=id_, series=series, edition=edition):
                batch.set(EDITIONS, id_, [EditionRow(id_, series, edition)])
            case EditionRemoved(championship=id_):
                batch.set(EDITIONS, id_, [])


PROJECTION = Projection("series", (SERIES, EDITIONS), take)

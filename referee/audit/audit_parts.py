"""An audit in parts, by entries of the log: the items about each entry, and the audit of some entries only."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.audit.audit import Audit, Row, Sheet

_VERSIONS: Mapping[str, Callable[[Any], int]] = {
    "infractions": attrgetter("version"),
    "claims": attrgetter("at"),
    "rulings": attrgetter("version"),
    "sanctions": attrgetter("version"),
    "pins": attrgetter("version"),
    "points": attrgetter("version"),
    "differences": attrgetter("version"),
    "seeds": attrgetter("version"),
    "commitments": attrgetter("version"),
}
"""The lists of an audit beside its sheets, each with the function that gives the entry of an item."""


class Part(Struct, frozen=True):
    """The items of an audit about the entry of a version."""

    version: int
    items: list[Any]


def parts(report: Audit, after: int) -> Iterator[Part]:
    """Yields a part for each version above `after`, also for one without items."""
    items: dict[int, list[Any]] = defaultdict(list)
    for name, version_of in _VERSIONS.items():
        for item in getattr(report, name):
            items[version_of(item)].append(item)
    for sheet in report.hands:
        items[sheet.version].append(replace(sheet, rows=[]))
        for row in sheet.rows:
            items[_version(row)].append(row)
    for version in range(after + 1, report.version + 1):
        yield Part(version, items[version])


def between(report: Audit, after: int, through: int) -> Audit:
    """The audit of the entries above version `after`, up to `through`. Fields about the whole match stay.

    A sheet keeps only the rows that begin there. Its points and totals are those of the whole hand.
    """
    lists = {
        name: [item for item in getattr(report, name) if after < version_of(item) <= through]
        for name, version_of in _VERSIONS.items()
    }
    sheets = [_rows_between(sheet, after, through) for sheet in report.hands]
    hands = [sheet for sheet in sheets if sheet.rows or after < sheet.version <= through]
    return replace(report, hands=hands, **lists)


def _rows_between(sheet: Sheet, after: int, through: int) -> Sheet:
    return replace(sheet, rows=[row for row in sheet.rows if after < _version(row) <= through])


def _version(row: Row) -> int:
    """The version with which a row begins."""
    if row.note:
        return int(row.note["version"])
    return min(cell.version for cell in row.cells if cell)

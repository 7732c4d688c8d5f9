"""What a read model is: its tables, and how it takes a batch of the log."""

from collections.abc import Sequence
from typing import Protocol

import msgspec
from cachetools import LRUCache
from msgspec import Struct

from projections.rows import Batch, RowTable
from referee.championship.shown import ContestPage
from referee.championship.state import Championship, decoder
from referee.follow.feed import LogRecord
from referee.match.registry import tag
from referee.match.vocabulary import Opening, Seats
from referee.store.log import Log

SEATS = {tag(Opening), tag(Seats)}
"""The topics of the records that say who sits in a match."""
FOLDS_KEPT = 64
"""Championships kept folded; a colder one is folded again."""


class FoldedChampionship(Struct, frozen=True):
    """A championship folded from the log, and those of its contests that were worked out, by id."""

    championship: Championship
    pages: dict[str, ContestPage]


class Past:
    """What the log says of a championship or match up to a version, for the projections of one follower."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._folds: LRUCache[str, FoldedChampionship] = LRUCache(FOLDS_KEPT)

    def championship(self, id_: str, version: int) -> Championship:
        """A championship as it was at a version. Do not change it."""
        kept = self._folds.get(id_)
        now = kept.championship if kept and kept.championship.version <= version else Championship(id_)
        if now.version < version:
            now = now.copy()
            now.follow(decoder.decode(bytes(record.state)) for record in self.log.read(id_, now.version, version))
        self._folds[id_] = FoldedChampionship(now, kept.pages if kept else {})
        return now

    def page(self, championship: Championship, contest: str) -> ContestPage:
        """One contest of it, worked out; the people in it are ids without names."""
        on_record = championship.contests[contest]
        pages = self._folds[championship.id].pages
        page = pages.get(contest)
        if page is None or page.on_record is not on_record:
            page = pages[contest] = ContestPage(championship, on_record, nobody)
        return page

    def seats(self, match: str, version: int) -> list[str]:
        """The players of a match by seat, as they sat at a version."""
        records = self.log.read(match, upto=version)
        changes = [record for record in records if record.topic in SEATS]
        if len(changes) > 1:
            way = self.way(match, version)
            changes = [record for record in changes if record.originator_version in way]
        return [seat.player for seat in _seated.decode(bytes(changes[-1].state)).event.seats]

    def way(self, match: str, version: int) -> set[int]:
        """The versions that lead to where a match stands at a version: a `retract` takes it back to where it stood."""
        records = self.log.read(match, upto=version)
        backs = {r.originator_version: _back.decode(bytes(r.state)).event.to for r in records if r.topic == "retract"}
        found, at = set(), version
        while at > 0:
            found.add(at)
            at = backs.get(at, at - 1)
        return found


class Projection(Struct, frozen=True):
    """One read model. `take` brings a batch of the log, in order, into its tables; it reads no others.

    What would keep one transaction too long `take` leaves to `go_on`, which does a slice of it in each transaction.
    """

    name: str
    tables: tuple[RowTable, ...]  # type: ignore[type-arg]
    take: "TakeBatch"
    go_on: "GoOn | None" = None


class TakeBatch(Protocol):
    """How a read model takes a batch. It returns where `go_on` is to begin, None where nothing is left to it."""

    def __call__(self, batch: Batch, records: Sequence[LogRecord], past: Past) -> str | None: ...


class GoOn(Protocol):
    """How a read model does a slice of what batches left, each from its place on. It returns what is left then."""

    def __call__(self, batch: Batch, rests: Sequence[str]) -> str | None: ...


def nobody(_: str) -> None:
    """The name of everybody, for read models: they hold ids."""


class _Back(Struct):
    to: int


class _Retract(Struct):
    event: _Back


class _SeatedPlayer(Struct):
    player: str


class _SeatedOpening(Struct):
    seats: list[_SeatedPlayer]


class _SeatedMatch(Struct):
    event: _SeatedOpening


_back = msgspec.json.Decoder(_Retract)
_seated = msgspec.json.Decoder(_SeatedMatch)

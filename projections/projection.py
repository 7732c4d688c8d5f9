"""Read models: their tables, and the functions that bring a batch of the log into them."""

from collections.abc import Sequence
from typing import Protocol

import msgspec
from cachetools import LRUCache
from msgspec import Struct

from projections.rows import Batch, RowTable
from referee.championship.presenters import ContestPresenter
from referee.championship.state import Championship, decoder
from referee.followers.feed import LogRecord
from referee.log.log import Log
from referee.match.events import Opening, Seats
from referee.match.registry import tag

SEATS = {tag(Opening), tag(Seats)}
"""The topics of records that seat people in a match."""
FOLDS_KEPT = 64
"""Folded championships in the cache. Any other one is folded again."""


class FoldedChampionship(Struct, frozen=True):
    """A championship folded from the log, with its contests that were computed, by id; and the one that it was folded on from."""

    championship: Championship
    pages: dict[str, ContestPresenter]
    before: "FoldedChampionship | None" = None


class Past:
    """Championships and matches as of a version, read from the log for the projections of one follower."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._folds: LRUCache[str, FoldedChampionship] = LRUCache(FOLDS_KEPT)

    def championship(self, id_: str, version: int) -> Championship:
        """The championship as of a version. Callers must not change it."""
        fold = self._folds.get(id_)
        if fold is None or fold.championship.version > version:
            fold = FoldedChampionship(Championship(id_), {})
        if fold.championship.version < version:
            championship = fold.championship.copy()
            championship.follow(
                decoder.decode(bytes(record.state)) for record in self.log.read(id_, championship.version, version)
            )
            own = fold.championship.contests
            # A contest that nobody asked for is computed as of an earlier version.
            pages = {id_: page for id_, page in fold.pages.items() if page.recorded_contest is own.get(id_)}
            fold = FoldedChampionship(championship, {**pages}, FoldedChampionship(fold.championship, pages))
        self._folds[id_] = fold
        return fold.championship

    def before(self, championship: Championship, records: Sequence[LogRecord]) -> FoldedChampionship | None:
        """The championship before these records of a batch, with its contests, where that is what was computed last.

        The read models have the rows of it: they took all records before these.
        """
        before = self._folds[championship.id].before
        first = next((r.originator_version for r in records if str(r.originator_id) == championship.id), 0)
        return before if before is not None and before.championship.version == first - 1 else None

    def page(self, championship: Championship, contest: str) -> ContestPresenter:
        """A contest of a championship, computed; its people are ids without names."""
        on_record = championship.contests[contest]
        pages = self._folds[championship.id].pages
        page = pages.get(contest)
        if page is None or page.recorded_contest is not on_record:
            page = pages[contest] = ContestPresenter(championship, on_record, nobody)
        return page

    def seats(self, match: str, version: int) -> list[str]:
        """The players of a match by seat, as of a version."""
        records = self.log.read(match, through=version)
        changes = [record for record in records if record.topic in SEATS]
        # The opening cannot be taken back, so a `retract` matters only if the seats have changed since.
        if len(changes) > 1:
            way = self.effective_versions(match, version)
            changes = [record for record in changes if record.originator_version in way]
        return [seat.player for seat in _seating_decoder.decode(bytes(changes[-1].state)).event.seats]

    def is_shared_hand(self, match: str) -> bool:
        """True if a match is a hand that every table of its contest plays with the same cards."""
        [opening] = self.log.read(match, through=1)
        return b'"shared_hand"' in bytes(opening.state)

    def effective_versions(self, match: str, version: int) -> set[int]:
        """The versions whose events count in a match as of a version: a `retract` takes back all events after its target."""
        records = self.log.read(match, through=version)
        targets = {r.originator_version: _back.decode(bytes(r.state)).event.to for r in records if r.topic == "retract"}
        versions, current = set(), version
        while current > 0:
            versions.add(current)
            current = targets.get(current, current - 1)
        return versions


class Projection(Struct, frozen=True):
    """One read model. `take` brings a batch of the log, in order, into its tables; it reads no other tables.

    Work that is too long for one transaction is left to `go_on`, which does a slice of it in each later transaction.
    """

    name: str
    tables: tuple[RowTable, ...]  # type: ignore[type-arg]
    take: "TakeBatch"
    go_on: "GoOn | None" = None


class TakeBatch(Protocol):
    """Brings a batch into the tables of a read model. Returns the place at which `go_on` begins, None if no work is left."""

    def __call__(self, batch: Batch, records: Sequence[LogRecord], past: Past) -> str | None: ...


class GoOn(Protocol):
    """Does a slice of the work that batches left, from the first of their places on. Returns the next place, None at the end."""

    def __call__(self, batch: Batch, rests: Sequence[str]) -> str | None: ...


def nobody(_: str) -> None:
    """The name of any person in read models: none, as they hold ids only."""


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
_seating_decoder = msgspec.json.Decoder(_SeatedMatch)

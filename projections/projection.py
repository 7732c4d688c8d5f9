"""What a read model is: its tables, and how it takes a batch of the log."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Protocol

import msgspec
from eventsourcing.persistence import Notification
from msgspec import Struct

from projections.rows import Batch, Kept
from referee.championship.shown import ContestPage
from referee.championship.state import Championship, decoder
from referee.store.log import Log

FOLDS_KEPT = 64
"""Championships kept folded; a colder one is folded again."""


class Past:
    """What the log says of a championship or match up to a version, for the projections of one follower."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._folds: OrderedDict[str, Championship] = OrderedDict()
        self._pages: dict[str, ContestPage] = {}

    def championship(self, id_: str, version: int) -> Championship:
        """A championship as it was at a version. Do not change it."""
        known = self._folds.pop(id_, None)
        if known is None or known.version > version:
            known = Championship(id_)
        if known.version < version:
            known = known.copy()
            known.follow(decoder.decode(bytes(record.state)) for record in self.log.read(id_, known.version, version))
        self._folds[id_] = known
        while len(self._folds) > FOLDS_KEPT:
            for contest in self._folds.popitem(last=False)[1].contests:
                self._pages.pop(contest, None)
        return known

    def page(self, championship: Championship, contest: str) -> ContestPage:
        """One contest of it, worked out; the people in it are ids without names."""
        on_record = championship.contests[contest]
        known = self._pages.get(contest)
        if known is None or known.on_record is not on_record:
            known = self._pages[contest] = ContestPage(championship, on_record, nobody)
        return known

    def seats(self, match: str) -> list[str]:
        """The players of a match by seat."""
        opened = _opened.decode(bytes(self.log.read(match, upto=1)[0].state))
        return [seat.player for seat in opened.event.seats]

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
    """One read model. `take` brings a batch of the log, in order, into its tables; it reads no others."""

    name: str
    tables: tuple[Kept, ...]  # type: ignore[type-arg]
    take: "TakeBatch"


class TakeBatch(Protocol):
    """How a read model takes a batch."""

    def __call__(self, batch: Batch, records: Sequence[Notification], past: Past) -> None: ...


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
_opened = msgspec.json.Decoder(_SeatedMatch)

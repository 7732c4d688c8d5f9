"""The two lines of a contest in rounds: the first sits, the second moves one table up each round (rounds.mitchell).

The lines follow from the first round as it stands on record: the first of a pair sits at its table, the second moves on from
there. Before it they follow from the order of the draw: its first half sits.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import zip_longest

from msgspec import Struct

from referee.contests.contest import Contest, PairedRound
from referee.contests.standings.tables import LineName


class MitchellLines(Struct, frozen=True, dict=True):
    """The places of the draw by table, from the first: of those that sit, and of those that begin there and move.

    A table without an entrant of one line has None there: its rival rests. `strangers` came when no place was free.
    """

    sitting: tuple[str | None, ...]
    moving: tuple[str | None, ...]
    strangers: tuple[str, ...] = ()

    @property
    def tables(self) -> int:
        """The number of tables that the second line goes round."""
        return len(self.sitting)

    @property
    def free(self) -> int:
        """The places that are free for a late entry; less than 0 if more came than had a place."""
        return (*self.sitting, *self.moving).count(None) - len(self.strangers)

    @property
    def members(self) -> dict[LineName, tuple[str, ...]]:
        """The entrants of each line."""
        return {
            "sitting": tuple(one for one in self.sitting if one is not None),
            "moving": tuple(one for one in self.moving if one is not None),
        }

    def table_of(self, pair: tuple[str, str], place: int = 0) -> int:
        """The table at which one of a pair sits, counted from 1; `place` if neither does, as no pairing of ours has it."""
        return next((self._seats[one] for one in pair if one in self._seats), place)

    def is_sitting(self, entrant: str) -> bool:
        """True if this one sits."""
        return entrant in self._seats

    def table_in(self, moving: str, number: int, round_count: int) -> int:
        """The table at which one that moves is in this round, both counted from 1."""
        return (self._starts[moving] - 1 + shift(self.tables, number, round_count)) % self.tables + 1

    @cached_property
    def _seats(self) -> dict[str, int]:
        return {one: table for table, one in enumerate(self.sitting, start=1) if one is not None}

    @cached_property
    def _starts(self) -> dict[str, int]:
        return {one: table for table, one in enumerate(self.moving, start=1) if one is not None}

    def meetings(self, number: int, round_count: int) -> Iterator[tuple[str | None, str | None]]:
        """The entrant that sits at each table and the one that comes to it in this round, by the tables; None: there is none."""
        distance = shift(self.tables, number, round_count)
        for table, one in enumerate(self.sitting):
            yield one, self.moving[(table - distance) % self.tables]


def shift(tables: int, number: int, round_count: int) -> int:
    """The tables by which the second line has moved up until this round: of an even number it skips one at half-time."""
    is_past_the_skip = tables % 2 == 0 and 2 * (number - 1) >= round_count
    return number - 1 + is_past_the_skip


def most_rounds(tables: int) -> int:
    """The rounds in which no entrant comes to a table twice: as many as the tables, less the one that is skipped."""
    return tables if tables % 2 else tables - 1


def fewest_tables(round_count: int) -> int:
    """The fewest tables at which so many rounds can be held."""
    return round_count if round_count % 2 else round_count + 1


def tables_of(entrants: int) -> int:
    """The tables of so many entrants, the last with one alone if they are odd."""
    return (entrants + 1) // 2


def lines_of_draw(order: Sequence[str], round_count: int) -> MitchellLines:
    """The lines of these entrants by the order of the draw: the first half sits; of an odd number one more moves."""
    return _by_tables(order[: len(order) // 2], order[len(order) // 2 :], round_count)


def lines_of(contest: Contest, round_count: int) -> MitchellLines:
    """The lines of a contest, by its first round if that is published, else by its draw and the withdrawals."""
    first = first_round(contest)
    if first is None:
        leavers = {one.entrant for one in contest.withdrawals}
        order = [place for place in contest.places if contest.line(place, late=False)[-1] not in leavers]
        return lines_of_draw(order, round_count)
    sitting = tuple(one for one, _ in first.pairs)
    moving = (*(other for _, other in first.pairs), *first.rests)
    lines = _by_tables(sitting, moving, round_count)
    entrants = {*first.entrants}
    for place in contest.places:
        if place not in entrants and not _is_absent(contest, place):
            lines = _with(lines, place)
    return lines


def first_round(contest: Contest) -> PairedRound | None:
    """The first round that is published; None before it."""
    return min((one for one in contest.pairings if not one.is_draft), key=lambda one: one.round, default=None)


def _by_tables(sitting: Sequence[str], moving: Sequence[str], round_count: int) -> MitchellLines:
    tables = max(tables_of(len(sitting) + len(moving)), fewest_tables(round_count))
    # At least as long as the lines are, if a round on record has more that rest than it should.
    size = max(tables, len(sitting), len(moving))
    rows = [*zip_longest(sitting, moving), *[(None, None)] * size][:size]
    return MitchellLines(tuple(one for one, _ in rows), tuple(other for _, other in rows))


def _is_absent(contest: Contest, place: str) -> bool:
    """True if an entrant had left when the first round was paired, and has not come back."""
    late = {entry.entrant for entry in contest.late}
    holder = contest.line(place, late=False)[-1]
    return place not in late and holder in {one.entrant for one in contest.withdrawals}


def _with(lines: MitchellLines, place: str) -> MitchellLines:
    """The lines with one more, at the first table without a rival, or else the first free one, where it sits if it can."""
    free: list[tuple[int, LineName]] = []
    for table, (one, other) in enumerate(zip(lines.sitting, lines.moving, strict=True)):
        if one is None:
            free.append((table, "sitting"))
        elif other is None:
            free.append((table, "moving"))
    if not free:
        return MitchellLines(lines.sitting, lines.moving, (*lines.strangers, place))
    alone = [(table, line) for table, line in free if line == "moving" or lines.moving[table] is not None]
    table, line = (alone or free)[0]
    own = [*getattr(lines, line)]
    own[table] = place
    if line == "sitting":
        return MitchellLines(tuple(own), lines.moving, lines.strangers)
    return MitchellLines(lines.sitting, tuple(own), lines.strangers)

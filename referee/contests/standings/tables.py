"""The tables that readers see: rows with their figures, and the step that gave each its place."""

from collections.abc import Collection, Iterable, Mapping
from typing import Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from referee.contests.standings.alphabet import ByName
from referee.contests.standings.league import Bout, columns
from referee.contests.standings.ties import Step, Tie, in_order
from referee.match.results import ContestRules, Outcome, Result

LineName = Literal["sitting", "moving"]
"""The two lines of a contest in which one sits and the other moves on from table to table (rounds.mitchell)."""


class LeagueRow(Struct, frozen=True):
    """One row of a league (league.columns). `ptos` is whole unless matches of this game can end level.

    `tie_breaks` are the figures by which a contest in rounds parts those level in score, by their names (tie.*).
    """

    place: int
    player: str
    j: int
    g: int
    p: int
    f: int
    c: int
    ptos: float
    diff: int
    sanctions: int
    decided_by: Step
    above_by: Step | None
    qualified: bool
    tie_breaks: Mapping[str, float] | UnsetType = UNSET


class MatchRow(Struct, frozen=True):
    """One row of a group of one table, or of a single match; `tallies` are what the game counts beside points, by name."""

    place: int
    player: str
    points: int
    tallies: Mapping[str, int]
    sanctions: int
    decided_by: Step
    above_by: Step | None
    qualified: bool


class Table(Struct, frozen=True):
    """Rows, first to last; `provisional` while a result that counts in it is missing."""

    rows: tuple[LeagueRow | MatchRow, ...]
    provisional: bool


def with_qualified(table: Table, through: Collection[str]) -> Table:
    """A table whose rows say that these are through."""
    rows = table.rows
    return replace(table, rows=tuple(replace(row, qualified=True) if row.player in through else row for row in rows))


def league_table(
    ties: Iterable[Tie],
    bouts: Iterable[Bout],
    sanctions: Mapping[str, int],
    names: ByName,
    through: Collection[str],
    provisional: bool,
) -> Table:
    """The rows of a league in this order."""
    ties = list(ties)
    table = columns((entrant for tie in ties for entrant in tie.members), bouts)
    rows = []
    for rank in in_order(ties, names):
        row = table[rank.entrant]
        rows.append(
            LeagueRow(
                place=rank.place,
                player=rank.entrant,
                j=row.j,
                g=row.g,
                p=row.p,
                f=row.f,
                c=row.c,
                ptos=row.ptos,
                diff=row.diff,
                sanctions=sanctions.get(rank.entrant, 0),
                decided_by=rank.decided_by,
                above_by=rank.above_by,
                qualified=rank.entrant in through,
            )
        )
    return Table(tuple(rows), provisional)


def match_table(
    ties: Iterable[Tie], outcome: Outcome | None, rules: ContestRules, names: ByName, through: Collection[str] = ()
) -> Table:
    """The rows of one match in this order; nought for all before it is played."""
    result = outcome.result if outcome else None
    seats = {entrant: seat for seat, entrant in enumerate(outcome.entrants)} if outcome else {}
    rows = []
    for rank in in_order(ties, names):
        seat = seats.get(rank.entrant, 0)
        rows.append(
            MatchRow(
                place=rank.place,
                player=rank.entrant,
                points=result.points[seat] if result else 0,
                tallies={tally.name: _count(result, tally.name, seat) for tally in rules.tallies},
                sanctions=result.sanctions(seat, late=True) if result else 0,
                decided_by=rank.decided_by,
                above_by=rank.above_by,
                qualified=rank.entrant in through,
            )
        )
    return Table(tuple(rows), outcome is None)


def _count(result: Result | None, tally: str, seat: int) -> int:
    counts = result.tallies.get(tally) if result else None
    return counts[seat] if counts else 0

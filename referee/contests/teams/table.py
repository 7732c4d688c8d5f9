"""The order of a league of teams: encounter points, board points, difference of game points, direct (teams.score)."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from referee.contests.standings.averages import Averages
from referee.contests.standings.league import Bout, columns, have_all_met
from referee.contests.standings.tables import LeagueRow, Table
from referee.contests.standings.ties import Tie, further, keep_open, split
from referee.contests.teams.encounters import in_points
from referee.contests.teams.terms import EncounterPoints


def encounter_points(entrants: Iterable[str], bouts: Iterable[Bout], points: EncounterPoints) -> dict[str, int]:
    """The encounter points of these teams in their encounters among themselves."""
    return {
        team: row.g * points.win + (row.j - row.g - row.p) * points.level + row.p * points.loss
        for team, row in columns(entrants, bouts).items()
    }


def board_halves(entrants: Iterable[str], bouts: Iterable[Bout]) -> Mapping[str, int]:
    """The board points of each team, in halves."""
    sums = dict.fromkeys(entrants, 0)
    for bout in bouts:
        for team, halves in zip(bout.entrants, bout.halves, strict=True):
            if sums.keys() >= {*bout.entrants}:
                sums[team] += halves
    return sums


def team_order(entrants: Sequence[str], bouts: Sequence[Bout], points: EncounterPoints) -> list[Tie]:
    """The order of the teams; those level in everything share the place, open."""
    scores, halves = encounter_points(entrants, bouts, points), board_halves(entrants, bouts)
    table = columns(entrants, bouts)
    ties = split(Tie(tuple(entrants)), "points", lambda team: -scores[team])
    ties = further(ties, lambda tie: split(tie, "boards", lambda team: -halves[team]))
    ties = further(ties, lambda tie: split(tie, "diff", lambda team: -table[team].diff))
    ties = further(ties, lambda tie: _direct(tie, bouts, points))
    return further(ties, lambda tie: [keep_open(tie)])


def team_averages(places: Mapping[str, int], bouts: Sequence[Bout], points: EncounterPoints) -> dict[str, Averages]:
    """The averages of the teams of a group, by which they are compared with those of others (groups.uneven, teams.score)."""
    scores, halves, table = encounter_points(places, bouts, points), board_halves(places, bouts), columns(places, bouts)
    return {
        team: Averages(
            place, *(-Fraction(sum_, max(table[team].j, 1)) for sum_ in (scores[team], halves[team], table[team].diff))
        )
        for team, place in places.items()
    }


def _direct(tie: Tie, bouts: Sequence[Bout], points: EncounterPoints) -> list[Tie]:
    """Splits a tie by the encounter points among its teams, if each of them has met every other."""
    if not have_all_met(tie.members, bouts):
        return [tie]
    scores = encounter_points(tie.members, bouts, points)
    return split(tie, "direct", lambda team: -scores[team])


def team_table(table: Table, bouts: Sequence[Bout], points: EncounterPoints) -> Table:
    """The table of a league with the encounter points in `ptos`, and the board points beside them."""
    teams = [row.player for row in table.rows]
    scores, halves = encounter_points(teams, bouts, points), board_halves(teams, bouts)
    rows = (
        replace(row, ptos=scores[row.player], tie_breaks={"boards": in_points(halves[row.player])})
        for row in table.rows
        if isinstance(row, LeagueRow)
    )
    return replace(table, rows=tuple(rows))

"""The league's table: its columns, and the two orders that a league can go by.

`castillar_order` is the paper's, which asks whether a tie matters (league.order, league.matters);
`general_order` serves every other league (format.league).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from referee.contests.standings.alphabet import ByName
from referee.contests.standings.ties import Lines, Step, Tie, alone, further, keep_open, split
from referee.match.results import ContestRules

FOUR = 4
"""A tie of so many can play for itself (league.tie-four)."""


class Bout(Struct, frozen=True):
    """A match of two that counts. `winner` is None where it ended level; `halves` are the board points of teams, in halves."""

    entrants: tuple[str, str]
    points: tuple[int, int]
    winner: str | None
    walkover: bool = False
    halves: tuple[int, int] = (0, 0)

    def between(self, rows: Mapping[str, str]) -> "Bout":
        """The same match between the holders of these rows."""
        first, second = (rows.get(entrant, entrant) for entrant in self.entrants)
        if (first, second) == self.entrants:
            return self
        winner = None if self.winner is None else rows.get(self.winner, self.winner)
        return replace(self, entrants=(first, second), winner=winner)


class Columns(Struct, frozen=True):
    """Sums of a row (league.columns): played, won, lost, own points, the rival's."""

    j: int = 0
    g: int = 0
    p: int = 0
    f: int = 0
    c: int = 0

    @property
    def ptos(self) -> float:
        """A win counts 1, a level match half."""
        halves = self.j + self.g - self.p
        return halves / 2 if halves % 2 else halves // 2

    @property
    def diff(self) -> int:
        """Own points less the rival's."""
        return self.f - self.c


Figure = tuple[Step, Callable[[Columns], float]]


def columns(entrants: Iterable[str], bouts: Iterable[Bout]) -> dict[str, Columns]:
    """The columns of a table of the matches that these entrants played among themselves."""
    table = {entrant: Columns() for entrant in entrants}
    for bout in bouts:
        if table.keys() >= set(bout.entrants):
            for me, own, other in zip(bout.entrants, bout.points, reversed(bout.points), strict=True):
                row, is_win = table[me], bout.winner == me
                is_loss = bout.winner is not None and not is_win
                table[me] = Columns(row.j + 1, row.g + is_win, row.p + is_loss, row.f + own, row.c + other)
    return table


def have_all_met(tie: Sequence[str], bouts: Iterable[Bout]) -> bool:
    """True if every two of these have a match between them that counts."""
    pairs = {frozenset(bout.entrants) for bout in bouts}
    return all(frozenset(pair) in pairs for pair in combinations(tie, 2))


def castillar_order(
    entrants: Sequence[str],
    bouts: Sequence[Bout],
    sanctions: Mapping[str, int],
    rules: ContestRules,
    lines: Lines,
    names: ByName,
) -> list[Tie]:
    """The order of a league that is over (league.order), step by step:

    1. Ptos, +/- and F of the whole table (`by_columns`).
    2. In a tie that matters (a line runs through it): sanctions. A tie that does not matter is alphabetical, and so ends.
    3. In what still matters: the average among the tied, as often as it splits them.
    4. A tie that matters and that nothing splits is left open. If four were tied and some of them stay so, all four are left
       open: they play a tie-break together.
    """

    def if_it_matters(tie: Tie, step: Callable[[Tie], list[Tie]]) -> list[Tie]:
        if tie.matters(lines):
            return step(tie)
        return alone(tie, "alphabetical", sorted(tie.members, key=names))

    def by_sanctions(tie: Tie) -> list[Tie]:
        parts = split(tie, "sanctions", lambda entrant: sanctions.get(entrant, 0))
        return further(parts, lambda part: if_it_matters(part, enter_average))

    def enter_average(tie: Tie) -> list[Tie]:
        parts = average(tie)
        # Of exactly four, an open rest sends all four to a tie-break (league.tie-four).
        if len(tie.members) == FOUR and any(part.left_open for part in parts):
            return [keep_open(tie)]
        return parts

    def average(tie: Tie) -> list[Tie]:
        parts = among_tied(tie, bouts, rules, with_f=True)
        if len(parts) == 1:
            return [keep_open(tie)]
        return further(parts, lambda part: if_it_matters(part, average))

    return further(by_columns(entrants, bouts, rules), lambda tie: if_it_matters(tie, by_sanctions))


def general_order(entrants: Sequence[str], bouts: Sequence[Bout], rules: ContestRules) -> list[Tie]:
    """The order of any game's league (format.league): Ptos, +/-; among the tied their wins and +/-; F per match played.

    Entrants level in everything share the place, open.
    """
    table = columns(entrants, bouts)
    ties = steps([Tie(tuple(entrants))], table, _figures(rules)[:2])
    ties = further(ties, lambda tie: among_tied(tie, bouts, rules, with_f=False))
    ties = further(ties, lambda tie: _by_mean(tie, bouts, rules))
    return further(ties, lambda tie: [keep_open(tie)])


def general_order_so_far(entrants: Sequence[str], bouts: Sequence[Bout], rules: ContestRules) -> list[Tie]:
    """The order of any game's league while results are missing: Ptos, +/-, F per match played (league.provisional)."""
    table = columns(entrants, bouts)
    ties = steps([Tie(tuple(entrants))], table, _figures(rules)[:2])
    ties = further(ties, lambda tie: _by_mean(tie, bouts, rules))
    return further(ties, lambda tie: [keep_open(tie)])


def _by_mean(tie: Tie, bouts: Iterable[Bout], rules: ContestRules) -> list[Tie]:
    """Splits a tie by own points per match that was played at a table, so that no walkover moves it.

    An entrant with nothing but walkovers has no mean to compare: then nothing is split.
    """
    table = columns(tie.members, ())
    for bout in bouts:
        for entrant, points in zip(bout.entrants, bout.points, strict=True):
            if entrant in table and not bout.walkover:
                row = table[entrant]
                table[entrant] = replace(row, j=row.j + 1, f=row.f + points)
    if not all(row.j for row in table.values()):
        return [tie]
    means = {entrant: Fraction(rules.cost(row.f), row.j) for entrant, row in table.items()}
    return split(tie, "f", means.__getitem__)


def provisional_order(entrants: Sequence[str], bouts: Sequence[Bout], rules: ContestRules) -> list[Tie]:
    """The order while results are missing: Ptos, +/-, F, and the rest level (league.provisional)."""
    return further(by_columns(entrants, bouts, rules), lambda tie: [keep_open(tie)])


def by_columns(entrants: Sequence[str], bouts: Iterable[Bout], rules: ContestRules) -> list[Tie]:
    """Splits all entrants by Ptos, +/- and F of the whole table."""
    return steps([Tie(tuple(entrants))], columns(entrants, bouts), _figures(rules))


def among_tied(tie: Tie, bouts: Iterable[Bout], rules: ContestRules, *, with_f: bool) -> list[Tie]:
    """Splits a tie by one table of its own matches: the average particular."""
    labels: tuple[Step, ...] = ("average.wins", "average.diff", "average.f")
    figures = [(label, key) for label, (_, key) in zip(labels, _figures(rules), strict=True)]
    return steps([tie], columns(tie.members, bouts), figures if with_f else figures[:2])


def steps(ties: list[Tie], table: Mapping[str, Columns], figures: Iterable[Figure]) -> list[Tie]:
    """Splits ties by one figure of a table after another."""
    for step, key in figures:
        ties = _step(ties, table, step, key)
    return ties


def _step(ties: list[Tie], table: Mapping[str, Columns], step: Step, key: Callable[[Columns], float]) -> list[Tie]:
    return further(ties, lambda tie: split(tie, step, lambda entrant: key(table[entrant])))


def _figures(rules: ContestRules) -> tuple[Figure, ...]:
    """Ptos, +/- and F as costs: fewer is better."""
    return (
        ("points", lambda row: -row.ptos),
        ("diff", lambda row: rules.cost(row.diff)),
        ("f", lambda row: rules.cost(row.f)),
    )

"""Contests for tests: made with few words, followed without a log."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Literal

from msgspec.structs import replace

from referee.contests.contest import Contest, ContestState, Entrant, Fixture, Substitution, TieRuling, Withdrawal
from referee.contests.formats import follow
from referee.contests.rounds.options import RoundsOptions
from referee.contests.standings.alphabet import Alphabet, in_alphabet, places
from referee.contests.standings.tables import LeagueRow, MatchRow
from referee.contests.tallies import RecordedResult
from referee.games.hearts.results import CASTILLAR_CONTEST
from referee.match.results import PLAIN, ContestRules, Outcome, Result

WHOLE = 104
"""The points of a match of two."""


def alphabet(names: Iterable[str]) -> Alphabet:
    """The alphabet of people with ids equal to their names."""
    return places(in_alphabet({name: name for name in names}))


def in_rounds(count: int, options: RoundsOptions, partners: Literal["rotating"] | None = None) -> Contest:
    """A contest in rounds of this many entrants, `p00` and so on in the order of the draw."""
    order = tuple(f"p{n:02}" for n in range(count))
    entrants = tuple(map(Entrant, order))
    return Contest("rounds", order, PLAIN, (2,), alphabet(order), options=options, entrants=entrants, partners=partners)


def told_result(points: Sequence[int], **figures: Any) -> Result:
    """A result as a person enters it: tallies of games by their names, like all other figures."""
    return RecordedResult(tuple(points), **figures).result


class Desk:
    """One contest in memory. Results are entered by the names of the players."""

    def __init__(
        self,
        players: Iterable[str],
        format_: str = "castillar",
        rules: ContestRules = CASTILLAR_CONTEST,
        sides: tuple[int, ...] = (2, 4),
        **fields: Any,
    ) -> None:
        order = tuple(players)
        self.contest = Contest(format_, order, rules, sides, alphabet(order), **fields)

    @property
    def state(self) -> ContestState:
        return follow(self.contest)

    def fixture(self, *entrants: str, kind: str | None = None) -> Fixture:
        """The fixture between these players without a result; else their first fixture."""
        fixtures = [f for f in self.state.fixtures if {*f.entrants} == {*entrants} and kind in {None, f.kind}]
        assert fixtures, f"no {kind or ''} fixture between {entrants}"
        return next((fixture for fixture in fixtures if fixture.state == "pending"), fixtures[0])

    def tell(self, outcome: Outcome) -> "Desk":
        outcomes = [
            o for o in self.contest.outcomes if (o.fixture, {*o.entrants}) != (outcome.fixture, {*outcome.entrants})
        ]
        self.contest = replace(self.contest, outcomes=(*outcomes, replace(outcome, at=len(outcomes) + 10)))
        return self

    def result(self, points: Mapping[str, int], kind: str | None = None, **figures: Any) -> "Desk":
        """A result, its figures in the order of `points`; `cards` and `winner` by name."""
        entrants = tuple(points)
        cards = figures.pop("cards", {})
        winner = figures.pop("winner", None)
        result = told_result(
            tuple(points.values()),
            cards=tuple(cards.get(entrant, (0, 0)) for entrant in entrants) if cards else (),
            winner=entrants.index(winner) if winner else None,
            **figures,
        )
        return self.tell(Outcome(self.fixture(*entrants, kind=kind).key, entrants, result))

    def absent(self, *entrants: str, absent: Sequence[str], kind: str | None = None) -> "Desk":
        return self.tell(Outcome(self.fixture(*entrants, kind=kind).key, entrants, absent=tuple(absent)))

    def withdraw(self, entrant: str) -> "Desk":
        withdrawal = Withdrawal(entrant, len(self.contest.outcomes) + 10)
        self.contest = replace(self.contest, withdrawals=(*self.contest.withdrawals, withdrawal))
        return self

    def substitute(self, out: str, into: str | None = None) -> "Desk":
        self.contest = replace(self.contest, substitutions=(*self.contest.substitutions, Substitution(out, into)))
        return self

    def rule(self, *order: str | tuple[str, ...]) -> "Desk":
        places = tuple((place,) if isinstance(place, str) else place for place in order)
        tie = tuple(entrant for place in places for entrant in place)
        self.contest = replace(self.contest, rulings=(*self.contest.rulings, TieRuling(tie, places, 90)))
        return self

    def league(
        self, upsets: str = "", but: Iterable[str] = (), cards: Mapping[str, tuple[int, int]] | None = None
    ) -> "Desk":
        """Plays all matches of a league. The earlier in the draw wins 40 to 64, except where `upsets` differs.

        `B>A` or `B>A:30`: B beats A, with 30 of 104. `but` are the matches left out, `A-B`. `cards` go to the first match.
        """
        points_by_pair: dict[frozenset[str], dict[str, int]] = {}
        for upset in upsets.split():
            pair, _, points = upset.partition(":")
            winner, loser = pair.split(">")
            points_by_pair[frozenset((winner, loser))] = {winner: int(points or 40), loser: WHOLE - int(points or 40)}
        left = {frozenset(pair.split("-")) for pair in but}
        cards_left = dict(cards or {})
        for a, b in combinations(self.contest.order, 2):
            if frozenset((a, b)) in left:
                continue
            now = {entrant: cards_left.pop(entrant) for entrant in (a, b) if entrant in cards_left}
            self.result(points_by_pair.get(frozenset((a, b)), {a: 40, b: 64}), cards=now)
        return self


def order(state: ContestState, table: int = 0) -> str:
    """The rows as text: place and name, with shared places joined: `1 Ana, 2 Eva Luis, 4 Zoe`."""
    groups: dict[int, list[str]] = {}
    for row in state.tables[table].rows:
        groups.setdefault(row.place, []).append(row.player)
    return ", ".join(f"{place} {' '.join(names)}" for place, names in groups.items())


def steps(state: ContestState, table: int = 0) -> str:
    """The rows as text: name, the step that settled it, the step that parts it from the row above."""
    return ", ".join(f"{row.player} {row.decided_by}/{row.above_by or '-'}" for row in state.tables[table].rows)


def row(state: ContestState, player: str) -> LeagueRow:
    """A player's row of a league."""
    return next(r for table in state.tables for r in table.rows if r.player == player and isinstance(r, LeagueRow))


def match_row(state: ContestState, player: str) -> MatchRow:
    """A player's row of a match or group."""
    return next(r for table in state.tables for r in table.rows if r.player == player and isinstance(r, MatchRow))


def podium(state: ContestState) -> str:
    """The podium as text: place, name, points."""
    return ", ".join(f"{step.place} {step.player} {step.points}" for step in state.podium)


def awaits(state: ContestState) -> str:
    """The awaited decisions, as text: their kind, and the tied players."""
    return ", ".join(" ".join((pending.kind, *pending.tied)) for pending in state.pending)

"""Encounters of teams: what each board gives, and the outcome that follows once all boards are decided (teams.score).

Board points are counted in halves, so that they are whole numbers.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from referee.contests.standings.alphabet import by_place
from referee.contests.standings.match_order import match_order
from referee.contests.teams.lineups import BoardMembers
from referee.contests.teams.terms import Board, TeamTerms
from referee.match.registry import ruleset
from referee.match.results import CardCount, ContestRules, Outcome, Result

ENCOUNTER = ContestRules()
"""The rules of an encounter as a match of two teams: its ranking is its result, and it may end level."""
HALVES = "board_halves"
"""The name under which the result of an encounter has its board points."""


class BoardOutcome(Struct, frozen=True, omit_defaults=True):
    """The outcome of board `board`, counted from 1, of the encounter `fixture`: a result, or the absent teams.

    `match` and `version` name the event of the log of the match played there, if there is one; `players` are those of each team
    that sat at that match.
    """

    fixture: str
    entrants: tuple[str, ...]
    board: int
    result: Result | None = None
    absent: tuple[str, ...] = ()
    at: int = 0
    note: str | None = None
    match: str | None = None
    version: int | None = None
    players: BoardMembers = ()

    def is_of(self, fixture: str, entrants: Iterable[str]) -> bool:
        """True if it is of this encounter between these teams."""
        return self.fixture == fixture and {*self.entrants} == {*entrants}


def halves_of(outcome: BoardOutcome, board: Board) -> tuple[int, int]:
    """The board points that it gives each team, in halves. A board without players gives none."""
    winners = _winners(outcome, board)
    if len(winners) == 1:
        return (2 * board.weight, 0) if winners == [0] else (0, 2 * board.weight)
    return (board.weight, board.weight) if winners else (0, 0)


def game_points(outcome: BoardOutcome, board: Board) -> tuple[int, int]:
    """The game points made at a board that was played to its end; where points are bad, those that the rival took."""
    result = outcome.result
    if result is None or result.withdrawn:
        return 0, 0
    one, other = result.points
    return (other, one) if ruleset(board.ruleset).contest.low_wins else (one, other)


def in_points(halves: int) -> float:
    """Board points of so many halves: whole where they are."""
    return halves / 2 if halves % 2 else halves // 2


def in_whole_points(halves: tuple[int, int]) -> int:
    """The difference of board points of an encounter. It is whole: a board gives one of the two all, both half, or neither."""
    return abs(halves[0] - halves[1]) // 2


def walkover_points(terms: TeamTerms) -> int:
    """The game points of a walkover at every board."""
    return sum(ruleset(board.ruleset).contest.walkover_points for board in terms.boards)


def board_ranking(outcome: BoardOutcome, board: Board) -> tuple[tuple[int, ...], ...]:
    """The order of a board by places of the encounter's teams, best first; a level board is one place."""
    winners = _winners(outcome, board)
    if len(winners) == 1:
        return ((winners[0],), (1 - winners[0],))
    return ((0, 1),) if winners else ()


def encounter_outcome(
    terms: TeamTerms, fixture: str, entrants: tuple[str, ...], outcomes: Sequence[BoardOutcome]
) -> Outcome | None:
    """The outcome of an encounter with these boards; None while one is missing.

    A team that came to no board has lost by a walkover.
    """
    of_number = {one.board: one for one in outcomes}
    if any(number not in of_number for number in range(1, len(terms.boards) + 1)):
        return None
    pairs = [(of_number[number], board) for number, board in enumerate(terms.boards, start=1)]
    at = max(outcome.at for outcome, _ in pairs)
    absent = tuple(team for team in entrants if all(team in outcome.absent for outcome, _ in pairs))
    if absent:
        return Outcome(fixture, entrants, absent=absent, at=at)
    halves = _sums(halves_of(outcome, board) for outcome, board in pairs)
    return Outcome(
        fixture,
        entrants,
        Result(
            points=_sums(game_points(outcome, board) for outcome, board in pairs),
            tallies={HALVES: halves},
            cards=_cards(outcome for outcome, _ in pairs),
            ranking=((0, 1),) if halves[0] == halves[1] else ((0,), (1,)) if halves[0] > halves[1] else ((1,), (0,)),
        ),
        at=at,
    )


def _winners(outcome: BoardOutcome, board: Board) -> list[int]:
    """The places of the teams that won a board: both if it is level, none without players."""
    teams = outcome.entrants
    if outcome.result is None:
        return [place for place, team in enumerate(teams) if team not in outcome.absent]
    rules = ruleset(board.ruleset).contest
    first = match_order(teams, outcome.result, rules, (1,), by_place({}))[0]
    return sorted(teams.index(team) for team in first.members)


def _sums(pairs: Iterable[tuple[int, int]]) -> tuple[int, int]:
    both = [*pairs]
    return sum(one for one, _ in both), sum(other for _, other in both)


def _cards(outcomes: Iterable[BoardOutcome]) -> tuple[CardCount, ...]:
    """The cards of all boards by team, late ones too; none where no card was given."""
    counts = [[0, 0], [0, 0]]
    for outcome in outcomes:
        for cards in (outcome.result.cards, outcome.result.late_cards) if outcome.result else ():
            for team, (yellow, black) in enumerate(cards):
                counts[team][0] += yellow
                counts[team][1] += black
    return tuple((yellow, black) for yellow, black in counts) if any(map(any, counts)) else ()

"""The hands of a contest with the same deals at every table: which of them are still to be played (duplicate.deals)."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from referee.contests.contest import Contest, Fixture
from referee.contests.duplicate.terms import DuplicateTerms, place_of_hand
from referee.contests.teams.encounters import BoardOutcome
from referee.match.results import ContestRules, Outcome, Result

SIDES = 2
FOUR = 4
HandsOfTable = Mapping[int, BoardOutcome]
"""The hands of a fixture that are decided, by number within its round."""


def sides_of(contest: Contest) -> int:
    """The sides of each table: two, or those of four that play alone."""
    return FOUR if contest.is_each_alone else SIDES


def seats_of(contest: Contest) -> int:
    """The seats of each table: two sides of one person, or of two; or those of four that play alone."""
    if contest.is_each_alone:
        return FOUR
    return SIDES * (2 if contest.partners else len(contest.entrants[0].people))


class HandBoard:
    """The hands of all tables of a contest, by fixture."""

    def __init__(self, contest: Contest) -> None:
        self._hands: dict[tuple[str, frozenset[str]], dict[int, BoardOutcome]] = {}
        for one in contest.boards:
            self._hands.setdefault((one.fixture, frozenset(one.entrants)), {})[one.board] = one

    def of(self, fixture: Fixture) -> HandsOfTable:
        """The hands of a fixture between these entrants that are decided."""
        return self._hands.get((fixture.key, frozenset(fixture.entrants)), {})

    def still_to_play(self, fixtures: Iterable[Fixture], board: int) -> list[Fixture]:
        """Those of the fixtures of one round that have this hand still to play."""
        return [one for one in fixtures if one.state == "pending" and board not in self.of(one)]


def still_to_play(contest: Contest, fixtures: Iterable[Fixture], number: int) -> list[Fixture] | None:
    """The fixtures that have hand `number` of the contest still to play; None before its round is published."""
    terms = contest.duplicate
    assert terms is not None
    round_, board = place_of_hand(terms, number)
    if not any(one.round == round_ and not one.is_draft for one in contest.pairings):
        return None
    own = [one for one in fixtures if one.round == round_]
    return HandBoard(contest).still_to_play(own, board)


def open_hands(contest: Contest, fixtures: Sequence[Fixture]) -> set[tuple[int, int]]:
    """The hands, each as its round and its number in it, of published rounds that no table has still to play."""
    terms = contest.duplicate
    if terms is None:
        return set()
    board = HandBoard(contest)
    hands = set()
    for round_ in (one.round for one in contest.pairings if not one.is_draft):
        own = [one for one in fixtures if one.round == round_]
        hands |= {(round_, k) for k in range(1, terms.hands + 1) if not board.still_to_play(own, k)}
    return hands


def outcome_of_hands(
    terms: DuplicateTerms, rules: ContestRules, key: str, entrants: tuple[str, ...], hands: Collection[BoardOutcome]
) -> Outcome | None:
    """The outcome of a table whose hands these are; None while one is missing. Its points are those of all hands.

    A side that came to no hand has lost by a walkover.
    """
    if {one.board for one in hands} < {*range(1, terms.hands + 1)}:
        return None
    at = max(one.at for one in hands)
    absent = tuple(one for one in entrants if all(one in hand.absent for hand in hands))
    if absent:
        return Outcome(key, entrants, absent=absent, at=at)
    figures = [of_entrants_in(one, entrants) for one in hands if one.result is not None]
    points = tuple(map(sum, zip(*figures, strict=True))) or (0,) * len(entrants)
    costs = [rules.cost(one) for one in points]
    ranking = tuple(tuple(seat for seat, own in enumerate(costs) if own == cost) for cost in sorted({*costs}))
    return Outcome(key, entrants, Result(points=points, ranking=ranking), at=at)


def of_entrants_in(hand: BoardOutcome, entrants: Sequence[str]) -> tuple[int, ...]:
    """The points of a hand that was played, in this order of the entrants."""
    assert hand.result is not None
    of_entrant = dict(zip(hand.entrants, hand.result.points, strict=True))
    return tuple(of_entrant[one] for one in entrants)

"""A round recorded by its figures: the points of each seat, in place of the cards or of the rest of them."""

from collections.abc import Sequence

from referee.games.hearts.events import HeartsCount
from referee.games.hearts.handlers.deal import begin_round, due_dealer
from referee.games.hearts.rules import ALL_POINTS, QUEEN_OF_SPADES, QUEEN_POINTS, points_in
from referee.games.hearts.scoring import score_points
from referee.games.hearts.state import HeartsState
from referee.match import first_deal
from referee.match.choice import CountChoice, NumbersFigure
from referee.match.facts import Fact
from referee.match.judge import disputes, figure_checks
from referee.match.state import Facts
from referee.text import Text

RULE = "hearts.points"
FIGURES = {"points": Text(es="puntos", en="points")}
"""Names of the figures."""


def points_on_record(state: HeartsState) -> list[int]:
    """Points of each seat so far, by the tricks on record of the round that the figures end."""
    return [points_in(cards) for cards in state.piles] if state.in_hand() else [0] * state.seats


def choice(state: HeartsState) -> CountChoice:
    """The figures that this round can have."""
    points = NumbersFigure(
        FIGURES["points"], "seat", tuple(points_on_record(state)), (ALL_POINTS,) * state.seats, ALL_POINTS
    )
    return CountChoice({"points": points})


def check_count(state: HeartsState, event: HeartsCount, at: int) -> None:
    """Refuses points that no round gives, or not this one after the tricks on record."""
    first_deal.require_no_draw(state)
    points, so_far = event.figures.points, points_on_record(state)
    figure_checks.require_length("points", points, state.seats)
    figure_checks.require_between("points", points, so_far, [ALL_POINTS] * state.seats, RULE)
    figure_checks.require_sum("points", points, ALL_POINTS, RULE)
    rest = [n - before for n, before in zip(points, so_far, strict=True)]
    queen_is_left = not any(cards & QUEEN_OF_SPADES for cards in _piles(state))
    if queen_is_left and max(rest) < QUEEN_POINTS:
        raise figure_checks.unfit(
            "points",
            f"alguien se lleva además la QS: a un asiento han de sumársele al menos {QUEEN_POINTS} a los {so_far} que constan",
            f"somebody still takes QS: one seat needs at least {QUEEN_POINTS} more than the {so_far} on record",
            RULE,
        )
    left = _tricks_left(state)
    if _tricks_needed(rest, queen_is_left, state.seats) > left:
        raise figure_checks.unfit(
            "points",
            f"hacen falta más bazas que las {left} que quedan para llevárselos",
            f"taking them needs more tricks than the {left} that are left",
            "hearts.trick",
        )


def _piles(state: HeartsState) -> Sequence[int]:
    return state.piles if state.in_hand() else ()


def _tricks_left(state: HeartsState) -> int:
    whole = state.pack.size // state.seats
    return whole - sum(cards.bit_count() for cards in _piles(state)) // state.seats


def _tricks_needed(rest: Sequence[int], queen: bool, seats: int) -> int:
    """The fewest tricks that give the seats these points: a trick has a card of each seat, and only the queen counts 13."""
    if not queen:
        return sum(-(-n // seats) for n in rest)
    most = rest.index(max(rest))
    hearts = [n - QUEEN_POINTS if seat == most else n for seat, n in enumerate(rest)]
    return sum(-(-(n + (seat == most)) // seats) for seat, n in enumerate(hearts))


def apply_count(state: HeartsState, event: HeartsCount, at: int) -> Facts:
    """Ends the round and scores it as if its cards had been played."""
    facts: list[Fact] = []
    if not state.in_hand():
        facts.append(begin_round(state, due_dealer(state), at))
    disputes.leave_to_referee(state, state.dealt_at, at)
    state.dealt_at = at
    state.clear_table()
    return [*facts, *score_points(state, event.figures.points, ((),) * state.seats, by_figures=True)]

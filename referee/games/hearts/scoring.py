"""What a round of Hearts comes to."""

from collections.abc import Iterator, Sequence
from operator import add

from referee.cards import FRENCH
from referee.games.hearts.rules import ALL_POINTS, POINT_CARDS, points_in
from referee.games.hearts.state import HeartsState
from referee.match.facts import Fact, HandScored
from referee.match.game import Deed
from referee.match.ledger import Item, Ranking
from referee.text import Text

DEED_TITLES = {"moon": Text(es="Lunas", en="Moons")}


def moon(state: HeartsState, shooter: int) -> tuple[list[int], list[Item]]:
    """Points of a round in which one seat took all 26: nought, and 26 for every other (hearts.moon)."""
    points = [0 if seat == shooter else ALL_POINTS for seat in range(state.seats)]
    return points, [Item(seat, n, "hearts.moon") for seat, n in enumerate(points) if n]


def score_round(state: HeartsState) -> list[Fact]:
    """The round is over: what each seat took in it is counted."""
    cards = [taken & POINT_CARDS for taken in state.taken]
    return score_points(state, [points_in(taken) for taken in cards], [FRENCH.cards(taken) for taken in cards])


def score_points(
    state: HeartsState, taken: Sequence[int], cards: Sequence[tuple[str, ...]], counted: bool = False
) -> list[Fact]:
    """The points of a round in which each seat took so many, with these cards: the totals, and what follows from them.

    A tie-break round leaves the totals.
    """
    points, items = _account(state, taken, cards)
    totals = list(state.ledger.totals)
    if not state.extra:
        totals = list(map(add, totals, points))
    state.phase = "deal"
    state.turn = None
    scored = HandScored(state.hand, tuple(points), tuple(totals), tuple(items), state.extra, counted)
    return [scored, *state.options.close_round(state, points, totals)]


def _account(
    state: HeartsState, taken: Sequence[int], cards: Sequence[tuple[str, ...]]
) -> tuple[list[int], list[Item]]:
    """The points of the round by what each seat took, and how they arose."""
    if ALL_POINTS in taken:
        return state.options.moon(state, taken.index(ALL_POINTS))
    items = [Item(seat, n, "hearts.points", cards[seat]) for seat, n in enumerate(taken) if n]
    return list(taken), items


def standing(state: HeartsState, left: Sequence[int]) -> Ranking:
    """The lowest total first (hearts.end)."""
    totals = state.ledger.totals
    stay = [seat for seat in range(state.seats) if seat not in left]
    return tuple(tuple(s for s in stay if totals[s] == n) for n in sorted({totals[s] for s in stay}))


def moon_shot(scored: HandScored, seats: int) -> Iterator[Deed]:
    """Who shot the moon in a counted round: the only seat that its points spare (hearts.moon)."""
    hit = {item.side for item in scored.items if item.rule == "hearts.moon"}
    if len(hit) == seats - 1:
        yield Deed(next(seat for seat in range(seats) if seat not in hit), "moon")

"""What a round of Hearts comes to."""

from collections.abc import Iterator, Sequence
from operator import add

from referee.cards import FRENCH
from referee.games.hearts.rules import ALL_POINTS, POINT_CARDS, points_in
from referee.games.hearts.state import HeartsState
from referee.match.game import Deed
from referee.match.ledger import Item, Ranking
from referee.match.vocabulary import Fact, HandScored


def moon(state: HeartsState, shooter: int) -> tuple[list[int], list[Item]]:
    """Points of a round in which one seat took all 26: nought, and 26 for every other (hearts.moon)."""
    points = [0 if seat == shooter else ALL_POINTS for seat in range(state.seats)]
    return points, [Item(seat, n, "hearts.moon") for seat, n in enumerate(points) if n]


def count(state: HeartsState) -> tuple[list[int], list[Item]]:
    """The points of the round by what each seat took, and how they arose."""
    points: list[int] = []
    items: list[Item] = []
    for seat, taken in enumerate(state.taken):
        cards = taken & POINT_CARDS
        if cards == POINT_CARDS:
            return state.options.moon(state, seat)
        n = points_in(cards) if cards else 0
        points.append(n)
        if n:
            items.append(Item(seat, n, "hearts.points", FRENCH.cards(cards)))
    return points, items


def score_round(state: HeartsState) -> list[Fact]:
    """The round is over: its points, the totals, and what follows from them. A tie-break round leaves the totals."""
    points, items = count(state)
    totals = list(state.ledger.totals)
    if not state.extra:
        totals = list(map(add, totals, points))
    state.phase = "deal"
    state.turn = None
    scored = HandScored(state.hand, tuple(points), tuple(totals), tuple(items), state.extra)
    return [scored, *state.options.close_round(state, points, totals)]


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

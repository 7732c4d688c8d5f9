"""The points of a round of Hearts."""

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
    """Ends the round, and counts the cards that each seat took in it."""
    cards = [pile & POINT_CARDS for pile in state.piles]
    return score_points(state, [points_in(pile) for pile in cards], [FRENCH.cards(pile) for pile in cards])


def score_points(
    state: HeartsState, card_points: Sequence[int], cards: Sequence[tuple[str, ...]], by_figures: bool = False
) -> list[Fact]:
    """Ends a round in which each seat took these card points, with these cards. Returns its score and what follows.

    The totals do not count a tie-break round. `by_figures`: a count was recorded in place of the cards.
    """
    points, items = _account(state, card_points, cards)
    totals = list(state.ledger.totals)
    if not state.extra:
        totals = list(map(add, totals, points))
    state.phase = "deal"
    state.turn = None
    fact = HandScored(state.hand, tuple(points), tuple(totals), tuple(items), state.extra, by_figures)
    return [fact, *state.options.close_round(state, points, totals)]


def _account(
    state: HeartsState, card_points: Sequence[int], cards: Sequence[tuple[str, ...]]
) -> tuple[list[int], list[Item]]:
    """The points of the round, and the items that make them up.

    All 26 of one seat are a moon, which the variant counts (`HeartsState.options`): `moon` above, or `yppedia.moon`.
    """
    if ALL_POINTS in card_points:
        return state.options.moon(state, card_points.index(ALL_POINTS))
    items = [Item(seat, n, "hearts.points", cards[seat]) for seat, n in enumerate(card_points) if n]
    return list(card_points), items


def standing(state: HeartsState, left: Sequence[int]) -> Ranking:
    """The lowest total first (hearts.end)."""
    totals = state.ledger.totals
    stay = [seat for seat in range(state.seats) if seat not in left]
    return tuple(tuple(s for s in stay if totals[s] == n) for n in sorted({totals[s] for s in stay}))


def moon_shot(fact: HandScored, seats: int) -> Iterator[Deed]:
    """The seat that shot the moon in a scored round: the only one without points for that moon (hearts.moon)."""
    hit = {item.side for item in fact.items if item.rule == "hearts.moon"}
    if len(hit) == seats - 1:
        yield Deed(next(seat for seat in range(seats) if seat not in hit), "moon")

"""The points of a hand, item by item, and the end of a match (*.rest to *.end)."""

from collections.abc import Iterator, Sequence

from referee.cards import SPANISH_40
from referee.games.escoba.facts import EscobaRestTaken
from referee.games.escoba.rules import OROS, SEVEN_OF_OROS, SEVENS, Rules
from referee.games.escoba.scoring.haul import EscobaHaul, ahead, haul, primiera
from referee.games.escoba.state import EscobaState
from referee.match.facts import Fact, HandScored, MatchEnded, TallyCounted
from referee.match.ledger import Item, Ranking


def count_hand(state: EscobaState) -> list[Fact]:
    """Ends the hand after its last card: the rest of the table, the items, the totals, and the result if the match is over."""
    facts = _award_rest(state)
    return facts + score_haul(state, haul(state.rules, state.piles, state.sweeps, state.swept))


def score_haul(state: EscobaState, have: EscobaHaul, by_figures: bool = False) -> list[Fact]:
    """Scores a haul: the items, the totals, and the result if the match is over.

    `by_figures`: a count was recorded in place of the cards.
    """
    scored_items = tuple(items(state.rules, have))
    points = [sum(item.points for item in scored_items if item.side == side) for side in range(state.sides)]
    totals = [total + n for total, n in zip(state.ledger.totals, points, strict=True)]
    facts: list[Fact] = [HandScored(state.hand, tuple(points), tuple(totals), scored_items, counted=by_figures)]
    swept = (side for side, n in enumerate(have.sweeps) for _ in range(n))
    facts += [TallyCounted("sweeps", side, state.rules.code("sweep")) for side in swept]
    state.phase = "deal"
    state.turn = None
    return facts + _result(state, totals)


def _award_rest(state: EscobaState) -> list[Fact]:
    """Gives the cards on the table to the side that took last, and to none if none took (*.rest)."""
    rest = state.table
    state.table = 0
    state.trails = ()
    if not rest or state.last_taker is None:
        return []
    state.gather(state.last_taker, rest)
    return [EscobaRestTaken(state.last_taker, SPANISH_40.cards(rest))]


# The items


def items(rules: Rules, have: EscobaHaul) -> Iterator[Item]:
    """The items of a hand in their order."""
    for side, n in enumerate(have.sweeps):
        if n:
            yield Item(side, n, rules.code("sweep"), SPANISH_40.cards(have.swept[side]))
    yield from _most(have.cards, have.piles, rules.code("most-cards"))
    yield from _most(have.oros, [pile & OROS for pile in have.piles], rules.code("most-oros"))
    if have.seven_of_oros is not None:
        yield Item(have.seven_of_oros, 1, rules.code("seven-of-oros"), SPANISH_40.cards(SEVEN_OF_OROS))
    sevens = [pile & SEVENS for pile in have.piles]
    if not rules.setenta:
        yield from _most(have.sevens, sevens, rules.code("sevens"))
    elif have.best is not None:
        cards = SPANISH_40.cards(primiera(have.piles[have.best]))
        yield Item(have.best, 1, rules.code("sevens" if rules.by_fifteen else "primiera"), cards)
    if rules.all_bonus:
        yield from _all(have.oros, OROS, rules.code("all"))
        yield from _all(have.sevens, SEVENS, rules.code("all"))


def _most(figures: Sequence[int], cards: Sequence[int], rule: str) -> list[Item]:
    """The point of the side that has more than every other."""
    side = ahead(figures)
    return [] if side is None else [Item(side, 1, rule, SPANISH_40.cards(cards[side]))]


def _all(figures: Sequence[int], whole: int, rule: str) -> list[Item]:
    """The point of the side that has every one of these cards."""
    cards = SPANISH_40.cards(whole)
    return [Item(side, 1, rule, cards) for side, n in enumerate(figures) if n == len(cards)]


# The end of the match


def _result(state: EscobaState, totals: Sequence[int]) -> list[Fact]:
    """The end of the match, if one side alone has the highest total and that is at least the target (*.end)."""
    best, *others = sorted(totals, reverse=True)
    if best < state.rules.target or best == others[0]:
        return []
    winner = totals.index(best)
    return [MatchEnded(ranking(state, totals), (winner,), state.rules.code("end"), best - others[0])]


def ranking(state: EscobaState, totals: Sequence[int], left: Sequence[int] = ()) -> Ranking:
    """The seats in order of their totals, partners and equals together, without the seats in `left`."""
    stay = [seat for seat in range(state.seats) if seat not in left]
    levels = sorted({totals[state.side(seat)] for seat in stay}, reverse=True)
    return tuple(tuple(seat for seat in stay if totals[state.side(seat)] == total) for total in levels)


def standing(state: EscobaState, left: Sequence[int]) -> Ranking:
    """The seats by the totals so far, without those in `left`."""
    return ranking(state, state.ledger.totals, left)

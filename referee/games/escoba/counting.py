"""What a counted hand is worth, item by item, and how a match ends (*.rest to *.end)."""

from collections.abc import Iterator, Sequence

from referee.cards import SPANISH_40, bits
from referee.games.escoba.facts import EscobaRestTaken
from referee.games.escoba.rules import OROS, PRIMIERA, SEVEN_OF_OROS, SEVENS, SUITS, VALUE, Rules
from referee.games.escoba.state import EscobaState
from referee.match.ledger import Item, Ranking
from referee.match.vocabulary import Fact, HandScored, MatchEnded, Tallied


def count_hand(state: EscobaState) -> list[Fact]:
    """Counts the hand after its last card: the rest of the table, the items, the totals, and the result if it is over."""
    facts = _award_rest(state)
    found = tuple(items(state.rules, state.piles, state.sweeps, state.swept))
    points = [sum(item.points for item in found if item.side == side) for side in range(state.sides)]
    totals = [total + n for total, n in zip(state.ledger.totals, points, strict=True)]
    facts.append(HandScored(state.hand, tuple(points), tuple(totals), found))
    swept = (side for side, n in enumerate(state.sweeps) for _ in range(n))
    facts += [Tallied("sweeps", side, state.rules.code("sweep")) for side in swept]
    state.phase = "deal"
    state.turn = None
    return facts + _result(state, totals)


def _award_rest(state: EscobaState) -> list[Fact]:
    """What lies on the table goes to the side that took last, and to nobody if none did (*.rest)."""
    rest = state.table
    state.table = 0
    state.trailed = ()
    if not rest or state.last_taker is None:
        return []
    state.gather(state.last_taker, rest)
    return [EscobaRestTaken(state.last_taker, SPANISH_40.cards(rest))]


# The items


def items(rules: Rules, piles: Sequence[int], sweeps: Sequence[int], swept: Sequence[int]) -> Iterator[Item]:
    """The items of a hand in their order: `piles` are the cards of each side, `swept` those that made its sweeps."""
    for side, n in enumerate(sweeps):
        if n:
            yield Item(side, n, rules.code("sweep"), SPANISH_40.cards(swept[side]))
    yield from _most(piles, rules.code("most-cards"))
    yield from _most([pile & OROS for pile in piles], rules.code("most-oros"))
    for side, pile in enumerate(piles):
        if pile & SEVEN_OF_OROS:
            yield Item(side, 1, rules.code("seven-of-oros"), SPANISH_40.cards(SEVEN_OF_OROS))
    if rules.setenta:
        yield from _best_primiera(piles, rules.code("sevens" if rules.by_fifteen else "primiera"))
    else:
        yield from _most([pile & SEVENS for pile in piles], rules.code("sevens"))
    for whole in (OROS, SEVENS) if rules.all_bonus else ():
        for side, pile in enumerate(piles):
            if pile & whole == whole:
                yield Item(side, 1, rules.code("all"), SPANISH_40.cards(whole))


def _most(cards: Sequence[int], rule: str) -> list[Item]:
    """The point of the side that has more cards than every other."""
    return _ahead([held.bit_count() for held in cards], cards, rule)


def _best_primiera(piles: Sequence[int], rule: str) -> list[Item]:
    """The point of the side with the highest primiera; one that lacks a suit has none (scopa.primiera)."""
    best = [primiera(pile) for pile in piles]
    return _ahead([sum(PRIMIERA[VALUE[card]] for card in bits(cards)) for cards in best], best, rule)


def _ahead(figures: Sequence[int], cards: Sequence[int], rule: str) -> list[Item]:
    most = max(figures)
    have = [side for side, figure in enumerate(figures) if figure == most]
    return [Item(have[0], 1, rule, SPANISH_40.cards(cards[have[0]]))] if len(have) == 1 else []


def primiera(pile: int) -> int:
    """The best card of each suit, by what it counts in a primiera; no cards where a suit is missing (scopa.primiera)."""
    suits = [pile & suit for suit in SUITS]
    if not all(suits):
        return 0
    return sum(max(bits(suit), key=lambda card: PRIMIERA[VALUE[card]]) for suit in suits)


# The end of the match


def _result(state: EscobaState, totals: Sequence[int]) -> list[Fact]:
    """The end, where one side alone has the highest total and that is at least the target (*.end)."""
    best, *others = sorted(totals, reverse=True)
    if best < state.rules.target or best == others[0]:
        return []
    winner = totals.index(best)
    return [MatchEnded(ranking(state, totals), (winner,), state.rules.code("end"), best - others[0])]


def ranking(state: EscobaState, totals: Sequence[int], left: Sequence[int] = ()) -> Ranking:
    """The seats in order of their totals, partners and equals together, without the seats in `left`."""
    stay = [seat for seat in range(state.seats) if seat not in left]
    reached = sorted({totals[state.side(seat)] for seat in stay}, reverse=True)
    return tuple(tuple(seat for seat in stay if totals[state.side(seat)] == total) for total in reached)


def standing(state: EscobaState, left: Sequence[int]) -> Ranking:
    """The seats by the totals so far, without those in `left`."""
    return ranking(state, state.ledger.totals, left)

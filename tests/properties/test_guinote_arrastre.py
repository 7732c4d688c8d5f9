"""The masks of the arrastre against a reference that knows only sets and the order of ranks."""

import random
from functools import reduce
from operator import or_

from referee.cards import SPANISH_40, bits
from referee.games.guinote.rules import BEATERS, SUITS, asserted, denied, playable
from tests.support.guinote_table import NAMES

HIGH_TO_LOW = ["1", "3", "12", "10", "11", "7", "6", "5", "4", "2"]


def outranks(card: str, other: str, triunfo: str) -> bool:
    """Whether a card beats one that is winning a trick."""
    if card[-1] == other[-1]:
        return HIGH_TO_LOW.index(card[:-1]) < HIGH_TO_LOW.index(other[:-1])
    return card[-1] == triunfo


def winning(trick: list[str], triunfo: str) -> int:
    best = 0
    for i, card in enumerate(trick):
        if outranks(card, trick[best], triunfo):
            best = i
    return best


def allowed(hand: set[str], trick: list[str], triunfo: str, seats: int) -> set[str]:
    """The cards of a hand that the two rules of the arrastre leave."""
    suit = {card for card in hand if card[-1] == trick[0][-1]}
    choice = suit or hand
    best = winning(trick, triunfo)
    partner = seats == 4 and (len(trick) - best) % 2 == 0
    better = {card for card in choice if outranks(card, trick[best], triunfo)}
    return choice if partner or not better else better


def test_arrastre_masks_agree_with_sets_on_100_000_positions() -> None:
    rng = random.Random(1)
    for _ in range(100_000):
        seats = rng.choice((4, 4, 2))
        triunfo = rng.choice("OCEB")
        cards = rng.sample(NAMES, rng.randrange(1, seats) + rng.randrange(1, 7))
        laid = rng.randrange(1, min(seats, len(cards)))
        trick, hand = cards[:laid], set(cards[laid:])
        best = winning(trick, triunfo)
        partner = seats == 4 and (laid - best) % 2 == 0
        mask = SPANISH_40.mask(hand)
        led, beat = SUITS[trick[0][-1]], BEATERS[SUITS[triunfo]][trick[best]]
        regular = allowed(hand, trick, triunfo, seats)
        assert set(SPANISH_40.cards(playable(mask, mask, led, beat, partner))) == regular, (trick, hand, triunfo)
        for card in bits(mask):
            said = asserted(led, beat, bool(card & led), partner or card & beat)
            assert denied(led, beat, bool(card & led), partner or card & beat) == reduce(or_, dict(said).values(), 0)
            broken = [rule for rule, absent in said if mask & ~card & absent]
            assert bool(broken) == (SPANISH_40.name(card) not in regular), (trick, hand, triunfo)

"""The masks of the arrastre against a reference that knows only sets and the order of ranks."""

import random
from functools import reduce
from operator import or_

from referee.cards import bits
from referee.games.guinote.deck import deck
from referee.games.guinote.rules import forbidden_cards, implied_absences, playable

HIGH_TO_LOW = ["1", "3", "12", "10", "11", "9", "8", "7", "6", "5", "4", "2"]
CABALLO_HIGH = ["1", "3", "12", "11", "10", "9", "8", "7", "6", "5", "4", "2"]
DECKS = [
    (deck("sota", "sota", 40), HIGH_TO_LOW),
    (deck("sota", "caballo", 48), HIGH_TO_LOW),
    (deck("caballo", "sota", 40), CABALLO_HIGH),
]


def outranks(card: str, other: str, triunfo: str, ranks: list[str]) -> bool:
    """True if a card beats one that is winning a trick."""
    if card[-1] == other[-1]:
        return ranks.index(card[:-1]) < ranks.index(other[:-1])
    return card[-1] == triunfo


def winning(trick: list[str], triunfo: str, ranks: list[str]) -> int:
    best = 0
    for i, card in enumerate(trick):
        if outranks(card, trick[best], triunfo, ranks):
            best = i
    return best


def allowed_cards(hand: set[str], trick: list[str], triunfo: str, seats: int, ranks: list[str]) -> set[str]:
    """The cards of a hand that the two rules of the arrastre leave."""
    suit = {card for card in hand if card[-1] == trick[0][-1]}
    choice = suit or hand
    best = winning(trick, triunfo, ranks)
    partner = seats == 4 and (len(trick) - best) % 2 == 0
    better = {card for card in choice if outranks(card, trick[best], triunfo, ranks)}
    return choice if partner or not better else better


def test_arrastre_masks_agree_with_sets_on_100_000_positions() -> None:
    rng = random.Random(1)
    for _ in range(100_000):
        cards_of, ranks = rng.choice(DECKS)
        pack = cards_of.pack
        seats = rng.choice((4, 4, 2))
        triunfo = rng.choice("OCEB")
        cards = rng.sample(pack.names, rng.randrange(1, seats) + rng.randrange(1, 7))
        trick_size = rng.randrange(1, min(seats, len(cards)))
        trick, hand = cards[:trick_size], set(cards[trick_size:])
        best = winning(trick, triunfo, ranks)
        partner = seats == 4 and (trick_size - best) % 2 == 0
        mask = pack.mask(hand)
        led_suit, beat = pack.suits[trick[0][-1]], cards_of.beaters[pack.suits[triunfo]][trick[best]]
        regular = allowed_cards(hand, trick, triunfo, seats, ranks)
        assert set(pack.cards(playable(mask, 0, 0, led_suit, beat, partner))) == regular, (trick, hand, triunfo)
        for card in bits(mask):
            absences = implied_absences(led_suit, beat, bool(card & led_suit), partner or card & beat)
            assert forbidden_cards(led_suit, beat, bool(card & led_suit), partner or card & beat) == reduce(
                or_, dict(absences).values(), 0
            )
            broken_rules = [rule for rule, absent in absences if mask & ~card & absent]
            assert bool(broken_rules) == (pack.name(card) not in regular), (trick, hand, triunfo)

"""The cards at a table of Guiñote: the pack, the worth and rank of each card, and the pairs that make a cante.

The rulebook has one deck, `USUAL`. House rules vary it. Each variant is made once.
"""

from functools import cache
from typing import Literal

from referee.cards import SPANISH_40, SPANISH_48_PLAIN, Pack

Figure = Literal["sota", "caballo"]
Size = Literal[40, 48]

NUMBER = {"sota": "10", "caballo": "11"}
PACKS = {40: SPANISH_40, 48: SPANISH_48_PLAIN}
HIGH = ("1", "3", "12")
LOW = ("9", "8", "7", "6", "5", "4", "2")
HAND = 6
"""Cards dealt to a seat (guinote.deal)."""


class Deck:
    """One deck.

    `ranks`: the numbers, high to low (guinote.rank); `worth`: points of a card (guinote.points); `pairs`: the two cards
    of each suit that make a cante; `sevens`: the 7 of each suit, by the suit's mask; `above_seven`: the cards it can take.
    `masks_of`: by name of card, three masks: the card, all other cards, its suit. `beaters`, by the mask of triunfo: for each
    card, those that beat it while it wins a trick (guinote.trick). `height`: the rank of a card in any suit.
    """

    __slots__ = (
        "_worth_of_rank",
        "above_seven",
        "beaters",
        "cante_ranks",
        "height",
        "letter",
        "masks_of",
        "pack",
        "pairs",
        "ranks",
        "sevens",
        "worth",
    )

    def __init__(self, pack: Pack, high: Figure, cante_figure: Figure) -> None:
        figures = ("10", "11") if high == "sota" else ("11", "10")
        points = {"1": 11, "3": 10, "12": 4, figures[0]: 3, figures[1]: 2}
        self.pack = pack
        self.ranks = tuple(rank for rank in (*HIGH, *figures, *LOW) if rank + "O" in pack.bit)
        self.height = {name: -self.ranks.index(name[:-1]) for name in pack.names}
        self.worth = {name: points.get(name[:-1], 0) for name in pack.names}
        self._worth_of_rank = tuple(
            (pack.mask(rank + suit for suit in pack.suits), worth) for rank, worth in points.items()
        )
        self.masks_of = {name: (bit, pack.all ^ bit, pack.suit_of[bit]) for name, bit in pack.bit.items()}
        self.letter = {mask: suit for suit, mask in pack.suits.items()}
        self.cante_ranks = (NUMBER[cante_figure], "12")
        self.pairs = {suit: pack.mask(number + suit for number in self.cante_ranks) for suit in pack.suits}
        self.sevens = {mask: pack.bit[f"7{suit}"] for suit, mask in pack.suits.items()}
        self.above_seven = pack.mask(name for name in pack.names if self.height[name] > self.height["7" + name[-1]])
        above = {name: higher for suit in pack.suits for name, higher in self._higher(suit).items()}
        self.beaters = {
            trump: {name: higher if pack.bit[name] & trump else higher | trump for name, higher in above.items()}
            for trump in pack.suits.values()
        }

    def _higher(self, suit: str) -> dict[str, int]:
        """Each card of a suit with the cards of the suit that rank above it."""
        above, higher = {}, 0
        for rank in self.ranks:
            above[rank + suit] = higher
            higher |= self.pack.bit[rank + suit]
        return above

    def points_in(self, cards: int) -> int:
        """Points of a pile (guinote.points)."""
        return sum([(cards & mask).bit_count() * worth for mask, worth in self._worth_of_rank])

    def descarte_tricks(self, seats: int) -> int:
        """The number of tricks that a draw follows (guinote.descarte): 4 with four seats and 40 cards, 14 with two."""
        return self.pack.size // seats - HAND


@cache
def deck(high: Figure = "sota", cante_figure: Figure = "sota", size: Size = 40) -> Deck:
    """The deck of these house rules: the figure that outranks the other, the one sung with the rey, the number of cards."""
    return Deck(PACKS[size], high, cante_figure)


USUAL = deck("sota", "sota", 40)
"""The deck of the paper."""
IN_THE_PACK = sum(USUAL.worth.values())
"""Points of any deck, 120: the two figures have 3 and 2 in either order, and eights and nines nothing (guinote.points)."""
MOST_IN_A_TRICK = 4 * max(USUAL.worth.values())
"""The points of a trick of four aces."""

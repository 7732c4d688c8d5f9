"""Packs of cards, their spelling, and cards as bits of an int.

A card is one bit, a hand the `|` of its cards, a suit a mask. Bit 0 is the first card in pack order (suit by suit,
lowest number or rank first), so sorting a hand is reading its bits upwards and, within a French suit, the
stronger card is the larger int.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Annotated

from msgspec import Meta

CardName = Annotated[
    str,
    Meta(
        description="A card in the rulebook's spelling: `QS`, `TD`, `10C`, `X1`.",
        examples=["QS"],
        extra={"cards": "name"},
    ),
]
SuitName = Annotated[
    str, Meta(description="A suit, by its letter in the pack.", extra_json_schema={"pattern": "^[BCDEHOS]$"})
]
CardSet = Annotated[tuple[CardName, ...], Meta(extra={"cards": "set"})]
"""Cards in no particular order: stored in pack order."""
CardRow = Annotated[tuple[CardName, ...], Meta(extra={"cards": "row"})]
"""Cards in an order that is part of the event: a stock, a pack, attackers as declared."""


class Pack:
    """One pack: `names` in pack order; `bit` maps a name to its bit; `suits` maps a suit's letter to its mask."""

    __slots__ = ("_by_length", "_figures", "_suit_words", "all", "bit", "names", "size", "suit_of", "suits")

    def __init__(
        self, names: Iterable[str], suits: Mapping[str, tuple[str, str, str]], figures: Mapping[str, tuple[str, str]]
    ) -> None:
        self._suit_words = suits
        self._figures = figures
        self.names = tuple(names)
        self.bit = {name: 1 << i for i, name in enumerate(self.names)}
        # By the length of a set as a binary number: its highest card.
        self._by_length = (("", 0), *self.bit.items())
        self.size = len(self.names)
        self.all = (1 << self.size) - 1
        self.suits: dict[str, int] = {}
        for name, bit in self.bit.items():
            if name[0] != "X":
                self.suits[name[-1]] = self.suits.get(name[-1], 0) | bit
        self.suit_of = {bit: mask for mask in self.suits.values() for bit in bits(mask)}

    def mask(self, cards: Iterable[str]) -> int:
        """The set of these cards as an int. A card named twice counts once; an unknown name raises KeyError."""
        bit = self.bit
        mask = 0
        for card in cards:
            mask |= bit[card]
        return mask

    def name(self, card: int) -> str:
        """The name of a single-bit card."""
        return self.names[card.bit_length() - 1]

    def cards(self, mask: int) -> tuple[str, ...]:
        """The names of a set of cards, in pack order."""
        highest = self._by_length
        names = []
        while mask:
            name, bit = highest[mask.bit_length()]
            names.append(name)
            mask ^= bit
        names.reverse()
        return tuple(names)

    def in_order(self, cards: Iterable[str]) -> tuple[str, ...]:
        """The same cards sorted in pack order, doubles kept."""
        return tuple(sorted(cards, key=self.bit.__getitem__))

    def with_suit_sign(self, card: str) -> str:
        """A card with the sign of its suit where it has one (`Q♠`); anything else as it is."""
        sign = self._suit_words[card[-1]][2] if card in self.bit and card[-1] in self._suit_words else ""
        return card[:-1] + sign if sign else card

    def in_words(self, card: str, language: str) -> str:
        """A card in words, in Spanish (`es`) or English: «reina de picas», «sota de oros», "queen of spades"."""
        which = 0 if language == "es" else 1
        if card[-1] not in self._suit_words:
            return ("comodín", "joker")[which] + f" {card[1:]}"
        figure = self._figures.get(card[:-1])
        return f"{figure[which] if figure else card[:-1]} {('de', 'of')[which]} {self._suit_words[card[-1]][which]}"

    def rank_word(self, card: str, language: str) -> str:
        """The rank of a card in words, in Spanish (`es`) or English: «sota», "jack", 7; a joker with its number."""
        figure = self._figures.get(card[:-1])
        if card[-1] not in self._suit_words:
            return self.in_words(card, language)
        return figure[0 if language == "es" else 1] if figure else card[:-1]

    def by_suit(self, cards: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """The cards by the letter of their suit, suits and cards in pack order; suits without a card are left out."""
        suits: dict[str, tuple[str, ...]] = {}
        for card in self.in_order(cards):
            suits[card[-1]] = (*suits.get(card[-1], ()), card)
        return suits

    def suit_word(self, letter: str, language: str) -> str:
        """A suit in words, in Spanish (`es`) or English."""
        return self._suit_words[letter][0 if language == "es" else 1]

    def shuffle(self, seed: str, *place: int | str) -> tuple[str, ...]:
        """The pack shuffled by `seed` for the hand (and seat, and try) that `place` names."""
        return drawn_order(self.names, seed, *place)


def bits(mask: int) -> Iterator[int]:
    """The single cards of a set, lowest first."""
    while mask:
        card = mask & -mask
        yield card
        mask ^= card


Chance = Callable[[], str]
"""Gives a seed, another one each time."""


def drawn_order(candidates: Iterable[str], seed: str, *place: int | str) -> tuple[str, ...]:
    """Candidates in the order that chance drew: by SHA-256 of seed, what `place` names, and candidate, one a line.

    Anyone can repeat it from the recorded seed with any SHA-256 tool.
    """
    prefix = "\n".join([seed, *map(str, place)])
    return tuple(sorted(candidates, key=lambda name: sha256(f"{prefix}\n{name}".encode()).digest()))


def drawn_dealer(seats: int, seed: str) -> int:
    """The seat that deals first where chance draws it: the first in the order drawn for hand 1."""
    return int(drawn_order(map(str, range(seats)), seed, 1)[0])


FRENCH = Pack(
    (rank + suit for suit in "CDHS" for rank in "23456789TJQKA"),
    {
        "C": ("tréboles", "clubs", "♣"),
        "D": ("diamantes", "diamonds", "♦"),
        "H": ("corazones", "hearts", "♥"),
        "S": ("picas", "spades", "♠"),
    },
    {"T": ("10", "10"), "J": ("jota", "jack"), "Q": ("reina", "queen"), "K": ("rey", "king"), "A": ("as", "ace")},
)
"""52 cards, ace high."""

_SPANISH_SUITS = {
    "O": ("oros", "oros", ""),
    "C": ("copas", "copas", ""),
    "E": ("espadas", "espadas", ""),
    "B": ("bastos", "bastos", ""),
}
_SPANISH_FIGURES = {"1": ("as", "as"), "10": ("sota", "sota"), "11": ("caballo", "caballo"), "12": ("rey", "rey")}

SPANISH_40 = Pack(
    (f"{number}{suit}" for suit in "OCEB" for number in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)),
    _SPANISH_SUITS,
    _SPANISH_FIGURES,
)
"""40 cards, without eights and nines."""
_WHOLE_SUITS = tuple(f"{number}{suit}" for suit in "OCEB" for number in range(1, 13))
SPANISH_48 = Pack((*_WHOLE_SUITS, "X1", "X2"), _SPANISH_SUITS, _SPANISH_FIGURES)
"""48 cards and the two jokers (comodines)."""
SPANISH_48_PLAIN = Pack(_WHOLE_SUITS, _SPANISH_SUITS, _SPANISH_FIGURES)
"""48 cards, without jokers."""

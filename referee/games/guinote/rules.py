"""What the cards of Guiñote are worth, which beats which, and what the arrastre leaves a seat to play, as masks.

`denied` is the arrastre; `asserted` and `playable` are what it makes a card say, and what it leaves to play.
"""

from referee.cards import SPANISH_40

BIT = SPANISH_40.bit
SUITS = SPANISH_40.suits
"""The mask of each suit, by its letter."""

RANKS = ("1", "3", "12", "10", "11", "7", "6", "5", "4", "2")
"""High to low (guinote.rank): the sota ranks above the caballo."""
HEIGHT = {name: -RANKS.index(name[:-1]) for name in SPANISH_40.names}
"""How high a card is, whatever its suit (guinote.first-dealer)."""
POINTS = {"1": 11, "3": 10, "12": 4, "10": 3, "11": 2}
"""What a number is worth; the rest nothing (guinote.points)."""
WORTH = {name: POINTS.get(name[:-1], 0) for name in SPANISH_40.names}
LAID = {name: (bit, SPANISH_40.all ^ bit, SPANISH_40.suit_of[bit]) for name, bit in BIT.items()}
"""What is asked of a card that is laid: its bit, all cards but it, its suit."""
MOST_IN_A_TRICK = len(SUITS) * max(POINTS.values())
"""The points of a trick of four aces."""
VALUED = SPANISH_40.mask(name for name, worth in WORTH.items() if worth)
"""The cards with points, which are also those that the 7 may be exchanged for (guinote.exchange)."""

_WORTH_OF_RANK = tuple((SPANISH_40.mask(rank + suit for suit in SUITS), worth) for rank, worth in POINTS.items())

PAIRS = {suit: SPANISH_40.mask((f"10{suit}", f"12{suit}")) for suit in SUITS}
"""The sota and the rey that make a cante."""
SEVENS = {mask: BIT[f"7{suit}"] for suit, mask in SUITS.items()}
"""The 7 of each suit, by the suit's mask."""
LETTER = {mask: suit for suit, mask in SUITS.items()}

HAND = 6
"""Cards dealt to a seat (guinote.deal)."""
LAST_TRICK = 10
"""Diez de últimas (guinote.last-trick)."""
TARGET = 101
"""What wins a partida (guinote.win-first-hand)."""
LEAST_IN_CARDS = 30
"""What a side needs in cards to win with 101 (guinote.thirty)."""
MALAS = 50
"""The first points read as malas, the others as buenas (guinote.malas)."""

FOLLOW = "guinote.arrastre-follow"
BEAT = "guinote.arrastre-beat"
CANTE = "guinote.cante"


def descarte_tricks(seats: int) -> int:
    """How many tricks are followed by a draw (guinote.descarte): 4 with four seats, 14 with two."""
    return SPANISH_40.size // seats - HAND


def _higher(suit: str) -> dict[str, int]:
    """Each card of a suit with the cards of the suit that rank above it."""
    above, higher = {}, 0
    for rank in RANKS:
        name = rank + suit
        above[name] = higher
        higher |= BIT[name]
    return above


_ABOVE = {name: above for suit in SUITS for name, above in _higher(suit).items()}
BEATERS = {
    trump: {name: above if BIT[name] & trump else above | trump for name, above in _ABOVE.items()}
    for trump in SUITS.values()
}
"""By the mask of triunfo: for each card, those that beat it while it wins a trick (guinote.trick)."""


def denied(led: int, beat: int, follows: bool, free: bool | int) -> int:
    """The two rules of the arrastre: what a hand must not hold that lays a card of the led suit (`follows`) or of another.

    Out of suit, no card of `led`, the mask of the led suit. Unless `free` (the partner is winning, or the card laid
    beats), none either that beats, among those that following leaves; `beat` are the cards that do.
    """
    if follows:
        return 0 if free else beat & led
    return led if free else beat | led


def asserted(led: int, beat: int, follows: bool, free: bool | int) -> list[tuple[str, int]]:
    """What such a card says of its hand, rule by rule: code, and the cards that the hand must not hold."""
    said = []
    suit = denied(led, beat, follows, True)
    if suit:
        said.append((FOLLOW, suit))
    better = 0 if free else denied(led, beat, follows, False) & beat
    if better:
        said.append((BEAT, better))
    return said


def playable(known: int, possible: int, led: int, beat: int, partner: bool) -> int:
    """The cards of `possible` that break neither rule, as far as the `known` cards of the hand can show.

    For a hand wholly known both masks are the hand. `partner`: whether the partner is winning.
    """
    left = 0
    for suit, follows in ((led, True), (~led, False)):
        for cards, free in ((suit & beat, True), (suit & ~beat, partner)):
            if not known & denied(led, beat, follows, free):
                left |= possible & cards
    return left


def points_in(cards: int) -> int:
    """Points of a pile (guinote.points)."""
    return sum([(cards & mask).bit_count() * worth for mask, worth in _WORTH_OF_RANK])


def reading(points: int) -> str:
    """Points as the table says them: "47 malas", "33 buenas" (guinote.malas)."""
    return f"{points} malas" if points <= MALAS else f"{points - MALAS} buenas"


def distinct(choices: list[frozenset[str]]) -> bool:
    """Whether a different suit can be chosen from each of these sets: cantes whose suit nobody named."""
    if not choices:
        return True
    return any(distinct([rest - {suit} for rest in choices[1:]]) for suit in choices[0])

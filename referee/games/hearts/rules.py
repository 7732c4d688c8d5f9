"""Which cards the rules of Hearts leave, as masks; and what a card that departs from them asserts.

`playable` and `asserted` are two readings of the same three rules: a card breaks one, as far as the log knows, exactly
when it is not in `playable`.
"""

from referee.cards import FRENCH

CLUBS, DIAMONDS, HEARTS, SPADES = (FRENCH.suits[suit] for suit in "CDHS")
TWO_OF_CLUBS = FRENCH.bit["2C"]
QUEEN_OF_SPADES = FRENCH.bit["QS"]
POINT_CARDS = HEARTS | QUEEN_OF_SPADES
HARMLESS = FRENCH.all & ~POINT_CARDS
"""What the first trick asks of a seat without clubs (hearts.first-trick)."""
OTHER_SUITS = FRENCH.all & ~HEARTS

HEIGHT = {name: "23456789TJQKA".index(name[0]) for name in FRENCH.names}
"""How high a card is, whatever its suit (hearts.first-dealer)."""

QUEEN_POINTS = 13
ALL_POINTS = 26
"""A heart each and the queen: what a round is worth (hearts.points)."""


FOLLOW_SUIT = "hearts.follow-suit"


def playable(known: int, possible: int, led: int, first: bool, broken: bool) -> int:
    """The cards of `possible` that break no rule, as far as the `known` cards of the hand can show.

    `led` is the mask of the led suit, 0 for a lead. For a hand wholly known both masks are the hand. What the cards left to
    see leave room for in a hand known in part is the judge's to say.
    """
    if led:
        if known & led:
            return possible & led
        if first and known & HARMLESS:
            return possible & HARMLESS
    elif not broken and known & OTHER_SUITS:
        return possible & OTHER_SUITS
    return possible


def asserted(card: int, led: int, first: bool, broken: bool) -> list[tuple[str, int]]:
    """What the card says of the hand it came from: rule code, and the cards that the hand must not hold."""
    if not led:
        return [] if broken or not card & HEARTS else [("hearts.lead-hearts", OTHER_SUITS)]
    if card & led:
        return []
    said = [(FOLLOW_SUIT, led)]
    if first and card & POINT_CARDS:
        said.append(("hearts.first-trick", HARMLESS & ~led))
    return said


def departures(led: int, first: bool, broken: bool) -> tuple[tuple[int, int], ...]:
    """The cards that assert something of their hand when they are laid, with all the cards that it then must not hold."""
    if not led:
        return () if broken else ((HEARTS, OTHER_SUITS),)
    others = FRENCH.all & ~led
    return ((others & HARMLESS, led), (others & POINT_CARDS, led | HARMLESS)) if first else ((others, led),)


def points_in(cards: int) -> int:
    """Points of a pile: a heart 1, the queen of spades 13 (hearts.points)."""
    return (cards & HEARTS).bit_count() + (QUEEN_POINTS if cards & QUEEN_OF_SPADES else 0)


PASS_STEPS = (1, -1, 2, 0)
"""To whom round 1, 2, 3, 4 passes, in seats (hearts.pass)."""

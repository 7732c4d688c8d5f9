"""Legal cards of Hearts, as masks, and the cards that a hand must not hold if it plays another.

`playable` and `implied_absences` are two readings of the same three rules: a card breaks one, as far as the log knows,
exactly when it is not in `playable`.
"""

from referee.cards import FRENCH

CLUBS, DIAMONDS, HEARTS, SPADES = (FRENCH.suits[suit] for suit in "CDHS")
TWO_OF_CLUBS = FRENCH.bit["2C"]
QUEEN_OF_SPADES = FRENCH.bit["QS"]
POINT_CARDS = HEARTS | QUEEN_OF_SPADES
HARMLESS = FRENCH.all & ~POINT_CARDS
"""Cards that a seat without clubs must play to the first trick, if it has one (hearts.first-trick)."""
OTHER_SUITS = FRENCH.all & ~HEARTS

HEIGHT = {name: "23456789TJQKA".index(name[0]) for name in FRENCH.names}
"""By card, its height in any suit, from 0 (hearts.first-dealer)."""

QUEEN_POINTS = 13
ALL_POINTS = 26
"""The points of a round: a heart counts 1, the queen 13 (hearts.points)."""


FOLLOW_SUIT = "hearts.follow-suit"


def playable(hand: int, possible: int, led_suit: int, first: bool, hearts_broken: bool) -> int:
    """The cards of `possible` that break no rule, as far as the known cards of the hand show.

    `led_suit` is a mask, 0 for a lead. `hand` has the known cards; for a hand wholly known it is the same as `possible`.
    The judge counts the cards left to see for a hand known in part.
    """
    if led_suit:
        if hand & led_suit:
            return possible & led_suit
        if first and hand & HARMLESS:
            return possible & HARMLESS
    elif not hearts_broken and hand & OTHER_SUITS:
        return possible & OTHER_SUITS
    return possible


def implied_absences(card: int, led_suit: int, first: bool, hearts_broken: bool) -> list[tuple[str, int]]:
    """The cards that the hand of this card must not hold, by rule code."""
    if not led_suit:
        return [] if hearts_broken or not card & HEARTS else [("hearts.lead-hearts", OTHER_SUITS)]
    if card & led_suit:
        return []
    absences = [(FOLLOW_SUIT, led_suit)]
    if first and card & POINT_CARDS:
        absences.append(("hearts.first-trick", HARMLESS & ~led_suit))
    return absences


def departures(led_suit: int, first: bool, hearts_broken: bool) -> tuple[tuple[int, int], ...]:
    """Pairs of masks: cards, and all that a hand must not hold if it lays one of them. Other cards imply nothing."""
    if not led_suit:
        return () if hearts_broken else ((HEARTS, OTHER_SUITS),)
    others = FRENCH.all & ~led_suit
    return (
        ((others & HARMLESS, led_suit), (others & POINT_CARDS, led_suit | HARMLESS)) if first else ((others, led_suit),)
    )


def points_in(cards: int) -> int:
    """Points of a pile: a heart 1, the queen of spades 13 (hearts.points)."""
    return (cards & HEARTS).bit_count() + (QUEEN_POINTS if cards & QUEEN_OF_SPADES else 0)


PASS_STEPS = (1, -1, 2, 0)
"""Distance of the pass in rounds 1, 2, 3, 4, in seats (hearts.pass)."""

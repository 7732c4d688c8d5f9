"""The numbers of Guiñote, and the arrastre as masks.

`forbidden_cards` has the two rules of the arrastre. `implied_absences` lists them for one card; `playable` gives the legal cards.
"""

TARGET = 101
"""The points that win a partida (guinote.win-first-hand)."""
LEAST_IN_CARDS = 30
"""The points in cards that a side needs to win with 101 (guinote.thirty)."""

FOLLOW = "guinote.arrastre-follow"
BEAT = "guinote.arrastre-beat"
CANTE = "guinote.cante"


def forbidden_cards(led_suit: int, beat: int, follows: bool, free: bool | int) -> int:
    """Cards the hand must not hold if it plays a card of the led suit (`follows`) or of another suit.

    Without following: any card of `led_suit`. Unless `free` (the partner is winning, or the card itself beats): also the cards
    of `beat`, which beat the one that is winning, as far as the led suit does not forbid them already.
    """
    if follows:
        return 0 if free else beat & led_suit
    return led_suit if free else beat | led_suit


def implied_absences(led_suit: int, beat: int, follows: bool, free: bool | int) -> list[tuple[str, int]]:
    """The forbidden cards of such a play by rule: code, and the cards that the hand must not hold."""
    absences = []
    suit = forbidden_cards(led_suit, beat, follows, True)
    if suit:
        absences.append((FOLLOW, suit))
    better = 0 if free else forbidden_cards(led_suit, beat, follows, False) & beat
    if better:
        absences.append((BEAT, better))
    return absences


def playable(hand: int, free: int, room: int, led_suit: int, beat: int, partner: bool) -> int:
    """The cards that a hand may lay without breaking a rule. It holds the cards of `hand`, and `room` more out of `free`.

    `partner`: the partner is winning. A card never forbids itself, so the cards left must fill the hand both before and after
    it is laid.
    """
    left = 0
    for suit, follows in ((led_suit, True), (~led_suit, False)):
        for cards, unbound in ((suit & beat, True), (suit & ~beat, partner)):
            absent = forbidden_cards(led_suit, beat, follows, unbound)
            if not hand & absent and (free & ~absent).bit_count() >= room:
                left |= (hand | free) & cards
    return left


def distinct(choices: list[frozenset[str]]) -> bool:
    """True if a different suit can be chosen from each of these sets: one set for each cante that named no suit."""
    if not choices:
        return True
    return any(distinct([rest - {suit} for rest in choices[1:]]) for suit in choices[0])

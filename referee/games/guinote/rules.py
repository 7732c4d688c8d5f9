"""What Guiñote counts, and what the arrastre leaves a seat to play, as masks.

`forbidden_cards` is the arrastre; `asserted` and `playable` are what it makes a card say, and what it leaves to play.
"""

TARGET = 101
"""What wins a partida (guinote.win-first-hand)."""
LEAST_IN_CARDS = 30
"""What a side needs in cards to win with 101 (guinote.thirty)."""
MALAS = 50
"""The first points read as malas, the others as buenas (guinote.malas)."""

FOLLOW = "guinote.arrastre-follow"
BEAT = "guinote.arrastre-beat"
CANTE = "guinote.cante"


def forbidden_cards(led: int, beat: int, follows: bool, free: bool | int) -> int:
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
    suit = forbidden_cards(led, beat, follows, True)
    if suit:
        said.append((FOLLOW, suit))
    better = 0 if free else forbidden_cards(led, beat, follows, False) & beat
    if better:
        said.append((BEAT, better))
    return said


def playable(known: int, free: int, room: int, led: int, beat: int, partner: bool) -> int:
    """The cards that a hand may lay and break neither rule: it holds these `known` cards, and `room` more from those `free`.

    `partner`: whether the partner is winning. None of the cards is in what it denies, so that those left must fill the hand
    both before and after it is laid.
    """
    left = 0
    for suit, follows in ((led, True), (~led, False)):
        for cards, unbound in ((suit & beat, True), (suit & ~beat, partner)):
            absent = forbidden_cards(led, beat, follows, unbound)
            if not known & absent and (free & ~absent).bit_count() >= room:
                left |= (known | free) & cards
    return left


def reading(points: int) -> str:
    """Points as the table says them: "47 malas", "33 buenas" (guinote.malas)."""
    return f"{points} malas" if points <= MALAS else f"{points - MALAS} buenas"


def distinct(choices: list[frozenset[str]]) -> bool:
    """Whether a different suit can be chosen from each of these sets: cantes whose suit nobody named."""
    if not choices:
        return True
    return any(distinct([rest - {suit} for rest in choices[1:]]) for suit in choices[0])

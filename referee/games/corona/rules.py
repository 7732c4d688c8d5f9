"""The worth of a card of Por la Corona, its abilities, and its cost to the opponent. Cards are bits, sets are masks."""

from typing import Literal, NamedTuple

from referee.cards import SPANISH_48, bits

PACK = SPANISH_48
JOKERS = PACK.mask(("X1", "X2"))
OROS, COPAS, ESPADAS, BASTOS = (PACK.suits[suit] for suit in "OCEB")

LOSE = "corona.lose"
LOSING = (LOSE, "corona.draw", "corona.income", "corona.combat")
"""The codes by which a battle is lost: the first says no more; the others name the debt of the pack that had run out."""
HAND = 7
"""Cards that each seat draws first (corona.hand)."""
SUIT_CARDS = 2
"""Cards that *oros* draw, and that *espadas* and *bastos* cost in addition."""

Ability = Literal["draw", "charge", "pierce", "drain"]
"""Abilities of a suit: *oros* draw, *copas* charge, *espadas* pierce and *bastos* drain, unless a house rule changes it."""
Combats = Literal["whole", "one_by_one"]
"""Ways to record a defence: all its combats at once, or each by itself."""


class Abilities(NamedTuple):
    """The cards that have each ability: those that draw, that attack in the turn they enter, that cost more, that cost still."""

    draw: int
    charge: int
    pierce: int
    drain: int


NUMBER = {bit: 0 if bit & JOKERS else int(name[:-1]) for name, bit in PACK.bit.items()}
"""The number of each card: value, cost, attack and defence in one. A joker counts 0."""
UP_TO = tuple(PACK.mask(name for name, bit in PACK.bit.items() if 0 < NUMBER[bit] <= top) for top in range(13))
"""The numbered cards up to each number: those that an income of that much can hire."""
ANY_COST = 12


def total(cards: int) -> int:
    """The numbers of a set of cards together."""
    return sum(NUMBER[card] for card in bits(cards))


def highest(cards: int, count: int) -> list[int]:
    """The `count` highest of these cards, the highest first; all, if they are fewer."""
    return sorted(bits(cards), key=lambda card: NUMBER[card], reverse=True)[:count]


def allowance(income: int, extra: int, expense: int) -> int:
    """The rest of an income, with the `extra` of the table (corona.hire). A joker pays for one card of any cost."""
    if income & JOKERS:
        return 0 if expense else ANY_COST
    return max(0, NUMBER[income] + extra - expense)


def ready(army: int, hires: int, abilities: Abilities) -> int:
    """The cards that may attack: those that were not hired this turn, and those that charge (corona.attack)."""
    return army & (~hires | abilities.charge)


def cost(attacker: int, is_blocked: bool, abilities: Abilities) -> int:
    """The number of cards that an attacker costs the defender's pack (corona.combat, corona.espadas, corona.bastos)."""
    if is_blocked:
        return SUIT_CARDS if attacker & abilities.drain else 0
    return NUMBER[attacker] + (SUIT_CARDS if attacker & abilities.pierce else 0)


def casualties(attacker: int, defender: int) -> tuple[bool, bool]:
    """Pair of booleans: the attacker falls, the defender falls. The lower number falls, or both of equals (corona.combat)."""
    return NUMBER[attacker] <= NUMBER[defender], NUMBER[defender] <= NUMBER[attacker]


def may_draw(attackers: tuple[int, ...], blocks: set[int], pack: int, abilities: Abilities) -> int:
    """The number of cards that unblocked attackers may draw together from a pack of this size (corona.oros)."""
    free = sum(1 for attacker in attackers if attacker & abilities.draw and attacker not in blocks)
    return min(SUIT_CARDS * free, pack)


def returning(number: int, cementerio: int) -> int:
    """The number of cards that a joker and a card of this number bring back from so many (corona.joker-recover)."""
    return min(number, cementerio)

"""What a card of Por la Corona is worth, what it may do, and what it costs whom it hits. Cards are bits, sets are masks."""

from typing import Literal, NamedTuple

from referee.cards import SPANISH_48, bits

PACK = SPANISH_48
JOKERS = PACK.mask(("X1", "X2"))
OROS, COPAS, ESPADAS, BASTOS = (PACK.suits[suit] for suit in "OCEB")

LOSE = "corona.lose"
LOSING = (LOSE, "corona.draw", "corona.income", "corona.combat")
"""The codes by which a battle is lost: the first says no more, the others what the pack that had run out still owed."""
HAND = 7
"""Cards that each seat draws first (corona.hand)."""
SUIT_CARDS = 2
"""What *oros* draw, and what *espadas* and *bastos* cost beside."""

Ability = Literal["draw", "charge", "pierce", "drain"]
"""What a suit may do: *oros* draw, *copas* charge, *espadas* pierce and *bastos* drain, unless the table has it otherwise."""
Combats = Literal["whole", "one_by_one"]
"""How a defence is recorded: all its combats at once, or each by itself."""


class Abilities(NamedTuple):
    """The cards that have each ability: those that draw, that attack in the turn they enter, that cost more, that cost still."""

    draw: int
    charge: int
    pierce: int
    drain: int


NUMBER = {bit: 0 if bit & JOKERS else int(name[:-1]) for name, bit in PACK.bit.items()}
"""The number of each card: value, cost, attack and defence in one. A joker counts 0."""
UP_TO = tuple(PACK.mask(name for name, bit in PACK.bit.items() if 0 < NUMBER[bit] <= top) for top in range(13))
"""The numbered cards up to each number: what an income of that much can hire."""
ANY_COST = 12


def total(cards: int) -> int:
    """The numbers of a set of cards together."""
    return sum(NUMBER[card] for card in bits(cards))


def highest(cards: int, count: int) -> list[int]:
    """The `count` highest of these cards, the highest first; all, if they are fewer."""
    return sorted(bits(cards), key=lambda card: NUMBER[card], reverse=True)[:count]


def allowance(income: int, extra: int, spent: int) -> int:
    """What is left of an income and what the table adds to it (corona.hire); a joker pays for one card of any cost."""
    if income & JOKERS:
        return 0 if spent else ANY_COST
    return max(0, NUMBER[income] + extra - spent)


def ready(army: int, hired: int, abilities: Abilities) -> int:
    """The cards that may attack: those that were not hired this turn, and those that charge (corona.attack)."""
    return army & (~hired | abilities.charge)


def cost(attacker: int, blocked: bool, abilities: Abilities) -> int:
    """How many cards an attacker costs the defender's pack (corona.combat, corona.espadas, corona.bastos)."""
    if blocked:
        return SUIT_CARDS if attacker & abilities.drain else 0
    return NUMBER[attacker] + (SUIT_CARDS if attacker & abilities.pierce else 0)


def fallen(attacker: int, defender: int) -> tuple[bool, bool]:
    """Whether the attacker falls, and whether the defender does: the lower number, or both of equals (corona.combat)."""
    return NUMBER[attacker] <= NUMBER[defender], NUMBER[defender] <= NUMBER[attacker]


def may_draw(attackers: tuple[int, ...], blocked: set[int], pack: int, abilities: Abilities) -> int:
    """How many cards the unblocked attackers that draw may draw together from a pack of this size (corona.oros)."""
    free = sum(1 for attacker in attackers if attacker & abilities.draw and attacker not in blocked)
    return min(SUIT_CARDS * free, pack)


def returning(number: int, cementerio: int) -> int:
    """How many cards a joker and a card of this number bring back from so many (corona.joker-recover)."""
    return min(number, cementerio)

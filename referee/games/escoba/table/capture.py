"""What a card may take from a table (escoba.take, scopa.take, scopa.single), and what may be lifted (escoba.renuncio).

`legal` and `check` ask the same functions: no rule is written twice.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.cards import bits
from referee.games.escoba.rules import FIFTEEN, OF_VALUE, VALUE, Rules, total
from referee.games.escoba.table.sums import reachable, sets


class Trailed(NamedTuple):
    """A card that a seat left on the table."""

    card: int
    seat: int


def missing(rules: Rules, card: int) -> int:
    """What the cards have to sum that this card takes."""
    return FIFTEEN - VALUE[card] if rules.by_fifteen else VALUE[card]


def equals(rules: Rules, table: int, card: int) -> int:
    """The cards of the table that a card takes one by one, in place of any sum (scopa.single)."""
    return 0 if rules.by_fifteen else table & OF_VALUE[VALUE[card]]


def takes(rules: Rules, table: int, card: int) -> Iterator[int]:
    """Every set of cards of the table that the card may take."""
    same = equals(rules, table, card)
    return bits(same) if same else sets(table, missing(rules, card))


def can_take(rules: Rules, table: int, card: int) -> bool:
    """Whether the card may take anything from the table."""
    return bool(reachable(table) >> missing(rules, card) & 1)


def fault_of_take(rules: Rules, table: int, card: int, cards: int) -> str | None:
    """The rule that is broken by taking these cards of the table with this one; None where it is regular."""
    if not cards or total(cards) != missing(rules, card):
        return "take"
    same = equals(rules, table, card)
    return "single" if same and not cards & same else None


def fault_of_trail(rules: Rules, table: int, card: int) -> str | None:
    """The rule that is broken by leaving this card on the table; None where it is regular."""
    return "must-take" if rules.must_take and can_take(rules, table, card) else None


def lifts(table: int, trailed: Sequence[Trailed], others: int) -> Iterator[int]:
    """Every set of cards that may be lifted, by a side whose opponents' seats are the bits of `others`."""
    below = table
    for last in reversed(trailed):
        below &= ~last.card
        if others >> last.seat & 1:
            rest = FIFTEEN - VALUE[last.card]
            yield from (last.card | cards for cards in sets(below, rest))


def fault_of_lift(trailed: Sequence[Trailed], others: int, cards: int) -> str | None:
    """The rule that is broken by lifting these cards; None where it is regular."""
    last = next((left for left in reversed(trailed) if left.card & cards), None)
    left_by_others = last is not None and bool(others >> last.seat & 1)
    return None if left_by_others and total(cards) == FIFTEEN else "renuncio"

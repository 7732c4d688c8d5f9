"""What a card may take from a table (escoba.take, scopa.take, scopa.single), and what may be lifted (escoba.renuncio).

`legal` and `check` ask the same functions: no rule is written twice.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.games.escoba.rules import FIFTEEN, OF_VALUE, VALUE, Rules, total
from referee.games.escoba.table.sums import count, reachable, sets


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


class Sets(NamedTuple):
    """The sets of these cards of the table that sum `total`, each of them with the card `beside`, unless that is 0."""

    cards: int
    total: int
    beside: int = 0

    def many(self) -> int:
        """How many there are."""
        return count(self.cards, self.total)

    def every(self) -> Iterator[int]:
        """Each of them."""
        return (self.beside | cards for cards in sets(self.cards, self.total))


def sums(rules: Rules, table: int, card: int) -> Sets:
    """What the card may take of the table where no card equals it."""
    return Sets(table, missing(rules, card))


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


def lifts(table: int, trailed: Sequence[Trailed], others: int) -> Iterator[Sets]:
    """What may be lifted, by a side whose opponents' seats are the bits of `others`: by the card trailed last of it."""
    below = table
    for last in reversed(trailed):
        below &= ~last.card
        if others >> last.seat & 1:
            yield Sets(below, FIFTEEN - VALUE[last.card], last.card)


def fault_of_lift(trailed: Sequence[Trailed], others: int, cards: int) -> str | None:
    """The rule that is broken by lifting these cards; None where it is regular."""
    last = next((left for left in reversed(trailed) if left.card & cards), None)
    left_by_others = last is not None and bool(others >> last.seat & 1)
    return None if left_by_others and total(cards) == FIFTEEN else "renuncio"

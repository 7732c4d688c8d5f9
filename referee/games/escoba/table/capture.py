"""The cards that a card may take (escoba.take, scopa.take, scopa.single), and those that may be lifted (escoba.renuncio).

The legal moves and the checks call the same functions: no rule is written twice.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.games.escoba.rules import FIFTEEN, OF_VALUE, VALUE, Rules, total
from referee.games.escoba.table.sums import count, reachable, sets


class TrailedCard(NamedTuple):
    """A card that a seat left on the table."""

    card: int
    seat: int


def missing(rules: Rules, card: int) -> int:
    """The sum that a card takes from the table."""
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
        """The number of sets."""
        return count(self.cards, self.total)

    def every(self) -> Iterator[int]:
        """Each of them."""
        return (self.beside | cards for cards in sets(self.cards, self.total))


def sums(rules: Rules, table: int, card: int) -> Sets:
    """The sets that the card may take if no card of the table equals it."""
    return Sets(table, missing(rules, card))


def can_take(rules: Rules, table: int, card: int) -> bool:
    """True if the card may take anything from the table."""
    return bool(reachable(table) >> missing(rules, card) & 1)


def fault_of_take(rules: Rules, table: int, card: int, cards: int) -> str | None:
    """The rule broken by taking these cards of the table with this one; None for a regular take."""
    if not cards or total(cards) != missing(rules, card):
        return "take"
    same = equals(rules, table, card)
    return "single" if same and not cards & same else None


def fault_of_trail(rules: Rules, table: int, card: int) -> str | None:
    """The rule broken by leaving this card on the table; None for a regular trail."""
    return "must-take" if rules.must_take and can_take(rules, table, card) else None


def lifts(table: int, trails: Sequence[TrailedCard], others: int) -> Iterator[Sets]:
    """The sets that a side may lift: the last card left in each was left by a seat of the bit mask `others`."""
    below = table
    for last in reversed(trails):
        below &= ~last.card
        if others >> last.seat & 1:
            yield Sets(below, FIFTEEN - VALUE[last.card], last.card)


def fault_of_lift(trails: Sequence[TrailedCard], others: int, cards: int) -> str | None:
    """The rule broken by lifting these cards; None for a regular lift."""
    last = next((left for left in reversed(trails) if left.card & cards), None)
    left_by_others = last is not None and bool(others >> last.seat & 1)
    return None if left_by_others and total(cards) == FIFTEEN else "renuncio"

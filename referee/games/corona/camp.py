"""What one seat has on the table: army, cementerio, pack, and the cards that are out of the match."""

from typing import NamedTuple


class Drawn(NamedTuple):
    """What a seat drew last: after which shuffle, how many cards nobody has named, and the cards known."""

    shuffle: int
    unknown: int
    cards: int


class Camp:
    """`army`, `cementerio`, `aside` are masks, `turned` the part of the army that attacked in its last turn.

    `size` counts the pack; `order` holds it as single cards, the next one at the end, or None where it is unknown.
    """

    __slots__ = ("army", "aside", "cementerio", "drawn", "order", "size", "turned")

    def __init__(self, size: int, order: list[int] | None = None) -> None:
        self.army = 0
        self.turned = 0
        self.cementerio = 0
        self.aside = 0
        self.size = size
        self.order = order
        self.drawn = Drawn(0, 0, 0)

    def copy(self) -> "Camp":
        """An independent copy."""
        twin = Camp(self.size, None if self.order is None else self.order[:])
        twin.army = self.army
        twin.turned = self.turned
        twin.cementerio = self.cementerio
        twin.aside = self.aside
        twin.drawn = self.drawn
        return twin

    @property
    def upright(self) -> int:
        """The cards that may defend: those that did not attack in their last turn (corona.defend)."""
        return self.army & ~self.turned

    def bury(self, card: int) -> None:
        """A card goes to the cementerio, from the army or from elsewhere."""
        self.army &= ~card
        self.turned &= ~card
        self.cementerio |= card

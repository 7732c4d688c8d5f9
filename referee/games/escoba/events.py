"""The events that only Escoba, Scopa and Scopone have."""

from referee.cards import CardName, CardRow, CardSet
from referee.match.vocabulary import Event, Seat, all_or_nothing


class EscobaDeal(Event, frozen=True, tag="deal"):
    """A round is dealt; with `table` the first of its hand. Hands may be known, partly known (null for a seat) or not at all.

    `stock` is what is left of the pack, in the order of drawing, where that is known.
    """

    dealer: Seat | None = None
    hands: tuple[CardSet | None, ...] | None = None
    table: CardSet | None = None
    stock: CardRow | None = None
    shuffle: bool = False
    seed: str | None = None

    def tells_all_or_nothing(self, seats: int) -> bool:
        return all_or_nothing(self.hands, seats, self.stock)


class EscobaTrail(Event, frozen=True, tag="trail"):
    """A seat leaves a card on the table."""

    OWN = True
    HELD = ("card",)
    seat: Seat
    card: CardName


class EscobaTake(Event, frozen=True, kw_only=True, tag="take"):
    """A seat takes cards of the table with a card; with `renuncio` also without one, what another side left."""

    OWN = True
    HELD = ("card",)
    seat: Seat
    card: CardName | None = None
    cards: CardSet


Laying = EscobaTrail | EscobaTake
"""What a seat may do in its turn."""

"""The events that only Guiñote has."""

from typing import Annotated, Literal

from msgspec import Meta

from referee.cards import CardName, CardRow, CardSet
from referee.match.vocabulary import Event, Seat, all_or_nothing

Suit = Literal["O", "C", "E", "B"]


class GuinoteDeal(Event, frozen=True, tag="deal"):
    """A hand is dealt: the turn-up lies open, hands and stock may be known, partly known or not known at all.

    `stock` is in the order of drawing, without the turn-up, which is drawn last.
    """

    dealer: Seat | None = None
    hands: tuple[CardSet | None, ...] | None = None
    turn_up: CardName | None = None
    stock: CardRow | None = None
    shuffle: bool = False
    seed: str | None = None

    def tells_all_or_nothing(self, seats: int) -> bool:
        return all_or_nothing(self.hands, seats, self.stock)

    def __post_init__(self) -> None:
        # The words of the decoder for a missing field, which has a reader in every language.
        if self.turn_up is None and not self.shuffle:
            raise ValueError("Object missing required field `turn_up`")


class Cante(Event, frozen=True, tag="cante"):
    """A seat announces the sota and the rey of one suit: 40 in triunfo, 20 in another."""

    OWN = True
    HELD = None
    seat: Seat
    value: Literal[20, 40]
    suit: Annotated[Suit | None, Meta(description="Needed for a 20 in the descarte, which shows both cards.")] = None


class Exchange(Event, frozen=True, tag="exchange"):
    """A seat takes the turn-up and leaves the 7 of triunfo in its place."""

    OWN = True
    HELD = None
    seat: Seat

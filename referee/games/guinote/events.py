"""The events that only Guiñote has."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from referee.cards import CardName, CardRow, CardSet
from referee.match.events import CountOfHand, Event, Seat, Seed, SeedSource, Side, all_or_nothing

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
    seed: Seed | None = None
    seed_source: SeedSource | UnsetType = UNSET

    def tells_all_or_nothing(self, seats: int) -> bool:
        return all_or_nothing(self.hands, seats, self.stock)

    def __post_init__(self) -> None:
        # The words of the decoder for a missing field, which has a reader in every language.
        if self.turn_up is None and not self.shuffle:
            raise ValueError("Object missing required field `turn_up`")


class Cut(Event, frozen=True, tag="cut"):
    """A seat cuts the pack before it is dealt. A `card` seen in cutting lies at the bottom: the last of the stock."""

    OWN = True
    seat: Seat
    card: Annotated[CardName | None, Meta(description="The card seen in cutting; null where nobody saw one.")] = None


class Cante(Event, frozen=True, tag="cante"):
    """A seat announces the sota and the rey of one suit: 40 in triunfo, 20 in another."""

    OWN = True
    MOST = 200
    HELD = None
    seat: Seat
    value: Literal[20, 40]
    suit: Annotated[Suit | None, Meta(description="Needed for a 20 in the descarte, which shows both cards.")] = None


class Exchange(Event, frozen=True, tag="exchange"):
    """A seat takes the turn-up and leaves the 7 of triunfo in its place."""

    OWN = True
    MOST = 100
    HELD = None
    seat: Seat


class CanteTold(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A cante of a hand told by its figures."""

    seat: Seat
    value: Literal[20, 40]
    suit: Suit | None = None


class GuinoteFigures(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a hand came to. The rules add the 10 of the last trick."""

    tricks: Annotated[
        tuple[Annotated[int, Meta(ge=0)], ...],
        Meta(description="Card points per side: 120 in all, at most that with `said` or `renuncio`."),
    ]
    last: Annotated[Seat, Meta(description="Who won the last trick played.")]
    cantes: tuple[CanteTold, ...]
    said: Annotated[Side | None, Meta(description="The side that said 101 in the vueltas, which stopped the hand.")] = (
        None
    )
    renuncio: Annotated[Side | None, Meta(description="The side whose renuncio was proven: the other wins.")] = None


class GuinoteCount(CountOfHand, frozen=True, tag="count"):
    """A hand told by what each side took and sang in it, in place of its cards or of the rest of them."""

    figures: GuinoteFigures

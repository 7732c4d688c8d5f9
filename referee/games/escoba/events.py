"""The events that only Escoba, Scopa and Scopone have."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from referee.cards import CardName, CardSet
from referee.match.events import CountOfHand, DealFromPack, Event, Seat, Side


class EscobaDeal(DealFromPack, frozen=True, tag="deal"):
    """A round is dealt; with `table` the first of its hand. Hands may be known, partly known (null for a seat) or not at all.

    `stock` is what is left of the pack, in the order of drawing, where that is known.
    """


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


Figures = tuple[Annotated[int, Meta(ge=0)], ...]


class EscobaFigures(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What each side has of a hand, with the rest of the table; null in place of a side where nobody has it."""

    cards: Annotated[Figures, Meta(description="Cards, per side: 40 in all.")]
    oros: Annotated[Figures, Meta(description="Oros, per side: 10 in all.")]
    sevens: Annotated[Figures, Meta(description="Sevens, per side: 4 in all.")]
    seven_of_oros: Annotated[Side | None, Meta(description="The side that has 7O.")]
    sweeps: Annotated[Figures, Meta(description="Escobas or scopas, per side, those of the first table included.")]
    best: Annotated[
        Side | UnsetType | None,
        Meta(description="The side with the best setenta or primiera, null where several have it; where that decides."),
    ] = UNSET


class EscobaCount(CountOfHand, frozen=True, tag="count"):
    """A hand told by what each side has of it, in place of its cards or of the rest of them."""

    figures: EscobaFigures


Laying = EscobaTrail | EscobaTake
"""The plays of a turn."""

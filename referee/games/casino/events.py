"""The events that only Casino has."""

from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from referee.cards import CardName, CardSet
from referee.games.casino.rules import LOSING, TAKE
from referee.match.events import CountOfHand, DealFromPack, Event, Seat, Side

BuildId = Annotated[
    str,
    Meta(
        description="A build of this deal: `b1`, `b2`, ... in the order made.",
        examples=["b1"],
        extra_json_schema={"pattern": "^b[1-9][0-9]*$"},
    ),
]
Value = Annotated[int, Meta(ge=1, le=100, description="What a card must count to take the build.", examples=[9])]


class CasinoDeal(DealFromPack, frozen=True, tag="deal"):
    """A round is dealt; with `table` the first of its deal. Hands may be known, partly known (null for a seat) or not at all.

    `stock` is what is left of the pack, in the order of drawing, where that is known.
    """


class CardPlay(Event, frozen=True):
    """A seat plays a card of its hand."""

    OWN = True
    HELD: ClassVar[tuple[str, ...] | None] = ("card",)
    seat: Seat
    card: CardName


class Trail(CardPlay, frozen=True, tag="trail"):
    """A seat lays a card on the table."""


class Take(CardPlay, frozen=True, tag="take"):
    """A seat takes loose cards and builds with a card of their value."""

    cards: CardSet
    builds: tuple[BuildId, ...] = field(default_factory=tuple)


class BuildingPlay(CardPlay, frozen=True):
    """A play that says of the hand that it holds another card, to take what was built."""

    HELD = None


class Build(BuildingPlay, frozen=True, tag="build"):
    """A seat lays a card with loose cards, to be taken later by one card of the value that it declares."""

    cards: CardSet
    value: Value


class Duplicate(BuildingPlay, frozen=True, tag="duplicate"):
    """A seat adds groups of the same value to a standing build."""

    cards: CardSet
    build: BuildId


class Raise(BuildingPlay, frozen=True, tag="raise"):
    """A seat adds a card of its hand to a single build, whose value rises to `value`."""

    build: BuildId
    value: Value


class AnnounceLast(Event, frozen=True, tag="announce_last"):
    """The dealer says that this round is the last."""

    OWN = True
    seat: Seat


class Expose(Event, frozen=True, tag="expose"):
    """A card was shown: in dealing or in the pack, or by a seat outside its play."""

    card: CardName
    seat: Seat | None = None


Cause = Literal["dealt_too_many", "out_of_turn", "played_two", "pack_short"]


class ShortHand(Event, frozen=True, tag="short_hand"):
    """A hand with a wrong number of cards: whose, how many are missing, and how it came about."""

    seat: Seat
    cards: Annotated[int, Meta(ge=0, le=4)]
    cause: Cause | None = None


class Peek(Event, frozen=True, tag="looked"):
    """A seat turned over cards that were taken already."""

    seat: Seat


Figures = tuple[Annotated[int, Meta(ge=0)], ...]


class CasinoLoss(Struct, frozen=True, forbid_unknown_fields=True):
    """A single deal of two seats that a seat lost at once, and by which rule."""

    seat: Seat
    rule: Annotated[
        str, Meta(description="The rule by which it lost.", examples=[TAKE], extra_json_schema={"enum": list(LOSING)})
    ]


class CasinoFigures(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What each side has of a deal; null in place of a side where nobody has it, since nobody took all deal long."""

    cards: Annotated[Figures, Meta(description="Cards, per side: 52 in all.")]
    spades: Annotated[Figures, Meta(description="Spades, per side: 13 in all.")]
    big: Annotated[Side | None, Meta(description="The side that has TD.")]
    little: Annotated[Side | None, Meta(description="The side that has 2S.")]
    aces: Annotated[
        tuple[Side | None, ...],
        Meta(min_length=4, max_length=4, description="The sides that have AS, AC, AH and AD, in this order."),
    ]
    jack_of_spades: Annotated[
        Side | UnsetType | None, Meta(description="The side that has JS; in spade Casino, and only there.")
    ] = UNSET
    sweeps: Annotated[Figures, Meta(description="Sweeps, per side; without the house rule they count for nothing.")]
    penalties: Annotated[
        Figures | UnsetType,
        Meta(description="Improper builds proven in the deal, per side that made them; without it, those on record."),
    ] = UNSET
    loses: Annotated[
        CasinoLoss | UnsetType, Meta(description="Who lost a single deal of two seats at once: it is not counted.")
    ] = UNSET


class CasinoCount(CountOfHand, frozen=True, tag="count"):
    """A deal told by what each side has of it, in place of its cards or of the rest of them."""

    figures: CasinoFigures


Laying = Trail | Take | Build | Duplicate | Raise
"""The plays of a turn."""
LAYINGS = (Trail, Take, Build, Duplicate, Raise)

"""The events that only Hearts has."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from referee.cards import CardName, CardSet
from referee.match.events import CountOfHand, Event, Seat, Seed, SeedSource, all_or_nothing


class HeartsDeal(Event, frozen=True, tag="deal"):
    """A round is dealt. Hands may be known, partly known (null for a seat) or not known at all."""

    dealer: Seat | None = None
    hands: tuple[CardSet | None, ...] | None = None
    shuffle: bool = False
    seed: Seed | None = None
    seed_source: SeedSource | UnsetType = UNSET

    def tells_all_or_nothing(self, seats: int) -> bool:
        return all_or_nothing(self.hands, seats)


class Pass(Event, frozen=True, tag="pass"):
    """A seat chooses three cards to pass; null when nobody saw them."""

    OWN = True
    HELD = ("cards",)
    SECRET = ("cards",)
    seat: Seat
    cards: Annotated[CardSet, Meta(min_length=3, max_length=3)] | None = None


class Change(Event, frozen=True, tag="change"):
    """The seat that laid last takes its card back and lays another; the play on record is the final one."""

    OWN = True
    MOST = 100
    seat: Seat


Saying = Literal["pum", "burbuja"]


class Announce(Event, frozen=True, tag="announce"):
    """What a seat says of the card that it just laid: «Pum» with the queen of spades, «Rompo burbuja» with the first heart."""

    OWN = True
    seat: Seat
    what: Annotated[
        Saying, Meta(description="`pum` of the queen of spades, `burbuja` of the heart that breaks hearts.")
    ]


class Timeout(Event, frozen=True, tag="timeout"):
    """A seat's time is over: `card` is played for it, drawn by `seed` where the hand is known."""

    OWN = True
    HELD = ("card",)
    REFEREES = ("seed", "seed_source")
    seat: Seat
    card: CardName | None = None
    seed: Seed | None = None
    seed_source: SeedSource | UnsetType = UNSET


class HeartsFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What each seat took in a round."""

    points: Annotated[
        tuple[Annotated[int, Meta(ge=0)], ...],
        Meta(description="Card points taken, per seat: 26 in all. The rules make a moon of all 26."),
    ]


class HeartsCount(CountOfHand, frozen=True, tag="count"):
    """A round told by what each seat took in it, in place of its cards or of the rest of them."""

    figures: HeartsFigures

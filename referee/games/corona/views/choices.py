"""The choices that the legal moves of a battle offer.

Fields that only a table with unknown packs or hands needs are left out if these are known.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from referee.games.corona.events import Attack, Combat, CoronaCount, CoronaDeal, Defend, Recover, Replica, Start
from referee.match.choice import OPTIONAL, Choices, CountChoice, Subset

Names = tuple[str, ...]


class ShownChoice(Struct, frozen=True):
    """Tries of one of these cards for each of so many seats, again for as long as their numbers are equal."""

    cards: Names
    seats: int
    again: Literal["equal"] = "equal"


class StartChoice(Struct, frozen=True):
    """The bottom cards that both packs show, try by try."""

    shown: Annotated[ShownChoice, Meta(description="How the cards that are shown are to be given.")]


class CoronaDealChoice(Struct, frozen=True):
    """What a deal tells: both packs, top first, or the hands, where they were seen."""

    packs: Literal["optional"] = OPTIONAL
    hands: Literal["optional"] = OPTIONAL


class Toll(Struct, frozen=True):
    """How many cards an attacker costs the pack of the defender, and how many its player may draw if it is not blocked.

    `draws` holds whatever else is blocked: the pack pays for this attacker and for all before it. Where that depends on the
    blocks, `draws` is 0 and `draws_if_paid` says how many cards may be drawn if what this attacker and those before it cost
    comes to `lost_at_most` at most.
    """

    attacker: str
    unblocked: int
    blocked: int
    draws: int
    draws_if_paid: int | UnsetType = UNSET


class DefendChoice(Struct, frozen=True):
    """The attackers as declared, and the upright cards that may stop one each.

    For who records a battle with the order of the packs unknown, `tolls` says how many cards each attacker adds to `lost`,
    in the order in which `lost` lists them (null for one not seen), and `lost_at_most` how many the pack has: no more are
    lost. With *oros* among the attackers `draw_at_most` says how many cards the attacker's pack has: no more are drawn. All
    that is left out where each combat is recorded by itself, and told there.
    """

    attackers: Names
    defenders: Names
    tolls: tuple[Toll, ...] | UnsetType = UNSET
    lost_at_most: int | UnsetType = UNSET
    draw_at_most: int | UnsetType = UNSET


class CombatChoice(Struct, frozen=True):
    """The next combat of a defence that is recorded combat by combat: the attacker to name, and what it comes to.

    A pack that has fewer cards than the combat costs loses the battle by it, unless a joker is played before.
    """

    attacker: str
    defender: str | None
    cost: int
    pack_size: int
    draws: int
    lost: int | UnsetType = UNSET


class RecoverChoice(Struct, frozen=True):
    """A joker, a card of the hand for the number, and the cementerio, which gives so many cards, or all it has.

    `jokers` and `cards` are null where not all of the hand is known. `from` is null where nobody named some of the
    cementerio: `unseen` counts those, and `named` are the others.
    """

    jokers: Names | None
    cards: Names | None
    source: Annotated[Names | None, Meta(description="The cementerio, from which cards are recovered.")] = field(
        name="from"
    )
    named: Names | UnsetType = UNSET
    unseen: int | UnsetType = UNSET


CHOICES: Choices = {
    Start: (StartChoice,),
    CoronaDeal: (CoronaDealChoice,),
    Replica: (Subset,),
    Attack: (Subset,),
    Defend: (DefendChoice,),
    Combat: (CombatChoice,),
    Recover: (RecoverChoice,),
    CoronaCount: (CountChoice,),
}

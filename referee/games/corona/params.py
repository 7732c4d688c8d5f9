"""Parameters of a battle of Por la Corona: the jokers of each pack, and the house rules of the table."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import force_setattr

from referee.games.corona.rules import BASTOS, COPAS, ESPADAS, HAND, OROS, Abilities, Ability, Combats

LARGEST_HAND = 20
MOST_EXTRA = 12
SUITS = {"oros": OROS, "copas": COPAS, "espadas": ESPADAS, "bastos": BASTOS}
USUAL: dict[str, str | int] = {
    "hand": HAND,
    "extra_income": 0,
    "oros": "draw",
    "copas": "charge",
    "espadas": "pierce",
    "bastos": "drain",
    "combats": "whole",
}
"""The rulebook's values, by the parameter of the house rule that changes them."""


class CoronaParams(Struct, frozen=True, forbid_unknown_fields=True):
    """Parameters of a match. A house rule that says what the paper says is left out, as if nobody had named it.

    The abilities of the suits: `draw` up to two cards if not blocked, `charge` in the turn of the hire, `pierce` for two cards
    more if not blocked, `drain` two cards if blocked. Two suits may have the same.
    """

    jokers: Annotated[int, Meta(ge=0, le=2, description="How many jokers (comodines) each pack has.")] = 2
    hand: Annotated[
        Annotated[int, Meta(ge=1, le=LARGEST_HAND)] | UnsetType,
        Meta(description="House rule: how many cards each seat draws first."),
    ] = UNSET
    extra_income: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_EXTRA)] | UnsetType,
        Meta(description="House rule: what is added to the number of the card turned as income."),
    ] = UNSET
    oros: Annotated[Ability | UnsetType, Meta(description="House rule: what oros do.")] = UNSET
    copas: Annotated[Ability | UnsetType, Meta(description="House rule: what copas do.")] = UNSET
    espadas: Annotated[Ability | UnsetType, Meta(description="House rule: what espadas do.")] = UNSET
    bastos: Annotated[Ability | UnsetType, Meta(description="House rule: what bastos do.")] = UNSET
    combats: Annotated[
        Combats | UnsetType,
        Meta(description="House rule: a defence is recorded whole, or its combats one by one."),
    ] = UNSET

    def __post_init__(self) -> None:
        for name, usual in USUAL.items():
            if getattr(self, name) == usual:
                force_setattr(self, name, UNSET)

    def first(self) -> int:
        """The number of cards that each seat draws first (corona.hand)."""
        return self.hand or HAND

    def extra(self) -> int:
        """The number added to that of an income (corona.income)."""
        return self.extra_income or 0

    def one_by_one(self) -> bool:
        """True if each combat of a defence is recorded by itself (corona.house-combats)."""
        return self.combats == "one_by_one"

    def abilities(self) -> Abilities:
        """The cards that have each ability."""
        has = {suit: getattr(self, suit) or USUAL[suit] for suit in SUITS}
        return Abilities(
            *(sum(SUITS[suit] for suit, own in has.items() if own == ability) for ability in Abilities._fields)
        )

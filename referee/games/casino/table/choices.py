"""Choices that stand for plays too many to list."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from referee.cards import CardName
from referee.games.casino.events import BuildId
from referee.match.choice import SumChoice


class GroupsChoice(SumChoice, frozen=True, omit_defaults=True):
    """At least `min` of these loose cards that, with a card that is laid, split into groups of `sum` each."""

    cards: Annotated[tuple[CardName, ...], Meta(description="The loose cards that can be among those chosen.")]
    sum: Annotated[int, Meta(description="What the cards of each group come to, each by one of its values.")]
    min: Annotated[int, Meta(description="The least number of cards.")]


class TakenGroupsChoice(GroupsChoice, frozen=True, omit_defaults=True):
    """The same of a take, which may lift any of `builds` with them; it takes a card or a build at least."""

    builds: Annotated[tuple[BuildId, ...] | UnsetType, Meta(description="The builds of this value.")] = UNSET

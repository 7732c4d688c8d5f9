"""A legal move that is a choice: listed once, with what to choose from, in place of every way to make it."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from referee.match.vocabulary import Event
from referee.text import Text


class Choice(Struct, frozen=True):
    """A legal event that still needs something chosen. `seat` is left out where it is no move of a seat."""

    type: str
    seat: int | UnsetType
    choose: Struct


Choices = Mapping[type[Event], tuple[type[Struct], ...]]
"""By event type, what its legal moves may give to choose from, in `choose`."""


class Subset(Struct, frozen=True, omit_defaults=True):
    """Between `min` and `max` of these cards; null where the hand is unknown. `exceed`: their numbers together exceed it."""

    cards: tuple[str, ...] | None
    min: int
    max: int | None
    exceed: int | None = None


OPTIONAL: Literal["optional"] = "optional"
"""In the choice of a deal: what may be told where it was seen."""


Label = Annotated[Text, Meta(description="What people call the figure.")]


class NumbersFigure(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="numbers"):
    """A list of numbers, one per seat or side, each between its `min` and its `max`.

    `sum`: what they come to; at most that where one of the figures named in `sum_unless` is told.
    """

    label: Label
    per: Literal["seat", "side"]
    min: Annotated[tuple[int, ...], Meta(description="The least that each number may be.")]
    max: Annotated[tuple[int, ...], Meta(description="The most that each number may be.")]
    sum: int | None = None
    sum_unless: tuple[str, ...] = ()
    optional: bool = False


class PickFigure(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="pick"):
    """One of these values: a seat, a side, a number or a word. `times`: a list of so many of them.

    `on_record`: what is settled, by its place in that list; null for what is not.
    """

    label: Label
    of: tuple[int | str | None, ...]
    times: int | None = None
    on_record: tuple[int | str | None, ...] = ()
    optional: bool = False


class GroupFigure(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="group"):
    """An object of these fields."""

    label: Label
    fields: dict[str, PickFigure]
    optional: bool = False


class RowsFigure(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="rows"):
    """A list of at most `max` objects of these fields. Those `given` are on record, and have to be among them."""

    label: Label
    fields: dict[str, PickFigure]
    max: Annotated[int, Meta(description="The most objects that there may be.")]
    given: tuple[dict[str, int | str], ...] = ()


Figure = NumbersFigure | PickFigure | GroupFigure | RowsFigure


class CountChoice(Struct, frozen=True):
    """The figures by which a hand is told, by their names: what each of them may be."""

    figures: dict[str, Figure]


def stands_for(option: Event | Choice, event: Event, seat: int | None) -> bool:
    """Whether this option stands for a refused event of this seat (None: of any): its own, or the table's of the same type."""
    of = getattr(option, "seat", UNSET)
    return seat is None or (of == seat if isinstance(of, int) else _type_of(option) == _type_of(event))


def _type_of(option: Event | Choice) -> str:
    return option.type if isinstance(option, Choice) else str(type(option).__struct_config__.tag)

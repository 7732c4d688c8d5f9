"""A legal move that is a choice: listed once, with what to choose from, in place of every way to make it.

What a card takes from a crowded table may be any of millions of sets. `list_ways` keeps every list within a bound.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Generic, Literal, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from referee.match.events import Event
from referee.text import Text

MOST_LISTED = 3_000
"""Plays that one list gives one by one: twice as many as the longest list of ordinary play, within 500,000 bytes."""


class Choice(Struct, frozen=True):
    """A legal event that still needs something chosen. `seat` is left out where it is no move of a seat.

    Where it stands in place of too many plays to list, the fields that are settled are given too, and `cards` is empty.
    """

    type: str
    seat: int | UnsetType
    choose: Struct
    card: str | UnsetType = UNSET
    cards: tuple[str, ...] | UnsetType = UNSET
    build: str | UnsetType = UNSET
    value: int | UnsetType = UNSET


class SumChoice(Struct, frozen=True, omit_defaults=True):
    """Base of what is chosen where a play has too many ways to list: cards that come to `sum`."""


Choices = Mapping[type[Event], tuple[type[Struct], ...]]
"""The structs that its legal moves may have in `choose`, by event type."""


E_co = TypeVar("E_co", bound=Event, covariant=True)
P = TypeVar("P", bound=Event)


class Ways(Struct, Generic[E_co], frozen=True):
    """The ways to make one play: their number, each of them, and the choices that stand for them if they are too many.

    `count` is None for more than can be counted. `every` is iterated at most once, and only if the ways are listed.
    """

    count: int | None
    every: Iterable[E_co]
    choices: tuple[Choice, ...]

    def __iter__(self) -> Iterator[E_co]:
        """Each of them."""
        return iter(self.every)


def few(plays: Sequence[P]) -> Ways[P]:
    """Ways that are few on any table."""
    return Ways(len(plays), plays, ())


def list_ways(plays: Iterable[Ways[Event]], most: int = MOST_LISTED) -> Iterator[Event | Choice]:
    """Yields the ways of these plays one by one, at most so many; for the plays with most ways, the choices in their place."""
    every = tuple(plays)
    shortest = sorted((ways.count, place) for place, ways in enumerate(every) if ways.choices and ways.count)
    whole = {place for place, ways in enumerate(every) if not ways.choices or ways.count == 0}
    left = most - sum(every[place].count or 0 for place in whole)
    for count, place in shortest:
        left -= count
        if left < 0:
            break
        whole.add(place)
    for place, ways in enumerate(every):
        yield from ways if place in whole else ways.choices


class Subset(Struct, frozen=True, omit_defaults=True):
    """Between `min` and `max` of these cards; null where the hand is unknown. `exceed`: their numbers together exceed it."""

    cards: tuple[str, ...] | None
    min: int
    max: int | None
    exceed: int | None = None


OPTIONAL: Literal["optional"] = "optional"
"""In the choice of a deal: fields to fill in if the cards were seen."""


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
    """True if this option stands for a refused event of this seat (None: of any): its own, or the table's of the same type."""
    of = getattr(option, "seat", UNSET)
    return seat is None or (of == seat if isinstance(of, int) else _type_of(option) == _type_of(event))


def _type_of(option: Event | Choice) -> str:
    return option.type if isinstance(option, Choice) else str(type(option).__struct_config__.tag)

"""Tallies that games count in contests beside points, in requests, logs and answers: each is a field of its own.

Inside, tallies go by their names (`Result.tallies`), so that no shape knows one. Here they become the fields that requests,
logs and answers have, for every game that there is.
"""

from collections.abc import Callable
from typing import Annotated, Any, Self, TypeVar, cast

from msgspec import UNSET, Meta, Struct, defstruct
from msgspec.structs import asdict

from referee.contests.standings.ties import STEPS, Step
from referee.match.registry import contest_tallies
from referee.match.results import Count, PlainResult, Result

T = TypeVar("T", bound=Struct)


def with_tallies(of: Any, default: Any = None, *, each: str = "", name: str = "") -> Callable[[type[T]], type[T]]:
    """Adds a field to a struct for every tally that some game counts: `of` this type, or `default`.

    `each` opens what the documentation says of the field; `name` is what the documentation calls the struct, where that is
    not its own name.
    """

    def add(shape: type[T]) -> type[T]:
        fields: list[tuple[str, Any, Any]] = []
        for tally in contest_tallies():
            description = each + tally.about
            kind = Annotated[of, Meta(description=f"{description[0].upper()}{description[1:]}.")]
            fields.append((tally.name, kind | type(default), default))
        namespace = {"__doc__": shape.__doc__}
        extension = defstruct(
            name or shape.__name__, fields, bases=(shape,), namespace=namespace, module=shape.__module__
        )
        return cast(type[T], extension)

    return add


def tallies_of(shape: Struct) -> dict[str, Any]:
    """The tallies of such a struct that have a value, by name."""
    counts = {tally.name: getattr(shape, tally.name, None) for tally in contest_tallies()}
    return {name: count for name, count in counts.items() if count is not None and count is not UNSET}


def steps() -> tuple[Step, ...]:
    """Every step that splits a tie in some contest."""
    return (*STEPS, *(tally.name for tally in contest_tallies()))


@with_tallies(tuple[Count, ...], each="for each entrant, ", name="Result")
class RecordedResult(PlainResult, frozen=True):
    """How a match came out, by hand or from its log.

    `late_cards` were given after the match or its regular rounds had ended: they count as sanctions and order nothing in
    it. `ranking` is the match's own order, best first. `withdrawn`: a side left, so the ranking stands whatever the totals say.
    """

    @classmethod
    def of(cls, result: Result) -> Self:
        """A result as the log stores it."""
        figures = asdict(result)
        tallies = figures.pop("tallies")
        return cls(**figures, **tallies)

    @property
    def result(self) -> Result:
        """The result as contests count it."""
        return result_from(self)


def result_from(shape: Struct) -> Result:
    """The result that a struct of its figures holds, the tallies of games among them."""
    figures: dict[str, Any] = {
        name: getattr(shape, name) for name in shape.__struct_fields__ if name in Result.__struct_fields__
    }
    return Result(**figures, tallies=tallies_of(shape))

"""The time limits of a game: the length of a turn, the keeper of its clock, and the event by which time runs out."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from referee.errors import BadRequest, Flaw, NotInThisGame
from referee.match.events import Event
from referee.match.terms.agreed_time import MATCH, TURNS, AgreedTime
from referee.text import Text

Keeper = Annotated[
    Literal["record", "service"],
    Meta(
        description="Who says that a turn's time is over: the referee `record`s it, or the `service` does it by itself.",
    ),
]
RECORD: Literal["record"] = "record"


class TurnLimit(Struct, frozen=True):
    """The time of every turn of a match, in seconds, and the keeper of its clock."""

    seconds: int
    by: Keeper


class Timing(Struct, frozen=True):
    """The clock of a game. `limit` (params): the time of its turns, or None; `out` (seat): the event of time run out."""

    limit: Callable[[Any], TurnLimit | None]
    out: Callable[[int], Event]


def limit_of(timing: Timing | None, params: Any, terms: AgreedTime | UnsetType) -> TurnLimit | None:
    """The time of the turns of a match: by its game, or as agreed at the table."""
    if timing is not None:
        return timing.limit(params)
    if terms is UNSET or terms.turn_seconds is UNSET:
        return None
    return TurnLimit(terms.turn_seconds, RECORD)


class Limits(Struct, frozen=True):
    """The time limits of a match: for each `turn`, and for the whole `match` in seconds; None: no limit."""

    turn: TurnLimit | None = None
    match: int | None = None

    @property
    def any(self) -> bool:
        """True if there is a clock that can be stopped."""
        return self.turn is not None or self.match is not None


NO_LIMITS = Limits()


def limits_of(timing: Timing | None, params: Any, terms: AgreedTime | UnsetType) -> Limits:
    """The time limits of a match by its game, its parameters and the terms of its table."""
    whole = None if terms is UNSET or terms.match_seconds is UNSET else terms.match_seconds
    return Limits(limit_of(timing, params, terms), whole)


def require_fitting(terms: AgreedTime, timing: Timing | None, ruleset: str) -> None:
    """Raises BadRequest if the terms have no time at all, NotInThisGame for a time of turns in a game with its own clock."""
    if terms.turn_seconds is UNSET and terms.match_seconds is UNSET:
        raise BadRequest(
            Text(
                es="`timing` necesita `turn_seconds`, `match_seconds` o ambos",
                en="`timing` needs `turn_seconds`, `match_seconds` or both",
            ),
            rule=MATCH,
            flaws=(Flaw("$.timing", Text(es="no da tiempo a nada", en="gives nothing a time")),),
        )
    if terms.turn_seconds is not UNSET and timing is not None:
        raise NotInThisGame(
            Text(
                es=f"{ruleset} tiene su propio reloj de turnos, que se acuerda con sus reglas: aquí sobra un tiempo por turno",
                en=f"{ruleset} has a clock of its own for turns, agreed on with its rules: leave out a time for turns here",
            ),
            rule=TURNS,
            flaws=(Flaw("$.timing.turn_seconds", Text(es="sobra", en="leave it out")),),
        )

"""What a game says of time: how long a turn may take, who sees to it, and by which event time runs out."""

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
    """The time of every turn of a match, in seconds, and who says that it is over."""

    seconds: int
    by: Keeper


class Timing(Struct, frozen=True):
    """How a game is timed. `limit` (params): the time of its turns, None without a clock; `out` (seat): time ran out for it."""

    limit: Callable[[Any], TurnLimit | None]
    out: Callable[[int], Event]


def limit_of(timing: Timing | None, params: Any, agreed: AgreedTime | UnsetType) -> TurnLimit | None:
    """The time that the turns of a match have: by its game, or as it was agreed on at the table."""
    if timing is not None:
        return timing.limit(params)
    if agreed is UNSET or agreed.turn_seconds is UNSET:
        return None
    return TurnLimit(agreed.turn_seconds, RECORD)


class Limits(Struct, frozen=True):
    """What of a match has a time: each `turn` of it, and the whole `match`, in seconds. None: that has none."""

    turn: TurnLimit | None = None
    match: int | None = None

    @property
    def any(self) -> bool:
        """Whether there is a clock that can be stopped."""
        return self.turn is not None or self.match is not None


NO_LIMITS = Limits()


def limits_of(timing: Timing | None, params: Any, agreed: AgreedTime | UnsetType) -> Limits:
    """What has a time in a match of this game, under these parameters and what was agreed on at the table."""
    whole = None if agreed is UNSET or agreed.match_seconds is UNSET else agreed.match_seconds
    return Limits(limit_of(timing, params, agreed), whole)


def require_fitting(agreed: AgreedTime, timing: Timing | None, ruleset: str) -> None:
    """Raises BadRequest where nothing is given a time, NotInThisGame for a time of turns in a game that has its own."""
    if agreed.turn_seconds is UNSET and agreed.match_seconds is UNSET:
        raise BadRequest(
            Text(
                es="`timing` necesita `turn_seconds`, `match_seconds` o ambos",
                en="`timing` needs `turn_seconds`, `match_seconds` or both",
            ),
            rule=MATCH,
            flaws=(Flaw("$.timing", Text(es="no da tiempo a nada", en="gives nothing a time")),),
        )
    if agreed.turn_seconds is not UNSET and timing is not None:
        raise NotInThisGame(
            Text(
                es=f"{ruleset} tiene su propio reloj de turnos, que se acuerda con sus reglas: aquí sobra un tiempo por turno",
                en=f"{ruleset} has a clock of its own for turns, agreed on with its rules: leave out a time for turns here",
            ),
            rule=TURNS,
            flaws=(Flaw("$.timing.turn_seconds", Text(es="sobra", en="leave it out")),),
        )

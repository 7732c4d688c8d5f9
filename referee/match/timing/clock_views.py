"""The clocks of a match for readers."""

from datetime import UTC, datetime, timedelta
from typing import Annotated

from msgspec import Meta, Struct

from referee.match.timing.limits import Keeper, TurnLimit
from referee.match.timing.match_time import MatchTime
from referee.match.timing.running_time import Running
from referee.match.timing.turn_time import TurnTime


class TurnClockView(Struct, frozen=True):
    """The time of the turn in play."""

    seat: Annotated[int | None, Meta(description="Whose time it is; null where this reader may not know.")]
    since: Annotated[
        str, Meta(description="When play moved last (RFC 3339, UTC): the time of the last entry that counts.")
    ]
    seconds: Annotated[int, Meta(description="How long this turn may take, extra time included.")]
    deadline: Annotated[
        str | None,
        Meta(
            description="When the time is over (RFC 3339, UTC); null while it stands, for lack of a tablet or by a pause."
        ),
    ]
    expired: Annotated[bool, Meta(description="Whether the time is over.")]
    by: Keeper
    extra: Annotated[int, Meta(description="How many of these `seconds` the referee has added.")]
    paused_at: Annotated[
        str | None,
        Meta(description="Since when the referee has paused the clock (RFC 3339, UTC); null: it is not paused."),
    ]
    left: Annotated[
        float | None, Meta(description="How many seconds are left while the clock stands; null while it runs.")
    ]


class MatchClockView(Struct, frozen=True):
    """The time of the whole match."""

    since: Annotated[
        str | None,
        Meta(description="When it began, with the first deal (RFC 3339, UTC); null before that."),
    ]
    seconds: Annotated[int, Meta(description="How long the match may take, extra time included.")]
    deadline: Annotated[
        str | None,
        Meta(description="When the time is over (RFC 3339, UTC); null before it begins and while it is paused."),
    ]
    time_called: Annotated[
        bool,
        Meta(description="Whether the time is over: the hand in play is finished, then the referee records `time_up`."),
    ]
    extra: Annotated[int, Meta(description="How many of these `seconds` the referee has added.")]
    paused_at: Annotated[
        str | None,
        Meta(description="Since when the referee has paused the clock (RFC 3339, UTC); null: it is not paused."),
    ]
    left: Annotated[
        float | None, Meta(description="How many seconds are left while the clock stands; null while it runs.")
    ]


def whole_time(limit: TurnLimit, turn: TurnTime) -> timedelta:
    """The time of a turn, extra time included."""
    return timedelta(seconds=limit.seconds + turn.extra)


def clock_view(seat: int | None, limit: TurnLimit, turn: TurnTime, running: Running, now: datetime) -> TurnClockView:
    """The clock of a turn at this time."""
    whole = whole_time(limit, turn)
    is_over = running.elapsed_time(now) >= whole
    runs = running.runs(now)
    over = running.over_at(whole) if is_over or runs else None
    left = max(timedelta(), whole - running.elapsed_time(now))
    return TurnClockView(
        seat=seat,
        since=_timestamp(running.since),
        seconds=limit.seconds + turn.extra,
        deadline=None if over is None else _timestamp(over),
        expired=is_over,
        by=limit.by,
        extra=turn.extra,
        paused_at=turn.paused_at,
        left=None if runs else round(left.total_seconds(), 3),
    )


def match_clock_view(seconds: int, time: MatchTime, now: datetime, *, stands: bool = False) -> MatchClockView:
    """The clock of a match of `seconds` at this time; `stands`: stopped at this time."""
    whole, running = timedelta(seconds=seconds + time.extra), time.running()
    time_gone = timedelta() if running is None else running.elapsed_time(now)
    is_over, runs = time_gone >= whole, running is not None and running.runs(now) and not stands
    return MatchClockView(
        since=None if running is None else _timestamp(running.since),
        seconds=seconds + time.extra,
        deadline=_timestamp(running.over_at(whole)) if running is not None and (runs or is_over) else None,
        time_called=is_over,
        extra=time.extra,
        paused_at=time.paused_at,
        left=None if runs else round(max(timedelta(), whole - time_gone).total_seconds(), 3),
    )


def stood_at_end(seconds: int, time: MatchTime) -> MatchClockView | None:
    """The clock of a match of `seconds` at its end on time; None for a match that did not end so."""
    if time.end is None:
        return None
    return match_clock_view(seconds, time, datetime.fromisoformat(time.end.at), stands=True)


def _timestamp(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

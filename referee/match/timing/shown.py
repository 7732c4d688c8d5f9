"""The clock of a match, as readers see it."""

from datetime import UTC, datetime, timedelta
from typing import Annotated

from msgspec import Meta, Struct

from referee.match.timing.limits import Keeper, TurnLimit
from referee.match.timing.reckoning import Running


class TurnClockView(Struct, frozen=True):
    """The time of the turn in play."""

    seat: Annotated[int | None, Meta(description="Whose time it is; null where this reader may not know.")]
    since: Annotated[
        str, Meta(description="When play moved last (RFC 3339, UTC): the time of the last entry that counts.")
    ]
    seconds: Annotated[int, Meta(description="How long a turn may take.")]
    deadline: Annotated[
        str | None,
        Meta(description="When the time is over (RFC 3339, UTC); null while it stands for lack of a tablet."),
    ]
    expired: Annotated[bool, Meta(description="Whether the time is over.")]
    by: Keeper


def clock_view(seat: int | None, limit: TurnLimit, running: Running, now: datetime) -> TurnClockView:
    """The clock of a turn at this time."""
    whole = timedelta(seconds=limit.seconds)
    expired = running.elapsed(now) >= whole
    over = running.over_at(whole) if expired or running.runs(now) else None
    return TurnClockView(
        seat=seat,
        since=_written(running.since),
        seconds=limit.seconds,
        deadline=None if over is None else _written(over),
        expired=expired,
        by=limit.by,
    )


def _written(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

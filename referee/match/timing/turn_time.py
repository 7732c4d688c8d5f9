"""When the turn in play began, what the referee added to it, and when its clock was stopped: all by the times of the log."""

from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from referee.match.events import (
    Event,
    ExtraTime,
    Pause,
    PinReset,
    PinSet,
    Resume,
    Retract,
    ShuffleCommitment,
    ShuffleText,
)


class TurnTime(Struct, frozen=True):
    """The time of a turn (RFC 3339): it began at `since`, has `extra` seconds, and stood in each of `stops`, from and until.

    `paused_at`: the clock stands since then, maybe since before this turn.
    """

    since: str = ""
    extra: int = 0
    stops: tuple[tuple[str, str], ...] = ()
    paused_at: str | None = None

    def after(self, event: Event, at: str) -> "TurnTime":
        """The same once this event is on record, at this time: what moves play, or takes it back, begins the time anew."""
        match event:
            case Pause():
                return replace(self, paused_at=at)
            case Resume():
                stop = () if self.paused_at is None else ((self.paused_at, at),)
                return replace(self, stops=(*self.stops, *stop), paused_at=None)
            case ExtraTime():
                return replace(self, extra=self.extra + event.seconds) if event.of == "turn" else self
            case PinSet() | PinReset() | ShuffleCommitment() | ShuffleText():
                # Whose turn it is can record these, and would give themselves time by them.
                return self
            case Retract():
                return TurnTime(at, self.extra, paused_at=self.paused_at)
        return TurnTime(at, paused_at=self.paused_at) if event.GAME else self

    def began(self) -> datetime:
        """When it began."""
        return datetime.fromisoformat(self.since)

    def stood(self) -> tuple[tuple[datetime, datetime | None], ...]:
        """From when until when its clock was stopped, in order; None: it still is."""
        over = [(datetime.fromisoformat(since), datetime.fromisoformat(until)) for since, until in self.stops]
        return (*over, *([] if self.paused_at is None else [(datetime.fromisoformat(self.paused_at), None)]))

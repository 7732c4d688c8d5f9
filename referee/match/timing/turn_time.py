"""The time of the turn in play: its begin, extra time and pauses, all by the times of the log."""

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
        """The time once this event is on record, at this time: an event that moves play, or takes it back, restarts it."""
        match event:
            case Pause():
                return replace(self, paused_at=at)
            case Resume():
                stop = () if self.paused_at is None else ((self.paused_at, at),)
                return replace(self, stops=(*self.stops, *stop), paused_at=None)
            case ExtraTime():
                return replace(self, extra=self.extra + event.seconds) if event.of == "turn" else self
            case PinSet() | PinReset() | ShuffleCommitment() | ShuffleText():
                # The seat to act can record these, and would give itself time by them.
                return self
            case Retract():
                return TurnTime(at, self.extra, paused_at=self.paused_at)
        return TurnTime(at, paused_at=self.paused_at) if event.GAME else self

    def began(self) -> datetime:
        """The begin of the turn."""
        return datetime.fromisoformat(self.since)

    def pauses(self) -> tuple[tuple[datetime, datetime | None], ...]:
        """The pauses of the clock, from and until, in order; None: still paused."""
        over = [(datetime.fromisoformat(since), datetime.fromisoformat(until)) for since, until in self.stops]
        return (*over, *([] if self.paused_at is None else [(datetime.fromisoformat(self.paused_at), None)]))

"""The lag of read models behind the log, and the time to catch up, estimated from their speed so far."""

from collections.abc import Callable

from msgspec import Struct


class CatchingUp(Struct, frozen=True):
    """Read models that are behind: the position they stand for, that of the log, and the seconds they need, where known."""

    position: int
    head: int
    seconds: float | None


class Speed:
    """Measures the speed of read models since they were first seen behind, also if another process moves them."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._from: tuple[int, float] | None = None

    def saw(self, position: int, head: int) -> None:
        """Notes the position of the read models at this moment."""
        if self._from is None or position >= head or position < self._from[0]:
            self._from = (position, self._clock())

    def seconds(self, position: int, through: int) -> float | None:
        """The estimated seconds from one position to another; None before the read models were seen to move."""
        if self._from is None:
            return None
        distance, duration = position - self._from[0], self._clock() - self._from[1]
        return max(0, through - position) * duration / distance if distance > 0 and duration > 0 else None

"""How far read models are behind the log, and how long they will take, by the speed at which they were seen to move."""

from collections.abc import Callable

from msgspec import Struct


class CatchingUp(Struct, frozen=True):
    """Read models that are behind: the position they stand for, that of the log, and the seconds they need, where known."""

    position: int
    head: int
    seconds: float | None


class Speed:
    """Measures from where the read models were first seen behind, whichever process moves them."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._from: tuple[int, float] | None = None

    def saw(self, position: int, head: int) -> None:
        """Takes note of where they are."""
        if self._from is None or position >= head or position < self._from[0]:
            self._from = (position, self._clock())

    def seconds(self, position: int, upto: int) -> float | None:
        """How long they need from one position to another; None before they were seen to move."""
        if self._from is None:
            return None
        done, took = position - self._from[0], self._clock() - self._from[1]
        return max(0, upto - position) * took / done if done > 0 and took > 0 else None

"""What came about while a request is answered, in a place of its own, which the threads that work for it share.

Above all whether something was stored, for who has to say so when something fails.
"""

from contextvars import ContextVar
from typing import Literal

from msgspec import Struct

Stored = Literal["no", "unknown"]


class _Place(Struct):
    is_set: bool = False


class RequestFlag:
    """Whether something came about since `begin`, in this context."""

    def __init__(self, name: str) -> None:
        self._place: ContextVar[_Place | None] = ContextVar(name, default=None)

    def begin(self) -> None:
        """From here on, in this context, nothing is is_set yet."""
        self._place.set(_Place())

    def set(self) -> None:
        """It came about."""
        if (place := self._place.get()) is not None:
            place.is_set = True

    def is_set(self) -> bool | None:
        """Whether it came about since `begin`; None where nothing was begun."""
        place = self._place.get()
        return None if place is None else place.is_set


STORED = RequestFlag("outcome")
"""Something was stored."""


def stored() -> Stored:
    """What may be said of a request that fails now, in the words of problem documents."""
    return "no" if STORED.is_set() is False else "unknown"

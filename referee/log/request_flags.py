"""Flags of a request, which the threads that work for it share. The first is STORED: the answer to a failure says whether
something was stored.
"""

from contextvars import ContextVar
from typing import Literal

from msgspec import Struct

Stored = Literal["no", "unknown"]


class _Place(Struct):
    is_set: bool = False


class RequestFlag:
    """A flag of one request: false from `begin` on, true after `set`, in this context."""

    def __init__(self, name: str) -> None:
        self._place: ContextVar[_Place | None] = ContextVar(name, default=None)

    def begin(self) -> None:
        """Clears the flag for this context."""
        self._place.set(_Place())

    def set(self) -> None:
        """Sets the flag; does nothing outside requests."""
        if (place := self._place.get()) is not None:
            place.is_set = True

    def is_set(self) -> bool | None:
        """Returns True if the flag was set since `begin`, None outside requests."""
        place = self._place.get()
        return None if place is None else place.is_set


STORED = RequestFlag("outcome")
"""Set once something was stored."""


def stored() -> Stored:
    """Returns the `stored` of the problem document for a failure now."""
    return "no" if STORED.is_set() is False else "unknown"

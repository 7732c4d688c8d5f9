"""What is noted while a request is answered, in a place of its own, which the threads that work for it share."""

from contextvars import ContextVar

from msgspec import Struct


class _Place(Struct):
    noted: bool = False


class RequestNote:
    """Whether something came about since `begin`, in this context."""

    def __init__(self, name: str) -> None:
        self._place: ContextVar[_Place | None] = ContextVar(name, default=None)

    def begin(self) -> None:
        """From here on, in this context, nothing is noted yet."""
        self._place.set(_Place())

    def note(self) -> None:
        """It came about."""
        if (place := self._place.get()) is not None:
            place.noted = True

    def noted(self) -> bool | None:
        """Whether it came about since `begin`; None where nothing was begun."""
        place = self._place.get()
        return None if place is None else place.noted

"""Whether a name was asked for that is not there any more, for who may not repeat what they said before.

A request notes it in a place of its own, which the threads that work for it share.
"""

from contextvars import ContextVar

from msgspec import Struct


class Missing(Struct):
    """Whether a name was missing."""

    met: bool = False


_current: ContextVar[Missing | None] = ContextVar("nameless", default=None)


def begin() -> None:
    """From here on, in this context, no name is missing."""
    _current.set(Missing())


def note() -> None:
    """A name was asked for and is not there."""
    if (missing := _current.get()) is not None:
        missing.met = True


def met() -> bool:
    """Whether a name was missing since `begin`."""
    missing = _current.get()
    return missing is not None and missing.met

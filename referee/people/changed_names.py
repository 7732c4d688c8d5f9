"""Whether an answer names somebody who was named otherwise before: erased, corrected, merged or taken apart again.

The versions of matches and contests do not count that, so a client's copy of the same version may show the old name. A request
notes it in a place of its own, which the threads that work for it share.
"""

from contextvars import ContextVar

from msgspec import Struct

COUNT = "SELECT count FROM erasures"
"""Asks a database how often a name has changed."""


class NamedOtherwise(Struct):
    """Whether such a name was asked for."""

    met: bool = False


_current: ContextVar[NamedOtherwise | None] = ContextVar("changed_names", default=None)


def begin() -> None:
    """From here on, in this context, no such name was asked for."""
    _current.set(NamedOtherwise())


def note() -> None:
    """A name was asked for that is not what it was once."""
    if (changed := _current.get()) is not None:
        changed.met = True


def met() -> bool:
    """Whether such a name was asked for since `begin`."""
    changed = _current.get()
    return changed is not None and changed.met

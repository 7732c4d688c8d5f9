"""What became of the writes of one request so far, for who has to say so when something fails.

A request notes its writes in a place of its own, which the threads that work for it share.
"""

from contextvars import ContextVar
from typing import Literal

from msgspec import Struct

Stored = Literal["no", "unknown"]


class StoreOutcome(Struct):
    """Whether anything was stored."""

    stored: bool = False


_current: ContextVar[StoreOutcome | None] = ContextVar("outcome", default=None)


def begin() -> None:
    """From here on, in this context, nothing is stored yet."""
    _current.set(StoreOutcome())


def note_stored() -> None:
    """Something was stored."""
    if (outcome := _current.get()) is not None:
        outcome.stored = True


def stored() -> Stored:
    """What may be said of a request that fails now, in the words of problem documents."""
    outcome = _current.get()
    return "unknown" if outcome is None or outcome.stored else "no"

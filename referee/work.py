"""The circumstances of the work that runs now: its deadline, its cancellation, and the marks that it leaves for its answer.

A request hands them on to all that works for it, in any thread. They are one immutable value: a part of the work that replaces it
does so for itself and for what it calls.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

T = TypeVar("T")
StoredState = Literal["no", "unknown"]


class WorkCancelled(Exception):
    """The work was cancelled."""


class Cancellation:
    """Cancellation of some work: one thread cancels it, another one checks it."""

    __slots__ = ("is_cancelled",)

    def __init__(self) -> None:
        self.is_cancelled = False

    def cancel(self) -> None:
        """Ends the work at its next step."""
        self.is_cancelled = True


class ServerHealth(Struct, eq=False):
    """The health of one server: `is_down` if it did not answer last, and the number of outages."""

    is_down: bool = False
    outages: int = 0

    def mark_up(self) -> None:
        """Records an answer."""
        self.is_down = False

    def mark_down(self) -> None:
        """Records an outage: a connection broke, could not be made, or timed out."""
        self.is_down = True
        self.outages += 1


class Deadline(Struct, frozen=True):
    """The deadline of a request that waits for a server.

    `until`: in seconds of `clock`; it counts only if the server is down. `writes`: the request may store something. `outages`:
    those of the server before the request.
    """

    until: float
    writes: bool
    clock: Callable[[], float]
    health: ServerHealth
    outages: int

    def remaining(self) -> float:
        """Returns the seconds until the deadline; 0 or less after it."""
        return self.until - self.clock()

    def has_met_outage(self) -> bool:
        """True if the server is down, or was since the request began to wait."""
        return self.health.is_down or self.health.outages > self.outages


class _Place(Struct):
    is_set: bool = False


class Mark:
    """A mark that work leaves for those who began it: false from `begin` on, true after `set`."""

    def begin(self) -> None:
        """Clears the mark for the work from here on."""
        now = current_work()
        _CURRENT.set(replace(now, marks={**now.marks, self: _Place()}))

    def set(self) -> None:
        """Sets the mark; does nothing if it was not begun."""
        if (place := current_work().marks.get(self)) is not None:
            place.is_set = True

    def is_set(self) -> bool | None:
        """Returns True if the mark was set since `begin`, None if it was not begun."""
        place = current_work().marks.get(self)
        return None if place is None else place.is_set


class Work(Struct, frozen=True):
    """Some work. `may_block` is False in the event loop, which must not wait for a server."""

    deadline: Deadline | None = None
    may_block: bool = True
    cancellation: Cancellation | None = None
    marks: Mapping[Mark, _Place] = {}


_WITHOUT_LIMITS = Work()
_CURRENT: ContextVar[Work] = ContextVar("work", default=_WITHOUT_LIMITS)
current_work = _CURRENT.get
"""Returns the current work."""
go_on_as = _CURRENT.set
"""Replaces the current work from here on."""


@contextmanager
def working(work: Work) -> Iterator[None]:
    """Replaces the current work during the block, also in copies of its context."""
    token = _CURRENT.set(work)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def cancellable(steps: Iterable[T]) -> Iterable[T]:
    """The same steps, each only while the current work is not cancelled. Raises WorkCancelled."""
    cancellation = current_work().cancellation
    return steps if cancellation is None else _each(steps, cancellation)


def _each(steps: Iterable[T], cancellation: Cancellation) -> Iterator[T]:
    for step in steps:
        if cancellation.is_cancelled:
            raise WorkCancelled
        yield step


STORED = Mark()
"""Set once something was stored: the answer to a failure says so."""


def stored_word() -> StoredState:
    """Returns the `stored` of the problem document for a failure now."""
    return "no" if STORED.is_set() is False else "unknown"

"""The time that a request may wait for a database which does not answer, however many queries it still has to make.

A request waits for a database that answers slowly. If the database failed to answer at any moment since the request came (a
connection broke, or an answer timed out), the request gives up at its deadline, even if other answers came meanwhile: otherwise
the waits for one connection after the other would add up. A request that only waits behind others gives up too.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

from msgspec import Struct

ANSWER_SECONDS = 3.0
"""Timeout of one answer while a request waits for it."""
REQUEST_SECONDS = 4.5
"""Total wait of a request for a database that is down."""
LEAST_SECONDS = 0.1
"""Least timeout of an answer."""


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


MAIN = ServerHealth()
"""Health of the database of this process."""
STANDBY = ServerHealth()
"""Health of the standby that answers reads while the main database is down."""


class Deadline(Struct):
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


_current: ContextVar[Deadline | None] = ContextVar("deadline", default=None)


def begin(
    *,
    writes: bool = False,
    clock: Callable[[], float] = monotonic,
    seconds: float = REQUEST_SECONDS,
    of: ServerHealth = MAIN,
) -> None:
    """Sets the deadline of this context from here on: a number of `seconds` if the server is down."""
    _current.set(_new_deadline(seconds, writes, clock, of))


@contextmanager
def deadline(seconds: float, clock: Callable[[], float] = monotonic) -> Iterator[Deadline]:
    """Sets a deadline for the block: a number of `seconds` if the database is down."""
    own = _new_deadline(seconds, True, clock, MAIN)
    before = _current.set(own)
    try:
        yield own
    finally:
        _current.reset(before)


def current_deadline() -> Deadline | None:
    """Returns the deadline of this context; None outside requests."""
    return _current.get()


def answer_seconds() -> float | None:
    """Returns the timeout of the next answer, in seconds; None outside requests."""
    own = _current.get()
    if own is None:
        return None
    return min(ANSWER_SECONDS, max(LEAST_SECONDS, own.remaining())) if own.has_met_outage() else ANSWER_SECONDS


def is_down() -> bool:
    """True if the database did not answer last."""
    return MAIN.is_down


def _new_deadline(seconds: float, writes: bool, clock: Callable[[], float], of: ServerHealth) -> Deadline:
    return Deadline(clock() + seconds, writes, clock, of, of.outages)

"""How long a request waits for a database that says nothing: never longer than is promised, whatever it has yet to ask.

A database that answers slowly is waited for. Where it was silent (a connection broke, or an answer did not come in its time) at
any moment since a request came, the request gives up at its own time, whatever else was heard of the database meanwhile: waits
for one connection after the other would add up. So does one that only waits for others before it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

from msgspec import Struct

ANSWER_SECONDS = 3.0
"""How long one answer of the database may take while a request waits for it."""
REQUEST_SECONDS = 4.5
"""How long a request waits in all where the database is silent."""
LEAST_SECONDS = 0.1
"""What an answer is given in any case."""


class ServerHealth(Struct, eq=False):
    """What was heard last of one server: whether it says nothing, and how often it fell silent."""

    is_down: bool = False
    outages: int = 0

    def mark_up(self) -> None:
        """It said something."""
        self.is_down = False

    def mark_down(self) -> None:
        """A connection broke, could not be made, or gave no answer in time."""
        self.is_down = True
        self.outages += 1


MAIN = ServerHealth()
"""Of the database of this process."""
STANDBY = ServerHealth()
"""Of the standby that answers reads while the other one is silent."""


class Deadline(Struct):
    """Somebody who waits for a server: until when where it is silent, in seconds of `clock`; whether something may be stored; how
    often the server had fallen silent before.
    """

    until: float
    writes: bool
    clock: Callable[[], float]
    health: ServerHealth
    outages: int

    def remaining(self) -> float:
        """Seconds until it gives up; not above 0: it should have."""
        return self.until - self.clock()

    def has_met_outage(self) -> bool:
        """Whether the database is silent, or was since this one began to wait."""
        return self.health.is_down or self.health.outages > self.outages


_asking: ContextVar[Deadline | None] = ContextVar("asking", default=None)


def begin(
    *,
    writes: bool = False,
    clock: Callable[[], float] = monotonic,
    seconds: float = REQUEST_SECONDS,
    of: ServerHealth = MAIN,
) -> None:
    """From here on, in this context, a request waits, so many seconds where the server is silent."""
    _asking.set(_who_waits(seconds, writes, clock, of))


@contextmanager
def deadline(seconds: float, clock: Callable[[], float] = monotonic) -> Iterator[Deadline]:
    """Somebody who waits for so many seconds where the database is silent, for as long as the block runs."""
    asking = _who_waits(seconds, True, clock, MAIN)
    before = _asking.set(asking)
    try:
        yield asking
    finally:
        _asking.reset(before)


def current_deadline() -> Deadline | None:
    """Who waits in this context; None for work beside requests."""
    return _asking.get()


def answer_seconds() -> float | None:
    """How long the next answer may take; None where nobody waits."""
    who = _asking.get()
    if who is None:
        return None
    return min(ANSWER_SECONDS, max(LEAST_SECONDS, who.remaining())) if who.has_met_outage() else ANSWER_SECONDS


def is_down() -> bool:
    """Whether the last that was heard of the database is that it says nothing."""
    return MAIN.is_down


def _who_waits(seconds: float, writes: bool, clock: Callable[[], float], of: ServerHealth) -> Deadline:
    return Deadline(clock() + seconds, writes, clock, of, of.outages)

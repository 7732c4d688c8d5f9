"""The time that a request may wait for a database which does not answer, however many queries it still has to make.

A request waits for a database that answers slowly. If the database failed to answer at any moment since the request came (a
connection broke, or an answer timed out), the request gives up at its deadline, even if other answers came meanwhile: otherwise
the waits for one connection after the other would add up. A request that only waits behind others gives up too.

Work in the event loop may not wait at all: every new connection is refused.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from msgspec.structs import replace

from referee.work import Deadline, ServerHealth, current_work, go_on_as, working

ANSWER_SECONDS = 3.0
"""Timeout of one answer while a request waits for it."""
REQUEST_SECONDS = 4.5
"""Total wait of a request for a database that is down."""
LEAST_SECONDS = 0.1
"""Least timeout of an answer."""
MAIN = ServerHealth()
"""Health of the database of this process."""
STANDBY = ServerHealth()
"""Health of the standby that answers reads while the main database is down."""


class WouldBlock(Exception):
    """The code would block on a server. Nothing of it was stored: it runs again where it may block."""


def begin(
    *,
    writes: bool = False,
    clock: Callable[[], float] = monotonic,
    seconds: float = REQUEST_SECONDS,
    of: ServerHealth = MAIN,
) -> None:
    """Sets the deadline of the work from here on: a number of `seconds` if the server is down."""
    go_on_as(replace(current_work(), deadline=Deadline(clock() + seconds, writes, clock, of, of.outages)))


@contextmanager
def deadline(seconds: float, clock: Callable[[], float] = monotonic) -> Iterator[Deadline]:
    """Sets a deadline for the block: a number of `seconds` if the database is down."""
    own = Deadline(clock() + seconds, True, clock, MAIN, MAIN.outages)
    with working(replace(current_work(), deadline=own)):
        yield own


def current_deadline() -> Deadline | None:
    """Returns the deadline of the current work; None outside requests."""
    return current_work().deadline


def answer_seconds() -> float | None:
    """Returns the timeout of the next answer, in seconds; None outside requests."""
    own = current_work().deadline
    if own is None:
        return None
    return min(ANSWER_SECONDS, max(LEAST_SECONDS, own.remaining())) if own.has_met_outage() else ANSWER_SECONDS


def is_down() -> bool:
    """True if the database did not answer last."""
    return MAIN.is_down


def forbid_blocking() -> None:
    """Forbids the work from here on to block on a server."""
    go_on_as(replace(current_work(), may_block=False))


def require_blocking_allowed() -> None:
    """Raises WouldBlock if the current work must not block on a server."""
    if not current_work().may_block:
        raise WouldBlock

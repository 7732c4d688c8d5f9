"""How a follower takes the log: a batch at a time, in order, each record once, however many processes follow.

A follower keeps its position where it keeps what it made of the log, and writes both in one transaction, on condition that
nobody else moved it meanwhile. So a crash at any point loses nothing and doubles nothing, and of two processes that take the
same batch one writes it.
"""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Protocol

from sqlalchemy.exc import IntegrityError, OperationalError

from referee.errors import Unavailable
from referee.follow.feed import Feed, LogRecord
from referee.store.outage.silence import is_contention

TRIES = 50
"""How often in a row others may be in the way while nobody goes on; a driver itself waits for them each time."""


class Subscriber(Protocol):
    """One who follows the log."""

    batch: int
    """The most records it takes in one transaction."""

    def position(self) -> int:
        """The position up to which it has taken the log."""
        ...

    def take(self, feed: Feed, upto: int) -> int:
        """Takes one batch at most, not beyond this position, and returns the position up to which it has taken the log then.

        It writes what it makes of the batch with the new position, or nothing. Where another process was first it raises
        IntegrityError, or returns what that one came to.
        """
        ...


class Subscription:
    """Takes the log to one follower: one thread of a process at a time."""

    def __init__(self, feed: Feed, subscriber: Subscriber) -> None:
        self.feed = feed
        self._subscriber = subscriber
        self._turn = Lock()

    def step(self, upto: int) -> int:
        """Takes one batch at most, not beyond this position. Returns the position that the follower has reached.

        Raises Unavailable where others are in the way too often, and what the database does not allow.
        """
        with self._turn:
            lost, reached = 0, -1
            while True:
                try:
                    return self._subscriber.take(self.feed, upto)
                except (IntegrityError, OperationalError) as error:
                    if isinstance(error, OperationalError) and not is_contention(error):
                        raise
                    at = self._subscriber.position()
                    # Where another one goes on, nothing stands still.
                    lost = 0 if at > reached else lost + 1
                    reached = at
                    if lost == TRIES:
                        raise Unavailable(stored="no") from error

    def catch_up(self, upto: int | None = None, tell: Callable[[int], None] = lambda _: None) -> int:
        """Takes the follower to this position, or the head of the log. Returns the position that it has reached.

        `tell` is called with that position after every batch.
        """
        head = self.feed.log.position() if upto is None else upto
        at = self._subscriber.position()
        while at < head:
            at = self.step(head)
            tell(at)
        return at


def batch_of(feed: Feed, after: int, limit: int, upto: int) -> tuple[Sequence[LogRecord], int]:
    """The next records above a position, and the position that is reached with them: no record of the log is in between.

    Where others are beyond `upto` already, that is where they are: nobody goes back.
    """
    records = feed.after(after, limit, upto)
    return records, records[-1].id if records else max(after, upto)

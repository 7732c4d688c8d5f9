"""Batches of the log for a follower: in order, each record once, also when several processes follow.

A follower stores its position beside the data that it derives from the log. It writes both in one transaction, on condition
that no other process has moved the position meanwhile. So a crash at any point loses nothing and doubles nothing, and if two
processes take the same batch, one of them writes it.
"""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Protocol

from sqlalchemy.exc import IntegrityError, OperationalError

from referee.errors import Unavailable
from referee.followers.feed import Feed, LogRecord
from referee.log.timeouts.failures import is_contention

TRIES = 50
"""Conflicts in a row while no process makes progress. A database driver itself waits for a lock each time."""


class Subscriber(Protocol):
    """A follower of the log."""

    batch: int
    """The most records that it takes in one transaction."""

    def position(self) -> int:
        """The position up to which it has taken the log."""
        ...

    def take(self, feed: Feed, through: int) -> int:
        """Takes one batch at most, not beyond this position, and returns the position that it has reached.

        It writes the data of the batch together with the new position, or nothing. If another process was first, it raises
        IntegrityError, or returns the position of that process.
        """
        ...


class Subscription:
    """Hands the log to one follower. One thread of a process does so at a time."""

    def __init__(self, feed: Feed, subscriber: Subscriber) -> None:
        self.feed = feed
        self._subscriber = subscriber
        self._turn = Lock()

    def step(self, through: int) -> int:
        """Takes one batch at most, not beyond this position. Returns the position that the follower has reached.

        Raises Unavailable after TRIES conflicts in a row without progress, and the errors of the database.
        """
        with self._turn:
            conflicts, last_position = 0, -1
            while True:
                try:
                    return self._subscriber.take(self.feed, through)
                except (IntegrityError, OperationalError) as error:
                    if isinstance(error, OperationalError) and not is_contention(error):
                        raise
                    position = self._subscriber.position()
                    # If another process makes progress, the follower is not stuck.
                    conflicts = 0 if position > last_position else conflicts + 1
                    last_position = position
                    if conflicts == TRIES:
                        raise Unavailable(stored="no") from error

    def catch_up(self, through: int | None = None, on_batch: Callable[[int], None] = lambda _: None) -> int:
        """Takes the follower to this position, or to the head of the log. Returns the position that it has reached.

        Calls `on_batch` with the position after every batch.
        """
        head = self.feed.log.position() if through is None else through
        position = self._subscriber.position()
        while position < head:
            position = self.step(head)
            on_batch(position)
        return position


def batch_of(feed: Feed, after: int, limit: int, through: int) -> tuple[Sequence[LogRecord], int]:
    """The next records above a position, and the position that they reach: no record of the log is left out in between.

    Without records the position is `through`, or `after` if that is higher: a position never goes back.
    """
    records = feed.after(after, limit, through)
    return records, records[-1].id if records else max(after, through)

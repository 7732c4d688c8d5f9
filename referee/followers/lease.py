"""The lease of a leader: of the processes that could do the same work, one takes the lease and renews it while it lives.

A lease only saves work. Exactly-once writes do not rest on it: the position that is written with them decides, also if two
processes believe that they lead.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock
from time import monotonic
from uuid import uuid4

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from referee.log.backend import backend_of
from referee.log.tables import TURNS
from referee.log.unit_of_work import unit_of_work

LASTS = timedelta(seconds=10)
"""Time until the lease of a dead process ends. A process that lives renews its lease."""


def database_time(connection: sa.Connection) -> datetime:
    """The time of day of the database: one clock for all processes, as those of their machines may differ."""
    return backend_of(connection).now(connection)


class LeaseClock(Struct, frozen=True):
    """The two clocks of a lease: the time of the database, and monotonic `seconds`."""

    database: Callable[[sa.Connection], datetime] = database_time
    seconds: Callable[[], float] = monotonic


BY_DATABASE = LeaseClock()


class LeaderLease:
    """The lease of one kind of work, as one process takes it. The clocks of the machines do not matter."""

    def __init__(self, store: sa.Engine, name: str, clock: LeaseClock = BY_DATABASE) -> None:
        self._store = store
        self._name = name
        self._clock = clock
        self._holder = str(uuid4())
        self._since: float | None = None
        """The monotonic second at which the lease was taken or renewed last."""
        self._lock = Lock()

    def is_mine(self) -> bool:
        """True if this process holds the lease and need not renew it yet. Does not query the database."""
        since = self._since
        return since is not None and 0 <= self._clock.seconds() - since < LASTS.total_seconds() / 2

    def take(self) -> bool:
        """Takes or renews the lease. Returns true if this process holds it then.

        Does not query the database in the first half of the lease's time.
        """
        with self._lock:
            if not self.is_mine():
                # Read before the query, so that the lease in the database never ends before this process believes so.
                since = self._clock.seconds()
                self._since = since if self._acquire() else None
            return self._since is not None

    def is_held(self) -> bool:
        """True if any process holds the lease now, this one included."""
        with self._store.connect() as connection:
            now = self._clock.database(connection)
            until = connection.execute(sa.select(TURNS.c.until).where(TURNS.c.name == self._name)).scalar()
        # A lease cannot end later than a new one, unless the clock has gone back: then it counts as free.
        return until is not None and _text(now) < until <= _text(now + LASTS)

    def leave(self) -> None:
        """Gives the lease back, so that another process can take it at once."""
        if self._since is not None:
            self._since = None
            with unit_of_work(self._store) as connection:
                connection.execute(TURNS.delete().where(self._mine()))

    def _mine(self) -> sa.ColumnElement[bool]:
        return sa.and_(TURNS.c.name == self._name, TURNS.c.holder == self._holder)

    def _acquire(self) -> bool:
        """Takes the lease if it is free, and returns true if this process holds it then.

        A lease that ends later than any new one counts as free: the clock has gone back since it was taken.
        """
        with self._store.connect() as connection:
            time = self._clock.database(connection)
            holder_row = connection.execute(TURNS.select().where(TURNS.c.name == self._name)).first()
        now, until = _text(time), _text(time + LASTS)
        row = {"name": self._name, "holder": self._holder, "until": until}
        if holder_row is not None and holder_row.holder != self._holder and now < holder_row.until <= until:
            return False
        try:
            with unit_of_work(self._store) as connection:
                if holder_row is None:
                    connection.execute(TURNS.insert(), row)
                    return True
                same = sa.and_(
                    TURNS.c.name == self._name,
                    TURNS.c.holder == holder_row.holder,
                    TURNS.c.until == holder_row.until,
                )
                return connection.execute(TURNS.update().where(same).values(row)).rowcount == 1
        except IntegrityError:
            # Another process was faster.
            return False


def _text(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="milliseconds")

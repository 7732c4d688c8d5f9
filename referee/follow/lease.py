"""Who is first among the processes that could do the same work: one takes the turn, and renews it for as long as it lives.

A turn only saves work. What is written exactly once is so by the position that is written with it, whoever believes what.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock
from time import monotonic
from uuid import uuid4

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from referee.store.unit_of_work import unit_of_work

LASTS = timedelta(seconds=10)
"""How long a process that died keeps its turn; one that lives renews it."""

_turns = sa.Table(
    "turns",
    sa.MetaData(),
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("holder", sa.String(36), nullable=False),
    sa.Column("until", sa.String(32), nullable=False),
)


def database_time(connection: sa.Connection) -> datetime:
    """The time of day of the database: one clock for all processes, whatever those of their machines say."""
    if connection.dialect.name == "postgresql":
        told: datetime = connection.exec_driver_sql("SELECT clock_timestamp()").scalar_one()
        return told
    text = connection.exec_driver_sql("SELECT strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')").scalar_one()
    return datetime.fromisoformat(text)


class LeaseClock(Struct, frozen=True):
    """What turns go by: the time of the database, and `seconds` that count from anywhere and never go back."""

    database: Callable[[sa.Connection], datetime] = database_time
    seconds: Callable[[], float] = monotonic


BY_DATABASE = LeaseClock()


class LeaderLease:
    """The turn of a name, as one process takes it. The clocks of the machines do not matter."""

    def __init__(self, store: sa.Engine, name: str, clock: LeaseClock = BY_DATABASE) -> None:
        self._store = store
        self._name = name
        self._clock = clock
        self._holder = str(uuid4())
        self._since: float | None = None
        """The second at which the turn was taken or renewed last."""
        self._lock = Lock()

    def is_mine(self) -> bool:
        """Whether this process has the turn, and need not renew it yet. The database is not asked."""
        since = self._since
        return since is not None and 0 <= self._clock.seconds() - since < LASTS.total_seconds() / 2

    def take(self) -> bool:
        """Whether it is this process's turn: it was, or nobody's. The database is asked where half of its time is over."""
        with self._lock:
            if not self.is_mine():
                # Before the database is asked: it lasts from then on, or longer.
                since = self._clock.seconds()
                self._since = since if self._taken() else None
            return self._since is not None

    def is_held(self) -> bool:
        """Whether some process has the turn now, this one or another."""
        with self._store.connect() as connection:
            now = self._clock.database(connection)
            until = connection.execute(sa.select(_turns.c.until).where(_turns.c.name == self._name)).scalar()
        return until is not None and _written(now) < until <= _written(now + LASTS)

    def leave(self) -> None:
        """Lets another process have its turn at once."""
        if self._since is not None:
            self._since = None
            with unit_of_work(self._store) as connection:
                connection.execute(_turns.delete().where(self._mine()))

    def _mine(self) -> sa.ColumnElement[bool]:
        return sa.and_(_turns.c.name == self._name, _turns.c.holder == self._holder)

    def _taken(self) -> bool:
        """Takes the turn where it is nobody's. One that lasts longer than any was taken by a clock that has gone back since."""
        with self._store.connect() as connection:
            time = self._clock.database(connection)
            known = connection.execute(_turns.select().where(_turns.c.name == self._name)).first()
        now, until = _written(time), _written(time + LASTS)
        row = {"name": self._name, "holder": self._holder, "until": until}
        if known is not None and known.holder != self._holder and now < known.until <= until:
            return False
        try:
            with unit_of_work(self._store) as connection:
                if known is None:
                    connection.execute(_turns.insert(), row)
                    return True
                same = sa.and_(
                    _turns.c.name == self._name, _turns.c.holder == known.holder, _turns.c.until == known.until
                )
                return connection.execute(_turns.update().where(same).values(row)).rowcount == 1
        except IntegrityError:
            # Another process was faster.
            return False


def _written(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="milliseconds")

"""Who is first among the processes that could do the same work: one takes the turn, and renews it for as long as it lives.

A turn only saves work. What is written exactly once is so by the position that is written with it, whoever believes what.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock
from uuid import uuid4

import sqlalchemy as sa
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


class Turn:
    """The turn of a name, as one process takes it. `now` is the time of day; all processes have about the same."""

    def __init__(self, store: sa.Engine, name: str, now: Callable[[], datetime]) -> None:
        self._store = store
        self._name = name
        self._now = now
        self._holder = str(uuid4())
        self._until: datetime | None = None
        self._lock = Lock()

    def is_mine(self) -> bool:
        """Whether this process has the turn, and need not renew it yet. The database is not asked."""
        until = self._until
        return until is not None and until - LASTS <= self._now() < until - LASTS / 2

    def take(self) -> bool:
        """Whether it is this process's turn: it was, or nobody's. The database is asked where half of its time is over."""
        with self._lock:
            if not self.is_mine():
                now = self._now()
                until = now + LASTS
                self._until = until if self._taken(_written(now), _written(until)) else None
            return self._until is not None

    def leave(self) -> None:
        """Lets another process have its turn at once."""
        if self._until is not None:
            self._until = None
            with unit_of_work(self._store) as connection:
                connection.execute(_turns.delete().where(self._mine()))

    def _mine(self) -> sa.ColumnElement[bool]:
        return sa.and_(_turns.c.name == self._name, _turns.c.holder == self._holder)

    def _taken(self, now: str, until: str) -> bool:
        """Takes the turn where it is nobody's. One that lasts longer than any was taken by a clock that has gone back since."""
        row = {"name": self._name, "holder": self._holder, "until": until}
        with self._store.connect() as connection:
            known = connection.execute(_turns.select().where(_turns.c.name == self._name)).first()
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

"""Follows the log: each projection takes every record once, in order, and knows how far it is.

A batch's rows and the new position are written in one transaction, so a crash at any point loses nothing and doubles nothing.
Two followers of one database take turns by the position's row.
"""

from collections.abc import Callable
from threading import Lock

from eventsourcing.persistence import Notification
from sqlalchemy import Engine, select, update
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session

from projections import championships, matches, records
from projections.models import Base, Position
from referee.log import Log
from referee.people import changing_tables

Project = Callable[[Session, Notification], None]

PROJECTIONS: dict[str, Project] = {
    matches.NAME: matches.project,
    championships.NAME: championships.project,
    records.NAME: records.project,
}
BATCH = 500


class Follower:
    """Keeps the read models of one database abreast of its log."""

    def __init__(self, log: Log, store: Engine) -> None:
        self.log = log
        self.store = store
        self._turn = Lock()
        with changing_tables(store) as connection:
            Base.metadata.create_all(connection)

    def position(self, projection: str) -> int:
        """The log position that a projection stands for."""
        with Session(self.store) as session:
            row = session.get(Position, projection)
            return row.position if row else 0

    def catch_up(self) -> int:
        """Takes every projection to the head of the log, and returns the position they stand for."""
        with self._turn:
            head = self.log.position()
            for name, project in PROJECTIONS.items():
                while self.position(name) < head and self._step(name, project):
                    pass
            return head

    def _step(self, name: str, project: Project) -> bool:
        """One batch of one projection; False where another process is at it or there is nothing left."""
        with Session(self.store) as session:
            try:
                after = session.scalar(select(Position.position).where(Position.projection == name).with_for_update())
                if after is None:
                    session.add(Position(projection=name, position=0))
                    session.flush()
                batch = self.log.follow(after or 0, BATCH)
                if not batch:
                    session.commit()
                    return False
                for record in batch:
                    project(session, record)
                mine = update(Position).where(Position.projection == name, Position.position == (after or 0))
                if session.connection().execute(mine.values(position=batch[-1].id)).rowcount != 1:
                    session.rollback()
                    return True
                session.commit()
            except (IntegrityError, OperationalError):
                session.rollback()
                return self.position(name) < self.log.position()
        return True

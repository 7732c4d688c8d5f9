"""The running time of each turn, from the signals of the match's tablets. No part of the log: it decides only when to act."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from referee.log.unit_of_work import unit_of_work
from referee.match.timing.reckoning import Running
from referee.match.timing.turn_time import TurnTime

_times = sa.Table(
    "turn_times",
    sa.MetaData(),
    sa.Column("match", sa.String(64), primary_key=True),
    sa.Column("since", sa.String(32), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("ran", sa.Integer, nullable=False),
    sa.Column("until", sa.String(32), nullable=False, index=True),
)
FORGOTTEN_AFTER = timedelta(days=1)
_MILLISECOND = timedelta(milliseconds=1)


def running_of(connection: sa.Connection, match: str, turn: TurnTime) -> Running:
    """Returns the running time of this turn; it stands before the first signal of a tablet."""
    since, stops = turn.began(), turn.stood()
    row = connection.execute(_times.select().where(_times.c.match == match)).first()
    if row is None:
        return Running(since, since, timedelta(), since, stops)
    at, until = datetime.fromisoformat(row.at), datetime.fromisoformat(row.until)
    return Running(datetime.fromisoformat(row.since), at, row.ran * _MILLISECOND, until, stops).turned(since)


def note_heard(store: sa.Engine, match: str, turn: TurnTime, now: datetime) -> None:
    """A tablet of this match was heard of now, in this turn."""
    with unit_of_work(store) as connection:
        running = running_of(connection, match, turn).heard(now)
        row = {
            "since": _written(running.since),
            "at": _written(running.at),
            "ran": round(running.ran / _MILLISECOND),
            "until": _written(running.until),
        }
        # A later signal that another process recorded meanwhile stays.
        condition = (_times.c.match == match, _times.c.at <= row["at"])
        stored_match = connection.execute(sa.select(_times.c.match).where(_times.c.match == match)).first()
        if stored_match is None:
            connection.execute(_times.delete().where(_times.c.until < _written(now - FORGOTTEN_AFTER)))
            connection.execute(_times.insert(), {"match": match, **row})
        else:
            connection.execute(_times.update().where(*condition).values(**row))


def stop_all(store: sa.Engine) -> None:
    """Stops every clock at the last signal of its tablets."""
    with unit_of_work(store) as connection:
        connection.execute(_times.update().where(_times.c.until > _times.c.at).values(until=_times.c.at))


def running_now(store: sa.Engine, now: datetime) -> list[str]:
    """The matches of which a tablet was heard of just now."""
    with store.connect() as connection:
        return list(connection.execute(sa.select(_times.c.match).where(_times.c.until > _written(now))).scalars())


def _written(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

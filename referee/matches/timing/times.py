"""The running time of each turn, from the signals of the match's tablets. No part of the log: it decides only when to act."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from referee.log.tables import TURN_TIMES
from referee.log.unit_of_work import unit_of_work
from referee.match.timing.running_time import Running
from referee.match.timing.turn_time import TurnTime

FORGOTTEN_AFTER = timedelta(days=1)
_MILLISECOND = timedelta(milliseconds=1)


def running_of(connection: sa.Connection, match: str, turn: TurnTime) -> Running:
    """Returns the running time of this turn; it stands before the first signal of a tablet."""
    since, stops = turn.began(), turn.pauses()
    row = connection.execute(TURN_TIMES.select().where(TURN_TIMES.c.match == match)).first()
    if row is None:
        return Running(since, since, timedelta(), since, stops)
    at, until = datetime.fromisoformat(row.at), datetime.fromisoformat(row.until)
    return Running(datetime.fromisoformat(row.since), at, row.ran * _MILLISECOND, until, stops).at_turn(since)


def note_heard(store: sa.Engine, match: str, turn: TurnTime, now: datetime) -> None:
    """A tablet of this match was heard of now, in this turn."""
    with unit_of_work(store) as connection:
        running = running_of(connection, match, turn).after_sign(now)
        row = {
            "since": _timestamp(running.since),
            "at": _timestamp(running.at),
            "ran": round(running.ran / _MILLISECOND),
            "until": _timestamp(running.until),
        }
        # A later signal that another process recorded meanwhile stays.
        condition = (TURN_TIMES.c.match == match, TURN_TIMES.c.at <= row["at"])
        stored_match = connection.execute(sa.select(TURN_TIMES.c.match).where(TURN_TIMES.c.match == match)).first()
        if stored_match is None:
            connection.execute(TURN_TIMES.delete().where(TURN_TIMES.c.until < _timestamp(now - FORGOTTEN_AFTER)))
            connection.execute(TURN_TIMES.insert(), {"match": match, **row})
        else:
            connection.execute(TURN_TIMES.update().where(*condition).values(**row))


def stop_all(store: sa.Engine) -> None:
    """Stops every clock at the last signal of its tablets."""
    with unit_of_work(store) as connection:
        connection.execute(
            TURN_TIMES.update().where(TURN_TIMES.c.until > TURN_TIMES.c.at).values(until=TURN_TIMES.c.at)
        )


def running_now(store: sa.Engine, now: datetime) -> list[str]:
    """The matches of which a tablet was heard of just now."""
    with store.connect() as connection:
        return list(
            connection.execute(sa.select(TURN_TIMES.c.match).where(TURN_TIMES.c.until > _timestamp(now))).scalars()
        )


def _timestamp(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

"""The devices that record a match, their tokens, and the events that still wait on each.

Devices report every ten seconds. Reports are no part of the log: they decide nothing, and are deleted after a day.
"""

from collections import Counter
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa

from referee.log.tables import PRESENCE
from referee.log.unit_of_work import unit_of_work
from referee.match.shares import is_player

FORGOTTEN_AFTER = timedelta(days=1)
MOST_DEVICES = 50
"""The most devices of the staff that are kept for one match: the latest."""
MOST_OF_PLAYER = 5
"""The most devices of one player's token, which take no room from the others."""


class Device(msgspec.Struct, frozen=True):
    """A device that records a match, as of its last report.

    `by` is the token's name as in `recorded_by`, `pending` how many events wait on the device, `last_saved` the version
    that the device knows to be stored, `heard_at` a time (RFC 3339, UTC) by the service's clock, and `tapped_at` the time
    of the last tap on the device, by the same clock: None before any.
    """

    label: str
    by: str
    pending: int
    last_saved: int | None
    heard_at: str
    tapped_at: Annotated[
        str | None,
        msgspec.Meta(description="When somebody last tapped on the device (RFC 3339, UTC); null where nobody has."),
    ] = None


class Presence:
    """The devices of one database."""

    def __init__(self, store: sa.Engine) -> None:
        self.store = store

    def hear(self, match: str, device: Device) -> None:
        """Stores the report of a device in place of its last one."""
        mine = (PRESENCE.c.match == match, PRESENCE.c.by == device.by, PRESENCE.c.label == device.label)
        report = {name: getattr(device, name) for name in ("pending", "last_saved", "heard_at", "tapped_at")}
        try:
            with unit_of_work(self.store) as connection:
                if not connection.execute(PRESENCE.update().where(*mine).values(**report)).rowcount:
                    row = {"match": match, "by": device.by, "label": device.label, **report}
                    connection.execute(PRESENCE.insert(), row)
                    _forget(connection, match, device.heard_at)
        except sa.exc.IntegrityError:
            # The same device reported twice at the same moment: the later report counts.
            with unit_of_work(self.store) as connection:
                connection.execute(PRESENCE.update().where(*mine).values(**report))

    def of(self, match: str, now: str) -> list[Device]:
        """The devices of a match heard of within a day of `now`, the latest first."""
        return self.of_several((match,), now).get(match, [])

    def of_several(self, matches: Collection[str], now: str) -> dict[str, list[Device]]:
        """The devices of each of these matches, as `of` lists them; matches without any are left out."""
        devices: dict[str, list[Device]] = {}
        for row in self._rows(PRESENCE.c.match.in_(matches), PRESENCE.c.heard_at > _a_day_before(now)):
            device = Device(row.label, row.by, row.pending, row.last_saved, row.heard_at, row.tapped_at)
            devices.setdefault(row.match, []).append(device)
        return devices

    def _rows(self, *conditions: Any) -> list[sa.Row[Any]]:
        latest = PRESENCE.select().where(*conditions).order_by(PRESENCE.c.heard_at.desc(), PRESENCE.c.label)
        with self.store.connect() as connection:
            return list(connection.execute(latest))


def _forget(connection: sa.Connection, match: str, now: str) -> None:
    """Deletes reports that are a day old, in every match, and those beyond the limits in this one."""
    connection.execute(PRESENCE.delete().where(PRESENCE.c.heard_at <= _a_day_before(now)))
    here = PRESENCE.select().where(PRESENCE.c.match == match).order_by(PRESENCE.c.heard_at.desc())
    counts = Counter[str | None]()
    for row in connection.execute(here).all():
        player = row.by if is_player(row.by) else None
        counts[player] += 1
        if counts[player] > (MOST_DEVICES if player is None else MOST_OF_PLAYER):
            own = (PRESENCE.c.by == row.by, PRESENCE.c.label == row.label)
            connection.execute(PRESENCE.delete().where(PRESENCE.c.match == match, *own))


def _a_day_before(now: str) -> str:
    return before(now, FORGOTTEN_AFTER)


def before(now: str, ago: timedelta) -> str:
    """The time so long before another (both RFC 3339, UTC)."""
    then = datetime.fromisoformat(now) - ago
    return then.isoformat(timespec="milliseconds").replace("+00:00", "Z")

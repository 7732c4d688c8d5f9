"""Makes read models again from the log, beside the live ones, and swaps them in.

The new rows grow in a database of their own, for as long as that takes. Then one short transaction puts them, with their
position, in place of the live rows: a reader sees the old ones or the new ones, never a half, and the follower goes on from
the new position.
"""

from collections.abc import Callable, Collection
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from sqlalchemy import Connection, Engine, create_engine, delete

from projections.follower import POSITIONS, PROJECTIONS, Follower, ProjectionProgress, reached
from projections.rows import counted
from referee.people.table_changes import changing_tables
from referee.store.log import Log

BATCH = 5_000
"""Records in one transaction: nobody waits for it."""


class RebuildResult(msgspec.Struct, frozen=True):
    """A projection made again: the log position it stands for, its rows, and their digest beside that of the live ones."""

    projection: str
    position: int
    rows: int
    digest: str
    was_position: int
    was: str
    was_settled: bool = True

    @property
    def same(self) -> bool | None:
        """Whether the live rows were, bit for bit, what the log gives; None where they stood for another position, or not yet
        for that one.
        """
        return self.digest == self.was if self.was_settled and self.position == self.was_position else None


def rebuild(
    log: Log,
    store: Engine,
    names: Collection[str] = tuple(PROJECTIONS),
    tell: Callable[[int], None] = lambda _: None,
) -> list[RebuildResult]:
    """Makes these projections again and swaps them in. The live ones are first brought up to the log, to compare.

    `tell` is called after every batch with the position that has been reached, first by the live ones, then by the new.
    """
    position = Follower(log, store).catch_up(tell=tell)
    with TemporaryDirectory(prefix="referee-rebuild-") as folder:
        beside = create_engine(f"sqlite:///{Path(folder) / 'beside.sqlite'}")
        try:
            fresh = Follower(log, beside, names, BATCH)
            fresh.catch_up(position, tell)
            with changing_tables(store) as old:
                was = reached(old, names, lock=True)
                fresh.catch_up(min(one.position for one in was.values()))
                with beside.connect() as new:
                    return [_swap(was[name], now, old, new) for name, now in reached(new, names).items()]
        finally:
            beside.dispose()


def _swap(was: ProjectionProgress, now: ProjectionProgress, old: Connection, new: Connection) -> RebuildResult:
    tables = PROJECTIONS[now.projection].tables
    mine = POSITIONS.c.projection == now.projection
    found = counted(old, tables)
    for kept in tables:
        old.execute(delete(kept.table))
        kept.write(old, kept.every(new))
    old.execute(delete(POSITIONS.table).where(mine))
    POSITIONS.write(old, [now])
    return RebuildResult(
        now.projection, now.position, now.rows, now.digest, was.position, found.digest, was.rest is None
    )

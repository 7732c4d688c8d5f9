"""Rebuild of read models from the log, beside the live ones, and the swap of both.

The new rows are built in a database of their own. Then one short transaction puts them, with their position, in place of the
live rows: a reader sees either the old rows or the new ones, and the follower goes on from the new position.
"""

from collections.abc import Callable, Collection
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from sqlalchemy import Connection, Engine, create_engine, delete

from projections.follower import POSITIONS, PROJECTIONS, Follower, ProjectionProgress, progress_of
from projections.rows import count_rows
from referee.log.backend import backend_of
from referee.log.log import Log

BATCH = 5_000
"""Records in one transaction. No reader waits for it."""


class RebuildResult(msgspec.Struct, frozen=True):
    """A rebuilt projection: its log position, the number of its rows, and their digest beside that of the live rows (`was`)."""

    projection: str
    position: int
    rows: int
    digest: str
    was_position: int
    was: str
    was_settled: bool = True

    @property
    def same(self) -> bool | None:
        """True if the live rows equalled the rebuilt ones bit for bit.

        None if they stood for another position, or had work left to later transactions.
        """
        return self.digest == self.was if self.was_settled and self.position == self.was_position else None


def rebuild(
    log: Log,
    store: Engine,
    names: Collection[str] = tuple(PROJECTIONS),
    on_batch: Callable[[int], None] = lambda _: None,
) -> list[RebuildResult]:
    """Rebuilds these projections and swaps them in. The live ones are first brought up to the log, for the comparison.

    Calls `on_batch` after every batch with the position reached, first by the live projections, then by the new ones.
    """
    position = Follower(log, store).catch_up(on_batch=on_batch)
    with TemporaryDirectory(prefix="referee-rebuild-") as folder:
        rebuilt_store = create_engine(f"sqlite:///{Path(folder) / 'beside.sqlite'}")
        try:
            follower = Follower(log, rebuilt_store, names, BATCH)
            follower.catch_up(position, on_batch)
            with backend_of(store).changing_tables(store) as old:
                live_progress = progress_of(old, names, lock=True)
                # The live projections may have moved on before they were locked.
                follower.catch_up(min(one.position for one in live_progress.values()))
                with rebuilt_store.connect() as new:
                    return [_swap(live_progress[name], now, old, new) for name, now in progress_of(new, names).items()]
        finally:
            rebuilt_store.dispose()


def _swap(
    live_progress: ProjectionProgress, progress: ProjectionProgress, old: Connection, new: Connection
) -> RebuildResult:
    tables = PROJECTIONS[progress.projection].tables
    is_own = POSITIONS.c.projection == progress.projection
    live_count = count_rows(old, tables)
    for row_table in tables:
        old.execute(delete(row_table.table))
        row_table.write(old, row_table.every(new))
    old.execute(delete(POSITIONS.table).where(is_own))
    POSITIONS.write(old, [progress])
    return RebuildResult(
        progress.projection,
        progress.position,
        progress.rows,
        progress.digest,
        live_progress.position,
        live_count.digest,
        live_progress.rest is None,
    )

"""Follower of the log for all read models: each projection takes every record once, in order, and stores its position.

The rows of a batch, their count and the new position are written in one transaction. Two processes that take the same batch
conflict in the rows of positions. If a projection leaves work to later transactions, the place at which
it goes on is stored beside the position.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from time import monotonic

from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy import (
    ColumnElement,
    Connection,
    Dialect,
    Engine,
    ExecutableDDLElement,
    Index,
    MetaData,
    bindparam,
    delete,
    inspect,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.schema import CreateIndex, CreateTable

from projections import calls, championships, general, matches, records, sanctions, standings, void
from projections.projection import Past, Projection
from projections.rating import projection as ratings
from projections.rows import META, Batch, Id, Position, RowCount, RowTable
from projections.seasons import projection as series
from projections.seasons import stakes
from projections.speed import CatchingUp, Speed
from referee.followers.feed import Feed
from referee.followers.subscription import Subscription, batch_of
from referee.log.backend import backend_of
from referee.log.log import Log
from referee.log.unit_of_work import write_turn
from referee.people.schema import require_upgrade

PROJECTIONS: dict[str, Projection] = {
    one.name: one
    for one in (
        matches.PROJECTION,
        championships.PROJECTION,
        standings.PROJECTION,
        general.PROJECTION,
        records.PROJECTION,
        sanctions.PROJECTION,
        calls.PROJECTION,
        void.PROJECTION,
        ratings.PROJECTION,
        series.PROJECTION,
        stakes.PROJECTION,
    )
}
BATCH = 500
"""The most records in one transaction."""


class ProjectionProgress(Struct, frozen=True):
    """The progress of a projection: the log position of its rows, their number, and their digest.

    `rest` says where the unfinished work of earlier batches goes on. It is null once the rows are complete for `position`.
    """

    projection: Id
    position: Position
    rows: int
    digest: Id
    rest: str | None = None

    @property
    def count(self) -> RowCount:
        """The present count of rows, which the next batch changes."""
        return RowCount(self.rows, int(self.digest, 16))


class Shape(Struct, frozen=True):
    """The digest of the definitions of all tables, or of all indexes: there is one row for each."""

    shape: Id


POSITIONS = RowTable(ProjectionProgress, "position")
SHAPES = RowTable(Shape, "shape")
NOTHING = RowCount().digest
_REACHED = select(POSITIONS.table).order_by(POSITIONS.c.projection)
_REACHED_LOCKED = _REACHED.with_for_update()
_MOVE = update(POSITIONS.table).where(
    POSITIONS.c.projection == bindparam("one"),
    POSITIONS.c.position == bindparam("was"),
    # A slice of work left by batches changes rows without moving the position, so the digest is compared too.
    POSITIONS.c.digest == bindparam("was_digest"),
)


class Follower:
    """Keeps the read models of one database up to date with its log."""

    def __init__(
        self,
        log: Log,
        store: Engine,
        names: Collection[str] = tuple(PROJECTIONS),
        batch: int = BATCH,
        clock: Callable[[], float] = monotonic,
        feed: Feed | None = None,
    ) -> None:
        self.log = log
        self.store = store
        self.projections = {name: PROJECTIONS[name] for name in names}
        self.batch = batch
        self.past = Past(log)
        self.speed = Speed(clock)
        self.has_rest = False
        """True if a projection had work left when this follower looked last."""
        self._subscription = Subscription(feed or Feed(log), self)
        if log.takes_writes:
            with backend_of(store).changing_tables(store) as connection:
                _make_tables(connection)
        else:
            with store.connect() as connection:
                if not shape_is_current(connection):
                    raise require_upgrade()

    def progress(self) -> dict[str, ProjectionProgress]:
        """The progress of each projection, by name."""
        with self.store.connect() as connection:
            return progress_of(connection, self.projections)

    def position(self) -> int:
        """The log position that all projections have reached."""
        return min(one.position for one in self.progress().values())

    def behind(self, position: int, head: int) -> CatchingUp | None:
        """The lag of projections at this position behind the head of the log; None if it is one batch or less."""
        self.speed.saw(position, head)
        if head - position <= self.batch:
            return None
        return CatchingUp(position, head, self.speed.seconds(position, head))

    def catch_up(self, through: int | None = None, on_batch: Callable[[int], None] = lambda _: None) -> int:
        """Takes every projection to this position, or to the head of the log, and does all work left by batches.

        Returns the position that all of them have reached. Calls `on_batch` with that position after every batch.
        """
        position = self._subscription.step(self._subscription.catch_up(through, on_batch))
        while self.has_rest:
            position = self._subscription.step(position)
        return position

    def finish(self) -> None:
        """Does all work left by batches, without taking records."""
        while any(one.rest is not None for one in self.progress().values()):
            self._subscription.step(0)

    def step(self, head: int) -> int:
        """Takes one batch at most, not beyond this position, and does a slice of the work left by batches.

        Returns the position that all projections have reached.
        """
        position = self._subscription.step(head)
        self.speed.saw(position, head)
        return position

    def take(self, feed: Feed, through: int) -> int:
        """Takes one batch for the projections that are furthest behind. Returns the position that all have reached."""
        with backend_of(self.store).connect_unsynced(self.store) as connection:
            progress = progress_of(connection, self.projections, lock=True)
            after = min(one.position for one in progress.values())
            next_stop = min([through, *(one.position for one in progress.values() if one.position > after)])
            records, position = batch_of(feed, after, self.batch, next_stop) if after < next_stop else ((), after)
            batch, rests = Batch(connection), dict[str, str | None]()
            if after < next_stop:
                # Computed before this follower takes its turn to write: others wait for its turn only while rows are written.
                names = [name for name, one in progress.items() if one.position == after]
                rests = {name: self.projections[name].take(batch, records, self.past) for name in names}
            with write_turn(self.store):
                moves = self._advance(batch, progress, rests, position) if rests else self._go_on(connection, progress)
                if moves:
                    progress |= {one.projection: one for one in moves}
                    connection.commit()
            self.has_rest = any(one.rest is not None for one in progress.values())
            return min(one.position for one in progress.values())

    def _advance(
        self, batch: Batch, progress: Mapping[str, ProjectionProgress], rests: Mapping[str, str | None], position: int
    ) -> list[ProjectionProgress]:
        """Writes the rows of projections that took a batch, does a slice of the work that each left, and moves their positions.

        Returns their new progress.
        """
        moves = []
        for name, new_rest in rests.items():
            before, projection = progress[name], self.projections[name]
            count = before.count
            batch.flush(count, projection.tables)
            rest = _slice(
                batch.connection, projection, count, [one for one in (before.rest, new_rest) if one is not None]
            )
            moves.append(replace(before, position=position, rows=count.rows, digest=count.digest, rest=rest))
        _move(batch.connection, [progress[one.projection] for one in moves], moves)
        return moves

    def _go_on(self, connection: Connection, progress: Mapping[str, ProjectionProgress]) -> list[ProjectionProgress]:
        """Does a slice of the work that batches left. Returns the new progress of the projections that had some."""
        with_rest = [before for before in progress.values() if before.rest is not None]
        moves = []
        for before in with_rest:
            count = before.count
            rest = _slice(connection, self.projections[before.projection], count, [before.rest or ""])
            moves.append(replace(before, rows=count.rows, digest=count.digest, rest=rest))
        if moves:
            _move(connection, with_rest, moves)
        return moves


def _slice(connection: Connection, projection: Projection, count: RowCount, rests: Sequence[str]) -> str | None:
    """Does a slice of the work that a projection left. Returns the place at which the next slice begins, None at the end."""
    if not rests or projection.go_on is None:
        return None
    batch = Batch(connection)
    rest = projection.go_on(batch, rests)
    batch.flush(count, projection.tables)
    return rest


def progress_of(connection: Connection, names: Collection[str], *, lock: bool = False) -> dict[str, ProjectionProgress]:
    """The progress of these projections, by name. With `lock` no other process moves them before the transaction ends."""
    rows = connection.execute(_REACHED_LOCKED if lock else _REACHED)
    progress = {one.projection: one for one in map(POSITIONS.of, rows)}
    return {name: progress.get(name) or ProjectionProgress(name, 0, 0, NOTHING) for name in names}


def shape_is_current(connection: Connection) -> bool:
    """True if the tables and their indexes are those of this release. Creates nothing."""
    if not inspect(connection).has_table(SHAPES.table.name):
        return False
    return set(connection.execute(select(SHAPES.c.shape)).scalars()) == shapes(connection.dialect)


def _move(connection: Connection, was: Sequence[ProjectionProgress], now: Sequence[ProjectionProgress]) -> None:
    """Writes the new progress of projections. Raises IntegrityError if another follower has moved one since it was read."""
    # The first time there are no rows, so they are inserted. Two followers that both do so collide on the primary key.
    if not any(one.position for one in was):
        connection.execute(delete(POSITIONS.table).where(_is_one_of(now), POSITIONS.c.position == 0))
        POSITIONS.write(connection, now)
        return
    moves = [
        asdict(after) | {"one": before.projection, "was": before.position, "was_digest": before.digest}
        for before, after in zip(was, now, strict=True)
    ]
    count = connection.execute(_MOVE, moves).rowcount
    if count != len(now):
        raise IntegrityError("another follower was faster", None, LookupError(f"{count} of {len(now)} moved"))


def _is_one_of(progress: Sequence[ProjectionProgress]) -> ColumnElement[bool]:
    return POSITIONS.c.projection.in_([one.projection for one in progress])


def _make_tables(connection: Connection) -> None:
    """Creates the tables. Those of another release are dropped, as the log has all their data."""
    tables, indexes = _shapes(connection.dialect)
    SHAPES.table.create(connection, checkfirst=True)
    digests = set(connection.execute(select(SHAPES.c.shape)).scalars())
    if digests == {tables, indexes}:
        return
    if tables in digests:
        _make_indexes(connection)
        connection.execute(delete(SHAPES.table))
    else:
        old = MetaData()
        old.reflect(connection, only=lambda name, _: name.startswith("projection_"))
        old.drop_all(connection)
        META.create_all(connection)
    SHAPES.write(connection, [Shape(tables), Shape(indexes)])


def shapes(dialect: Dialect) -> set[str]:
    """The digests of the definitions of this release's tables, and of their indexes."""
    return {*_shapes(dialect)}


def _shapes(dialect: Dialect) -> tuple[str, str]:
    return _digest(dialect, map(CreateTable, META.sorted_tables)), _digest(dialect, map(CreateIndex, _indexes()))


def _digest(dialect: Dialect, statements: Iterable[ExecutableDDLElement]) -> str:
    text = "\n".join(str(one.compile(dialect=dialect)) for one in statements)
    return sha256(text.encode()).hexdigest()


def _indexes() -> list[Index]:
    """The indexes of all tables, in the order of their names."""
    return sorted((index for table in META.sorted_tables for index in table.indexes), key=lambda index: str(index.name))


def _make_indexes(connection: Connection) -> None:
    """Creates the missing indexes, and drops those of another release."""
    names = {str(index.name) for index in _indexes()}
    old = MetaData()
    old.reflect(connection, only=[table.name for table in META.sorted_tables])
    for table in old.sorted_tables:
        for index in table.indexes:
            if index.name not in names:
                index.drop(connection)
    for index in _indexes():
        index.create(connection, checkfirst=True)

"""Keeps the read models: each projection takes every record once, in order, and knows how far it is.

A batch's rows, their count and the new position are written in one transaction. Two processes that take the same batch meet in
the rows of their positions. Where a projection leaves work to later transactions, what is left stands beside its position.
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
from referee.follow.feed import Feed
from referee.follow.subscription import Subscription, batch_of
from referee.follow.unsynced import unsynced
from referee.people.schema import need_upgrade
from referee.people.table_changes import changing_tables
from referee.store.log import Log
from referee.store.sqlite import in_turn

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
"""Records in one transaction."""


class ProjectionProgress(Struct, frozen=True):
    """How far a projection is: the log position that its rows stand for, how many they are, and their digest.

    `rest` is where it goes on with what batches left; until it is null, its rows do not yet stand for the position.
    """

    projection: Id
    position: Position
    rows: int
    digest: Id
    rest: str | None = None

    @property
    def count(self) -> RowCount:
        """The count to go on from."""
        return RowCount(self.rows, int(self.digest, 16))


class Shape(Struct, frozen=True):
    """The digest of what the tables are made of; that of their indexes is kept beside it."""

    shape: Id


POSITIONS = RowTable(ProjectionProgress, "position")
SHAPES = RowTable(Shape, "shape")
NOTHING = RowCount().digest
_REACHED = select(POSITIONS.table).order_by(POSITIONS.c.projection)
_REACHED_LOCKED = _REACHED.with_for_update()
_MOVE = update(POSITIONS.table).where(
    POSITIONS.c.projection == bindparam("one"),
    POSITIONS.c.position == bindparam("was"),
    # A slice of what was left moves the rows, and not the position.
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
        """Whether, when this follower looked last, a projection had left something to do."""
        self._subscription = Subscription(feed or Feed(log), self)
        if log.takes_writes:
            with changing_tables(store) as connection:
                _make_tables(connection)
        else:
            with store.connect() as connection:
                if not shape_is_current(connection):
                    raise need_upgrade()

    def reached(self) -> dict[str, ProjectionProgress]:
        """How far each projection is."""
        with self.store.connect() as connection:
            return reached(connection, self.projections)

    def position(self) -> int:
        """The log position that all projections have reached."""
        return min(one.position for one in self.reached().values())

    def behind(self, position: int, head: int) -> CatchingUp | None:
        """How far projections at this position are behind; None where one batch or less is missing."""
        self.speed.saw(position, head)
        if head - position <= self.batch:
            return None
        return CatchingUp(position, head, self.speed.seconds(position, head))

    def catch_up(self, upto: int | None = None, tell: Callable[[int], None] = lambda _: None) -> int:
        """Takes every projection to this position, or the head of the log. Returns the position all of them have reached.

        Nothing is left to do then. `tell` is called with that position after every batch.
        """
        at = self._subscription.step(self._subscription.catch_up(upto, tell))
        while self.has_rest:
            at = self._subscription.step(at)
        return at

    def finish(self) -> None:
        """Does what is left to do, and takes no record."""
        while any(one.rest is not None for one in self.reached().values()):
            self._subscription.step(0)

    def step(self, head: int) -> int:
        """Takes one batch at most, not beyond this position, and a slice of what batches left.

        Returns the position that all projections have reached.
        """
        at = self._subscription.step(head)
        self.speed.saw(at, head)
        return at

    def take(self, feed: Feed, upto: int) -> int:
        """One batch, for the projections that are furthest behind. Returns the position that all have reached."""
        with unsynced(self.store) as connection:
            found = reached(connection, self.projections, lock=True)
            after = min(one.position for one in found.values())
            next_stop = min([upto, *(one.position for one in found.values() if one.position > after)])
            records, position = batch_of(feed, after, self.batch, next_stop) if after < next_stop else ((), after)
            batch, left = Batch(connection), dict[str, str | None]()
            if after < next_stop:
                # Before its turn: whoever waits for that waits for rows to be written, and for no reckoning.
                names = [name for name, was in found.items() if was.position == after]
                left = {name: self.projections[name].take(batch, records, self.past) for name in names}
            with in_turn(connection):
                now = self._advance(batch, found, left, position) if left else self._go_on(connection, found)
                if now:
                    found |= {one.projection: one for one in now}
                    connection.commit()
            self.has_rest = any(one.rest is not None for one in found.values())
            return min(one.position for one in found.values())

    def _advance(
        self, batch: Batch, found: Mapping[str, ProjectionProgress], left: Mapping[str, str | None], position: int
    ) -> list[ProjectionProgress]:
        """Writes the rows of the projections that took a batch, does a slice of what each `left`, and moves them."""
        moved = []
        for name, its in left.items():
            was, projection = found[name], self.projections[name]
            count = was.count
            batch.flush(count, projection.tables)
            rest = _slice(batch.connection, projection, count, [one for one in (was.rest, its) if one is not None])
            moved.append(replace(was, position=position, rows=count.rows, digest=count.digest, rest=rest))
        _move(batch.connection, [found[one.projection] for one in moved], moved)
        return moved

    def _go_on(self, connection: Connection, found: Mapping[str, ProjectionProgress]) -> list[ProjectionProgress]:
        """Does a slice of what batches left."""
        left = [was for was in found.values() if was.rest is not None]
        moved = []
        for was in left:
            count = was.count
            rest = _slice(connection, self.projections[was.projection], count, [was.rest or ""])
            moved.append(replace(was, rows=count.rows, digest=count.digest, rest=rest))
        if moved:
            _move(connection, left, moved)
        return moved


def _slice(connection: Connection, projection: Projection, count: RowCount, rests: Sequence[str]) -> str | None:
    """Does a slice of what a projection left. Returns what is left then."""
    if not rests or projection.go_on is None:
        return None
    batch = Batch(connection)
    rest = projection.go_on(batch, rests)
    batch.flush(count, projection.tables)
    return rest


def reached(connection: Connection, names: Collection[str], *, lock: bool = False) -> dict[str, ProjectionProgress]:
    """How far these projections are; with `lock` nobody moves them before the transaction ends."""
    rows = connection.execute(_REACHED_LOCKED if lock else _REACHED)
    found = {one.projection: one for one in map(POSITIONS.of, rows)}
    return {name: found.get(name) or ProjectionProgress(name, 0, 0, NOTHING) for name in names}


def shape_is_current(connection: Connection) -> bool:
    """Whether the tables and their indexes are this release's. Nothing is made."""
    if not inspect(connection).has_table(SHAPES.table.name):
        return False
    return set(connection.execute(select(SHAPES.c.shape)).scalars()) == shapes(connection.dialect)


def _move(connection: Connection, was: Sequence[ProjectionProgress], now: Sequence[ProjectionProgress]) -> None:
    """Writes how far projections are, and how far each was. Raises IntegrityError where another follower has moved them."""
    if not any(one.position for one in was):
        connection.execute(delete(POSITIONS.table).where(_is_one_of(now), POSITIONS.c.position == 0))
        POSITIONS.write(connection, now)
        return
    moves = [
        asdict(after) | {"one": before.projection, "was": before.position, "was_digest": before.digest}
        for before, after in zip(was, now, strict=True)
    ]
    moved = connection.execute(_MOVE, moves).rowcount
    if moved != len(now):
        raise IntegrityError("another follower was faster", None, LookupError(f"{moved} of {len(now)} moved"))


def _is_one_of(reached: Sequence[ProjectionProgress]) -> ColumnElement[bool]:
    return POSITIONS.c.projection.in_([one.projection for one in reached])


def _make_tables(connection: Connection) -> None:
    """Makes the tables. Those of another shape, an earlier release's, are thrown away: the log has it all."""
    tables, indexes = _shapes(connection.dialect)
    SHAPES.table.create(connection, checkfirst=True)
    known = set(connection.execute(select(SHAPES.c.shape)).scalars())
    if known == {tables, indexes}:
        return
    if tables in known:
        _make_indexes(connection)
        connection.execute(delete(SHAPES.table))
    else:
        old = MetaData()
        old.reflect(connection, only=lambda name, _: name.startswith("projection_"))
        old.drop_all(connection)
        META.create_all(connection)
    SHAPES.write(connection, [Shape(tables), Shape(indexes)])


def shapes(dialect: Dialect) -> set[str]:
    """The digests of what the tables of this release, and their indexes, are made of."""
    return {*_shapes(dialect)}


def _shapes(dialect: Dialect) -> tuple[str, str]:
    return _digest(dialect, map(CreateTable, META.sorted_tables)), _digest(dialect, map(CreateIndex, _indexes()))


def _digest(dialect: Dialect, made: Iterable[ExecutableDDLElement]) -> str:
    text = "\n".join(str(one.compile(dialect=dialect)) for one in made)
    return sha256(text.encode()).hexdigest()


def _indexes() -> list[Index]:
    """Those of all tables, in the order of their names."""
    return sorted((index for table in META.sorted_tables for index in table.indexes), key=lambda index: str(index.name))


def _make_indexes(connection: Connection) -> None:
    """Makes the indexes that are missing, and drops those of an earlier release."""
    wanted = {str(index.name) for index in _indexes()}
    old = MetaData()
    old.reflect(connection, only=[table.name for table in META.sorted_tables])
    for table in old.sorted_tables:
        for index in table.indexes:
            if index.name not in wanted:
                index.drop(connection)
    for index in _indexes():
        index.create(connection, checkfirst=True)

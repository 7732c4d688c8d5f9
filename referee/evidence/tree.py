"""The Merkle tree over the whole log, stored in the log's database: one leaf a record, in order of position.

It follows the log: the hashes of a batch and its last position are written in one transaction, unless another process wrote them
in the meantime. A tree only grows: a record that it has taken is never read again, and a rebuild of the read models does not
touch it.

Positions may have gaps, leaves have none: a range of positions without a gap is stored by its first position and leaf.
"""

import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import sqlalchemy as sa
from msgspec import Struct, structs
from sqlalchemy.exc import IntegrityError

from referee.evidence.leaves import SECRET, leaf_of
from referee.evidence.merkle import Subtree, leaf_hash
from referee.evidence.position_ranges import PositionRange, PositionRanges
from referee.evidence.tiles import Place, changed_tiles, edge, reading
from referee.followers.feed import Feed, LogRecord
from referee.followers.subscription import Subscription, batch_of
from referee.log.backend import backend_of
from referee.log.log import Log
from referee.log.tables import TREE, TREE_RANGES, TREE_TILES
from referee.log.unit_of_work import write_turn

BATCH = 2000
"""Records taken in one transaction."""


class TreeState(Struct, frozen=True):
    """The extent of the tree, its leaves and the position of the last; the log's name and the secret of its seals."""

    origin: str
    secret: bytes
    size: int
    position: int


class Tree:
    """The tree of one database. `origin` becomes the lasting name of the log when its tree is begun."""

    def __init__(self, log: Log, store: sa.Engine, origin: str | None = None, feed: Feed | None = None) -> None:
        self.log = log
        self.store = store
        self.origin = origin
        self.batch = BATCH
        self.feed = feed or Feed(log)
        self._subscription = Subscription(self.feed, self)

    def state(self) -> TreeState | None:
        """The state of the tree; None before it is begun."""
        with self.store.connect() as connection:
            row = connection.execute(sa.select(TREE).order_by(TREE.c.id)).first()
        return TreeState(row.origin, row.secret, row.size, row.position) if row else None

    def catch_up(self) -> TreeState:
        """Takes all records of the log up to now. A log that takes no writes is left as it is.

        Raises OperationalError if the database takes no writes, and Unavailable if other processes interfere too often.
        """
        if self.log.takes_writes:
            self._subscription.catch_up()
        return self._state()

    def step(self, through: int) -> int:
        """Takes at most one batch, up to this position. Returns the position that was reached."""
        return self._subscription.step(through)

    def position(self) -> int:
        """The position of the last record that was taken."""
        return self._state().position

    def take(self, feed: Feed, through: int) -> int:
        """Takes one batch. Returns the position that was reached, by another process if it was first."""
        state = self._state()
        records, position = batch_of(feed, state.position, self.batch, through)
        return self._take(state, records).position if records else position

    def nodes(self) -> Subtree:
        """Gives the nodes of the tree. The result raises MissingTile."""
        return reading(self.tile)

    def tile(self, place: Place) -> bytes | None:
        """The hashes of a tile; None if there is no such tile."""
        query = sa.select(TREE_TILES.c.hashes).where(TREE_TILES.c.level == place[0], TREE_TILES.c.number == place[1])
        with self.store.connect() as connection:
            hashes = connection.execute(query).scalar()
        return None if hashes is None else bytes(hashes)

    def run_of_tiles(self, place: Place, many: int) -> dict[int, bytes]:
        """The existing tiles, by number, of so many neighbours from a place on."""
        level, start = place
        query = sa.select(TREE_TILES.c.number, TREE_TILES.c.hashes).where(TREE_TILES.c.level == level)
        query = query.where(TREE_TILES.c.number >= start, TREE_TILES.c.number < start + many)
        with self.store.connect() as connection:
            return {row.number: bytes(row.hashes) for row in connection.execute(query)}

    def tiles(self) -> int:
        """The number of stored tiles."""
        with self.store.connect() as connection:
            return connection.execute(sa.select(sa.func.count()).select_from(TREE_TILES)).scalar_one()

    def ranges(self) -> list[PositionRange]:
        """The stored ranges of positions, in order."""
        with self.store.connect() as connection:
            rows = connection.execute(sa.select(TREE_RANGES).order_by(TREE_RANGES.c.position))
            return [PositionRange(row.position, row.leaf) for row in rows]

    def leaf_at(self, position: int) -> int | None:
        """The index of the leaf of the record at a position; None until the tree has taken it."""
        state = self.state()
        if state is None or position > state.position:
            return None
        begins = sa.select(TREE_RANGES).where(TREE_RANGES.c.position <= position)
        with self.store.connect() as connection:
            row = connection.execute(begins.order_by(TREE_RANGES.c.position.desc()).limit(1)).first()
        index = row.leaf + position - row.position if row else None
        return index if index is not None and index < state.size else None

    def _state(self) -> TreeState:
        """The state of the tree. Begins the tree if need be."""
        return self.state() or self._begin()

    def _begin(self) -> TreeState:
        state = TreeState(self.origin or f"referee/{secrets.token_hex(8)}", secrets.token_bytes(SECRET), 0, 0)
        row = {"id": 1, "origin": state.origin, "secret": state.secret, "size": 0, "position": 0}
        try:
            with self.store.connect() as connection, write_turn(self.store), connection.begin():
                connection.execute(TREE.insert(), row)
        except IntegrityError:
            earlier = self.state()
            assert earlier
            return earlier
        return state

    def _take(self, state: TreeState, batch: Sequence[LogRecord]) -> TreeState:
        """Takes one batch. Returns the new state, that of another process if it was first."""
        fresh = [leaf_hash(leaf_of(record, state.secret).data) for record in batch]
        before = {place: tile for place in edge(state.size) if (tile := self.tile(place)) is not None}
        tiles = changed_tiles(state.size, before, fresh)
        after = TreeState(state.origin, state.secret, state.size + len(fresh), batch[-1].id)
        turn = TREE.update().where(TREE.c.size == state.size, TREE.c.position == state.position)
        with backend_of(self.store).connect_unsynced(self.store) as connection, write_turn(self.store):
            if connection.execute(turn.values(size=after.size, position=after.position)).rowcount == 1:
                _write(connection, before, tiles, _range_rows(state, batch))
                connection.commit()
                return after
        return self._state()


def _range_rows(state: TreeState, batch: Sequence[LogRecord]) -> list[dict[str, int]]:
    """The rows of the ranges that begin in a batch."""
    ranges = PositionRanges(state.size, state.position + 1 if state.size else None)
    ranges.take(batch)
    return [structs.asdict(range_) for range_ in ranges.items]


def _write(
    connection: sa.Connection,
    before: Mapping[Place, bytes],
    tiles: Mapping[Place, bytes],
    ranges: Sequence[Mapping[str, Any]],
) -> None:
    rows = [{"at": level, "which": number, "hashes": hashes} for (level, number), hashes in tiles.items()]
    updates = [row for row in rows if (row["at"], row["which"]) in before]
    inserts = [row for row in rows if (row["at"], row["which"]) not in before]
    here = partial(sa.bindparam, required=True)
    if updates:
        mine = TREE_TILES.update().where(TREE_TILES.c.level == here("at"), TREE_TILES.c.number == here("which"))
        connection.execute(mine.values(hashes=here("hashes")), updates)
    if inserts:
        statement = TREE_TILES.insert().values(level=here("at"), number=here("which"), hashes=here("hashes"))
        connection.execute(statement, inserts)
    if ranges:
        connection.execute(TREE_RANGES.insert(), [dict(row) for row in ranges])

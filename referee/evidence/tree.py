"""The Merkle tree over the whole log, kept in the log's database: a leaf a record, in order of position.

It follows the log: a batch's hashes and the position they stand for are written in one transaction, on condition that nobody else
did meanwhile. A tree only grows: a record that it has taken is never read again, and a rebuild of the read models does not touch
it.

Positions may have gaps, leaves have none: where positions run on without one is a stretch, kept by its first position and leaf.
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
from referee.evidence.stretches import Stretch, Stretches
from referee.evidence.tiles import Place, edge, grown, reading
from referee.follow.feed import Feed, LogRecord
from referee.follow.subscription import Subscription, batch_of
from referee.follow.unsynced import unsynced
from referee.store.log import Log
from referee.store.sqlite import in_turn

BATCH = 2000
"""Records taken in one transaction."""

_meta = sa.MetaData()
_tree = sa.Table(
    "log_tree",
    _meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("origin", sa.Text, nullable=False),
    sa.Column("secret", sa.LargeBinary(32), nullable=False),
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("position", sa.BigInteger, nullable=False),
)
_tiles = sa.Table(
    "log_tree_tile",
    _meta,
    sa.Column("level", sa.Integer, primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True),
    sa.Column("hashes", sa.LargeBinary, nullable=False),
)
_stretches = sa.Table(
    "log_tree_stretch",
    _meta,
    sa.Column("position", sa.BigInteger, primary_key=True),
    sa.Column("leaf", sa.BigInteger, nullable=False),
)


class TreeState(Struct, frozen=True):
    """How far the tree is: its leaves, the position of the last; the log's name and the secret of its seals."""

    origin: str
    secret: bytes
    size: int
    position: int


class Tree:
    """The tree of one database. `origin` names the log, once and for all, when its tree is begun."""

    def __init__(self, log: Log, store: sa.Engine, origin: str | None = None, feed: Feed | None = None) -> None:
        self.log = log
        self.store = store
        self.origin = origin
        self.batch = BATCH
        self.feed = feed or Feed(log)
        self._subscription = Subscription(self.feed, self)

    def state(self) -> TreeState | None:
        """How far the tree is; None before it is begun."""
        with self.store.connect() as connection:
            row = connection.execute(sa.select(_tree).order_by(_tree.c.id)).first()
        return TreeState(row.origin, row.secret, row.size, row.position) if row else None

    def catch_up(self) -> TreeState:
        """Takes every record that the log holds by now; where the database takes no writes, others have taken what there is.

        Raises OperationalError where the database takes no writes, and Unavailable where others are in the way too often.
        """
        if self.log.takes_writes:
            self._subscription.catch_up()
        return self._state()

    def step(self, upto: int) -> int:
        """Takes one batch at most, not beyond this position. Returns the position that was reached."""
        return self._subscription.step(upto)

    def position(self) -> int:
        """The position of the last record that was taken."""
        return self._state().position

    def take(self, feed: Feed, upto: int) -> int:
        """One batch. Returns the position that was reached; where another process took it first, that one's."""
        state = self._state()
        records, position = batch_of(feed, state.position, self.batch, upto)
        return self._take(state, records).position if records else position

    def nodes(self) -> Subtree:
        """The nodes of the tree. Raises MissingTile for one that is not there."""
        return reading(self.tile)

    def tile(self, place: Place) -> bytes | None:
        """The hashes of a tile; None where there is no such tile."""
        wanted = sa.select(_tiles.c.hashes).where(_tiles.c.level == place[0], _tiles.c.number == place[1])
        with self.store.connect() as connection:
            found = connection.execute(wanted).scalar()
        return None if found is None else bytes(found)

    def run_of_tiles(self, place: Place, many: int) -> dict[int, bytes]:
        """By number, those there are of so many neighbouring tiles from a place on."""
        level, start = place
        wanted = sa.select(_tiles.c.number, _tiles.c.hashes).where(_tiles.c.level == level)
        wanted = wanted.where(_tiles.c.number >= start, _tiles.c.number < start + many)
        with self.store.connect() as connection:
            return {row.number: bytes(row.hashes) for row in connection.execute(wanted)}

    def tiles(self) -> int:
        """How many tiles are stored."""
        with self.store.connect() as connection:
            return connection.execute(sa.select(sa.func.count()).select_from(_tiles)).scalar_one()

    def stretches(self) -> list[Stretch]:
        """The stretches that are stored, in order of their positions."""
        with self.store.connect() as connection:
            rows = connection.execute(sa.select(_stretches).order_by(_stretches.c.position))
            return [Stretch(row.position, row.leaf) for row in rows]

    def leaf_at(self, position: int) -> int | None:
        """The index of the leaf of the record at a position; None while it is not taken."""
        state = self.state()
        if state is None or position > state.position:
            return None
        begins = sa.select(_stretches).where(_stretches.c.position <= position)
        with self.store.connect() as connection:
            row = connection.execute(begins.order_by(_stretches.c.position.desc()).limit(1)).first()
        index = row.leaf + position - row.position if row else None
        return index if index is not None and index < state.size else None

    def _state(self) -> TreeState:
        """How far the tree is; it is begun here where it was not."""
        return self.state() or self._begun()

    def _begun(self) -> TreeState:
        state = TreeState(self.origin or f"referee/{secrets.token_hex(8)}", secrets.token_bytes(SECRET), 0, 0)
        row = {"id": 1, "origin": state.origin, "secret": state.secret, "size": 0, "position": 0}
        try:
            with self.store.connect() as connection, in_turn(connection), connection.begin():
                connection.execute(_tree.insert(), row)
        except IntegrityError:
            begun = self.state()
            assert begun
            return begun
        return state

    def _take(self, state: TreeState, batch: Sequence[LogRecord]) -> TreeState:
        """One batch; where another process took it first, what that one came to."""
        fresh = [leaf_hash(leaf_of(record, state.secret).data) for record in batch]
        before = {place: tile for place in edge(state.size) if (tile := self.tile(place)) is not None}
        changed = grown(state.size, before, fresh)
        after = TreeState(state.origin, state.secret, state.size + len(fresh), batch[-1].id)
        turn = _tree.update().where(_tree.c.size == state.size, _tree.c.position == state.position)
        with unsynced(self.store) as connection, in_turn(connection):
            if connection.execute(turn.values(size=after.size, position=after.position)).rowcount == 1:
                _write(connection, before, changed, _stretches_of(state, batch))
                connection.commit()
                return after
        return self._state()


def _stretches_of(state: TreeState, batch: Sequence[LogRecord]) -> list[dict[str, int]]:
    """The stretches that begin in a batch."""
    found = Stretches(state.size, state.position + 1 if state.size else None)
    found.take(batch)
    return [structs.asdict(stretch) for stretch in found.begun]


def _write(
    connection: sa.Connection,
    before: Mapping[Place, bytes],
    changed: Mapping[Place, bytes],
    stretches: Sequence[Mapping[str, Any]],
) -> None:
    rows = [{"at": level, "which": number, "hashes": hashes} for (level, number), hashes in changed.items()]
    known = [row for row in rows if (row["at"], row["which"]) in before]
    fresh = [row for row in rows if (row["at"], row["which"]) not in before]
    here = partial(sa.bindparam, required=True)
    if known:
        mine = _tiles.update().where(_tiles.c.level == here("at"), _tiles.c.number == here("which"))
        connection.execute(mine.values(hashes=here("hashes")), known)
    if fresh:
        made = _tiles.insert().values(level=here("at"), number=here("which"), hashes=here("hashes"))
        connection.execute(made, fresh)
    if stretches:
        connection.execute(_stretches.insert(), [dict(row) for row in stretches])

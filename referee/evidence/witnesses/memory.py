"""The memory of a witness, an SQLite file of its own: its name, and for each log the last tree that it signed."""

from pathlib import Path
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.dialects.sqlite import insert

from referee.evidence.merkle import EMPTY_ROOT
from referee.log.address import private_file

LOCK_SECONDS = 15
"""The longest wait of one request for another that writes."""

_REMEMBERED: dict[str, type[sa.types.TypeEngine[Any]]] = {
    "size": sa.BigInteger,
    "root": sa.LargeBinary,
    "note": sa.Text,
}
_meta = sa.MetaData()
_witness = sa.Table("witness", _meta, sa.Column("id", sa.Integer, primary_key=True), sa.Column("name", sa.Text))
_trees = sa.Table(
    "witnessed_tree",
    _meta,
    sa.Column("origin", sa.Text, primary_key=True),
    *(sa.Column(name, type_, nullable=False) for name, type_ in _REMEMBERED.items()),
)
_FOLLOWED: dict[str, type[sa.types.TypeEngine[Any]]] = {"origin": sa.Text, "number": sa.Integer, "note": sa.Text}
_keys = sa.Table(
    "followed_key", _meta, *(sa.Column(name, type_, primary_key=name != "note") for name, type_ in _FOLLOWED.items())
)


class KnownTree(Struct, frozen=True):
    """The last tree of a log that was signed; the empty tree if none was."""

    size: int = 0
    root: bytes = EMPTY_ROOT


class WitnessMemory:
    """The memory of one witness. A method that writes returns after the data is on the disk."""

    def __init__(self, path: Path) -> None:
        private_file(path)
        self._store = sa.create_engine(f"sqlite:///{path}", connect_args={"timeout": LOCK_SECONDS})
        sa.event.listen(self._store, "connect", _durable)
        _meta.create_all(self._store)

    def name(self, fresh: str) -> str:
        """The name under which the witness signs. Stores `fresh` if it has none yet."""
        with self._store.begin() as connection:
            connection.execute(insert(_witness).values(id=1, name=fresh).on_conflict_do_nothing())
            return str(connection.execute(sa.select(_witness.c.name)).scalar_one())

    def tree(self, origin: str) -> KnownTree:
        """The last tree of this log that was signed."""
        with self._store.connect() as connection:
            row = connection.execute(sa.select(_trees).where(_trees.c.origin == origin)).first()
        return KnownTree(row.size, bytes(row.root)) if row else KnownTree()

    def move(self, origin: str, last: KnownTree, to: KnownTree, note: str) -> bool:
        """Replaces the last tree of a log. Returns False, and stores nothing, if another request replaced it in the meantime."""
        # An empty tree goes in first, so that the update below has a row to find for a new log too.
        first = insert(_trees).values(origin=origin, size=0, root=EMPTY_ROOT, note="").on_conflict_do_nothing()
        mine = _trees.c.origin == origin, _trees.c.size == last.size, _trees.c.root == last.root
        with self._store.begin() as connection:
            connection.execute(first)
            result = connection.execute(_trees.update().where(*mine).values(size=to.size, root=to.root, note=note))
            return result.rowcount == 1

    def rotations(self, origin: str) -> list[str]:
        """The accepted changes of a log's key, in order."""
        query = sa.select(_keys.c.note).where(_keys.c.origin == origin).order_by(_keys.c.number)
        with self._store.connect() as connection:
            return list(connection.execute(query).scalars())

    def follow(self, origin: str, number: int, note: str) -> bool:
        """Stores a change of a log's key after `number` others. Returns False if another request stored one there meanwhile."""
        row = insert(_keys).values(origin=origin, number=number, note=note).on_conflict_do_nothing()
        with self._store.begin() as connection:
            return connection.execute(row).rowcount == 1

    def sizes(self) -> dict[str, int]:
        """The size of the last tree of each log, by origin."""
        with self._store.connect() as connection:
            return {row.origin: row.size for row in connection.execute(sa.select(_trees).order_by(_trees.c.origin))}

    def close(self) -> None:
        """Closes the file."""
        self._store.dispose()


def _durable(connection: Any, _: object) -> None:
    connection.execute("PRAGMA synchronous = EXTRA")

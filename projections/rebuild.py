"""Makes read models anew from the log, beside the live ones, and swaps them in.

The new rows grow in a database of their own, for as long as that takes. Then one short transaction puts them, with their
position, in place of the live rows: a reader sees the old ones or the new ones, never a half, and the follower goes on from
the new position.
"""

from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, Table, create_engine, delete, insert, select

from projections import championships, matches, records
from projections.follower import Follower
from projections.models import Base, Position
from referee.log import Log

TABLES: dict[str, Sequence[type[Base]]] = {
    matches.NAME: matches.TABLES,
    championships.NAME: championships.TABLES,
    records.NAME: records.TABLES,
}
"""What each projection writes."""
CHUNK = 1000
"""Rows copied at once."""


class Rebuilt(msgspec.Struct, frozen=True):
    """A projection made anew: the log position it stands for, its rows, and their digest beside that of the live ones."""

    projection: str
    position: int
    rows: int
    digest: str
    was_position: int
    was: str

    @property
    def same(self) -> bool | None:
        """Whether the live rows were, bit for bit, what the log gives; None where they stood for another position."""
        return self.digest == self.was if self.position == self.was_position else None


def rebuild(log: Log, store: Engine, names: Collection[str] = tuple(TABLES)) -> list[Rebuilt]:
    """Makes these projections anew and swaps them in. The live ones are brought abreast of the log first, to compare."""
    Follower(log, store).catch_up()
    with TemporaryDirectory(prefix="referee-rebuild-") as folder:
        beside = create_engine(f"sqlite:///{Path(folder) / 'beside.sqlite'}")
        try:
            Follower(log, beside).catch_up()
            with store.begin() as live, beside.connect() as fresh:
                return [_swap(name, live, fresh) for name in names]
        finally:
            beside.dispose()


def digest(connection: Connection, projection: str) -> tuple[int, str]:
    """How many rows a projection has, and the SHA-256 of all of them in the order of their keys."""
    hashed, count = sha256(), 0
    for kind in TABLES[projection]:
        for row in _rows(connection, _table(kind)):
            hashed.update(msgspec.json.encode(list(row.values())) + b"\n")
            count += 1
    return count, hashed.hexdigest()


def _swap(name: str, live: Connection, fresh: Connection) -> Rebuilt:
    at = _table(Position)
    standing = select(at.c.position).where(at.c.projection == name)
    was_position, (_, was) = live.execute(standing).scalar() or 0, digest(live, name)
    count, now = digest(fresh, name)
    for kind in TABLES[name]:
        table = _table(kind)
        live.execute(delete(table))
        chunk: list[dict[str, Any]] = []
        for row in _rows(fresh, table):
            chunk.append(row)
            if len(chunk) == CHUNK:
                live.execute(insert(table), chunk)
                chunk.clear()
        if chunk:
            live.execute(insert(table), chunk)
    position = fresh.execute(standing).scalar() or 0
    live.execute(delete(at).where(at.c.projection == name))
    live.execute(insert(at).values(projection=name, position=position))
    return Rebuilt(name, position, count, now, was_position, was)


def _rows(connection: Connection, table: Table) -> Iterator[dict[str, Any]]:
    for row in connection.execute(select(table).order_by(*table.primary_key.columns)):
        yield dict(row._mapping)


def _table(kind: type[Base]) -> Table:
    table = kind.__table__
    assert isinstance(table, Table)
    return table

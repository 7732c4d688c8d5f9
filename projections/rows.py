"""Rows of read models: a table and the struct of its rows, and the rows that one transaction reads and writes.

A batch of the log reads what it needs into memory, changes it there, and writes only what came out different. With the rows
it keeps the digest of all of them, so that nobody has to read a table to know whether two of them are equal.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from hashlib import sha256
from types import NoneType
from typing import Annotated, Any, Generic, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Float,
    Index,
    Integer,
    MetaData,
    Row,
    String,
    Table,
    Text,
    Update,
    and_,
    bindparam,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.types import TypeEngine

R = TypeVar("R", bound=Struct)
Key = tuple[Any, ...]

CHUNK = 500
"""Values in one `IN`, and rows in one statement."""
DIGESTS = 1 << 256

Id = Annotated[str, String(64)]
"""An id, or a code of a few words."""
Word = Annotated[str, String(16)]
"""One of a few words, such as a status."""
Time = Annotated[str, String(32)]
"""A time as the log writes it."""
Position = Annotated[int, BigInteger()]
"""A position of the log."""
TYPES: dict[type, type[TypeEngine[Any]]] = {str: Text, int: Integer, bool: Boolean, float: Float}
"""The columns of fields whose annotation says no more."""

META = MetaData()
"""All read models: they can be thrown away and followed again from the log."""


class RowTable(Generic[R]):
    """A table, and the struct that its rows are: each field is a column, of the type that its annotation says.

    The first `key` fields are the primary key; by the first of them rows are read: a match, a contest, a championship.
    `index` and `unique` name further fields, or in `index` several together: those that rows are chosen by, then those that
    order them, so that a page of a list costs the same however long the list is.
    """

    def __init__(
        self,
        row: type[R],
        table: str,
        key: int = 1,
        index: Sequence[str | tuple[str, ...]] = (),
        unique: Sequence[str] = (),
    ) -> None:
        self.row = row
        self.key = list(row.__struct_fields__[:key])
        hints = get_type_hints(row, include_extras=True)
        columns = (
            Column(
                name,
                _type_of(hints[name]),
                primary_key=name in self.key,
                nullable=NoneType in get_args(hints[name]),
                index=name in index,
                unique=name in unique,
            )
            for name in row.__struct_fields__
        )
        together = (
            Index(f"ix_projection_{table}_{'_'.join(names)}", *names) for names in index if isinstance(names, tuple)
        )
        self.table = Table(f"projection_{table}", META, *columns, *together)
        self.c = self.table.c
        self._of_groups = select(self.table).where(self.c[self.key[0]].in_(bindparam("groups", expanding=True)))
        self._insert = insert(self.table)
        self._delete = delete(self.table).where(self._is_key())
        self._updates: dict[frozenset[str], Update] = {}

    def key_of(self, row: R) -> Key:
        """The primary key of a row."""
        return tuple(getattr(row, name) for name in self.key)

    def of(self, row: Row[Any]) -> R:
        """The struct of a row that was read."""
        return self.row(*row)

    def every(self, connection: Connection) -> Iterator[R]:
        """All rows in the order of their keys."""
        for row in connection.execute(select(self.table).order_by(*self.table.primary_key.columns)):
            yield self.of(row)

    def digest(self, row: R) -> int:
        """The digest of one row: SHA-256 of the JSON of its table's name and its values."""
        values = [str(self.table.name), *msgspec.structs.astuple(row)]
        return int.from_bytes(sha256(msgspec.json.encode(values)).digest(), "big")

    def of_groups(self, connection: Connection, groups: Sequence[Any]) -> Iterator[R]:
        """All rows of these matches, contests or championships."""
        for start in range(0, len(groups), CHUNK):
            found = connection.execute(self._of_groups, {"groups": groups[start : start + CHUNK]})
            yield from map(self.of, found)

    def write(self, connection: Connection, rows: Iterable[R]) -> None:
        """Inserts rows, a chunk at a time."""
        chunk: list[dict[str, Any]] = []
        for row in rows:
            chunk.append(msgspec.structs.asdict(row))
            if len(chunk) == CHUNK:
                connection.execute(self._insert, chunk)
                chunk.clear()
        if chunk:
            connection.execute(self._insert, chunk)

    def change(self, connection: Connection, changed: Iterable[tuple[R, R]]) -> None:
        """Puts rows in place of what they were; columns that stay, and their indexes, are not touched."""
        by_columns: dict[frozenset[str], list[dict[str, Any]]] = {}
        for was, now in changed:
            new, old = msgspec.structs.asdict(now), msgspec.structs.asdict(was)
            columns = frozenset(name for name, value in new.items() if value != old[name])
            values = {name: new[name] for name in columns}
            by_columns.setdefault(columns, []).append(values | self._named(self.key_of(now)))
        for columns, rows in by_columns.items():
            statement = self._updates.get(columns)
            if statement is None:
                statement = update(self.table).where(self._is_key()).values({name: bindparam(name) for name in columns})
                self._updates[columns] = statement
            connection.execute(statement, rows)

    def drop(self, connection: Connection, keys: Iterable[Key]) -> None:
        """Deletes the rows of these keys."""
        if named := [self._named(key) for key in keys]:
            connection.execute(self._delete, named)

    def _named(self, key: Key) -> dict[str, Any]:
        return {f"key_{name}": value for name, value in zip(self.key, key, strict=True)}

    def _is_key(self) -> ColumnElement[bool]:
        return and_(*(self.c[name] == bindparam(f"key_{name}") for name in self.key))


def _type_of(hint: Any) -> TypeEngine[Any]:
    """The type of the column of a field with this annotation; None is no part of it."""
    [kind] = [arg for arg in get_args(hint) if arg is not NoneType] if NoneType in get_args(hint) else [hint]
    named = [extra for extra in getattr(kind, "__metadata__", ()) if isinstance(extra, TypeEngine)]
    return named[0] if named else TYPES[getattr(kind, "__origin__", kind)]()


class RowCount(Struct):
    """How many rows a projection has, and the sum of their digests: the same for the same rows, in any order."""

    rows: int = 0
    total: int = 0

    def add(self, digest: int) -> None:
        """One row more."""
        self.rows += 1
        self.total = (self.total + digest) % DIGESTS

    def remove(self, digest: int) -> None:
        """One row less."""
        self.rows -= 1
        self.total = (self.total - digest) % DIGESTS

    @property
    def digest(self) -> str:
        """64 hex digits."""
        return f"{self.total:064x}"


class Batch:
    """The rows that one transaction reads and writes. Nothing is written before `flush`."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._was: dict[RowTable[Any], dict[Any, dict[Key, Any]]] = {}
        self._now: dict[RowTable[Any], dict[Any, dict[Key, Any]]] = {}

    def load(self, kept: RowTable[Any], groups: Iterable[Any]) -> None:
        """Reads all rows of these matches, contests or championships at once."""
        was, now = self._was.setdefault(kept, {}), self._now.setdefault(kept, {})
        missing = [group for group in dict.fromkeys(groups) if group not in now]
        for group in missing:
            was[group], now[group] = {}, {}
        for row in kept.of_groups(self.connection, missing):
            key = kept.key_of(row)
            was[key[0]][key] = now[key[0]][key] = row

    def rows(self, kept: RowTable[R], group: Any) -> list[R]:
        """The rows of one match, contest or championship, in the order of their keys."""
        found = self._group(kept, group)
        return [found[key] for key in sorted(found)]

    def get(self, kept: RowTable[R], *key: Any) -> R | None:
        """One row by its key."""
        row: R | None = self._group(kept, key[0]).get(key)
        return row

    def put(self, kept: RowTable[R], row: R) -> None:
        """Adds a row, or puts it in place of the one of its key."""
        key = kept.key_of(row)
        self._group(kept, key[0])[key] = row

    def set(self, kept: RowTable[R], group: Any, rows: Iterable[R]) -> None:
        """Lets these be all the rows of one match, contest or championship."""
        self._group(kept, group)
        self._now[kept][group] = {kept.key_of(row): row for row in rows}

    def flush(self, count: RowCount, kinds: Collection[RowTable[Any]]) -> None:
        """Writes what these tables have become, and takes it into their count."""
        for kept in kinds:
            if kept not in self._now:
                continue
            old = {key: row for group in self._was[kept].values() for key, row in group.items()}
            new = {key: row for group in self._now[kept].values() for key, row in group.items()}
            gone = [key for key in old if key not in new]
            fresh = [row for key, row in new.items() if key not in old]
            changed = [row for key, row in new.items() if key in old and row is not old[key] and row != old[key]]
            kept.drop(self.connection, gone)
            kept.change(self.connection, ((old[kept.key_of(row)], row) for row in changed))
            kept.write(self.connection, fresh)
            for key in (*gone, *map(kept.key_of, changed)):
                count.remove(kept.digest(old[key]))
            for row in (*fresh, *changed):
                count.add(kept.digest(row))

    def _group(self, kept: RowTable[R], group: Any) -> dict[Key, R]:
        now = self._now.get(kept)
        if now is None or group not in now:
            self.load(kept, [group])
        found: dict[Key, R] = self._now[kept][group]
        return found


def counted(connection: Connection, kinds: Iterable[RowTable[Any]]) -> RowCount:
    """The count of tables as they are, read whole."""
    count = RowCount()
    for kept in kinds:
        for row in kept.every(connection):
            count.add(kept.digest(row))
    return count

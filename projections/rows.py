"""Rows of read models: a table with the struct of its rows, and the rows that one transaction reads and writes.

A batch of the log reads the rows that it needs into memory, changes them there, and writes only those that differ. It keeps a
digest of all rows up to date, so that two tables can be compared without reading them.
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
"""A word out of a short list, such as a status."""
Time = Annotated[str, String(32)]
"""A time as the log writes it."""
Position = Annotated[int, BigInteger()]
"""A position of the log."""
TYPES: dict[type, type[TypeEngine[Any]]] = {str: Text, int: Integer, bool: Boolean, float: Float}
"""The column types of fields with a plain annotation."""

META = MetaData()
"""The tables of all read models. They can be dropped and built again from the log."""


class RowTable(Generic[R]):
    """A table and the struct of its rows: each field is a column, with the type that its annotation gives.

    The first `key` fields are the primary key. Rows are read by the first of them: a match, a contest, a championship.
    `index` and `unique` name other fields with an index. A tuple in `index` is one index over several fields: first those of a
    filter, then those of an order, so that a page of a list costs the same for a list of any length.
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
        """Converts a database row to its struct."""
        return self.row(*row)

    def every(self, connection: Connection) -> Iterator[R]:
        """Reads all rows in the order of their keys."""
        for row in connection.execute(select(self.table).order_by(*self.table.primary_key.columns)):
            yield self.of(row)

    def digest(self, row: R) -> int:
        """The digest of one row: SHA-256 of the JSON of its table's name and its values."""
        values = [str(self.table.name), *msgspec.structs.astuple(row)]
        return int.from_bytes(sha256(msgspec.json.encode(values)).digest(), "big")

    def of_groups(self, connection: Connection, groups: Sequence[Any]) -> Iterator[R]:
        """Reads all rows of these matches, contests or championships."""
        for start in range(0, len(groups), CHUNK):
            result = connection.execute(self._of_groups, {"groups": groups[start : start + CHUNK]})
            yield from map(self.of, result)

    def write(self, connection: Connection, rows: Iterable[R]) -> None:
        """Inserts rows in chunks."""
        chunk: list[dict[str, Any]] = []
        for row in rows:
            chunk.append(msgspec.structs.asdict(row))
            if len(chunk) == CHUNK:
                connection.execute(self._insert, chunk)
                chunk.clear()
        if chunk:
            connection.execute(self._insert, chunk)

    def change(self, connection: Connection, changes: Iterable[tuple[R, R]]) -> None:
        """Updates rows, given as (old, new). Only the columns that differ are written, to leave the indexes of others alone.

        Where no other column has an index, all rows are written at once.
        """
        rows_by_columns: dict[frozenset[str], list[tuple[dict[str, Any], Key]]] = {}
        for was, now in changes:
            new, old = msgspec.structs.asdict(now), msgspec.structs.asdict(was)
            columns = frozenset([name for name, value in new.items() if value != old[name]])
            rows_by_columns.setdefault(columns, []).append((new, self.key_of(now)))
        if len(rows_by_columns) > 1 and not self.table.indexes:
            rows = [row for those in rows_by_columns.values() for row in those]
            rows_by_columns = {frozenset[str]().union(*rows_by_columns): rows}
        for columns, rows in rows_by_columns.items():
            statement = self._updates.get(columns)
            if statement is None:
                statement = update(self.table).where(self._is_key()).values({name: bindparam(name) for name in columns})
                self._updates[columns] = statement
            connection.execute(
                statement, [{name: new[name] for name in columns} | self._key_parameters(key) for new, key in rows]
            )

    def drop(self, connection: Connection, keys: Iterable[Key]) -> None:
        """Deletes the rows of these keys."""
        if parameters := [self._key_parameters(key) for key in keys]:
            connection.execute(self._delete, parameters)

    def _key_parameters(self, key: Key) -> dict[str, Any]:
        return {f"key_{name}": value for name, value in zip(self.key, key, strict=True)}

    def _is_key(self) -> ColumnElement[bool]:
        return and_(*(self.c[name] == bindparam(f"key_{name}") for name in self.key))


def _type_of(hint: Any) -> TypeEngine[Any]:
    """The column type of a field with this annotation, without regard to None."""
    [kind] = [arg for arg in get_args(hint) if arg is not NoneType] if NoneType in get_args(hint) else [hint]
    column_types = [extra for extra in getattr(kind, "__metadata__", ()) if isinstance(extra, TypeEngine)]
    return column_types[0] if column_types else TYPES[getattr(kind, "__origin__", kind)]()


class RowCount(Struct):
    """The number of rows of a projection, and the sum of their digests: equal for the same rows in any order."""

    rows: int = 0
    total: int = 0

    def add(self, digest: int) -> None:
        """Adds a row with this digest."""
        self.rows += 1
        self.total = (self.total + digest) % DIGESTS

    def remove(self, digest: int) -> None:
        """Removes a row with this digest."""
        self.rows -= 1
        self.total = (self.total - digest) % DIGESTS

    @property
    def digest(self) -> str:
        """The sum as 64 hex digits."""
        return f"{self.total:064x}"


class Batch:
    """The rows that one transaction reads and writes. They are written at `flush`."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._was: dict[RowTable[Any], dict[Any, dict[Key, Any]]] = {}
        self._now: dict[RowTable[Any], dict[Any, dict[Key, Any]]] = {}
        self._exchanges: dict[RowTable[Any], list[tuple[Any, Any]]] = {}

    def load(self, row_table: RowTable[Any], groups: Iterable[Any]) -> None:
        """Loads all rows of these matches, contests or championships, unless they are loaded."""
        was, now = self._was.setdefault(row_table, {}), self._now.setdefault(row_table, {})
        missing = [group for group in dict.fromkeys(groups) if group not in now]
        for group in missing:
            was[group], now[group] = {}, {}
        for row in row_table.of_groups(self.connection, missing):
            key = row_table.key_of(row)
            was[key[0]][key] = now[key[0]][key] = row

    def rows(self, row_table: RowTable[R], group: Any) -> list[R]:
        """The rows of one match, contest or championship, in the order of their keys. Loads them if needed."""
        rows = self._group(row_table, group)
        return [rows[key] for key in sorted(rows)]

    def get(self, row_table: RowTable[R], *key: Any) -> R | None:
        """The row of a key; None if there is none."""
        row: R | None = self._group(row_table, key[0]).get(key)
        return row

    def put(self, row_table: RowTable[R], row: R) -> None:
        """Adds a row, or replaces the row of the same key."""
        key = row_table.key_of(row)
        self._group(row_table, key[0])[key] = row

    def set(self, row_table: RowTable[R], group: Any, rows: Iterable[R]) -> None:
        """Replaces all rows of one match, contest or championship."""
        self._group(row_table, group)
        self._now[row_table][group] = {row_table.key_of(row): row for row in rows}

    def exchange(self, row_table: RowTable[R], changes: Iterable[tuple[R, R]]) -> None:
        """Replaces rows that are known without being loaded, given as (old, new), by others of the same keys."""
        self._exchanges.setdefault(row_table, []).extend(changes)

    def flush(self, count: RowCount, kinds: Collection[RowTable[Any]]) -> None:
        """Writes the changes to these tables, and enters them in `count`."""
        for row_table in kinds:
            exchanges = self._exchanges.pop(row_table, [])
            row_table.change(self.connection, exchanges)
            for was, now in exchanges:
                count.remove(row_table.digest(was))
                count.add(row_table.digest(now))
            if row_table not in self._now:
                continue
            old = {key: row for group in self._was[row_table].values() for key, row in group.items()}
            new = {key: row for group in self._now[row_table].values() for key, row in group.items()}
            dropped_keys = [key for key in old if key not in new]
            new_rows = [row for key, row in new.items() if key not in old]
            # Rows that nothing was put for are the same objects: the identity spares most of the comparisons.
            changed_rows = [row for key, row in new.items() if key in old and row is not old[key] and row != old[key]]
            row_table.drop(self.connection, dropped_keys)
            row_table.change(self.connection, ((old[row_table.key_of(row)], row) for row in changed_rows))
            row_table.write(self.connection, new_rows)
            for key in (*dropped_keys, *map(row_table.key_of, changed_rows)):
                count.remove(row_table.digest(old[key]))
            for row in (*new_rows, *changed_rows):
                count.add(row_table.digest(row))

    def _group(self, row_table: RowTable[R], group: Any) -> dict[Key, R]:
        now = self._now.get(row_table)
        if now is None or group not in now:
            self.load(row_table, [group])
        rows: dict[Key, R] = self._now[row_table][group]
        return rows


def count_rows(connection: Connection, kinds: Iterable[RowTable[Any]]) -> RowCount:
    """Counts all rows of tables by reading them."""
    count = RowCount()
    for row_table in kinds:
        for row in row_table.every(connection):
            count.add(row_table.digest(row))
    return count

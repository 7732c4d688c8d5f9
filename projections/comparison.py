"""Comparison of the live read models with the log: they are rebuilt in another database, and compared row by row.

Nothing is written to the live tables. They are read as of one moment, also while records arrive, and rebuilt up to their own
position: records that they have not taken yet make no difference. Work that they left to later transactions makes none either:
it is done in a copy of them first.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Engine, Select, String, create_engine, inspect, select

from projections.follower import POSITIONS, PROJECTIONS, SHAPES, Follower, ProjectionProgress, progress_of, shapes
from projections.rows import Key, RowTable
from referee.log.backend import backend_of
from referee.log.log import Log
from referee.people import merge_log, merges

BATCH = 5_000
"""Records in one transaction of the rebuilt tables."""
ROWS = 1_000
"""Rows that are read together."""
MERGES = "merged_people"

Difference = Literal["changed", "renamed", "missing", "extra"]


class RowFlaw(Struct, frozen=True):
    """The first row that disagrees with the log: its table and key, and the difference.

    `columns` are the columns of a changed row with another value.
    """

    table: str
    key: tuple[str | int | float | bytes | None, ...]
    problem: Difference
    columns: tuple[str, ...] = ()


class TablesVerdict(Struct, frozen=True):
    """Result of a comparison: the number of equal rows, their log position, and the first flaw, None if there is none."""

    rows: int
    position: int
    flaw: RowFlaw | None


def compare(log: Log, store: Engine, on_batch: Callable[[int], None] = lambda _: None) -> TablesVerdict | None:
    """Compares the read models and the table of merges with the log; None if no read model was ever made.

    Calls `on_batch` with the position up to which the tables are rebuilt.
    """
    with backend_of(store).snapshot(store) as live:
        if not inspect(live).has_table(POSITIONS.table.name):
            return None
        with TemporaryDirectory(prefix="referee-verify-") as folder:
            rebuilt_store, live_copy = (
                create_engine(f"sqlite:///{Path(folder) / name}.sqlite") for name in ("beside", "copy")
            )
            try:
                return _Comparison(log, live).run(rebuilt_store, live_copy, on_batch)
            finally:
                rebuilt_store.dispose()
                live_copy.dispose()


class _Comparison:
    def __init__(self, log: Log, live: Connection) -> None:
        self.log = log
        self.live = live
        self.rows = 0

    def run(self, rebuilt_store: Engine, live_copy: Engine, on_batch: Callable[[int], None]) -> TablesVerdict:
        live_progress = progress_of(self.live, tuple(PROJECTIONS))
        position = min(one.position for one in live_progress.values())
        flaw = next(chain(self._shapes(), self._beyond(live_progress), self._merges()), None)
        if flaw is None:
            for at in sorted({progress.position for progress in live_progress.values()}):
                names = [name for name, progress in live_progress.items() if progress.position == at]
                Follower(self.log, rebuilt_store, names, BATCH).catch_up(at, on_batch)
            with self._without_rest(live_progress, live_copy) as live_tables, rebuilt_store.connect() as rebuilt_tables:
                equal_rows, flaw = differing(live_tables, rebuilt_tables)
                self.rows += equal_rows
        return TablesVerdict(self.rows, position, flaw)

    @contextmanager
    def _without_rest(self, live_progress: dict[str, ProjectionProgress], live_copy: Engine) -> Iterator[Connection]:
        """Opens the live tables; if they have left work to later transactions, a copy in which it is done."""
        if all(one.rest is None for one in live_progress.values()):
            yield self.live
            return
        follower = Follower(self.log, live_copy)
        with live_copy.begin() as writing:
            for row_table in every_table():
                row_table.write(writing, row_table.every(self.live))
        follower.finish()
        with live_copy.connect() as connection:
            yield connection

    def _shapes(self) -> Iterator[RowFlaw]:
        """The differences in the shape of the tables. Tables of another release cannot be compared."""
        current_digests = shapes(self.live.dialect)
        digests = {row.shape for row in SHAPES.every(self.live)}
        for shape in sorted(current_digests ^ digests):
            yield RowFlaw(str(SHAPES.table.name), (shape,), "missing" if shape in current_digests else "extra")

    def _beyond(self, live_progress: dict[str, ProjectionProgress]) -> Iterator[RowFlaw]:
        """The positions that lie beyond the end of the log."""
        head = self.log.position()
        for name, progress in live_progress.items():
            if not 0 <= progress.position <= head:
                yield RowFlaw(str(POSITIONS.table.name), (name,), "changed", ("position",))

    def _merges(self) -> Iterator[RowFlaw]:
        """The rows of the table of merges that disagree with the log of merges."""
        log_merges = merge_log.in_force(self.log)
        table_merges = merges.read(self.live).into
        for id_ in sorted({*log_merges, *table_merges}):
            if log_merges.get(id_) == table_merges.get(id_):
                self.rows += 1
            elif id_ in log_merges and id_ in table_merges:
                yield RowFlaw(MERGES, (id_,), "changed", ("into",))
            else:
                yield RowFlaw(MERGES, (id_,), "missing" if id_ in log_merges else "extra")


def differing(live: Connection, rebuilt_tables: Connection) -> tuple[int, RowFlaw | None]:
    """Returns the number of live rows that equal the rebuilt ones of the same positions, and the first that does not."""
    return differing_in(every_table(), live, rebuilt_tables)


def differing_in(
    tables: Iterable[RowTable[Any]], live: Connection, rebuilt_tables: Connection
) -> tuple[int, RowFlaw | None]:
    """Returns the same for these tables only."""
    equal_rows = 0
    for row_table in tables:
        for flaw in _of_table(row_table, live, rebuilt_tables):
            if flaw is not None:
                return equal_rows, flaw
            equal_rows += 1
    return equal_rows, None


def every_table() -> list[RowTable[Any]]:
    """All tables of read models, and the table of their positions."""
    return [*(table for projection in PROJECTIONS.values() for table in projection.tables), POSITIONS]


def _of_table(row_table: RowTable[Any], live: Connection, rebuilt_tables: Connection) -> Iterator[RowFlaw | None]:
    """The flaw of each row of a table, in the order of keys; None for a row without one."""
    name, rebuilt_rows, live_rows = (
        str(row_table.table.name),
        _in_order(row_table, rebuilt_tables),
        _in_order(row_table, live),
    )
    expected_row, row = next(rebuilt_rows, None), next(live_rows, None)
    while expected_row is not None or row is not None:
        expected_key, key = expected_row and row_table.key_of(expected_row), row and row_table.key_of(row)
        if expected_row is not None and row is not None and expected_key == key:
            columns = _other_columns(expected_row, row)
            yield RowFlaw(name, row_table.key_of(row), "changed", columns) if columns else None
            expected_row, row = next(rebuilt_rows, None), next(live_rows, None)
        elif key is None or (expected_key is not None and _rank(expected_key) < _rank(key)):
            yield RowFlaw(name, expected_key or (), "missing")
            expected_row = next(rebuilt_rows, None)
        else:
            yield RowFlaw(name, key, "extra")
            row = next(live_rows, None)


def _in_order(row_table: RowTable[Any], connection: Connection) -> Iterator[Any]:
    """The rows of a table in the order of their keys, texts by code points: both kinds of database can sort so."""
    query = _ordered_query(row_table, backend_of(connection).code_points)
    with connection.execute(query, execution_options={"yield_per": ROWS}) as rows:
        yield from map(row_table.of, rows)


@cache
def _ordered_query(row_table: RowTable[Any], texts: str) -> Select[Any]:
    keys = row_table.table.primary_key.columns
    return select(row_table.table).order_by(
        *(key.collate(texts) if isinstance(key.type, String) else key for key in keys)
    )


def _rank(key: Key) -> tuple[tuple[int, Any], ...]:
    """The sort key of a row's key in SQLite's order. A column of it may hold values of any type: NULL, numbers, texts, bytes."""
    return tuple((_kind(value), value) for value in key)


def _kind(value: object) -> int:
    return 0 if value is None else 1 if isinstance(value, int | float) else 2 if isinstance(value, str) else 3


def _other_columns(expected_row: Struct, row: Struct) -> tuple[str, ...]:
    expected_values, values = msgspec.structs.astuple(expected_row), msgspec.structs.astuple(row)
    # 1, 1.0 and True are equal in Python, but not the same in a column of SQLite.
    if expected_values == values and [*map(type, expected_values)] == [*map(type, values)]:
        return ()
    every = zip(expected_row.__struct_fields__, expected_values, values, strict=True)
    return tuple(name for name, one, other in every if one != other or type(one) is not type(other))

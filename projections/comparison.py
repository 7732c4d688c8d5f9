"""Whether the tables that are served hold what the log gives: made again in a database of its own, row by row.

It writes nothing to the live tables. They are read as of one moment, however much is recorded meanwhile, and made again up to the
position for which they stand: what they have not taken yet is no difference. Neither is what they left to do: that is done in a
copy of them first.
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

from projections.follower import POSITIONS, PROJECTIONS, SHAPES, Follower, ProjectionProgress, reached, shapes
from projections.moment import moment
from projections.rows import Key, RowTable
from referee.people import merge_log, merges
from referee.store.log import Log

BATCH = 5_000
"""Records in one transaction of the tables made again."""
ROWS = 1_000
"""Rows read at once."""
MERGES = "merged_people"

Difference = Literal["changed", "renamed", "missing", "extra"]


class RowFlaw(Struct, frozen=True):
    """The first row that is not as the log gives it: its table and key, and what is wrong with it.

    `columns` are those of a changed row that hold something else.
    """

    table: str
    key: tuple[str | int | float | bytes | None, ...]
    problem: Difference
    columns: tuple[str, ...] = ()


class TablesVerdict(Struct, frozen=True):
    """What the comparison came to: the rows that agree, the log position they stand for, and the first that does not."""

    rows: int
    position: int
    flaw: RowFlaw | None


def compare(log: Log, store: Engine, tell: Callable[[int], None] = lambda _: None) -> TablesVerdict | None:
    """Compares the read models and the table of merges with the log; None where no read model was ever made.

    `tell` is called with the position up to which the tables are made again.
    """
    with moment(store) as live:
        if not inspect(live).has_table(POSITIONS.table.name):
            return None
        with TemporaryDirectory(prefix="referee-verify-") as folder:
            beside, copy = (create_engine(f"sqlite:///{Path(folder) / name}.sqlite") for name in ("beside", "copy"))
            try:
                return _Comparison(log, live).run(beside, copy, tell)
            finally:
                beside.dispose()
                copy.dispose()


class _Comparison:
    def __init__(self, log: Log, live: Connection) -> None:
        self.log = log
        self.live = live
        self.rows = 0

    def run(self, beside: Engine, copy: Engine, tell: Callable[[int], None]) -> TablesVerdict:
        live = reached(self.live, tuple(PROJECTIONS))
        position = min(one.position for one in live.values())
        flaw = next(chain(self._shapes(), self._beyond(live), self._merges()), None)
        if flaw is None:
            for at in sorted({was.position for was in live.values()}):
                names = [name for name, was in live.items() if was.position == at]
                Follower(self.log, beside, names, BATCH).catch_up(at, tell)
            with self._finished(live, copy) as finished, beside.connect() as made:
                agreed, flaw = differing(finished, made)
                self.rows += agreed
        return TablesVerdict(self.rows, position, flaw)

    @contextmanager
    def _finished(self, live: dict[str, ProjectionProgress], copy: Engine) -> Iterator[Connection]:
        """The live tables; where something is left to do in them, a copy in which it is done."""
        if all(one.rest is None for one in live.values()):
            yield self.live
            return
        follower = Follower(self.log, copy)
        with copy.begin() as writing:
            for kept in every_table():
                kept.write(writing, kept.every(self.live))
        follower.finish()
        with copy.connect() as finished:
            yield finished

    def _shapes(self) -> Iterator[RowFlaw]:
        """Tables of another shape, another release's, cannot be compared."""
        wanted = shapes(self.live.dialect)
        held = {row.shape for row in SHAPES.every(self.live)}
        for shape in sorted(wanted ^ held):
            yield RowFlaw(str(SHAPES.table.name), (shape,), "missing" if shape in wanted else "extra")

    def _beyond(self, live: dict[str, ProjectionProgress]) -> Iterator[RowFlaw]:
        """Positions that the log has not come to."""
        head = self.log.position()
        for name, was in live.items():
            if not 0 <= was.position <= head:
                yield RowFlaw(str(POSITIONS.table.name), (name,), "changed", ("position",))

    def _merges(self) -> Iterator[RowFlaw]:
        """Who is one person with whom, as the log of merges has it."""
        wanted = merge_log.in_force(self.log)
        held = merges.read(self.live).into
        for id_ in sorted({*wanted, *held}):
            if wanted.get(id_) == held.get(id_):
                self.rows += 1
            elif id_ in wanted and id_ in held:
                yield RowFlaw(MERGES, (id_,), "changed", ("into",))
            else:
                yield RowFlaw(MERGES, (id_,), "missing" if id_ in wanted else "extra")


def differing(live: Connection, made: Connection) -> tuple[int, RowFlaw | None]:
    """How many rows of the live read models are as in those `made` again for the same positions, and the first that is not."""
    return differing_in(every_table(), live, made)


def differing_in(tables: Iterable[RowTable[Any]], live: Connection, made: Connection) -> tuple[int, RowFlaw | None]:
    """The same of these tables alone."""
    agreed = 0
    for kept in tables:
        for flaw in _of_table(kept, live, made):
            if flaw is not None:
                return agreed, flaw
            agreed += 1
    return agreed, None


def every_table() -> list[RowTable[Any]]:
    """The read models, and the table of how far they have come."""
    return [*(table for projection in PROJECTIONS.values() for table in projection.tables), POSITIONS]


def _of_table(kept: RowTable[Any], live: Connection, made: Connection) -> Iterator[RowFlaw | None]:
    """For each row of a table, in the order of their keys, what is wrong with it."""
    name, wanted, held = str(kept.table.name), _in_order(kept, made), _in_order(kept, live)
    right, there = next(wanted, None), next(held, None)
    while right is not None or there is not None:
        wants, holds = right and kept.key_of(right), there and kept.key_of(there)
        if right is not None and there is not None and wants == holds:
            columns = _other_columns(right, there)
            yield RowFlaw(name, kept.key_of(there), "changed", columns) if columns else None
            right, there = next(wanted, None), next(held, None)
        elif holds is None or (wants is not None and _rank(wants) < _rank(holds)):
            yield RowFlaw(name, wants or (), "missing")
            right = next(wanted, None)
        else:
            yield RowFlaw(name, holds, "extra")
            there = next(held, None)


def _in_order(kept: RowTable[Any], connection: Connection) -> Iterator[Any]:
    """The rows of a table in the order of their keys, texts by their code points, as both kinds of database can."""
    wanted = _ordered(kept, "C" if connection.dialect.name == "postgresql" else "BINARY")
    with connection.execute(wanted, execution_options={"yield_per": ROWS}) as rows:
        yield from map(kept.of, rows)


@cache
def _ordered(kept: RowTable[Any], texts: str) -> Select[Any]:
    keys = kept.table.primary_key.columns
    return select(kept.table).order_by(*(key.collate(texts) if isinstance(key.type, String) else key for key in keys))


def _rank(key: Key) -> tuple[tuple[int, Any], ...]:
    """What orders keys as SQLite does, which keeps in a column whatever is put there: nothing, numbers, texts, bytes."""
    return tuple((_kind(value), value) for value in key)


def _kind(value: object) -> int:
    return 0 if value is None else 1 if isinstance(value, int | float) else 2 if isinstance(value, str) else 3


def _other_columns(right: Struct, there: Struct) -> tuple[str, ...]:
    wanted, held = msgspec.structs.astuple(right), msgspec.structs.astuple(there)
    if wanted == held and [*map(type, wanted)] == [*map(type, held)]:
        return ()
    every = zip(right.__struct_fields__, wanted, held, strict=True)
    return tuple(name for name, one, other in every if one != other or type(one) is not type(other))

"""Delay of read models by the consequences of a corrected match: ten thousand later matches are rated again."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import process_time

import pytest
import sqlalchemy as sa
from msgspec.structs import replace
from pytest_benchmark.fixture import BenchmarkFixture

from projections.rating import projection
from projections.rating.finishes import Finish, FinisherRow, FinishRow
from projections.rating.projection import SLICE, TABLES, Order
from projections.rows import META, Batch, RowCount
from referee.log.opening.engine import engine

LATER = 10_000
PEOPLE = 200


class Tables:
    """The tables of ratings in a file, and the CPU seconds of each transaction on them."""

    def __init__(self, store: sa.Engine) -> None:
        self.store = store
        self.count = RowCount()
        self.seconds: list[float] = []

    def take(self, finishes: list[Finish], most: int) -> None:
        """Takes matches, and rates so many in each transaction, the first of them in the transaction that stores them."""
        rest: Order | None = None
        by_id = {finish.row.id: finish for finish in finishes}
        while by_id or rest is not None:
            began = process_time()
            with self.store.begin() as connection:
                if by_id:
                    with self._batch(connection) as batch:
                        rest, by_id = projection.store(batch, by_id, {}), {}
                assert rest is not None
                with self._batch(connection) as batch:
                    rest = projection.rate(batch, rest, most)
            self.seconds.append(process_time() - began)

    @contextmanager
    def _batch(self, connection: sa.Connection) -> Iterator[Batch]:
        batch = Batch(connection)
        yield batch
        batch.flush(self.count, TABLES)


def a_match(n: int, dice: Random) -> Finish:
    """A match of four people, two against two in every other."""
    row = FinishRow(f"m{n}", f"2026-01-01T{n:08}Z", n, "guinote", f"m{n}", None, None)
    people = dice.sample(range(PEOPLE), 4)
    sides = (0, 1, 0, 1) if n % 2 else (0, 1, 2, 3)
    return Finish(row, tuple(FinisherRow(row.id, k, f"p{one}", sides[k], 1 + sides[k]) for k, one in enumerate(people)))


@pytest.mark.timeout(600)
@pytest.mark.parametrize("most", [LATER + 1, SLICE], ids=["in one", "in slices"])
def test_longest_transaction(benchmark: BenchmarkFixture, tmp_path: Path, most: int) -> None:
    dice = Random("ratings")
    finishes = [a_match(n, dice) for n in range(LATER + 1)]
    store = engine(str(tmp_path / "log.sqlite"))
    META.create_all(store)
    tables = Tables(store)
    for start in range(0, len(finishes), SLICE):
        tables.take(finishes[start : start + SLICE], SLICE)
    tables.seconds.clear()
    first = finishes[0]
    reversal = replace(first, players=tuple(replace(one, place=3 - min(one.place, 2)) for one in first.players))
    benchmark.pedantic(tables.take, args=([reversal], most), rounds=1, iterations=1)
    print(
        f"\n{most} matches a transaction: {len(tables.seconds)} transactions, {sum(tables.seconds):.1f} s of CPU together, "
        f"{max(tables.seconds) * 1000:.0f} ms the longest"
    )
    store.dispose()

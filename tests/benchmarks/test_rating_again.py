"""How long read models are held by what a corrected match sets off: ten thousand later matches are rated again."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter

import pytest
import sqlalchemy as sa
from msgspec.structs import replace
from pytest_benchmark.fixture import BenchmarkFixture

from projections.rating import projection
from projections.rating.finishes import Finish, FinisherRow, FinishRow
from projections.rating.projection import SLICE, TABLES, Order
from projections.rows import META, Batch, RowCount
from referee.people.register import engine

LATER = 10_000
PEOPLE = 200


class Tables:
    """The tables of ratings in a file, and how long each transaction on them took, in seconds."""

    def __init__(self, store: sa.Engine) -> None:
        self.store = store
        self.count = RowCount()
        self.seconds: list[float] = []

    @contextmanager
    def transaction(self) -> Iterator[Batch]:
        began = perf_counter()
        with self.store.begin() as connection:
            batch = Batch(connection)
            yield batch
            batch.flush(self.count, TABLES)
        self.seconds.append(perf_counter() - began)

    def take(self, finishes: list[Finish], most: int) -> None:
        """Takes matches, and rates so many in each transaction, the first of them where they are stored."""
        with self.transaction() as batch:
            rest = projection.store(batch, {finish.row.id: finish for finish in finishes}, {})
            batch.flush(self.count, TABLES)
            rest = self._rated(Batch(batch.connection), rest, most)
        while rest is not None:
            with self.transaction() as batch:
                rest = projection.rate(batch, rest, most)

    def _rated(self, batch: Batch, rest: Order | None, most: int) -> Order | None:
        assert rest is not None
        left = projection.rate(batch, rest, most)
        batch.flush(self.count, TABLES)
        return left


def a_match(n: int, dice: Random) -> Finish:
    """One of four people, two against two in every other."""
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
    turned = replace(first, players=tuple(replace(one, place=3 - min(one.place, 2)) for one in first.players))
    benchmark.pedantic(tables.take, args=([turned], most), rounds=1, iterations=1)
    print(
        f"\n{most} matches a transaction: {len(tables.seconds)} transactions, {sum(tables.seconds):.1f} s together, "
        f"{max(tables.seconds) * 1000:.0f} ms the longest"
    )
    store.dispose()

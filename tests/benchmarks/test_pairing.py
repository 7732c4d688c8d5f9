"""Seconds of CPU to pair a round after six rounds with results by chance, and of the matching of all pairs beside networkx.

`pytest tests/benchmarks/test_pairing.py --benchmark-only -s` prints them. With `REFEREE_BENCH_MATCHED=1024` the two libraries
match 1,024 entrants too, which takes networkx ten minutes.
"""

import os
from collections.abc import Callable
from time import process_time
from typing import TypeVar

import networkx as nx
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from referee.contests.rounds.costs import Prices
from referee.contests.rounds.matching import least_matching
from referee.contests.rounds.pairing import Method, all_edges, pair
from tests.support.rounds import after_rounds

ROUNDS = 6
MATCHED = [128, 256, *map(int, os.environ.get("REFEREE_BENCH_MATCHED", "").split())]
T = TypeVar("T")


def timed_by_cpu(act: Callable[[], T]) -> tuple[float, T]:
    begin = process_time()
    result = act()
    return process_time() - begin, result


@pytest.mark.parametrize("method", ["swiss", "danish", "random"])
@pytest.mark.parametrize("size", [128, 512, 1023, 1024])
def test_a_round(benchmark: BenchmarkFixture, size: int, method: Method) -> None:
    """Everything included: costs, lots, what is left out, the matching, and the next best of every pair."""
    fields = [after_rounds(size, ROUNDS, seed) for seed in range(3)]
    # numpy and rustworkx are loaded before.
    pair(after_rounds(8, 1, 1), method)
    seconds = [timed_by_cpu(lambda field=field: pair(field, method))[0] for field in fields]  # type: ignore[misc]
    benchmark.pedantic(pair, args=(fields[0], method), rounds=1)
    benchmark.extra_info["seconds of CPU"] = [round(one, 2) for one in seconds]
    print(f"{method} {size}:", *(f"{one:.2f}" for one in seconds))


@pytest.mark.parametrize("size", MATCHED)
def test_two_libraries(benchmark: BenchmarkFixture, size: int) -> None:
    """The matching alone, of all pairs of a field: rustworkx and networkx, which come to the same."""
    edges = all_edges(Prices(after_rounds(size, ROUNDS, 1), "swiss"))
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from(edges)
    ours, matching = timed_by_cpu(lambda: least_matching(size, edges))
    theirs, other = timed_by_cpu(lambda: nx.min_weight_matching(graph))
    assert matching is not None
    assert set(matching) == {(min(two), max(two)) for two in other}
    benchmark.pedantic(least_matching, args=(size, edges), rounds=1)
    benchmark.extra_info.update({"rustworkx": round(ours, 3), "networkx": round(theirs, 3)})
    print(f"{size}: rustworkx {ours:.3f}, networkx {theirs:.3f}")

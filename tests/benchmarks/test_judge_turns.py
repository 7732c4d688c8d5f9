"""Times of `check`, `apply` and `legal` in every game, by the log's knowledge of the hands, beside another tree.

`REFEREE_BENCH_BESIDE=CHECKOUT pytest tests/benchmarks/test_judge_turns.py --benchmark-only -s` measures that tree too, with its
own environment (`make setup` there), in turns in one run: each tree in a process of its own, the same matches, CPU time. `-k
guinote` measures one game; `REFEREE_BENCH_TURNS` sets the number of turns.

It prints rows: the number of timed steps, and their mean in µs, of each step the fastest of all turns; then the same of the other
tree, the ratio of the two, and the median of the ratios of the turns; at last the number of steps with an open assertion of a
play before or after them, and the difference of these in µs.

The matches are grown by chance from legal moves, all hands known: "plays" breaks no rule; "revokes" lays any card of the hand now
and then. The log has of these the view of a reader of all hands, of the first seat's, or of none.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, median
from typing import Any

import pytest

from referee.match.state import ALL, NOBODY
from tests.support.grown import TABLES, Grown
from tests.support.loose import Loose, event_shown

BESIDE = os.environ.get("REFEREE_BENCH_BESIDE")
TURNS = int(os.environ.get("REFEREE_BENCH_TURNS", "7"))
WORKER = Path(__file__).with_name("judge_worker.py")
SEEN = {"known": ALL, "first hand known": 1, "unknown": NOBODY}
"""Names of the log's knowledge: the seats of the visible hands, as a mask."""
REPEATS = {"check": 1, "apply": 1, "legal": 6}
"""The timed calls, each with the number of steps of which one is timed: lists take so long that a few of them will do."""
IRREGULAR = {"plays": 0.0, "revokes": 0.3}
"""The share of cards that are drawn from the whole hand, by kind of match."""
MATCHES, EVENTS = 4, 60
"""Matches of a kind, and the events of each."""
Json = dict[str, Any]
Step = tuple[int, int]
"""A match, and one of its events, by their numbers."""


def seen_logs(matches: Sequence[Grown], visible: int) -> list[Json]:
    """The matches in the form of a log that sees these hands."""
    return [
        {
            "ruleset": table.match.rules.id,
            "seats": table.match.state.seats,
            "events": [line for entry in table.entries[1:] for line in event_shown(table.match, entry, visible)],
        }
        for table in matches
    ]


@dataclass
class Tree:
    """The process of a tree, and its times for each step, in ns, turn by turn."""

    process: subprocess.Popen[str]
    times: dict[str, list[list[float]]] = field(default_factory=dict)

    @classmethod
    def at(cls, checkout: str | None) -> "Tree":
        """The process of this tree, or of another one."""
        python = sys.executable if checkout is None else str(Path(checkout) / ".venv" / "bin" / "python")
        command = [python, "-P", str(WORKER)]
        return cls(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=checkout))

    def ask(self, question: Json) -> Any:
        """The answer to one line."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def turn(self, name: str, steps: Sequence[Step]) -> None:
        """Takes each of these steps, and stores its time."""
        self.times.setdefault(name, []).append(self.ask({"time": name, "steps": steps}))

    def least(self, name: str) -> list[float]:
        """The fastest of all turns for each step, in µs."""
        return [min(times) / 1000 for times in zip(*self.times[name], strict=True)]

    def means(self, name: str) -> list[float]:
        """The mean of the steps of each turn, in µs."""
        return [fmean(times) / 1000 for times in self.times[name]]


@pytest.fixture(scope="module")
def trees() -> Iterator[list[Tree]]:
    """The process of this tree, and of the other one if there is one."""
    both = [Tree.at(None), *([Tree.at(BESIDE)] if BESIDE else [])]
    yield both
    for tree in both:
        tree.process.communicate()


def common(trees: Sequence[Tree], events: Sequence[Json]) -> tuple[list[Step], list[bool]]:
    """The steps that every tree takes, without the deals, each with True if an assertion is open in this tree."""
    for tree in trees:
        tree.times.clear()
    doubts, *others = [tree.ask({"play": events}) for tree in trees]
    steps = [
        (log, event)
        for log, of in enumerate(doubts)
        for event in range(min(len(of), *(len(other[log]) for other in others)) if others else len(of))
        if events[log]["events"][event]["type"] != "deal"
    ]
    return steps, [doubts[log][event] for log, event in steps]


def figures(trees: Sequence[Tree], name: str, doubts: Sequence[bool]) -> list[str]:
    """The times, in cells: steps, this tree; beside another also that one, the ratio, that of the turns, the open ones."""
    this = trees[0]
    least = this.least(name)
    cells = [f"{len(least)}", f"{fmean(least):.3f}"]
    if len(trees) == 1:
        return cells
    other = trees[1]
    before = other.least(name)
    by_turn = median(a / b for a, b in zip(this.means(name), other.means(name), strict=True))
    more = [a - b for a, b, doubt in zip(least, before, doubts, strict=True) if doubt]
    apart = f"{len(more)}: {fmean(more):+.3f}" if more else ""
    return [*cells, f"{fmean(before):.3f}", f"{fmean(least) / fmean(before):.2f}", f"{by_turn:.2f}", apart]


@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", IRREGULAR)
@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_the_judge_in_turns(benchmark: Any, trees: list[Tree], ruleset: str, seats: int, kind: str) -> None:
    matches = [Loose(ruleset, seats, seed, IRREGULAR[kind]).grow(EVENTS) for seed in range(MATCHES)]
    rows: dict[str, list[str]] = {}

    def measure() -> None:
        for name, visible in SEEN.items():
            steps, doubts = common(trees, seen_logs(matches, visible))
            for what, every in REPEATS.items():
                for _ in range(TURNS):
                    for tree in trees:
                        tree.turn(what, steps[::every])
                rows[f"{name} | {what}"] = figures(trees, what, doubts[::every])

    benchmark.pedantic(measure, rounds=1, iterations=1)
    benchmark.extra_info.update(rows)
    for name, cells in rows.items():
        print(f"\n| {ruleset} of {seats} | {kind} | {name} | {' | '.join(cells)} |", end="")

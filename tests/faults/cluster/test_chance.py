"""Rounds by chance: `make chaos ROUNDS=50`. SEED=... throws the dice again of a seed that it printed, ROUND=17 of one round."""

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from secrets import randbits

import pytest

from deploy.trial.cluster import Cluster
from tests.faults.cluster.breaking import APART, FAULTS, Fault
from tests.faults.cluster.rounds import cluster_round, file_round
from tests.support.service import free_port

ROUNDS = int(os.environ.get("ROUNDS") or "0")
ROUND = int(os.environ.get("ROUND") or "0")
SEED = int(os.environ.get("SEED") or randbits(32))

pytestmark = pytest.mark.skipif(ROUNDS == 0, reason="make chaos asks for rounds")


def test_a_cluster_broken_by_chance(cluster: Cluster, tmp_path: Path) -> None:
    faults = [fault for fault in FAULTS if cluster.machines or fault not in APART]
    left_out = sorted(fault.__name__ for fault in {*FAULTS} - {*faults})
    print(f"\nA cluster: SEED={SEED} ROUNDS={ROUNDS}" + (f", without {', '.join(left_out)}" if left_out else ""))

    def one(number: int, dice: Random) -> tuple[str, float]:
        fault = _draw_fault(faults, number)
        return fault.__name__, cluster_round(cluster, fault, dice, tmp_path)

    _in_rounds(one)


def test_a_service_on_a_file_killed_by_chance(tmp_path: Path) -> None:
    print(f"\nOne service on a file: SEED={SEED} ROUNDS={ROUNDS}")
    port = str(free_port())

    def one(_: int, dice: Random) -> tuple[str, float]:
        return "killed", file_round(tmp_path, port, dice)

    _in_rounds(one)


def _draw_fault(faults: Sequence[Fault], number: int) -> Fault:
    """The fault of a round: each comes once before one comes again, in an order by chance."""
    turn, place = divmod(number - 1, len(faults))
    return Random(f"{SEED} turn {turn}").sample(faults, len(faults))[place]


def _in_rounds(one: Callable[[int, Random], tuple[str, float]]) -> None:
    """Prints a line for each round that held. Its dice are its own: an earlier round changes nothing in it."""
    for number in [ROUND] if ROUND else range(1, ROUNDS + 1):
        start = time.monotonic()
        fault, longest = one(number, Random(f"{SEED} {number}"))
        print(f"{number:3} {fault:20} {time.monotonic() - start:5.1f} s, longest answer {longest:4.1f} s", flush=True)

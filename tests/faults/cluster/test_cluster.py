"""A cluster under load that is broken in every way it may break: nothing acknowledged is lost, nothing is doubled.

`make chaos ROUNDS=50` breaks it at random; the seed that it prints repeats the dice of a run (SEED=...).
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from secrets import randbits
from typing import Any

import msgspec
import pytest

from deploy.trial.cluster import Cluster
from deploy.trial.plan import NODES
from projections.rebuild import rebuild
from tests.faults.cluster.breaking import FAULTS, Fault
from tests.faults.cluster.hall import Board, ClusterTablet
from tests.support.process import Process
from tests.support.service import Caller
from tests.support.waiting import eventually

ROUNDS = int(os.environ.get("ROUNDS", "1"))
SEED = int(os.environ.get("SEED") or randbits(32))


class Hall:
    """Matches of a cluster, each with a tablet that has keys, one that has none, and a board."""

    def __init__(self, cluster: Cluster, name: str) -> None:
        self.cluster = cluster
        plan = cluster.plan
        self._headers = {"Authorization": f"Bearer {plan.token}"}
        url = plan.url("service")
        with Caller(base_url=url, headers=self._headers) as caller:
            self.match = caller.open()
        self.tablets = [ClusterTablet(url, plan.token, self.match, f"{name}{n}", keyed=n != 0) for n in range(3)]
        self.board = Board(url, self.match)

    @contextmanager
    def open(self) -> Iterator[None]:
        """Everybody is at work for as long as the block runs."""
        everybody: tuple[ClusterTablet | Board, ...] = (*self.tablets, self.board)
        for one in everybody:
            one.start()
        try:
            yield
        finally:
            for one in everybody:
                one.stop.set()
            for one in everybody:
                one.join()

    def goes_on(self, more: int = 5) -> None:
        """Waits until every tablet was acknowledged so many more."""
        wanted = {tablet: len(tablet.answered) + more for tablet in self.tablets}
        eventually(lambda: all(len(tablet.answered) >= count for tablet, count in wanted.items()))

    def checkpoint(self, folder: Path) -> Path:
        """A checkpoint as somebody keeps it elsewhere."""
        with Caller(base_url=self.cluster.plan.url("service"), headers=self._headers) as caller:
            answer = caller.get("/v1/log/checkpoint", headers={"Accept": "text/plain"})
        assert answer.status_code == 200, answer.text
        kept = folder / "kept.checkpoint"
        kept.write_text(answer.text, encoding="utf-8")
        return kept

    def notes(self) -> list[dict[str, Any]]:
        """The notes of the match, as a node tells them."""
        with Caller(base_url=self.cluster.plan.url("service"), headers=self._headers) as caller:
            answer = caller.get(f"/v1/matches/{self.match}/events", headers={"Accept": "application/x-ndjson"})
        assert answer.status_code == 200, answer.text
        return [entry for entry in map(msgspec.json.decode, answer.text.splitlines()) if entry["type"] == "note"]


def need_sound(cluster: Cluster, hall: Hall, kept: Path) -> None:
    """Everything acknowledged is there once, what was said not to be stored is not, and all that is made of the log agrees."""
    notes = hall.notes()
    stored = {entry["text"]: entry["version"] for entry in notes}
    for tablet in hall.tablets:
        assert tablet.surprises == []
        assert tablet.answered.items() <= stored.items()
        assert not tablet.refused & (set(stored) - set(tablet.answered)) or tablet.keyed
    assert len(stored) == len(notes)
    seen = hall.board.seen
    assert seen == list(range(seen[0], seen[-1] + 1))
    settings = os.environ | {"REFEREE_DATABASE": cluster.plan.database()}
    command = [sys.executable, "-m", "api.cli", "verify", "--checkpoint", str(kept)]
    settings["REFEREE_SIGNING_KEY"] = str(cluster.folder / "signing-key.pem")
    verified = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    here = Process(cluster.plan.database())
    assert all(one.same for one in rebuild(here.matches.log, here.matches.people.store))
    here.close()


def break_and_hold(cluster: Cluster, fault: Fault, dice: Random, folder: Path) -> None:
    """One round: load, a fault at some moment, its repair, and load again; then everything must hold."""
    hall = Hall(cluster, f"{fault.__name__}-{dice.getrandbits(32):08x}-")
    with hall.open():
        hall.goes_on(dice.randrange(3, 15))
        kept = hall.checkpoint(folder)
        repair = fault(cluster, dice)
        repair()
        hall.goes_on()
        eventually(lambda: cluster.is_whole() and all(map(cluster.is_ready, NODES)))
        hall.goes_on()
        last = max(version for tablet in hall.tablets for version in tablet.answered.values())
        eventually(lambda: bool(hall.board.seen) and hall.board.seen[-1] >= last)
    need_sound(cluster, hall, kept)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_nothing_acknowledged_is_lost(cluster: Cluster, fault: Fault, tmp_path: Path) -> None:
    break_and_hold(cluster, fault, Random(fault.__name__), tmp_path)


@pytest.mark.skipif("ROUNDS" not in os.environ, reason="make chaos asks for rounds")
def test_rounds_by_chance(cluster: Cluster, tmp_path: Path) -> None:
    print(f"\nSEED={SEED} ROUNDS={ROUNDS}")
    dice = Random(SEED)
    for round_ in range(ROUNDS):
        fault = dice.choice(FAULTS)
        print(f"{round_ + 1}: {fault.__name__}", flush=True)
        break_and_hold(cluster, fault, dice, tmp_path)

"""Killed without warning, at any point: the log and the read models lose nothing and double nothing."""

import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from projections.rebuild import rebuild
from referee.review import portable
from tests.api.conftest import Running, start
from tests.log.test_read_models import hold
from tests.support.process import Process
from tests.support.tablet import Tablet, open_one

RECORDS = Path(__file__).parents[2] / "api" / "cli" / "records"


def test_a_follower_killed_at_any_point_goes_on_where_it_was(database: str) -> None:
    here = Process(database)
    for file in sorted(RECORDS.glob("*.match.jsonl")):
        portable.take(here.matches, file.read_bytes(), "tests")
    hold(here, "killed")
    command = [sys.executable, "-m", "tests.faults.killed", database, "seed"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 5
    assert all(one.same for one in rebuild(here.matches.log, here.matches.people.store))
    here.close()


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_what_was_answered_is_stored_once_though_the_service_is_killed(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = str(request.getfixturevalue("postgres_database")) if kind == "postgres" else None
    dice = Random(kind)
    tablets: list[Tablet] = []
    for round_ in range(3):
        with start(tmp_path, "--workers", "2", database=database) as running:
            if not tablets:
                match = open_one(running)
                tablets = [Tablet(match, name) for name in ("A", "B")]
            for tablet in tablets:
                tablet.url = running.url
                if round_ == 0:
                    tablet.start()
            time.sleep(0.5 + dice.random())
            running.kill()
    with start(tmp_path, database=database) as running:
        for tablet in tablets:
            tablet.url = running.url
            tablet.stop.set()
            tablet.join()
        entries = everything(running, match)
        notes = Counter(entry["text"] for entry in entries if entry["type"] == "note")
        assert set(notes.values()) == {1}
        stored = {entry["text"]: entry["version"] for entry in entries if entry["type"] == "note"}
        answered = dict(pair for tablet in tablets for pair in tablet.answered)
        assert answered.items() <= stored.items()
        assert len(answered) > 20
        assert httpx.get(f"{running.url}/v1/matches/{match}/audit").json()["chain"]["intact"]
    here = Process(database or str(tmp_path / "referee.sqlite"))
    assert all(one.same for one in rebuild(here.matches.log, here.matches.people.store))
    here.close()


def everything(running: Running, match: str) -> list[dict[str, Any]]:
    """The whole log of a match."""
    answer = httpx.get(f"{running.url}/v1/matches/{match}/events", headers={"Accept": "application/x-ndjson"})
    return [dict(httpx.Response(200, content=line).json()) for line in answer.text.splitlines()]

"""Processes killed without warning, at any point: the log and the read models lose nothing and double nothing."""

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from projections.rebuild import rebuild
from referee.audit import portable
from tests.log.test_read_models import hold
from tests.support.process import Process
from tests.support.service import Running, start
from tests.support.tablet import Tablet, open_one
from tests.support.waiting import eventually

RECORDS = Path(__file__).parents[2] / "api" / "cli" / "demo" / "records"


@pytest.mark.parametrize("step", [*(pytest.param(step, marks=pytest.mark.long) for step in (1, 7)), 23])
def test_a_follower_killed_at_any_statement_goes_on_where_it_was(database: str, step: int) -> None:
    here = Process(database)
    for file in sorted(RECORDS.glob("*.match.jsonl")):
        portable.take(here.matches, file.read_bytes(), "tests")
    hold(here, "killed")
    command = [sys.executable, "-m", "tests.faults.killed", database, str(step)]
    process = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    assert process.returncode == 0, process.stderr
    assert int(process.stdout) >= 10
    assert all(one.same for one in rebuild(here.matches.log, here.matches.people.store))
    here.close()


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
@pytest.mark.parametrize(
    ("names", "workers"), [(["AB"], 2), (["A", "B", "C", "D", "E", "F"], 1)], ids=["one match", "matches in groups"]
)
def test_what_was_answered_is_stored_once_though_the_service_is_killed(
    kind: str, names: list[str], workers: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Letters of each of `names` are the tablets of one match. Notes that several matches write at once are stored together."""
    database = str(request.getfixturevalue("postgres_database")) if kind == "postgres" else None
    dice = Random(kind)
    tablets: list[Tablet] = []
    for round_ in range(3):
        with start(tmp_path, "--workers", str(workers), database=database) as running:
            if not tablets:
                tablets = [Tablet(match, name) for at in names for match in [open_one(running)] for name in at]
            for tablet in tablets:
                tablet.url = running.url
                if round_ == 0:
                    tablet.start()
            for tablet in tablets:
                eventually(tablet.has_had(dice.randrange(3, 12)))
            running.kill()
    with start(tmp_path, database=database) as running:
        for tablet in tablets:
            tablet.url = running.url
            tablet.stop.set()
            tablet.join()
        for match in {tablet.match for tablet in tablets}:
            require_whole(running, match, [tablet for tablet in tablets if tablet.match == match])
    here = Process(database or str(tmp_path / "referee.sqlite"))
    assert all(one.same for one in rebuild(here.matches.log, here.matches.people.store))
    here.close()


def require_whole(running: Running, match: str, tablets: list[Tablet]) -> None:
    """Fails unless each note that its tablet was answered for is in the match, none is there twice, and the chain is whole."""
    notes = [entry for entry in everything(running, match) if entry["type"] == "note"]
    versions_by_text = {entry["text"]: entry["version"] for entry in notes}
    assert len(versions_by_text) == len(notes)
    acknowledgements = dict(pair for tablet in tablets for pair in tablet.answered)
    assert acknowledgements.items() <= versions_by_text.items()
    assert len(acknowledgements) >= 9 * len(tablets)
    assert running.get(f"/v1/matches/{match}/audit").json()["chain"]["intact"]


def everything(running: Running, match: str) -> list[dict[str, Any]]:
    """The whole log of a match."""
    answer = running.get(f"/v1/matches/{match}/events", headers={"Accept": "application/x-ndjson"})
    return [dict(httpx.Response(200, content=line).json()) for line in answer.text.splitlines()]

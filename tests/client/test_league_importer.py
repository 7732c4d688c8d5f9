"""The importer of a league of `examples/`, against a service: run again and again while the league is played."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.service import BEARER, Running

IMPORTER = Path(__file__).parents[2] / "examples" / "league_importer.py"
LEAGUE: dict[str, Any] = {
    "id": "imported-league",
    "name": "Liga de otoño",
    "ruleset": "corona",
    "players": {"import-1": "Ana L", "import-2": "Beto L", "import-3": "Carla L"},
    "legs": 1,
    "rounds": [
        [{"players": ["import-2", "import-1"], "starts_at": "2026-09-04T18:00:00Z", "table": "El Cierzo"}],
        [{"players": ["import-3", "import-2"]}],
        [{"players": ["import-1", "import-3"]}],
    ],
}


def run(running: Running, folder: Path, league: dict[str, Any]) -> str:
    """Runs the program as its documentation says, and returns the contest that it names."""
    file = folder / "league.json"
    file.write_text(json.dumps(league), encoding="utf-8")
    command = [sys.executable, str(IMPORTER), running.url, str(file)]
    token = BEARER["Authorization"].removeprefix("Bearer ")
    environment = {**os.environ, "REFEREE_TOKEN": token}
    process = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (process.returncode, process.stderr) == (0, "")
    return process.stdout.strip()


def test_a_league_comes_in_as_it_is_played_elsewhere(running: Running, tmp_path: Path) -> None:
    contest = run(running, tmp_path, LEAGUE)
    with running.client() as organizer:
        before = organizer.get(f"/v1/contests/{contest}").json()
        assert run(running, tmp_path, LEAGUE) == contest
        assert organizer.get(f"/v1/contests/{contest}").json() == before
        first = before["fixtures"][0]
        assert [one["name"] for one in first["entrants"]] == ["Beto L", "Ana L"]
        assert (first["starts_at"], first["table"], first["state"]) == ("2026-09-04T18:00:00Z", "El Cierzo", "pending")
        for match, points in zip((round_[0] for round_ in LEAGUE["rounds"]), ([1, 0], [0, 1], [1, 0]), strict=True):
            match["points"] = points
            assert run(running, tmp_path, LEAGUE) == contest
        view = organizer.get(f"/v1/contests/{contest}").json()
        assert (view["phase"], view["draw"]["algorithm"]) == ("finished", "given")
        assert run(running, tmp_path, LEAGUE) == contest
        assert organizer.get(f"/v1/contests/{contest}").json() == view

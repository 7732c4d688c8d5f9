"""The announcing bot of `examples/`, against a service with a championship."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.service import Caller, Running

BOT = Path(__file__).parents[2] / "examples" / "announcer.py"
LEVEL = {"points": [52, 52], "stars": [0, 0], "rounds_won": [2, 2]}
WON = {"points": [50, 54], "stars": [0, 0], "rounds_won": [2, 2]}


def create(organizer: Caller, path: str, body: Any) -> dict[str, Any]:
    answer = organizer.post(path, json=body)
    assert answer.status_code in {200, 201}, answer.text
    content: dict[str, Any] = answer.json()
    return content


def announce(running: Running, championship: str, folder: Path) -> list[str]:
    command = [sys.executable, str(BOT), running.url, championship, "--once", "--progress", str(folder / "progress")]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (process.returncode, process.stderr) == (0, "")
    return process.stdout.splitlines()


def test_every_way_to_a_result_is_announced_once(running: Running, tmp_path: Path) -> None:
    with running.client() as organizer:
        players = ["Ana B", "Beto B", "Carla B", "Dani B", "Elena B"]
        championship = create(organizer, "/v1/championships", {"name": "Fiestas", "players": players})["id"]
        draw = {"ruleset": "hearts.castillar", "format": "castillar", "order": players}
        contest = create(organizer, f"/v1/championships/{championship}/contests", draw)
        by_result, absent, *_, by_match = contest["fixtures"]
        assert announce(running, championship, tmp_path) == []
        create(organizer, f"/v1/fixtures/{by_result['id']}/result", WON)
        walkover = {"absent": [absent["entrants"][0]["id"]], "reason": "enfermo"}
        create(organizer, f"/v1/fixtures/{absent['id']}/walkover", walkover)
        first, second = (one["name"] for one in by_result["entrants"])
        missing = absent["entrants"][0]["name"]
        assert announce(running, championship, tmp_path) == [
            f"Round {by_result['round']}: {first} 50 - {second} 54.",
            f"Round {absent['round']}: {missing} did not come.",
        ]
        correction = {**LEVEL, "points": [54, 50], "reason": "estaba al revés"}
        response = organizer.put(f"/v1/fixtures/{by_result['id']}/result", json=correction, headers={"If-Match": "*"})
        assert response.status_code == 200, response.text
        match = create(organizer, "/v1/matches", {"fixture": by_match["id"], "first_dealer": 0})["id"]
        create(organizer, f"/v1/matches/{match}/events", {"type": "withdraw", "seat": 1, "reason": "se marcha"})
        lines = announce(running, championship, tmp_path)
        assert lines[0] == f"Round {by_result['round']}: {first} 54 - {second} 50."
        assert lines[1].startswith(f"Round {by_match['round']}: ")
        assert announce(running, championship, tmp_path) == []


def test_the_podium_is_announced_when_the_contest_is_over(running: Running, tmp_path: Path) -> None:
    with running.client() as organizer:
        players = ["Ana P", "Beto P"]
        championship = create(organizer, "/v1/championships", {"name": "Final", "players": players})["id"]
        draw = {"ruleset": "hearts.castillar", "format": "castillar", "order": players}
        contest = create(organizer, f"/v1/championships/{championship}/contests", draw)
        create(organizer, f"/v1/fixtures/{contest['fixtures'][0]['id']}/result", WON)
    result, podium = announce(running, championship, tmp_path)
    assert result == "Round 1: Ana P 50 - Beto P 54."
    assert podium.startswith("The podium: 1. ")

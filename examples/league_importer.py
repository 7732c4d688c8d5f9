"""Takes a league in that another program drew: players, rounds, days and results. Run again, it sends what is new.

    REFEREE_TOKEN=... python examples/league_importer.py http://127.0.0.1:8000 league.json

The token is an organizer's of everything, since it enters people. The file has the name, the players and the rounds:

    {"id": "liga-2026", "name": "Liga de otoño", "ruleset": "corona", "players": {"club-1": "Ana", "club-2": "Beto"}, "legs": 1,
     "rounds": [[{"players": ["club-2", "club-1"], "starts_at": "2026-09-04T18:00:00Z", "table": "El Cierzo", "points": [1, 0]}]]}

`starts_at`, `table` and `points` may be missing as long as they are not known.
"""

import argparse
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.client import Referee

AT_ONCE = 200
"""The most fixtures of one request."""


def import_league(referee: Referee, league: Mapping[str, Any]) -> str:
    """Takes the league in, and returns the id of its contest. What was taken in before stays as it is."""
    ids = {
        own: referee.enter_player(name, external_id=own, distinct=True).id for own, name in league["players"].items()
    }
    championship = referee.open_championship(league["name"], players=[*ids.values()], external_id=league["id"])
    rounds = [
        {"matches": [[ids[own] for own in match["players"]] for match in matches]} for matches in league["rounds"]
    ]
    contest = referee.draw_contest(
        championship.id,
        league["ruleset"],
        "league",
        entrants=[*ids.values()],
        params={"legs": league["legs"]},
        rounds=rounds,
        external_id=league["id"],
    )
    entries = [*fixtures_of(league, ids)]
    for start in range(0, len(entries), AT_ONCE):
        referee.fill_in_fixtures(contest.id, entries[start : start + AT_ONCE])
    return contest.id


def fixtures_of(league: Mapping[str, Any], ids: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The facts of the file about each fixture, in the form of the service."""
    for number, matches in enumerate(league["rounds"], start=1):
        for match in matches:
            entry = {"round": number, "entrants": [ids[own] for own in match["players"]]}
            entry |= {field: match[field] for field in ("starts_at", "table") if field in match}
            yield entry | ({"result": {"points": match["points"]}} if "points" in match else {})


def main() -> None:
    """Reads the arguments, and takes the league in."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("file", type=Path)
    arguments = parser.parse_args()
    with Referee(arguments.url, token=os.environ["REFEREE_TOKEN"]) as referee:
        print(import_league(referee, json.loads(arguments.file.read_text(encoding="utf-8"))))


if __name__ == "__main__":
    main()

"""Contests of teams over HTTP: drawn, and their boards reported by number."""

from collections.abc import Mapping, Sequence
from typing import Any

import httpx

from tests.support.organizing import Contest
from tests.support.service import Caller

TEAMS: dict[str, Sequence[str]] = {
    "Arrabal": ("Ana", "Beto", "Carla", "Dani"),
    "Magdalena": ("Elena", "Fito", "Gala", "Hugo"),
    "Delicias": ("Inés", "Julia", "Kike", "Lola"),
}
BOARDS: tuple[dict[str, Any], ...] = (
    {"ruleset": "guinote", "per_team": 2},
    {"ruleset": "escoba"},
    {"ruleset": "hearts.castillar", "name": "Corazones"},
)
WON = ([3, 1], [21, 15], [40, 64])
"""A result of each of these boards that the first team wins: points are bad at hearts."""


def team_body(
    teams: Mapping[str, Sequence[str]] | None = None, boards: Sequence[dict[str, Any]] = BOARDS, **body: Any
) -> dict[str, Any]:
    """The request of a league of these teams, drawn by lots in this order."""
    entrants = [{"name": name, "members": list(members)} for name, members in (teams or TEAMS).items()]
    terms = {"boards": list(boards)} | body.pop("teams_more", {})
    drawn = {"ruleset": boards[0]["ruleset"], "format": "league", "order": [one["name"] for one in entrants]}
    return drawn | {"entrants": entrants, "teams": terms} | body


class TeamContest(Contest):
    """A league of teams in a championship of its own."""

    def __init__(self, client: Caller, teams: Mapping[str, Sequence[str]] | None = None, **body: Any) -> None:
        chosen = teams or TEAMS
        people = [one for members in chosen.values() for one in members]
        super().__init__(client, *people, **team_body(chosen, **body))

    def encounter(self, *teams: str) -> dict[str, Any]:
        return self.fixture(*teams)

    def board(self, teams: Sequence[str], number: int, points: Sequence[int], **figures: Any) -> httpx.Response:
        """Reports a board of an encounter, its points in the order of `teams`."""
        fixture = self.encounter(*teams)
        in_order = points if [one["name"] for one in fixture["entrants"]] == [*teams] else [*points][::-1]
        return self.client.post(
            f"/v1/fixtures/{fixture['id']}/boards/{number}/result", json={"points": list(in_order)} | figures
        )

    def boards(self, *teams: str, losses: Sequence[int] = ()) -> dict[str, Any]:
        """Reports every board of an encounter: the first team wins, but for `losses`."""
        for number, points in enumerate(WON, 1):
            answer = self.board(teams, number, points[::-1] if number in losses else points)
            assert answer.status_code == 201, answer.text
        return dict(answer.json())

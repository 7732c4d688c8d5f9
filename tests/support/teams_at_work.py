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

    def line_up(self, fixture: Mapping[str, Any]) -> dict[str, Any]:
        """Gives the line-ups of both teams of an encounter: their members in the order of their names."""
        for team in fixture["entrants"]:
            people = iter(sorted(one["name"] for one in team["players"]))
            boards = [[next(people) for _ in range(board["per_team"])] for board in fixture["boards"]]
            answer = self.client.put(f"/v1/fixtures/{fixture['id']}/lineups/{team['id']}", json={"boards": boards})
            assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def boards(self, *teams: str, losses: Sequence[int] = ()) -> dict[str, Any]:
        """Reports every board of an encounter: the first team wins, but for `losses`."""
        for number, points in enumerate(WON, 1):
            answer = self.board(teams, number, points[::-1] if number in losses else points)
            assert answer.status_code == 201, answer.text
        return dict(answer.json())


SIX: dict[str, Sequence[str]] = {
    name: (f"{name} uno", f"{name} dos") for name in ("Norte", "Sur", "Este", "Oeste", "Centro", "Ribera")
}
"""Teams of two, for two boards of one each."""
HEARTS_TWICE: tuple[dict[str, Any], ...] = ({"ruleset": "hearts.castillar"},) * 2


class TeamRounds(TeamContest):
    """Teams that meet in rounds, or in stages, on two boards of Hearts."""

    def __init__(
        self,
        client: Caller,
        teams: Mapping[str, Sequence[str]] | None = None,
        format_: str = "rounds",
        terms: Mapping[str, Any] | None = None,
        **params: Any,
    ) -> None:
        more = dict(terms or {})
        super().__init__(client, teams or SIX, boards=HEARTS_TWICE, format=format_, params=params, teams_more=more)
        self.path = f"/v1/contests/{self.id}"

    def pair(self, **body: Any) -> dict[str, Any]:
        answer = self.client.post(f"{self.path}/rounds", json=body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def decide(self, fixture: dict[str, Any], wins: Sequence[int] = (1, 2)) -> None:
        """The team whose name comes first by the alphabet wins these boards, the other the rest."""
        names = [one["name"] for one in fixture["entrants"]]
        for number in (1, 2):
            first = (names == sorted(names)) == (number in wins)
            answer = self.client.post(
                f"/v1/fixtures/{fixture['id']}/boards/{number}/result", json={"points": [40, 64] if first else [64, 40]}
            )
            assert answer.status_code == 201, answer.text

    def play(self) -> None:
        """Decides every encounter that waits for its boards."""
        for fixture in self.fixtures():
            if fixture["state"] == "pending":
                self.decide(fixture)

    def late(self, name: str, *members: Any, **body: Any) -> httpx.Response:
        return self.do("entrants", team={"name": name, "members": list(members)}, **body)

    def scores(self) -> dict[str, tuple[Any, Any]]:
        """The points and board points of each team."""
        return {name: (ptos, figures["boards"]) for _, name, ptos, figures in self.rows("ptos", "tie_breaks")}

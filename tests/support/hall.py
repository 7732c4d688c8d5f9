"""A hall with a championship in it: a league of five that is being played, and a contest of pairs at one table."""

from typing import Any

from tests.support.organizing import Contest
from tests.support.service import Caller

FIVE = ("Ángeles", "Bernardo", "Concha", "Dámaso", "Estrella")
TRICK = ("1C", "3C", "4C", "5C")


class Hall:
    """A championship with results, open tables and matches to come."""

    def __init__(self, client: Caller) -> None:
        self.client = client
        self.league = Contest(client, *FIVE)
        self.championship = self.league.championship
        for one, other, points in (("Ángeles", "Bernardo", 44), ("Concha", "Dámaso", 61), ("Bernardo", "Estrella", 50)):
            self.league.report({one: points, other: 104 - points})

    def pairs(self) -> str:
        """Draws a contest of Guiñote between two pairs. Its id."""
        entrants = [["Ángeles", "Bernardo"], ["Concha", "Dámaso"]]
        body = {"ruleset": "guinote", "format": "knockout", "entrants": entrants}
        response = self.client.post(f"/v1/championships/{self.championship}/contests", json=body)
        assert response.status_code == 201, response.text
        return str(response.json()["id"])

    def player(self, name: str) -> str:
        """The id of a player."""
        people = self.client.get(f"/v1/championships/{self.championship}").json()["players"]
        return next(str(one["id"]) for one in people if one["name"] == name)

    def opens(self, fixture: dict[str, Any]) -> str:
        """Opens the match of a fixture. Its id."""
        response = self.client.post("/v1/matches", json={"fixture": fixture["id"]})
        assert response.status_code == 201, response.text
        return str(response.json()["id"])

    def guinote(self) -> str:
        """A table of Guiñote after its first trick. The match's id."""
        contest = self.pairs()
        [fixture] = self.client.get(f"/v1/contests/{contest}/fixtures").json()["items"]
        match = self.opens(fixture)
        self.client.tell(match, {"type": "deal", "turn_up": "6O"})
        self.lays(match, *TRICK)
        return match

    def lays(self, match: str, *cards: str) -> None:
        """Plays these cards in turn."""
        for card in cards:
            seat = self.client.get(f"/v1/matches/{match}").json()["turn"]
            self.client.tell(match, {"type": "play", "seat": seat, "card": card})

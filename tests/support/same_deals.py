"""Contests with the same deals at every table over HTTP: escoba by two, hands reported by table."""

from typing import Any

import httpx

from tests.support.organizing import Contest
from tests.support.service import Caller

POINTS = ((4, 1), (2, 3), (3, 2), (1, 4), (5, 0))
"""Points of a hand of escoba at several tables."""


class SameDeals(Contest):
    """A contest in rounds in which every table plays the same deals."""

    def __init__(
        self, client: Caller, *players: str, hands: int = 2, scoring: str = "matchpoints", **body: Any
    ) -> None:
        terms = {"hands": hands, "scoring": scoring}
        params = body.pop("params", {"round_count": 2})
        super().__init__(
            client, *players, **{"ruleset": "escoba", "format": "rounds", "duplicate": terms, "params": params} | body
        )
        self.path = f"/v1/contests/{self.id}/rounds"
        self.hands = hands

    def pair(self, **body: Any) -> dict[str, Any]:
        answer = self.client.post(self.path, json=body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def hand(self, fixture: str, number: int, points: tuple[int, ...], **figures: Any) -> httpx.Response:
        return self.client.post(f"/v1/fixtures/{fixture}/boards/{number}/result", json={"points": [*points]} | figures)

    def table(self, fixture: str, *points: tuple[int, ...]) -> None:
        """Reports the hands of a table, the first first."""
        for number, one in enumerate(points, start=1):
            answer = self.hand(fixture, number, one)
            assert answer.status_code == 201, answer.text

    def scores(self) -> dict[str, tuple[Any, ...]]:
        """By name: the score, the hands that count, the matchpoints."""
        return {
            row["player"]["name"]: (row["ptos"], row["tie_breaks"]["hands"], row["tie_breaks"].get("matchpoints"))
            for row in self.standings()["rows"]
        }


def fixtures_of(round_: dict[str, Any]) -> list[str]:
    """The fixtures of a round, by table."""
    return [str(pair["fixture"]) for pair in round_["pairs"]]


def names_of(round_: dict[str, Any]) -> list[tuple[str, ...]]:
    """The names at the tables of a round."""
    return [tuple(one["name"] for one in pair["entrants"]) for pair in round_["pairs"]]

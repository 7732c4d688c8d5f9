"""Contests with the same deals at every table over HTTP: escoba by two, hands reported by table."""

from random import Random
from typing import Any

import httpx

from referee.match.events import SharedHand
from tests.support.organizing import Contest
from tests.support.service import Caller
from tests.support.table import Table

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


def open_hand(client: Caller, fixture: str, number: int, **body: Any) -> str:
    """Opens the match of a hand of a table, and returns its id."""
    answer = client.post("/v1/matches", json={"fixture": fixture, "board": number, **body})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def deal_hand(client: Caller, match: str) -> dict[str, Any]:
    """Has the service deal the hand of a match, and returns the entry."""
    answer = client.post(f"/v1/matches/{match}/events", json={"type": "deal", "shuffle": True})
    assert answer.status_code == 201, answer.text
    return dict(answer.json()["events"][0])


def plays_of(ruleset: str, deal: dict[str, Any], chance: Random, most: int = 400) -> list[dict[str, Any]]:
    """Plays of chance of the hand that this entry deals: to its end, or so many."""
    seats = len(deal["hands"])
    table = Table(ruleset, seats, shared_hand=SharedHand("", 1, "0" * 64), first_dealer=deal["dealer"])
    table.tell({name: deal[name] for name in ("type", "dealer", "hands", "table", "turn_up", "stock") if name in deal})
    events: list[dict[str, Any]] = []
    while table.match.ledger.status == "open" and len(events) < most:
        moves = [move for move in table.moves() if move["type"] not in {"deal", "redeal"}] or [{"type": "deal"}]
        move = chance.choice(moves)
        if choose := move.pop("choose", None):
            move["cards"] = chance.sample(choose["cards"], choose["min"])
        table.tell(move)
        events.append(move)
    return events


def play_hand(client: Caller, ruleset: str, match: str, chance: Random, most: int = 400) -> dict[str, Any]:
    """Deals the hand of a match and plays it by chance, and returns the match afterwards."""
    events = plays_of(ruleset, deal_hand(client, match), chance, most)
    answer = client.post(f"/v1/matches/{match}/events", json=events)
    assert answer.status_code == 201, answer.text
    return dict(answer.json()["view"])

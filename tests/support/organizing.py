"""An organizer at work over HTTP: championships, contests, results by name."""

from itertools import combinations
from typing import Any, Self

import httpx

from referee.championship.recorded_contest import sides_of
from tests.support.service import Caller

WHOLE = 104
"""The points of a match of two."""
TEN = ("Ana", "Beto", "Carla", "Dani", "Elena", "Fito", "Gala", "Hugo", "Inés", "Julia")


class Contest:
    """One contest of its own championship, drawn by lots in the order of `players`."""

    def __init__(
        self,
        client: Caller,
        *players: str,
        ruleset: str = "hearts.castillar",
        discipline: Any = None,
        **body: Any,
    ) -> None:
        self.client = client
        terms = {"discipline": discipline} if discipline else {}
        # The tests share a service, and others use the same names.
        people = {"players": list(players), "distinct": True}
        response = client.post("/v1/championships", json={"name": "Fiestas", **people, **terms})
        assert response.status_code == 201, response.text
        self.championship = str(response.json()["id"])
        body = {"ruleset": ruleset, "format": "castillar", "order": list(players)} | body
        response = client.post(f"/v1/championships/{self.championship}/contests", json=body)
        assert response.status_code == 201, response.text
        self.id = response.json()["id"]

    @classmethod
    def existing(cls, client: Caller, championship: str, id_: str) -> Self:
        """A contest that was drawn by other means."""
        contest = cls.__new__(cls)
        contest.client, contest.championship, contest.id = client, championship, id_
        return contest

    def view(self) -> dict[str, Any]:
        return dict(self.client.get(f"/v1/contests/{self.id}").json())

    def standings(self) -> dict[str, Any]:
        return dict(self.client.get(f"/v1/contests/{self.id}/standings").json())

    def rows(self, *figures: str) -> list[tuple[Any, ...]]:
        """The rows of the table: place, name, and these figures."""
        rows = self.standings()["rows"]
        return [(row["place"], row["player"]["name"], *(row[figure] for figure in figures)) for row in rows]

    def general(self) -> dict[str, int]:
        """Points in the general table by name."""
        view = self.client.get(f"/v1/championships/{self.championship}").json()
        return {row["player"]["name"]: row["points"] for row in view["general"]}

    def podium(self) -> list[tuple[int, str, int]]:
        return [(step["place"], step["player"]["name"], step["points"]) for step in self.view()["podium"]]

    def fixtures(self, kind: str | None = None) -> list[dict[str, Any]]:
        items = self.client.get(f"/v1/contests/{self.id}/fixtures").json()["items"]
        return [item for item in items if kind in {None, item["kind"]} and item["state"] != "superseded"]

    def fixture(self, *names: str, kind: str | None = None) -> dict[str, Any]:
        fixtures = [item for item in self.fixtures(kind) if {e["name"] for e in item["entrants"]} == {*names}]
        assert fixtures, f"no {kind or ''} fixture between {names}"
        return fixtures[0]

    def body(self, fixture: dict[str, Any], points: dict[str, int], **figures: Any) -> dict[str, Any]:
        names = [entrant["name"] for entrant in fixture["entrants"]]
        cards = figures.pop("cards", None)
        more = {"cards": [cards.get(name, [0, 0]) for name in names]} if cards else {}
        return {"points": [points[name] for name in names]} | more | figures

    def tell(self, points: dict[str, int], kind: str | None = None, **figures: Any) -> httpx.Response:
        fixture = self.fixture(*points, kind=kind)
        body = self.body(fixture, points, **figures)
        return self.client.post(f"/v1/fixtures/{fixture['id']}/result", json=body)

    def report(self, points: dict[str, int], kind: str | None = None, **figures: Any) -> dict[str, Any]:
        answer = self.tell(points, kind, **figures)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def correct(
        self, points: dict[str, int], reason: str = "mal apuntado", *, version: int | None = None, **figures: Any
    ) -> httpx.Response:
        fixture = self.fixture(*points)
        headers = {"If-Match": f'"{version}"'} if version else {}
        body = self.body(fixture, points, reason=reason, **figures)
        return self.client.put(f"/v1/fixtures/{fixture['id']}/result", json=body, headers=headers)

    def league(self, players: tuple[str, ...], *upsets: str, but: tuple[str, ...] = ()) -> None:
        """Reports all results of a league: the earlier player wins 40 to 64, except for `B>A` or `B>A:30`."""
        points_by_pair: dict[frozenset[str], dict[str, int]] = {}
        for upset in upsets:
            pair, _, points = upset.partition(":")
            winner, loser = pair.split(">")
            points_by_pair[frozenset((winner, loser))] = {winner: int(points or 40), loser: WHOLE - int(points or 40)}
        ids = {frozenset(e["name"] for e in item["entrants"]): item for item in self.fixtures("league")}
        for a, b in combinations(players, 2):
            if f"{a}-{b}" not in but:
                pair_ = frozenset((a, b))
                body = self.body(ids[pair_], points_by_pair.get(pair_, {a: 40, b: 64}))
                answer = self.client.post(f"/v1/fixtures/{ids[pair_]['id']}/result", json=body)
                assert answer.status_code == 201, answer.text

    def do(self, action: str, **body: Any) -> httpx.Response:
        return self.client.post(f"/v1/contests/{self.id}/{action}", json=body)

    def awaits(self) -> list[tuple[Any, ...]]:
        """The awaited decisions: their kind, and the tied players."""
        return [(p["kind"], *(one["name"] for one in p.get("tied", []))) for p in self.view()["pending"]]


def smallest(client: Caller, rules: str, **body: Any) -> Contest:
    """A contest with the fewest players of this game: of two, of two pairs, or of four at one table."""
    alone = 2 in sides_of(rules, 1)
    people = TEN[: 2 if alone else 4]
    entrants: list[Any] = [*people] if alone or 2 not in sides_of(rules, 2) else [[*people[:2]], [*people[2:]]]
    format_ = "league" if len(entrants) == 2 else "single"
    return Contest(client, *people, ruleset=rules, format=format_, order=entrants, **body)

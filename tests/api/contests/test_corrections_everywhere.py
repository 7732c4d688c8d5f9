"""One truth: after any correction, all figures made of matches agree with the contests."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.agreeing import all_agree
from tests.support.organizing import Contest
from tests.support.quiet import everything, quiet
from tests.support.service import BEARER, Caller

PEOPLE = ("Ana", "Beto", "Carla", "Dani")
PAIRS = [["Ana", "Beto"], ["Carla", "Dani"], ["Elena", "Fito"], ["Gala", "Hugo"]]
HELD: dict[str, dict[str, Any]] = {
    "league": {"ruleset": "casino.classic", "format": "league", "order": [*PEOPLE]},
    "knockout": {"ruleset": "guinote", "format": "knockout", "order": PAIRS, "entrants": PAIRS},
    "groups": {
        "ruleset": "casino.classic",
        "format": "groups",
        "params": {"size": 2, "through": 1, "then": "final"},
        "order": [*PEOPLE],
    },
}
POINTS = {"casino.classic": ((21, 15), (15, 21), (22, 3)), "guinote": ((3, 1), (0, 3), (2, 3))}
ACTS = 18


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Caller, Any]]:
    folder: Path = tmp_path_factory.mktemp("truth")
    with quiet(str(folder / "log.sqlite")) as (client, services):
        client.headers.update(BEARER)
        yield client, services


class Season:
    """A contest in a championship that is an edition of a series, and random acts of its desk."""

    def __init__(self, client: Caller, kind: str, seed: int) -> None:
        self.client = client
        self.chance = Random(f"{kind} {seed}")
        body = dict(HELD[kind])
        people = [one for pair in body["order"] for one in ([pair] if isinstance(pair, str) else pair)]
        self.contest = Contest(client, *people, "Zoe", "Yago", **body)
        self.points = POINTS[body["ruleset"]]
        self.series = client.post("/v1/series", json={"name": f"{kind} {seed}"}).json()["id"]
        edition = {"series": self.series, "edition": 2026}
        assert client.put(f"/v1/championships/{self.contest.championship}/series", json=edition).is_success

    def act(self) -> str:
        """Does one act. Some acts are refused, and those change nothing."""
        fixture = self.chance.choice(self.contest.fixtures())
        path, points = f"/v1/fixtures/{fixture['id']}", self.chance.choice(self.points)
        why = {"reason": "x"}
        entrant = self.chance.choice(fixture["entrants"])
        people = entrant.get("players", [entrant])
        name = self.chance.choice(
            ["result"] * 8 + ["correct"] * 6 + ["table"] * 2 + ["walkover", "leave", "come", "undo"]
        )
        match name:
            case "result":
                answer = self.client.post(f"{path}/result", json={"points": points})
            case "correct":
                body = {"points": points, "reopen": True} | why
                answer = self.client.put(f"{path}/result", json=body)
            case "table":
                response = self.client.post("/v1/matches", json={"fixture": fixture["id"]})
                if response.is_success:
                    withdrawal = {"type": "withdraw", "seat": 0, "reason": "se va"}
                    self.client.post(f"/v1/matches/{response.json()['id']}/events", json=withdrawal)
                answer = response
            case "walkover":
                body = {"absent": [entrant["id"]], "reopen": True} | why
                answer = self.client.post(
                    f"{path}/walkover", json=body, headers={"If-Match": f'"{fixture["version"]}"'}
                )
            case "leave":
                answer = self.contest.do("withdrawals", player=entrant["id"], reopen=True, **why)
            case "come":
                body = {"out": people[0]["id"], "in": self.chance.choice(["Zoe", "Yago"]), "reopen": True} | why
                answer = self.contest.do("substitutions", **body)
            case _:
                left = self.contest.view().get("withdrawals", [])
                at = f"withdrawals/{left[0]['player']['id']}" if left else ""
                where = f"/v1/contests/{self.contest.id}/{at}" if at else f"{path}/result"
                answer = self.client.delete(where, params=why | {"reopen": "true"})
        assert answer.status_code < 500, (name, answer.text)
        return f"{name} {answer.status_code}"

    def check(self) -> None:
        """Compares statistics, ratings, head to head and the series with the matches of the contest that count."""
        all_agree(self.client, self.contest.championship, self.series, self.contest.fixtures())


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", HELD)
def test_whatever_is_corrected_all_say_the_same(service: tuple[Caller, Any], kind: str, seed: int) -> None:
    client, services = service
    season = Season(client, kind, seed)
    acts = []
    for n in range(ACTS):
        acts.append(season.act())
        if n % 3 == 2:
            season.check()
    assert sum(act.endswith(("200", "201")) for act in acts) > 3, acts
    everything(services)


def test_a_match_that_a_withdrawal_makes_void_counts_nowhere_until_that_is_taken_back(
    service: tuple[Caller, Any],
) -> None:
    client, _ = service
    season = Season(client, "league", 99)
    fixture = season.contest.fixture("Ana", "Beto")
    assert client.post(f"/v1/fixtures/{fixture['id']}/result", json={"points": [21, 15]}).is_success
    season.check()
    assert season.contest.do("withdrawals", player="Beto", reason="se va").is_success
    assert client.get(f"/v1/fixtures/{fixture['id']}").json()["state"] == "void"
    season.check()
    beto = next(one["id"] for one in season.contest.view()["entrants"] if one["name"] == "Beto")
    back = client.delete(f"/v1/contests/{season.contest.id}/withdrawals/{beto}", params={"reason": "era otro"})
    assert back.is_success, back.text
    assert client.get(f"/v1/fixtures/{fixture['id']}").json()["state"] == "played"
    season.check()

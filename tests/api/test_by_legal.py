"""Whoever knows only what `/legal` lists can record a whole match of any game over HTTP, and it ends."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from referee.errors import Impossible
from referee.match.registry import ruleset, rulesets
from referee.text import Text
from tests.support.by_legal import record
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller, refused

TABLES = [(name, seats) for name, rules in sorted(rulesets().items()) for seats in rules.seats]
SHORT = 0.25
"""How often a hand is told by its figures: often enough for a match to be short."""
SEEDS = [seed if seed < 2 else pytest.param(seed, marks=pytest.mark.long) for seed in range(100)]
"""Two at every run of the tests; a hundred with those that are long by nature."""


class OverHttp:
    """A match as a tablet reaches it."""

    def __init__(self, client: Caller, name: str, seats: int) -> None:
        self.client = client
        self.pack = ruleset(name).pack.names
        body = {"ruleset": name, "seats": [{"name": f"Jugador {n}"} for n in range(seats)]}
        made = client.post("/v1/matches", json=body)
        assert made.status_code == 201, made.text
        self.address = f"/v1/matches/{made.json()['id']}"
        self.status = made.json()["status"]

    def is_open(self) -> bool:
        return bool(self.status == "open")

    def legal(self) -> list[dict[str, Any]]:
        answer = self.client.get(f"{self.address}/legal")
        assert answer.status_code == 200, answer.text
        return list(answer.json()["events"])

    def tell(self, event: dict[str, Any]) -> None:
        answer = self.client.post(f"{self.address}/events", json=event)
        if answer.status_code == 201:
            self.status = answer.json()["view"]["status"]
            return
        problem = refused(answer, 409, "impossible")
        raise Impossible(Text(es=problem["detail"], en=problem["detail"]))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    with quiet(str(tmp_path_factory.mktemp("by-legal") / "log.sqlite")) as (client, _):
        client.headers.update(BEARER)
        yield client


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_recorded_by_its_legal_moves_alone_ends_regularly(
    client: Caller, name: str, seats: int, seed: int
) -> None:
    match = OverHttp(client, name, seats)
    record(Random(seed), match, SHORT)
    view = client.get(match.address).json()
    assert view["status"] == "finished"
    assert view["result"]["reason"]
    assert client.get(f"{match.address}/legal").json()["events"] == []
    audit = client.get(f"{match.address}/audit").json()
    assert audit["chain"]["intact"]
    assert audit["differences"] == []

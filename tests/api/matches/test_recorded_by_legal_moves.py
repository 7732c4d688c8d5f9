"""A client that knows only the list of `/legal` can record a whole match of any game over HTTP, and the match ends."""

from collections.abc import Iterator
from random import Random

import pytest

from referee.match.registry import rulesets
from tests.support.by_legal import OverHttp, record
from tests.support.corona_tolls import HOUSES
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller

TABLES = [(name, seats) for name, rules in sorted(rulesets().items()) for seats in rules.seats]
SHORT = 0.25
"""The share of hands entered by their figures, which keeps a match short."""
SEEDS = [seed if seed < 2 else pytest.param(seed, marks=pytest.mark.long) for seed in range(100)]
"""Two seeds in every run of the tests, and a hundred in the long run."""


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


@pytest.mark.parametrize("combats", ["whole", "one_by_one"])
@pytest.mark.parametrize("house", range(len(HOUSES)))
def test_a_battle_with_packs_that_cannot_pay_for_all_attackers_is_recorded_so(
    client: Caller, house: int, combats: str
) -> None:
    for seed in range(3):
        match = OverHttp(client, "corona", 2, **HOUSES[house] | {"combats": combats})
        record(Random(f"{house} {combats} {seed}"), match, 0)
        assert match.status == "finished"

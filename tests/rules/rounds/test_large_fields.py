"""Least pairings of fields too large to try every pairing: by another library, with no pair left out, round after round."""

from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import astuple, replace

from referee.contests.rounds import pairing as rounds_pairing
from referee.contests.rounds.costs import Prices
from referee.contests.rounds.narrowing import narrow
from referee.contests.rounds.pairing import Cost, Field, Method, NoPairing, Pairing, in_order, pair
from tests.support.rounds import after_rounds, candidates, cost_of, fields, is_allowed

METHODS: tuple[Method, ...] = ("swiss", "danish", "random", "knockout")
REST = ""
"""The vertex of the bye."""


def least_by_networkx(field: Field, method: Method) -> Cost | None:
    """The cost of the least pairing by networkx, in numbers without bounds; None where there is no pairing."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from([*field.entrants, *([REST] if len(field.entrants) % 2 else [])])
    costs: dict[frozenset[str], Cost] = {}
    for i, one in enumerate(field.entrants):
        for other in field.entrants[i + 1 :]:
            if is_allowed(field, method, ([(one, other)], None), repeats=False):
                costs[frozenset((one, other))] = cost_of(field, method, ([(one, other)], None))
        if len(field.entrants) % 2 and is_allowed(field, method, ([], one), repeats=False):
            costs[frozenset((one, REST))] = cost_of(field, method, ([], one))
    for two, cost in costs.items():
        weight = 0
        for level in astuple(cost):
            weight = weight * 2**100 + level
        graph.add_edge(*two, weight=weight)
    matching = nx.min_weight_matching(graph)
    if 2 * len(matching) < len(graph):
        return None
    return sum((costs[frozenset(two)] for two in matching), Cost())


@pytest.fixture
def all_narrowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves pairs out in the smallest fields too."""
    monkeypatch.setattr(rounds_pairing, "ALL_PAIRS", 0)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("size", "rounds"), [(12, 6), (23, 3), (31, 9), (40, 0), (47, 12), (60, 7)])
@pytest.mark.usefixtures("all_narrowed")
def test_networkx_finds_none_that_costs_less(size: int, rounds: int, method: Method) -> None:
    field = after_rounds(size, rounds, seed=size)
    assert pair(field, method).cost == least_by_networkx(field, method)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.usefixtures("all_narrowed")
def test_networkx_finds_none_that_costs_less_where_some_should_be_apart(method: Method) -> None:
    field = after_rounds(36, 4, seed=1)
    clubs = [field.entrants[i::3] for i in range(3)]
    for apart in (clubs, [field.entrants[:25]]):
        by_clubs = replace(field, apart=tuple(apart))
        assert pair(by_clubs, method).cost == least_by_networkx(by_clubs, method)


def test_numbers_at_the_edge_of_128_bits_do_not_overflow() -> None:
    field = after_rounds(48, 6, seed=5)
    extreme = replace(field, scores={entrant: score << 34 for entrant, score in field.scores.items()})
    pairing = pair(extreme, "swiss")
    least = least_by_networkx(extreme, "swiss")
    assert 0 < pairing.lot_bits < 32
    assert least is not None
    assert replace(pairing.cost, lots=0) == replace(least, lots=0)


@given(field=fields(8), method=st.sampled_from(METHODS), repeats=st.booleans(), free=st.booleans())
@settings(max_examples=min(100, settings().max_examples))
def test_no_pair_of_a_least_pairing_is_left_out(field: Field, method: Method, repeats: bool, free: bool) -> None:
    edges = narrow(Prices(field, method, repeats=repeats, free_repeats=free))
    if edges is None:
        return
    left = {frozenset((one, other)) for one, other, _ in edges}
    rivals = [one for one in candidates(field.entrants) if is_allowed(field, method, one, repeats or free)]
    costs = [cost_of(field, method, one, free) for one in rivals]
    numbers = {entrant: i for i, entrant in enumerate(field.entrants)}
    for (pairs, rest), cost in zip(rivals, costs, strict=True):
        if cost == min(costs):
            bye = [] if rest is None else [frozenset((numbers[rest], len(numbers)))]
            assert left >= {frozenset(map(numbers.__getitem__, two)) for two in pairs} | set(bye)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("size", [101, 300])
def test_pairs_that_are_left_out_change_nothing(size: int, method: Method, monkeypatch: pytest.MonkeyPatch) -> None:
    field = after_rounds(size, 6, seed=3)
    pairing = pair(field, method)
    monkeypatch.setattr(rounds_pairing, "ALL_PAIRS", size)
    assert pair(field, method) == pairing


@pytest.mark.parametrize("method", ["swiss", "danish"])
def test_hardly_any_pair_of_a_large_field_is_left(method: Method) -> None:
    edges = narrow(Prices(after_rounds(400, 7, seed=2), method))
    assert edges is not None
    assert len(edges) < 400 * 399 / 2 / 5


def test_danish_in_order_is_the_least_where_repeats_are_free() -> None:
    field = after_rounds(151, 5, seed=4)
    assert in_order(field) == pair(field, "danish", free_repeats=True)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("size", "rounds"), [(3, 3), (4, 3), (7, 6), (16, 9), (33, 9), (120, 6), (301, 4)])
def test_round_after_round_nobody_meets_or_rests_twice(size: int, rounds: int, method: Method) -> None:
    field = replace(after_rounds(size, 0, seed=size), seed=method)
    chance = Random(f"{method} {size}")
    for number in range(1, rounds + 1):
        try:
            pairing = pair(field, method)
        except NoPairing as none:
            # Fields that run out of rivals, by another judgement.
            assert size < 10
            assert least_by_networkx(field, method) is None
            assert none.least.cost.repeats or not any(field.rests.get(one, 0) == 0 for one in field.entrants)
            return
        assert pairing.cost.repeats == 0
        assert pairing.rest is None or pairing.rest.entrant not in field.rests
        if size <= 33 and number % 3 == 0:
            assert pairing.cost == least_by_networkx(field, method)
        field = after(field, pairing, number, chance)


def after(field: Field, pairing: Pairing, number: int, chance: Random) -> Field:
    """The field of the next round: the matches of this one are won by chance."""
    pairs = [match.entrants for match in pairing.matches]
    assert not [two for two in pairs if frozenset(two) in field.meetings]
    winners = {chance.choice(two) for two in pairs} | ({pairing.rest.entrant} if pairing.rest else set())
    scores = {entrant: score + 2 * (entrant in winners) for entrant, score in field.scores.items()}
    return replace(
        field,
        entrants=tuple(sorted(field.order, key=lambda one: -scores[one])),
        scores=scores,
        meetings={**field.meetings, **{frozenset(two): (number,) for two in pairs}},
        rests={**field.rests, **({pairing.rest.entrant: 1} if pairing.rest else {})},
    )

"""Least pairings of small fields (rounds.swiss, rounds.danish, rounds.random), held against every pairing there is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.contests.rounds.pairing import Field, Method, NoPairing, Pairing, is_least, pair, price
from tests.support.rounds import Candidate, candidates, cost_of, fields, is_allowed, least_of_all

METHODS: tuple[Method, ...] = ("swiss", "danish", "random", "knockout")
methods = st.sampled_from(METHODS)


def candidate_of(pairing: Pairing) -> Candidate:
    return [match.entrants for match in pairing.matches], pairing.rest.entrant if pairing.rest else None


@pytest.mark.parametrize("method", METHODS)
@given(field=fields())
@settings(max_examples=min(60, settings().max_examples))
def test_no_pairing_costs_less(method: Method, field: Field) -> None:
    least = least_of_all(field, method)
    try:
        pairing = pair(field, method)
    except NoPairing as none:
        assert least is None
        pairing = none.least
        assert pairing.cost == least_of_all(field, method, repeats=True)
    else:
        assert pairing.cost == least
    assert cost_of(field, method, candidate_of(pairing)) == pairing.cost


@given(field=fields(7), method=methods, free=st.booleans())
@settings(max_examples=min(60, settings().max_examples))
def test_no_pairing_with_repeats_costs_less(field: Field, method: Method, free: bool) -> None:
    pairing = pair(field, method, repeats=True, free_repeats=free)
    assert pairing.cost == least_of_all(field, method, repeats=True, free_repeats=free)
    assert is_allowed(field, method, candidate_of(pairing), repeats=True)


@given(field=fields(8), method=methods, data=st.data(), repeats=st.booleans(), free=st.booleans())
@settings(max_examples=min(100, settings().max_examples))
def test_any_pairing_has_its_price(
    field: Field, method: Method, data: st.DataObject, repeats: bool, free: bool
) -> None:
    pairs, rest = data.draw(st.sampled_from(list(candidates(field.entrants))))
    pairing = price(field, method, pairs, rest, repeats=repeats, free_repeats=free)
    assert pairing.cost == cost_of(field, method, (pairs, rest), free)
    assert {frozenset(match.entrants) for match in pairing.matches} == {frozenset(two) for two in pairs}
    is_best = cost_of(field, method, (pairs, rest), free) == least_of_all(field, method, repeats, free)
    keeps_rules = is_allowed(field, method, (pairs, rest), repeats or free)
    assert is_least(field, method, pairs, rest, repeats=repeats, free_repeats=free) == (keeps_rules and is_best)


@given(field=fields(8), method=methods)
@settings(max_examples=min(50, settings().max_examples))
def test_the_next_best_exchange_is_the_best_of_all(field: Field, method: Method) -> None:
    """Of all pairings in which just two pairs, or a pair and the bye, differ."""
    pairing = pair(field, method, repeats=True)
    pairs, rest = candidate_of(pairing)
    sides = {frozenset(two) for two in pairs} | {frozenset([rest])}
    for match in pairing.matches:
        increases = [
            cost_of(field, method, other) - pairing.cost
            for other in candidates(field.entrants)
            if is_allowed(field, method, other, repeats=True)
            and frozenset(match.entrants) not in {frozenset(two) for two in other[0]}
            and len(sides - {frozenset(two) for two in other[0]} - {frozenset([other[1]])}) == 2
        ]
        assert match.next == min(increases, default=None)

"""Pairings by their clauses, on fields that anybody can work out by hand."""

import pytest
from msgspec.structs import replace

from referee.contests.rounds.pairing import Cost, Field, Method, NoPairing, in_order, is_least, pair, price
from tests.support.rounds import new_field, pairs_of

SWISS = {
    "the upper half meets the lower half": (new_field(0, 0, 0, 0, 0, 0, 0, 0), "AE BF CG DH"),
    "equal scores meet": (new_field(4, 4, 2, 2, 0, 0), "AB CD EF"),
    "an odd group gives one to the next": (new_field(4, 4, 4, 2), "AB CD|AC BD|BC AD"),
    "no two meet twice": (new_field(2, 2, 0, 0, meetings="AB1"), "AC BD|AD BC"),
    "two small differences are less than one large": (new_field(4, 2, 2, 0), "AB CD|AC BD"),
    "those that should be apart are parted first": (new_field(2, 2, 0, 0, apart="AB"), "AC BD|AD BC"),
    "apart comes before the bye": (new_field(2, 1, 0, apart="AB"), "AC B"),
    "the last has the bye": (new_field(4, 3, 2, 1, 0), "AB CD E"),
    "the last that may has the bye": (new_field(4, 3, 2, 1, 0, rests="ED"), "AB DE C"),
    "the bye comes before the scores": (new_field(9, 9, 8, 0, 0, rests="DE"), "AB DE C"),
    "the entrant that rests counts in its group": (new_field(2, 2, 2, 2, 2), "AC BD E"),
}
"""Fields, and all pairings that are least before the lots."""


def before_lots(cost: Cost) -> Cost:
    return replace(cost, lots=0)


def cost_of_line(field: Field, method: Method, line: str) -> Cost:
    """The cost of a pairing in one line: "AB CD E"."""
    words = line.split()
    rest = words.pop() if len(words[-1]) == 1 else None
    return price(field, method, [(word[0], word[1]) for word in words], rest).cost


@pytest.mark.parametrize("case", SWISS)
def test_swiss(case: str) -> None:
    field, line = SWISS[case]
    costs = {pairing: cost_of_line(field, "swiss", pairing) for pairing in line.split("|")}
    pairing = pair(field, "swiss")
    assert pairing.cost == min(costs.values()) == costs[pairs_of(pairing)]
    assert {before_lots(cost) for cost in costs.values()} == {before_lots(pairing.cost)}


DANISH = {
    "first against second": (new_field(9, 5, 5, 0), "AB CD"),
    "scores do not matter": (new_field(9, 0, 0, 0), "AB CD"),
    "those that met take the nearest places": (new_field(3, 2, 1, 0, meetings="AB1"), "AC BD"),
    "the last that may has the bye": (new_field(4, 3, 2, 1, 0, rests="E"), "AB CE D"),
}


@pytest.mark.parametrize("case", DANISH)
def test_danish(case: str) -> None:
    field, line = DANISH[case]
    assert pairs_of(pair(field, "danish")) == line


def test_danish_repeats_cost_nothing_where_they_are_free() -> None:
    field = new_field(3, 2, 1, 0, meetings="AB1 CD2")
    assert pairs_of(pair(field, "danish", free_repeats=True)) == "AB CD"
    assert pair(field, "danish", free_repeats=True).cost.repeats == 0
    assert pairs_of(pair(field, "danish", repeats=True)) == "AC BD"


@pytest.mark.parametrize(
    ("rests", "line"),
    [("", "AB CD E"), ("E", "AB CE D"), ("DE", "AB DE C"), ("ABCD", "AB CD E"), ("AABBCDE", "AB CD E")],
)
def test_danish_in_order(rests: str, line: str) -> None:
    field = new_field(5, 4, 3, 2, 1, meetings="AB1 CD1 AB2", rests=rests)
    assert pairs_of(in_order(field)) == line
    assert in_order(field) == pair(field, "danish", free_repeats=True)


def test_random_gives_the_bye_to_one_that_has_not_rested() -> None:
    for seed in "abcdefgh":
        field = replace(new_field(0, 0, 0, 0, 0, rests="ABD"), seed=seed)
        rest = pair(field, "random").rest
        assert rest is not None
        assert rest.entrant in "CE"


def test_random_gives_the_next_bye_to_one_with_the_fewest() -> None:
    pairing = pair(new_field(0, 0, 0, 0, 0, rests="AABBCDDEE"), "random")
    assert pairing.rest is not None
    assert pairing.rest.entrant == "C"
    assert pairing.cost.bye == 1


def test_random_pairs_differ_by_the_seed() -> None:
    field = new_field(*[0] * 8)
    assert len({pairs_of(pair(replace(field, seed=str(i)), "random")) for i in range(20)}) > 10


def test_random_knows_no_scores() -> None:
    assert pairs_of(pair(new_field(9, 8, 7, 6), "random")) == pairs_of(pair(new_field(0, 0, 0, 0), "random"))


IMPOSSIBLE: dict[str, tuple[Field, str, str]] = {
    "one has met all": (new_field(6, 4, 2, 0, meetings="AB1 AC2 AD3"), "A", "AB CD"),
    "two have one rival left": (new_field(5, 4, 3, 2, 1, 0, meetings="AB1 AC2 AD3 AE4 BC2 BD1 BE3"), "AB", "AB CD EF"),
    "two odd groups": (
        new_field(0, 0, 0, 0, 0, 0, meetings="AD1 AE2 AF3 BD3 BE3 BF3 CD3 CE3 CF3"),
        "ABCDEF",
        "AD BC EF",
    ),
    "all have had a bye": (new_field(4, 2, 0, rests="ABC"), "ABC", "AB C"),
    "the oldest meeting comes again": (new_field(2, 2, meetings="AB14"), "AB", "AB"),
}
"""Fields without a pairing, those that are in the way, and the least that can be had."""


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_no_pairing_keeps_the_rules(case: str) -> None:
    field, in_the_way, least = IMPOSSIBLE[case]
    with pytest.raises(NoPairing) as refusal:
        pair(field, "swiss")
    assert refusal.value.in_the_way == tuple(in_the_way)
    assert pairs_of(refusal.value.least) == least
    assert refusal.value.least == pair(field, "swiss", repeats=True)


def test_the_sole_entrant_rests_once() -> None:
    assert pairs_of(pair(new_field(0), "swiss")) == "A"
    with pytest.raises(NoPairing) as refusal:
        pair(new_field(0, rests="A"), "swiss")
    assert pairs_of(refusal.value.least) == "A"


@pytest.mark.parametrize("method", ["swiss", "danish", "random"])
def test_an_empty_field_has_an_empty_pairing(method: Method) -> None:
    pairing = pair(new_field(), method)
    assert (pairing.matches, pairing.rest, pairing.cost) == ((), None, Cost())


def test_a_match_says_what_decided_it() -> None:
    pairing = pair(new_field(4, 4, 2, 0, 0, meetings="AB2"), "swiss")
    first = pairing.matches[0]
    assert (first.entrants, first.scores, first.places) == (("A", "C"), (4, 2), (1, 3))
    assert before_lots(first.cost) == Cost(differences=4)
    assert pairing.rest is not None
    assert (pairing.rest.entrant, pairing.rest.score, pairing.rest.place) == ("E", 0, 5)
    assert sum((match.cost for match in pairing.matches), pairing.rest.cost) == pairing.cost


def test_the_next_best_of_a_pair_is_its_best_exchange() -> None:
    """AB CD may become AC BD, at 4 + 4, but not AD BC, since B and C have met."""
    pairing = pair(new_field(4, 4, 2, 2, meetings="BC1"), "swiss")
    assert pairs_of(pairing) == "AB CD"
    for match in pairing.matches:
        assert match.next is not None
        assert before_lots(match.next) == Cost(differences=8)


def test_no_exchange_is_allowed() -> None:
    pairing = pair(new_field(4, 4, 2, 2, meetings="AC1 BC1"), "swiss")
    assert [match.next for match in pairing.matches] == [None, None]


def test_an_exchange_with_the_bye_is_one() -> None:
    pairing = pair(new_field(4, 2, 0, rests="A"), "swiss")
    [match] = pairing.matches
    assert match.next is not None
    # B rests, one place above the last, and A meets C: 16 instead of 4.
    assert before_lots(match.next) == Cost(bye=1, differences=12)


def test_a_pairing_by_hand_costs_what_it_breaks() -> None:
    field = new_field(4, 4, 2, 2, 0, meetings="AB13 CD2", rests="D", apart="AB")
    by_hand = price(field, "swiss", [("B", "A"), ("C", "E")], "D")
    assert before_lots(by_hand.cost) == Cost(repeats=1, ages=3, apart=1, bye=1, differences=4)
    assert by_hand.matches[0].entrants == ("A", "B")
    assert not is_least(field, "swiss", [("B", "A"), ("C", "E")], "D")


@pytest.mark.parametrize(
    ("pairs", "rest"),
    [([("A", "B")], None), ([("A", "B"), ("B", "C")], None), ([("A", "B")], "A"), ([("A", "X")], "B")],
)
def test_a_pairing_has_every_entrant_once(pairs: list[tuple[str, str]], rest: str | None) -> None:
    with pytest.raises(ValueError, match="every entrant"):
        price(new_field(2, 1, 0), "swiss", pairs, rest)


def test_lots_have_fewer_bits_where_the_scores_are_far_apart() -> None:
    ordinary = new_field(20, 10, 0, 0)
    assert pair(ordinary, "swiss").lot_bits == 32
    extreme = new_field(2**50, 2**49, 0, 0)
    pairing = pair(extreme, "swiss")
    assert 0 < pairing.lot_bits < 32
    assert pairs_of(pairing) == "AB CD"
    assert is_least(extreme, "swiss", [("A", "B"), ("C", "D")], None)
    assert pairing.cost.lots < pair(ordinary, "swiss").cost.lots


def test_scores_too_far_apart_are_refused() -> None:
    with pytest.raises(OverflowError, match="too far apart"):
        pair(new_field(2**70, 0), "swiss")

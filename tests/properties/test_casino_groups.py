"""The group search of Casino against one that tries every partition."""

from itertools import combinations, product

from hypothesis import assume, given
from hypothesis import strategies as st

from referee.cards import FRENCH
from referee.games.casino.table.board import CasinoBoard
from referee.games.casino.table.groups import CardGroups, sums
from referee.games.casino.table.values import Values, values

TABLES = (values(), values(True), values(True, True, True), values(True, True), values(True, False, True))


def can_sum(cards: tuple[str, ...], value: int, worth: Values) -> bool:
    """True if some choice of their values makes these cards sum to this."""
    return any(
        sum(values_chosen) == value for values_chosen in product(*(worth.of[FRENCH.bit[card]] for card in cards))
    )


def partitions(cards: tuple[str, ...], value: int, worth: Values) -> bool:
    """True if the cards fall into groups of this value: the first card's group is tried in every way."""
    if not cards:
        return True
    first, rest = cards[0], cards[1:]
    for n in range(len(rest) + 1):
        for others in combinations(rest, n):
            left = tuple(card for card in rest if card not in others)
            if can_sum((first, *others), value, worth) and partitions(left, value, worth):
                return True
    return False


def with_rest(cards: tuple[str, ...], value: int, rest: int, worth: Values) -> bool:
    """True if the cards fall into groups of this value and one more that sums to `rest`."""
    return any(
        can_sum(group, rest, worth) and partitions(tuple(c for c in cards if c not in group), value, worth)
        for n in range(1, len(cards) + 1)
        for group in combinations(cards, n)
    )


@st.composite
def loose(draw: st.DrawFn, most: int) -> tuple[tuple[str, ...], Values]:
    low = st.sampled_from([name for name in FRENCH.names if name[0] in "A2345T"])
    cards = draw(st.sets(st.one_of(low, st.sampled_from(FRENCH.names)), min_size=1, max_size=most))
    return FRENCH.in_order(cards), draw(st.sampled_from(TABLES))


@given(loose(7), st.integers(1, 16))
def test_every_set_that_splits_is_found_and_no_other(table: tuple[tuple[str, ...], Values], value: int) -> None:
    cards, worth = table
    assume(value <= worth.highest)
    groups = CardGroups(FRENCH.mask(cards), worth.of, worth.highest)
    sets = list(groups.sets(groups.beside(value)))
    sets_by_trial = [
        subset for n in range(len(cards) + 1) for subset in combinations(cards, n) if partitions(subset, value, worth)
    ]
    assert sorted(sets) == sorted(sets_by_trial)


@given(loose(6), st.integers(1, 16), st.integers(1, 15))
def test_a_rest_beside_the_groups(table: tuple[tuple[str, ...], Values], value: int, rest: int) -> None:
    cards, worth = table
    assume(value <= worth.highest and rest <= worth.highest)
    groups = CardGroups(FRENCH.mask(cards), worth.of, worth.highest)
    sets = list(groups.sets(groups.beside(value, rest)))
    sets_by_trial = [
        subset
        for n in range(len(cards) + 1)
        for subset in combinations(cards, n)
        if with_rest(subset, value, rest, worth)
    ]
    assert sorted(sets) == sorted(sets_by_trial)
    assert groups.all_split(value, rest) == with_rest(cards, value, rest, worth)
    assert groups.all_split(value) == partitions(cards, value, worth)
    assert groups.all_sum(value) == can_sum(cards, value, worth)


@given(loose(10))
def test_sums_of_the_loose_cards(table: tuple[tuple[str, ...], Values]) -> None:
    cards, worth = table
    groups = CardGroups(FRENCH.mask(cards), worth.of, worth.highest)
    by_trial = sum(1 << n for n in range(worth.highest + 1) if groups.summing(n))
    assert sums(FRENCH.mask(cards), worth) == by_trial


@given(loose(16), st.integers(1, 16))
def test_many_cards_are_listed_as_few_are(table: tuple[tuple[str, ...], Values], value: int) -> None:
    cards, worth = table
    groups = CardGroups(FRENCH.mask(cards), worth.of, worth.highest)
    family = groups.beside(value)
    sets = list(groups.sets(family))
    indexes = [index for index in range(family.bit_length()) if family >> index & 1]
    assert sorted(sets) == sorted(subset for index in indexes for subset in groups._spell(index))
    assert len(set(sets)) == len(sets)


@given(loose(6), st.data())
def test_a_card_takes_builds_and_duplicates_as_every_partition_says(
    table: tuple[tuple[str, ...], Values], data: st.DataObject
) -> None:
    cards, worth = table
    board = CasinoBoard(worth, FRENCH.mask(cards), (), 1, 0)
    card = data.draw(st.sampled_from([name for name in FRENCH.names if name not in cards]))
    bit = FRENCH.bit[card]
    takes = {play.cards for batch in board.takes(0, bit) for play in batch}
    subsets = [subset for n in range(1, len(cards) + 1) for subset in combinations(cards, n)]
    if worth.of[bit]:
        assert takes == {s for s in subsets if any(partitions(s, v, worth) for v in worth.of[bit])}
    rest_of_pack = FRENCH.all & ~board.loose & ~bit
    builds = {(play.cards, play.value) for batch in board.new_builds(0, bit, rest_of_pack) for play in batch}
    values_in_hand = [value for value in range(1, 17) if worth.worth.get(value, 0) & rest_of_pack]
    assert builds == {(s, value) for s in subsets for value in values_in_hand if partitions((card, *s), value, worth)}
    assert board.obliges(bit, rest_of_pack) == any(
        True for batch in board.obliging(0, bit, rest_of_pack) for _ in batch
    )
    assert all(
        board.adds_up(bit, FRENCH.mask(s), value) == ((s, value) in builds) for s in subsets for value in values_in_hand
    )

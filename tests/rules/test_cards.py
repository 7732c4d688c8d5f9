"""Packs, their spelling, cards as bits, and chance that anyone can repeat."""

from hashlib import sha256
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import FRENCH, SPANISH_40, SPANISH_48, Pack, bits, drawn_order

PACKS = {"french": FRENCH, "spanish of 40": SPANISH_40, "spanish of 48 and jokers": SPANISH_48}
packs = pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS.keys())


def test_french_pack_is_suit_by_suit_lowest_first() -> None:
    assert FRENCH.size == 52
    assert FRENCH.names[:3] == ("2C", "3C", "4C")
    assert FRENCH.names[12:14] == ("AC", "2D")
    assert FRENCH.names[-2:] == ("KS", "AS")


def test_spanish_packs_are_oros_copas_espadas_bastos() -> None:
    assert (SPANISH_40.size, SPANISH_48.size) == (40, 50)
    assert SPANISH_40.names[:10] == ("1O", "2O", "3O", "4O", "5O", "6O", "7O", "10O", "11O", "12O")
    assert [name[-1] for name in SPANISH_40.names[::10]] == ["O", "C", "E", "B"]
    assert SPANISH_48.names[-3:] == ("12B", "X1", "X2")


@pytest.mark.parametrize("strange", ["10C", "1C", "qs", "Qs", "QX", "X1", "1O", "", " 2C", "2C ", "2♣"])
def test_french_pack_spells_no_other_way(strange: str) -> None:
    assert strange not in FRENCH.bit


@pytest.mark.parametrize("strange", ["8O", "9B", "0O", "13O", "AO", "X1", "12", "o1"])
def test_spanish_pack_of_40_has_no_eights_nines_or_jokers(strange: str) -> None:
    assert strange not in SPANISH_40.bit


@packs
def test_every_card_is_one_bit_and_every_suit_a_mask(pack: Pack) -> None:
    assert sorted(pack.bit.values()) == [1 << i for i in range(pack.size)]
    assert pack.all == sum(pack.bit.values())
    jokers = pack.mask(name for name in pack.names if name[0] == "X")
    assert sum(pack.suits.values()) == pack.all ^ jokers
    for card, suit in pack.suit_of.items():
        assert pack.suits[pack.name(card)[-1]] == suit


@packs
@given(st.data())
def test_names_and_masks_are_two_ways_to_write_a_set(pack: Pack, data: st.DataObject) -> None:
    names = data.draw(st.lists(st.sampled_from(pack.names), unique=True))
    mask = pack.mask(names)
    assert mask.bit_count() == len(names)
    assert pack.cards(mask) == pack.in_order(names)
    assert [pack.name(card) for card in bits(mask)] == list(pack.in_order(names))


def test_in_order_keeps_doubles_so_that_they_can_be_refused() -> None:
    assert FRENCH.in_order(["AS", "2C", "AS"]) == ("2C", "AS", "AS")
    assert FRENCH.mask(["AS", "AS"]) == FRENCH.bit["AS"]


def test_a_card_of_no_pack_has_no_bit() -> None:
    with pytest.raises(KeyError):
        FRENCH.mask(["2C", "ZZ"])


def test_within_a_french_suit_the_stronger_card_is_the_larger_int() -> None:
    for suit in "CDHS":
        ranks = [FRENCH.bit[rank + suit] for rank in "23456789TJQKA"]
        assert ranks == sorted(ranks)


def test_shuffle_can_be_repeated_with_any_sha256() -> None:
    """SHA-256 of seed, newline, hand number, newline, card."""
    order = sorted(FRENCH.names, key=lambda card: sha256(f"azar\n3\n{card}".encode()).hexdigest())
    assert FRENCH.shuffle("azar", 3) == tuple(order)


def test_shuffle_for_a_seat_and_a_try_names_them_in_lines_of_their_own() -> None:
    order = sorted(SPANISH_40.names, key=lambda card: sha256(f"azar\n3\n1\n2\n{card}".encode()).hexdigest())
    assert SPANISH_40.shuffle("azar", 3, 1, 2) == tuple(order)


@given(st.text(), st.integers(1, 99), st.randoms(use_true_random=False))
def test_shuffle_is_of_the_whole_pack_and_does_not_hang_on_the_order_it_comes_in(
    seed: str, hand: int, rng: Random
) -> None:
    names = list(FRENCH.names)
    rng.shuffle(names)
    assert drawn_order(names, seed, hand) == FRENCH.shuffle(seed, hand)
    assert sorted(drawn_order(names, seed, hand)) == sorted(FRENCH.names)


def test_another_seed_or_hand_is_another_shuffle() -> None:
    assert len({FRENCH.shuffle(seed, hand) for seed in ("a", "b") for hand in (1, 2)}) == 4

"""Plays that a seat may make with a card in Casino, rule by rule."""

import pytest

from referee.errors import BadRequest, Impossible, Irregular
from referee.games.casino.events import Take
from tests.support.casino import CasinoTable, built_nine, strict

# casino.values


def test_values_ace_is_one_and_faces_only_match_their_rank() -> None:
    table = strict()
    table.deal("AC QD 9C KS", "3C 3D 4C 4D", table="AD QH 8S JC")
    assert table.may("take") == ["take 9C AD 8S", "take AC AD", "take QD QH"]
    assert table.may("build") == ["build AC 8S =9"]


def test_values_royal_ace_is_one_or_fourteen_and_faces_count() -> None:
    table = strict("royal")
    table.deal("AC QD JC 2C", "3C 3D 4C 4D", table="AD KH 8S 9H")
    assert table.may("take") == ["take AC AD", "take AC AD KH"]
    assert "build 2C 9H =11" in table.may("build")
    assert "build JC AD =12" in table.may("build")


def test_values_an_ace_takes_with_one_of_its_values_at_a_time() -> None:
    table = strict("royal")
    table.deal("AC AD 2C 3C", "4C 4D 5C 5D", table="AH KH 8S 9H")
    table.build("AD", "AH", 1)
    table.trail("4C")
    assert table.no("take", "AC", "KH", "b1").rule == "casino.take"
    assert table.may("take") == ["take AC b1"]


@pytest.mark.parametrize(
    ("wide", "card", "loose", "cards"),
    [("wide_deuce", "2S", "9C 6C KD KH", "9C 6C"), ("wide_ten", "TD", "9C 7C KD KH", "9C 7C")],
)
def test_values_wide_cards_count_more_only_where_they_are_played(wide: str, card: str, loose: str, cards: str) -> None:
    hands = f"{card} JC JD JH", "3C 3D 4C 4D"
    narrow, wide_table = strict("royal"), strict("royal", **{wide: True})
    for table in (narrow, wide_table):
        table.deal(*hands, table=loose)
    assert narrow.no("take", card, cards).rule == "casino.take"
    wide_table.take(card, cards)


# casino.turn


def test_turn_the_seat_after_the_dealer_plays_first_and_one_card_a_turn() -> None:
    table = CasinoTable(seats=3, dealer=2)
    table.deal(table="2C 3C 4C 5C")
    assert table.view()["turn"] == 0
    table.trail("9C")
    refusal = table.no("trail", "9D", seat=0)
    assert (refusal.rule, type(refusal)) == ("casino.turn", Impossible)


# casino.trail


def test_trail_lays_a_card_on_the_table() -> None:
    table = CasinoTable()
    table.deal(table="2C 3C 4C 5C")
    table.trail("9C")
    assert table.loose() == ["2C", "3C", "4C", "5C", "9C"]


def test_trail_refuses_a_card_seen_before_and_a_card_of_another_hand() -> None:
    table = CasinoTable()
    table.deal(None, "3D 3S 4D 4S", table="2C 3C 4C 5C")
    assert isinstance(table.no("trail", "2C"), Impossible)
    assert "seat 1 holds it" in table.no("trail", "3D").text.en


# casino.take


def test_take_splits_into_groups_of_its_value() -> None:
    table = strict()
    table.deal("9C QD QS KS", "2H 2D 3C 3D", table="5C 4D 6H 9S")
    assert table.may("take") == ["take 9C 5C 4D", "take 9C 5C 4D 9S", "take 9C 9S"]
    assert table.no("take", "9C", "5C 6H").rule == "casino.take"


def test_take_of_a_nine_lifts_five_four_three_and_six() -> None:
    table = strict()
    table.deal("9C QD QS KS", "2H 2D 7C 7D", table="5C 4D 3H 6S")
    table.take("9C", "5C 4D 3H 6S")
    assert table.loose() == []


def test_take_of_nothing_is_irregular() -> None:
    table = strict()
    table.deal(table="5C 4D 3H 6S")
    refusal = table.no("take", "9C")
    assert (refusal.rule, type(refusal)) == ("casino.take", Irregular)


def test_take_lifts_two_builds_of_its_value_at_once() -> None:
    table = strict()
    table.deal("2C 8C 3C 5H", "5C 8D 5S 6H", table="6D 3H KC KD")
    table.build("2C", "6D", 8)
    table.build("5C", "3H", 8)
    assert "take 8C b1 b2" in table.may("take")
    table.take("8C", builds="b1 b2")
    assert table.builds() == []


def test_take_of_a_build_of_another_value_is_irregular_and_stands_in_record() -> None:
    table = CasinoTable()
    table.deal("2C 8C 3C 5H", "5C 8D 5S 6H", table="6D 3H KC KD")
    table.build("2C", "6D", 8)
    table.take("5C", builds="b1")
    assert table.proven_infractions() == [("casino.take", 1, 4, 4)]
    assert table.view()["table"]["taken"] == [0, 3]


@pytest.mark.parametrize(("captures", "takes"), [(1, 3), (2, 6), (3, 7)])
def test_take_by_a_face_is_of_as_many_of_its_rank_as_the_house_rule_says(captures: int, takes: int) -> None:
    table = strict(face_captures=captures)
    table.deal("KS QC 2C 2D", "3C 3D 4C 4D", table="KC KD KH 5C")
    kings = ["KC", "KD", "KH"]
    assert len(table.may("take")) == takes
    assert table.may("take")[:1] == ["take KS KC"]
    for n in range(captures + 1, len(kings) + 1):
        assert table.no("take", "KS", " ".join(kings[:n])).rule == "casino.take"
    table.take("KS", " ".join(kings[:captures]))


def test_take_names_only_loose_cards_each_once_and_builds_that_stand() -> None:
    table = CasinoTable()
    table.deal(table="5C 4D 3H 6S")
    for cards, builds in (("9D", ""), ("5C 5C", ""), ("5C 4D", "b1"), ("5C 4D", "b1 b1")):
        assert isinstance(table.no("take", "9C", cards, builds), Impossible)


# casino.build


def test_build_of_one_group_is_single_and_of_more_multiple() -> None:
    table = built_nine("7D 6H 4S 5H", strict(), "2C 9C 3C 9D", "TC TD TH JS")
    assert table.builds() == [("b1", 0, 9, "single")]
    table = strict()
    table.deal("2C 9C 3C 9D", "TC TD TH JS", table="7D 6H 4S 5H")
    table.build("2C", "7D 4S 5H", 9)
    assert table.builds() == [("b1", 0, 9, "multiple")]


def test_build_needs_a_loose_card_and_one_of_the_value_kept() -> None:
    table = strict()
    table.deal("2C 9C 3C 9D", "TC TD TH JS", table="7D 6H 4S 5H")
    assert table.no("build", "9C", "", 9).rule == "casino.improper-build"
    assert table.no("build", "3C", "7D", 10).rule == "casino.improper-build"
    assert table.no("build", "2C", "6H", 9).rule == "casino.improper-build"
    assert "keeps no card of value 10" in table.no("build", "3C", "7D", 10).text.en


def test_build_by_a_pair_is_of_its_own_number() -> None:
    table = strict()
    table.deal("5C 5D 2C 3C", "TC TD TH JS", table="5H KC KD KH")
    table.build("5C", "5H", 5)
    assert table.builds() == [("b1", 0, 5, "multiple")]
    assert table.no("take", "TC", builds="b1").rule == "casino.take"


def test_build_never_uses_a_face_without_value() -> None:
    table = strict()
    table.deal("KC KD 3C 3D", "TC TD TH JS", table="KH 7C 2C 2D")
    assert table.no("build", "KC", "KH", 10).rule == "casino.improper-build"
    assert table.may("build") == []


def test_build_numbers_go_on_through_the_deal() -> None:
    table = built_nine("7D 6H 4S 5H", strict(), "2C 9C 2D 8D", "TC TH 9H JS")
    table.take("9H", builds="b1")
    table.build("2D", "6H", 8)
    assert table.builds() == [("b2", 0, 8, "single")]


# casino.duplicate


def test_duplicate_adds_a_group_makes_it_multiple_and_ones_own() -> None:
    table = built_nine("7D 6H 4S 5H", strict(), "2C 9C 3C KS", "9H 5C TH JS")
    table.duplicate("5C", "4S", "b1")
    assert table.builds() == [("b1", 1, 9, "multiple")]


def test_duplicate_with_a_card_of_its_value_needs_no_loose_card() -> None:
    table = built_nine("7D 6H 4S 5H", strict("draw"), "2C 9C 9D KS", "4C 5C TH JS")
    table.trail("TH")
    assert "duplicate 9C b1" in table.may("duplicate")
    table.duplicate("9C", "", "b1")
    assert table.builds() == [("b1", 0, 9, "multiple")]


def test_duplicate_leaves_two_builds_of_one_value_two() -> None:
    table = built_nine("7D 6H 4S 5H", strict(), "2C 9C 9D KS", "9H 5C TH JS")
    table.build("5C", "4S", 9)
    table.duplicate("9C", "", "b2")
    assert table.builds() == [("b1", 0, 9, "single"), ("b2", 0, 9, "multiple")]


def test_duplicate_keeps_a_card_of_the_value() -> None:
    table = built_nine("7D 6H 4S 5H", strict(), "2C 9C 3C KS", "4C 5C TH JS")
    assert table.no("duplicate", "5C", "4S", "b1").rule == "casino.improper-build"
    assert table.may("duplicate") == []


# casino.raise


def built_six(loose: str, table: CasinoTable | None = None) -> CasinoTable:
    """Seat 0 has built 6 of a 2 and these cards, and holds a 6; seat 1 holds an ace, a 2 and a 7."""
    table = table or strict()
    table.deal("2C 6C 3C KS", "AC 2D 7C JS", table="4D 6H 4S 5H")
    table.build("2C", loose, 6)
    return table


def test_raise_adds_a_card_of_the_hand_to_a_single_build_of_anyone() -> None:
    table = built_six("4D")
    assert table.may("raise") == ["raise AC b1 =7"]
    table.lift("AC", "b1", 7)
    assert table.builds() == [("b1", 1, 7, "single")]


def test_raise_of_ones_own_build_is_allowed() -> None:
    table = strict()
    table.deal("2C 6C 3C 9S", "8C 8D TH JS", table="4D TD 4S 5H")
    table.build("2C", "4D", 6)
    table.trail("JS")
    table.lift("3C", "b1", 9)
    assert table.builds() == [("b1", 0, 9, "single")]


def test_raise_never_lifts_a_multiple_build() -> None:
    table = built_six("4D 6H")
    refusal = table.no("lift", "AC", "b1", 7)
    assert (refusal.rule, table.may("raise")) == ("casino.raise", [])


def test_raise_in_record_stands_and_the_build_stays_multiple() -> None:
    table = built_six("4D 6H", CasinoTable())
    table.lift("AC", "b1", 7)
    assert table.builds() == [("b1", 1, 7, "multiple")]
    assert table.proven_infractions() == [("casino.raise", 1, 4, 4)]
    assert table.view()["score"]["totals"] == [0, 0]


@pytest.mark.parametrize(("card", "value"), [("AC", 8), ("2D", 8)])
def test_raise_needs_the_right_sum_and_the_card_kept(card: str, value: int) -> None:
    table = built_six("4D")
    assert table.no("lift", card, "b1", value).rule == "casino.improper-build"


def test_raise_by_a_royal_ace_may_count_fourteen() -> None:
    table = strict("royal", wide_ten=True)
    table.deal("AC 2D 3C KC", "AH TD 6C 7C", table="AD 8C 9C TC")
    table.build("AC", "AD", 2)
    assert table.may("raise") == ["raise AH b1 =16"]
    table.lift("AH", "b1", 16)
    assert table.builds() == [("b1", 1, 16, "single")]


# casino.rest


def test_rest_goes_to_the_side_that_took_last_and_is_no_sweep() -> None:
    table = CasinoTable("royal")
    table.deal(table="2C 3C 4C 5C")
    table.take("2D", "2C")
    for plays in (7, 8, 8, 8, 8):
        table.trail_unseen(plays)
        table.say("deal")
    table.say("announce_last", seat=1)
    table.trail_unseen(8)
    score = table.view()["score"]
    assert score["sweeps"] == [0, 0]
    assert score["totals"] == [11, 0]
    rest = next(fact for _, fact in table.facts if fact.__class__.__name__ == "RestTaken")
    assert len(rest.cards) == 50  # type: ignore[attr-defined]


def test_rest_counts_for_nobody_if_nobody_took() -> None:
    table = CasinoTable("royal")
    table.trail_all()
    assert table.view()["score"]["hands"][0]["points"] == [0, 0]
    assert "items" not in table.view()["score"]["hands"][0]
    assert table.view()["phase"] == "deal"


def test_a_play_without_its_fields_is_malformed() -> None:
    table = CasinoTable()
    table.deal(table="7C 3C KC KD")
    assert isinstance(table.refusal("build", seat=0, card="2C", cards=["7C"]), BadRequest)


def test_the_word_of_a_play_fits_a_column() -> None:
    match = CasinoTable().match
    assert match.word(Take(0, "9C", ("4S", "5H"), ("b1",))) == "9C × 4S 5H b1"

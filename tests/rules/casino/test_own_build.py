"""Duties of a seat that has a build of its own in Casino (casino.own-build)."""

from tests.support.casino import CasinoTable, built_nine, strict, trail

# casino.own-build


def test_own_build_may_neither_trail_nor_start_another() -> None:
    table = built_nine("7D 6H 4S 5H", strict(), "2C 9C 3C 8S", "TC TH 5C JS")
    table.trail("JS")
    assert table.no("trail", "3C").rule == "casino.own-build"
    assert table.no("build", "3C", "5H", 8).rule == "casino.own-build"
    assert {play.split()[0] for play in table.may()} == {"take", "duplicate"}
    assert table.view()["table"]["may_not_trail"] == [0]


def test_own_build_ends_when_another_changes_it() -> None:
    table = built_nine("7D 6H 4S 3H", strict(), "2C 9C KC 8S", "TC AH 5C JS")
    table.lift("AH", "b1", 10)
    assert table.view()["table"]["may_not_trail"] == [1]
    table.trail("KC")


def test_own_build_is_met_by_taking_something_else() -> None:
    table = built_nine("7D 6H 4S 3H", strict(), "2C 9C 6C 8S", "TC AH 5C JS")
    table.trail("JS")
    table.take("6C", "6H")
    assert table.builds() == [("b1", 0, 9, "single")]


def test_own_build_lets_a_seat_trail_that_can_do_nothing() -> None:
    table = built_nine("7D 6H 4S 9S", strict(), "2C 9C JC QC", "TC 9H KH JS")
    table.trail("KH")
    table.take("9C", "9S")
    table.trail("JS")
    assert table.may() == ["take JC JS"]
    table.take("JC", "JS")
    table.trail("TC")
    assert table.may() == ["trail QC"]
    table.trail("QC")
    assert table.proven_infractions() == []


def test_own_build_of_the_partner_does_not_bind() -> None:
    table = built_nine(
        "7D 6H 4S 3H", strict(seats=4, dealer=3), "2C 9C JC QC", "TC TD KH JS", "8C 8D 8H 5H", "AC AD KC KD"
    )
    table.trail("JS")
    table.trail("5H")


def test_own_build_alone_at_four_binds_its_seat_only() -> None:
    hands = ("2C 9C JC QC", "TC TD KH JS", "8C 8D 8H 5H", "AC AD KC KD")
    table = built_nine("7D 6H 4S 3H", strict(seats=4, dealer=3, partners=False), *hands)
    assert table.view()["table"]["may_not_trail"] == [0]
    assert [seat["side"] for seat in table.view()["seats"]] == [0, 1, 2, 3]


def test_own_build_with_the_hand_unseen_is_broken_by_a_card_that_it_shows_later() -> None:
    table = CasinoTable("royal", dealer=0)
    table.deal(table="3S 8S 2H 5S")
    table.build("2S", "8S", 10)
    table.build("6H", "2H 5S", 13)
    table.take("TC", builds="b1")
    table.trail("7S")
    table.trail("JC")
    assert table.proven_infractions() == []
    table.take("KD", builds="b2")
    assert table.proven_infractions() == [("casino.own-build", 0, 6, 8)]
    assert table.view()["infractions"][0]["evidence"] == {"how": "shown", "cards": ["KD", "7S"]}


def test_own_build_with_the_hand_unseen_is_refused_nothing_in_strict() -> None:
    table = built_nine("7D KS 4S 3H", strict())
    table.trail("KH")
    assert "trail QC" in table.may()
    assert table.no("trail", "KC").rule == "casino.own-build"
    table.trail("QC")


def test_own_build_with_the_hand_unseen_may_start_another_as_it_may_trail() -> None:
    table = built_nine("7D 6H 4S 3H")
    table.trail("KH")
    assert "build 2H 6H =8" in table.may()
    table.build("2H", "6H", 8)
    assert table.proven_infractions() == []
    table.trail("QH")
    table.take("9D", builds="b1")
    assert table.proven_infractions() == [("casino.own-build", 0, 5, 7)]


def test_own_build_with_cards_shown_is_judged_by_them() -> None:
    table = built_nine("7D 6H 4S 3H", strict())
    table.trail("KH")
    table.say("reveal", seat=0, cards=["9S"])
    assert table.no("trail", "QC").rule == "casino.own-build"
    assert "trail" not in {play.split()[0] for play in table.may()}


def test_own_build_with_the_hand_shown_is_judged_by_the_hand() -> None:
    table = built_nine("7D 6H 4S 3H", strict())
    table.trail("KH")
    table.say("reveal", seat=0, cards=["JC", "QC", "8D"])
    table.trail("QC")


def test_own_build_of_a_hand_that_could_do_nothing_is_settled_when_it_is_played_out() -> None:
    table = built_nine("7D 6H 4S 3H")
    table.trails("KH QC KD")
    assert [assertion.version for assertion in table.state.knowledge.open[0]] == [3, 5]
    table.trails("JD KC 8H")
    assert table.proven_infractions() == [("casino.improper-build", 0, 3, 9)]
    assert table.state.knowledge.open == [[], []]


def test_own_build_in_draw_is_not_broken_by_a_card_that_may_have_been_drawn_later() -> None:
    table = CasinoTable("draw")
    table.deal(table="7D 6H 4S 3H")
    table.build("2C", "7D", 9)
    table.trail("KH")
    table.trail("QC")
    table.trail("KD")
    table.take("9D", builds="b1")
    assert table.proven_infractions() == []


def test_own_build_with_the_last_card_unseen_is_judged_by_that_card() -> None:
    table = trail("JD 6H 4S 3H", "QC KH TD KD", strict())
    table.build("2C", "6H", 8)
    table.trail("KC")
    assert "trail 9H" in table.may()
    assert table.no("trail", "8C").rule == "casino.own-build"
    table.trail("9H")


def test_own_build_in_a_hand_that_is_voided_is_dropped() -> None:
    table = built_nine("7D 6H 4S 3H")
    table.trails("KH QC")
    table.say("redeal", reason="wrong_pack")
    assert (table.proven_infractions(), table.state.knowledge.open) == ([], [[], []])

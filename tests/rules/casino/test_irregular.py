"""Irregularities of Casino: exposed cards, wrong hands, plays taken back, ways to lose a single deal of two."""

import pytest

from referee.cards import FRENCH
from referee.errors import BadRequest, Impossible
from tests.support.casino import TABLE, CasinoTable, built_nine, last_round, others, single, strict

# casino.exposed


def test_exposed_in_dealing_goes_to_the_table_and_the_dealer_is_one_short() -> None:
    table = CasinoTable()
    table.deal(table=TABLE)
    table.say("expose", card="KD")
    assert (table.loose(), table.view()["hand_sizes"]) == (["2C", "3C", "4C", "5C", "KD"], [4, 3])
    table.trail_unseen(7)
    assert table.view()["phase"] == "round"
    table.say("deal")
    assert table.view()["hand_sizes"] == [4, 4]


def test_exposed_before_the_first_four_is_one_of_them() -> None:
    table = CasinoTable()
    table.deal(table=TABLE)
    table.say("expose", card="3C")
    assert (table.loose(), table.view()["hand_sizes"]) == (TABLE.split(), [4, 4])
    table.trail("KC")
    assert isinstance(table.refusal("expose", card="KC"), Impossible)


def test_exposed_out_of_a_known_hand_leaves_it() -> None:
    table = CasinoTable()
    table.deal("2H 3H 4H 5H", "2S 3S 4S 5S", table=TABLE)
    table.say("expose", card="2S")
    assert table.view()["hands"] == [["2H", "3H", "4H", "5H"], ["3S", "4S", "5S"]]
    table.say("expose", card="2H")
    assert table.view()["hand_sizes"] == [4, 2]
    assert table.view()["hands"] == [["3H", "4H", "5H"], None]


def test_exposed_in_dealing_leaves_a_card_that_its_hand_showed_in_it() -> None:
    """The dealer is a card short of a hand told whole, so any of it may be missing but the card that everyone saw since."""
    table = CasinoTable()
    table.deal(None, "6C KC AD AS", table=TABLE)
    table.say("expose", card="6C", seat=1)
    table.say("expose", card="2H")
    view = table.view(0)
    assert (view["hand_sizes"], view["hands"]) == ([4, 3], [None, ["6C"]])
    assert view["table"]["must_trail"] == [{"seat": 1, "cards": ["6C"], "rule": "casino.exposed"}]
    assert isinstance(table.refusal("trail", seat=0, card="6C"), Impossible)


def test_exposed_from_a_known_stock_is_the_dealers_next_draw() -> None:
    hands = "2H 3H 4H 5H", "2S 3S 4S 5S"
    table = CasinoTable("draw")
    table.deal(*hands, table=TABLE, stock=others(" ".join((TABLE, *hands))))
    table.say("expose", card="6C")
    table.trails("2H 2S")
    assert table.view()["hands"] == [["7C", "3H", "4H", "5H"], ["3S", "4S", "5S"]]
    table.trails("3H 3S")
    assert table.view()["hands"] == [["7C", "8C", "4H", "5H"], ["9C", "4S", "5S"]]


def test_exposed_from_a_known_pack_shortens_the_next_round() -> None:
    hands = "2H 3H 4H 5H", "2S 3S 4S 5S"
    table = CasinoTable()
    table.deal(*hands, table=TABLE, stock=others(" ".join((TABLE, *hands))))
    table.say("expose", card="6C")
    table.trails("2H 2S 3H 3S 4H 4S 5H 5S")
    table.say("deal")
    assert table.view()["hand_sizes"] == [4, 3]


def test_exposed_by_partners_lies_on_the_table_and_their_side_may_not_take_it() -> None:
    table = CasinoTable(seats=4, dealer=3, enforcement="strict")
    table.deal("6C TD 9D KS", "6D 6H 9C KC", "6S TS 7C KD", "7D 8D JS JC", table="2C 3C QC QD")
    table.say("expose", card="6S", seat=2)
    assert (table.view()["turn"], table.view()["hand_sizes"]) == (0, [4, 4, 3, 4])
    assert "take 6C 6S" not in table.may()
    refusal = table.no("take", "6C", "6S")
    assert (refusal.rule, "6S" in refusal.text.en) == ("casino.exposed", True)
    table.trail("KS")
    table.take("6D", "6S")


def test_exposed_by_partners_bars_the_build_that_holds_it() -> None:
    table = CasinoTable(seats=4, dealer=3)
    table.deal("6C TD 9D KS", "3D 9H 9C KC", "6S TS 7C KD", "7D 8D JS JC", table="2C 3C QC QD")
    table.say("expose", card="6S", seat=2)
    table.trail("KS")
    table.build("3D", "6S", 9)
    table.trail("KD")
    table.trail("JS")
    assert "take 9D b1" not in table.may()
    table.take("9D", builds="b1")
    at = table.match.version
    assert table.proven_infractions() == [("casino.exposed", 0, at, at)]


def test_exposed_by_partners_with_the_last_card_uses_no_turn() -> None:
    table = CasinoTable(seats=4, dealer=3)
    table.deal(table=TABLE)
    table.trail_unseen(12)
    table.say("expose", card="QS", seat=0)
    assert table.view()["turn"] == 1
    table.trail_unseen(3)
    assert table.view()["phase"] == "round"


@pytest.mark.parametrize(("seats", "partners"), [(2, True), (3, True), (4, False)])
def test_exposed_by_one_alone_must_be_trailed_in_its_turn(seats: int, partners: bool) -> None:
    table = CasinoTable(seats=seats, dealer=seats - 1, partners=partners, enforcement="strict")
    table.deal(table=TABLE)
    table.say("expose", card="5H", seat=1)
    assert table.view()["table"]["must_trail"] == [{"seat": 1, "cards": ["5H"], "rule": "casino.exposed"}]
    table.trail("KC")
    assert table.may() == ["trail 5H"]
    assert table.no("take", "5H", "5C").rule == "casino.exposed"
    assert table.no("trail", "QC").rule == "casino.exposed"
    table.trail("5H")
    assert table.view()["table"]["must_trail"] == []


def test_exposed_must_be_trailed_also_when_a_build_binds() -> None:
    table = CasinoTable(enforcement="strict")
    table.deal("6C 9D 9H KS", None, table=TABLE)
    table.build("6C", "3C", 9)
    table.say("expose", card="KS", seat=0)
    table.trail("KC")
    assert table.may() == ["trail KS"]
    assert table.view()["table"]["may_not_trail"] == []
    table.trail("KS")
    assert table.may() != []


def test_exposed_in_record_is_an_infraction_until_it_is_trailed() -> None:
    table = CasinoTable()
    table.deal(table=TABLE)
    table.say("expose", card="5H", seat=0)
    table.trails("KC KD")
    assert table.proven_infractions() == [("casino.exposed", 0, 4, 4)]
    assert table.may() == ["trail 5H"]


def test_exposed_needs_a_card_that_the_hand_may_hold_and_hands_in_play() -> None:
    table = CasinoTable()
    assert isinstance(table.refusal("expose", card="KC"), Impossible)
    table.deal("6C 9D 9H KS", None, table=TABLE)
    assert isinstance(table.refusal("expose", card="6C", seat=1), Impossible)
    assert isinstance(table.refusal("expose", card="KC", seat=0), Impossible)
    table.trail("6C")
    table.trail_unseen(7)
    assert isinstance(table.refusal("expose", card="KC"), Impossible)


# casino.wrong-hand


def test_wrong_hand_dealt_too_many_shortens_the_dealers_next_round() -> None:
    table = CasinoTable()
    table.deal(table=TABLE)
    table.say("short_hand", seat=1, cards=1, cause="dealt_too_many")
    table.say("expose", card="KD", seat=0)
    assert (table.view()["hand_sizes"], "KD" in table.loose()) == ([4, 4], True)
    table.trail_unseen(8)
    assert table.no("deal", None, "9S TS QS KS").rule == "casino.deal"
    table.deal(None, "9S TS QS")
    assert table.view()["hand_sizes"] == [4, 3]
    table.trail_unseen(7)
    table.say("deal")
    assert table.view()["hand_sizes"] == [4, 4]


def test_wrong_hand_may_build_on_a_card_that_it_was_dealt_too_many() -> None:
    table = strict(seats=3, dealer=0)
    table.deal(table="5C 7C 3H 6S")
    table.say("reveal", seat=1, cards=["9H", "JS", "KS"])
    table.say("short_hand", seat=1, cards=1, cause="dealt_too_many")
    table.trail("9H")
    table.trail("4C")
    table.trail("JD")
    assert "build AD 9H =10" in table.may()
    table.build("AD", "9H", 10)
    assert table.proven_infractions() == []


def test_wrong_hand_that_was_told_whole_may_still_hold_a_card_more() -> None:
    table = strict(dealer=1)
    table.deal("6C 9D 9H KS", None, table="5C 7C 3H 6S")
    assert isinstance(table.no("trail", "AD"), Impossible)
    table.say("short_hand", seat=0, cards=1, cause="dealt_too_many")
    assert {"trail AD", "build 2C 7C =9"} <= {*table.may()}
    table.trail("AD")
    table.trail("TD")
    assert table.may("trail") == ["trail 6C", "trail 9D", "trail 9H", "trail KS"]
    assert isinstance(table.refusal("expose", card="QD", seat=0), Impossible)
    table.say("expose", card="KS", seat=0)
    assert table.may("trail") == ["trail 6C", "trail 9D", "trail 9H"]


def in_the_last_round(seats: int) -> CasinoTable:
    """A strict table in its last round, in which no card is left to deal; seat 0 deals."""
    table = strict(seats=seats, dealer=0)
    table.deal(table=TABLE)
    for _ in range(table.state.rounds - 1):
        table.trail_unseen(4 * seats)
        table.say("deal")
    return table


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("other", ["dealer", "another"])
def test_wrong_hand_dealt_too_many_in_the_last_round_means_that_another_hand_lacks_a_card(
    seats: int, other: str
) -> None:
    table = in_the_last_round(seats)
    seat = 0 if other == "dealer" else 1
    refusal = table.no("say", "short_hand", seat=seat, cards=1, cause="dealt_too_many")
    assert (refusal.rule, "pack_short" in refusal.text.en, "pack_short" in refusal.text.es) == (
        "casino.wrong-hand",
        True,
        True,
    )
    assert refusal.text.en.startswith("no other hand can" if seat == 0 else "seat 1 cannot")
    table.say("short_hand", seat=0, cards=1, cause="pack_short")
    table.say("short_hand", seat=seat, cards=1, cause="dealt_too_many")
    cards = [card for card in FRENCH.names if table.state.knowledge.may_hold(1, FRENCH.bit[card])][:5]
    table.say("reveal", seat=1, cards=cards)
    assert table.state.knowledge.surplus() == 0
    assert {*table.may("trail")} == {f"trail {card}" for card in cards}
    table.say("expose", seat=1, card=cards[0])
    assert (table.view()["hand_sizes"], table.view()["hands"][1]) == ([3, *[4] * (seats - 1)], cards[1:])


def test_wrong_hand_of_one_seat_leaves_no_card_too_many_to_the_others() -> None:
    table = in_the_last_round(3)
    table.say("short_hand", seat=0, cards=1, cause="pack_short")
    table.say("short_hand", seat=0, cards=1, cause="dealt_too_many")
    cards = [card for card in FRENCH.names if table.state.knowledge.may_hold(1, FRENCH.bit[card])]
    table.say("reveal", seat=2, cards=cards[:4])
    assert isinstance(table.refusal("expose", seat=1, card=cards[0]), Impossible)
    assert table.state.knowledge.may_hold(2, FRENCH.bit[cards[4]])
    table.say("reveal", seat=2, cards=cards[:5])
    assert table.state.knowledge.room(1) == 4
    assert isinstance(table.refusal("reveal", seat=1, cards=cards[5:10]), Impossible)
    refusal = table.refusal("expose", seat=1, card=cards[5])
    assert (refusal.rule, refusal.text.en) == (
        "casino.wrong-hand",
        "seat 1 cannot have a card too many: the hands need every card that is left",
    )


def test_wrong_hand_of_another_seat_settles_what_a_build_said_of_this_one() -> None:
    table = in_the_last_round(3)
    table.say("short_hand", seat=0, cards=1, cause="pack_short")
    table.say("short_hand", seat=0, cards=1, cause="dealt_too_many")
    table.say("announce_last", seat=0)
    table.say("reveal", seat=1, cards=["6S", "JS", "QS", "KS"])
    table.build("6S", "2C", 8)
    built = table.match.version
    table.say("reveal", seat=2, cards=["3S", "4S", "5S", "7S"])
    assert table.proven_infractions() == []
    table.say("reveal", seat=2, cards=["9S"])
    assert table.proven_infractions() == [("casino.improper-build", 1, built, built + 2)]


def test_exposed_in_drawing_needs_a_pack_to_draw_from() -> None:
    table = CasinoTable("draw")
    table.deal(table=TABLE)
    table.trail_unseen(40)
    left = next(card for card in FRENCH.names if not table.state.knowledge.laid_cards & FRENCH.bit[card])
    refusal = table.refusal("expose", card=left)
    assert (refusal.rule, table.state.stock.left) == ("casino.exposed", 0)
    table.say("expose", card=left, seat=0)


def test_wrong_hand_leaves_nothing_sure_of_what_was_seen_in_it() -> None:
    table = CasinoTable(dealer=1)
    table.deal(None, None, table="7C 4D TS 8S")
    table.say("reveal", seat=0, cards=["5D"])
    table.build("2C", "7C", 9)
    table.trail("KC")
    table.build("AC", "4D", 5)
    table.say("short_hand", seat=0, cards=1, cause="played_two")
    assert ("casino.own-build", 6) in [
        (assertion.code, assertion.version) for assertion in table.state.knowledge.open[0]
    ]
    assert table.proven_infractions() == []


def test_wrong_hand_of_a_seat_that_missed_its_turn_only_trails() -> None:
    table = CasinoTable(enforcement="strict")
    table.deal(None, None, table=TABLE)
    table.say("short_hand", seat=0, cards=1, cause="out_of_turn")
    assert (table.view()["turn"], table.view()["table"]["trails_only"]) == (1, [0])
    table.trail("KC")
    assert table.no("take", "5H", "5C").rule == "casino.wrong-hand"
    assert {play.split()[0] for play in table.may()} == {"trail"}
    table.trail_unseen(6)
    assert (table.view()["hand_sizes"], table.view()["turn"]) == ([1, 0], 0)
    table.trail_unseen(1)
    table.say("deal")
    assert table.view()["table"]["trails_only"] == []


def test_wrong_hand_of_a_seat_that_played_two_goes_on_short() -> None:
    table = CasinoTable()
    table.deal("6C 9D 9H KS", None, table=TABLE)
    table.trail("6C")
    table.say("short_hand", seat=0, cards=1, cause="played_two")
    assert (table.view()["hand_sizes"], table.view()["hands"][0]) == ([2, 4], None)
    table.trail_unseen(6)
    assert table.view()["phase"] == "round"


def test_wrong_hand_settles_what_it_leaves_without_cards() -> None:
    for cause, proofs in ((None, [("casino.improper-build", 0, 3, 4)]), ("played_two", [])):
        table = built_nine("7C 3C KC KD")
        table.say("short_hand", seat=0, cards=3, **({} if cause is None else {"cause": cause}))
        assert (table.proven_infractions(), table.state.knowledge.open[0]) == (proofs, [])
        assert table.view()["turn"] == 1


def test_wrong_hand_of_a_pack_that_runs_out() -> None:
    table = last_round()
    table.say("short_hand", seat=1, cards=1, cause="pack_short")
    assert table.view()["hand_sizes"] == [4, 3, 4, 4]
    early = CasinoTable()
    early.deal(table=TABLE)
    assert early.refusal("short_hand", seat=1, cards=1, cause="pack_short").rule == "casino.wrong-hand"
    early.trail_rounds(4)
    early.trail_unseen(8)
    early.say("short_hand", seat=1, cards=2, cause="pack_short")
    early.say("deal")
    assert early.view()["hand_sizes"] == [4, 2]


def test_wrong_hand_lacks_no_more_than_it_has() -> None:
    table = CasinoTable()
    assert isinstance(table.refusal("short_hand", seat=0, cards=1), Impossible)
    table.deal(table=TABLE)
    table.trail("9C")
    assert table.refusal("short_hand", seat=0, cards=4, cause="played_two").rule == "casino.wrong-hand"
    assert isinstance(table.refusal("short_hand", seat=0, cards=5), BadRequest)
    assert isinstance(table.refusal("short_hand", seat=0, cards=1, cause="magia"), BadRequest)


# casino.illegal-play


def test_illegal_play_taken_back_in_time_makes_its_card_be_trailed() -> None:
    table = CasinoTable()
    table.deal(table=TABLE)
    table.take("9C", "2C 3C")
    table.say("retract", to=2, reason="toma ilegal")
    assert (table.proven_infractions(), table.view()["table"]["taken"]) == ([], [0, 0])
    assert table.may() == ["trail 9C"]
    assert table.view()["table"]["must_trail"] == [{"seat": 0, "cards": ["9C"], "rule": "casino.illegal-play"}]
    table.trail("9C")
    assert table.proven_infractions() == []
    table.take("9D", "9C")


def test_illegal_play_taken_back_and_not_trailed_is_an_infraction() -> None:
    table = CasinoTable()
    table.deal(table=TABLE)
    table.take("9C", "2C 3C")
    table.say("retract", to=2, reason="toma ilegal")
    table.take("5D", "2C 3C")
    assert table.proven_infractions() == [("casino.illegal-play", 0, 5, 5)]


@pytest.mark.parametrize("play", [("build", "9C", "3C", 10), ("lift", "9D", "b1", 10), ("duplicate", "9D", "4C", "b1")])
def test_illegal_play_is_also_one_that_builds(play: tuple[str, ...]) -> None:
    table = CasinoTable()
    table.deal("7D 9C 9D KS", None, table=TABLE)
    table.build("7D", "2C", 9)
    table.trail("KC")
    before = table.match.version
    getattr(table, play[0])(*play[1:])
    table.say("note", text="¡un momento!")
    table.say("retract", to=before, reason="jugada ilegal")
    assert table.may() == [f"trail {play[1]}"]


def test_illegal_play_that_is_no_longer_the_last_leaves_nothing_behind() -> None:
    table = CasinoTable()
    table.deal(table=TABLE)
    table.take("9C", "2C 3C")
    table.trail("KC")
    table.say("retract", to=2, reason="se anotó mal")
    assert table.view()["table"]["must_trail"] == []


def test_a_regular_play_taken_back_leaves_nothing_behind() -> None:
    table = CasinoTable()
    table.deal(table=TABLE)
    table.take("5D", "2C 3C")
    table.say("retract", to=2, reason="se anotó mal")
    assert table.view()["table"]["must_trail"] == []


def test_an_illegal_trail_taken_back_leaves_the_duty_to_the_build() -> None:
    table = CasinoTable()
    table.deal("6C 9D 9H KS", None, table=TABLE)
    table.build("6C", "3C", 9)
    table.trails("KC KS")
    table.say("retract", to=4, reason="debe tomar")
    assert table.view()["table"]["must_trail"] == []
    assert "take 9D b1" in table.may()


def test_exposed_twice_is_owed_once() -> None:
    table = CasinoTable()
    table.deal(table=TABLE)
    table.say("expose", card="5H", seat=0)
    table.say("expose", card="5H", seat=0)
    assert table.may() == ["trail 5H"]


def test_exposed_in_dealing_is_owed_no_longer() -> None:
    table = CasinoTable()
    table.deal("6C 9D 9H KS", None, table=TABLE)
    table.say("expose", card="KS", seat=0)
    table.say("expose", card="KS")
    assert (table.view()["table"]["must_trail"], "KS" in table.loose()) == ([], True)


def test_exposed_with_the_dealers_last_card_passes_the_turn() -> None:
    table = CasinoTable(dealer=0)
    table.deal(None, "6C 9D 9H KS", table=TABLE)
    table.trails("6C QC 9D QD 9H QH KS")
    table.say("expose", card="KD")
    assert table.view()["phase"] == "round"


def test_wrong_hand_turns_over_only_a_card_that_it_may_hold() -> None:
    table = CasinoTable()
    table.deal("6C 9D 9H KS", None, table=TABLE)
    table.say("short_hand", seat=0, cards=1, cause="dealt_too_many")
    assert isinstance(table.refusal("expose", card="2C", seat=1), Impossible)
    assert isinstance(table.refusal("expose", card="6C", seat=1), Impossible)
    table.say("expose", card="KD", seat=1)
    assert table.view()["hand_sizes"] == [4, 4]


def test_loses_at_once_leaves_the_deal_uncounted_and_nothing_in_dispute() -> None:
    table = built_nine("7C 3C KC KD", single())
    table.say("claim", by=1, against=0, kind="improper-build", at=3)
    table.say("looked", seat=1)
    view = table.view()
    assert [(hand["hand"], hand["points"]) for hand in view["score"]["hands"]] == [(1, None)]
    assert view["claims"][0]["status"] == "rejected"
    assert view["infractions"][0]["status"] == "dismissed"


def test_withdrawal_closes_disputes_and_a_reveal_after_it_moves_no_points() -> None:
    table = built_nine("7C 3C KC KD")
    table.say("claim", by=1, against=0, kind="improper-build", at=3)
    table.say("withdraw", seat=1, reason="se va")
    assert table.view()["claims"][0]["status"] == "rejected"
    table.say("reveal", seat=0, cards=["JC", "JD", "JH"])
    assert table.proven_infractions() == [("casino.improper-build", 0, 3, 6)]
    assert table.view()["score"]["totals"] == [0, 0]

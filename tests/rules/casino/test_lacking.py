"""Hands of Casino that lack a card: what they asserted before is judged by every card that it may have been."""

import pytest

from referee.cards import FRENCH
from referee.match.facts import ClaimRuled
from tests.support.casino import CasinoTable, others


def stock_out(cause: str | None) -> CasinoTable:
    """Draw Casino of two; seat 0 has left its own 9 for a trail, and drawn the card before the last of the stock since.

    Of the eight cards that no hand has laid, four belong to each. If `cause` is not None, seat 0 has one card less by it.
    """
    table = CasinoTable("draw")
    table.deal(table="7D 6H 4S 3H")
    table.trails(" ".join(others("7D 6H 4S 3H 2C KH AH KD 9D 9S 9H AC AD AS KC KS")))
    table.build("2C", "7D", 9)
    table.trails("KH AH KD")
    assert table.state.stock.left == 0
    if cause:
        table.say("short_hand", seat=0, cards=1, cause=cause)
    return table


def own_builds(table: CasinoTable) -> list[str]:
    """The words of the judge on trails against a build of one's own: proven, or still open."""
    proven = ["proven" for code, *_ in table.proven_infractions() if code == "casino.own-build"]
    open_ = [assertion for said in table.state.knowledge.open for assertion in said]
    return [*proven, *("open" for assertion in open_ if assertion.code == "casino.own-build")]


def test_lacking_the_last_draw_leaves_every_card_shown_in_the_hand_that_trailed() -> None:
    """The pack ran out before the draw after the trail: the 9 that seat 0 lays next was in its hand when it trailed."""
    table = stock_out("pack_short")
    table.take("9D", builds="b1")
    assert own_builds(table) == ["proven"]


def test_lacking_the_last_draw_leaves_a_card_shown_before_the_pack_was_found_short() -> None:
    """The 9 that seat 0 shows was in its hand when it trailed, as the draw after that never was."""
    table = stock_out(None)
    table.say("reveal", seat=0, cards=["9D"])
    assert own_builds(table) == ["open"]
    table.say("short_hand", seat=0, cards=1, cause="pack_short")
    assert own_builds(table) == ["proven"]


def test_lacking_nothing_or_a_card_unknown_leaves_the_card_shown_for_one_drawn_since() -> None:
    for cause in (None, "played_two"):
        table = stock_out(cause)
        table.take("9D", builds="b1")
        assert own_builds(table) == ["open"]


def test_lacking_a_card_that_may_be_the_one_drawn_since_does_not_make_the_hand_that_trailed_smaller() -> None:
    """Seat 0 had four cards when it trailed, of which three are seen; the fourth may have been a 9 to the end."""
    table = CasinoTable("draw")
    table.deal(table="7D 6H 4S 3H")
    table.build("2C", "7D", 9)
    table.trail("5H")
    table.say("reveal", seat=0, cards=["KH", "QH"])
    table.trails("JH 8H KH TC QH")
    table.say("short_hand", seat=0, cards=1, cause="played_two")
    assert own_builds(table) == ["open", "open", "open"]


def test_lacking_a_card_exposed_in_dealing_takes_it_out_of_the_hand_that_trailed() -> None:
    """The dealer trails one of three cards; one of the others is exposed, and the last is not seen until it takes."""
    table = CasinoTable(dealer=0)
    table.deal(table="7D 6H 4S 3H")
    table.trail("KH")
    table.build("2C", "7D", 9)
    table.trails("KD QC KS")
    table.say("reveal", seat=0, cards=["JC"])
    table.say("expose", card="JC")
    assert own_builds(table) == ["open"]
    table.take("9D", builds="b1")
    assert own_builds(table) == ["proven"]


@pytest.mark.parametrize("cards", ["QH KH", "KH QH"])
def test_lacking_two_cards_exposed_in_dealing_leaves_one_of_the_hand_that_trailed_unseen(cards: str) -> None:
    """Of four cards three are seen, and one of those is exposed; the other exposed one may be the fourth, or drawn since."""
    table = CasinoTable("draw", dealer=0)
    table.deal(table="7D 6H 4S 3H")
    table.trail("JH")
    table.build("2C", "7D", 9)
    table.trail("JC")
    table.say("reveal", seat=0, cards=["KH", "KD"])
    table.trails("QC JD")
    table.say("reveal", seat=0, cards=["QH"])
    for card in cards.split():
        table.say("expose", card=card)
        assert own_builds(table) == ["open"]


# A card lost by playing two in one turn


def lose(cause: str | None) -> CasinoTable:
    """Seat 0 has built 9 and laid a jack against it, of three cards; then it has one card less by `cause`, and one is left."""
    table = CasinoTable()
    table.deal(table="7D 6H 4S 3H")
    table.build("2C", "7D", 9)
    table.trails("5H JC KS")
    table.say("short_hand", seat=0, cards=1, cause=cause)
    return table


def improper_builds(table: CasinoTable) -> list[int]:
    """The seats of which an improper build is proven."""
    return [seat for code, seat, *_ in table.proven_infractions() if code == "casino.improper-build"]


@pytest.mark.parametrize(("cause", "seats"), [("played_two", []), (None, [0])])
def test_losing_a_card_by_playing_two_does_not_prove_that_the_build_was_improper(
    cause: str | None, seats: list[int]
) -> None:
    """The 9 may have fallen with the jack. A hand that never had the card that it lacks kept no 9."""
    table = lose(cause)
    table.trail("QD")
    assert improper_builds(table) == seats
    assert [assertion.code for assertion in table.state.knowledge.open[0]] == []


def test_losing_a_card_by_playing_two_proves_the_build_improper_once_every_card_of_its_value_is_elsewhere() -> None:
    table = CasinoTable("classic", 3, dealer=2)
    table.deal(table="7D 6H 4S 3H")
    table.build("2C", "7D", 9)
    table.trails("5H KS JC")
    table.say("short_hand", seat=0, cards=1, cause="played_two")
    table.say("reveal", seat=1, cards=["9C", "9D", "9H"])
    assert improper_builds(table) == []
    table.say("reveal", seat=2, cards=["9S"])
    assert improper_builds(table) == [0]


@pytest.mark.parametrize(("cause", "words"), [("played_two", ["open"]), (None, [])])
def test_losing_a_card_by_playing_two_does_not_make_the_hand_that_trailed_smaller(
    cause: str | None, words: list[str]
) -> None:
    """Of its three cards two are seen: the third may have taken."""
    table = lose(cause)
    assert own_builds(table) == ["open"]
    table.say("reveal", seat=0, cards=["QD"])
    assert own_builds(table) == words


def test_losing_a_card_by_playing_two_leaves_a_card_that_was_surely_drawn_later_no_card_of_the_hand_that_built() -> (
    None
):
    """All three cards of seat 0 are seen before it draws the 9. The card that it lost was none, as the others are elsewhere."""
    table = CasinoTable("draw")
    table.deal(table="7D 6H 4S 3H")
    table.build("2C", "7D", 9)
    table.trail("9C")
    table.say("short_hand", seat=0, cards=1, cause="played_two")
    table.say("reveal", seat=0, cards=["KH", "KD", "QH"])
    table.trails("KH 9H")
    table.say("reveal", seat=0, cards=["9D"])
    table.trail("QH")
    assert improper_builds(table) == []
    table.trail("9S")
    assert improper_builds(table) == [0]


# A card exposed in dealing, and the pack that ran out, of hands that were seen


def test_lacking_a_card_that_it_could_have_taken_with_proves_the_build_improper_though_a_draw_is_unseen() -> None:
    """The whole hand of the dealer was seen after the build, with an 8 that it never had. The card drawn since is none of it."""
    table = CasinoTable("draw", dealer=0)
    table.deal(table="5C 6H 4S JH")
    table.trail("KH")
    table.build("3S", "5C", 8)
    table.trail("KD")
    table.say("reveal", seat=0, cards=["7D", "JD", "8S", "QD"])
    table.trails("JD KC")
    assert improper_builds(table) == []
    table.say("expose", card="8S")
    assert improper_builds(table) == [0]


def test_a_card_exposed_in_dealing_that_a_hand_seemed_to_hold_leaves_one_of_that_hand_unseen() -> None:
    """Seat 0 was wholly seen after its build, with the 9 that is exposed. The card in its place may be another 9."""
    table = CasinoTable("draw")
    table.deal(table="7D 6H 4S 3H")
    table.build("2C", "7D", 9)
    table.trail("KH")
    table.say("reveal", seat=0, cards=["9D", "QC", "QH", "QS"])
    table.trails("QH KD")
    table.say("expose", card="9D")
    assert improper_builds(table) == []
    table.take("9H", builds="b1")
    assert improper_builds(table) == []


@pytest.mark.parametrize("hand", [None, "KC QC JS TH"])
def test_a_pack_that_ran_out_leaves_in_the_hand_what_it_has_shown_to_everyone(hand: str | None) -> None:
    """Who sees no hand is told the same, whether the log knows the rest of it or not."""
    table = CasinoTable("draw")
    table.deal(hand, None, table="7D 6H 4S 3H")
    table.trails("TH 5H")
    table.say("expose", card="KC", seat=0)
    if hand:
        table.say("reveal", seat=0, cards=["8C"])
    table.say("short_hand", seat=0, cards=1, cause="pack_short")
    assert FRENCH.cards(table.state.knowledge.known_cards[0]) == ("KC",)
    assert table.view(0)["hands"] == [["KC"], None]


def test_lacking_every_card_upholds_a_claim_once_though_another_assertion_of_the_play_holds() -> None:
    """No 4 was ever in the hand that built 4. That it had no better play, against its 9, is presumed."""
    table = CasinoTable("draw")
    table.deal(table="7D 6H 4S 3H")
    table.build("2C", "7D", 9)
    table.trail("5H")
    table.build("AC", "3H", 4)
    table.say("claim", by=1, against=0, kind="improper-build", at=table.match.version)
    table.trails("5S KH 5D KD 8S KC QH")
    facts = table.say("short_hand", seat=0, cards=4)
    assert improper_builds(table) == [0, 0]
    assert [(claim.claim, claim.status) for claim in table.match.ledger.claims] == [("c1", "upheld")]
    assert [fact.status for fact in facts if isinstance(fact, ClaimRuled)] == ["upheld"]


# A card too many in a hand that plays its last card


def dealt_too_many(**options: object) -> CasinoTable:
    """Draw Casino of two; seat 0 may have been dealt too many, and has one card of its own after it lost three."""
    table = CasinoTable("draw", **options)  # type: ignore[arg-type]
    table.deal(table="7D 6H 4S 3H")
    table.say("short_hand", seat=0, cards=1, cause="dealt_too_many")
    table.say("short_hand", seat=0, cards=3)
    return table


def test_a_card_too_many_may_take_the_build_of_the_last_card_before_it_draws() -> None:
    """The 9 that seat 0 lays next may have been the one too many when it built."""
    table = dealt_too_many(enforcement="strict")
    assert "build 2C 7D =9" in table.may()
    table.build("2C", "7D", 9)
    assert improper_builds(table) == []
    table.trail("5H")
    table.take("9H", builds="b1")
    assert improper_builds(table) == []


def test_a_card_too_many_may_take_the_build_of_the_last_card_of_a_deal() -> None:
    """One card is left: it may be the 9, in the hand that built."""
    table = CasinoTable("draw")
    table.deal(table="7D 6H 4S 3H")
    table.say("short_hand", seat=0, cards=1, cause="dealt_too_many")
    table.trails(" ".join(others("7D 6H 4S 3H 2C 9D")))
    assert (table.state.stock.left, table.state.knowledge.size) == (0, [1, 0])
    table.build("2C", "7D", 9)
    assert improper_builds(table) == []


def test_a_card_too_many_may_still_be_in_a_hand_that_has_laid_all_that_it_showed_before_it_draws() -> None:
    """The 9 that seat 0 lays after its draw may have been there when it built, and has not left its hand with the lost ones."""
    table = CasinoTable("draw")
    table.deal(table="7D 6H 4S 3H")
    table.say("short_hand", seat=0, cards=1, cause="dealt_too_many")
    table.build("2C", "7D", 9)
    table.trail("9C")
    table.say("short_hand", seat=0, cards=3, cause="played_two")
    table.trails("KH 9D 9H")
    assert improper_builds(table) == []
    table.trail("9S")
    assert improper_builds(table) == []


# A stock that is on record, card by card


def drawn_from_a_known_stock(card: str) -> CasinoTable:
    """Draw Casino of two with unseen hands; seat 0 has built 8, and drawn this card, the first of the stock, since."""
    table = CasinoTable("draw")
    table.deal(table="7C 5D TS JS", stock=[card, *others(f"7C 5D TS JS {card} AH 2D 3D KC QH 8H QC JC")])
    table.build("AH", "7C", 8)
    return table


def test_a_card_drawn_from_a_known_stock_was_not_in_the_hand_that_built_though_it_is_known_no_longer() -> None:
    table = drawn_from_a_known_stock("8C")
    table.say("short_hand", seat=0, cards=1)
    table.trail("8H")
    assert improper_builds(table) == [0]


def test_lacking_a_card_that_may_be_one_drawn_from_a_known_stock_does_not_make_the_hand_that_trailed_smaller() -> None:
    """Of the four cards that seat 0 had three are seen. The fourth is in its hand, if the one drawn since is missing."""
    table = drawn_from_a_known_stock("QD")
    table.trails("2D KC 3D")
    table.say("short_hand", seat=0, cards=1)
    table.say("reveal", seat=0, cards=["QD", "QH"])
    assert own_builds(table) == ["open"]
    table.take("8H", builds="b1")
    assert own_builds(table) == ["proven"]


@pytest.mark.parametrize("cause", ["dealt_too_many", "pack_short"])
def test_a_wrong_deal_contradicts_a_known_stock(cause: str) -> None:
    table = drawn_from_a_known_stock("QD")
    refusal = table.refusal("short_hand", seat=0, cards=1, cause=cause)
    assert (refusal.rule, "without `stock`" in refusal.text.en) == ("casino.wrong-hand", True)
    table.say("short_hand", seat=0, cards=0, cause=cause)


# A card too many once the stock is out


def test_a_card_too_many_that_is_told_once_the_stock_is_out_leaves_no_card_to_draw() -> None:
    """Seat 0 lacks a card, so one is left for the hand of seat 1 to have too many."""
    table = stock_out("played_two")
    table.say("short_hand", seat=1, cards=1, cause="dealt_too_many")
    sizes = table.state.knowledge.size[:]
    table.trail("AD")
    assert (table.state.stock.left, sum(table.state.knowledge.size)) == (0, sum(sizes) - 1)
    table.say("reveal", seat=1, cards=["9S", "9H", "AC", "AS"])
    assert table.refusal("reveal", seat=1, cards=["9D"]).code == "impossible"


def test_a_build_that_only_a_card_too_many_could_take_is_improper_once_the_last_draw_leaves_none_for_it() -> None:
    """One of two hands was dealt too many, and seat 1 has turned its card over. The stock is out after 35 draws."""
    table = CasinoTable("draw", 3, dealer=2)
    table.deal("2C KH KD KC", None, None, table="7D 6H 4S 3H")
    table.say("short_hand", seat=2, cards=1, cause="dealt_too_many")
    table.say("expose", seat=1, card="5H")
    table.build("2C", "7D", 9)
    trails = others("7D 6H 4S 3H 5H 2C KH KD KC 9C 9D 9H 9S")[:34]
    table.trails(" ".join(trails[:-1]))
    assert improper_builds(table) == []
    table.trail(trails[-1])
    assert (table.state.stock.left, improper_builds(table)) == (0, [0])

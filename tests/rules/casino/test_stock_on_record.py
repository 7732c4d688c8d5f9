"""Draw Casino from a stock on record, card by card, in hands that lack cards (casino.wrong-hand).

The hands are unseen. Eight cards are dealt to two seats. The stock begins with the cards named.
"""

import pytest

from tests.support.casino import CasinoTable, others

FIRST = "7C 5D TS JS"
DEALT_CARDS = "AH 2D 3D KC QH 8H QC JC"


def drawing(*stock: str, **options: object) -> CasinoTable:
    """Seat 0 begins. What each seat draws is on record; what it was dealt is one of `DEALT_CARDS`."""
    table = CasinoTable("draw", **options)  # type: ignore[arg-type]
    table.deal(table=FIRST, stock=[*stock, *others(f"{FIRST} {DEALT_CARDS} {' '.join(stock)}")])
    return table


def improper_builds(table: CasinoTable) -> list[int]:
    """The seats of which an improper build is proven."""
    return [seat for code, seat, *_ in table.proven_infractions() if code == "casino.improper-build"]


def is_open(table: CasinoTable) -> bool:
    """True if what a play said of its hand is not settled."""
    return any(table.state.knowledge.open)


def built_eight(**options: object) -> CasinoTable:
    """Seat 0 has drawn the 8 of clubs, lacks a card of its four, and has built 8 then: two cards were left to it."""
    table = drawing("8C", "QD", "KD", "KH", **options)
    table.trails("2D 3D")
    table.say("short_hand", seat=0, cards=1)
    table.build("AH", "7C", 8)
    return table


def test_a_card_that_may_be_missing_is_in_no_hand_but_the_one_that_drew_it() -> None:
    table = drawing("QD", "KD")
    table.trail("2D")
    table.say("short_hand", seat=0, cards=1)
    refusal = table.refusal("trail", seat=1, card="QD")
    assert (refusal.code, "another seat drew it" in refusal.text.en) == ("impossible", True)
    table.trail("3D")
    table.trail("QD")


def test_a_hand_that_shows_as_many_dealt_cards_as_it_has_lacks_the_card_that_it_drew() -> None:
    """Of the 8 of clubs and three dealt cards one is missing. The hand that built 8 shows two of the dealt ones."""
    table = built_eight()
    assert (improper_builds(table), is_open(table)) == ([], True)
    table.say("reveal", seat=0, cards=["KC"])
    assert improper_builds(table) == []
    table.say("reveal", seat=0, cards=["QC"])
    assert improper_builds(table) == [0]


def test_a_card_that_a_hand_shows_is_not_the_one_that_it_lacks() -> None:
    """With the 8 of clubs it kept one of three dealt cards at its build, of which one is missing and one was laid."""
    table = built_eight()
    table.say("reveal", seat=0, cards=["8C"])
    assert (improper_builds(table), is_open(table)) == ([], False)
    refusal = table.refusal("reveal", seat=0, cards=["KC", "QC"])
    assert refusal.code == "impossible"
    table.say("reveal", seat=0, cards=["KC"])


def test_a_card_that_may_be_missing_takes_a_build_beside_as_many_dealt_cards_as_are_left() -> None:
    """A hand of four that lacks one, and shows two dealt cards, can build 8 until it shows a third."""
    table = drawing("8C", "QD", "KD", "KH", enforcement="strict")
    table.trails("2D 3D")
    table.say("short_hand", seat=0, cards=1)
    table.say("reveal", seat=0, cards=["AH", "KC"])
    assert "build AH 7C =8" in table.may("build")
    table.say("reveal", seat=1, cards=["8H"])
    assert "build AH 7C =8" in table.may("build")
    table.say("reveal", seat=0, cards=["QC"])
    assert "build AH 7C =8" not in table.may("build")
    assert table.refusal("build", seat=0, card="AH", cards=["7C"], value=8).code == "irregular"


def test_of_two_cards_missing_one_is_no_card_that_was_shown_between() -> None:
    """One dealt card was missing before the hand showed the queen; of queen, king and the last dealt card one is missing now."""
    table = drawing("QD", "4S", "KD")
    table.trail("2D")
    table.say("short_hand", seat=0, cards=1)
    table.say("reveal", seat=0, cards=["QD"])
    table.trails("3D AH")
    table.say("short_hand", seat=0, cards=1)
    assert table.refusal("reveal", seat=0, cards=["KC", "QC"]).code == "impossible"
    table.say("reveal", seat=0, cards=["KC", "QD"])
    assert table.refusal("reveal", seat=0, cards=["KD"]).code == "impossible"


def test_a_card_that_another_seat_drew_is_shown_in_dealing_only_if_that_seat_lacks_one() -> None:
    table = drawing("QD", "4S")
    table.trail("2D")
    refusal = table.refusal("expose", card="QD")
    assert (refusal.rule, "another seat drew it" in refusal.text.en) == ("casino.exposed", True)
    table.say("short_hand", seat=0, cards=1)
    table.say("expose", card="QD")
    assert table.state.knowledge.size == [3, 3]


def test_a_dealt_card_is_shown_in_dealing_unless_another_hand_needs_it() -> None:
    """All dealt cards of the dealer are shown, and the queen that it drew is left. The others are in the hand of seat 0."""
    table = drawing("4S", "QD")
    table.trails("2D 3D")
    for card in ("KC", "QH", "AH"):
        table.say("expose", card=card)
    assert table.state.knowledge.size == [4, 1]
    refusal = table.refusal("expose", card="8H")
    assert (refusal.rule, "another hand needs it" in refusal.text.en) == ("casino.exposed", True)
    table.say("reveal", seat=0, cards=["8H", "QC", "JC", "4S"])


@pytest.mark.parametrize(("cause", "seats"), [(None, [0]), ("played_two", [])])
def test_a_lost_card_may_be_the_one_that_the_build_kept(cause: str | None, seats: list[int]) -> None:
    """Of the 8 of clubs and two dealt cards one was missing at the build, and another is now. The hand has a dealt one."""
    table = built_eight()
    table.say("short_hand", seat=0, cards=1, cause=cause)
    table.say("reveal", seat=0, cards=["KC", "KD"])
    assert is_open(table) == (not seats)
    assert improper_builds(table) == seats

"""Guiñote: cantes and the exchange. Each test carries the code of the rule that it is about."""

from typing import Any

import pytest

from referee.errors import BadRequest, Impossible, Irregular
from tests.support.guinote_hands import HANDS, after_first_trick, deal_guinote, kind_of, offers
from tests.support.guinote_table import arrastre
from tests.support.table import Table

# guinote.cante


def test_cante_20_and_40_of_either_partner_in_one_window() -> None:
    table = after_first_trick(enforcement="strict")
    assert offers(table, "cante") == [(0, 20, "O"), (2, 40, "B")]
    start = table.match.ledger.totals[0]
    table.say("cante", seat=0, value=20, suit="O")
    assert offers(table, "cante") == [(2, 40, "B")]
    table.say("cante", seat=2, value=40)
    assert offers(table, "cante") == []
    assert table.match.ledger.totals == [start + 60, 0]
    assert table.view()["table"]["cantes"] == [
        {"seat": 0, "value": 20, "suit": "O", "points": 20, "version": 7},
        {"seat": 2, "value": 40, "suit": "B", "points": 40, "version": 8},
    ]


@pytest.mark.parametrize("is_hidden", [False, True])
def test_cante_of_the_other_side_or_outside_the_window_is_impossible(is_hidden: bool) -> None:
    table = deal_guinote() if not is_hidden else Table("guinote", 4, first_dealer=3)
    if is_hidden:
        table.say("deal", turn_up="1B")
    before = table.refusal("cante", seat=0, value=20, suit="O")
    table.plays("1C", "3C", "6C", "2O")
    other = table.refusal("cante", seat=1, value=20, suit="E")
    table.plays("2C")
    late = table.refusal("cante", seat=0, value=20, suit="O")
    assert [kind_of(r) for r in (before, other, late)] == [(Impossible, "guinote.cante")] * 3


def test_cante_after_the_last_trick_is_impossible() -> None:
    table = arrastre(*UNSEEN, turn_up="3C", leader=0, known_seats=())
    while table.match.state.in_hand():
        table.plays(next(e["card"] for e in table.moves() if e["type"] == "play" and e["card"] in " ".join(UNSEEN)))
    refusal = table.refusal("cante", seat=table.match.state.winner, value=20)  # type: ignore[attr-defined]
    assert kind_of(refusal) == (Impossible, "guinote.cante")


@pytest.mark.parametrize(("value", "suit"), [(40, "O"), (20, "B")])
def test_cante_with_a_value_that_does_not_fit_is_impossible(value: int, suit: str) -> None:
    assert kind_of(after_first_trick().refusal("cante", seat=0, value=value, suit=suit)) == (
        Impossible,
        "guinote.cante",
    )


@pytest.mark.parametrize("fields", [{"value": 30, "suit": "O"}, {"value": 20, "suit": "X"}, {"suit": "O"}])
def test_cante_of_another_shape_is_malformed(fields: dict[str, Any]) -> None:
    assert isinstance(after_first_trick().refusal("cante", seat=0, **fields), BadRequest)


def test_cante_without_the_cards() -> None:
    strict = after_first_trick(enforcement="strict")
    assert kind_of(strict.refusal("cante", seat=0, value=20, suit="C")) == (Irregular, "guinote.cante")
    assert kind_of(strict.refusal("cante", seat=0, value=40)) == (Irregular, "guinote.cante")
    table = after_first_trick()
    totals = table.match.ledger.totals[:]
    table.say("cante", seat=0, value=20, suit="C")
    assert table.proven_infractions() == [("guinote.cante", 0, 7, 7)]
    assert table.match.ledger.totals == totals


def test_cante_twice_of_one_suit() -> None:
    strict = after_first_trick(enforcement="strict")
    strict.say("cante", seat=0, value=20, suit="O")
    assert kind_of(strict.refusal("cante", seat=0, value=20, suit="O")) == (Irregular, "guinote.cante")
    table = after_first_trick(is_hidden=True)
    table.say("cante", seat=0, value=40)
    totals = table.match.ledger.totals[:]
    table.say("cante", seat=0, value=40)
    assert table.proven_infractions() == [("guinote.cante", 0, 8, 8)]
    assert table.match.ledger.totals == totals


def test_cante_counts_the_hand_after_drawing() -> None:
    hands = [hand.replace("12O", "4O") for hand in HANDS]
    table = Table("guinote", 4, first_dealer=3, enforcement="strict")
    stock = ["12O", "5O", "6O", "7O", "11O", "4C", "10C", "11C", "12C", "7E", "11E", "3B", "5B", "6B", "11B"]
    table.say("deal", hands=[hand.split() for hand in hands], turn_up="1B", stock=stock)
    table.plays("1C", "3C", "6C", "2O")
    table.say("cante", seat=0, value=20, suit="O")


def test_cante_legal_is_what_the_log_leaves_possible() -> None:
    table = after_first_trick(is_hidden=True)
    everything = [
        (seat, value, suit) for seat in (0, 2) for value, suit in ((20, "O"), (20, "C"), (20, "E"), (40, "B"))
    ]
    assert offers(table, "cante") == everything
    table.say("cante", seat=0, value=20, suit="O")
    assert (2, 20, "O") not in offers(table, "cante")
    table.plays("10C", "2C", "4C", "5C")
    assert not [cante for cante in offers(table, "cante") if cante[2] == "C"]


def test_cante_disproved_when_its_card_shows_up_in_another_hand() -> None:
    table = after_first_trick(is_hidden=True)
    totals = table.match.ledger.totals[:]
    table.say("cante", seat=0, value=40)
    assert table.match.ledger.totals == [totals[0] + 40, 0]
    table.plays("4E")
    table.plays("12B")
    assert table.proven_infractions() == [("guinote.cante", 0, 7, 9)]
    assert table.match.ledger.totals == totals
    assert table.view()["table"]["cantes"][0]["points"] == 0
    assert table.match.ledger.infractions[0].evidence.how == "elsewhere"  # type: ignore[union-attr]


def test_cante_of_a_suit_sung_falsely_may_be_sung_again() -> None:
    table = after_first_trick(is_hidden=True)
    table.say("cante", seat=0, value=40)
    table.say("reveal", seat=2, cards=["10B", "12B"])
    assert table.proven_infractions() == [("guinote.cante", 0, 7, 8)]
    assert offers(table, "cante")[-1] == (2, 40, "B")
    table.say("cante", seat=2, value=40)
    assert table.match.ledger.totals[0] == 11 + 10 + 40


def test_cante_disproved_by_a_card_that_was_drawn_later() -> None:
    table = after_first_trick(is_hidden=True)
    table.say("cante", seat=0, value=40)
    table.plays("4E", "2E", "3E", "1E")
    table.say("draw", seat=0, card="12B")
    assert table.proven_infractions() == [("guinote.cante", 0, 7, 12)]


def test_cante_stands_with_a_card_drawn_before_it() -> None:
    table = after_first_trick(is_hidden=True)
    table.say("cante", seat=0, value=40)
    table.say("draw", seat=0, card="12B")
    assert table.proven_infractions() == []


def test_cante_disproved_by_a_card_of_the_known_stock() -> None:
    table = Table("guinote", 4, first_dealer=3)
    stock = ["4O", "5O", "6O", "7O", "12B", "4C", "10C", "11C", "12C", "7E", "11E", "3B", "5B", "6B", "11B"]
    table.say("deal", turn_up="1B", stock=stock)
    table.plays("1C", "3C", "6C", "2O")
    table.say("cante", seat=0, value=40)
    assert table.proven_infractions() == [("guinote.cante", 0, 7, 7)]


def test_cante_disproved_by_a_hand_laid_open() -> None:
    table = after_first_trick(is_hidden=True)
    totals = table.match.ledger.totals[:]
    table.say("cante", seat=2, value=40)
    table.say("reveal", seat=2, cards=["7C", "2E"])
    assert table.proven_infractions() == []
    table.say("reveal", seat=2, cards=["7C", "2E", "3E", "4O", "5O", "10B"])
    assert table.proven_infractions() == [("guinote.cante", 2, 7, 9)]
    assert table.match.ledger.totals == totals


def test_cante_holds_when_its_cards_are_played() -> None:
    table = arrastre(*UNSEEN, turn_up="3C", leader=0, known_seats=())
    table.say("cante", seat=0, value=20, suit="O")
    table.plays("12O", "7O", "6O", "3C")
    table.say("reveal", seat=0, cards=["10O"])
    assert "guinote.cante" not in [code for code, *_ in table.proven_infractions()]
    table.say("claim", by=1, against=0, kind="cante", at=19)
    assert table.match.ledger.claims[0].status == "rejected"


def test_cante_stays_open_where_a_draw_may_have_brought_one_of_its_cards() -> None:
    table = after_first_trick(is_hidden=True)
    table.say("cante", seat=0, value=40)
    at = table.match.version
    table.plays("12B", "2E", "3E", "1E", "10B", "4E", "5E", "6E")
    assert table.proven_infractions() == []
    table.say("claim", by=1, against=0, kind="cante", at=at)
    assert table.match.ledger.claims[0].status == "pending"


# guinote.cante-show

UNSEEN = ("10O 12O 10E 12E 1B 4B", "7O 1C 2C 3E 6B 5B", "6O 4C 5C 7E 11O 2B", "3C 11C 1E 2E 7B 10B")


def test_cante_show_a_20_in_the_descarte_makes_both_cards_known_to_all() -> None:
    table = after_first_trick(is_hidden=True)
    table.say("cante", seat=0, value=20, suit="O")
    assert table.view(0)["hands"] == [["10O", "12O"], None, None, None]
    table.plays("4E")
    assert (Impossible, "guinote.deal") == kind_of(table.refusal("play", seat=1, card="10O"))
    assert "10O" not in {event["card"] for event in table.moves(0)}


def test_cante_show_a_40_shows_nothing() -> None:
    table = after_first_trick()
    table.say("cante", seat=2, value=40, suit="B")
    assert table.view(0)["hands"] == [None] * 4
    unseen = after_first_trick(is_hidden=True)
    unseen.say("cante", seat=2, value=40)
    assert unseen.view()["hands"] == [None] * 4


def test_cante_show_a_20_without_its_suit_in_the_descarte() -> None:
    strict = after_first_trick(enforcement="strict")
    assert kind_of(strict.refusal("cante", seat=0, value=20)) == (Irregular, "guinote.cante-show")
    table = after_first_trick()
    table.say("cante", seat=0, value=20)
    assert table.proven_infractions() == [("guinote.cante-show", 0, 7, 7)]
    assert table.match.ledger.totals[0] == 21 + 20


def in_arrastre(seats: tuple[int, ...] = (), **opening: Any) -> Table:
    """Seat 0 has won the first trick of the arrastre; it holds the pairs of oros and espadas, triunfo is copas."""
    table = arrastre(*UNSEEN, turn_up="3C", leader=0, known_seats=seats, **opening)
    table.plays("1B", "5B", "2B", "7B")
    assert table.match.state.turn == 0
    return table


@pytest.mark.parametrize("seats", [(), (0, 1, 2, 3)])
def test_cante_show_nothing_is_shown_in_the_arrastre(seats: tuple[int, ...]) -> None:
    table = in_arrastre(seats, enforcement="strict")
    start = table.match.ledger.totals[0]
    table.say("cante", seat=0, value=20)
    table.say("cante", seat=0, value=20, suit="E")
    assert table.view(0)["hands"] == [None, None, None, ["3C"]]
    assert table.match.ledger.totals[0] == start + 40


def test_cante_show_a_suit_is_left_for_every_20_that_names_none() -> None:
    table = in_arrastre((0, 1, 2, 3), enforcement="strict")
    table.say("cante", seat=0, value=20)
    assert offers(table, "cante") == [(0, 20, "O"), (0, 20, "E")]
    table.say("cante", seat=0, value=20)
    assert offers(table, "cante") == []
    assert kind_of(table.refusal("cante", seat=0, value=20)) == (Irregular, "guinote.cante")
    assert kind_of(table.refusal("cante", seat=0, value=20, suit="E")) == (Irregular, "guinote.cante")


def test_cante_without_a_suit_is_disproved_once_every_suit_is() -> None:
    table = in_arrastre()
    table.say("cante", seat=0, value=20)
    at = table.match.version
    # Seat 0 plays both of oros: the cante may have been of those.
    table.plays("10O", "7O", "6O", "3C", "1E", "3E", "7E", "2E")
    assert table.proven_infractions() == []
    lying = arrastre(
        "10O 11O 10E 11E 1B 4B", "7O 1C 2C 3E 6B 5B", "6O 4C 5C 7E 12O 2B", "3C 11C 1E 12E 7B 10B",
        turn_up="3C", leader=0, known_seats=(),
    )  # fmt: skip
    lying.plays("1B", "5B", "2B", "7B")
    lying.say("cante", seat=0, value=20)
    at = lying.match.version
    lying.plays("11O", "7O", "12O", "11C")
    assert lying.proven_infractions() == []
    lying.plays("12E")
    assert lying.proven_infractions() == [("guinote.cante", 0, at, lying.match.version)]


def test_cante_show_the_window_before_the_last_draw_is_arrastre() -> None:
    table = arrastre(*UNSEEN, turn_up="3C", leader=0, known_seats=(), enforcement="strict")
    table.say("cante", seat=0, value=20)
    assert table.view(0)["hands"][0] is None

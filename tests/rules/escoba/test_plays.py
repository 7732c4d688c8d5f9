"""Plays that a seat may make in its turn in Escoba, Scopa and Scopone, rule by rule."""

import pytest

from referee.errors import BadRequest, Impossible, Irregular, NotInThisGame
from referee.games.escoba.events import EscobaTrail
from referee.games.escoba.facts import EscobaCardsTaken
from tests.support.escoba import EscobaTable


def strict(ruleset: str = "escoba", seats: int = 2, **options: object) -> EscobaTable:
    return EscobaTable(ruleset, seats, enforcement="strict", **options)  # type: ignore[arg-type]


# *.values, escoba.take


@pytest.mark.parametrize(
    ("card", "cards"), [("1O", "4C 12E"), ("7C", "10E"), ("10O", "7E"), ("11O", "6C"), ("12O", "5B"), ("5O", "12E")]
)
def test_take_sums_fifteen_with_the_card_played(card: str, cards: str) -> None:
    table = strict(dealer_escoba=False)
    table_cards = [*cards.split(), "3O", "2B", "2C"][:4]
    table.deal(f"{card} 3E 3C", "6O 6E 4B", table=" ".join(table_cards))
    [fact] = table.take(card, cards)
    assert isinstance(fact, EscobaCardsTaken)
    assert set(fact.cards) == {card, *cards.split()}


def test_take_lists_every_set_of_fifteen_and_every_trail() -> None:
    table = strict()
    table.deal("7C 12C 5B", "1E 2E 4E", table="3O 3E 10E 5O")
    assert table.may("take") == ["take 12C 5O", "take 7C 10E", "take 7C 3O 5O", "take 7C 5O 3E"]
    assert table.may("trail") == ["trail 12C", "trail 5B", "trail 7C"]


def test_take_of_a_wrong_sum_or_of_nothing_is_irregular() -> None:
    table = strict()
    table.deal("7C 12C 5B", "1E 2E 4E", table="3O 3E 10E 5O")
    for card, cards in (("7C", "3O"), ("5B", ""), ("12C", "3O 5O")):
        refusal = table.no("take", card, cards)
        assert (type(refusal), refusal.rule) == (Irregular, "escoba.take")


@pytest.mark.parametrize("ruleset", ["escoba", "scopa"])
def test_take_of_a_card_that_is_not_there_or_twice_is_impossible(ruleset: str) -> None:
    table = EscobaTable(ruleset)
    table.deal("7C 12C 5B", "1E 2E 4E", table="3O 3E 10E 5O")
    for cards in ("1E", "7O", "5O 5O"):
        refusal = table.no("take", "12C", cards)
        assert (type(refusal), refusal.rule) == (Impossible, f"{ruleset}.take")


@pytest.mark.parametrize(("ruleset", "options"), [("escoba", {}), ("scopa", {}), ("escoba", {"must_take": True})])
def test_take_without_a_card_is_malformed_where_nothing_is_lifted(ruleset: str, options: dict[str, bool]) -> None:
    table = EscobaTable(ruleset, **options)
    table.deal(table="3O 3E 10E 5O")
    refusal = table.no("take", None, "10E")
    assert isinstance(refusal, BadRequest)
    assert refusal.flaws[0].path == "$.card"


# *.turn, *.deal: events that the table contradicts


def test_turn_the_seat_after_the_dealer_begins_every_round_and_turns_go_on() -> None:
    table = EscobaTable(seats=3, dealer=1)
    table.deal(table="1O 1C 1E 1B")
    assert table.view()["turn"] == 2
    refusal = table.no("trail", "2O", seat=0)
    assert (type(refusal), refusal.rule, refusal.seat) == (Impossible, "escoba.turn", 0)
    table.trails("2O 2C 2E 2B 3O 3C 3E 3B 4O")
    assert (table.view()["phase"], table.view()["turn"]) == ("round", None)
    assert table.no("trail", "4C", seat=2).rule == "escoba.turn"
    table.deal()
    assert table.view()["turn"] == 2


def test_turn_before_the_deal_nobody_plays() -> None:
    refusal = EscobaTable("scopa").no("trail", "2O", seat=0)
    assert (type(refusal), refusal.rule) == (Impossible, "scopa.turn")


def test_deal_a_card_that_is_elsewhere_cannot_be_played() -> None:
    table = EscobaTable(seats=3)
    table.deal("7C 12C 5B", None, None, table="3O 3E 10E 5O")
    assert table.no("trail", "7O").rule == "escoba.deal", "the hand is known"
    table.trail("12C")
    for card in ("3O", "12C", "7C"):
        refusal = table.no("trail", card)
        assert (type(refusal), refusal.rule) == (Impossible, "escoba.deal"), card
    table.trail("7O")


@pytest.mark.parametrize("card", ["8O", "9C", "TD", "X1"])
def test_deal_a_card_of_another_pack_is_not_in_this_game(card: str) -> None:
    table = EscobaTable()
    table.deal(table="3O 3E 10E 5O")
    assert isinstance(table.no("trail", card), NotInThisGame)


@pytest.mark.parametrize(
    "event",
    [
        {"type": "take", "seat": 0, "card": "7O", "cards": ["10E"], "builds": ["b1"]},
        {"type": "build", "seat": 0, "card": "7O", "cards": ["3O"], "value": 10},
        {"type": "expose", "card": "7O"},
        {"type": "announce_last", "seat": 0},
        {"type": "play", "seat": 0, "card": "7O"},
        {"type": "claim", "by": 0, "against": 1, "kind": "renuncio", "at": 2},
    ],
)
def test_casino_and_claims_are_not_in_this_game(event: dict[str, object]) -> None:
    table = EscobaTable()
    table.deal(table="3O 3E 10E 5O")
    with pytest.raises(NotInThisGame):
        table.tell(event)


# scopa.take, scopa.single


def test_take_in_scopa_takes_one_of_its_value_or_a_sum() -> None:
    table = strict("scopa")
    table.deal("11O 6C 1B", "3O 12C 11E", table="2C 5O 7E 4B")
    assert table.may() == ["take 11O 2C 7E", "take 11O 5O 4B", "take 6C 2C 4B", "trail 1B"]
    assert table.no("take", "1B", "2C").rule == "scopa.take"
    assert table.no("take", "6C", "").rule == "scopa.take"


def test_take_in_scopa_takes_one_of_two_equal_cards() -> None:
    table = strict("scopa")
    table.deal("4O 6C 1B", "3O 12C 11E", table="4C 4E 11O 12B")
    assert table.may("take") == ["take 4O 4C", "take 4O 4E"]
    assert table.no("take", "4O", "4C 4E").rule == "scopa.take"


def test_single_a_sum_may_not_be_taken_while_an_equal_card_lies() -> None:
    table = strict("scopa")
    table.deal("6O 12C 1B", "3O 5C 11E", table="6C 4E 2O 12B")
    refusal = table.no("take", "6O", "4E 2O")
    assert (type(refusal), refusal.rule) == (Irregular, "scopa.single")
    assert table.may("take") == ["take 12C 12B", "take 6O 6C"]
    loose = EscobaTable("scopa")
    loose.deal("6O 12C 1B", "3O 5C 11E", table="6C 4E 2O 12B")
    loose.take("6O", "4E 2O")
    assert loose.proven_infractions() == [("scopa.single", 0, 3, 3)]
    assert loose.lies() == "6C 12B"


# *.trail, *.must-take


def test_trail_may_leave_what_it_could_take_in_escoba() -> None:
    table = strict()
    table.deal("10O 11O 12O", "2O 3O 4O", table="7C 6B 4E 1O")
    table.trail("10O")
    assert table.lies() == "1O 10O 7C 4E 6B"


@pytest.mark.parametrize(("ruleset", "options"), [("scopa", {}), ("escoba", {"must_take": True})])
def test_must_take_looks_at_the_card_played_alone(ruleset: str, options: dict[str, bool]) -> None:
    hands, table_cards = ("10O 7O 1C", "2O 3O 6C"), "7C 10B 4E 1O"
    table = strict(ruleset, **options)
    table.deal(*hands, table=table_cards)
    refusal = table.no("trail", "7O")
    assert (type(refusal), refusal.rule) == (Irregular, f"{ruleset}.must-take")
    free = {"scopa": [], "escoba": ["trail 1C"]}[ruleset]
    assert table.may("trail") == free
    loose = EscobaTable(ruleset, **options)
    loose.deal(table=table_cards)
    loose.trail("7O")
    assert loose.proven_infractions() == [(f"{ruleset}.must-take", 0, 3, 3)]
    assert "7O" in loose.lies()


# escoba.renuncio


def test_renuncio_lifts_what_another_side_left_and_keeps_the_turn() -> None:
    table = strict(renuncio=True)
    table.deal("7O 2O 3O", "1C 2C 3C", table="10C 12C 6C 4E")
    table.trail("7O")
    assert "lift 7O 10C" in table.may("take")
    facts = table.take(None, "7O 10C")
    assert (facts[0].card, facts[0].cards, facts[0].sweep) == (None, ("7O", "10C"), False)  # type: ignore[attr-defined]
    assert (table.view()["turn"], table.view()["hand_sizes"]) == (1, [2, 3])
    assert table.view()["table"]["taken"] == [0, 2]
    table.trail("1C")


def test_renuncio_the_card_laid_last_must_be_left_by_another_side() -> None:
    table = strict(renuncio=True)
    table.deal("7O 2O 3O", "1C 2C 3C", table="10C 12C 5C 4E")
    for cards in ("12C 5C", "10C", ""):
        refusal = table.no("take", None, cards)
        assert (type(refusal), refusal.rule) == (Irregular, "escoba.renuncio"), cards
    table.trail("7O")
    table.trail("1C")
    assert table.no("take", None, "7O 10C").rule == "escoba.renuncio", "its own card"
    table.take(None, "1C 12C 4E")
    pairs = strict(seats=4, renuncio=True)
    pairs.deal(table="10C 12C 6C 4E")
    pairs.trails("7O 1E")
    assert pairs.no("take", None, "7O 10C").rule == "escoba.renuncio", "its partner's card"
    pairs.trail("2O")
    pairs.take(None, "7O 10C")


def test_renuncio_that_clears_the_table_is_an_escoba_and_may_be_done_again() -> None:
    table = strict(renuncio=True, dealer_escoba=False)
    table.deal("7O 5C 3O", "1C 2C 3C", table="1O 2O 4O 1B")
    table.trails("7O")
    assert table.take(None, "7O 1O 2O 4O 1B")[0].sweep is True  # type: ignore[attr-defined]
    assert table.view()["table"]["sweeps"] == [0, 1]
    assert table.no("take", None, "").rule == "escoba.renuncio"


def test_renuncio_that_is_irregular_moves_its_cards_and_is_no_escoba() -> None:
    table = EscobaTable(renuncio=True)
    table.deal(table="1O 2O 4O 1B")
    table.take(None, "1O 2O 4O 1B")
    assert table.proven_infractions() == [("escoba.renuncio", 0, 3, 3)]
    view = table.view()["table"]
    assert (view["taken"], view["sweeps"], view["last_taker"]) == ([4, 0], [0, 0], 0)
    assert table.no("take", None, "1O").rule == "escoba.take"


# *.sweep, scopa.last-card


def test_sweep_a_regular_take_that_clears_the_table() -> None:
    table = strict("scopa")
    table.deal("10O 2C 3C", "4C 5C 6C", table="1O 2O 4O 1B")
    assert table.take("10O", "1O 2O 4O 1B")[0].sweep is True  # type: ignore[attr-defined]
    assert table.may() == ["trail 4C", "trail 5C", "trail 6C"]


def test_sweep_an_irregular_take_that_clears_the_table_is_none() -> None:
    table = EscobaTable()
    table.deal(table="1O 2O 4O 1B")
    assert table.take("12C", "1O 2O 4O 1B")[-1].sweep is False  # type: ignore[attr-defined]
    assert table.view()["table"]["sweeps"] == [0, 0]
    assert table.proven_infractions() == [("escoba.take", 0, 3, 3)]


# *.illegal-play


def test_illegal_play_taken_back_the_same_card_is_owed() -> None:
    table = EscobaTable()
    table.deal(table="1O 2O 10O 1B")
    table.take("7C", "2O")
    assert "card_owed" in [fact.__struct_config__.tag for fact in table.take_back()]
    view = table.view(0)
    assert view["table"]["owed"] == {"seat": 0, "card": "7C"}
    assert view["hands"] == [["7C"], None]
    assert table.may() == ["take 7C 10O", "trail 7C"]
    table.take("7C", "10O")
    assert table.view()["table"]["owed"] is None
    assert table.proven_infractions() == []


def test_illegal_play_another_card_than_the_one_owed_is_irregular() -> None:
    table = EscobaTable("scopa")
    table.deal(table="1O 2O 10O 5B")
    table.take("7C", "2O")
    table.take_back()
    table.trail("5C")
    at = table.match.version
    assert table.proven_infractions() == [("scopa.illegal-play", 0, at, at), ("scopa.must-take", 0, at, at)]
    assert table.view()["table"]["owed"] is None
    assert table.no("trail", "7C").rule == "scopa.deal", "it is known to be in the other hand"


def test_illegal_play_is_named_before_what_else_the_play_breaks() -> None:
    table = EscobaTable("scopa")
    table.deal(table="1O 2O 10O 5B")
    table.take("7C", "2O")
    table.take_back()
    breach = table.match.check(EscobaTrail(0, "5C"), table.match.version + 1)
    assert breach is not None
    assert breach.rule == "scopa.illegal-play"


def test_illegal_play_nothing_is_owed_for_a_regular_play_or_for_two() -> None:
    table = EscobaTable()
    table.deal(table="1O 2O 10O 1B")
    table.trail("7C")
    table.take_back()
    assert table.view()["table"]["owed"] is None
    table.take("7C", "2O")
    table.trail("7E")
    table.take_back(2)
    assert table.view()["table"]["owed"] is None


def test_illegal_play_a_lift_is_no_play_of_a_card() -> None:
    table = EscobaTable(renuncio=True)
    table.deal(table="1O 2O 10O 1B")
    table.take(None, "2O")
    table.take_back()
    assert table.view()["table"]["owed"] is None
    table.trail("7C")
    table.take(None, "7C 10O")
    table.take("3C", "2O")
    table.take_back(2)
    assert table.view()["table"]["owed"] == {"seat": 1, "card": "3C"}
    assert table.may() == ["lift 10O 7C", "take 3C 1O 2O 10O 1B", "trail 3C"]
    table.take(None, "7C 10O")
    assert table.view()["table"]["owed"] == {"seat": 1, "card": "3C"}


def owing() -> EscobaTable:
    """A table where seat 0 owes 7C: its play was irregular, and was taken back."""
    table = EscobaTable()
    table.deal(table="1O 2O 10O 1B")
    table.take("7C", "2O")
    table.take_back()
    return table


def test_illegal_play_an_irregular_play_that_breaks_the_card_owed_is_taken_back_in_its_turn() -> None:
    table = owing()
    table.take("7C", "1O")
    assert [code for code, *_ in table.proven_infractions()] == ["escoba.take"]
    table.take_back()
    assert table.view()["table"]["owed"] == {"seat": 0, "card": "7C"}


def test_illegal_play_is_forgotten_with_a_void_hand() -> None:
    table = owing()
    table.say("redeal", reason="carta vista")
    table.deal(table="1O 2O 10O 1B")
    assert table.view()["table"]["owed"] is None
    table.trail("5C")


def test_illegal_play_nothing_is_owed_where_the_deal_is_taken_back_too() -> None:
    table = EscobaTable()
    table.deal(table="1O 2O 10O 1B")
    table.say("redeal", reason="carta vista")
    table.deal("7C 4C 5C", "6C 4E 5E", table="1O 2O 10O 1B")
    table.take("7C", "2O")
    table.say("retract", to=2, reason="valía el primer reparto")
    assert table.view()["table"]["owed"] is None
    table.take("7C", "2O")
    table.say("retract", to=1, reason="desde el principio")
    assert (table.view()["table"]["owed"], table.view()["phase"]) == (None, "deal")


def test_illegal_play_that_ended_a_round_is_owed_though_the_next_was_dealt() -> None:
    table = EscobaTable()
    table.deal(table="1O 2O 10O 1B")
    table.trails("2C 2E 2B 3O 3C")
    table.take("7C", "2O")
    before = table.match.version - 1
    table.deal()
    table.say("retract", to=before, reason="reclamada")
    assert table.view()["table"]["owed"] == {"seat": 1, "card": "7C"}


def test_illegal_play_left_standing_moves_its_cards_and_counts_for_the_rest() -> None:
    table = EscobaTable()
    table.deal(table="1O 2O 10O 1B")
    table.take("7C", "2O")
    table.trail("7E")
    view = table.view()["table"]
    assert (view["taken"], view["last_taker"], table.lies()) == ([2, 0], 0, "1O 10O 7E 1B")

"""The house rules of Guiñote, each by itself: its changes, the parts without change, and the paper's rules without it."""

from typing import Any

import msgspec
import pytest

from referee.cards import SPANISH_40, SPANISH_48_PLAIN
from referee.contests.standings.checks import inconsistency
from referee.errors import BadRequest, Impossible, Irregular, NotInThisGame
from referee.games.guinote import RULESETS
from referee.games.guinote.deck import deck
from referee.games.guinote.params import GuinoteParams
from referee.match.facts import HandScored, TrickTaken
from referee.match.registry import read_params
from referee.match.results import Result
from tests.support.guinote_hands import game, kind_of
from tests.support.guinote_table import PlayOut
from tests.support.table import Table

RULES = RULESETS[0]
WHOLE = ["1B 7B 12O 9O 8O 2O", "1C 8C 12C 9C 7C 2C", "1E 8E 12E 9E 7E 2E", "1O 3O 9B 12B 3B 4B"]
"""Hands of the 48 cards; seat 0 takes the first trick with the 1B."""
REST = "4O 5O 6O 7O 10O 11O 3C 4C 5C 6C 10C 11C 3E 4E 5E 6E 10E 11E 2B 5B 6B 10B 11B"


def whole() -> Table:
    """A hand of 48 cards: seat 3 deals, seat 0 leads."""
    table = Table("guinote", 4, first_dealer=3, params={"pack": 48})
    table.say("deal", hands=[hand.split() for hand in WHOLE], turn_up="8B", stock=REST.split())
    return table


# Published, requested and stored house rules


def test_every_house_rule_is_a_parameter_that_is_off_and_has_its_clause() -> None:
    fields = {field.name: field for field in msgspec.structs.fields(GuinoteParams)}
    assert [rule.param for rule in RULES.house_rules] == ["rank", "cante", "pack", "last_trick", "coto", "signals"]
    assert set(fields) - {rule.param for rule in RULES.house_rules} == {"wins"}
    codes = {clause.code for clause in RULES.clauses}
    for rule in RULES.house_rules:
        assert fields[rule.param].default is msgspec.UNSET
        assert rule.clause.ruling is not None
        assert rule.clause.code not in codes
        assert RULES.clause(rule.clause.code) is rule.clause
        assert codes.issuperset(rule.changes)


@pytest.mark.parametrize("rule", RULES.house_rules, ids=lambda rule: rule.param)
def test_the_values_of_a_house_rule_are_those_that_are_taken(rule: Any) -> None:
    for value in rule.values:
        values = msgspec.to_builtins(read_params(RULES, {rule.param: value.value}))
        assert values == ({"wins": 3} if value.value == rule.usual else {"wins": 3, rule.param: value.value})
        assert value.cards in ((), SPANISH_48_PLAIN.names)
    assert bool(rule.values) == (rule.param != "coto")


def test_without_house_rules_nothing_more_is_stored_or_shown_than_before() -> None:
    assert msgspec.json.encode(read_params(RULES, {})) == b'{"wins":3}'
    defaults = {"rank": "sota", "cante": "sota", "pack": 40, "last_trick": 10}
    assert read_params(RULES, defaults) == read_params(RULES, {})
    assert Table("guinote", 4, params=defaults).view()["params"] == {"wins": 3}
    assert Table("guinote", 4, params={"rank": "caballo"}).view()["params"] == {"wins": 3, "rank": "caballo"}


@pytest.mark.parametrize(
    "params",
    [
        {"rank": "rey"},
        {"cante": None},
        {"pack": 44},
        {"pack": "48"},
        {"last_trick": 15},
        {"coto": 0},
        {"coto": 100},
        {"coto": 2.5},
        {"signals": True},
        {"pairs": True},
    ],
)
def test_what_no_house_rule_has_is_malformed(params: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        Table("guinote", 4, params=params)


# The higher figure


@pytest.mark.parametrize(("params", "wins"), [({}, 0), ({"rank": "caballo"}, 3)])
def test_the_higher_figure_takes_the_trick(params: dict[str, Any], wins: int) -> None:
    hands = ["10O 12O 1C 2C 7B 4E", "10E 12E 3C 5C 2B 4B", "10B 12B 6C 7C 2E 3E", "1E 5E 6E 11O 2O 3O"]
    table = Table("guinote", 4, first_dealer=3, params=params)
    table.say("deal", hands=[hand.split() for hand in hands], turn_up="1B")
    facts = [fact for card in ("10O", "5C", "6C", "11O") for fact in table.tell(play_event(table, card))]
    assert [(fact.seat, fact.points) for fact in facts if isinstance(fact, TrickTaken)] == [(wins, 5)]


def play_event(table: Table, card: str) -> dict[str, Any]:
    return {"type": "play", "seat": table.match.state.turn, "card": card}


def test_the_higher_figure_is_worth_three_and_the_pack_stays_at_120() -> None:
    high = deck("caballo")
    assert (high.worth["11O"], high.worth["10O"], sum(high.worth.values())) == (3, 2, 120)
    assert high.points_in(SPANISH_40.mask(["11O", "11C", "10B"])) == 8
    assert high.height["11O"] > high.height["10O"] > high.height["7O"]


@pytest.mark.parametrize(("params", "dealer"), [({}, 0), ({"rank": "caballo"}, 1)])
def test_the_higher_figure_deals_where_cards_are_drawn_for_it(params: dict[str, Any], dealer: int) -> None:
    table = Table("guinote", 4, params=params)
    table.say("draw_for_deal", cards=["10O", "11O", "7O", "2C"])
    assert table.match.due_dealer() == dealer


# The figure that is sung


def test_the_caballo_and_the_rey_sing_where_the_table_says_so() -> None:
    table = sing({"cante": "caballo"})
    assert {"type": "cante", "seat": 0, "value": 20, "suit": "O"} in table.moves()
    table.say("cante", seat=0, value=20, suit="O")
    assert table.match.ledger.totals[0] >= 20
    assert set(table.view(0)["hands"][0]) >= {"11O", "12O"}


def test_the_sota_and_the_rey_sing_no_more() -> None:
    table = sing({"cante": "caballo"}, figure="10O", enforcement="strict")
    assert not [move for move in table.moves() if move["type"] == "cante"]
    refusal = table.refusal("cante", seat=0, value=20, suit="O")
    assert kind_of(refusal) == (Irregular, "guinote.cante")
    assert "11O 12O" in refusal.text.es


def sing(params: dict[str, Any], figure: str = "11O", **opening: Any) -> Table:
    """Seat 0, with this figure and the rey of oros, has just won the first trick; triunfo is bastos."""
    hands = [f"{figure} 12O 1C 2C 7B 4E", "10E 12E 3C 5C 2B 4B", "10B 12B 6C 7C 2E 3E", "1E 5E 6E 1O 2O 3O"]
    table = Table("guinote", 4, first_dealer=3, params=params, **opening)
    stock = f"4O 5O 6O 7O {'10O' if figure == '11O' else '11O'} 4C 10C 11C 12C 7E 11E 3B 5B 6B 11B"
    table.say("deal", hands=[hand.split() for hand in hands], turn_up="1B", stock=stock.split())
    table.plays("1C", "3C", "6C", "5E")
    assert table.match.state.turn == 0
    return table


# The pack


def test_48_cards_are_dealt_and_drawn_to_the_last() -> None:
    table = whole()
    state = game(table)
    assert state.pack is SPANISH_48_PLAIN
    assert (
        state.undrawn,
        sum(map(len, state.stock)),
        state.deck.descarte_tricks(4),
        state.deck.descarte_tricks(2),
    ) == (
        24,
        23,
        6,
        18,
    )
    assert table.view()["table"]["stock"] == 24


@pytest.mark.parametrize("seats", [2, 4])
def test_a_shuffled_hand_of_48_is_played_to_its_end(seats: int) -> None:
    out = PlayOut(11, seats=seats, params={"pack": 48})
    out.hand()
    state = game(out.truth)
    assert (state.tricks(), sum(state.piles)) == (48 // seats, SPANISH_48_PLAIN.all)
    score = next(fact for _, fact in out.truth.facts if isinstance(fact, HandScored))
    assert sum(item.points for item in score.items if item.rule == "guinote.points") == 120


def test_eights_and_nines_are_of_no_match_of_40() -> None:
    table = Table("guinote", 4, first_dealer=3)
    assert isinstance(table.refusal("deal", turn_up="8O"), NotInThisGame)
    assert isinstance(whole().refusal("play", seat=0, card="X1"), NotInThisGame)


def test_a_nine_beats_an_eight_and_both_beat_the_siete_and_are_worth_nothing() -> None:
    cards = deck(size=48)
    assert cards.ranks == ("1", "3", "12", "10", "11", "9", "8", "7", "6", "5", "4", "2")
    assert (cards.worth["9O"], cards.worth["8O"], cards.points_in(cards.pack.all)) == (0, 0, 120)


def test_the_siete_takes_an_eight_that_lies_turned_up() -> None:
    table = whole()
    table.plays("1B", "2C", "2E", "4B")
    assert {"type": "exchange", "seat": 0} in table.moves()
    table.say("exchange", seat=0)
    assert table.view()["table"]["turn_up"] == "7B"
    assert "8B" in table.view()["hands"][0]


@pytest.mark.parametrize(("pack", "card"), [(40, "1, 3, 12, 10 u 11"), (48, "1, 3, 12, 10, 11, 9 u 8")])
def test_a_low_turn_up_is_refused_with_what_the_siete_takes(pack: int, card: str) -> None:
    table = Table("guinote", 4, first_dealer=3, params={"pack": pack})
    table.say("deal", turn_up="6B")
    table.plays("1O", "2O", "4O", "5O")
    refusal = table.refusal("exchange", seat=0)
    assert isinstance(refusal, Impossible)
    assert card in refusal.text.es


# The points of the last trick


@pytest.mark.parametrize(("params", "points"), [({}, 10), ({"last_trick": 20}, 20)])
def test_the_last_trick_counts(params: dict[str, Any], points: int) -> None:
    out = PlayOut(4, params=params)
    out.hand()
    score = next(fact for _, fact in out.truth.facts if isinstance(fact, HandScored))
    assert [item.points for item in score.items if item.rule == "guinote.last-trick"] == [points]


def test_a_hand_told_by_its_figures_has_twenty_too() -> None:
    table = Table("guinote", 4, first_dealer=3, params={"last_trick": 20})
    [option] = [entry for entry in table.legal() if entry["type"] == "count"]
    assert "veinte" in option["choose"]["figures"]["tricks"]["label"]["es"]
    table.say("count", figures={"tricks": [60, 60], "last": 1, "cantes": []})
    assert table.match.ledger.totals == [60, 80]


# The coto


@pytest.mark.parametrize("partidas", [1, 5])
def test_the_coto_ends_with_the_agreed_partidas(partidas: int) -> None:
    table = Table("guinote", 4, first_dealer=3, params={"coto": partidas})
    wins = 0
    while table.match.ledger.status == "open":
        assert wins < partidas
        table.say("count", figures={"tricks": [110, 10], "last": 0, "cantes": []})
        wins += 1
    score = table.view()["score"]
    assert (wins, score["partidas"], score["wins"]) == (partidas, [partidas, 0], partidas)


def test_a_reported_result_is_held_to_the_agreed_coto() -> None:
    params = read_params(RULES, {"coto": 5})
    assert inconsistency(Result(points=(5, 4)), 2, RULES.contest, params) is None
    wrong = inconsistency(Result(points=(3, 1)), 2, RULES.contest, params)
    assert wrong is not None
    assert "5" in wrong.text.es


# Señas


def test_senas_are_on_record_and_change_nothing() -> None:
    plain, with_signals = (PlayOut(9, params=params) for params in ({}, {"signals": "forbidden"}))
    plain.hand()
    with_signals.hand()
    assert with_signals.truth.view() == {**plain.truth.view(), "params": {"wins": 3, "signals": "forbidden"}}


# The rulebook of a match


def test_a_clause_is_told_with_what_the_table_agreed_on() -> None:
    paper, house = RULES.clause("guinote.cante"), RULES.clause("guinote.house-cante")
    assert paper is not None
    assert house is not None
    here = RULES.clause("guinote.cante", read_params(RULES, {"cante": "caballo"}))
    assert here is not None
    assert (here.es, here.en) == (f"{paper.es} {house.es}", f"{paper.en} {house.en}")
    assert RULES.clause("guinote.cante", read_params(RULES, {"cante": "sota", "pack": 48})) == paper

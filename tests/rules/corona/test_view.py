"""Readers' views of a battle: the open table, hands for the permitted readers, and nothing hidden before the end."""

import json
from typing import Any

import msgspec

from referee.games.corona.clauses import CLAUSES
from referee.match.events import Event
from referee.match.facts import HandDealt
from referee.match.registry import ruleset
from referee.match.state import NOBODY
from tests.support.corona_table import close, deal_battle, strike, unknown, whole
from tests.support.table import Table

MINE = "5C 5O 1C 6O 7O X1 9O X2 12O"
THEIRS = "5E 2C X2 4E 12E 6C 3C 8C 9C"


def battle() -> Table:
    """Seat 0 has hired 5C by a joker and attacked with it; seat 1 has hired 2C, and it is seat 0's turn again."""
    table = deal_battle(MINE, THEIRS)
    table.say("income", seat=0)
    table.say("hire", seat=0, card="5C")
    strike(table, "5C")
    table.say("end_turn", seat=0)
    table.say("income", seat=1)
    table.say("hire", seat=1, card="2C")
    return table


def read(table: Table, event: dict[str, Any]) -> Event:
    return table.match.codec.read(json.dumps(event).encode())


def redact(table: Table, event: Event) -> dict[str, Any]:
    event_shown: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(table.match.redact(event, NOBODY)))
    return event_shown


def test_the_table_shows_both_armies_and_the_turn() -> None:
    view = battle().view(NOBODY)
    table = view["table"]
    assert table["armies"] == [
        {"upright": [], "turned": ["5C"], "hired": []},
        {"upright": ["2C"], "turned": [], "hired": ["2C"]},
    ]
    assert (table["active"], table["income_left"], table["answerable"]) == (1, 4, "2C")
    assert table["income"] == "6O"
    assert table["pack_sizes"] == [42, 36]
    assert (table["starter"], table["bottoms"], table["shown"]) == (0, ["12B", "1O"], [["12B", "1O"]])
    assert view["phase"] == "hire"


def test_hands_are_for_those_who_may_see_them() -> None:
    table = battle()
    assert table.view(NOBODY)["hands"] == [None, None]
    assert table.view(0b01)["hands"][1] is None
    assert table.view(0b10)["hands"][0] is None
    assert table.view(0b01)["hands"][0] == table.view()["hands"][0]
    assert table.view(NOBODY)["hand_sizes"] == [6, 7]


def test_the_defender_is_to_act_after_the_attack() -> None:
    table = battle()
    table.say("attack", seat=1, cards=["2C"])
    view = table.view()
    assert (view["phase"], view["turn"], view["table"]["active"]) == ("defend", 0, 1)
    assert view["table"]["attackers"] == ["2C"]
    assert view["table"]["answerable"] is None


def test_the_public_s_legal_events_show_no_hand_and_no_pack() -> None:
    table = battle()
    table.say("replica", seat=0, cards=["9O"])
    close(table)
    assert table.moves(NOBODY)[0] == {"type": "income", "seat": 0}
    table.say("income", seat=0)
    public = [event for event in table.moves(NOBODY) if event["type"] == "hire"]
    own = [event for event in table.moves(0b01) if event["type"] == "hire"]
    theirs = [event for event in table.moves(0b10) if event["type"] == "hire"]
    assert len(public) > len(own)
    assert public == theirs
    recovers = [event["choose"] for event in table.moves(NOBODY) if event["type"] == "recover"]
    assert [(choice["jokers"], choice["cards"]) for choice in recovers] == [(None, None)] * 2


def test_the_public_s_replica_is_listed_whatever_the_hand_can_do() -> None:
    table = deal_battle("12O 2O 3O 4O 5O 6O 7O 12E", "1B 2O 1C 2C 1E 2E X1")
    table.say("income", seat=0)
    table.say("hire", seat=0, card="12O")
    choices = {visible: [e["choose"] for e in table.moves(visible) if e["type"] == "replica"] for visible in (-1, 0)}
    assert choices == {-1: [], 0: [{"cards": None, "min": 1, "max": 7, "exceed": 12}]}


def test_packs_seeds_hands_and_drawn_cards_are_redacted() -> None:
    table = deal_battle("")
    packs = [whole("", "12B"), whole("", "1O")]
    seven = packs[0][:7]
    deal = read(table, {"type": "deal", "packs": packs, "hands": [seven, None], "shuffle": True, "seed": "s"})
    assert redact(table, deal) == {"type": "deal", "shuffle": True}
    draw = read(table, {"type": "draw", "seat": 0, "card": "5O"})
    assert redact(table, draw) == {"type": "draw", "seat": 0}
    recover = {"type": "recover", "seat": 0, "joker": "X1", "card": "5O", "cards": ["6O"]}
    recovery = read(table, {**recover, "pack": ["6O"], "seed": "s"})
    assert redact(table, recovery) == recover
    reveal = read(table, {"type": "reveal", "seat": 0, "cards": ["5O"]})
    assert redact(table, reveal) == {"type": "reveal", "seat": 0, "cards": None}
    income = {"type": "income", "seat": 0, "card": "5O"}
    assert redact(table, read(table, income)) == income


def test_facts_name_nothing_hidden() -> None:
    table = Table("corona", 2)
    facts = table.say("deal", shuffle=True)
    facts_shown = msgspec.json.decode(msgspec.json.encode(facts))
    assert [fact["fact"] for fact in facts_shown] == ["start_shown", "hand_dealt"]
    assert facts_shown[1] == {"fact": "hand_dealt", "hand": 1}
    assert isinstance(facts[1], HandDealt)


def test_moves_have_words_for_the_replay() -> None:
    table = deal_battle("5C 5O 1C 6O 7O X1 9O 8E")
    words = {
        "↑8E": {"type": "income", "seat": 0},
        "+5C": {"type": "hire", "seat": 0, "card": "5C"},
        "×2O 6O": {"type": "replica", "seat": 1, "cards": ["6O", "2O"]},
        "→5C 1C": {"type": "attack", "seat": 0, "cards": ["5C", "1C"]},
        "3E|5C": {"type": "defend", "seat": 1, "blocks": [{"attacker": "5C", "defender": "3E"}]},
        "→–": {"type": "attack", "seat": 0, "cards": []},
        "–": {"type": "defend", "seat": 1, "blocks": []},
        "X1+6O": {"type": "recover", "seat": 0, "joker": "X1", "card": "6O", "cards": []},
        "«»": {"type": "draw", "seat": 0},
        "·": {"type": "end_turn", "seat": 0},
    }
    table.say("income", seat=0)
    for word, event in words.items():
        assert table.match.word(read(table, event)) == word
    assert table.match.word(read(table, {"type": "note", "text": "x"})) is None


def test_a_refusal_lists_what_would_be_right() -> None:
    table = battle()
    refusal = table.refusal("hire", seat=1, card="12E")
    moves = [event for event in table.moves() if event["seat"] == 1]
    assert msgspec.json.decode(msgspec.json.encode(refusal.extra["alternatives"])) == moves
    assert "12E" in refusal.text.es
    assert "12E" in refusal.text.en


def test_the_rulebook_has_every_clause_in_both_languages() -> None:
    rules = ruleset("corona")
    codes = [clause.code.removeprefix("corona.") for clause in CLAUSES]
    assert codes == [
        "start",
        "hand",
        "draw",
        "income",
        "ready",
        "hire",
        "replica",
        "joker-income",
        "joker-recover",
        "attack",
        "defend",
        "combat",
        "oros",
        "espadas",
        "bastos",
        "lose",
        "turn-end",
    ]
    assert all(clause.es and clause.en and clause.source for clause in rules.clauses)
    rulings = {"start", "hand", "draw", "replica", "joker-income", "joker-recover", "attack", "combat", "oros", "lose"}
    assert {clause.code.removeprefix("corona.") for clause in CLAUSES if clause.ruling} == rulings
    assert not rules.has_dealer


def test_unknown_packs_show_what_was_named() -> None:
    view = unknown().view()
    assert view["hands"] == [None, None]
    assert view["table"]["pack_sizes"] == [43, 43]

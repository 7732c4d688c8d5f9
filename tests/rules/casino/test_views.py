"""Views of a Casino match for its readers, the published rulebook, and the folded state of a match."""

import msgspec
import pytest

from referee.games.casino import RULESETS
from referee.games.casino.events import AnnounceLast, Build, Duplicate, Expose, Raise, Take, Trail
from referee.match.registry import event_codec, read_params
from tests.support.casino import CasinoTable

TABLE = "2C 3C 4C 5C"
CODES = [
    "values",
    "deal",
    "last-round",
    "turn",
    "trail",
    "take",
    "build",
    "duplicate",
    "raise",
    "own-build",
    "rest",
    "most-cards",
    "most-spades",
    "big",
    "little",
    "aces",
    "sweep",
    "surplus",
    "end",
    "doubling",
    "improper-build",
    "loses",
    "illegal-play",
    "misdeal",
    "exposed",
    "wrong-hand",
]


def test_the_table_shows_builds_owners_and_who_may_not_trail() -> None:
    table = CasinoTable()
    table.deal("6C 9D 9H KS", None, table=TABLE)
    table.build("6C", "3C", 9)
    table_view = table.view(0)["table"]
    assert table_view["builds"] == [{"id": "b1", "owner": 0, "value": 9, "kind": "single", "cards": ["3C", "6C"]}]
    assert (table_view["may_not_trail"], table_view["loose"], table_view["stock"]) == ([0], ["2C", "4C", "5C"], 40)


def test_hidden_hands_stay_hidden_until_the_deal_is_over() -> None:
    table = CasinoTable()
    table.say("deal", shuffle=True)
    deal = table.match.redact(table.match.codec.read(b'{"type":"deal","shuffle":true}'))
    assert msgspec.to_builtins(deal)["type"] == "deal"
    assert table.view(0)["hands"] == [None, None]
    assert table.view(0b01)["hands"][1] is None
    assert table.view(0b01)["hands"][0] is not None


def test_a_deal_is_redacted_to_what_lies_on_the_table() -> None:
    table = CasinoTable()
    match = table.match
    deal = match.complete(match.codec.read(b'{"type":"deal","shuffle":true}'), lambda: "seed")
    deal_ = msgspec.to_builtins(match.redact(deal))
    assert set(deal_) == {"type", "dealer", "table", "shuffle"}


def test_legal_of_an_unseen_hand_lists_every_card_not_placed_elsewhere() -> None:
    table = CasinoTable()
    table.deal(None, "6D 7D 8D 9D", table=TABLE)
    trails = table.may("trail")
    assert len(trails) == 44
    assert "trail 6D" not in trails
    public = {event["card"] for event in table.moves(0) if event["type"] == "trail"}
    assert len(public) == 48


def test_legal_before_a_deal_can_be_posted_as_it_is() -> None:
    table = CasinoTable()
    choose = {"table": 4, "hands": "optional", "stock": "optional"}
    assert table.moves() == [{"type": "deal", "dealer": 1, "shuffle": True}, {"type": "deal", "choose": choose}]
    table.tell(table.moves()[0])
    for _ in range(8):
        table.tell(next(event for event in table.moves() if event["type"] == "trail"))
    assert table.moves() == [{"type": "deal", "dealer": 1}]
    table.tell(table.moves()[0])


def test_a_later_deal_may_tell_the_hands_where_the_stock_is_unknown() -> None:
    table = CasinoTable()
    table.deal(table="2C 3C 4C 5C")
    table.trail_unseen(8)
    assert table.moves() == [{"type": "deal", "dealer": 1}, {"type": "deal", "choose": {"hands": "optional"}}]


def test_builds_of_a_take_are_stored_in_order() -> None:
    match = CasinoTable().match
    take = match.complete(Take(0, "9C", (), ("b10", "b2")), str)
    assert msgspec.to_builtins(take)["builds"] == ("b2", "b10")


def test_words_of_moves() -> None:
    match = CasinoTable().match
    words = [
        match.word(event)
        for event in (
            Trail(0, "7S"),
            Take(0, "9C", ("4S", "5H"), ("b1",)),
            Build(0, "2C", ("7D",), 9),
            Duplicate(0, "9C", (), "b1"),
            Raise(0, "AC", "b1", 10),
            AnnounceLast(0),
            Expose("7S", 0),
        )
    ]
    assert words == ["7S", "9C × 4S 5H b1", "2C+7D = 9", "b1 + 9C", "b1 + AC = 10", None, None]


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.id)
def test_every_rule_code_is_published_in_both_languages(rules: object) -> None:
    clauses = {clause.code: clause for clause in rules.clauses}  # type: ignore[attr-defined]
    assert list(clauses) == [f"casino.{code}" for code in CODES]
    assert all(clause.es and clause.en and clause.es != clause.en and clause.source for clause in clauses.values())


def test_defaults_of_the_parameters() -> None:
    defaults = {rules.id: msgspec.to_builtins(read_params(rules, {})) for rules in RULESETS}
    assert [defaults[f"casino.{name}"]["target"] for name in ("classic", "royal", "spades", "draw")] == [21, 21, 61, 21]
    assert [defaults[f"casino.{name}"]["sweeps"] for name in ("classic", "royal")] == [False, True]
    assert defaults["casino.royal"]["wide_deuce"] is False
    assert "wide_deuce" not in defaults["casino.classic"]


def test_every_ruleset_reads_the_same_events() -> None:
    types = [set(event_codec(rules.id).types) for rules in RULESETS]
    assert all(these == types[0] for these in types)

"""Guiñote: the published data, the views of readers, and the data hidden from them."""

import re
from pathlib import Path

import msgspec
import pytest

from referee.games import guinote
from referee.games.guinote import RULESETS
from referee.games.guinote.events import Cante, Exchange, GuinoteDeal
from referee.match.events import Draw, Note, Play, Reveal
from referee.match.registry import event_codec, ruleset
from referee.match.state import NOBODY
from tests.support.guinote_hands import SIETE, after_first_trick, deal_guinote
from tests.support.guinote_table import arrastre
from tests.support.table import Table

RULES = RULESETS[0]


def test_every_rule_that_is_named_has_its_clause_in_both_languages() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in Path(guinote.__file__).parent.glob("*.py"))
    codes_used = set(re.findall(r'"(guinote\.[a-z0-9-]+)"', sources)) - {"guinote"}
    codes = {clause.code for clause in RULES.clauses}
    assert codes_used <= codes
    assert len(codes) == len(RULES.clauses) == 21
    assert all(clause.es and clause.en and clause.source for clause in RULES.clauses)


def test_the_ruleset_is_found_and_reads_its_own_example() -> None:
    assert ruleset("guinote") is RULES
    words = event_codec("guinote")
    assert words.read(msgspec.json.encode(RULES.example)) == RULES.example


@pytest.mark.parametrize(
    ("event", "word"),
    [
        (Play(0, "10O"), "10O"),
        (Cante(0, 20, "E"), "20E"),
        (Cante(0, 40), "40"),
        (Exchange(2), "7↔"),
        (Draw(1, "5B"), "+5B"),
        (Draw(1), None),
        (Note("x"), None),
        (GuinoteDeal(0, turn_up="1O"), None),
    ],
)
def test_the_word_of_a_move(event: msgspec.Struct, word: str | None) -> None:
    assert Table("guinote", 4).match.word(event) == word  # type: ignore[arg-type]


def test_the_table_before_during_and_after() -> None:
    empty = Table("guinote", 4, first_dealer=2).view()
    assert (empty["phase"], empty["turn"], empty["dealer"], empty["table"]["partida"]) == ("deal", None, 2, 1)
    assert (empty["table"]["triunfo"], empty["table"]["turn_up"]) == (None, None)
    table = deal_guinote()
    table.plays("1C", "3C")
    table_view = table.view()["table"]
    assert (table_view["trick"], table_view["leader"], table_view["led"], table_view["triunfo"]) == (
        ["1C", "3C"],
        0,
        "C",
        "B",
    )
    assert (table_view["turn_up"], table_view["stock"], table_view["hand_of"]) == ("1B", 16, "ida")
    table.plays("6C", "2O")
    table_view = table.view()["table"]
    assert (table_view["trick"], table_view["leader"], table_view["led"], table_view["tricks_taken"]) == (
        [],
        0,
        None,
        [1, 0],
    )
    assert table_view["last_trick"]["cards"] == ["1C", "3C", "6C", "2O"]
    assert table.view()["score"]["reading"] == ["21 malas", "0 malas"]


def test_the_heading_of_a_hand_says_partida_triunfo_and_turn_up() -> None:
    table = Table("guinote", 4, first_dealer=3)
    assert table.match.heading() is None
    table.say("deal", turn_up="12E")
    heading = table.match.heading()
    assert heading is not None
    assert heading.es == "partida 1, ida; triunfo espadas (vuelta: 12E)"
    assert heading.en == "partida 1, ida; triunfo espadas (turn-up: 12E)"


def test_legal_may_be_posted_as_it_is() -> None:
    table = Table("guinote", 4, first_dealer=2)
    table.tell(table.moves()[0])
    assert table.view()["turn"] == 3
    assert len(table.view()["hands"][0]) == 6


def test_redacted_events_keep_what_lies_open() -> None:
    match = deal_guinote().match
    deal = GuinoteDeal(0, (("1O",),), "1B", ("2O",), True, "semilla")
    assert match.redact(deal, NOBODY) == GuinoteDeal(0, None, "1B", None, True, None)
    assert match.redact(Draw(0, "1O"), NOBODY) == Draw(0)
    assert msgspec.to_builtins(match.redact(Reveal(0, ("1O",)), NOBODY))["cards"] is None
    assert match.redact(Play(0, "1O"), NOBODY) == Play(0, "1O")
    assert match.redact(Cante(0, 20, "O"), NOBODY) == Cante(0, 20, "O")


def test_hands_are_hidden_until_the_hand_is_over() -> None:
    table = deal_guinote()
    assert table.view(0)["hands"] == [None] * 4
    assert [hand is not None for hand in table.view(1 << 2)["hands"]] == [False, False, True, False]


def test_a_card_known_to_be_elsewhere_is_not_told_to_the_public() -> None:
    table = after_first_trick(is_hidden=True)
    table.say("reveal", seat=1, cards=["12B"])
    table.say("cante", seat=0, value=40)
    infraction = table.match.infractions()[0]
    assert infraction.evidence is not None
    assert (infraction.evidence.how, infraction.evidence.cards) == ("elsewhere", ("12B",))
    for visible in (0, 1):
        assert table.view(visible)["infractions"][0]["evidence"]["cards"] is None
    assert table.view(1 << 1)["infractions"][0]["evidence"]["cards"] == ["12B"]


def test_a_renuncio_of_a_known_hand_names_its_card_only_when_it_lies_open() -> None:
    table = arrastre(*SIETE, turn_up="3C", leader=0)
    table.plays("7O", "1C")
    assert table.view()["infractions"][0]["evidence"]["cards"] == ["4O", "10O"]
    assert table.view(0)["infractions"][0]["evidence"]["cards"] is None
    table.plays("6O", "7B", "4O", "5B", "10B", "4B", "10O")
    assert table.view(0)["infractions"][0]["evidence"]["cards"] == ["4O", "10O"]


def test_refusals_do_not_tell_a_seat_with_a_known_hand_where_a_card_is() -> None:
    refusal = deal_guinote().refusal("play", seat=0, card="3C")
    assert "1" not in refusal.text.en.replace("10", "")
    assert "whole hand" in refusal.text.en

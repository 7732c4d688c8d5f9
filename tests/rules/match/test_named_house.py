"""House rules under a name: the settings in them, the settings allowed beside them, and the match's record of them."""

from typing import Any

import msgspec
import pytest

from referee.errors import BadRequest, Inconsistent, ServiceRefusal
from referee.games.corona import RULESETS
from referee.match.registry import rulesets, with_house
from referee.match.terms.named_house import NamedHouse
from tests.support.corona_table import close, whole
from tests.support.table import Table

CORONA = RULESETS[0].id
NINE = NamedHouse(
    "La taberna de Ainzón", "Peña El Cierzo", CORONA, {"hand": 9, "copas": "pierce"}, "Del verano de 2026."
)


def test_a_match_has_the_file_on_record_as_it_came_and_plays_by_its_params() -> None:
    table = Table(CORONA, 2, enforcement="strict", params=with_house(NINE, CORONA, {"jokers": 1}), house=NINE)
    table.say("start", shown=[["12B", "1O"]])
    table.say("deal", packs=[whole("5O 5C 5E", "12B", jokers=1), whole("1C 2C 3C", "1O", jokers=1)])
    assert table.view()["hand_sizes"] == [9, 9]
    table.say("income", seat=0)
    close(table)
    view = table.view()
    assert view["house"] == msgspec.to_builtins(table.match.opening)["house"] == msgspec.to_builtins(NINE)
    assert view["params"] == {"jokers": 1, "hand": 9, "copas": "pierce"}


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_without_them_nothing_more_is_stored_or_shown_than_before(name: str) -> None:
    table = Table(name, min(rulesets()[name].seats))
    assert "house" not in msgspec.to_builtins(table.match.opening)
    assert "house" not in msgspec.to_builtins(table.view())


@pytest.mark.parametrize("beside", [{}, {"jokers": 0}, {"hand": 9}, {"hand": 9, "oros": "draw"}])
def test_what_stands_beside_them_may_add_and_repeat(beside: dict[str, Any]) -> None:
    assert with_house(NINE, CORONA, beside) == {**beside, **NINE.params}


def test_without_them_the_params_are_those_that_were_asked_for() -> None:
    assert with_house(None, CORONA, {"hand": 3}) == {"hand": 3}


REFUSED: tuple[tuple[dict[str, Any], str, dict[str, Any], type[ServiceRefusal], str], ...] = (
    ({"name": "   "}, CORONA, {}, BadRequest, "$.house.name"),
    ({"name": "dos\nlíneas"}, CORONA, {}, BadRequest, "$.house.name"),
    ({"name": "una\n"}, CORONA, {}, BadRequest, "$.house.name"),
    ({"author": "\u2028"}, CORONA, {}, BadRequest, "$.house.author"),
    ({"author": "dos\u2028líneas"}, CORONA, {}, BadRequest, "$.house.author"),
    ({"ruleset": "mus"}, CORONA, {}, BadRequest, "$.house.ruleset"),
    ({"params": {"pack": 48}}, CORONA, {}, BadRequest, "$.house.params"),
    ({"params": {"hand": 21}}, CORONA, {}, BadRequest, "$.house.params.hand"),
    ({"params": {"oros": "fly"}}, CORONA, {}, BadRequest, "$.house.params.oros"),
    ({}, "guinote", {}, Inconsistent, "$.house.ruleset"),
    ({}, CORONA, {"hand": 8}, Inconsistent, "$.params.hand"),
    ({}, CORONA, {"hand": 7}, Inconsistent, "$.params.hand"),
    ({}, CORONA, {"hand": 21}, BadRequest, "$.params.hand"),
)


@pytest.mark.parametrize(("change", "game", "beside", "kind", "path"), REFUSED)
def test_what_cannot_be_is_refused_by_its_place_in_both_languages(
    change: dict[str, Any], game: str, beside: dict[str, Any], kind: type[ServiceRefusal], path: str
) -> None:
    with pytest.raises(kind) as error:
        with_house(msgspec.structs.replace(NINE, **change), game, beside)
    [flaw] = error.value.flaws
    assert flaw.path == path
    assert error.value.text.es != error.value.text.en
    assert flaw.text.es != flaw.text.en

"""The reading of events: strict, in canonical form; and the duties of every game found."""

import ast
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path
from threading import Barrier
from typing import Any

import msgspec
import pytest

from referee import games
from referee.errors import BadRequest, NotFound, NotInThisGame, ServiceRefusal
from referee.match.events import Event, Play
from referee.match.facts import Fact
from referee.match.game import Ruleset
from referee.match.registry import EventCodec, _card_fields, event_codec, read_params, ruleset, rulesets, tag

RULESETS = sorted(rulesets())
every_ruleset = pytest.mark.parametrize("name", RULESETS)


def hearts() -> EventCodec:
    return event_codec("hearts.castillar")


def refusal(body: bytes | dict[str, Any], name: str = "hearts.castillar") -> ServiceRefusal:
    """The refusal of a body."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    with pytest.raises(ServiceRefusal) as error:
        event_codec(name).read(raw)
    return error.value


# Strict reading


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"play"',
        b"{}",
        b'{"type": 1}',
        b'{"type": null}',
        b'{"type": ["play"]}',
        b'{"type": "fly", "seat": 0}',
        b'{"type": "Play", "seat": 0, "card": "2C"}',
        b'{"type": "open"}',
        b'{"seat": 0, "card": "2C"}',
        b'{"type": "play"}',
        b'{"type": "play", "seat": 0}',
        b'{"type": "play", "card": "2C"}',
        b'{"type": "play", "seat": "0", "card": "2C"}',
        b'{"type": "play", "seat": 1.0, "card": "2C"}',
        b'{"type": "play", "seat": 1.5, "card": "2C"}',
        b'{"type": "play", "seat": true, "card": "2C"}',
        b'{"type": "play", "seat": null, "card": "2C"}',
        b'{"type": "play", "seat": -1, "card": "2C"}',
        b'{"type": "play", "seat": [0], "card": "2C"}',
        b'{"type": "play", "seat": 0, "card": 2}',
        b'{"type": "play", "seat": 0, "card": null}',
        b'{"type": "play", "seat": 0, "card": ["2C"]}',
        b'{"type": "play", "seat": 0, "card": "2C", "colour": "red"}',
        b'{"type": "play", "seat": 0, "card": "2C"} {}',
        b'{"type": "play", "seat": 0, "card": "2\xff"}',
        b'{"type": "deal", "shuffle": "true"}',
        b'{"type": "deal", "shuffle": 1}',
        b'{"type": "deal", "hands": {}}',
        b'{"type": "deal", "hands": ["2C"]}',
        b'{"type": "deal", "dealer": "0"}',
        b'{"type": "deal", "seed": 7}',
        b'{"type": "pass", "seat": 0, "cards": ["2C", "3C"]}',
        b'{"type": "pass", "seat": 0, "cards": []}',
        b'{"type": "pass", "seat": 0, "cards": "2C3C4C"}',
        b'{"type": "ruling", "claim": 1, "upheld": true, "reason": ""}',
        b'{"type": "ruling", "claim": "c1", "upheld": "true", "reason": ""}',
        b'{"type": "ruling", "claim": "c1", "upheld": 1, "reason": ""}',
        b'{"type": "sanction", "seat": 0, "card": "red", "reason": ""}',
        b'{"type": "retract", "to": 0, "reason": ""}',
        b'{"type": "retract", "to": "1", "reason": ""}',
        b'{"type": "note", "text": ""}',
    ],
    ids=lambda body: body.decode(errors="replace")[:60],
)
def test_malformed_is_what_no_game_reads(body: bytes) -> None:
    error = refusal(body)
    assert isinstance(error, BadRequest)
    assert error.status == 400
    assert error.flaws[0].path.startswith("$")
    assert error.text.es and error.text.en


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"type": "play", "seat": "0", "card": "2C"}, "$.seat"),
        ({"type": "deal", "hands": [["2C"], 7]}, "$.hands[1]"),
        ({"type": "pass", "seat": 0, "cards": ["2C"]}, "$.cards"),
        ({"type": "fly"}, "$.type"),
    ],
)
def test_malformed_names_the_path(body: dict[str, Any], path: str) -> None:
    assert refusal(body).flaws[0].path == path


@pytest.mark.parametrize(
    "body",
    [
        {"type": "cante", "seat": 0, "value": 20},
        {"type": "exchange", "seat": 0},
        {"type": "start", "shown": [["1O", "2O"]]},
        {"type": "timeout", "seat": 0},
        {"type": "deal", "turn_up": "1O"},
        {"type": "deal", "stock": ["2C"]},
        {"type": "claim", "by": 0, "against": 1, "kind": "renuncio", "at": 5},
        {"type": "play", "seat": 0, "card": "1O"},
        {"type": "play", "seat": 0, "card": "ZZ"},
        {"type": "play", "seat": 0, "card": ""},
        {"type": "play", "seat": 99, "card": "X1"},
        {"type": "pass", "seat": 0, "cards": ["2C", "3C", "12B"]},
        {"type": "deal", "hands": [["2C"], None, None, ["10C"]]},
        {"type": "reveal", "seat": 0, "cards": ["2C", "2c"]},
    ],
    ids=lambda body: json.dumps(body)[:60],
)
def test_not_in_this_game_is_what_another_game_reads_or_no_card_of_this_pack(body: dict[str, Any]) -> None:
    error = refusal(body)
    assert isinstance(error, NotInThisGame)
    assert error.status == 422


def test_malformed_comes_before_not_in_this_game() -> None:
    """A type of another game in a shape that it does not have either; a strange card in a pass of two."""
    assert refusal({"type": "cante", "seat": "0", "value": 20}).code == "malformed"
    assert refusal({"type": "pass", "seat": 0, "cards": ["1O", "2O"]}).code == "malformed"
    assert refusal({"type": "deal", "stock": ["2C"], "colour": 1}).code == "malformed"
    assert refusal({"type": "deal", "stock": ["2C"], "dealer": "0"}).code == "malformed"


def test_a_strange_card_is_named_with_its_field() -> None:
    error = refusal({"type": "deal", "hands": [["2C"], ["QX"]]})
    assert error.flaws[0].path == "$.hands"
    assert "QX" in error.text.en and "QX" in error.text.es


@pytest.mark.parametrize(
    ("body", "canonical"),
    [
        (
            {"type": "pass", "seat": 0, "cards": ["AS", "2C", "TD"]},
            {"type": "pass", "seat": 0, "cards": ["2C", "TD", "AS"]},
        ),
        (
            {"hands": [["AS", "2C"], None], "type": "deal"},
            {"type": "deal", "hands": [["2C", "AS"], None]},
        ),
        ({"type": "deal", "shuffle": False, "dealer": None}, {"type": "deal"}),
        ({"card": "QS", "type": "play", "seat": 3}, {"type": "play", "seat": 3, "card": "QS"}),
        (
            {"type": "reveal", "seat": 0, "cards": ["3C", "2C", "3C"]},
            {"type": "reveal", "seat": 0, "cards": ["2C", "3C", "3C"]},
        ),
    ],
)
def test_canonical_form_has_keys_as_listed_and_sets_in_pack_order(
    body: dict[str, Any], canonical: dict[str, Any]
) -> None:
    event = hearts().read(json.dumps(body).encode())
    assert json.dumps(msgspec.to_builtins(event)) == json.dumps(canonical)
    assert hearts().read(msgspec.json.encode(event)) == event


def test_threads_that_read_the_first_event_of_a_kind_at_once_read_it_alike() -> None:
    body, readers = b'{"type": "pass", "seat": 0, "cards": ["QS", "2C", "AH"]}', 8
    barrier = Barrier(readers)

    def read(codec: EventCodec) -> Event:
        barrier.wait()
        return codec.read(body)

    with ThreadPoolExecutor(readers) as threads:
        for _ in range(20):
            _card_fields.cache_clear()
            events = set(threads.map(read, [EventCodec(ruleset("hearts.castillar")) for _ in range(readers)]))
            assert events == {hearts().read(body)}
            assert events.pop() == hearts().read(b'{"type": "pass", "seat": 0, "cards": ["2C", "QS", "AH"]}')


def test_an_event_in_canonical_form_is_read_as_it_is() -> None:
    event = Play(0, "2C")
    assert hearts().canonical(event) is event


# Parameters


def test_params_are_filled_in() -> None:
    assert msgspec.to_builtins(read_params(ruleset("hearts.castillar"), {})) == {"limit": 100, "rounds": 4}
    assert msgspec.to_builtins(read_params(ruleset("hearts.yppedia"), {})) == {
        "closing_score": 100,
        "turn_seconds": None,
    }


@pytest.mark.parametrize(
    "params",
    [
        {"limit": 0},
        {"limit": "100"},
        {"limit": 50.0},
        {"limit": True},
        {"rounds": 0},
        {"closing_score": 50},
        {"limits": 1},
    ],
    ids=str,
)
def test_params_unknown_or_impossible_are_malformed(params: dict[str, Any]) -> None:
    with pytest.raises(BadRequest) as error:
        read_params(ruleset("hearts.castillar"), params)
    assert error.value.flaws[0].path.startswith("$.params")


def test_a_ruleset_that_does_not_exist_is_not_found() -> None:
    with pytest.raises(NotFound) as error:
        ruleset("brisca")
    assert "hearts.castillar" in error.value.text.en


# Duties of every game


def test_every_place_under_games_is_found_without_being_named() -> None:
    places = {path.parent.name for folder in games.__path__ for path in Path(folder).glob("*/__init__.py")}
    found_places = {place_of(rules) for rules in rulesets().values()}
    assert found_places == places


def test_struct_names_are_unique_over_all_games() -> None:
    kinds = {kind for rules in rulesets().values() for kind in (*rules.events, *rules.facts, rules.params)}
    names = sorted(kind.__name__ for kind in kinds)
    assert [name for name in names if names.count(name) > 1] == []


def fields_of(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields of an event or fact with their types; each game decides which of them are optional."""
    [schema], components = msgspec.json.schema_components([kind])
    [shape] = [components[schema["$ref"].rpartition("/")[2]]] if "$ref" in schema else [schema]
    return dict(held_by(shape, components))


def held_by(shape: dict[str, Any], components: dict[str, Any], inside: str = "") -> Iterator[tuple[str, Any]]:
    """The fields of an object, with nested objects as dotted names: `figures.points`."""
    for name, field in shape["properties"].items():
        inner = components.get(field.get("$ref", "").rpartition("/")[2], {})
        if "properties" in inner:
            yield from held_by(inner, components, f"{inside}{name}.")
        else:
            yield inside + name, type_of(field)


def type_of(field: dict[str, Any]) -> Any:
    """The type in a field, optional or not."""
    bare = {key: value for key, value in field.items() if key not in {"default", "description", "examples"}}
    some = [type_of(each) for each in bare.pop("anyOf", ()) if each != {"type": "null"}]
    return some[0] if len(some) == 1 and not bare else {**bare, **({"anyOf": some} if some else {})}


def test_games_that_share_a_tag_mean_the_same_by_it() -> None:
    """A field that several of them have holds the same in each; only the figures of a hand are each game's own."""
    kinds = {kind for rules in rulesets().values() for kind in (*rules.events, *rules.facts)}
    for one, other in combinations(sorted(kinds, key=lambda kind: kind.__name__), 2):
        if tag(one) == tag(other) and issubclass(one, Fact) == issubclass(other, Fact):
            mine, theirs = fields_of(one), fields_of(other)
            common = (mine.keys() & theirs.keys()) - {"figures"}
            differ = {name: (mine[name], theirs[name]) for name in common if mine[name] != theirs[name]}
            assert not differ, (one.__name__, other.__name__, differ)


@every_ruleset
def test_clauses_are_told_in_both_languages_with_their_source(name: str) -> None:
    clauses = rulesets()[name].clauses
    codes = [clause.code for clause in clauses]
    assert len(codes) == len(set(codes))
    assert len({code.split(".")[0] for code in codes}) == 1
    for clause in clauses:
        assert clause.es and clause.en and clause.source
        assert clause.es != clause.en
        if clause.ruling:
            assert clause.ruling.es and clause.ruling.en


@every_ruleset
def test_claims_are_about_clauses_of_the_ruleset(name: str) -> None:
    rules = rulesets()[name]
    for kind in rules.game.claims.values():
        assert all(rules.clause(code) for code in kind.rules)


@every_ruleset
def test_the_example_is_an_event_of_the_ruleset(name: str) -> None:
    rules = rulesets()[name]
    assert event_codec(name).read(msgspec.json.encode(rules.example)) == rules.example


@every_ruleset
def test_an_event_with_a_seed_has_its_source_beside_it(name: str) -> None:
    """The service fills the source in whenever there is a seed."""
    for kind in rulesets()[name].events:
        assert ("seed" in kind.__struct_fields__) == ("seed_source" in kind.__struct_fields__)


CODE = re.compile(r"[a-z]+\.[a-z][a-z0-9-]*")


def codes_in(place: Path) -> Iterator[tuple[str, str]]:
    """Every text in the code of a game that has the form of a rule code of it, with the file it stands in."""
    for path in place.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                yield node.value, path.name


def place_of(rules: Ruleset) -> str:
    """The folder under `games` that a ruleset lives in."""
    return str(rules.game.state.__module__.split(".")[2])


@pytest.mark.parametrize("place", sorted({place_of(rules) for rules in rulesets().values()}))
def test_every_rule_code_in_the_code_of_a_game_is_a_clause_of_it(place: str) -> None:
    codes = {clause.code for rules in rulesets().values() if place_of(rules) == place for clause in rules.clauses}
    prefixes = {code.split(".")[0] for code in codes}
    uses = {
        (code, file)
        for folder in games.__path__
        for code, file in codes_in(Path(folder) / place)
        if code.split(".")[0] in prefixes and code not in rulesets()
    }
    assert {(code, file) for code, file in uses if code not in codes} == set()
    assert uses


def test_every_clause_of_hearts_that_a_ruleset_has_is_its_own() -> None:
    castillar = {clause.code for clause in ruleset("hearts.castillar").clauses}
    yppedia = {clause.code for clause in ruleset("hearts.yppedia").clauses}
    assert castillar - yppedia == {f"hearts.{code}" for code in ("round-won", "star", "change", "black-4", "black-2")}
    assert yppedia - castillar == {"hearts.moon-deduct", "hearts.timeout"}

"""The OpenAPI document as programs read it: everything is described, unions have tags, and stored data fits the schemas."""

import json
import re
from collections.abc import Iterator
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from api.document.document import OPEN_TAGS
from api.document.glossary import FIELDS
from referee.canonical_json import MOST_EXACT
from referee.match.aggregate import Match
from referee.match.choice import Choice
from referee.match.entries import line
from referee.match.events import Retract
from referee.match.redaction import visible_line
from referee.match.registry import rulesets, tag
from referee.match.state import NOBODY
from tests.support.stored import matches

ROOT = Path(__file__).parents[3]
CHECKED_IN = (ROOT / "openapi" / "openapi.json").read_text(encoding="utf-8")
DOCUMENT: dict[str, Any] = json.loads(CHECKED_IN)
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
UNIONS = ("MatchView", "AnyEvent", "AnyMove", "AnyEntry", "AnyFact", "AnyDecision", "AnyConsequence")
"""Unions of types by game, or by kind."""
NO_SCHEMA = ("example", "examples", "value", "default", "security")
"""Parts of the document that are not schemas."""


def shapes(node: Any, path: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object of the document that may be a schema, with its place."""
    if isinstance(node, dict):
        yield path, node
        for key, part in node.items():
            if key not in NO_SCHEMA:
                yield from shapes(part, f"{path}/{key}")
    elif isinstance(node, list):
        for n, part in enumerate(node):
            yield from shapes(part, f"{path}/{n}")


def resolve(shape: dict[str, Any]) -> dict[str, Any]:
    """The component that an object refers to, if it is a reference."""
    while "$ref" in shape:
        _, kind, name = shape["$ref"].rsplit("/", 2)
        shape = DOCUMENT["components"][kind][name]
    return shape


def answer_to(operation: dict[str, Any], status: int) -> dict[str, Any]:
    """The description of an answer with this status: its own, or that of all statuses of success."""
    responses = operation["responses"]
    return resolve(responses.get(str(status)) or responses[f"{status // 100}XX"])


CLOSED = {"/metrics", "/v1/backup"}
"""Routes that need a token in a chapter that is otherwise open."""


def test_every_operation_and_every_webhook_is_described() -> None:
    for items in (DOCUMENT["paths"], DOCUMENT["webhooks"]):
        for path, item in items.items():
            for method, operation in item.items():
                assert operation["description"].strip(), (method, path)
                open_to_all = items is DOCUMENT["webhooks"] or (
                    operation["tags"][0] in OPEN_TAGS and path not in CLOSED
                )
                assert bool(operation["security"]) is not open_to_all, (method, path)


def has_description(shape: dict[str, Any]) -> bool:
    """True if an object has a description, or refers to one that has."""
    if "$ref" in shape:
        return bool(SCHEMAS[shape["$ref"].rpartition("/")[2]]["description"])
    return bool(shape.get("description")) or any(has_description(part) for part in shape.get("anyOf", ()))


def test_every_schema_and_property_is_described() -> None:
    silent = [name for name, schema in SCHEMAS.items() if not schema.get("description")]
    for path, shape in shapes(SCHEMAS):
        silent += [f"{path}/{name}" for name, of in shape.get("properties", {}).items() if not has_description(of)]
    assert silent == [], "say what it is in its struct, in its game's glossary, or in api/document/glossary/"


LIKE = {
    "True ": {"boolean"},
    "How many ": {"integer", "number"},
    "For each ": {"array"},
    "Cards, ": {"array"},
    "Points, ": {"array"},
}
"""The types that go with the first words of a description."""


def kinds(shape: dict[str, Any]) -> set[str]:
    """The types that a schema allows, without null."""
    names = shape.get("type", ())
    own = {names} if isinstance(names, str) else {*names}
    own |= {kind for part in shape.get("anyOf", ()) for kind in kinds(part)}
    return (own | (kinds(resolve(shape)) if "$ref" in shape else set())) - {"null"}


def test_a_description_is_of_what_it_stands_at() -> None:
    """A description that several structs share does not fit a field of another meaning with the same name."""
    wrong = [
        f"{path}/{name}: {of['description']}"
        for path, shape in shapes(SCHEMAS)
        for name, of in shape.get("properties", {}).items()
        for words, kinds_ in LIKE.items()
        if of.get("description", "").startswith(words) and not kinds(of) <= kinds_
    ]
    assert wrong == []


def test_words_speak_of_null_only_where_it_may_come() -> None:
    """Of a text or a number, which is null or not: a list may hold null."""
    scalars = ("string", "integer", "number", "boolean")
    properties = [
        (f"{path}.{name}", one)
        for path, shape in shapes(DOCUMENT["components"]["schemas"])
        for name, one in shape.get("properties", {}).items()
    ]
    assert not [
        place
        for place, one in properties
        if "null" in one.get("description", "") and one.get("type") in scalars and "`null`" not in one["description"]
    ]


def test_no_description_has_the_line_breaks_of_its_source() -> None:
    schemas = DOCUMENT["components"]["schemas"].items()
    assert not [name for name, one in schemas if re.search(r"\n +|  ", one.get("description", ""))]


def test_an_answer_that_several_give_is_described_for_what_it_is() -> None:
    """The words beside a reference are overlooked by some readers: those of the component must be true of each."""
    responses = [operation["responses"] for item in DOCUMENT["paths"].values() for operation in item.values()]
    components = DOCUMENT["components"]["responses"]
    abouts: dict[str, set[str]] = {}
    for status, answer in (pair for one in responses for pair in one.items()):
        if "$ref" in answer:
            name = answer["$ref"].rpartition("/")[2]
            abouts.setdefault(name, set()).add(answer.get("description", components[name]["description"]))
            assert name != "Answer304" or status == "304"
    for name, several in abouts.items():
        content = components[name].get("content")
        if len(several) > 1 and content:
            schema = next(iter(content.values()))["schema"]
            [whole, *_] = schema.get("anyOf", [schema])
            assert resolve(whole)["description"] == components[name]["description"]
        elif len(several) > 1:
            assert (name, components[name]["description"]) == ("Answer204", "Done.")
        else:
            assert {components[name]["description"]} == several


def test_every_parameter_and_header_is_described() -> None:
    for kind in ("parameters", "headers"):
        for name, each in DOCUMENT["components"][kind].items():
            assert each["description"] and each["schema"], name


def test_the_glossary_describes_nothing_that_is_not_there() -> None:
    names = {name for shape in SCHEMAS.values() for _, each in shapes(shape) for name in each.get("properties", {})}
    assert {name.rpartition(".")[2] for name in FIELDS} <= names


def test_no_list_is_of_anything_and_no_schema_is_empty() -> None:
    for path, shape in shapes(SCHEMAS):
        if shape.get("type") == "array":
            assert shape.get("items"), path
        assert "prefixItems" not in shape, path


@pytest.mark.parametrize("name", [*UNIONS])
def test_what_differs_by_game_is_told_apart(name: str) -> None:
    union = SCHEMAS[name]
    mapping = union["discriminator"]["mapping"]
    assert {part["$ref"] for part in union["oneOf"]} == set(mapping.values())
    for value, target in mapping.items():
        whole = SCHEMAS[target.rpartition("/")[2]]
        parts = [whole, *whole.get("allOf", ())]
        field = union["discriminator"]["propertyName"]
        tags = [part["properties"][field] for part in parts if field in part.get("properties", {})]
        assert all(value == tag.get("const") or value in tag.get("enum", ()) for tag in tags), value
        assert tags, value


def test_every_ruleset_has_its_view() -> None:
    assert set(SCHEMAS["MatchView"]["discriminator"]["mapping"]) == set(rulesets())


def test_nothing_in_an_example_looks_like_a_reference_that_leads_nowhere() -> None:
    # Programs that make clients follow every `$ref`, in examples too.
    assert '"$ref":"#/$defs' not in json.dumps(DOCUMENT, separators=(",", ":"))


MATCHES, STEPS = 6, 30
"""The number of stored matches that are gone through, and the number of steps in each."""
FREE = {
    "FormatView.options": "a JSON Schema",
    "Rulebook.params": "a JSON Schema",
    "Rulebook.event_schema": "a JSON Schema",
}
"""Values that a program need not read, or reads by a standard of their own."""


def test_nothing_that_a_program_must_read_is_just_an_object() -> None:
    bare = {
        f"{name}.{field}"
        for name, schema in SCHEMAS.items()
        for field, of in schema.get("properties", {}).items()
        for _, shape in shapes(of)
        if "object" in shape.get("type", ()) and not shape.keys() & {"properties", "allOf", "additionalProperties"}
    }
    assert bare == FREE.keys()


def test_the_document_can_still_be_read_by_people() -> None:
    """Half of its former length: repeated parts are described once.

    Added since: the tables of a head referee (an operation, two schemas, its example); the shared parts of a championship
    (two operations, the general table as CSV); the latest results of all championships (an operation, two schemas, its
    example); the copy of the whole service; the rights of a token (an operation, three schemas, its example); the acts of
    administration (an operation, a schema for each type of act, its example), and the keys that replaced each other; the
    chances in an audit (a schema); committed shuffles (two events, each as it is sent and as it is stored, and five schemas);
    corrections, cards and a person's record as CSV, and the championships of a player; the commitments in acts (a schema, and
    the act that binds the data of an earlier release); the proof of a name (an operation, three schemas, its example); stakes
    and their outcome (an operation, six schemas, five of them in dry runs too, its example); the names of tokens, and people
    with a similar name (a parameter); house rules (two schemas, the parameters of six of them), also under a name (two
    operations, two schemas); the source of a draw's seed; ratings, and the matches behind them (two operations, six schemas,
    their examples); series, their totals, and head to head (eleven operations, nineteen schemas, their examples);
    the clock of a turn (a schema, and its keeper), a referee's own in any game (two schemas) and the messages to it (three
    events, each as it is sent and as it is stored); a player's statistics (an operation, five schemas, its example);
    the sanctions of a series (a parameter, and the championship of each); the balance of stakes (two operations, four schemas,
    their examples); the ladder of a championship (a schema, its example, and the step of each card);
    the counts of players' records in words, and points a hand (a schema);
    the time of a whole match (a schema, and the seats with extra time), its end (an event, as it is sent and as it is stored),
    and the clock of a contest; combats of Por la Corona one by one (an event, as it is sent and as it is stored, three schemas);
    another clock for a contest, another ladder for a championship (two operations, four schemas, their examples);
    the way in which a match ended on time (a schema); every parameter of a game in words (a schema);
    the holders of a name (three schemas, also in dry runs, and the answer of a list for all of its names);
    the way back of every decision of the desk (eight operations, six schemas), and the names of contests and championships
    (two operations, four schemas, their examples);
    the choices in plays that are too many to list (three schemas);
    late entries (an operation, three schemas, its example);
    the decisions of a contest (an operation, two schemas, its example);
    the replacement of a void match (a schema), and its message (two schemas);
    the warnings of a schedule (two schemas), and the marks of a match (a schema); newcomers that enter late;
    the words that tell people of one name apart (in four schemas, with two examples);
    the names of the last matches of a knockout (in six schemas);
    the bounds of whole numbers in requests (in forty places);
    what importers keep with people, championships, contests and fixtures (four operations, a schema, two fields of each);
    rounds that are given, and fixtures that are filled in (an operation, six schemas, its example);
    leagues of teams (three operations, their boards and the parts of a draw, their examples);
    boards and hands that are told at once (an operation, two schemas, its example);
    contests in rounds (six operations, sixteen schemas, some of them in dry runs too, their examples);
    the comparison of the repesca (a schema, in two others);
    hands of the same deals that are matches, and where their play parts (three schemas);
    partners that change from round to round (two schemas, the fields of rounds that have them, in dry runs too);
    what generators of clients want to be said twice (the types of enums, the size of integers: 500 fields), and the
    examples of messages, each an entry of its kind.
    """
    assert CHECKED_IN.count("\n") < 25_100


@pytest.mark.parametrize("ruleset", sorted(rulesets()))
def test_every_legal_move_is_what_the_document_says(ruleset: str) -> None:
    """Follows stored matches. With a choice, the type is one that its game names."""
    moves, game = validator("AnyMove"), rulesets()[ruleset].game
    choices = {tag(kind): structs for kind, structs in game.play.choices.items()}
    for _, entries in islice(matches(ruleset), MATCHES):
        work = Match.fold("", entries[:1])
        for entry in takewhile(lambda entry: not isinstance(entry.event, Retract), entries[1:STEPS]):
            for move in work.legal():
                moves.validate(json.loads(msgspec.json.encode(move)))
                assert not isinstance(move, Choice) or type(move.choose) in choices[move.type]
            work.follow([entry])


def validator(name: str) -> jsonschema_rs.Validator:
    return jsonschema_rs.Draft202012Validator({"$ref": f"#/components/schemas/{name}", **DOCUMENT})


@pytest.mark.parametrize("ruleset", sorted(rulesets()))
def test_what_is_stored_is_what_the_document_says(ruleset: str) -> None:
    """The stored states, whole and as the public sees them."""
    entries, views = validator("AnyEntry"), validator("MatchView")
    for match, log_entries in matches(ruleset):
        for each in log_entries:
            for text in (line(each), visible_line(match, each, NOBODY)):
                entry = json.loads(msgspec.json.encode(text))
                entries.validate(entry)
                assert all(abs(number) <= MOST_EXACT for number in whole_numbers(entry))
        for visible in (-1, NOBODY):
            view = json.loads(msgspec.json.encode(match.view(visible)))
            views.validate(view)
            assert all(abs(number) <= MOST_EXACT for number in whole_numbers(view))


def whole_numbers(value: Any) -> Iterator[int]:
    """Every whole number in a JSON value."""
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from whole_numbers(part)
    elif isinstance(value, int):
        yield value


def test_no_bound_and_no_example_of_a_whole_number_is_beyond_what_every_reader_reads_exactly() -> None:
    integers = [shape for _, shape in shapes(DOCUMENT) if "integer" in shape.get("type", ())]
    bounds = [shape[name] for shape in integers for name in ("minimum", "maximum") if name in shape]
    assert MOST_EXACT in bounds
    assert max(map(abs, whole_numbers(bounds))) == MOST_EXACT
    examples = [part["example"] for _, part in shapes(DOCUMENT) if "example" in part]
    assert max(map(abs, whole_numbers(examples))) <= MOST_EXACT
    assert "No whole number of an answer reaches 2^53" in DOCUMENT["info"]["description"]


TAKEN_AS_THEY_COME = {"If-None-Match", "Prefer"}
"""Headers that accept any value: meaningless values are ignored."""


def request_schemas() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema that binds a request: its parameters, its body, and all schemas that these refer to, each once."""
    names: set[str] = set()
    for path, item in DOCUMENT["paths"].items():
        for method, operation in item.items():
            parameters = [resolve(one) for one in operation["parameters"]]
            waiting = [(one["name"], one["schema"]) for one in parameters if one["name"] not in TAKEN_AS_THEY_COME]
            bodies = operation.get("requestBody", {}).get("content", {}).values()
            waiting += [(f"{method} {path}", body["schema"]) for body in bodies]
            while waiting:
                name, whole = waiting.pop()
                for place, shape in shapes(whole, name):
                    yield place, shape
                    of = shape.get("$ref", "").rpartition("/")[2]
                    if of and of not in names:
                        names.add(of)
                        waiting.append((of, SCHEMAS[of]))


def test_every_text_of_a_request_says_what_it_may_be() -> None:
    constraints = {"pattern", "enum", "const", "format", "maxLength"}
    loose = {
        place
        for place, shape in request_schemas()
        if "string" in shape.get("type", ()) and not shape.keys() & constraints
    }
    assert not loose


OF_ANY = {"data", "next", "event", "before", "after"}
"""Fields with words that fit any content."""


def test_words_that_structs_share_stand_at_fields_of_one_kind() -> None:
    """A number is not a list of people, though both are called `contests`. Each has words of its own."""
    places: dict[tuple[str, str], dict[str, str]] = {}
    for path, shape in shapes(SCHEMAS):
        for name, of in shape.get("properties", {}).items():
            kind = lasting(kinds(of))
            if kind and name not in OF_ANY:
                places.setdefault((name, of.get("description", "")), {})[path] = kind
    assert {field: kinds_by_path for field, kinds_by_path in places.items() if len({*kinds_by_path.values()}) > 1} == {}


def lasting(types: set[str]) -> str:
    """The kind of a field: a list, a number or one thing. A person is an id in the log, and `{id, name}` to readers."""
    if "array" in types:
        return "list"
    return "number" if types and types <= {"integer", "number"} else "one" if types else ""

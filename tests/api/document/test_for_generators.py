"""The document as generators of clients read it: most were written for OpenAPI 3.0, and take some things at their word."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from api.webhooks.payloads import KINDS
from tests.api.document.test_document import DOCUMENT, SCHEMAS, resolve, shapes

INTEGERS_OF_32_BITS = 2**31 - 1
WRITES = [
    (f"{method.upper()} {path}", operation)
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
    if method != "get"
]


def parts() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object of the document that may be a schema, with its place; no table of fields by name."""
    return ((path, shape) for path, shape in shapes(DOCUMENT) if not path.endswith("/properties"))


def test_every_enum_has_a_type() -> None:
    enums = [(path, shape) for path, shape in parts() if isinstance(shape.get("enum"), list)]
    assert enums
    assert [path for path, shape in enums if "type" not in shape and shape["enum"] != [None]] == []


def test_an_integer_that_may_be_large_has_64_bits() -> None:
    narrow = [
        path
        for path, shape in parts()
        if "integer" in shape.get("type", ()) and "enum" not in shape
        if "format" not in shape and shape.get("maximum", INTEGERS_OF_32_BITS + 1) > INTEGERS_OF_32_BITS
    ]
    assert narrow == []


def test_null_stands_only_beside_something_else() -> None:
    """A schema of null alone, other than as one of several, ends some generators with an error."""
    lonely = [path for path, shape in parts() if shape.get("type") == "null" and "/anyOf/" not in path]
    assert lonely == []


def test_what_hardly_a_generator_knows_is_not_there() -> None:
    rare = {"unevaluatedProperties", "prefixItems", "patternProperties", "if", "dependentRequired"}
    assert [path for path, shape in parts() if rare & shape.keys()] == []


def test_a_body_of_bytes_has_no_length_of_text() -> None:
    assert [path for path, shape in parts() if shape.get("format") == "binary" and "minLength" in shape] == []


@pytest.mark.parametrize(("name", "operation"), WRITES, ids=[name for name, _ in WRITES])
def test_the_lowest_success_of_a_write_is_its_own(name: str, operation: dict[str, Any]) -> None:
    """Not that of its dry run, in which everything may be null: generators take the lowest for the type of the call."""
    lowest = min(status for status in operation["responses"] if status.startswith("2"))
    schema = resolve(operation["responses"][lowest]).get("content", {}).get("application/json", {}).get("schema", {})
    first = schema.get("anyOf", [schema])[0]
    assert not first.get("$ref", "").endswith("Tried"), name
    assert lowest != "2XX", name


def test_no_chapter_holds_both_calls_and_messages() -> None:
    """Generators write a file for each: that of the messages would take the place of that of the calls."""
    calls, messages = (
        {tag for item in DOCUMENT[part].values() for operation in item.values() for tag in operation["tags"]}
        for part in ("paths", "webhooks")
    )
    assert messages
    assert not calls & messages
    assert calls | messages == {tag["name"] for tag in DOCUMENT["tags"]}


def test_no_two_names_of_schemas_are_one_in_some_language() -> None:
    """In Go `NewToken` makes a `Token`; file names of some systems have no case."""
    assert [name for name in SCHEMAS if f"New{name}" in SCHEMAS] == []
    assert len({name.lower() for name in SCHEMAS}) == len(SCHEMAS)


def test_no_answer_has_the_name_of_a_schema() -> None:
    """Kubb makes a type of each: one would refer to itself."""
    assert SCHEMAS.keys() & DOCUMENT["components"]["responses"].keys() == set()


def test_every_union_with_a_tag_has_a_name() -> None:
    """OpenAPI Generator's client with fetch takes one that stands within another schema for a single type."""
    unions = [path for path, shape in shapes(DOCUMENT) if isinstance(shape.get("discriminator"), dict)]
    assert unions
    assert [path for path in unions if path.rpartition("/")[0] != "#/components/schemas"] == []


def has_fact(data: dict[str, Any], fact: str) -> bool:
    return any(one["fact"] == fact for one in data["event"]["facts"])


FITTING: dict[str, Callable[[dict[str, Any]], object]] = {
    "match.opened": lambda data: data["event"]["type"] == "open",
    "match.event": lambda data: data["event"]["type"] != "open" and "status" not in data,
    "match.finished": lambda data: has_fact(data, "match_ended") and data["status"] == "finished",
    "match.restated": lambda data: has_fact(data, "match_restated") and "status" in data,
    "claim.made": lambda data: has_fact(data, "claim_made"),
    "claim.ruled": lambda data: has_fact(data, "claim_made") or has_fact(data, "claim_ruled"),
    "match.counting": lambda data: data["matches"],
    "championship.event": lambda data: "event" in data,
    "contest.drawn": lambda data: data["event"]["type"] == "contest_drawn",
    "contest.result": lambda data: data["event"]["type"] == "result_reported",
    "standings.changed": lambda data: data["event"]["type"] in {"contest_drawn", "result_reported"},
    "ping": lambda data: data["webhook"],
}


def test_the_example_of_a_message_is_one_of_its_kind() -> None:
    assert FITTING.keys() == {*KINDS, "ping"} == DOCUMENT["webhooks"].keys()
    for kind, fits in FITTING.items():
        content = DOCUMENT["webhooks"][kind]["post"]["requestBody"]["content"]["application/json"]
        assert content["example"]["type"] == kind
        assert fits(content["example"]["data"]), kind

"""The document in OpenAPI 3.0: in the dialect of 3.0.3 to the word, about the same calls, and true of the same data."""

import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from click.testing import CliRunner

from api.cli.main import main
from api.document.openapi_3_0 import as_openapi_3_0
from tests.api.document.test_document import DOCUMENT, shapes
from tests.support.service import Caller

OLDER: dict[str, Any] = as_openapi_3_0(DOCUMENT)
REF = {"$ref": "#/components/schemas/MatchView"}
KEYWORDS = {
    *("title", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength"),
    *("pattern", "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties", "required", "enum", "type"),
    *("allOf", "oneOf", "anyOf", "not", "items", "properties", "additionalProperties", "description", "format"),
    *("default", "nullable", "discriminator", "readOnly", "writeOnly", "xml", "externalDocs", "example", "deprecated"),
    *("$ref", "x-anyOf"),
}
"""All keywords of a schema by OpenAPI 3.0.3, 4.7.24, and an extension of ours."""


def schemas(node: Any, path: str = "#", *, is_schema: bool = False) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema of a document, at any depth, with its place."""
    if isinstance(node, list):
        for n, part in enumerate(node):
            yield from schemas(part, f"{path}/{n}", is_schema=is_schema)
    elif isinstance(node, dict):
        if is_schema:
            yield path, node
        for key, part in node.items():
            if key in ("properties", "schemas"):
                for name, shape in part.items():
                    yield from schemas(shape, f"{path}/{key}/{name}", is_schema=True)
            elif key not in ("example", "examples", "default", "value", "discriminator"):
                inner = key == "schema" or (
                    is_schema and key in ("items", "additionalProperties", "allOf", "anyOf", "oneOf")
                )
                yield from schemas(part, f"{path}/{key}", is_schema=inner)


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ({"type": ["string", "null"], "format": "date"}, {"type": "string", "format": "date", "nullable": True}),
        ({"const": "deal"}, {"type": "string", "enum": ["deal"]}),
        ({"type": "integer", "const": 3}, {"type": "integer", "enum": [3]}),
        (REF, REF),
        ({"description": "It.", **REF}, {"description": "It.", "allOf": [REF]}),
        ({"anyOf": [REF, {"type": "null"}]}, {"allOf": [REF], "nullable": True}),
        (
            {"description": "It.", "anyOf": [REF, {"type": "null"}]},
            {"allOf": [REF], "description": "It.", "nullable": True},
        ),
        (
            {"anyOf": [REF, {"type": "integer"}, {"type": "null"}]},
            {"anyOf": [REF, {"type": "integer"}], "nullable": True},
        ),
        (
            {"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "null"}]},
            {"type": "string", "enum": ["a", None], "nullable": True},
        ),
        (
            {"description": "It.", "anyOf": [REF, {"type": "array", "items": REF}, {"type": "null"}]},
            {"description": "It.", "x-anyOf": [REF, {"type": "array", "items": REF}]},
        ),
        (
            {"anyOf": [{"type": "array", "items": REF}, {"type": "null"}]},
            {"type": "array", "items": REF, "nullable": True},
        ),
        ({"enum": [None]}, {"type": "string", "maxLength": 0, "nullable": True}),
        ({"type": "string", "examples": ["QS", "2C"]}, {"type": "string", "example": "QS"}),
        (
            {"type": "object", "properties": {"const": {"const": "x"}, "examples": {"type": ["integer", "null"]}}},
            {
                "type": "object",
                "properties": {
                    "const": {"type": "string", "enum": ["x"]},
                    "examples": {"type": "integer", "nullable": True},
                },
            },
        ),
        (
            {"type": "object", "default": {"type": ["a", "null"]}},
            {"type": "object", "default": {"type": ["a", "null"]}},
        ),
    ],
    ids=lambda shape: json.dumps(shape)[:60],
)
def test_a_schema_in_the_dialect_before(newer: dict[str, Any], older: dict[str, Any]) -> None:
    whole = as_openapi_3_0({"info": DOCUMENT["info"], "components": {"schemas": {"It": newer}}})
    assert whole["components"]["schemas"]["It"] == older


def test_every_schema_has_only_keywords_of_3_0() -> None:
    unknown = [path for path, shape in schemas(OLDER) if shape.keys() - KEYWORDS]
    assert unknown == []
    assert [path for path, shape in schemas(OLDER) if "$ref" in shape and len(shape) > 1] == []
    assert [path for path, shape in schemas(OLDER) if not isinstance(shape.get("type", ""), str)] == []
    assert [path for path, shape in schemas(OLDER) if shape.get("type") == "null"] == []


def test_what_may_be_null_says_so_beside_what_else_it_may_be() -> None:
    nullable = [(path, shape) for path, shape in schemas(OLDER) if "nullable" in shape]
    assert nullable
    assert [path for path, shape in nullable if not shape.keys() & {"type", "allOf", "anyOf"}] == []
    assert [
        path
        for path, shape in schemas(OLDER)
        if (None in shape.get("enum", ())) != ("enum" in shape and "nullable" in shape)
    ] == []


def test_every_enum_has_a_type_and_a_value() -> None:
    enums = [(path, shape) for path, shape in schemas(OLDER) if "enum" in shape]
    assert [path for path, shape in enums if "type" not in shape or shape["enum"] in ([], [None])] == []


def test_no_list_of_required_fields_is_empty() -> None:
    assert [path for path, shape in schemas(OLDER) if shape.get("required") == []] == []


def test_nothing_stands_beside_a_reference() -> None:
    assert [path for path, shape in shapes(OLDER) if isinstance(shape.get("$ref"), str) and len(shape) > 1] == []


def test_it_has_the_same_calls_and_messages() -> None:
    assert OLDER["openapi"] == "3.0.3"
    assert "webhooks" not in OLDER
    for newer, older in ((DOCUMENT["paths"], OLDER["paths"]), (DOCUMENT["webhooks"], OLDER["x-webhooks"])):
        assert newer.keys() == older.keys()
        for path, item in newer.items():
            for method, operation in item.items():
                other = older[path][method]
                assert other["operationId"] == operation["operationId"]
                assert other["responses"].keys() == operation["responses"].keys()
                assert len(other.get("parameters", ())) == len(operation.get("parameters", ()))
    assert {kind: set(each) for kind, each in DOCUMENT["components"].items()} == {
        kind: set(each) for kind, each in OLDER["components"].items()
    }


def read(shape: Any) -> Any:
    """A schema of 3.0 as JSON Schema, as generators read it: `nullable` allows null whatever stands beside it."""
    if isinstance(shape, list):
        return [read(part) for part in shape]
    if not isinstance(shape, dict):
        return shape
    rest = {
        key: part if key in ("example", "examples") else read(part) for key, part in shape.items() if key != "nullable"
    }
    return {"anyOf": [rest, {"type": "null"}]} if shape.get("nullable") is True else rest


READ = read(OLDER)


def answers() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """The schema of every body in JSON, and each of its examples."""
    for path, item in READ["paths"].items():
        for method, operation in item.items():
            bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
            for body in bodies:
                content = in_3_0(body).get("content", {}).get("application/json", {})
                several = [in_3_0(each)["value"] for each in content.get("examples", {}).values()]
                for example in [*several, *([content["example"]] if "example" in content else ())]:
                    yield f"{method} {path}", content["schema"], example


def in_3_0(shape: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in shape:
        return shape
    _, kind, name = shape["$ref"].rsplit("/", 2)
    component: dict[str, Any] = READ["components"][kind][name]
    return component


def test_every_example_fits_its_schema_in_3_0_too() -> None:
    validators: dict[str, jsonschema_rs.Validator] = {}
    seen = 0
    for name, schema, example in answers():
        key = json.dumps(schema)
        if key not in validators:
            validators[key] = jsonschema_rs.Draft4Validator({**schema, "components": READ["components"]})
        errors = [error.message for error in validators[key].iter_errors(example)]
        assert errors == [], name
        seen += 1
    assert seen > 150


def test_the_command_and_the_service_give_the_same(public: Caller) -> None:
    result = CliRunner().invoke(main, ["openapi", "--edition", "3.0"])
    assert json.loads(result.output) == OLDER
    answer = public.get("/v1/openapi-3.0.json")
    assert answer.json() == OLDER
    again = public.get("/v1/openapi-3.0.json", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")

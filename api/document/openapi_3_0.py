"""The document in OpenAPI 3.0, for generators of clients that do not read 3.1 or read it wrong.

It says the same of each call. JSON Schema as 3.1 has it is spelled in the dialect of 3.0.3: `nullable` for a null, an enum of one
value for a `const`, `allOf` around a reference that has words beside it, one example. Limits of keys are left out.
"""

from api.document.generators import TYPES
from api.document.respelling import respell
from api.document.structs import NULL, REF, Json

VERSION = "3.0.3"
SCHEMA = REF.format(name="")
MESSAGES = "x-webhooks"
"""Where messages stand, which 3.0 does not know: the extension that ReDoc reads."""
LIST_OR_ELSE = "x-anyOf"
"""Where a choice stands of which one part is a list."""


def as_openapi_3_0(whole: Json) -> Json:
    """The same document in OpenAPI 3.0, of one in 3.1. Raises ValueError if a schema has several types."""
    older = respell(whole, _schema)
    older["openapi"] = VERSION
    older["info"] = {key: part for key, part in older["info"].items() if key != "summary"}
    older["info"]["license"] = {"name": older["info"]["license"]["name"]}
    return {MESSAGES if key == "webhooks" else key: part for key, part in older.items()}


def _schema(schema: Json) -> Json:
    if "$ref" in schema:
        return _reference(schema)
    older = _untyped_choice(_or_null(_one_value(schema)))
    if older.get("required") == []:
        del older["required"]
    if isinstance(older.get("examples"), list):
        older["example"] = older.pop("examples")[0]
    older.pop("propertyNames", None)
    return older


def _reference(schema: Json) -> Json:
    """A reference with nothing beside it: 3.0 reads nothing there, and an answer has words of its own."""
    reference = {"$ref": schema["$ref"]}
    beside = {key: part for key, part in schema.items() if key != "$ref"}
    return {**beside, "allOf": [reference]} if beside and schema["$ref"].startswith(SCHEMA) else reference


def _one_value(schema: Json) -> Json:
    if schema.get("enum") == [None]:
        # Generators need a type. Beside null it allows an empty text alone.
        return {
            **{key: part for key, part in schema.items() if key != "enum"},
            "type": "string",
            "maxLength": 0,
            "nullable": True,
        }
    if "const" not in schema:
        return schema
    value = schema["const"]
    rest = {key: part for key, part in schema.items() if key != "const"}
    return {"type": TYPES[type(value)], **rest, "enum": [value]}


def _or_null(schema: Json) -> Json:
    """The schema with `nullable` in place of a type of null.

    By the letter of 3.0.3 it counts only beside a `type`. Generators read it beside `allOf` and `anyOf` too, and know no other
    way to say that a reference may be null.
    """
    if isinstance(schema.get("type"), list):
        [kind] = [each for each in schema["type"] if each != NULL["type"]]
        return {**schema, "type": kind, "nullable": True}
    if NULL not in schema.get("anyOf", ()):
        return schema
    own = {key: part for key, part in schema.items() if key != "anyOf"}
    parts = [part for part in schema["anyOf"] if part != NULL]
    if len(parts) > 1:
        return {**own, "anyOf": parts, "nullable": True}
    [part] = parts
    shape = {"allOf": [part]} if "$ref" in part else part
    values = {"enum": [*part["enum"], None]} if "enum" in part else {}
    return {**shape, **own, **values, "nullable": True}


def _untyped_choice(schema: Json) -> Json:
    """The schema with a value of any type in place of a choice between a list and something else.

    The generators of OpenAPI Generator for Java, Go and fetch write code for such a choice that does not compile.
    """
    parts = schema.get("anyOf", ())
    if all(part.get("type") != "array" for part in parts):
        return schema
    about = {"description": schema["description"]} if "description" in schema else {}
    return {**about, LIST_OR_ELSE: parts}

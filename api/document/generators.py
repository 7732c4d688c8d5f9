"""Spelling of a document that generators of clients read right, where JSON Schema leaves a choice.

Most of them were written for OpenAPI 3.0: they read an integer as one of 32 bits, and want a type of each enum. A `const` has no
enum beside it: some generators make an enum of one value of it then, in place of the value itself.
"""

from api.document.respelling import respell
from api.document.structs import Json

LARGEST_OF_32_BITS = 2**31 - 1
TYPES = {str: "string", int: "integer"}
"""The types of enums, by those of their values."""


def for_generators(whole: Json) -> Json:
    """The same document: with a type beside each enum of texts or whole numbers, and `int64` for what may be large."""
    return respell(whole, _with_type)


def _with_type(schema: Json) -> Json:
    if isinstance(schema.get("enum"), list) and "type" not in schema:
        kinds = {TYPES.get(type(value)) for value in schema["enum"]}
        if len(kinds) == 1 and None not in kinds:
            schema = {"type": kinds.pop(), **schema}
    is_integer = schema.get("type") == "integer" or schema.get("type") == ["integer", "null"]
    if is_integer and "enum" not in schema and schema.get("maximum", LARGEST_OF_32_BITS + 1) > LARGEST_OF_32_BITS:
        schema.setdefault("format", "int64")
    return schema

"""The bounds that values in requests have without saying so: numbers that every reader of JSON reads exactly, and texts without
invisible characters.
"""

from collections.abc import Iterator
from typing import Any

from api.document.structs import REF, Json
from referee.canonical_json import MOST_EXACT
from referee.characters import SEEN


def bound_requests(document: Json) -> None:
    """Adds to each schema of a number or a text that a request may have the bounds that it lacks."""
    schemas = {REF.format(name=name): schema for name, schema in document["components"]["schemas"].items()}
    remaining: list[Any] = [
        call["requestBody"] for path in document["paths"].values() for call in path.values() if "requestBody" in call
    ]
    references = set[str]()
    while remaining:
        for part in _parts(remaining.pop()):
            reference = part.get("$ref")
            if isinstance(reference, str) and reference in schemas and reference not in references:
                references.add(reference)
                remaining.append(schemas[reference])
            if _may_be("integer", part):
                part.setdefault("minimum", -MOST_EXACT)
                part.setdefault("maximum", MOST_EXACT)
            # Generators of clients take no pattern beside a format.
            if _may_be("string", part) and "format" not in part:
                part.setdefault("pattern", SEEN)
            if "propertyNames" in part:
                part["propertyNames"].setdefault("pattern", SEEN)


def _parts(whole: Any) -> Iterator[Json]:
    """Every object in a part of the document."""
    if isinstance(whole, dict):
        yield whole
        for part in whole.values():
            yield from _parts(part)
    elif isinstance(whole, list):
        for part in whole:
            yield from _parts(part)


def _may_be(name: str, schema: Json) -> bool:
    type_ = schema.get("type")
    return name in (type_ if isinstance(type_, list) else [type_]) and not {"enum", "const"} & schema.keys()

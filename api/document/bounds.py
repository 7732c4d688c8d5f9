"""The bounds of whole numbers in requests that have none of their own: what every reader of JSON reads exactly."""

from collections.abc import Iterator
from typing import Any

from api.document.structs import REF, Json
from referee.canonical_json import MOST_EXACT


def bound_integers(document: Json) -> None:
    """Adds to each schema of a whole number that a request may have the bounds that it lacks."""
    schemas = {REF.format(name=name): schema for name, schema in document["components"]["schemas"].items()}
    remaining = [
        call["requestBody"] for path in document["paths"].values() for call in path.values() if "requestBody" in call
    ]
    references = set[str]()
    while remaining:
        for part in _parts(remaining.pop()):
            reference = part.get("$ref")
            if isinstance(reference, str) and reference in schemas and reference not in references:
                references.add(reference)
                remaining.append(schemas[reference])
            if _is_integer(part):
                part.setdefault("minimum", -MOST_EXACT)
                part.setdefault("maximum", MOST_EXACT)


def _parts(whole: Any) -> Iterator[Json]:
    """Every object in a part of the document."""
    if isinstance(whole, dict):
        yield whole
        for part in whole.values():
            yield from _parts(part)
    elif isinstance(whole, list):
        for part in whole:
            yield from _parts(part)


def _is_integer(schema: Json) -> bool:
    type_ = schema.get("type")
    return "integer" in (type_ if isinstance(type_, list) else [type_]) and not {"enum", "const"} & schema.keys()

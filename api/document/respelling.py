"""Walk over a document that changes each of its schemas, and nothing that only looks like one."""

from collections.abc import Callable
from typing import Any

from api.document.structs import Json

NO_SCHEMAS = frozenset({"example", "examples", "default", "value", "mapping"})
"""Keys of values and of names, in which no schema stands."""


def respell(whole: Json, change: Callable[[Json], Json]) -> Json:
    """The same document with every object changed that may be a schema: inner ones first, a table of fields by name never."""
    return {key: _part(part, key, change) for key, part in whole.items()}


def _part(part: Any, above: str, change: Callable[[Json], Json]) -> Any:
    if isinstance(part, list):
        return [_part(item, above, change) for item in part]
    if not isinstance(part, dict) or above in NO_SCHEMAS:
        return part
    if above == "properties":
        return {name: _part(item, "", change) for name, item in part.items()}
    return change({key: _part(item, key, change) for key, item in part.items()})

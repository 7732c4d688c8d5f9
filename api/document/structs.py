"""Component schemas of structs: what is always there is required, everything is described, tuples are plain lists.

msgspec makes the schemas. It cannot know which structs only ever leave the service: of those every field is there, but for
the ones that may be unset.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.inspect import StructType, Type, multi_type_info

from referee.match.vocabulary import Event

Json = dict[str, Any]
REF = "#/components/schemas/{name}"
NULL: Json = {"type": "null"}


def ref(name: str) -> Json:
    """A reference to a component schema."""
    return {"$ref": REF.format(name=name)}


Words = Callable[[type[Struct] | None], Mapping[str, str]]
"""What the fields of a struct are: by `Struct.field`, else by `field`."""


def components(types: Iterable[type[Struct]], taken: Iterable[type[Struct]], words: Words) -> Json:
    """The schemas of these structs and of all that they hold, by name. `taken` are the bodies of requests."""
    asked = list(dict.fromkeys(types))
    _, made = msgspec.json.schema_components(asked, ref_template=REF)
    structs = {kind.__name__: kind for kind in held(asked)}
    bodies = held(taken)
    shown: Json = {}
    for name, schema in made.items():
        if name == "Struct":
            continue
        shown[name] = tidy(schema)
        del shown[name]["title"]
        kind = structs.get(name)
        if kind is not None and kind not in bodies:
            shown[name]["required"] = always(kind, shown[name])
        describe(shown[name], name, words(kind))
    return shown


def alone(kind: type[Struct]) -> Json:
    """JSON Schema of one struct by itself: without a reference to what stands beside it, where one schema says it all."""
    schema: Json = msgspec.json.schema(kind)
    inner = schema.get("$defs", {})
    return dict(inner[kind.__name__]) if set(inner) == {kind.__name__} else schema


def held(types: Iterable[Any]) -> set[type[Struct]]:
    """These structs, and every struct that they hold, at any depth."""
    found: set[type[Struct]] = set()
    waiting: list[Any] = list(multi_type_info(list(types)))
    while waiting:
        each = waiting.pop()
        if isinstance(each, StructType):
            if each.cls in found:
                continue
            found.add(each.cls)
            waiting += [field.type for field in each.fields]
        else:
            waiting += _inside(each)
    return found


def _inside(each: Type) -> list[Type]:
    inside: list[Type] = []
    for field in getattr(each, "__struct_fields__", ()):
        value = getattr(each, field)
        inside += [part for part in (value if isinstance(value, tuple) else (value,)) if isinstance(part, Type)]
    return inside


def extending(schemas: Json, kinds: Iterable[type[Struct]]) -> None:
    """Says of each of these structs that extends another one with a schema what it has beside it, and no more."""
    for kind in sorted(kinds, key=lambda kind: -len(kind.__mro__)):
        # A struct that was made by adding fields to one of the same name has one schema with it.
        base = next(parent.__name__ for parent in kind.__mro__ if parent.__name__ != kind.__name__)
        if base not in schemas or kind.__name__ not in schemas:
            continue
        whole, known = schemas[kind.__name__], schemas[base]
        own = {
            "required": [name for name in whole["required"] if name not in known["properties"]],
            "properties": {n: shape for n, shape in whole["properties"].items() if n not in known["properties"]},
        }
        schemas[kind.__name__] = beside(base, whole["description"], own)


def beside(base: str, about: str, own: Json) -> Json:
    """The schema of what has its own fields beside those of another one.

    Both stand in `allOf`: of one reference there, some generators take the reference alone for the whole.
    """
    return {"description": about, "allOf": [ref(base), {"type": "object", **own}]}


def fields_of(schema: Json) -> Json:
    """The fields that a schema has of its own."""
    own: Json = schema["allOf"][-1] if "allOf" in schema else schema
    fields: Json = own["properties"]
    return fields


def always(kind: type[Struct], schema: Json) -> list[str]:
    """The fields that are there whenever the service sends this struct."""
    config = kind.__struct_config__
    named = dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    types = msgspec.structs.fields(kind)
    kept = {
        named[field.name]
        for field in types
        if not (UnsetType in get_args(field.type) or field.default is UNSET)
        and not (config.omit_defaults and not field.required)
    }
    tag = {config.tag_field} if config.tag_field else set()
    return [name for name in schema.get("properties", {}) if name in kept | tag]


def need(schema: Json, kind: type[Event]) -> None:
    """Marks what a request has to fill in of an event, though entries from before may leave it out."""
    if kind.NEEDED:
        schema["required"] = list(dict.fromkeys([*schema.get("required", ()), *kind.NEEDED]))


def describe(schema: Json, name: str, words: Mapping[str, str]) -> None:
    """Gives each property its words where it has none of its own."""
    for field, shape in schema.get("properties", {}).items():
        said = words.get(f"{name}.{field}") or words.get(field)
        if said and "description" not in shape:
            schema["properties"][field] = {"description": said, **shape}


def tidy(schema: Any) -> Any:
    """A schema as people and programs read it best: one-line descriptions, a tag as `const`, tuples as lists of a length."""
    if isinstance(schema, list):
        return [tidy(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    shown = {key: tidy(value) for key, value in schema.items()}
    if isinstance(shown.get("description"), str):
        shown["description"] = re.sub(r"\s*\n\s*", " ", shown["description"]).strip()
    if "prefixItems" in shown:
        # Programs that make clients know no tuples. A list whose length is fixed says nearly as much.
        kinds = [item for n, item in enumerate(shown["prefixItems"]) if item not in shown["prefixItems"][:n]]
        del shown["prefixItems"]
        shown["items"] = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    elif shown.get("items") is False:
        shown["items"] = {}
    if shown.get("default") == {}:
        # Programs that make clients give a field such a default as it stands, though its type is a class.
        del shown["default"]
    if "type" not in shown and all(isinstance(word, str) for word in shown.get("enum", (None,))):
        shown = {"type": "string", **shown}
    return shown


def slim(shape: Any) -> Any:
    """The same schema, with null among the types where a type is all that it is beside.

    That what is left out is null goes without saying.
    """
    if isinstance(shape, list):
        return [slim(part) for part in shape]
    if not isinstance(shape, dict):
        return shape
    shown = {key: slim(part) for key, part in shape.items()}
    if NULL in shown.get("anyOf", ()):
        shown = {**either_or_null(shown.pop("anyOf")), **shown}
        if shown.get("default", ()) is None:
            del shown["default"]
    return shown


def either_or_null(parts: list[Json]) -> Json:
    """One of these shapes: in one, where all that is added to it is null."""
    rest = [part for part in parts if part != NULL]
    if len(rest) == 1 and len(parts) == 2 and isinstance(rest[0].get("type"), str) and not rest[0].keys() & ONLY:
        return {**rest[0], "type": [rest[0]["type"], "null"]}
    return {"anyOf": parts}


ONLY = frozenset({"enum", "const"})
"""What null would have to be among, beside the types."""

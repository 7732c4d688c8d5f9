"""Component schemas of structs: fields that are always present are required, all are described, tuples are plain lists.

msgspec makes the schemas. It cannot know which structs the service only sends: every field of those is present, except those
that may be unset.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.inspect import StructType, Type, multi_type_info

from referee.match.events import Event

Json = dict[str, Any]
REF = "#/components/schemas/{name}"
NULL: Json = {"type": "null"}


def ref(name: str) -> Json:
    """A reference to a component schema."""
    return {"$ref": REF.format(name=name)}


Words = Callable[[type[Struct] | None], Mapping[str, str]]
"""Returns the descriptions of a struct's fields, by `Struct.field`, else by `field`."""


def components(types: Iterable[type[Struct]], body_types: Iterable[type[Struct]], words: Words) -> Json:
    """The schemas of these structs and of all that they hold, by name. `body_types` are the bodies of requests."""
    kinds = list(dict.fromkeys(types))
    raw_schemas = standard(msgspec.json.schema_components(kinds, ref_template=REF)[1])
    structs = {kind.__name__: kind for kind in with_inner(kinds)}
    bodies = with_inner(body_types)
    shapes: Json = {}
    for name, schema in raw_schemas.items():
        if name == "Struct":
            continue
        shapes[name] = tidy(schema)
        del shapes[name]["title"]
        kind = structs.get(name)
        if kind is not None and kind not in bodies:
            shapes[name]["required"] = always(kind, shapes[name])
        describe(shapes[name], name, words(kind))
    return shapes


def alone(kind: type[Struct]) -> Json:
    """The JSON Schema of one struct, without `$defs` if it refers to no other one."""
    schema: Json = msgspec.json.schema(kind)
    inner = schema.get("$defs", {})
    return dict(inner[kind.__name__]) if set(inner) == {kind.__name__} else schema


def with_inner(types: Iterable[Any]) -> set[type[Struct]]:
    """These structs, and every struct that they hold, at any depth."""
    structs: set[type[Struct]] = set()
    waiting: list[Any] = list(multi_type_info(list(types)))
    while waiting:
        each = waiting.pop()
        if isinstance(each, StructType):
            if each.cls in structs:
                continue
            structs.add(each.cls)
            waiting += [field.type for field in each.fields]
        else:
            waiting += _inside(each)
    return structs


def _inside(each: Type) -> list[Type]:
    inside: list[Type] = []
    for field in getattr(each, "__struct_fields__", ()):
        value = getattr(each, field)
        inside += [part for part in (value if isinstance(value, tuple) else (value,)) if isinstance(part, Type)]
    return inside


def extending(schemas: Json, kinds: Iterable[type[Struct]]) -> None:
    """Reduces the schema of each struct that extends another one with a schema to its own fields."""
    for kind in sorted(kinds, key=lambda kind: -len(kind.__mro__)):
        # A struct that only adds fields to one of the same name shares its schema.
        base = next(parent.__name__ for parent in kind.__mro__ if parent.__name__ != kind.__name__)
        if base not in schemas or kind.__name__ not in schemas:
            continue
        whole, base_schema = schemas[kind.__name__], schemas[base]
        own = {
            "required": [name for name in whole["required"] if name not in base_schema["properties"]],
            "properties": {n: shape for n, shape in whole["properties"].items() if n not in base_schema["properties"]},
        }
        schemas[kind.__name__] = beside(base, whole["description"], own)


def beside(base: str, about: str, own: Json) -> Json:
    """The schema that adds its own fields to those of another one.

    Both stand in `allOf`: from a single reference there, some generators take the referenced schema as the whole.
    """
    return {"description": about, "allOf": [ref(base), {"type": "object", **own}]}


def fields_of(schema: Json) -> Json:
    """The fields that a schema defines itself."""
    own: Json = schema["allOf"][-1] if "allOf" in schema else schema
    fields: Json = own["properties"]
    return fields


def always(kind: type[Struct], schema: Json) -> list[str]:
    """The fields that are present whenever the service sends this struct."""
    config = kind.__struct_config__
    encoded_names = dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    types = msgspec.structs.fields(kind)
    present = {
        encoded_names[field.name]
        for field in types
        if not (UnsetType in get_args(field.type) or field.default is UNSET)
        and not (config.omit_defaults and not field.required)
    }
    tag = {config.tag_field} if config.tag_field else set()
    return [name for name in schema.get("properties", {}) if name in present | tag]


def need(schema: Json, kind: type[Event]) -> None:
    """Marks the fields of an event that a request must fill in, though old entries may lack them."""
    if kind.NEEDED:
        schema["required"] = list(dict.fromkeys([*schema.get("required", ()), *kind.NEEDED]))


def leave_out(schema: Json, kind: type[Event]) -> None:
    """Removes the fields of an event that the service fills in, and that a request may not have."""
    for field in kind.FILLED_IN:
        del schema["properties"][field]


def describe(schema: Json, name: str, words: Mapping[str, str]) -> None:
    """Adds a description to each property without one."""
    for field, shape in schema.get("properties", {}).items():
        about = words.get(f"{name}.{field}") or words.get(field)
        if about and "description" not in shape:
            schema["properties"][field] = {"description": about, **shape}


def standard(schema: Any) -> Any:
    """A schema with the regular expressions of the standard.

    There `$` is the end of a text. In Python it also stands before a last line break, and only `\\Z` is the end.
    """
    if isinstance(schema, list | tuple):
        return [standard(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: re.sub(r"\\Z$", "$", part) if key == "pattern" and isinstance(part, str) else standard(part)
        for key, part in schema.items()
    }


def tidy(schema: Any) -> Any:
    """Normalizes a schema for people and programs: one-line descriptions, a tag as `const`, tuples as lists of a length."""
    if isinstance(schema, list):
        return [tidy(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    clean = {key: tidy(value) for key, value in schema.items()}
    if isinstance(clean.get("description"), str):
        clean["description"] = re.sub(r"\s*\n\s*", " ", clean["description"]).strip()
    if "prefixItems" in clean:
        # Generators of clients know no tuples. A list of a fixed length says nearly as much.
        kinds = [item for n, item in enumerate(clean["prefixItems"]) if item not in clean["prefixItems"][:n]]
        del clean["prefixItems"]
        clean["items"] = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    elif clean.get("items") is False:
        clean["items"] = {}
    if clean.get("default") == {}:
        # Generators of clients copy such a default literally, though the type of the field is a class.
        del clean["default"]
    return clean


def slim(shape: Any) -> Any:
    """Shortens `anyOf` with null to a list of types if the other shape is a plain type, and drops defaults of null.

    The document says once that omitted nullable fields are null.
    """
    if isinstance(shape, list):
        return [slim(part) for part in shape]
    if not isinstance(shape, dict):
        return shape
    slim_shape = {key: slim(part) for key, part in shape.items()}
    if NULL in slim_shape.get("anyOf", ()):
        slim_shape = {**either_or_null(slim_shape.pop("anyOf")), **slim_shape}
        if slim_shape.get("default", ()) is None:
            del slim_shape["default"]
    return slim_shape


def either_or_null(parts: list[Json]) -> Json:
    """A choice of these shapes: a single shape if the other one is null."""
    rest = [part for part in parts if part != NULL]
    if len(rest) == 1 and len(parts) == 2 and isinstance(rest[0].get("type"), str) and not rest[0].keys() & ONLY:
        return {**rest[0], "type": [rest[0]["type"], "null"]}
    return {"anyOf": parts}


ONLY = frozenset({"enum", "const"})
"""Keys that would have to list null too, beside `type`."""

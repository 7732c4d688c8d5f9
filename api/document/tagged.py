"""Unions that programs tell apart by a tag: one schema for each tag, with the fields of every game that uses it.

Games share tags and differ in fields (`deal`, `take`, `count`). A program that reads such a union struct by struct takes
one game's event for another's. So each tag has one schema, and each field says which games have it.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from api.document.structs import Json, ref
from referee.match.entries import CONFIRMS
from referee.match.registry import tag

NULL: Json = {"type": "null"}
Users = Mapping[type[Struct], Sequence[str]]
"""By struct, the rulesets that have it; none for one that all have."""


def by_tag(kinds: Iterable[type[Struct]]) -> dict[str, list[type[Struct]]]:
    """These structs by their tag."""
    found: dict[str, list[type[Struct]]] = {}
    for kind in kinds:
        found.setdefault(tag(kind), []).append(kind)
    return found


def named(word: str, suffix: str) -> str:
    """The name of a tag's schema: `short_hand`, "Event" -> `ShortHandEvent`."""
    return "".join(part.title() for part in word.split("_")) + suffix


def merged(word: str, field: str, kinds: Sequence[type[Struct]], schemas: Json, users: Users) -> Json:
    """The one schema of a tag, from those of its structs."""
    whole = [schemas[kind.__name__] for kind in kinds]
    properties: Json = {field: {"const": word, "type": "string", "description": "Which it is."}}
    for schema in whole:
        for name, shape in schema["properties"].items():
            if name != field:
                properties[name] = _joined(properties.get(name), shape)
    for name, shape in properties.items():
        having = [kind for kind in kinds if name in schemas[kind.__name__]["properties"]]
        if where := _where(having, users) if len(having) < len(kinds) else "":
            properties[name] = {**shape, "description": f"{shape.get('description', '')} {where}".strip()}
    needed = [name for name in properties if all(name in (field, *schema.get("required", ())) for schema in whole)]
    about = " ".join(dict.fromkeys(schema.get("description", "") for schema in whole)).strip()
    return {
        "type": "object",
        "description": f"{about} {_where(kinds, users)}".strip(),
        "required": needed,
        "properties": properties,
        **({"additionalProperties": False} if all(s.get("additionalProperties") is False for s in whole) else {}),
    }


def _joined(known: Json | None, shape: Json) -> Json:
    """A field that takes what either of two shapes takes."""
    if known is None or _bare(known) == _bare(shape):
        return known or shape
    either = [*known["anyOf"]] if set(_bare(known)) == {"anyOf"} else [_bare(known)]
    parts = shape["anyOf"] if set(_bare(shape)) == {"anyOf"} else [_bare(shape)]
    either += [part for part in parts if part not in either]
    about = known.get("description") or shape.get("description")
    return {**({"description": about} if about else {}), "anyOf": either}


def _bare(shape: Json) -> Json:
    return {key: value for key, value in shape.items() if key not in ("description", "default", "examples")}


def _where(kinds: Iterable[type[Struct]], users: Users) -> str:
    """In which rulesets these structs are found; nothing where one of them is found in all."""
    having = [users.get(kind, ()) for kind in kinds]
    if not all(having):
        return ""
    return "In " + ", ".join(f"`{ruleset}`" for ruleset in sorted({name for names in having for name in names})) + "."


def union(field: str, members: Mapping[str, str], about: str) -> Json:
    """One of several schemas, told apart by a field; `members` maps its values to their names."""
    return {
        "description": about,
        "oneOf": [ref(name) for name in dict.fromkeys(members.values())],
        "discriminator": {
            "propertyName": field,
            "mapping": {value: ref(name)["$ref"] for value, name in members.items()},
        },
    }


def nullable(shape: Json) -> Json:
    """The shape, or null: hidden from who reads it."""
    bare = _bare(shape)
    if NULL in bare.get("anyOf", ()) or "null" in bare.get("type", ()):
        return shape
    about = {"description": shape["description"]} if "description" in shape else {}
    if "anyOf" in bare:
        return {**about, "anyOf": [*bare["anyOf"], NULL]}
    if isinstance(bare.get("type"), str) and "enum" not in bare and "const" not in bare:
        return {**about, **bare, "type": [bare["type"], "null"]}
    return {**about, "anyOf": [bare, NULL]}


STORED: Json = {
    "type": "object",
    "description": "What is stored with every entry of a log.",
    "required": ["version", "recorded_at", "recorded_by", "hash"],
    "properties": {
        "version": {"type": "integer", "minimum": 1, "description": "The version of the log that this entry made."},
        "recorded_at": {"type": "string", "format": "date-time", "description": "When it was stored (RFC 3339, UTC)."},
        "recorded_by": {"type": "string", "description": "Who recorded it: a role, and the id of a token."},
        "hash": {
            "type": ["string", "null"],
            "pattern": "^[0-9a-f]{64}$",
            "description": "SHA-256 that chains it to the entry before; null while the hand is hidden.",
        },
    },
}
"""The schema `Stored`."""


def entry(schema: Json, facts: Json) -> Json:
    """The schema of an event as it is stored and shown: its own fields, null where hidden, and what was stored with it."""
    named = {CONFIRMS if name == "version" else name: shape for name, shape in schema["properties"].items()}
    own = {name: shape if name == "type" else nullable(shape) for name, shape in named.items()}
    followed = {"type": "array", "items": facts, "description": "What followed from it, by the rules of its day."}
    return {
        "description": schema["description"],
        "allOf": [
            ref("Stored"),
            {"type": "object", "required": ["type", "facts"], "properties": own | {"facts": followed}},
        ],
    }

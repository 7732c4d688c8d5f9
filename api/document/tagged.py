"""Unions that programs tell apart by a tag: one schema for each tag, with the fields of every game that uses it.

Games share tags and differ in fields (`deal`, `take`, `count`). A program that reads such a union struct by struct mistakes
one game's event for another's. So each tag has one schema, and each field says which games have it.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from api.document.structs import NULL, Json, always, beside, either_or_null, ref
from referee.championship.events import Decision
from referee.match.entries import CONFIRMS
from referee.match.events import Event
from referee.match.registry import rulesets, tag

Users = Mapping[type[Struct], Sequence[str]]
"""The rulesets with each struct; none for a struct that all have."""


def by_tag(kinds: Iterable[type[Struct]]) -> dict[str, list[type[Struct]]]:
    """Groups these structs by their tags."""
    kinds_by_tag: dict[str, list[type[Struct]]] = {}
    for kind in kinds:
        kinds_by_tag.setdefault(tag(kind), []).append(kind)
    return kinds_by_tag


def schema_name(word: str, suffix: str) -> str:
    """The name of a tag's schema: `short_hand`, "Event" -> `ShortHandEvent`."""
    return "".join(part.title() for part in word.split("_")) + suffix


def merge_structs(word: str, field: str, kinds: Sequence[type[Struct]], schemas: Json, users: Users) -> Json:
    """The schema of a tag, merged from those of its structs."""
    tag_field: Json = {field: {"const": word, "type": "string", "description": "Which it is."}}
    return _one(tag_field, kinds, schemas, users)


def join_untagged(kinds: Sequence[type[Struct]], schemas: Json, users: Users) -> Json:
    """The schema of structs without tags that several games use in the same place."""
    return _one({}, kinds, schemas, users)


def _one(properties: Json, kinds: Sequence[type[Struct]], schemas: Json, users: Users) -> Json:
    whole = [schemas[kind.__name__] for kind in kinds]
    tags = tuple(properties)
    for schema in whole:
        for name, shape in schema["properties"].items():
            if name not in tags:
                properties[name] = _both(properties.get(name), shape)
    for name, shape in properties.items():
        having = [kind for kind in kinds if name in schemas[kind.__name__]["properties"]]
        if where := _where(having, users) if len(having) < len(kinds) else "":
            properties[name] = {**shape, "description": f"{shape.get('description', '')} In {where}.".strip()}
    sure = [name for name in properties if all(name in (*tags, *schema.get("required", ())) for schema in whole)]
    return {
        "type": "object",
        "description": _about(kinds, schemas, users),
        **({"required": sure} if sure else {}),
        "properties": properties,
        **({"additionalProperties": False} if all(s.get("additionalProperties") is False for s in whole) else {}),
    }


def _about(kinds: Sequence[type[Struct]], schemas: Json, users: Users) -> str:
    """The descriptions of the structs, each with its games if they differ."""
    abouts: dict[str, list[type[Struct]]] = {}
    for kind in kinds:
        abouts.setdefault(schemas[kind.__name__].get("description", ""), []).append(kind)
    if len(abouts) == 1:
        [(about, having)] = abouts.items()
        where = _where(having, users)
        return f"{about} In {where}." if where else about
    return " ".join(f"In {_where(having, users)}: {about}" for about, having in abouts.items())


def _both(first: Json | None, shape: Json) -> Json:
    """The shape of a field that takes the values of either shape."""
    if first is None or _bare(first) == _bare(shape):
        return first or shape
    either = [*first["anyOf"]] if set(_bare(first)) == {"anyOf"} else [_bare(first)]
    parts = shape["anyOf"] if set(_bare(shape)) == {"anyOf"} else [_bare(shape)]
    either += [part for part in parts if part not in either]
    about = first.get("description") or shape.get("description")
    return {**({"description": about} if about else {}), **either_or_null(either)}


def _bare(shape: Json) -> Json:
    return {key: value for key, value in shape.items() if key not in ("description", "default", "examples")}


def _where(kinds: Iterable[type[Struct]], users: Users) -> str:
    """The rulesets with these structs, `casino.*` for all of a family; an empty text if all have one of them."""
    having = [users.get(kind, ()) for kind in kinds]
    if not all(having):
        return ""
    ids = {name for names in having for name in names}
    words = set()
    for name in ids:
        family = {other for other in rulesets() if other.partition(".")[0] == name.partition(".")[0]}
        words.add(f"{name.partition('.')[0]}.*" if len(family) > 1 and family <= ids else name)
    return ", ".join(f"`{word}`" for word in sorted(words))


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
    """The shape, or null for a value that is hidden from the reader."""
    bare = _bare(shape)
    if NULL in bare.get("anyOf", ()) or "null" in bare.get("type", ()):
        return shape
    about = {"description": shape["description"]} if "description" in shape else {}
    return {**about, **either_or_null([*bare["anyOf"], NULL] if "anyOf" in bare else [bare, NULL])}


def stored_fields(facts: Json) -> Json:
    """The schema of the fields that are stored with every entry of a log."""
    version = {"type": "integer", "minimum": 1, "description": "The version of the log that this entry made."}
    when = {"type": "string", "format": "date-time", "description": "When it was stored (RFC 3339, UTC)."}
    sha = {
        "type": ["string", "null"],
        "pattern": "^[0-9a-f]{64}$",
        "description": "SHA-256 that chains it to the entry before; null while the hand is hidden.",
    }
    return {
        "type": "object",
        "description": "What is stored with every entry of a log.",
        "required": ["version", "recorded_at", "recorded_by", "hash", "facts"],
        "properties": {
            "version": version,
            "recorded_at": when,
            "recorded_by": {"type": "string", "description": "Who recorded it: a role, and the id of a token."},
            "hash": sha,
            "facts": {
                "description": "What followed from it, by the rules of its day.",
                "type": "array",
                "items": facts,
            },
            "names": {
                "type": ["object", "null"],
                "additionalProperties": {"type": ["string", "null"]},
                "description": "In streams: the names of the people in it, by id; null for an erased one. In no log or hash.",
            },
        },
    }


def _hidden_fields(kind: type[Struct]) -> tuple[str, ...]:
    """The fields of an event that some readers get null for."""
    if issubclass(kind, Decision):
        return kind.SECRET
    return kind.HIDDEN if issubclass(kind, Event) else ()


def entry(schema: Json, base: str, kinds: Sequence[type[Struct]], schemas: Json) -> Json:
    """The schema of an event of these kinds as it is stored and shown, added to the fields that all entries have.

    Optional fields may be null; a field that is always present may be null if its kind may hide it.
    """
    sure = [
        name for name in schema["properties"] if all(name in always(kind, schemas[kind.__name__]) for kind in kinds)
    ]
    hideable = {name for kind in kinds for name in _hidden_fields(kind)}
    own = {
        CONFIRMS if name == "version" else name: shape if name in sure and name not in hideable else nullable(shape)
        for name, shape in schema["properties"].items()
    }
    return beside(base, schema["description"], {"required": sure, "properties": own})

"""The answers of `dry_run` in the document: the write's own answer, any part of which may be null.

Null stands for values that only the write can know: new ids, hashes, times, outcomes of chance. So each schema in the answer of a
write has a twin, in which everything but the tags of its kinds may be null. For a union of many kinds (an entry, a fact, a view)
the twin has the tag and the fields that all kinds share: the rest is as in the kind itself, or null.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from api.document.structs import REF, Json, ref
from api.document.tagged import nullable
from api.http.describe import Doc

WOULD_BE = "With `dry_run=true`: what the write would answer, null where only the write can know. Nothing is stored."
TRIED = "2XX"
"""The place of the answer of a dry run, 200, beside a write that answers 201 or 204. Generators of clients take the lowest status
of success for the type of the call: that must be the write's own.
"""
SUFFIX = "Tried"
"""The end of a twin's name."""
ABOUT = "As a dry run answers: null where only the write can know."
ASKED = frozenset({"AnyParams", "FormatOptions"})
"""Schemas without twins: the request or the rules give all of their values, the write none."""
ALTERNATIVES = ("allOf", "anyOf", "oneOf")


def answers(doc: Doc, responses: Json) -> Json:
    """Adds the answer of the dry run to those of a write."""
    [status] = [str(status) for status in doc.answers if 200 <= status < 300]
    answer_type = doc.answers[int(status)].type
    twin: Json = {"enum": [None]} if answer_type is None else ref(answer_type.__name__ + SUFFIX)
    own = responses[status]
    if status == "200":
        own["description"] += f" {WOULD_BE}"
        content = own["content"]["application/json"]
        content["schema"] = {"anyOf": [content["schema"], twin]}
        return responses
    media_type = own.get("content", {}).get("application/json", {"example": None})
    content_of_twin = {"schema": twin} | {key: value for key, value in media_type.items() if key != "schema"}
    return responses | {TRIED: {"description": WOULD_BE, "content": {"application/json": content_of_twin}}}


def with_twins(schemas: Json, docs: Iterable[Doc]) -> Json:
    """Adds a twin of each schema in the answers of these writes, and of all that those refer to."""
    roots = {answer.type.__name__ for doc in docs for answer in doc.answers.values() if answer.type is not None}
    names = {name for name in _reach(schemas, roots) if _has_parts(schemas[name]) and name not in ASKED}
    twins = {f"{name}{SUFFIX}": _twin(schemas[name], schemas, names) for name in names}
    for shape in twins.values():
        shape["description"] = f"{shape['description']} {ABOUT}"
    return dict(sorted((schemas | twins).items()))


def _reach(schemas: Json, roots: Iterable[str]) -> set[str]:
    """The names of these schemas, and of all to which their twins refer."""
    waiting, names = list(roots), set(roots)
    while waiting:
        for name in _names(schemas[waiting.pop()], schemas):
            if name not in names and name not in ASKED:
                names.add(name)
                waiting.append(name)
    return names


def _bases(union: Json, schemas: Json) -> list[str]:
    """The names of the schemas that all kinds of a union extend."""
    kinds = [schemas[_name(target)] for target in union["discriminator"]["mapping"].values()]
    bases_by_kind = [[_name(part["$ref"]) for part in kind.get("allOf", ()) if "$ref" in part] for kind in kinds]
    return [name for name in bases_by_kind[0] if all(name in others for others in bases_by_kind)]


def _name(target: str) -> str:
    return target.rpartition("/")[2]


def _names(shape: Any, schemas: Json) -> Iterator[str]:
    parts = shape.values() if isinstance(shape, dict) else shape if isinstance(shape, list) else ()
    if isinstance(shape, dict) and "discriminator" in shape:
        yield from _bases(shape, schemas)
        return
    if isinstance(shape, dict) and isinstance(shape.get("$ref"), str):
        yield _name(shape["$ref"])
    for part in parts:
        yield from _names(part, schemas)


def _has_parts(shape: Json) -> bool:
    """True if a part of such a value can be null: a text or a number is null as a whole."""
    return any(key in shape for key in ("properties", "items", "additionalProperties", "$ref", *ALTERNATIVES))


def _twin(shape: Json, schemas: Json, twin_names: Collection[str]) -> Json:
    """The shape with everything nullable but its tag."""
    if "discriminator" in shape:
        return _any_kind(shape, schemas)
    twin = dict(shape)
    if "$ref" in shape:
        twin["$ref"] = _rename(shape["$ref"], twin_names)
    if "properties" in shape:
        twin["properties"] = {
            name: part if "const" in part else nullable(_twin(part, schemas, twin_names))
            for name, part in shape["properties"].items()
        }
    for inner in ("items", "additionalProperties"):
        if isinstance(shape.get(inner), dict):
            twin[inner] = nullable(_twin(shape[inner], schemas, twin_names)) if shape[inner] else shape[inner]
    for either in ALTERNATIVES:
        if either in shape:
            twin[either] = [_twin(part, schemas, twin_names) for part in shape[either]]
    return twin


def _any_kind(union: Json, schemas: Json) -> Json:
    """The shape that all kinds of a union share, with the tag."""
    selector = union["discriminator"]
    tag = {"type": "string", "description": "Which it is."}
    about = {"description": union["description"]} if "description" in union else {}
    own = {
        "required": [selector["propertyName"]],
        "properties": {selector["propertyName"]: tag},
        "additionalProperties": True,
    }
    bases = [ref(name + SUFFIX) for name in _bases(union, schemas)]
    return about | ({"allOf": [*bases, {"type": "object", **own}]} if bases else {"type": "object", **own})


def _rename(target: str, twin_names: Collection[str]) -> str:
    name = _name(target)
    return REF.format(name=f"{name}{SUFFIX}") if name in twin_names else target

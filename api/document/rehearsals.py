"""How the document describes what `dry_run` answers: the write's own answer, any part of which may be null.

Null stands where only the write can know: new ids, hashes, times, what chance decides. So each schema that a write answers with
has a twin, in which everything may be null but the tags that tell its kinds apart. Of what is one of many kinds (an entry, a
fact, a view) the twin has the tag and what all kinds share: the rest is as in the kind itself, or null.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from api.document.structs import NULL, REF, Json, ref
from api.document.tagged import nullable
from api.http.describe import Doc

WOULD_BE = "With `dry_run=true`: what the write would answer, null where only the write can know. Nothing is stored."
SUFFIX = "Tried"
"""Ends the name of a twin."""
ABOUT = "As a dry run answers: null where only the write can know."
ASKED = frozenset({"AnyParams", "FormatOptions"})
"""What the request says, or the rules fill in: no part of it is for the write to make up."""
ALTERNATIVES = ("allOf", "anyOf", "oneOf")


def answers(doc: Doc, responses: Json) -> Json:
    """The answers of a write, and beside them that of its dry run."""
    [status] = [str(status) for status in doc.answers if 200 <= status < 300]
    given = doc.answers[int(status)].type
    twin: Json = NULL if given is None else ref(given.__name__ + SUFFIX)
    own = responses[status]
    if status == "200":
        own["description"] += f" {WOULD_BE}"
        content = own["content"]["application/json"]
        content["schema"] = {"anyOf": [content["schema"], twin]}
        return responses
    exemplified = own.get("content", {}).get("application/json", {"example": None})
    shown = {"schema": twin} | {key: value for key, value in exemplified.items() if key != "schema"}
    return {"200": {"description": WOULD_BE, "content": {"application/json": shown}}} | responses


def with_twins(schemas: Json, docs: Iterable[Doc]) -> Json:
    """The schemas, with a twin of each that these writes answer with, and of all that those hold."""
    roots = {answer.type.__name__ for doc in docs for answer in doc.answers.values() if answer.type is not None}
    twinned = {name for name in _reached(schemas, roots) if _has_parts(schemas[name]) and name not in ASKED}
    made = {f"{name}{SUFFIX}": _twin(schemas[name], schemas, twinned) for name in twinned}
    for shape in made.values():
        shape["description"] = f"{shape['description']} {ABOUT}"
    return dict(sorted((schemas | made).items()))


def _reached(schemas: Json, roots: Iterable[str]) -> set[str]:
    """The names of these schemas, and of all that their twins refer to."""
    waiting, found = list(roots), set(roots)
    while waiting:
        for name in _names(schemas[waiting.pop()], schemas):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return found


def _bases(union: Json, schemas: Json) -> list[str]:
    """The names of the schemas that all kinds of a union extend."""
    kinds = [schemas[_name(target)] for target in union["discriminator"]["mapping"].values()]
    extended = [[_name(part["$ref"]) for part in kind.get("allOf", ()) if "$ref" in part] for kind in kinds]
    return [name for name in extended[0] if all(name in others for others in extended)]


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
    """Whether part of such a value can be null: a text or a number is null as a whole."""
    return any(key in shape for key in ("properties", "items", "additionalProperties", "$ref", *ALTERNATIVES))


def _twin(shape: Json, schemas: Json, twinned: Collection[str]) -> Json:
    """The shape with everything nullable in it but its tag."""
    if "discriminator" in shape:
        return _any_kind(shape, schemas)
    twin = dict(shape)
    if "$ref" in shape:
        twin["$ref"] = _renamed(shape["$ref"], twinned)
    if "properties" in shape:
        twin["properties"] = {
            name: part if "const" in part else nullable(_twin(part, schemas, twinned))
            for name, part in shape["properties"].items()
        }
    for inner in ("items", "additionalProperties"):
        if isinstance(shape.get(inner), dict):
            twin[inner] = nullable(_twin(shape[inner], schemas, twinned)) if shape[inner] else shape[inner]
    for either in ALTERNATIVES:
        if either in shape:
            twin[either] = [_twin(part, schemas, twinned) for part in shape[either]]
    return twin


def _any_kind(union: Json, schemas: Json) -> Json:
    """What all kinds of a union share, with the tag."""
    told = union["discriminator"]
    tag = {"type": "string", "description": "Which it is."}
    about = {"description": union["description"]} if "description" in union else {}
    own = {"required": [told["propertyName"]], "properties": {told["propertyName"]: tag}, "additionalProperties": True}
    shared = [ref(name + SUFFIX) for name in _bases(union, schemas)]
    return about | ({"allOf": [*shared, {"type": "object", **own}]} if shared else {"type": "object", **own})


def _renamed(target: str, twinned: Collection[str]) -> str:
    name = _name(target)
    return REF.format(name=f"{name}{SUFFIX}") if name in twinned else target

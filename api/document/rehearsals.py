"""How the document describes what `dry_run` answers: the write's own answer, any part of which may be null.

Null stands where only the write can know: new ids, hashes, times, what chance decides. So each schema that a write answers with
has a twin, in which everything may be null but the tags that tell its kinds apart.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from api.document.structs import REF, Json, ref
from api.document.tagged import NULL, nullable
from api.http.describe import Doc

WOULD_BE = "With `dry_run=true`: what the write would answer, null where only the write can know. Nothing is stored."
SUFFIX = "Tried"
"""Ends the name of a twin."""
ABOUT = "As a dry run answers: null where only the write can know."
ALTERNATIVES = ("allOf", "anyOf", "oneOf")


def answers(doc: Doc, responses: Json) -> Json:
    """The answers of a write, and beside them that of its dry run."""
    [status] = [str(status) for status in doc.answers if 200 <= status < 300]
    given = doc.answers[int(status)].type
    twin: Json = NULL if given is None else {"anyOf": [ref(given.__name__ + SUFFIX), NULL]}
    own = responses[status]
    if status == "200":
        own["description"] += f" {WOULD_BE}"
        content = own["content"]["application/json"]
        content["schema"] = {"anyOf": [content["schema"], *twin.get("anyOf", [twin])]}
        return responses
    exemplified = own.get("content", {}).get("application/json", {"example": None})
    shown = {"schema": twin} | {key: value for key, value in exemplified.items() if key != "schema"}
    return {"200": {"description": WOULD_BE, "content": {"application/json": shown}}} | responses


def with_twins(schemas: Json, docs: Iterable[Doc]) -> Json:
    """The schemas, with a twin of each that these writes answer with, and of all that those hold."""
    roots = {answer.type.__name__ for doc in docs for answer in doc.answers.values() if answer.type is not None}
    twinned = {name for name in _reached(schemas, roots) if _has_parts(schemas[name])}
    tags = _tags(schemas)
    made = {f"{name}{SUFFIX}": _twin(schemas[name], twinned, tags.get(name, "")) for name in twinned}
    for shape in made.values():
        shape["description"] = f"{shape['description']} {ABOUT}"
    return dict(sorted((schemas | made).items()))


def _reached(schemas: Json, roots: Iterable[str]) -> set[str]:
    """The names of these schemas, and of all that they refer to."""
    waiting, found = list(roots), set(roots)
    while waiting:
        for name in _names(schemas[waiting.pop()]):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return found


def _names(shape: Any) -> Iterator[str]:
    parts = shape.values() if isinstance(shape, dict) else shape if isinstance(shape, list) else ()
    if isinstance(shape, dict) and isinstance(shape.get("$ref"), str):
        yield shape["$ref"].rpartition("/")[2]
    for part in parts:
        yield from _names(part)


def _has_parts(shape: Json) -> bool:
    """Whether part of such a value can be null: a text or a number is null as a whole."""
    return any(key in shape for key in ("properties", "items", "additionalProperties", "$ref", *ALTERNATIVES))


def _tags(schemas: Json) -> dict[str, str]:
    """The field that tells a schema from others of its union, by the schema's name."""
    return {
        target.rpartition("/")[2]: shape["discriminator"]["propertyName"]
        for shape in schemas.values()
        if "discriminator" in shape
        for target in shape["discriminator"]["mapping"].values()
    }


def _twin(shape: Json, twinned: Collection[str], tag: str = "") -> Json:
    """The shape with everything nullable in it but its tag."""
    twin = dict(shape)
    if "$ref" in shape:
        twin["$ref"] = _renamed(shape["$ref"], twinned)
    if "properties" in shape:
        twin["properties"] = {
            name: part if name == tag or "const" in part else nullable(_twin(part, twinned))
            for name, part in shape["properties"].items()
        }
    for inner in ("items", "additionalProperties"):
        if isinstance(shape.get(inner), dict):
            twin[inner] = nullable(_twin(shape[inner], twinned)) if shape[inner] else shape[inner]
    for either in ALTERNATIVES:
        if either in shape:
            twin[either] = [_twin(part, twinned, tag) for part in shape[either]]
    if "discriminator" in shape:
        told = shape["discriminator"]
        mapping = {value: _renamed(target, twinned) for value, target in told["mapping"].items()}
        twin["discriminator"] = {**told, "mapping": mapping}
    return twin


def _renamed(target: str, twinned: Collection[str]) -> str:
    name = target.rpartition("/")[2]
    return REF.format(name=f"{name}{SUFFIX}") if name in twinned else target

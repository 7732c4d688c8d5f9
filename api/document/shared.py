"""What operations share, described once: parameters, headers, refusals and large examples, which operations refer to."""

from collections.abc import Iterable
from typing import Any

import msgspec

from api.document import problems
from api.document.structs import Json, ref
from api.http.parameters import Param
from api.http.problems import MEANINGS, PROBLEM_JSON, STATUSES

LARGE = 200
"""Characters of JSON from which an example is described once, and referred to."""


class Shared:
    """The components of one document, as its operations ask for them. Each call returns a reference."""

    def __init__(self) -> None:
        self._kept: dict[str, dict[str, Json]] = {
            "parameters": {},
            "headers": {},
            "responses": {},
            "links": {},
            "examples": {},
        }

    def components(self) -> Json:
        """Everything that was referred to, by kind and name."""
        return {kind: dict(sorted(kept.items())) for kind, kept in self._kept.items() if kept}

    def parameter(self, param: Param) -> Json:
        """A query parameter or a header of a request."""
        shown: Json = {
            "name": param.name,
            "in": param.where,
            **({"required": True} if param.required else {}),
            "description": param.about,
            "schema": param.schema(),
        }
        if param.example is not None:
            shown["example"] = param.example
        return self._keep("parameters", _name(param.name), shown)

    def path_parameter(self, name: str) -> Json:
        """A part of the path."""
        shape: Json = {"type": "string", "minLength": 1, "maxLength": 100, "pattern": "^[A-Za-z0-9._-]+$"}
        about = f"The {name.replace('_id', '').replace('_', ' ')} in question, by its id."
        shown: Json = {"name": name, "in": "path", "required": True, "description": about, "schema": shape}
        return self._keep("parameters", _name(name), shown)

    def header(self, name: str, about: str) -> Json:
        """A header of an answer."""
        return self._keep("headers", _name(name), {"description": about, "schema": {"type": "string"}})

    def refusal(self, status: int, schema: str) -> Json:
        """The problem documents of a status, by the name of their schema."""
        codes = [code for code, of in STATUSES.items() if of == status]
        example = {
            "type": f"/v1/problems/{codes[0]}",
            "title": MEANINGS[codes[0]].en,
            "status": status,
            "detail": MEANINGS[codes[0]].en,
            "code": codes[0],
        }
        shown: Json = {
            "description": " or ".join(f"`{code}`" for code in codes),
            "content": {PROBLEM_JSON: {"schema": ref(schema), "example": example}},
        }
        return self._keep("responses", f"Refused{status}{'' if schema == problems.ANY else schema}", shown)

    def link(self, name: str, link: Json) -> Json:
        """What may be done next with an answer, and with which part of it."""
        return self._keep("links", _name(name), link)

    def answers(self, operations: Iterable[Json]) -> None:
        """Describes once each answer that occurs in several of these operations, and refers to it."""
        found: dict[bytes, list[tuple[Json, str]]] = {}
        for responses in (operation["responses"] for operation in operations):
            for status, answer in responses.items():
                if "$ref" not in answer:
                    inside = {key: part for key, part in answer.items() if key != "description"}
                    found.setdefault(msgspec.json.encode(inside), []).append((responses, status))
        for places in found.values():
            if len(places) > 1:
                self._describe_once(places)

    def _describe_once(self, places: list[tuple[Json, str]]) -> None:
        responses, first = places[0]
        shown = responses[first]
        abouts = {responses[status]["description"] for responses, status in places}
        if len(abouts) > 1:
            shown = {**shown, "description": "What is asked for, or what the write made."}
        kept = self._keep("responses", _answered(first, shown), shown)
        for responses, status in places:
            about = responses[status]["description"]
            responses[status] = {**kept, **({"description": about} if len(abouts) > 1 else {})}

    def example(self, name: str, value: Any) -> Json:
        """The `example` or `examples` of a body: a large one by reference."""
        whole = msgspec.to_builtins(value)
        if len(msgspec.json.encode(whole)) < LARGE:
            return {"example": whole}
        return {"examples": {"usual": self._keep("examples", name, {"value": whole})}}

    def _keep(self, kind: str, name: str, shown: Json) -> Json:
        """Keeps it under this name, or under one with a number where another has the name already."""
        kept, free, n = self._kept[kind], name, 1
        while kept.setdefault(free, shown) != shown:
            n += 1
            free = f"{name}{n}"
        return {"$ref": f"#/components/{kind}/{free}"}


def _answered(status: str, answer: Json) -> str:
    """What an answer is called: after what it holds, else after its status."""
    for media in answer.get("content", {}).values():
        for schema in (media["schema"], *media["schema"].get("anyOf", ())):
            if "$ref" in schema:
                return str(schema["$ref"]).rpartition("/")[2]
    return f"Answer{status}"


def _name(word: str) -> str:
    """`min_position` and `Idempotency-Key` as names of components."""
    return "".join(part[:1].upper() + part[1:] for part in word.replace("-", "_").split("_"))

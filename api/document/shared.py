"""Components that operations share: parameters, headers, refusals and large examples, described once."""

from collections.abc import Iterable
from typing import Any

import msgspec

from api.document import problems
from api.document.structs import Json, ref
from api.http import path_parameters
from api.http.parameters import Param
from api.http.problems import MEANINGS, PROBLEM_JSON, STATUSES

LARGE = 200
"""Characters of JSON from which on an example is a component."""


class SharedComponents:
    """The components of one document, collected while its operations are described. Each method returns a reference."""

    def __init__(self) -> None:
        self._by_kind: dict[str, dict[str, Json]] = {
            "parameters": {},
            "headers": {},
            "responses": {},
            "links": {},
            "examples": {},
        }

    def components(self) -> Json:
        """All collected components, by kind and name."""
        return {
            kind: dict(sorted(named_components.items()))
            for kind, named_components in self._by_kind.items()
            if named_components
        }

    def parameter(self, param: Param) -> Json:
        """A query parameter or a header of a request."""
        parameter: Json = {
            "name": param.name,
            "in": param.location,
            **({"required": True} if param.is_required else {}),
            "description": param.about,
            "schema": param.schema(),
        }
        if param.example is not None:
            parameter["example"] = param.example
        return self._keep("parameters", _name(param.name), parameter)

    def path_parameter(self, name: str) -> Json:
        """A part of the path."""
        about, schema = path_parameters.describe(name)
        parameter: Json = {"name": name, "in": "path", "required": True, "description": about, "schema": schema}
        return self._keep("parameters", _name(name), parameter)

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
        response: Json = {
            "description": " or ".join(f"`{code}`" for code in codes),
            "content": {PROBLEM_JSON: {"schema": ref(schema), "example": example}},
        }
        return self._keep("responses", f"Refused{status}{'' if schema == problems.ANY else schema}", response)

    def link(self, name: str, link: Json) -> Json:
        """A link of an answer: an operation that takes a part of it as its parameter."""
        return self._keep("links", _name(name), link)

    def answers(self, operations: Iterable[Json], schemas: Json) -> None:
        """Makes each answer that occurs in several of these operations a component, and refers to it."""
        places_by_answer: dict[tuple[str, bytes], list[tuple[Json, str]]] = {}
        for responses in (operation["responses"] for operation in operations):
            for status, answer in responses.items():
                if "$ref" not in answer:
                    inside = {key: part for key, part in answer.items() if key != "description"}
                    # An empty 304 says something else than an empty 204.
                    kind = status if not inside else ""
                    places_by_answer.setdefault((kind, msgspec.json.encode(inside)), []).append((responses, status))
        for places in places_by_answer.values():
            if len(places) > 1:
                self._describe_once(places, schemas)

    def _describe_once(self, places: list[tuple[Json, str]], schemas: Json) -> None:
        responses, first = places[0]
        response = responses[first]
        abouts = {responses[status]["description"] for responses, status in places}
        if len(abouts) > 1:
            # Some readers of the document overlook the words beside a reference.
            response = {**response, "description": _about(response, schemas)}
        reference = self._keep("responses", _answer_name(first, response), response)
        for responses, status in places:
            about = responses[status]["description"]
            responses[status] = {**reference, **({"description": about} if len(abouts) > 1 else {})}

    def example(self, name: str, value: Any) -> Json:
        """The `example` or `examples` of a body: a large one by reference."""
        whole = msgspec.to_builtins(value)
        if len(msgspec.json.encode(whole)) < LARGE:
            return {"example": whole}
        return {"examples": {"usual": self._keep("examples", name, {"value": whole})}}

    def _keep(self, kind: str, name: str, component: Json) -> Json:
        """Stores a component under this name, with a number behind it if another component has the name."""
        named_components, free, n = self._by_kind[kind], name, 1
        while named_components.setdefault(free, component) != component:
            n += 1
            free = f"{name}{n}"
        return {"$ref": f"#/components/{kind}/{free}"}


def _about(response: Json, schemas: Json) -> str:
    """A description that fits an answer wherever it is given: that of its schema."""
    for media in response.get("content", {}).values():
        for schema in (media["schema"], *media["schema"].get("anyOf", ())):
            if "$ref" in schema:
                return str(schemas[schema["$ref"].rpartition("/")[2]]["description"])
    return "Done."


def _answer_name(status: str, answer: Json) -> str:
    """The name of an answer: by that of its schema, which it must not share, else by its status."""
    for media in answer.get("content", {}).values():
        for schema in (media["schema"], *media["schema"].get("anyOf", ())):
            if "$ref" in schema:
                return f"{schema['$ref'].rpartition('/')[2]}Answer"
    return f"Answer{status}"


def _name(word: str) -> str:
    """`min_position` and `Idempotency-Key` as names of components."""
    return "".join(part[:1].upper() + part[1:] for part in word.replace("-", "_").split("_"))

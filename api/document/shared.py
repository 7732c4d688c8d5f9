"""What operations share, described once: parameters, headers, refusals and large examples, which operations refer to."""

from typing import Any

import msgspec

from api.document.structs import Json
from api.http.parameters import Param
from api.http.problems import MEANINGS, PROBLEM_JSON, STATUSES

LARGE = 600
"""Characters of JSON from which an example is described once, and referred to."""


class Shared:
    """The components of one document, as its operations ask for them. Each call returns a reference."""

    def __init__(self) -> None:
        self._kept: dict[str, dict[str, Json]] = {"parameters": {}, "headers": {}, "responses": {}, "examples": {}}

    def components(self) -> Json:
        """Everything that was referred to, by kind and name."""
        return {kind: dict(sorted(kept.items())) for kind, kept in self._kept.items() if kept}

    def parameter(self, param: Param) -> Json:
        """A query parameter or a header of a request."""
        shown: Json = {
            "name": param.name,
            "in": param.where,
            "required": param.required,
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

    def refusal(self, status: int) -> Json:
        """The problem documents of a status."""
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
            "content": {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/Problem"}, "example": example}},
        }
        return self._keep("responses", f"Refused{status}", shown)

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


def _name(word: str) -> str:
    """`min_position` and `Idempotency-Key` as names of components."""
    return "".join(part[:1].upper() + part[1:] for part in word.replace("-", "_").split("_"))

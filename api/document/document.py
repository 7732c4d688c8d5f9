"""The OpenAPI 3.1 document: made from the routes, what they say of themselves, and the schemas of their structs.

`referee openapi` writes it; a test fails when the copy under `openapi/` is stale.
"""

import re
from collections.abc import Iterable
from typing import Any, get_type_hints

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler

from api.document import rehearsals
from api.document import webhooks as hooks
from api.http import consistency, door
from api.http.describe import Answer, Doc
from api.http.parameters import DRY_RUN, Param
from api.http.problems import MEANINGS, PROBLEM_JSON, STATUSES, Problem
from api.http.revalidation import IF_NONE_MATCH, NOT_MODIFIED, revalidates
from referee import __version__
from referee.errors import Unavailable
from referee.match.choice import Choice, CountChoice, Subset
from referee.match.registry import claim_kinds, fact_types, rulesets
from referee.match.vocabulary import Event

Json = dict[str, Any]
LINES = "application/x-ndjson"
REF = "#/components/schemas/{name}"
SHARED_PARAM: Json = {"$ref": "#/components/parameters/DryRun"}

ABOUT = """Scoring and refereeing physical card games: a tablet records what happens at a real table, the log is judged
and scored by the rules, and every disputed card can be followed to the line that judges it.

All times are RFC 3339 in UTC, ids are UUIDv7. Refusals are problem documents (RFC 9457) in Spanish or English, by
`Accept-Language`; a refused command stores nothing."""

STORED_EVENT: Json = {
    "title": "StoredEvent",
    "description": "An entry of a log: the event's own fields, and what was stored with it. Hidden fields are null, and "
    "the hash with them.",
    "type": "object",
    "required": ["type", "version", "recorded_at", "recorded_by", "facts", "hash"],
    "properties": {
        "type": {"type": "string"},
        "version": {"type": "integer", "minimum": 1},
        "recorded_at": {"type": "string", "format": "date-time"},
        "recorded_by": {"type": "string"},
        "facts": {"type": "array", "items": {"type": "object", "required": ["fact"]}},
        "hash": {"type": ["string", "null"], "pattern": "^[0-9a-f]{64}$"},
    },
    "additionalProperties": True,
}
TAGS = {
    "matches": "Open a match and see it, now or as it was.",
    "events": "What happened at the table, appended and read.",
    "audit": "Replay, infractions, where points came from.",
    "log": "Signed checkpoints of the whole log, and proofs that it was not rewritten.",
    "players": "Who plays.",
    "tokens": "Who may do what.",
    "championships": "Several contests of the same people, and the general table that they add up to.",
    "contests": "One game in one format: its draw, tables, podium.",
    "fixtures": "One match of a contest, and its result.",
    "webhooks": "What other programs hear of by themselves.",
    "rulesets": "The games and their rulebooks.",
    "problems": "What each refusal means.",
    "health": "For whoever runs the service.",
    "documentation": "This document.",
}
"""The chapters of the document, in order."""
OPEN_TAGS = consistency.SAME_FOR_ALL
"""Chapters that are the same for every reader, with or without a token."""
_ANY_EVENT: Json = {"$ref": REF.format(name="AnyEvent")}
_EVENT_LISTS = {"EventPage": "items", "Written": "events", "DecisionPage": "items"}


def handlers(app: Litestar) -> Iterable[tuple[str, str, Doc]]:
    """Every documented route: path as OpenAPI writes it, method, and what it says of itself."""
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            if isinstance(handler, HTTPRouteHandler) and "doc" in handler.opt:
                path = re.sub(r"{(\w+):\w+}", r"{\1}", route.path)
                for method in sorted(set(handler.http_methods) - {"OPTIONS", "HEAD"}):
                    yield path, method.lower(), handler.opt["doc"]


def document(app: Litestar) -> Json:
    """The whole document."""
    found = sorted(handlers(app), key=lambda item: (item[0], item[1]))
    schemas = _schemas(doc for _, _, doc in found)
    paths: Json = {}
    for path, method, doc in found:
        paths.setdefault(path, {})[method] = _operation(path, method, doc)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Referee",
            "version": __version__,
            "summary": "Scores and referees physical card games.",
            "description": ABOUT,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": tag, "description": about} for tag, about in TAGS.items()],
        "paths": paths,
        "webhooks": hooks.described(),
        "components": {
            "schemas": schemas,
            "parameters": {"DryRun": _param(DRY_RUN)},
            "responses": {"DryRun": rehearsals.ANSWER},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def as_text(app: Litestar) -> bytes:
    """The document as it is checked in."""
    return msgspec.json.format(msgspec.json.encode(document(app)), indent=1) + b"\n"


def _operation(path: str, method: str, doc: Doc) -> Json:
    waits = consistency.reads_log(method, doc)
    versioned = revalidates(method, doc)
    named = [*door.parameters(path, method, doc), *([IF_NONE_MATCH] if versioned else ())]
    answers = {**doc.answers, **({304: NOT_MODIFIED} if versioned else {})}
    params = [_path_param(name) for name in re.findall(r"{(\w+)}", path)]
    params += [SHARED_PARAM if param is DRY_RUN else _param(param) for param in named]
    operation: Json = {
        "operationId": doc.id,
        "tags": [doc.tag],
        "summary": doc.summary,
        "parameters": params,
        "responses": {str(status): _answer(answer, stands=waits) for status, answer in answers.items()},
        "security": _security(doc),
    }
    if DRY_RUN in named:
        operation["responses"] = rehearsals.answers(operation["responses"])
    if doc.about:
        operation["description"] = doc.about
    if doc.body is not None:
        operation["requestBody"] = _body(doc)
    refusals = {*doc.refusals} if doc.tag in OPEN_TAGS else {*doc.refusals, 401, 429, Unavailable.status}
    refusals |= {400, 409} if waits else {400} if DRY_RUN in named else set()
    for status in sorted(refusals):
        operation["responses"][str(status)] = _problem(status)
    return operation


def _security(doc: Doc) -> list[Json]:
    if doc.tag in OPEN_TAGS and not doc.token:
        return []
    return [{"token": []}] if doc.token else [{}, {"token": []}]


def _path_param(name: str) -> Json:
    schema: Json = {"type": "string", "minLength": 1, "maxLength": 100, "pattern": "^[A-Za-z0-9._-]+$"}
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _param(param: Param) -> Json:
    shown: Json = {
        "name": param.name,
        "in": param.where,
        "required": param.required,
        "description": param.about,
        "schema": param.schema(),
    }
    if param.example is not None:
        shown["example"] = param.example
    return shown


def _ref(type_: Any) -> Json:
    return {"$ref": REF.format(name=type_.__name__)}


def _body(doc: Doc) -> Json:
    schema: Json
    if doc.body == "events":
        one = {"$ref": REF.format(name="AnyEvent")}
        schema = {"anyOf": [one, {"type": "array", "items": one, "minItems": 1, "maxItems": 500}]}
    elif doc.body == "lines":
        examples = {name: {"value": value} for name, value in doc.body_examples.items()}
        return {
            "required": True,
            "content": {LINES: {"schema": {"type": "string", "minLength": 1}, "examples": examples}},
        }
    else:
        schema = _ref(doc.body)
    examples = {name: {"value": value} for name, value in doc.body_examples.items()}
    return {"required": True, "content": {"application/json": {"schema": schema, "examples": examples}}}


def _answer(answer: Answer, *, stands: bool) -> Json:
    shown: Json = {"description": answer.about}
    position = {consistency.HEADER: "The position of the log that the answer stands for."} if stands else {}
    if headers := {**answer.headers, **position}:
        shown["headers"] = {
            name: {"description": about, "schema": {"type": "string"}} for name, about in headers.items()
        }
    if answer.links:
        shown["links"] = {name: dict(link) for name, link in answer.links.items()}
    example = answer.example() if callable(answer.example) else answer.example
    if answer.type is not None:
        content: Json = {"schema": _ref(answer.type), "example": msgspec.to_builtins(example)}
        shown["content"] = {answer.media: content}
        for media in answer.also:
            shown["content"][media] = {"schema": {"type": "string"}, "example": answer.also[media]}
    elif example is not None:
        shown["content"] = {answer.media: {"schema": {"type": "string"}, "example": example}}
    return shown


def _problem(status: int) -> Json:
    codes = [code for code, of in STATUSES.items() if of == status]
    example = {
        "type": f"/v1/problems/{codes[0]}",
        "title": MEANINGS[codes[0]].en,
        "status": status,
        "detail": MEANINGS[codes[0]].en,
        "code": codes[0],
    }
    return {
        "description": " or ".join(f"`{code}`" for code in codes),
        "content": {PROBLEM_JSON: {"schema": {"$ref": REF.format(name="Problem")}, "example": example}},
    }


def _schemas(docs: Iterable[Doc]) -> Json:
    """The component schemas of every struct in a body or an answer, the games' own included."""
    types: dict[Any, None] = {Problem: None, Choice: None}
    for doc in docs:
        types |= {answer.type: None for answer in doc.answers.values() if answer.type is not None}
        if doc.body is not None and not isinstance(doc.body, str):
            types[doc.body] = None
    games = list(rulesets().values())
    events: dict[type[Event], None] = {kind: None for rules in games for kind in rules.events}
    params = {rules.params: None for rules in games}
    tables = {get_type_hints(rules.game.table)["return"]: None for rules in games}
    scores = {get_type_hints(rules.game.score)["return"]: None for rules in games}
    choices = dict.fromkeys((Subset, CountChoice, *(choice for rules in games for choice in rules.game.choices)))
    types |= choices | events | params | tables | scores | dict.fromkeys(fact_types()) | dict.fromkeys(hooks.TYPES)
    _, components = msgspec.json.schema_components(list(types), ref_template=REF)
    components = {name: _tidy(schema) for name, schema in components.items() if name != "Struct"}
    components["StoredEvent"] = STORED_EVENT
    components["AnyEvent"] = {"anyOf": [_ref(kind) for kind in events]}
    components["Claim"]["properties"]["kind"] = {"enum": list(claim_kinds())}
    view = components["MatchView"]["properties"]
    view["params"] = {"anyOf": [_ref(kind) for kind in params]}
    view["table"] = {"anyOf": [_ref(kind) for kind in tables]}
    view["score"] = {"anyOf": [_ref(kind) for kind in scores]}
    components["DisputeRecord"]["properties"] |= {
        "table": view["table"],
        "move": _ANY_EVENT,
        "ruling": _ruling_or_none(),
    }
    components["Standing"]["properties"]["score"] = view["score"]
    components["Finding"]["properties"]["event"] = {"anyOf": [_ANY_EVENT, {"type": "null"}]}
    components["Choice"]["properties"]["choose"] = {"anyOf": [_ref(kind) for kind in choices]}
    for name, field in _EVENT_LISTS.items():
        components[name]["properties"][field]["items"] = {"$ref": REF.format(name="StoredEvent")}
    components["Step"]["properties"]["event"] = {"$ref": REF.format(name="StoredEvent")}
    components["Legal"]["properties"]["events"]["items"] = {"type": "object", "required": ["type"]}
    components["Step"]["properties"]["legal"]["items"] = {"type": "object", "required": ["type"]}
    for payload in ("MatchPayload", "ChampionshipPayload"):
        components[payload]["properties"]["event"] = {"$ref": REF.format(name="StoredEvent")}
    components["Problem"]["additionalProperties"] = True
    return components


def _ruling_or_none() -> Json:
    return {"anyOf": [{"$ref": REF.format(name="Ruling")}, {"type": "null"}]}


def _tidy(schema: Any) -> Any:
    """Schemas as they read best: descriptions unwrapped, tags as constants."""
    if isinstance(schema, dict):
        tidy = {key: _tidy(value) for key, value in schema.items()}
        if isinstance(tidy.get("description"), str):
            tidy["description"] = re.sub(r"\s*\n\s*", " ", tidy["description"]).strip()
        return tidy
    if isinstance(schema, list):
        return [_tidy(item) for item in schema]
    return schema

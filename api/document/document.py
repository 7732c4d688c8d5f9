"""The OpenAPI document: made from the routes, their descriptions, and the schemas of their structs.

`referee openapi` writes it; a test fails if the copy under `openapi/` is stale.
"""

import re
from collections.abc import Iterable
from typing import Literal

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler

from api.access import costs
from api.document import dry_runs, problems
from api.document import webhooks as hooks
from api.document.bounds import bound_requests
from api.document.generators import for_generators
from api.document.layout import laid_out
from api.document.openapi_3_0 import as_openapi_3_0
from api.document.schemas import schemas
from api.document.shared import SharedComponents
from api.document.structs import Json, ref
from api.http import consistency, parameter_validation
from api.http.describe import CHAPTERS, IDEMPOTENCY_KEY, NDJSON, Answer, Doc, Lines
from api.http.parameters import DRY_RUN
from api.middleware.conditional_get import IF_NONE_MATCH, NOT_MODIFIED, named_by, revalidates
from referee import __version__
from referee.errors import Unavailable

ABOUT = f"""Scoring and refereeing physical card games: a tablet records what happens at a real table, the log is judged
and scored by the rules, and every disputed card can be followed to the line that judges it.

All times are RFC 3339 in UTC, ids are UUIDv7. Refusals are problem documents (RFC 9457) in Spanish or English, by
`Accept-Language`; a refused command stores nothing. What may be null and is left out is null.

Bodies are read strictly, by the schemas here and by what no schema can say: no object has a name twice, no text has half of a
surrogate pair, a whole number is written without a point or an exponent (`3`, not `3.0`), and of a name at least a letter, a
number or a sign can be seen. No time has a leap second or the year 0000. A field whose description names games is refused in
others.

No whole number of an answer reaches 2^53, up or down: JavaScript reads each exactly. Those are the bounds where a
schema has none.

While the database does not answer, a read that was answered before may be answered the same again, and one of a match of what is
in memory: then `Age` says how many seconds ago that was known to be true, and `Log-Position` for which position it stands.

Where the service limits requests, `RateLimit` says how many are left. {costs.ABOUT}

What a stranger can rely on: everything is in one signed log. Who has an export with its proofs and the public key can tell
without this service that nothing in it was changed, added or left out, and that what chance decided is what the seeds give. Who
asks for the signatures of witnesses can tell that everybody sees the same log. It does not tell whether what was recorded is what
happened, nor anything after its checkpoint. Answers and messages to webhooks are no evidence by themselves: `referee verify`
checks files.

Within `/v1` fields, event types and facts are only added: ignore those that you do not know. What is to be removed is
announced a year ahead, in the changelog and by `Deprecation` and `Sunset` headers."""

Edition = Literal["3.1", "3.0"]
"""A version of the OpenAPI Specification in which the document is to be had."""
OPEN_TAGS = consistency.SAME_FOR_ALL
"""Chapters with the same answers for every reader, with or without a token."""


def handlers(app: Litestar) -> Iterable[tuple[str, str, Doc]]:
    """Yields every documented route: its path as OpenAPI writes it, its method, and its description."""
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            if isinstance(handler, HTTPRouteHandler) and "doc" in handler.opt:
                path = re.sub(r"{(\w+):\w+}", r"{\1}", route.path)
                for method in sorted(set(handler.http_methods) - {"OPTIONS", "HEAD"}):
                    yield path, method.lower(), handler.opt["doc"]


def document(app: Litestar) -> Json:
    """The whole document."""
    routes = sorted(handlers(app), key=lambda item: (item[0], item[1]))
    components = SharedComponents()
    paths: Json = {}
    for path, method, doc in routes:
        paths.setdefault(path, {})[method] = _operation(components, path, method, doc)
    all_schemas = dry_runs.with_twins(
        schemas(doc for _, _, doc in routes) | hooks.schemas(),
        [doc for _, method, doc in routes if method.upper() not in parameter_validation.READS],
    )
    components.answers((operation for item in paths.values() for operation in item.values()), all_schemas)
    whole: Json = {
        "openapi": "3.1.0",
        "info": {
            "title": "Referee",
            "version": __version__,
            "summary": "Scores and referees physical card games.",
            "description": ABOUT,
            "contact": {"name": "The people who run this service"},
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/", "description": "This service."}],
        "tags": [{"name": chapter.name, "description": chapter.about} for chapter in CHAPTERS],
        "paths": paths,
        "webhooks": hooks.describe(),
        "components": {
            "schemas": all_schemas,
            **_beside(components.components(), hooks.components()),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "A token as `POST /v1/tokens` makes it."}
            },
        },
    }
    bound_requests(whole)
    return _with_first_lines(for_generators(whole))


def _with_first_lines(whole: Json) -> Json:
    """Puts the shape of the first line of each body of lines where it is named: for other tools nothing else refers to it."""
    for item in whole["paths"].values():
        for operation in item.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                if "x-lines" in content:
                    name = content["x-lines"]["first"]["$ref"].rpartition("/")[2]
                    content["x-lines"]["first"] = whole["components"]["schemas"].pop(name)
    return whole


def _beside(*several: Json) -> Json:
    """Merges components by kind and name."""
    kinds = dict.fromkeys(kind for one in several for kind in one)
    return {
        kind: {name: component for one in several for name, component in one.get(kind, {}).items()} for kind in kinds
    }


def as_text(app: Litestar, edition: Edition = "3.1") -> bytes:
    """The document in an edition of OpenAPI. That of 3.1 is committed under `openapi/`."""
    whole = document(app)
    return (laid_out(whole if edition == "3.1" else as_openapi_3_0(whole)) + "\n").encode()


def _operation(components: SharedComponents, path: str, method: str, doc: Doc) -> Json:
    waits = consistency.reads_log(method, doc)
    has_etag = revalidates(method, doc)
    params = [*parameter_validation.parameters(path, method, doc), *([IF_NONE_MATCH] if has_etag else ())]
    answers = {**doc.answers, **(_revalidation_answers(doc) if has_etag else {})}
    parts = [components.path_parameter(name) for name in re.findall(r"{(\w+)}", path)]
    operation: Json = {
        "operationId": doc.id,
        "tags": [doc.tag],
        "summary": doc.summary,
        "description": doc.about or f"{doc.summary}.",
        "parameters": [*parts, *(components.parameter(param) for param in params)],
        "responses": {
            str(status): _answer(components, doc, answer, stands=waits) for status, answer in answers.items()
        },
        "security": _security(doc),
    }
    if DRY_RUN in params:
        operation["responses"] = dry_runs.answers(doc, operation["responses"])
    if doc.body is not None:
        operation["requestBody"] = _body(doc)
    refusals = doc.refusal_statuses(path) | (set() if doc.tag in OPEN_TAGS else {401, 429, Unavailable.status})
    refusals |= {409} if waits else set()
    for status in sorted(refusals):
        schema = (
            problems.OF_A_MATCH
            if status == 409 and (doc.body == "events" or isinstance(doc.body, Lines))
            else problems.ANY
        )
        operation["responses"][str(status)] = components.refusal(status, schema)
    return operation


def _revalidation_answers(doc: Doc) -> dict[int, Answer]:
    """The answers of a read with an ETag."""
    good = doc.answers[200]
    return {200: msgspec.structs.replace(good, headers={**named_by(doc), **good.headers}), 304: NOT_MODIFIED}


def _security(doc: Doc) -> list[Json]:
    """The security requirements: none if tokens do not matter; with an empty one, a token is optional and may show more."""
    if doc.tag in OPEN_TAGS and not doc.token:
        return []
    return [{"token": []}] if doc.token else [{}, {"token": []}]


def _body(doc: Doc) -> Json:
    shape: Json
    lines: Json = {}
    if doc.body == "events":
        one = ref("AnyEvent")
        shape = {"anyOf": [one, {"type": "array", "items": one, "minItems": 1, "maxItems": 500}]}
    elif isinstance(doc.body, Lines):
        # Generators of clients without NDJSON send and receive it as a file.
        shape = {"type": "string", "format": "binary"}
        lines = {"first": ref(doc.body.first.__name__), "event": ref("AnyEvent"), "key": IDEMPOTENCY_KEY.schema()}
    else:
        shape = ref(doc.body.__name__)
    media = NDJSON if lines else "application/json"
    examples = {name.replace(" ", "_"): {"summary": name, "value": value} for name, value in doc.body_examples.items()}
    shapes = {"schema": shape} | ({"x-lines": lines} if lines else {})
    return {"required": True, "content": {media: {**shapes, "examples": examples}}}


def _answer(components: SharedComponents, doc: Doc, answer: Answer, *, stands: bool) -> Json:
    response: Json = {"description": answer.about}
    position = {consistency.HEADER: "The position of the log that the answer stands for."} if stands else {}
    if headers := {**answer.headers, **position}:
        response["headers"] = {name: components.header(name, about) for name, about in headers.items()}
    if answer.links:
        response["links"] = {name: components.link(name, dict(link)) for name, link in answer.links.items()}
    example = answer.example() if callable(answer.example) else answer.example
    if answer.type is not None:
        name = f"{answer.type.__name__}Example"
        content: Json = {"schema": ref(answer.type.__name__)} | components.example(name, example)
        response["content"] = {answer.media: content}
        for media in answer.also:
            response["content"][media] = {"schema": {"type": "string"}, "example": answer.also[media]}
    elif example is not None:
        schema = dict(answer.schema or {"type": "string"})
        response["content"] = {answer.media: {"schema": schema, "example": example}}
    return response

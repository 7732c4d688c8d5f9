"""What the OpenAPI document says of a route, kept beside the route itself (in Litestar's `opt`)."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct


class Param(Struct, frozen=True):
    """A query parameter or header of a route."""

    name: str
    about: str
    schema: Mapping[str, Any]
    where: str = "query"
    required: bool = False
    example: Any = None


class Answer(Struct, frozen=True):
    """A good answer: its type (a struct, or None for a schema in words), media type, example, headers, links on."""

    about: str
    type: Any = None
    example: Any = None
    media: str = "application/json"
    schema: Mapping[str, Any] | None = None
    headers: Mapping[str, str] = {}
    also: Mapping[str, str] = {}
    """Other media types that `Accept` may ask for, each with an example."""
    links: Mapping[str, Mapping[str, Any]] = {}


class Doc(Struct, frozen=True):
    """A route as the document describes it. `refusals` are the statuses of problem documents it may answer with."""

    id: str
    tag: str
    summary: str
    answers: Mapping[int, Answer]
    about: str = ""
    params: Sequence[Param] = ()
    body: Any = None
    body_examples: Mapping[str, Any] = {}
    refusals: Sequence[int] = ()
    token: bool = False


def doc(id_: str, tag: str, summary: str, answers: Mapping[int, Answer], **more: Any) -> dict[str, Doc]:
    """The `opt` of a route handler."""
    return {"doc": Doc(id_, tag, summary, answers, **more)}


WORDS = {
    "type": "string",
    "pattern": r"^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$",
}
"""The schema of a text in a query: what `referee.letters` lets through."""
LIMIT = Param("limit", "How many at most.", {"type": "integer", "minimum": 1, "maximum": 500, "default": 50})
IF_MATCH = Param(
    "If-Match",
    'The version the event was meant for, quoted: `"12"`. A stale one is answered with 409 `conflict`.',
    {"type": "string", "pattern": '^(\\*|"[1-9][0-9]{0,8}")$'},
    "header",
    example='"1"',
)
IDEMPOTENCY_KEY = Param(
    "Idempotency-Key",
    "Any text of the client's own, new for each request: a retry with the same key and body is answered as the first was.",
    {"type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[!-~]+$"},
    "header",
)
CONSISTENCY = {"Consistency-Token": "Send it with a read to see at least this write."}

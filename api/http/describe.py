"""Descriptions of routes for the OpenAPI document, stored beside the route itself (in Litestar's `opt`)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from litestar.handlers import HTTPRouteHandler
from litestar.types import Scope
from msgspec import Struct

from api.http.parameters import Header, OneOf, Param, Zone

Describe: TypeAlias = Callable[[HTTPRouteHandler], HTTPRouteHandler]


class Answer(Struct, frozen=True):
    """A successful answer: its type (a struct, or None for a schema in words), media type, example, headers, links on."""

    about: str
    type: Any = None
    example: Any = None
    media: str = "application/json"
    schema: Mapping[str, Any] | None = None
    headers: Mapping[str, str] = {}
    also: Mapping[str, str] = {}
    """Other media types that `Accept` may ask for, each with an example."""
    links: Mapping[str, Mapping[str, Any]] = {}


class Lines(Struct, frozen=True):
    """A body of newline-delimited JSON: the shape of its first line; each further one is an event of any game with its `key`."""

    first: type[Struct]


class Doc(Struct, frozen=True, eq=False):
    """A route as the document describes it, one for each route.

    `refusals` are the statuses of its problem documents, beside those of every request, of a token, of a
    body, and of a path with an id.

    `body` is a struct, `Lines`, or `events` (of any game).
    """

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

    def refusal_statuses(self, path: str) -> set[int]:
        """The statuses of its problem documents; a path with an id adds 404."""
        not_found = (404,) if "{" in path else ()
        zone = (422,) if self._is_table() else ()
        return {
            400,
            *self.refusals,
            *not_found,
            *zone,
            *((401,) if self.token else ()),
            *((413, 415) if self.body else ()),
        }

    def media(self) -> tuple[str, ...]:
        """The media types of its successful answers, the default first."""
        return tuple(dict.fromkeys(media for answer in self.answers.values() for media in (answer.media, *answer.also)))

    def format(self) -> OneOf | None:
        """The parameter that chooses among several media types; None where there is one."""
        if len(self.media()) < 2:
            return None
        words = tuple(word for word, media in FORMATS.items() if media in self.media())
        return OneOf(name="format", about="This form of the answer, whatever `Accept` says.", words=words)

    def parameters(self) -> tuple[Param, ...]:
        """The query parameters and headers of the route: a page or a table for people takes a language, a table also a time
        zone.
        """
        format_ = [one for one in (self.format(),) if one is not None]
        language = [LANGUAGE] if {"text/html", "text/csv"} & {*self.media()} else []
        table = [ZONE, SEPARATOR] if self._is_table() else []
        return (*self.params, *format_, *language, *table)

    def _is_table(self) -> bool:
        """True if the answer is available as a table: then the route takes a time zone, and refuses an unknown one (422)."""
        return "text/csv" in self.media()


class Chapter(Struct, frozen=True):
    """A chapter of the document. The function of a route gives its operation id: `list_events` is `listEvents`."""

    name: str
    about: str
    is_closed: bool = False
    """True if each of its routes takes a token, and refuses one that does not allow it."""

    def doc(self, summary: str, answer: Answer, **more: Any) -> Describe:
        """Describes a route in this chapter, by its successful answer; `more` are further fields of `Doc`."""

        def describe(handler: HTTPRouteHandler) -> HTTPRouteHandler:
            first, *others = handler.handler_name.split("_")
            id_ = first + "".join(map(str.capitalize, others))
            more.setdefault("token", self.is_closed)
            more["refusals"] = (*more.get("refusals", ()), *((403,) if self.is_closed else ()))
            handler.opt["doc"] = Doc(id_, self.name, summary, {handler.status_code: answer}, **more)
            return handler

        return describe

    def write(
        self,
        summary: str,
        answer: Answer,
        body: type,
        examples: Mapping[str, Any],
        **more: Any,
    ) -> Describe:
        """Describes a route that writes to a championship: with a token, a body, and an idempotency key."""
        params = (*more.pop("params", ()), IDEMPOTENCY_KEY)
        return self.doc(
            summary, answer, body=body, body_examples=examples, params=params, refusals=WRITES, token=True, **more
        )


def links(parameter: str, *operations: str, at: str = "id") -> dict[str, Mapping[str, Any]]:
    """Links of an answer: operations that take the id in it as their `parameter`."""
    return {name: {"operationId": name, "parameters": {parameter: f"$response.body#/{at}"}} for name in operations}


def doc_of(scope: Scope) -> Doc | None:
    """The description of the route of a request; None if no route was found, or if it is not documented."""
    handler: Any = scope.get("route_handler")
    return handler.opt.get("doc") if handler is not None else None


LANGUAGES = ("en", "es")
"""The languages of every text that people read; the first if a client prefers neither."""
TRANSLATIONS = ("ca", "eu", "it", "pt")
"""More languages, of what players and spectators read: each has a folder in `api/pages/words/`."""
FALLBACK = "es"
"""The language of whatever a translation does not have."""
LANGUAGE = OneOf(
    name="lang",
    about="The language of its words, whatever `Accept-Language` says. A table as CSV has words for people only with it. "
    "What a language other than `en` and `es` does not have is in Spanish.",
    words=(*LANGUAGES, *TRANSLATIONS),
)
ZONE = Zone(name="zone", about="The time zone of its times, by its name in the IANA database; UTC without it.")
SEPARATORS = {"": "", "comma": ",", "semicolon": ";", "tab": "\t", ",": ",", ";": ";"}
"""The separators of a table by their names, and by themselves."""
SEPARATOR = OneOf(
    name="separator",
    about="The separator of a table as CSV: a semicolon with `lang=es`, whose numbers have a decimal comma, and else a comma.",
    words=tuple(filter(None, SEPARATORS)),
)
NDJSON = "application/x-ndjson"
"""Lines of JSON."""
FORMATS = {
    "json": "application/json",
    "ndjson": NDJSON,
    "csv": "text/csv",
    "html": "text/html",
    "text": "text/plain",
}
"""Media types by their names in `?format=`."""


MATCHED = r'^(\*|(W/)?"(0|[1-9][0-9]{0,8})(-[!#-~]{1,100})?")$'
"""Values of `If-Match`: a version in quotes, or an ETag as an answer had it, with what stands behind the version.

Proxies that compress answers make their ETags weak.
"""
IF_MATCH = Header(
    name="If-Match",
    about='The version the event was meant for, quoted: `"12"`. A stale one is answered with 409 `conflict`.',
    pattern=MATCHED,
)
IDEMPOTENCY_KEY = Header(
    name="Idempotency-Key",
    about="Any text of the client's own, new for each request: a retry with the same key and body is answered as the first was.",
    least=1,
    most=128,
    pattern="^[!-~]+$",
)
WRITES = (403, 404, 409, 422)
"""The statuses of refusals of a write to a championship."""
VERSIONED = {"ETag": "The version, quoted: `If-None-Match` takes it."}
"""The document's description of the ETag of a read with a version."""
CONSISTENCY = {"Consistency-Token": "Send it with a read to see at least this write."}

MATCHES = Chapter("matches", "Open a match and see it, now or as it was.")
EVENTS = Chapter("events", "What happened at the table, appended and read.")
AUDIT = Chapter("audit", "Replay, infractions, where points came from.")
LOG = Chapter(
    "log", "Signed checkpoints of the whole log, proofs that it was not rewritten, and what was done to the service."
)
PLAYERS = Chapter("players", "Who plays.")
TOKENS = Chapter("tokens", "Who may do what.", is_closed=True)
CHAMPIONSHIPS = Chapter(
    "championships", "Several contests of the same people, and the general table that they add up to."
)
CONTESTS = Chapter("contests", "One game in one format: its draw, tables, podium.")
FIXTURES = Chapter("fixtures", "One match of a contest, and its result.")
WEBHOOKS = Chapter(
    "webhooks",
    "What other programs hear of by themselves. Messages are no evidence: export the log that they speak of, and verify it.",
    is_closed=True,
)
MESSAGES = Chapter("messages", "What the service sends to webhooks: routes of the receiver.")
RULESETS = Chapter("rulesets", "The games and their rulebooks.")
PROBLEMS = Chapter("problems", "What each refusal means.")
HEALTH = Chapter("health", "For those who run the service.")
DOCUMENTATION = Chapter("documentation", "This document.")
CHAPTERS = (
    MATCHES,
    EVENTS,
    AUDIT,
    LOG,
    PLAYERS,
    TOKENS,
    CHAMPIONSHIPS,
    CONTESTS,
    FIXTURES,
    WEBHOOKS,
    MESSAGES,
    RULESETS,
    PROBLEMS,
    HEALTH,
    DOCUMENTATION,
)
"""The chapters of the document, in order."""

"""The messages to webhooks as the OpenAPI document describes them: one operation a kind, on the receiver's side."""

from typing import Any

import msgspec

from api.document.samples import contests
from api.document.samples import matches as samples
from api.document.samples.matches import AT, ID
from api.document.structs import ref
from api.http.describe import MESSAGES
from api.webhooks.outbox import PING
from api.webhooks.payloads import (
    COUNTING,
    KINDS,
    KINDS_OF_DECISION,
    MATCH_KINDS,
    TELLING_OUTCOME,
    ChampionshipPayload,
    CountingPayload,
    MatchCounting,
    MatchPayload,
    PingPayload,
    match_kinds,
)
from referee.match.aggregate import Match
from referee.match.entries import line
from referee.match.registry import tag
from referee.match.view import PlayedInstead

TYPES = (MatchPayload, CountingPayload, ChampionshipPayload, PingPayload)
"""The payloads of messages."""
MEANINGS = {
    "match.opened": "A match was opened.",
    "match.event": "An entry was appended to a match's log.",
    "match.finished": "A match came to its end.",
    "match.restated": "A retract, a ruling or an upheld claim changed the account of a match, or a match that was over goes on.",
    "claim.made": "A claim was made.",
    "claim.ruled": "A claim was decided, by the log at once or by the referee.",
    COUNTING: "Matches count no more, as their contest goes on without them, or count again.",
    "championship.event": "An entry was appended to a championship's log.",
    "contest.drawn": "A contest was drawn, or drawn again.",
    "contest.result": "A fixture has a result, has another one, or has none any more.",
    "standings.changed": "Something happened that can move a table: read it again.",
    PING: "Somebody tried the webhook.",
}
"""Each kind of message in a sentence."""
OTHER = "01920000-0000-7000-8000-000000000031"


def describe() -> dict[str, Any]:
    """The `webhooks` of the document."""
    return {kind: {"post": _operation(kind)} for kind in (*KINDS, PING)}


def _example(kind: str) -> dict[str, Any]:
    data: msgspec.Struct
    if kind == PING:
        data = PingPayload(ID)
    elif kind in MATCH_KINDS:
        data = _of_match(kind)
    elif kind == COUNTING:
        data = CountingPayload(ID, 4, [MatchCounting(match=ID, counts=False, instead=PlayedInstead(OTHER, None))])
    else:
        # The last of a kind: `championship.event` is the usual entry, a result.
        entry = [one for one in contests.entries() if kind in KINDS_OF_DECISION[tag(type(one.event))]][-1]
        contest = getattr(entry.event, "contest", None)
        data = ChampionshipPayload(contests.ID.format(10), entry.version, line(entry), contest)
    example: dict[str, Any] = {"type": kind, "timestamp": AT, "data": msgspec.to_builtins(data)}
    return example


def _of_match(kind: str) -> MatchPayload:
    """The message of this kind about a match that opens, has a dispute, and ends."""
    match, entries = samples.match_to_the_end()
    kinds = {entry.version: match_kinds(entry.version, entry.facts) for entry in entries}
    # The plainest, so that `match.event` is no opening and no end.
    entry = min((one for one in entries if kind in kinds[one.version]), key=lambda one: len(kinds[one.version]))
    data = MatchPayload(match.id, entry.version, match.rules.id, line(entry))
    if kind not in TELLING_OUTCOME:
        return data
    view = Match.fold(match.id, entries[: entry.version]).view()
    return msgspec.structs.replace(data, status=view.status, totals=view.totals(), result=view.result)


PARAMETERS = {
    "webhook-id": "The message's id: the same in every attempt.",
    "webhook-timestamp": "When this attempt was made, in seconds since 1970.",
    "webhook-signature": "`v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`.",
}
"""The headers of every message."""


def components() -> dict[str, dict[str, Any]]:
    """The components that messages share."""
    return {
        "parameters": {
            _parameter_name(name): {
                "name": name,
                "in": "header",
                "required": True,
                "description": text,
                "schema": {"type": "string"},
            }
            for name, text in PARAMETERS.items()
        },
        "responses": {
            "MessageTaken": {"description": "Taken. Anything else is tried again."},
            "MessagesUnwanted": {"description": "No more, please: the webhook is disabled."},
        },
    }


def _parameter_name(header: str) -> str:
    return header.replace("webhook-", "message-").title().replace("-", "")


def data_of(kind: str) -> type[msgspec.Struct]:
    """The payload of a message of this kind."""
    if kind in MATCH_KINDS:
        return MatchPayload
    others: dict[str, type[msgspec.Struct]] = {PING: PingPayload, COUNTING: CountingPayload}
    return others.get(kind, ChampionshipPayload)


def schemas() -> dict[str, Any]:
    """The schemas of messages, without their kinds."""
    when = {"type": "string", "format": "date-time", "description": "When it happened (RFC 3339, UTC)."}
    return {
        _message(data): {
            "type": "object",
            "description": f"The body of a message. {' '.join(str(data.__doc__).split())}",
            "required": ["timestamp", "data"],
            "properties": {"timestamp": when, "data": {"description": "What it is about.", **ref(data.__name__)}},
        }
        for data in TYPES
    }


def _message(data: type[msgspec.Struct]) -> str:
    return data.__name__.replace("Payload", "Message")


def _operation(kind: str) -> dict[str, Any]:
    schema = {
        "allOf": [ref(_message(data_of(kind)))],
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"type": "string", "const": kind, "description": "What it tells."}},
    }
    return {
        "operationId": "hear" + "".join(part.capitalize() for part in kind.split(".")),
        "tags": [MESSAGES.name],
        "summary": MEANINGS[kind],
        "description": f"{MEANINGS[kind]} It is sent to the webhooks that ask for `{kind}`.",
        "security": [],
        "parameters": [{"$ref": f"#/components/parameters/{_parameter_name(name)}"} for name in PARAMETERS],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": schema, "example": _example(kind)}},
        },
        "responses": {
            "2XX": {"$ref": "#/components/responses/MessageTaken"},
            "410": {"$ref": "#/components/responses/MessagesUnwanted"},
        },
    }

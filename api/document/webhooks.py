"""The messages to webhooks as the OpenAPI document describes them: one operation a kind, on the receiver's side."""

from typing import Any

import msgspec

from api.document.samples import matches as samples
from api.document.samples.matches import AT, ID
from api.document.structs import ref
from api.webhooks.outbox import PING
from api.webhooks.payloads import (
    COUNTING,
    KINDS,
    MATCH_KINDS,
    ChampionshipPayload,
    CountingPayload,
    MatchCounting,
    MatchPayload,
    PingPayload,
)
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
_CHAMPIONSHIP_EVENT = {
    "type": "result_reported",
    "contest": ID,
    "fixture": ID,
    "result": {"points": [40, 64]},
    "version": 4,
    "recorded_at": AT,
    "recorded_by": "organizer:1",
    "facts": [],
    "hash": "0" * 64,
}


def describe() -> dict[str, Any]:
    """The `webhooks` of the document."""
    return {kind: {"post": _operation(kind)} for kind in (*KINDS, PING)}


def _example(kind: str) -> dict[str, Any]:
    data: msgspec.Struct
    if kind == PING:
        data = PingPayload(ID)
    elif kind in MATCH_KINDS:
        event = samples.event_page()["items"][1]
        data = MatchPayload(ID, event["version"], samples.view().ruleset, event)
    elif kind == COUNTING:
        data = CountingPayload(ID, 4, [MatchCounting(match=ID, counts=False, instead=PlayedInstead(OTHER, None))])
    else:
        data = ChampionshipPayload(ID, 4, _CHAMPIONSHIP_EVENT, ID)
    example: dict[str, Any] = {"type": kind, "timestamp": AT, "data": msgspec.to_builtins(data)}
    return example


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
            "description": f"The body of a message. {data.__doc__}",
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
        "tags": ["webhooks"],
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

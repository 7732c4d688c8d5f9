"""Commands from requests: body, writer and idempotency key, read in the order in which they are refused."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar

import msgspec
from litestar import Response
from msgspec.structs import replace

from api.access.policy import WRITERS, Principal, require_match, require_opener, require_to_record, require_writer
from api.context import AppContext, Request, context_of, services_of
from api.http.answers import encode, version_tag
from api.http.bodies import idempotency_key, json_body, read, read_events
from api.http.negotiation import language_of
from api.runtime.threads import writing_off_loop
from referee.errors import UNREADABLE, ServiceRefusal
from referee.log.commits.group import CommandSteps, run_alone
from referee.match.aggregate import Match
from referee.match.events import Note, Retract
from referee.match.judge import players
from referee.match.registry import tag
from referee.match.state import ALL
from referee.matches.opening import OpenMatch

P = ParamSpec("P")
T = TypeVar("T")
JSON = "application/json"


class WriteRequest(msgspec.Struct, frozen=True):
    """A request to write: its principal and body, its idempotency key, and the language of the answer."""

    services: AppContext
    principal: Principal
    body: bytes
    key: tuple[str, str] | None
    language: str

    def read(self, shape: type[T]) -> T:
        """The body as this struct. Raises BadRequest."""
        return read(self.body, shape)


async def read_command(request: Request, need: Callable[[Principal], None]) -> WriteRequest:
    """The command in a request. Raises UnsupportedMediaType, what `need` raises, and BadRequest for a bad key."""
    services = services_of(request)
    body = await json_body(request)
    principal = services.access.principal(request.scope, context_of(request).sender)
    need(principal)
    # The key covers the address too: the same body means something else at another one.
    key = idempotency_key(request, f"{request.method} {request.scope['path']}\n".encode() + body)
    return WriteRequest(services, principal, body, key, language_of(request))


def read_command_without_body(request: Request, need: Callable[[Principal], None]) -> WriteRequest:
    """The command of a request without a body. Raises what `need` raises, and BadRequest for a bad key."""
    services = services_of(request)
    principal = services.access.principal(request.scope, context_of(request).sender)
    need(principal)
    content = f"{request.method} {request.scope['path']}?".encode() + request.scope["query_string"]
    return WriteRequest(services, principal, b"", idempotency_key(request, content), language_of(request))


def consistency_token(position: int) -> dict[str, str]:
    """The header that makes a later read wait for the write at this position."""
    return {"Consistency-Token": str(position)}


def answer(
    view: Any, version: int, status: int = 200, position: int | None = None, *, whole: bool = True, **headers: str
) -> Response[bytes]:
    """A response with its version; of a write, with its `position` in the log. `whole`: as in `version_tag`."""
    more = {name.replace("_", "-"): value for name, value in headers.items()}
    all_headers = {"ETag": version_tag(version, whole=whole), "Vary": "Accept-Language, Authorization"} | more
    if position is not None:
        all_headers |= consistency_token(position)
    return Response(encode(view), status_code=status, media_type=JSON, headers=all_headers)


def requested_opening(principal: Principal, body: bytes) -> OpenMatch:
    """The match to open. Raises Forbidden or NotAuthenticated, before BadRequest if the reader may open none at all."""
    require_opener(principal)
    opening = read(body, OpenMatch)
    require_writer(principal, opening.fixture)
    return opening


class RequestedEvents(msgspec.Struct, frozen=True):
    """The events of a body, for a match as this process knew it then. `visible`: the hands that their sender may see."""

    match: Match
    events: list[msgspec.Raw]
    visible: int


async def requested_events(services: AppContext, principal: Principal, match_id: str, body: bytes) -> RequestedEvents:
    """The events of a body, all of which this reader may append. Raises Forbidden, NotFound, BadRequest."""
    if principal.is_everywhere() and principal.role in WRITERS:
        return RequestedEvents(await services.recall(match_id), read_events(body), ALL)
    return await services.ask(events_within, services, principal, match_id, body)


def events_within(services: AppContext, principal: Principal, match_id: str, body: bytes) -> RequestedEvents:
    """The same as `requested_events`, for a reader limited to some matches or events."""
    require_match(principal, match_id)
    match = services.service.match(match_id)
    require_to_record(principal, match, ())
    events = read_events(body)
    visible = principal.sees(match)
    if visible != ALL:
        players.require_one_event(len(events))
    require_to_record(principal, match, events)
    return RequestedEvents(match, [_with_own_seat(principal, match, event) for event in events], visible)


_RETRACT = tag(Retract).encode()
FEW = 8
"""Events that are decided within a millisecond if the match is in memory."""


class _EventType(msgspec.Struct):
    type: str = ""


async def write_events(
    services: AppContext, match_id: str, events: Sequence[msgspec.Raw], steps: Callable[[], CommandSteps[T]]
) -> T:
    """Runs the steps that record these events of a match, in one group with commands of the same moment.

    A retraction runs alone and in a thread: it folds the match again, and the other commands would wait.
    """
    if _takes_back(events):
        return await writing_off_loop(run_alone, services.service.log, steps())
    return await services.carry_out(steps, services.service.lock_of(match_id) if len(events) <= FEW else None)


def _takes_back(events: Iterable[msgspec.Raw]) -> bool:
    """True if one of these events is a retraction, which folds the match again from its beginning."""
    for event in events:
        raw = bytes(event)
        # A name may be written with escapes.
        if _RETRACT in raw or b"\\" in raw:
            with suppress(*UNREADABLE):
                if msgspec.json.decode(raw, type=_EventType).type == tag(Retract):
                    return True
    return False


def _with_own_seat(principal: Principal, match: Match, event: msgspec.Raw) -> msgspec.Raw:
    """Adds the seat to a player's call for the referee if the player has one seat; returns other events as they are."""
    seats = principal.seats(match)
    if len(seats) != 1 or b'"call"' not in bytes(event):
        return event
    try:
        note = match.codec.read(event)
    except ServiceRefusal:
        return event
    if not isinstance(note, Note) or note.kind != "call":
        return event
    return msgspec.Raw(encode(replace(note, seat=seats[0])))

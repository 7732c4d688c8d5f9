"""Logs as Server-Sent Events: `id` is the version, so a client that lost touch resumes with `Last-Event-ID`."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial
from typing import Any

from litestar import Request, get
from litestar.params import FromPath
from litestar.response import ServerSentEvent, ServerSentEventMessage

from api.access.bearers import network_of
from api.access.open_streams import StreamPlace
from api.access.policy import Principal
from api.document.samples import matches as samples
from api.document.streams import ALIVE_SECONDS, RETRY_MILLISECONDS, about, name_of
from api.http.bodies import encode
from api.http.describe import CHAMPIONSHIPS, EVENTS, Answer
from api.http.parameters import Flag, Header
from api.routes.naming import named_in, seated, with_names
from api.services import Services, reader_of
from referee.championship.events import DECISIONS
from referee.errors import Flaw, Malformed, Unauthenticated
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, Entry, line
from referee.match.registry import rulesets, tag
from referee.match.views.redaction import shown, shown_json
from referee.match.vocabulary import Opening
from referee.text import Text

LOOK_SECONDS = 1.0
"""How long a stream waits for a signal before it looks whether its reader still may read, and where nobody looks for all
streams of the process, for what other processes wrote."""
ONCE = Flag(name="once", about="End after what is there now.")
SEEN = (
    Header(
        name="Last-Event-ID", about="The last version you have.", shape={"type": "string", "pattern": "^[0-9]{1,9}$"}
    ),
    ONCE,
)
MATCH_TYPES = [tag(Opening), *dict.fromkeys(tag(kind) for rules in rulesets().values() for kind in rules.events)]
"""The types of the entries of matches."""


async def follow(
    services: Services,
    match_id: str,
    asks: Callable[[], Principal],
    after: int,
    *,
    once: bool,
    is_known: Callable[[], bool] = lambda: False,
) -> AsyncIterator[ServerSentEventMessage]:
    """The entries of a match above version `after`, as they come; with `once`, those that are there.

    `is_known`: whether who asks is known without asking.
    It ends when `asks`, who asks now, raises Unauthenticated: the token was revoked or has expired meanwhile.
    """

    def data(match: Match, entry: AnyEntry, visible: int) -> bytes:
        if not (people := seated(entry)):
            return shown_json(match, entry, visible)
        return encode(with_names(shown(match, entry, visible), people, services.people.name))

    def look(last: int) -> list[ServerSentEventMessage]:
        match = services.service.match(match_id)
        # What comes in between waits for the next look: what of it is hidden, only the match after it knows.
        fresh = services.service.entries(match_id, last, match.version) if match.version > last else []
        visible = asks().sees(match)
        return [_message(entry, data(match, entry, visible)) for entry in fresh]

    async for message in _messages(services, match_id, look, after, once=once, is_known=is_known):
        yield message


async def follow_championship(
    services: Services, championship_id: str, after: int, *, once: bool
) -> AsyncIterator[ServerSentEventMessage]:
    """The entries of a championship above version `after`, as they come; with `once`, those that are there."""

    def look(last: int) -> list[ServerSentEventMessage]:
        now = services.championships.championship(championship_id)
        fresh = services.championships.entries(championship_id, last) if now.version > last else []
        name = services.people.name
        return [_message(entry, encode(with_names(line(entry), named_in(now, entry), name))) for entry in fresh]

    async for message in _messages(services, championship_id, look, after, once=once, is_known=lambda: True):
        yield message


def _message(entry: Entry[Any, Any], data: bytes) -> ServerSentEventMessage:
    name = name_of(tag(type(entry.event)))
    return ServerSentEventMessage(data=data.decode(), event=name, id=entry.version)


async def _messages(
    services: Services,
    stream: str,
    look: Callable[[int], list[ServerSentEventMessage]],
    after: int,
    *,
    once: bool,
    is_known: Callable[[], bool],
) -> AsyncIterator[ServerSentEventMessage]:
    """What `look` finds above a version, again at every signal of this stream; a comment where it was silent for long."""
    silent_since = services.clock()
    yield ServerSentEventMessage(data=None, comment="referee")
    retry: int | None = RETRY_MILLISECONDS
    with services.appended.listen(stream) as listener:
        while True:
            listener.attend()
            try:
                fresh = await services.write(look, after)
            except Unauthenticated:
                return
            for message in fresh:
                yield replace(message, retry=retry)
                retry = None
                after, silent_since = int(message.id or after), services.clock()
            if once:
                return
            waits = True
            while waits:
                await listener.wait(LOOK_SECONDS)
                waits = services.appended.watched and not listener.heard.is_set() and is_known()
                if services.clock() - silent_since >= ALIVE_SECONDS:
                    silent_since = services.clock()
                    yield ServerSentEventMessage(data=None, comment="alive")


@EVENTS.doc(
    "The log as it grows",
    Answer("Server-Sent Events; `id` is the version.", media="text/event-stream", example=samples.EVENT_STREAM),
    about=about(MATCH_TYPES, "AnyEntry"),
    params=SEEN,
)
@get("/v1/matches/{match_id:str}/stream")
async def stream_match(request: Request, match_id: FromPath[str]) -> ServerSentEvent:  # type: ignore[type-arg]
    services, last, once = _asked(request)
    await services.write(services.service.match, match_id)
    asks = partial(services.access.still, request)
    messages = follow(
        services,
        match_id,
        asks,
        last,
        once=once,
        is_known=lambda: services.access.remembered(request.scope) is not None,
    )
    return _stream(request, services, messages, once=once)


@CHAMPIONSHIPS.doc(
    "The log as it grows, for boards",
    Answer(
        "Server-Sent Events; `id` is the version.",
        media="text/event-stream",
        example='id: 4\nevent: result_reported\ndata: {"type":"result_reported","version":4}\n\n',
    ),
    about="Whatever changes a table comes by as an event: read the contest or its standings then. "
    + about(map(tag, DECISIONS), "AnyDecision"),
    params=SEEN,
)
@get("/v1/championships/{championship_id:str}/stream")
async def stream_championship(request: Request, championship_id: FromPath[str]) -> ServerSentEvent:  # type: ignore[type-arg]
    services, last, once = _asked(request)
    await services.write(services.championships.championship, championship_id)
    return _stream(request, services, follow_championship(services, championship_id, last, once=once), once=once)


def _asked(request: Request) -> tuple[Services, int, bool]:  # type: ignore[type-arg]
    """The services, the version that a client has, and whether it wants no more than is there. Raises Malformed."""
    services, _ = reader_of(request)
    once = ONCE.of(request)
    return services, _last_seen(request), once


def _stream(
    request: Request,  # type: ignore[type-arg]
    services: Services,
    messages: AsyncIterator[ServerSentEventMessage],
    *,
    once: bool,
) -> ServerSentEvent:
    """The answer that streams these messages, in a place of its own. Raises TooMany where there is none."""
    if once:
        return ServerSentEvent(messages)
    token = services.access.still(request).token
    place = services.streams.enter(token.id if token else network_of(request.scope), is_token=token is not None)
    return ServerSentEvent(_placed(messages, place))


async def _placed(
    messages: AsyncIterator[ServerSentEventMessage], place: StreamPlace
) -> AsyncIterator[ServerSentEventMessage]:
    try:
        async for message in messages:
            yield message
    finally:
        place.leave()


def _last_seen(request: Request) -> int:  # type: ignore[type-arg]
    """The version that a client has; 0 without one. Raises Malformed: from the start again would double what it has."""
    last = request.headers.get("last-event-id", "")
    if last and not (last.isascii() and last.isdigit() and len(last) < 10):
        what = Text(es=f"es la versión que ya tiene, no «{last}»", en=f"is the version you have, not {last!r}")
        raise Malformed(
            Text(es=f"Last-Event-ID {what.es}", en=f"Last-Event-ID {what.en}"), flaws=(Flaw("Last-Event-ID", what),)
        )
    return int(last or 0)

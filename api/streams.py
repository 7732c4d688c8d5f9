"""A match's log as Server-Sent Events: `id` is the version, so a client that lost touch resumes with `Last-Event-ID`."""

from collections.abc import AsyncIterator

from litestar import Request, get
from litestar.params import FromPath
from litestar.response import ServerSentEvent, ServerSentEventMessage

from api import queries, samples
from api.describe import Answer, Param, doc
from api.desk import Desk, desk_of
from referee.redaction import shown_json
from referee.registry import tag

LOOK_SECONDS = 1.0
"""How long a stream waits for the bell before it looks for what other processes wrote."""
ALIVE_SECONDS = 15.0
"""After how long a silence a comment is sent, so that proxies keep the line open."""


async def follow(
    desk: Desk, match_id: str, visible: int, after: int, *, once: bool
) -> AsyncIterator[ServerSentEventMessage]:
    """The entries of a match above version `after`, as they come; with `once`, those that are there."""
    silent = 0.0
    yield ServerSentEventMessage(data=None, retry=2000, comment="referee")
    while True:
        match = desk.service.match(match_id)
        if match.version > after:
            for entry in desk.service.entries(match_id, after):
                data = shown_json(match, entry, visible).decode()
                yield ServerSentEventMessage(data=data, event=tag(type(entry.event)), id=entry.version)
            after, silent = match.version, 0.0
        if once:
            return
        await desk.bell.wait(LOOK_SECONDS)
        silent += LOOK_SECONDS
        if silent >= ALIVE_SECONDS:
            silent = 0.0
            yield ServerSentEventMessage(data=None, comment="alive")


@get(
    "/v1/matches/{match_id:str}/stream",
    opt=doc(
        "streamMatch",
        "events",
        "The log as it grows",
        {
            200: Answer(
                "Server-Sent Events; `id` is the version.", media="text/event-stream", example=samples.EVENT_STREAM
            )
        },
        params=(
            Param(
                "Last-Event-ID", "The last version you have.", {"type": "string", "pattern": "^[0-9]{1,9}$"}, "header"
            ),
            Param("once", "End after what is there now.", {"type": "boolean", "default": False}),
        ),
        refusals=(400, 404),
    ),
)
async def stream_match(request: Request, match_id: FromPath[str]) -> ServerSentEvent:  # type: ignore[type-arg]
    desk = desk_of(request)
    reader = desk.access.reader(request)
    once = queries.flag(request, "once")
    desk.service.match(match_id)
    last = request.headers.get("last-event-id", "")
    after = int(last) if last.isascii() and last.isdigit() and len(last) < 10 else 0
    return ServerSentEvent(
        follow(desk, match_id, reader.visible, after, once=once), headers={"Cache-Control": "no-cache"}
    )

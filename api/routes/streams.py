"""Logs as Server-Sent Events: `id` is the version, so a client that lost touch resumes with `Last-Event-ID`.

All readers of one stream wake at the same signal: the log is read once for all of them, and an entry is encoded once for
all that may see the same of it.
"""

from collections.abc import AsyncGenerator, Callable, Sequence
from functools import partial
from typing import Any

from litestar import get
from litestar.params import FromPath
from litestar.response import Stream
from msgspec import Struct

from api.access.bearers import network_of
from api.access.policy import PUBLIC, SEES_HAND, Principal
from api.access.secret_matches import is_hidden
from api.context import AppContext, Request, context_of, reader_of
from api.document.samples import matches as samples
from api.document.streams import ABOUT_COUNTING, ALIVE_SECONDS, COUNTING, RETRY_MILLISECONDS, about, name_of
from api.http.answers import encode
from api.http.consistency import wait_for_version
from api.http.describe import CHAMPIONSHIPS, EVENTS, Answer
from api.http.parameters import Flag, Header
from api.http.resources import resources_of, stream
from api.routes.naming import named_in, seated_players, with_names
from referee.championship.events import DECISIONS
from referee.championship.redaction import secret_results
from referee.championship.state import Championship, DecisionEntry
from referee.errors import BadRequest, Flaw, Forbidden, NotAuthenticated
from referee.followers.coalescer import Coalescer
from referee.log.timeouts import budget
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, Entry
from referee.match.events import Opening
from referee.match.redaction import shown_json, visible_line
from referee.match.registry import rulesets, tag
from referee.match.state import NOBODY
from referee.match.view import COUNTS, Counting
from referee.text import Text

ONCE = Flag(name="once", about="End after what is there now.")
LAST = Header(
    name="Last-Event-ID",
    about="The last version you have; empty is as without it. 409 `conflict` where the log does not come to it, as after a "
    "restore from an older copy.",
    pattern="^[0-9]{0,9}$",
)
SEEN = (LAST, ONCE)
MATCH_TYPES = [tag(Opening), *dict.fromkeys(tag(kind) for rules in rulesets().values() for kind in rules.events)]
"""The types of the entries of matches."""
HEADERS = {"Cache-Control": "no-cache", "Connection": "keep-alive", "X-Accel-Buffering": "no"}
RETRY = f"retry: {RETRY_MILLISECONDS}\r\n".encode()
Block = tuple[int, bytes]
"""The version of an entry, and its block."""


class StreamFinding(Struct):
    """The result of reading a stream. Readers with the same `visible` get the same, which `data` returns as JSON.

    `counting` says if the match counts in its contest; None where it is of none. `is_hidden`: a reader may know nothing of it.
    """

    entries: Sequence[Entry[Any, Any]]
    visible: Callable[[Principal], int]
    data: Callable[[Any, int], bytes]
    counting: Counting | None = None
    is_hidden: Callable[[Principal], bool] = lambda _: False

    def blocks(self, visible: int) -> list[Block]:
        """The blocks for readers that may see this."""
        return [(entry.version, _block(entry, self.data(entry, visible))) for entry in self.entries]


class StreamReader(Struct, frozen=True):
    """A reader of a stream. `asks` returns the current principal, and raises NotAuthenticated once the token was revoked or has
    expired; `is_known`: that needs no look-up.
    """

    asks: Callable[[], Principal] = lambda: PUBLIC
    is_known: Callable[[], bool] = lambda: True


def follow(
    services: AppContext,
    match_id: str,
    reader: StreamReader,
    after: int,
    *,
    once: bool,
    championship: str | None = None,
) -> AsyncGenerator[bytes, None]:
    """The entries of a match above version `after`, as they come, and its counting in its `championship`, if it is played
    in one; with `once`, those that are there.

    It ends once its reader may read no more, and on a standby once the server that writes answers again.
    """

    def data(match: Match, entry: AnyEntry, visible: int) -> bytes:
        if not (people := seated_players(entry)):
            return shown_json(match, entry, visible)
        return encode(with_names(visible_line(match, entry, visible), people, services.people.name))

    def look(last: int) -> StreamFinding:
        match = services.service.match(match_id)
        # What comes in between waits for the next look: what of it is hidden, only the match after it knows.
        fresh = services.service.entries(match_id, last, match.version) if match.version > last else []
        answer = None if championship is None else services.championships.counting(match)
        return StreamFinding(
            fresh,
            lambda principal: principal.sees(match),
            partial(data, match),
            answer and answer[0],
            lambda principal: is_hidden(services.championships, principal, match),
        )

    streams = [match_id] if championship is None else [match_id, championship]
    return _blocks(services, streams, look, reader, after, once=once)


def follow_championship(
    services: AppContext, championship_id: str, after: int, *, once: bool
) -> AsyncGenerator[bytes, None]:
    """The entries of a championship above version `after`, as they come; with `once`, those that are there."""

    def data(now: Championship, entry: DecisionEntry, _: int) -> bytes:
        return encode(with_names(secret_results(now).line(entry), named_in(now, entry), services.people.name))

    def look(last: int) -> StreamFinding:
        now = services.championships.championship(championship_id)
        fresh = services.championships.entries(championship_id, last, now.version) if now.version > last else []
        return StreamFinding(fresh, lambda _: NOBODY, partial(data, now))

    return _blocks(services, [championship_id], look, StreamReader(), after, once=once)


def _block(entry: Entry[Any, Any], data: bytes) -> bytes:
    """The block of an entry. JSON has no line breaks."""
    name = name_of(tag(type(entry.event)))
    return f"id: {entry.version}\r\nevent: {name}\r\n".encode() + b"data: " + data + b"\r\n\r\n"


def _counting_block(counting: Counting) -> bytes:
    """The block that says if a match counts. It has no id: the position of a reader stays as it was."""
    return f"event: {COUNTING}\r\n".encode() + b"data: " + encode(counting) + b"\r\n\r\n"


def comment(words: str) -> bytes:
    """A line that clients ignore."""
    return f": {words}\r\n\r\n".encode()


async def _blocks(
    services: AppContext,
    streams: Sequence[str],
    look: Callable[[int], StreamFinding],
    reader: StreamReader,
    after: int,
    *,
    once: bool,
) -> AsyncGenerator[bytes, None]:
    """The blocks that `look` finds above a version of the first of these streams, again at every signal of any of them; a
    comment after a long silence.
    """
    silent_since = services.clock()

    def is_silent() -> bool:
        return services.clock() - silent_since >= ALIVE_SECONDS

    yield comment("referee")
    retry, looks = RETRY, Coalescer()
    # A client that comes back may have an older state: only a first one starts from COUNTS.
    counting = None if after else COUNTS
    with services.append_signal.listen(
        *streams, is_due=lambda: is_silent() or not (reader.is_known() and services.is_needed())
    ) as listener:
        last_count, signal_count = -1, listener.attend()
        while True:
            # Each look has a time budget of its own: that of the request is long over.
            budget.begin(of=services.service.log.health)
            try:
                who = reader.asks() if reader.is_known() else await services.ask(reader.asks)
                at = (streams[0], after, signal_count)
                fresh, now = ([], None) if signal_count == last_count else await _fresh(services, looks, at, look, who)
            except (NotAuthenticated, Forbidden):
                return
            for version, block in fresh:
                yield retry + block
                retry, after, silent_since = b"", version, services.clock()
            if now is not None and now != counting:
                yield retry + _counting_block(now)
                retry, counting, silent_since = b"", now, services.clock()
            if once or not services.is_needed():
                return
            # The first look is not shared, so that it is as new as can be; later ones are.
            last_count, looks = signal_count, services.looks
            await listener.wait()
            signal_count = listener.attend()
            if is_silent():
                silent_since = services.clock()
                yield comment("alive")


async def _fresh(
    services: AppContext,
    looks: Coalescer,
    at: tuple[str, int, int],
    look: Callable[[int], StreamFinding],
    principal: Principal,
) -> tuple[list[Block], Counting | None]:
    """The blocks above a version of a stream, and the counting of its match, read once for all that wake at the same signal."""
    _, after, _ = at
    finding = await looks.run(at, partial(services.ask, look, after))
    if await services.ask(finding.is_hidden, principal):
        raise Forbidden(SEES_HAND)
    if not finding.entries:
        return [], finding.counting
    visible = finding.visible(principal)
    return await looks.run((*at, visible), partial(services.ask, finding.blocks, visible)), finding.counting


@EVENTS.doc(
    "The log as it grows",
    Answer("Server-Sent Events; `id` is the version.", media="text/event-stream", example=samples.EVENT_STREAM),
    about=about(MATCH_TYPES, "AnyEntry") + ABOUT_COUNTING,
    params=SEEN,
)
@get("/v1/matches/{match_id:str}/stream")
async def stream_match(request: Request, match_id: FromPath[str]) -> Stream:
    services, last, once = _subscription(request)
    match = await services.ask(services.service.match, match_id)
    await wait_for_version(services, request, last)
    fixture = match.opening.fixture
    championship = None if fixture is None else await services.ask(services.championships.place, fixture)
    blocks = follow(services, match_id, stream_reader(request, services), last, once=once, championship=championship)
    return stream_answer(request, services, blocks, once=once)


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
async def stream_championship(request: Request, championship_id: FromPath[str]) -> Stream:
    services, last, once = _subscription(request)
    await services.ask(services.championships.championship, championship_id)
    await wait_for_version(services, request, last)
    return stream_answer(request, services, follow_championship(services, championship_id, last, once=once), once=once)


def stream_reader(request: Request, services: AppContext) -> StreamReader:
    """The sender of a request, whose rights are asked for again while the stream lasts."""
    sender = context_of(request).sender
    return StreamReader(
        partial(services.access.recheck, sender), lambda: services.access.cached_reader(sender) is not None
    )


def _subscription(request: Request) -> tuple[AppContext, int, bool]:
    """The services, the version that a client has, and True if it wants only what is there. Raises BadRequest."""
    services, _ = reader_of(request)
    once = ONCE.of(request)
    return services, _last_seen(request), once


def stream_answer(
    request: Request,
    services: AppContext,
    blocks: AsyncGenerator[bytes, None],
    *,
    once: bool,
) -> Stream:
    """The answer that streams these blocks, in a place of its own. Raises TooMany where there is none."""
    if not once:
        token = services.access.recheck(context_of(request).sender).token
        key = token.id if token else network_of(request.scope)
        resources_of(request).enter_context(services.streams.place(key, is_token=token is not None))
    return stream(request, blocks, "text/event-stream", HEADERS)


def _last_seen(request: Request) -> int:
    """The version that a client has; 0 without one. Raises BadRequest: from the start again would double what it has."""
    last = LAST.header_value(request)
    if last and not LAST.fits(last):
        what = Text(es=f"es la versión que ya tiene, no «{last}»", en=f"is the version you have, not {last!r}")
        raise BadRequest(Text(es=f"{LAST.name} {what.es}", en=f"{LAST.name} {what.en}"), flaws=(Flaw(LAST.name, what),))
    return int(last or 0)

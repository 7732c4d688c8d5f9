"""Matches: open one, see it now or as it was, append to its log, read the log, the replay and the audit."""

from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.params import FromPath
from litestar.response import Stream
from sqlalchemy import Connection

from api.desk import Desk, desk_of, off_loop
from api.document import samples
from api.http.access import Reader, need_recorder
from api.http.bodies import encode, expected_version, idempotency_key, json_body
from api.http.commands import consistency_token, events_asked, opening_asked
from api.http.describe import CONSISTENCY, IDEMPOTENCY_KEY, IF_MATCH, Answer, doc
from api.http.negotiation import negotiated, unchanged
from api.http.parameters import AFTER, LIMIT, Cursor, Flag, Header, Number, OneOf, Words
from api.routes.pins import CONFIRMATION_PIN, need_keys
from projections import matches as match_index
from projections.matches import MatchSummary
from referee.match.aggregate import Match
from referee.match.entries import stored_line
from referee.match.redaction import foretold, shown, shown_json
from referee.match.state import ALL
from referee.match.view import MatchView
from referee.review import audit as auditing
from referee.review.audit import Audit, Step
from referee.service.matches import Appended
from referee.service.opening import OpenMatch
from referee.store.rehearsal import is_rehearsal

JSON = "application/json"
NDJSON = "application/x-ndjson"
MATCH_LINKS = {
    "getMatch": {"operationId": "getMatch", "parameters": {"match_id": "$response.body#/id"}},
    "getLegal": {"operationId": "getLegal", "parameters": {"match_id": "$response.body#/id"}},
    "appendEvents": {"operationId": "appendEvents", "parameters": {"match_id": "$response.body#/id"}},
    "listEvents": {"operationId": "listEvents", "parameters": {"match_id": "$response.body#/id"}},
    "replayMatch": {"operationId": "replayMatch", "parameters": {"match_id": "$response.body#/id"}},
    "auditMatch": {"operationId": "auditMatch", "parameters": {"match_id": "$response.body#/id"}},
}
AT = Number(name="at", about="A past version of the match.", least=1)
HAND = Number(name="hand", about="Only this hand, counted from 1.", least=1, most=1_000_000)
RULESET = Words(name="ruleset", about="Only of this ruleset.", example="hearts.castillar")
STATUS = OneOf(name="status", about="Only of this status.", words=("open", "finished", "abandoned"))
PLAYER = Words(name="player", about="Only with this player's id at the table.")
CONTEST = Words(name="contest", about="Only those played for this contest.")
CURSOR = Cursor()

REOPEN = Flag(
    name="reopen",
    about="Go on where other people would be through to a tie-break or final that has begun: it voids that match.",
)
IF_NONE_MATCH = Header(
    name="If-None-Match", about="The ETag of the view you have, or several.", shape={"type": "string"}
)
PREFER = Header(name="Prefer", about="`return=minimal` leaves the view out; other preferences are ignored.")


class MatchPage(msgspec.Struct, frozen=True):
    """Matches, newest first; `next` is the cursor of the next page."""

    items: list[MatchSummary]
    next: str | None


class Legal(msgspec.Struct, frozen=True):
    """What may regularly come now: post any of the events as it is, or choose where it says `choose`."""

    version: int
    turn: int | None
    events: list[Any]


class EventPage(msgspec.Struct, frozen=True):
    """Entries of a log in order; `next` is the `after` of the next page."""

    version: int
    items: list[dict[str, Any]]
    next: int | None


class Written(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an append wrote: the new version, the entries as stored, and the match after them unless not wanted.

    `view` is null in a dry run by a player while a hand is hidden from them: what would come next is not theirs to see.
    """

    version: int
    events: list[dict[str, Any]]
    view: MatchView | msgspec.UnsetType | None = msgspec.UNSET


class Replay(msgspec.Struct, frozen=True):
    """A match, or one hand of it, step by step."""

    match: str
    steps: list[Step]


def _asked(request: Request) -> tuple[Desk, Reader]:  # type: ignore[type-arg]
    desk = desk_of(request)
    return desk, desk.access.reader(request)


def _view(desk: Desk, match: Match, reader: Reader) -> MatchView:
    return match.view(reader.sees(match), desk.people.name)


def _headers(desk: Desk, match: Match) -> dict[str, str]:
    return {"ETag": f'"{match.version}"', "Vary": "Accept-Language, Authorization"}


def _written(desk: Desk, done: Appended, reader: Reader, events: Sequence[msgspec.Raw], minimal: bool) -> Written:
    visible = reader.sees(done.match)
    if is_rehearsal() and (stored := desk.service.match(done.match.id)).sees(stored.version, visible) != ALL:
        sent = [msgspec.json.decode(event, type=dict[str, msgspec.Raw]) for event in events]
        tried = [foretold(entry, own) for entry, own in zip(done.entries, sent, strict=True)]
        return Written(done.match.version, tried, msgspec.UNSET if minimal else None)
    entries = [shown(done.match, entry, visible) for entry in done.entries]
    if minimal:
        return Written(done.match.version, entries)
    return Written(done.match.version, entries, _view(desk, done.match, reader))


async def _as_async(chunks: Iterator[bytes]) -> AsyncIterator[bytes]:
    for chunk in chunks:
        yield chunk


class Matches(Controller):
    """What can be done with matches."""

    path = "/v1/matches"

    @post(
        opt=doc(
            "openMatch",
            "matches",
            "Open a match",
            {
                201: Answer(
                    "The match as opened; `Location` is its address.",
                    MatchView,
                    samples.view,
                    headers={"Location": "The match's address.", "ETag": "Its version, quoted."} | CONSISTENCY,
                    links=MATCH_LINKS,
                )
            },
            about="Seats are given in turn order. With `fixture` they, the ruleset, the limits and the first dealer follow "
            "from it, and the result goes to its contest when the match ends. Without `first_dealer` the rules choose, "
            "and a draw's seed is recorded.",
            body=OpenMatch,
            body_examples=samples.OPENINGS,
            params=(IDEMPOTENCY_KEY,),
            refusals=(400, 401, 403, 404, 409, 413, 415, 422),
            token=True,
        ),
    )
    async def open_match(self, request: Request) -> Response[bytes]:  # type: ignore[type-arg]
        body = await json_body(request)
        desk, reader = _asked(request)
        asked = opening_asked(reader, body)
        key = idempotency_key(request, body)
        fixture, chance = asked.fixture, desk.service.chance
        settle = partial(desk.fixture_matches.opening, asked, fixture, chance) if fixture else None
        opened = await desk.write(desk.service.open_match, asked, reader.name, key, settle)
        match = opened.match
        headers = {"Location": f"/v1/matches/{match.id}"} | _headers(desk, match) | consistency_token(opened.position)
        return Response(encode(_view(desk, match, reader)), status_code=201, media_type=JSON, headers=headers)

    @get(
        opt=doc(
            "listMatches",
            "matches",
            "Matches, newest first",
            {200: Answer("A page of matches.", MatchPage, samples.match_page)},
            params=(RULESET, STATUS, PLAYER, CONTEST, CURSOR, LIMIT),
            refusals=(400,),
        ),
    )
    async def list_matches(self, request: Request) -> Response[bytes]:  # type: ignore[type-arg]
        desk, _ = _asked(request)
        ruleset, player, contest = RULESET.of(request), PLAYER.of(request), CONTEST.of(request)
        status, before, limit = STATUS.of(request), CURSOR.of(request), LIMIT.of(request)

        def find(connection: Connection) -> MatchPage:
            items, more = match_index.find(
                connection,
                ruleset=ruleset,
                status=status,
                player=player,
                contest=contest,
                before=before,
                limit=limit,
            )
            return MatchPage(items, str(more) if more else None)

        return Response(encode(await desk.look(request, find)), media_type=JSON)

    @get(
        "/{match_id:str}",
        opt=doc(
            "getMatch",
            "matches",
            "A match as its reader may see it",
            {
                200: Answer("The view.", MatchView, samples.view, headers={"ETag": "The version, quoted."}),
                304: Answer("Nothing has changed since the version in `If-None-Match`."),
            },
            params=(AT, IF_NONE_MATCH),
            refusals=(400, 404),
        ),
    )
    async def get_match(self, request: Request, match_id: FromPath[str]) -> Response[bytes]:  # type: ignore[type-arg]
        desk, reader = _asked(request)
        at = AT.of(request)
        match = desk.service.match(match_id)
        headers = _headers(desk, match)
        if at is not None and at != match.version:
            then = await off_loop(desk.service.match_at, match_id, at)
            headers["ETag"] = f'"{at}"'
            view = then.view(match.sees(at, reader.sees(match)), desk.people.name)
            return Response(encode(view), media_type=JSON, headers=headers)
        # The version does not count erasures: where somebody has no name any more, the reader's copy may still have it.
        named = all(desk.people.name(seat.player) for seat in match.opening.seats)
        if named and unchanged(request, headers["ETag"]):
            return Response(b"", status_code=304, headers=headers)
        return Response(encode(_view(desk, match, reader)), media_type=JSON, headers=headers)

    @get(
        "/{match_id:str}/legal",
        opt=doc(
            "getLegal",
            "matches",
            "What may regularly come now",
            {200: Answer("The legal events.", Legal, samples.legal)},
            about="Events are in canonical form. With a hand unknown: every card that the log does not place elsewhere.",
            refusals=(404,),
        ),
    )
    async def get_legal(self, request: Request, match_id: FromPath[str]) -> Response[bytes]:  # type: ignore[type-arg]
        desk, reader = _asked(request)
        match = desk.service.match(match_id)
        visible = match.sees(match.version, reader.sees(match))
        legal = Legal(match.version, match.turn(visible), list(match.legal(visible)))
        return Response(encode(legal), media_type=JSON, headers=_headers(desk, match))

    @post(
        "/{match_id:str}/events",
        opt=doc(
            "appendEvents",
            "events",
            "Append one event or several, all or none",
            {
                201: Answer(
                    "The entries as stored, and the match after them.",
                    Written,
                    samples.written,
                    headers={
                        "ETag": "The new version, quoted.",
                        "Preference-Applied": "`return=minimal` where it was asked for.",
                    }
                    | CONSISTENCY,
                    links={
                        "getMatchAt": {
                            "operationId": "getMatch",
                            "parameters": {"match_id": "$request.path.match_id", "at": "$response.body#/version"},
                        }
                    },
                )
            },
            about="An object or an array. In an array the problem names the `index` of the event that failed.",
            body="events",
            body_examples=samples.EVENTS,
            params=(IF_MATCH, IDEMPOTENCY_KEY, PREFER, REOPEN, CONFIRMATION_PIN),
            refusals=(400, 401, 403, 404, 409, 413, 415, 422),
            token=True,
        ),
    )
    async def append_events(self, request: Request, match_id: FromPath[str]) -> Response[bytes]:  # type: ignore[type-arg]
        body = await json_body(request)
        desk, reader = _asked(request)
        need_recorder(reader)
        events, visible = events_asked(desk, reader, match_id, body)
        expected = expected_version(request)
        reopen = REOPEN.of(request)
        key = idempotency_key(request, body)
        await need_keys(request, reader, match_id, events, key)
        done = await desk.write(
            desk.service.append,
            match_id,
            events,
            reader.name,
            expected=expected,
            key=key,
            reopen=reopen,
            visible=visible,
        )
        desk.bell.ring()
        minimal = "return=minimal" in request.headers.get("prefer", "")
        headers = _headers(desk, done.match) | consistency_token(done.position)
        if minimal:
            headers["Preference-Applied"] = "return=minimal"
        written = _written(desk, done, reader, events, minimal)
        return Response(encode(written), status_code=201, media_type=JSON, headers=headers)

    @get(
        "/{match_id:str}/events",
        opt=doc(
            "listEvents",
            "events",
            "The log as stored",
            {
                200: Answer(
                    "A page of entries; as ndjson the whole log, a line each.",
                    EventPage,
                    samples.event_page,
                    also=samples.NDJSON,
                )
            },
            about="`Accept: application/x-ndjson` streams the whole log.",
            params=(AFTER, LIMIT),
            refusals=(400, 404),
        ),
    )
    async def list_events(self, request: Request, match_id: FromPath[str]) -> Response[bytes] | Stream:  # type: ignore[type-arg]
        desk, reader = _asked(request)
        after, limit = AFTER.of(request), LIMIT.of(request)
        match = desk.service.match(match_id)
        if negotiated(request) == NDJSON:
            entries = await off_loop(desk.service.entries, match_id, after, match.version)
            lines = (shown_json(match, entry, reader.sees(match)) + b"\n" for entry in entries)
            return Stream(_as_async(lines), media_type=NDJSON)
        upto = min(after + limit, match.version)
        entries = await off_loop(desk.service.entries, match_id, after, upto)
        items = [shown(match, entry, reader.sees(match)) for entry in entries]
        last = entries[-1].version if entries else match.version
        page = EventPage(match.version, items, last if last < match.version else None)
        return Response(encode(page), media_type=JSON, headers=_headers(desk, match))

    @get(
        "/{match_id:str}/replay",
        opt=doc(
            "replayMatch",
            "audit",
            "Step by step: each event, the match after it, what might have come next, what it broke",
            {200: Answer("The steps.", Replay, samples.replay)},
            params=(HAND,),
            refusals=(400, 404),
        ),
    )
    async def replay_match(self, request: Request, match_id: FromPath[str]) -> Response[bytes]:  # type: ignore[type-arg]
        desk, reader = _asked(request)
        hand = HAND.of(request)
        match = desk.service.match(match_id)

        def steps() -> bytes:
            entries = desk.service.entries(match_id, upto=match.version)
            return encode(
                Replay(match_id, list(auditing.replay(match, entries, reader.sees(match), hand, desk.people.name)))
            )

        return Response(await off_loop(steps), media_type=JSON, headers=_headers(desk, match))

    @get(
        "/{match_id:str}/audit",
        opt=doc(
            "auditMatch",
            "audit",
            "What was irregular and which rule, how each point arose, whether the chain is whole",
            {200: Answer("The audit.", Audit, samples.audit)},
            refusals=(404,),
        ),
    )
    async def audit_match(self, request: Request, match_id: FromPath[str]) -> Response[bytes]:  # type: ignore[type-arg]
        desk, reader = _asked(request)
        match = desk.service.match(match_id)

        def report() -> bytes:
            lines = [stored_line(bytes(record.state)) for record in desk.service.log.read(match_id, upto=match.version)]
            entries = desk.service.entries(match_id, upto=match.version)
            return encode(auditing.audit(match, entries, lines, reader.sees(match)))

        return Response(await off_loop(report), media_type=JSON, headers=_headers(desk, match))

"""Matches: open one, see it now or as it was, append to its log, read the log, the replay and the audit."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromPath
from litestar.response import Stream

from api.access.costs import REPORT_COST
from api.access.policy import Principal, hides_what_follows, require_one_try, require_recorder
from api.context import AppContext, Request, charge_request, match_reader_of, reader_of
from api.document.samples import matches as samples
from api.http.answers import TAG_MARK, encode, report_response, version_tag
from api.http.bodies import expected_version, idempotency_key, json_body
from api.http.commands import consistency_token, requested_events, requested_opening, write_events
from api.http.describe import (
    AUDIT,
    CONSISTENCY,
    EVENTS,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    MATCHES,
    NDJSON,
    VERSIONED,
    Answer,
    links,
)
from api.http.in_parts import LINES, in_parts
from api.http.json_paths import common
from api.http.negotiation import negotiate
from api.http.paging import LINK, link_to, log_page, next_after, page_answer, within_bytes
from api.http.parameters import AFTER, LIMIT, REOPEN, Flag, Header, Number
from api.http.resources import stream
from api.reads.match_source import FROM_MEMORY, MatchSource
from api.reads.response_store import CachedBody
from api.routes.matches.pins import CONFIRMATION_PIN, require_keys
from api.routes.naming import telling_apart
from api.runtime.threads import off_loop
from referee.audit import audit as auditing
from referee.audit.audit import Audit, Step
from referee.audit.audit_parts import between, parts
from referee.match.aggregate import Match
from referee.match.redaction import preview_line, shown_json, view_at, visible_line
from referee.match.state import ALL
from referee.match.view import COUNTS, Counting, MatchView
from referee.matches.append import Append, StoredAppend
from referee.matches.commands import MatchCommands
from referee.matches.dry_run import DryRunAppend
from referee.matches.opening import OpenMatch
from referee.matches.timing.clocks import clock_mark

JSON = "application/json"
MATCH_LINKS = links("match_id", "getMatch", "getLegal", "appendEvents", "listEvents", "replayMatch", "auditMatch")
AT = Number(name="at", about="A past version of the match.", least=1)
MOST_ENTRIES = 1_000
"""Entries of a match in one answer about it: more than most matches have."""
ENTRIES = Number(
    name="limit",
    about="Of at most so many entries; 1,000 unless given. Of fewer where that would be more than a million bytes.",
    least=1,
    most=MOST_ENTRIES,
)
LEGAL = Flag(name="legal", about="Each step with `legal`: what might regularly have come next.")
HAND = Number(name="hand", about="Only this hand, counted from 1.", least=1, most=1_000_000)

PREFER = Header(
    name="Prefer",
    about="`return=minimal` leaves the view out; other preferences are ignored.",
)


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
    """A match, or one hand of it, step by step; `next` is the `after` of the next page."""

    match: str
    steps: list[Step]
    next: int | None = None


def _view(source: MatchSource, match: Match, visible: int, counting: Counting | None) -> MatchView:
    players = [seat.player for seat in match.opening.seats]
    people = source.people.shown_names(players)
    view = match.view(visible, people.names.get, people.ids.__getitem__)
    if match.has_clock:
        clocks = source.turn_clocks
        view = msgspec.structs.replace(view, clock=clocks.of(match, view.turn), match_clock=clocks.of_match(match))
    if counting is None:
        return view
    return msgspec.structs.replace(view, counts=counting.counts, instead=counting.instead)


def _counting(services: AppContext, match: Match) -> Counting | None:
    """Tells if a match counts after a write: nothing is stored of one that does not."""
    fixture = match.opening.fixture
    return COUNTS if fixture is not None and services.championships.place(fixture) is not None else None


def _headers(version: int, mark: str = "", *, whole: bool = True) -> dict[str, str]:
    """The headers of an answer with a version of a match; `mark` and `whole` as in `version_tag`."""
    return {"ETag": version_tag(version, mark, whole=whole), "Vary": "Accept-Language, Authorization"}


def _headers_for(visible: int, match: Match, clock_mark: str = "", counting: Counting | None = None) -> dict[str, str]:
    """The headers of a read. The version is not the whole tag where the same version may be answered differently later.

    So it is while a hand is hidden from this reader, and once the match counts no more in its contest.
    """
    whole = match.sees(match.version, visible) == ALL and (counting is None or counting.counts)
    return _headers(match.version, clock_mark, whole=whole)


def _mark_of_lines(match: Match, visible: int) -> str:
    """The mark of a log sent line by line, of which no digest is known when it begins: it goes by the hands that are seen."""
    hands = match.sees(match.version, visible)
    return f"{TAG_MARK}lines" if hands == ALL else f"{TAG_MARK}lines{TAG_MARK}{hands}"


def _preview_lines(result: StoredAppend, events: Sequence[msgspec.Raw], minimal: bool) -> Written:
    bodies = [msgspec.json.decode(event, type=dict[str, msgspec.Raw]) for event in events]
    previews = [preview_line(entry, own) for entry, own in zip(result.entries, bodies, strict=True)]
    return Written(result.match.version, previews, msgspec.UNSET if minimal else None)


def _answer(services: AppContext, result: StoredAppend, principal: Principal, minimal: bool) -> Written:
    match, lines = result.match, [*result.lines]
    visible = principal.sees(match)
    if visible != ALL:
        lines = [visible_line(match, entry, visible, whole) for entry, whole in zip(result.entries, lines, strict=True)]
    if minimal:
        return Written(match.version, lines)
    return Written(match.version, lines, _view(services, match, visible, _counting(services, match)))


def _common_answer(services: AppContext, result: DryRunAppend, principal: Principal, minimal: bool) -> dict[str, Any]:
    """The parts of the answer to a deal by chance that it has with any seed."""
    answers = [_answer(services, one, principal, minimal) for one in (result, *result.others)]
    parts: dict[str, Any] = common([msgspec.json.decode(encode(one)) for one in answers])
    return parts


def _lines(service: MatchCommands, match: Match, after: int, visible: int) -> Iterator[bytes]:
    """The entries of a match above a version, as such a reader sees them."""
    for first in range(after, match.version, LINES):
        for entry in service.entries(match.id, first, min(first + LINES, match.version)):
            yield shown_json(match, entry, visible)


class Matches(Controller):
    """The routes of matches."""

    path = "/v1/matches"

    @MATCHES.doc(
        "Open a match",
        Answer(
            "The match as opened; `Location` is its address.",
            MatchView,
            samples.view,
            headers={"Location": "The match's address.", "ETag": "Its version, quoted."} | CONSISTENCY,
            links=MATCH_LINKS,
        ),
        about="Seats are given in turn order. With `fixture` they, the ruleset, the limits and the first dealer follow "
        "from it, and the result goes to its contest when the match ends. Without `first_dealer` the rules choose, "
        "and a draw's seed is recorded. A name at a seat is a label: nobody is asked whose it is, and it finds nobody. With "
        "`reuse` it is the one person who is there under that name.",
        body=OpenMatch,
        body_examples=samples.OPENINGS,
        params=(IDEMPOTENCY_KEY,),
        refusals=(403, 404, 409, 422),
        token=True,
    )
    @post()
    async def open_match(self, request: Request) -> Response[bytes]:
        body = await json_body(request)
        services, principal = reader_of(request)
        opening = requested_opening(principal, body)
        key = idempotency_key(request, body)
        fixture, seed_source = opening.fixture, services.service.seed_source
        settle = partial(services.fixture_matches.opening, opening, fixture, seed_source) if fixture else None
        async with telling_apart(services, principal):
            result = await services.carry_out(
                partial(services.service.opening_match, opening, principal.name, key, settle)
            )
        match = result.match
        headers = {"Location": f"/v1/matches/{match.id}"} | _headers(match.version) | consistency_token(result.position)
        body = await services.ask(
            lambda: encode(_view(services, match, principal.sees(match), _counting(services, match)))
        )
        return Response(body, status_code=201, media_type=JSON, headers=headers)

    @MATCHES.doc(
        "A match as its reader may see it",
        Answer("The view.", MatchView, samples.view, headers=VERSIONED),
        params=(AT,),
    )
    @get("/{match_id:str}", opt={FROM_MEMORY: True})
    async def get_match(self, request: Request, match_id: FromPath[str]) -> Response[bytes]:
        source, principal = match_reader_of(request)
        at = AT.of(request)
        match = await source.ask(source.service.match, match_id)
        visible = principal.sees(match)
        if at is not None and at != match.version:
            then = await off_loop(source.service.match_at, match_id, at)
            # What may be shown of it goes by all that came later.
            names, now = source.people.name, source.people.now
            view = await source.ask(view_at, match, then, visible, names, now)
            return Response(encode(view), media_type=JSON, headers=_headers(at, whole=False))

        answer = await source.ask(source.championships.counting, match) if match.opening.fixture else None
        counting, championship = answer or (None, None)
        if match.has_clock:
            view = await source.ask(_view, source, match, visible, counting)
            mark = clock_mark(view.clock, view.match_clock)
            headers = _headers_for(visible, match, mark, counting)
            return Response(encode(view), media_type=JSON, headers=headers)

        async def make_body() -> CachedBody:
            return CachedBody(await source.ask(lambda: encode(_view(source, match, visible, counting))))

        key = ("view", match_id, match.version, visible, counting)
        view_now = await source.answers.of(key, make_body)
        streams = (match,) if championship is None else (match, championship)
        return report_response(request, view_now, _headers_for(visible, match, counting=counting), streams=streams)

    @MATCHES.doc(
        "What may regularly come now",
        Answer("The legal events.", Legal, samples.legal, headers=VERSIONED),
        about="Events are in canonical form. With a hand unknown: every card that the log does not place elsewhere.",
    )
    @get("/{match_id:str}/legal", opt={FROM_MEMORY: True})
    async def get_legal(self, request: Request, match_id: FromPath[str]) -> Response[bytes]:
        source, principal = match_reader_of(request)
        match = await source.ask(source.service.match, match_id)
        visible = match.sees(match.version, principal.sees(match))

        async def make_body() -> CachedBody:
            # On a crowded table it takes longer than others may be kept waiting.
            return await off_loop(
                lambda: CachedBody(encode(Legal(match.version, match.turn(visible), list(match.legal(visible)))))
            )

        legal = await source.answers.of(("legal", match_id, match.version, visible), make_body)
        return report_response(request, legal, _headers_for(visible, match), streams=(match,))

    @EVENTS.doc(
        "Append one event or several, all or none",
        Answer(
            "The entries as stored, and the match after them.",
            Written,
            samples.write_result,
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
        ),
        about="An object or an array. The examples follow one another, in a match that the first example of "
        "`POST /v1/matches` opens. In an array the problem names the `index` of the event that failed. A player sends one "
        "event a request, and no card that comes from a pack whose order the log knows: it fills that in by itself.",
        body="events",
        body_examples=samples.EVENTS,
        params=(IF_MATCH, IDEMPOTENCY_KEY, PREFER, REOPEN, CONFIRMATION_PIN),
        refusals=(403, 409, 422),
        token=True,
    )
    @post("/{match_id:str}/events")
    async def append_events(self, request: Request, match_id: FromPath[str]) -> Response[bytes]:
        body = await json_body(request)
        services, principal = reader_of(request)
        require_recorder(principal)
        requested = await requested_events(services, principal, match_id, body)
        events = requested.events
        version_before = expected_version(request)
        reopen = REOPEN.of(request)
        key = idempotency_key(request, body)
        if services.is_dry_run:
            require_one_try(principal, len(events))
        is_hidden_preview = services.is_dry_run and hides_what_follows(
            principal, await services.ask(services.service.match, match_id)
        )
        pin = CONFIRMATION_PIN.of(request)
        if requested.match.opening.confirm is not None:
            await require_keys(services, principal, requested, pin, key)
        append = Append(match_id, events, principal.name, version_before, key, reopen=reopen, visible=requested.visible)
        result = await write_events(services, match_id, events, partial(services.service.appending, append))
        minimal = "return=minimal" in request.headers.get("prefer", "")
        headers = _headers(result.match.version) | consistency_token(result.position)
        if minimal:
            headers["Preference-Applied"] = "return=minimal"
        if is_hidden_preview:
            answer: Written | dict[str, Any] = _preview_lines(result, events, minimal)
        elif isinstance(result, DryRunAppend):
            answer = await services.ask(_common_answer, services, result, principal, minimal)
        elif minimal:
            answer = _answer(services, result, principal, minimal)
        else:
            answer = await services.ask(_answer, services, result, principal, minimal)
        return Response(encode(answer), status_code=201, media_type=JSON, headers=headers)

    @EVENTS.doc(
        "The log as stored",
        log_page(EventPage, samples.event_page, samples.NDJSON),
        about="`Accept: application/x-ndjson` streams the whole log.",
        params=(AFTER, LIMIT),
    )
    @get("/{match_id:str}/events")
    async def list_events(self, request: Request, match_id: FromPath[str]) -> Response[bytes] | Stream:
        services, principal = reader_of(request)
        after, limit = AFTER.of(request), LIMIT.of(request)
        match = await services.ask(services.service.match, match_id)
        visible = principal.sees(match)
        if negotiate(request) == NDJSON:
            lines = _lines(services.service, match, after, visible)
            return stream(request, in_parts(lines), NDJSON, _headers(match.version, _mark_of_lines(match, visible)))

        def read_page() -> EventPage:
            entries = services.service.entries(match_id, after, min(after + limit, match.version))
            items, _ = within_bytes((visible_line(match, entry, visible) for entry in entries), limit)
            return EventPage(match.version, items, next_after([item["version"] for item in items], match.version))

        page = await off_loop(read_page)
        return page_answer(request, page, "after", _headers_for(visible, match))

    @AUDIT.doc(
        "Step by step: each event, the match after it, what it broke, and if asked what might have come next",
        Answer("The steps.", Replay, samples.replay, headers=VERSIONED | LINK),
        params=(HAND, AFTER, ENTRIES, LEGAL),
    )
    @get("/{match_id:str}/replay", opt={FROM_MEMORY: True})
    async def replay_match(self, request: Request, match_id: FromPath[str]) -> Response[bytes]:
        source, principal = match_reader_of(request)
        hand, after, limit = HAND.of(request), AFTER.of(request), ENTRIES.of(request) or MOST_ENTRIES
        legal = LEGAL.of(request)
        match = await source.ask(source.service.match, match_id)
        charge_request(request)
        visible = principal.sees(match)

        def steps() -> CachedBody:
            entries = source.service.entries(match_id, through=match.version)
            people = source.people
            every = auditing.replay(match, entries, visible, hand, people.name, people.now, after=after, legal=legal)
            page, more = within_bytes(every, limit)
            next_ = page[-1].version if more else None
            return CachedBody(encode(Replay(match_id, page, next_)), next_)

        key = ("replay", match_id, match.version, visible, hand, after, limit, legal)
        cached_body = await source.worker_cache.of(key, steps)
        headers = _headers_for(visible, match) | link_to(request, cached_body.next, "after")
        return report_response(request, cached_body, headers, streams=(match,), cost=REPORT_COST)

    @AUDIT.doc(
        "What was irregular and which rule, how each point arose, whether the chain is whole",
        Answer("The audit.", Audit, samples.audit, headers=VERSIONED | LINK),
        about="What concerns the whole match stands on every page: the chain, the legend, the points of a hand.",
        params=(AFTER, ENTRIES),
    )
    @get("/{match_id:str}/audit", opt={FROM_MEMORY: True})
    async def audit_match(self, request: Request, match_id: FromPath[str]) -> Response[bytes]:
        source, principal = match_reader_of(request)
        after, limit = AFTER.of(request), ENTRIES.of(request) or MOST_ENTRIES
        match = await source.ask(source.service.match, match_id)
        charge_request(request)
        visible = principal.sees(match)

        def make_body() -> CachedBody:
            lines = source.service.stored_lines(match_id, match.version)
            entries = source.service.entries(match_id, through=match.version)
            audit = auditing.audit(match, entries, lines, visible)
            page, more = within_bytes(parts(audit, after), limit)
            through = page[-1].version if page else after
            next_ = through if more else None
            return CachedBody(encode(msgspec.structs.replace(between(audit, after, through), next=next_)), next_)

        cached_body = await source.worker_cache.of(("audit", match_id, match.version, visible, after, limit), make_body)
        headers = _headers_for(visible, match) | link_to(request, cached_body.next, "after")
        return report_response(request, cached_body, headers, streams=(match,), cost=REPORT_COST)

"""The log of acts of administration: tokens, PINs and webhooks, erasures, keys and settings, each with its author and time."""

from typing import Any, get_args

from litestar import Response, get
from msgspec import Struct

from api.access.policy import require_overseer
from api.context import Request, reader_of
from api.document.samples.matches import AT, ID
from api.http.answers import encode
from api.http.describe import LOG, NDJSON, Answer
from api.http.negotiation import negotiate
from api.http.paging import LINK, page_answer
from api.http.parameters import LIMIT, Cursor, Moment, OneOf, Words
from api.runtime.threads import off_loop
from referee.match.entries import chain, line
from referee.match.registry import tag
from referee.operations.acts import ActEntry, AnyAct, TokenMade
from referee.operations.record import Administration
from referee.people.scope import Scope

KINDS = tuple(tag(kind) for kind in get_args(AnyAct))
TYPE = OneOf(name="type", about="Only of this type.", words=KINDS)
BY = Words(name="by", about="Only what was recorded by this one: exactly the `recorded_by` of an entry.", least=1)
SINCE = Moment(name="since", about="Only what was recorded at this time or later.")
UNTIL = Moment(name="until", about="Only what was recorded at this time or earlier.")
CURSOR = Cursor()


class ActPage(Struct, frozen=True):
    """Entries of the log of administration, latest first; `next` is the cursor of the next page."""

    items: list[dict[str, Any]]
    next: str | None


class ChosenActs(Struct, frozen=True):
    """A filter of acts; times are RFC 3339 in UTC, and so sort as texts."""

    type: str | None = None
    by: str | None = None
    since: str | None = None
    until: str | None = None

    def has(self, entry: ActEntry) -> bool:
        """True if the filter lets this entry through."""
        return (
            self.type in {None, tag(type(entry.event))}
            and self.by in {None, entry.recorded_by}
            and (self.since is None or entry.recorded_at >= self.since)
            and (self.until is None or entry.recorded_at <= self.until)
        )


def _sample() -> ActPage:
    entry: ActEntry = chain(
        bytes(32), 4, TokenMade(ID, "referee", Scope(championship=ID), None), (), AT, f"organizer:{ID}"
    )
    return ActPage([line(entry)], None)


@LOG.doc(
    "What was done to the service itself, latest first",
    Answer("A page of acts.", ActPage, _sample, headers=LINK, also={NDJSON: '{"type":"token_made","version":4}\n'}),
    about="Tokens made and revoked, PINs, webhooks, erasures, keys, and the settings of each start that had others. They are "
    "one chain with the id `administration`, in the same signed log as everything else: no secret and no name is in it. "
    "`Accept: application/x-ndjson` gives the whole chain in order, which `referee verify` checks, with the proofs of "
    "`/v1/log/proofs/record?of=administration`. For organizers and auditors of everything.",
    params=(TYPE, BY, SINCE, UNTIL, CURSOR, LIMIT),
    refusals=(403,),
    token=True,
)
@get("/v1/administration/events")
async def list_acts(request: Request) -> Response[bytes]:
    services, principal = reader_of(request)
    require_overseer(principal)
    administration = services.service.administration
    acts_filter = ChosenActs(TYPE.of(request), BY.of(request), SINCE.of(request), UNTIL.of(request))
    before, limit = CURSOR.of(request), LIMIT.of(request)
    if negotiate(request) == NDJSON:
        lines = await off_loop(_lines, administration)
        return Response(lines, media_type=NDJSON)
    return page_answer(request, await off_loop(_page, administration, acts_filter, before, limit))


def _page(administration: Administration, acts_filter: ChosenActs, before: int | None, limit: int) -> ActPage:
    entries = administration.latest(acts_filter.has, before, limit + 1)
    more = str(entries[limit - 1].version) if len(entries) > limit else None
    return ActPage([line(entry) for entry in entries[:limit]], more)


def _lines(administration: Administration) -> bytes:
    return b"".join(encode(line(entry)) + b"\n" for entry in administration.entries())

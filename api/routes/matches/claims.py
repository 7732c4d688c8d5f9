"""One dispute: what a referee shows at the table, as JSON or as a page to print."""

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from api.context import AppContext, Request, reader_of
from api.document.samples import matches as samples
from api.http.answers import encode, version_tag
from api.http.describe import AUDIT, VERSIONED, Answer
from api.http.negotiation import negotiate
from api.http.paths import origin_of
from api.pages.print import page
from api.pages.print.claim import Occasion, page_values
from api.pages.times import page_clock
from api.runtime.threads import off_loop
from referee.audit.audit import PinTold, pin_changes
from referee.audit.dispute import DisputeRecord, dispute_record
from referee.audit.place import PlaceInMatch, place_of
from referee.match.aggregate import Match
from referee.match.redaction import shown_head
from referee.match.state import ALL
from referee.match.view import SeatView

PAGE = {"text/html": "<!doctype html>"}


class DisputeView(msgspec.Struct, frozen=True):
    """A dispute with its match and the people at the table; `pins` says who gave the sides their PINs, where they have any."""

    match: str
    ruleset: str
    seats: tuple[SeatView, ...]
    dispute: DisputeRecord
    pins: list[PinTold]


def _sample() -> DisputeView:
    match, entries = samples.dispute()
    return DisputeView(
        samples.ID, match.rules.id, match.view(names=samples.name).seats, dispute_record(entries, "c1"), []
    )


@AUDIT.doc(
    "One dispute: the play, the rule, what the hand held, what proved it, the score with and without",
    Answer(
        "The dispute; with `Accept: text/html` a page to show and print.",
        DisputeView,
        _sample,
        headers=VERSIONED,
        also=PAGE,
    ),
)
@get("/v1/matches/{match_id:str}/claims/{claim:str}")
async def get_claim(request: Request, match_id: FromPath[str], claim: FromPath[str]) -> Response[bytes]:
    """The record of a dispute."""
    services, principal = reader_of(request)
    media = negotiate(request)
    match = await services.ask(services.service.match, match_id)
    entries = await off_loop(services.service.entries, match_id, through=match.version)
    dispute = await services.worker_cache.run(lambda: dispute_record(entries, claim, principal.sees(match)))
    view_now = await off_loop(match.view, principal.sees(match), services.people.name, services.people.now)
    seats = view_now.seats
    whole = media != "text/html" and match.sees(match.version, principal.sees(match)) == ALL
    headers = {"ETag": version_tag(match.version, whole=whole), "Vary": "Accept, Accept-Language, Authorization"}
    if media == "text/html":
        clock = page_clock(request)
        head = shown_head(match, principal.sees(match))
        replay = f"{origin_of(request)}/replay/{match_id}?step={dispute.claim.at}"
        occasion = await off_loop(_occasion, services, match, place_of(entries, dispute.claim.at), replay)
        sheet = page("claim.html", clock.language, **page_values(match, seats, dispute, head, occasion, clock))
        sheet.headers["ETag"] = headers["ETag"]
        return sheet
    view = DisputeView(match_id, match.rules.id, seats, dispute, pin_changes(match))
    return Response(encode(view), media_type="application/json", headers=headers)


def _occasion(services: AppContext, match: Match, place: PlaceInMatch, replay: str) -> Occasion:
    """The place and time of a match: of a contest's match, its fixture has them too."""
    opening = match.opening
    if opening.fixture is None:
        return Occasion(place, opening.table, None, None, replay)
    championship, contest, fixture = services.championships.fixture(opening.fixture)
    table = opening.table or (None if fixture.table is None else str(fixture.table))
    return Occasion(place, table, championship.name, contest.name, replay)

"""The sheets by which the hands of a round are dealt by hand: for its organizers alone, who deal them (duplicate.deals)."""

from litestar import Response, get
from litestar.params import FromPath

from api.access.policy import require_organizer_of
from api.context import AppContext, Request, reader_of
from api.document.samples import deals as samples
from api.http.answers import encode
from api.http.describe import CONTESTS, Answer
from api.http.negotiation import negotiate
from api.http.path_parameters import ROUND
from api.http.paths import origin_of
from api.pages.print.paper import deal_sheets
from api.pages.times import page_clock
from referee.championship.deals_by_hand import RoundInHand, round_in_hand
from referee.championship.presenters import ContestPresenter
from referee.contests.duplicate.sheets import DealSheets

PRIVATE = {"Cache-Control": "no-store"}
"""No copy of the sheets stays in a browser that others use."""


@CONTESTS.doc(
    "The hands of a round, to be dealt by hand",
    Answer(
        "The cards of every hand; `text/html` by `Accept` has a sheet of each to print.",
        DealSheets,
        samples.sheets,
        also={"text/html": "<!doctype html><title>Fiestas de agosto</title>"},
    ),
    about="Where every table plays the same deals (`duplicate.deals`), from the pairing of the round on. Who deals by these "
    "sheets plays none of their hands, and no copy of them is kept by a browser (`no-store`). Each has a `code`: of a round that "
    "is taken away and paired again it is another.",
    refusals=(403, 409),
    token=True,
)
@get("/v1/contests/{contest_id:str}/rounds/{number:str}/deals")
async def get_deal_sheets(request: Request, contest_id: FromPath[str], number: FromPath[str]) -> Response[bytes]:
    services, principal = reader_of(request)
    require_organizer_of(principal, contest_id)
    media, round_ = negotiate(request), ROUND.of(number)
    page, work = await services.ask(_round_to_deal, services, contest_id, round_)
    if media == "text/html":
        address = f"{origin_of(request)}/organize/{page.championship.id}#rounds/"
        response = deal_sheets.as_page(page, work.sheets, work.pack, address, page_clock(request).language)
        response.headers |= PRIVATE
        return response
    return Response(encode(work.sheets), media_type="application/json", headers=PRIVATE)


def _round_to_deal(services: AppContext, contest_id: str, number: int) -> tuple[ContestPresenter, RoundInHand]:
    championship, contest = services.championships.contest(contest_id)
    page = ContestPresenter(championship, contest, services.people.name)
    return page, round_in_hand(contest, number, services.championships.deal_seed)

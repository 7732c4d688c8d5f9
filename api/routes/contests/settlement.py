"""The settled stakes of a contest, for programs and for a spreadsheet."""

from functools import partial

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct

from api.context import Request, reader_of
from api.document.samples import contests as samples
from api.http.commands import answer
from api.http.describe import CONTESTS, VERSIONED, Answer
from api.http.negotiation import negotiate
from api.pages.print import lists
from api.pages.print.spreadsheets import answer_table
from referee.championship.presenters import ContestPresenter
from referee.championship.views import SettlementView
from referee.match.terms.stakes import Stakes


class ContestStakes(Struct, frozen=True):
    """The stakes of a contest, null where there are none; and how they come out, null while the podium is not decided."""

    contest: str
    version: int
    stakes: Stakes | None
    settlement: SettlementView | None


@CONTESTS.doc(
    "The stakes, and how they come out",
    Answer(
        "Who put in what, who takes what; `text/csv` by `Accept`.",
        ContestStakes,
        lambda: ContestStakes(samples.contest().id, samples.contest().version, Stakes(10, (3, 2, 1)), None),
        headers=VERSIONED,
        also={"text/csv": f"{','.join(lists.SETTLEMENT)}\n"},
    ),
    about="The podium divides the pot (clause `stakes.contest`), and each correction divides it again. Nothing is paid.",
)
@get("/v1/contests/{contest_id:str}/settlement")
async def get_settlement(request: Request, contest_id: FromPath[str]) -> Response[bytes]:
    services, _ = reader_of(request)
    media = negotiate(request)

    def look() -> ContestStakes:
        championship, contest = services.championships.contest(contest_id)
        page = ContestPresenter(championship, contest, services.people.name)
        return ContestStakes(contest_id, championship.version, page.contest.stakes, page.settlement())

    stakes = await services.ask(look)
    if media == "text/csv":
        return answer_table(request, partial(lists.settlement, stakes.settlement), lists.SETTLEMENT_COLUMNS)
    return answer(stakes, stakes.version)

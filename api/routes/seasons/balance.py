"""The balance of stakes, of a championship and of a series: wins, losses and transfers of all players."""

from collections.abc import Callable
from functools import partial

from litestar import Response, get
from litestar.params import FromPath
from sqlalchemy import Connection

from api.context import Request, reader_of
from api.document.samples import stakes as samples
from api.http.answers import JSON, encode
from api.http.describe import CHAMPIONSHIPS, Answer
from api.http.negotiation import negotiate
from api.pages.print import lists
from api.pages.print.spreadsheets import answer_table
from api.reads.replica import READ_MODELS
from api.routes.seasons.ratings import CSV
from projections import championships as championship_index
from projections.seasons import balance, editions
from projections.seasons.balance import Balance
from referee.championship.service import no_championship
from referee.errors import NotFound
from referee.series.service import no_series

ABOUT = (
    "Of every contest with stakes, and of every match with stakes of its own. `from` says of which pots a player's sums are "
    "made, and each correction works them out again. No way has fewer `transfers` where at most 12 have to give or take beside "
    "those who are even with one other; else they are fewer than there are players. As `text/csv`, players and then transfers."
)
ALSO = {CSV: f"{','.join(lists.BALANCE)}\n"}


@CHAMPIONSHIPS.doc(
    "The balance of a championship's stakes",
    Answer("What everybody won and lost, and who gives whom what.", Balance, samples.balance, also=ALSO),
    about=ABOUT,
)
@get("/v1/championships/{championship_id:str}/balance", opt={READ_MODELS: True})
async def get_championship_balance(request: Request, championship_id: FromPath[str]) -> Response[bytes]:
    people = reader_of(request)[0].people

    def find(connection: Connection) -> Balance | None:
        if not championship_index.exists(connection, championship_id):
            return None
        return balance.of_championship(connection, championship_id, people.now, people.name)

    return await _answer(request, find, lambda: no_championship(championship_id))


@CHAMPIONSHIPS.doc(
    "The balance of the stakes of all editions of a series",
    Answer("What everybody won and lost, by edition.", Balance, lambda: samples.balance(None), also=ALSO),
    about=ABOUT,
)
@get("/v1/series/{series_id:str}/balance", opt={READ_MODELS: True})
async def get_series_balance(request: Request, series_id: FromPath[str]) -> Response[bytes]:
    people = reader_of(request)[0].people

    def find(connection: Connection) -> Balance | None:
        if editions.summary(connection, series_id) is None:
            return None
        return balance.of_series(connection, series_id, people.now, people.name)

    return await _answer(request, find, lambda: no_series(series_id))


async def _answer(
    request: Request,
    find: Callable[[Connection], Balance | None],
    missing: Callable[[], NotFound],
) -> Response[bytes]:
    totals = await reader_of(request)[0].look(request, find)
    if totals is None:
        raise missing()
    if negotiate(request) == CSV:
        return answer_table(request, partial(lists.balance, totals), lists.BALANCE_COLUMNS)
    return Response(encode(totals), media_type=JSON)

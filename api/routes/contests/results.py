"""The latest results of all championships, recorded or told, in one read. They are written in `fixtures`."""

from collections.abc import Sequence

from litestar import Response, get

from api.context import AppContext, Request, reader_of
from api.document.samples import contests as samples
from api.document.samples.matches import RULES
from api.http.answers import JSON, encode
from api.http.describe import FIXTURES, Answer
from api.http.paging import LINK, link_to
from api.http.parameters import LIMIT, Cursor, Moment, Words
from api.reads.replica import READ_MODELS
from api.reads.response_store import CachedBody
from projections import championships as championship_index
from projections.championships import DecidedFixture, ResultFilter
from referee.championship.presenters import ContestPresenter
from referee.championship.views import FixtureView, LatestResult, ResultPage

CHAMPIONSHIP = Words(name="championship", about="Only those played for this championship.")
PLAYER = Words(name="player", about="Only those of this player's id.")
RULESET = Words(name="ruleset", about="Only of this ruleset.", example=RULES.id)
SINCE = Moment(name="since", about="Only those decided at this time or later (`decided_at`).")
CURSOR = Cursor()


@FIXTURES.doc(
    "The latest results of all championships",
    Answer(
        "A page of results, the latest first: of recorded matches and of those told by their score alone.",
        ResultPage,
        samples.result_page,
        headers=LINK,
    ),
    about="A corrected result stands where its correction came. Matches of no championship are in the list of matches.",
    params=(CHAMPIONSHIP, PLAYER, RULESET, SINCE, CURSOR, LIMIT),
)
@get("/v1/results", opt={READ_MODELS: True})
async def list_results(request: Request) -> Response[bytes]:
    services, _ = reader_of(request)
    player = PLAYER.of(request)
    filters = ResultFilter(
        championship=CHAMPIONSHIP.of(request),
        player=None if player is None else services.people.same(player),
        ruleset=RULESET.of(request),
        since=SINCE.of(request),
        cursor=CURSOR.of(request),
        limit=LIMIT.of(request),
    )
    fixtures, following = await services.look(
        request, lambda connection: championship_index.latest_results(connection, filters)
    )

    def make_body() -> CachedBody:
        return CachedBody(encode(ResultPage(results_of(services, fixtures), str(following) if following else None)))

    cached_body = await services.worker_cache.of(("results", tuple(fixtures), following), make_body)
    return Response(cached_body.body, media_type=JSON, headers=link_to(request, following, CURSOR.name))


def results_of(services: AppContext, fixtures: Sequence[DecidedFixture]) -> list[LatestResult]:
    """These results as readers see them. A result that a later decision took away is left out."""
    pages = {
        contest: ContestPresenter(*services.championships.contest(contest), services.people.name)
        for contest in dict.fromkeys(one.contest for one in fixtures)
    }
    views = {view.id: view for page in pages.values() for view in page.fixtures()}
    return [
        _result(one, pages[one.contest], views[one.fixture])
        for one in fixtures
        if one.fixture in views and views[one.fixture].result
    ]


def _result(decision: DecidedFixture, page: ContestPresenter, fixture: FixtureView) -> LatestResult:
    contest = page.recorded_contest
    return LatestResult(decision.championship, decision.name, contest.ruleset, decision.at, fixture, contest.name)

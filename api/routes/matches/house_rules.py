"""The house rules that a match or a contest was opened with: the file that they came as, and its rulebook with them."""

from litestar import Response, get
from litestar.params import FromPath

from api.context import Request, reader_of
from api.document.samples import matches as samples
from api.http.commands import answer
from api.http.describe import CONTESTS, MATCHES, VERSIONED, Answer
from api.http.negotiation import page_language
from api.pages.print.paper import rulebook
from referee.errors import NotFound
from referee.match.registry import read_params, ruleset
from referee.match.terms.named_house import NamedHouse
from referee.text import Text

NAMED = {"Content-Disposition": "The name of the file."}
ABOUT = "What a match or a contest is opened with as `house`. 404 where none were brought: what was agreed on is in `params`."


@MATCHES.doc(
    "The house rules of a match, as a file",
    Answer("The file.", NamedHouse, samples.house, headers=VERSIONED | NAMED),
    about=ABOUT,
)
@get("/v1/matches/{match_id:str}/house-rules")
async def get_match_house(request: Request, match_id: FromPath[str]) -> Response[bytes]:
    services, _ = reader_of(request)
    match = await services.ask(services.service.match, match_id)
    return _as_file(match.opening.house or None, match.version)


@CONTESTS.doc(
    "The house rules of a contest, as a file",
    Answer("The file.", NamedHouse, samples.house, headers=VERSIONED | NAMED),
    about=ABOUT,
)
@get("/v1/contests/{contest_id:str}/house-rules")
async def get_contest_house(request: Request, contest_id: FromPath[str]) -> Response[bytes]:
    services, _ = reader_of(request)
    championship, contest = await services.ask(services.championships.contest, contest_id)
    return _as_file(contest.contest.house, championship.version)


@get("/print/matches/{match_id:str}/rulebook", include_in_schema=False)
async def print_match_rulebook(request: Request, match_id: FromPath[str]) -> Response[bytes]:
    """The rulebook of a match. Raises NotFound."""
    services, _ = reader_of(request)
    match = await services.ask(services.service.match, match_id)
    return rulebook.as_page(match.rules, match.params, match.opening.house or None, page_language(request))


@get("/print/contests/{contest_id:str}/rulebook", include_in_schema=False)
async def print_contest_rulebook(request: Request, contest_id: FromPath[str]) -> Response[bytes]:
    """The rulebook of a contest. Raises NotFound."""
    services, _ = reader_of(request)
    _, contest = await services.ask(services.championships.contest, contest_id)
    rules = ruleset(contest.ruleset)
    params = read_params(rules, contest.contest.params)
    return rulebook.as_page(rules, params, contest.contest.house, page_language(request))


def _as_file(house: NamedHouse | None, version: int) -> Response[bytes]:
    """The house rules to be kept. Raises NotFound."""
    if house is None:
        raise NotFound(
            Text(
                es="aquí nadie trajo reglas de la casa con un nombre; lo acordado está en `params`",
                en="nobody brought house rules under a name here; what was agreed on is in `params`",
            )
        )
    return answer(house, version, Content_Disposition=f'attachment; filename="{house.ruleset}.house.json"')

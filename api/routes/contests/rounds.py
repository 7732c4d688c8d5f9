"""The rounds of a contest: paired, read with the reasons of each pair, changed by hand, published, taken away."""

from collections.abc import Callable, Sequence
from functools import partial

from litestar import Controller, Response, delete, get, post, put
from litestar.params import FromPath
from msgspec import Struct

from api.access.policy import require_organizer_of
from api.context import AppContext, Request, charge_request, reader_of
from api.document.samples import rounds as samples
from api.http.bodies import expected_version
from api.http.commands import WriteRequest, answer, read_command, read_command_without_body
from api.http.describe import CONSISTENCY, CONTESTS, IDEMPOTENCY_KEY, VERSIONED, Answer
from api.http.negotiation import negotiate
from api.http.parameters import REASON
from api.http.path_parameters import HAND, ROUND
from api.http.paths import board_of
from api.pages.print import round_lists
from api.pages.print.paper import rounds
from api.pages.print.spreadsheets import answer_table
from api.pages.times import reader_clock
from api.routes.contests.undoing import IF_MATCH
from api.runtime.threads import off_loop
from referee.championship.deal_secrets import NewSecrets
from referee.championship.deal_views import DealView, deal_view, require_played
from referee.championship.decisions import held_contest
from referee.championship.events import AnyDecision
from referee.championship.parted_plays import Plays, plays_of
from referee.championship.presenters import ContestPresenter
from referee.championship.recorded_contest import Names, RecordedContest
from referee.championship.round_views import RoundList, RoundView, last_number, round_list, round_view
from referee.championship.rounds import (
    ChangeRound,
    PairRound,
    change_pairs,
    pair_next,
    publish,
    take_round_away,
)
from referee.championship.state import Championship, DecisionEntry
from referee.championship.undoing.undo import Undo
from referee.log.row_writes import RowWrite

ROUND_ANSWER = Answer(
    "The round, with its pairs and reasons.", RoundView, samples.round_, headers=VERSIONED | CONSISTENCY
)
LIST_ANSWER = Answer("The rounds that are left.", RoundList, samples.rounds, headers=VERSIONED | CONSISTENCY)
Judge = Callable[[Championship, RecordedContest, Names], Sequence[AnyDecision]]


class RoundCommand(Struct, frozen=True):
    """A command about the rounds of a contest."""

    command: WriteRequest
    contest: str

    async def store(
        self,
        judge: Judge,
        show: Callable[[ContestPresenter], RoundView | RoundList],
        rows_of: Callable[[Sequence[DecisionEntry]], Sequence[RowWrite]] | None = None,
    ) -> Response[bytes]:
        """Stores what `judge` decides, with the rows of its entries; the answer is what `show` makes of the contest after it."""
        services, contest_id = self.command.services, self.contest
        championships, people = services.championships, services.people

        def decide(now: Championship) -> Sequence[AnyDecision]:
            return judge(now, held_contest(now, contest_id), people.own_name)

        def store() -> tuple[RoundView | RoundList, int]:
            championship, _ = championships.contest(contest_id)
            result = championships.decide(
                championship.id, decide, self.command.principal.name, self.command.key, rows_of=rows_of
            )
            after = result.championship
            return show(ContestPresenter(after, after.contests[contest_id], people.name)), result.position

        view, position = await services.write(store)
        return answer(view, view.version, 200, position)


async def _command(request: Request, contest_id: str) -> RoundCommand:
    """The command of an organizer of this contest. Raises as `read_command` does, Forbidden and NotFound."""
    command = await read_command(request, lambda principal: require_organizer_of(principal, contest_id))
    await command.services.ask(command.services.championships.contest, contest_id)
    return RoundCommand(command, contest_id)


async def _command_without_body(request: Request, contest_id: str) -> RoundCommand:
    """The same of a request without a body."""
    command = read_command_without_body(request, lambda principal: require_organizer_of(principal, contest_id))
    await command.services.ask(command.services.championships.contest, contest_id)
    return RoundCommand(command, contest_id)


def _page(services: AppContext, contest_id: str) -> ContestPresenter:
    championship, contest = services.championships.contest(contest_id)
    return ContestPresenter(championship, contest, services.people.name)


def _round_to_read(services: AppContext, contest_id: str, number: int) -> tuple[ContestPresenter, RoundView]:
    page = _page(services, contest_id)
    return page, round_view(page, number)


class RoundRoutes(Controller):
    """The routes of the rounds of a contest."""

    path = "/v1/contests/{contest_id:str}/rounds"

    @CONTESTS.doc(
        "The rounds of a contest, and what comes next",
        Answer("Those that are paired, the first first.", RoundList, samples.rounds, headers=VERSIONED),
        about="A contest has none where its matches follow from the draw: in all formats but `rounds`, and `knockout` with "
        "`redraw` or `lives`.",
    )
    @get("/")
    async def list_rounds(self, request: Request, contest_id: FromPath[str]) -> Response[bytes]:
        services, _ = reader_of(request)
        view = await services.ask(lambda: round_list(_page(services, contest_id)))
        return answer(view, view.version)

    @CONTESTS.doc(
        "A round: its pairs, and what decided each",
        Answer(
            "The round; `text/csv`, and `text/html` by table and by name to print, by `Accept`.",
            RoundView,
            samples.round_,
            headers=VERSIONED,
            also=samples.ROUND_SHEETS,
        ),
        about="With its seed, scores and places everybody can pair it again (`rounds.reasons`). The page of a draft says only "
        "that it is one.",
        refusals=(409,),
    )
    @get("/{number:str}")
    async def get_round(self, request: Request, contest_id: FromPath[str], number: FromPath[str]) -> Response[bytes]:
        services, _ = reader_of(request)
        media = negotiate(request)
        page, view = await services.ask(_round_to_read, services, contest_id, ROUND.of(number))
        if media == "text/csv":
            return answer_table(request, partial(round_lists.spreadsheet, page, view), round_lists.COLUMNS)
        if media == "text/html":
            return rounds.as_page(
                page, view, board_of(request, page.championship.id, contest_id), reader_clock(request)
            )
        return answer(view, view.version)

    @CONTESTS.write(
        "Pair the next round",
        Answer("The round.", RoundView, samples.round_, headers=VERSIONED | CONSISTENCY),
        PairRound,
        samples.PAIRINGS,
        about="The least pairing by the clauses of the contest (`rounds.swiss`, `rounds.danish`, `rounds.random`, "
        "`rounds.mitchell`, `knockout.redraw`, `knockout.lives`), from a recorded seed. While results of the "
        "round before are missing, and where no pairing keeps that nobody meets twice: 409 `impossible`, with `in_the_way` and "
        "the `least` that `repeats` takes. A `round` that is paired already is answered as it is, so that two organizers who "
        "pair at the same moment have one pairing.",
    )
    @post("/", status_code=200)
    async def pair_round(self, request: Request, contest_id: FromPath[str]) -> Response[bytes]:
        about = await _command(request, contest_id)
        body = about.command.read(PairRound)
        seed_source = about.command.services.service.seed_source
        secrets = NewSecrets(seed_source)

        def judge(now: Championship, contest: RecordedContest, names: Names) -> Sequence[AnyDecision]:
            if any(one.round == body.round for one in contest.contest.pairings):
                return []
            return [pair_next(body, now, contest, names, seed_source, secrets.commit)]

        return await about.store(judge, lambda page: round_view(page, body.round or last_number(page)), secrets.rows)

    @CONTESTS.write(
        "Change the pairs of a round by hand",
        ROUND_ANSWER,
        ChangeRound,
        samples.CHANGES,
        about="With a reason, while no match of it has begun; `breaks` says what the pairs do not keep (`rounds.by-hand`).",
    )
    @put("/{number:str}")
    async def change_round(self, request: Request, contest_id: FromPath[str], number: FromPath[str]) -> Response[bytes]:
        about = await _command(request, contest_id)
        body, round_ = about.command.read(ChangeRound), ROUND.of(number)
        return await about.store(
            lambda now, contest, names: [change_pairs(body, round_, now, contest, names)],
            lambda page: round_view(page, round_),
        )

    @CONTESTS.doc(
        "Publish a round",
        ROUND_ANSWER,
        about="A draft is played from now on: its matches are there. Of a round that is published nothing changes.",
        params=(IDEMPOTENCY_KEY,),
        refusals=(403, 409, 422),
        token=True,
    )
    @post("/{number:str}/publish", status_code=200)
    async def publish_round(
        self, request: Request, contest_id: FromPath[str], number: FromPath[str]
    ) -> Response[bytes]:
        round_ = ROUND.of(number)
        about = await _command_without_body(request, contest_id)
        return await about.store(
            lambda now, contest, names: publish(round_, contest), lambda page: round_view(page, round_)
        )

    @CONTESTS.doc(
        "Take a round away, while nothing of it has begun",
        LIST_ANSWER,
        about="The last one, with a reason: it is as if it had never been paired.",
        params=(REASON, IF_MATCH, IDEMPOTENCY_KEY),
        refusals=(403, 409, 422),
        token=True,
    )
    @delete("/{number:str}", status_code=200)
    async def remove_round(self, request: Request, contest_id: FromPath[str], number: FromPath[str]) -> Response[bytes]:
        round_ = ROUND.of(number)
        about = await _command_without_body(request, contest_id)
        undo = Undo(REASON.require(request), expected_version(request))
        return await about.store(
            lambda now, contest, names: [take_round_away(undo, round_, now, contest, names)], round_list
        )


def _deal_to_read(services: AppContext, contest_id: str, number: int) -> DealView:
    page = _page(services, contest_id)
    round_ = require_played(page, number)

    def plays(match: str) -> Plays:
        return plays_of(services.service.entries(match))

    return deal_view(page, number, services.championships.deal_seed(contest_id, round_), plays)


@CONTESTS.doc(
    "A hand that every table has played: its cards, and who made what with them",
    Answer("The hand.", DealView, samples.deal, headers=VERSIONED),
    about="Only where every table plays the same deals (`duplicate.page`). While a table has the hand still to play: 409 "
    "`impossible`, which names the tables and no card.",
    refusals=(409,),
)
@get("/v1/contests/{contest_id:str}/deals/{hand:str}")
async def get_deal(request: Request, contest_id: FromPath[str], hand: FromPath[str]) -> Response[bytes]:
    services, _ = reader_of(request)
    number = HAND.of(hand)
    charge_request(request)
    # The plays of every table are compared.
    view = await off_loop(_deal_to_read, services, contest_id, number)
    return answer(view, view.version)

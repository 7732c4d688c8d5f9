"""Championships: open one, enter players, draw contests, give sanctions, see the general table, read its log."""

from functools import partial
from typing import Any, TypeVar

import msgspec
from litestar import Controller, Response, get, post, put
from litestar.params import FromPath
from litestar.response import Stream
from sqlalchemy import Connection

from api.access.policy import may_read_client_data, require_organizer, require_overseer, require_whole_record
from api.context import Request, context_of, principal_of, reader_of, services_of
from api.document.samples import contests as samples
from api.http.answers import encode, version_tag
from api.http.commands import WriteRequest, answer, read_command
from api.http.describe import CHAMPIONSHIPS, CONSISTENCY, CONTESTS, NDJSON, VERSIONED, Answer, links
from api.http.in_parts import in_parts
from api.http.negotiation import language_of, negotiate
from api.http.paging import LINK, log_page, next_after, page_answer
from api.http.parameters import AFTER, LIMIT, Cursor, Words
from api.http.resources import stream
from api.pages.print import boards
from api.pages.print.spreadsheets import answer_table
from api.reads.replica import READ_MODELS
from api.routes.contests.client_data import (
    championship_with_client_data,
    contest_with_client_data,
    with_client_data,
    with_request_data,
)
from api.routes.naming import NAMESAKES, namesake_warning, telling_apart
from api.runtime.threads import off_loop
from projections import championships as championship_index
from projections import general
from referee import client_data
from referee.championship import portable
from referee.championship.decisions import GiveSanction, sanction
from referee.championship.difference import ChampionshipDecided, general_difference, with_difference
from referee.championship.drawing import DrawContest
from referee.championship.drawing_once import DrawResult, draw_once
from referee.championship.events import PlayersEntered
from referee.championship.people import ChampionshipEntered, namesakes_elsewhere
from referee.championship.presenters import ContestPresenter, view_championship
from referee.championship.redaction import NOTHING_SECRET, secret_results
from referee.championship.service import (
    ChangeDiscipline,
    CommandResult,
    EnterPlayers,
    OpenChampionship,
    change_discipline,
    no_championship,
)
from referee.championship.views import ChampionshipPage, ChampionshipView, ContestView
from referee.client_data import SERVICE

T = TypeVar("T")
AGAIN = (
    " An `external_id` that is there already: the same request again is answered with what is there, with status 200, and "
    "another one is 409 `exists`."
)
EXTERNAL_ID = Words(
    name="external_id",
    about="Only the one that was opened with this id of the organizer's. For organizers and auditors of everything.",
    least=1,
    most=100,
)
PLAYER = Words(name="player", about="Only those in which the player of this id takes part.")
CURSOR = Cursor()
CHAMPIONSHIP_LINKS = links(
    "championship_id",
    "getChampionship",
    "enterPlayers",
    "drawContest",
    "sanctionPlayer",
    "changeDiscipline",
    "listDecisions",
)
CONTEST_LINKS = links(
    "contest_id",
    "getContest",
    "getStandings",
    "listFixtures",
    "drawAgain",
    "withdrawPlayer",
    "substitutePlayer",
    "ruleTie",
    "changeTiming",
    "listChanges",
)
FIXTURE_LINKS = links("fixture_id", "getFixture", "reportResult", "correctResult", "giveWalkover", at="fixtures/0/id")


class DecisionPage(msgspec.Struct, frozen=True):
    """Entries of a championship's log in order; `next` is the `after` of the next page."""

    version: int
    items: list[dict[str, Any]]
    next: int | None


class ChampionshipRoutes(Controller):
    """The routes of championships."""

    path = "/v1/championships"

    @CHAMPIONSHIPS.write(
        "Open a championship",
        Answer(
            "The championship as opened; `Location` is its address.",
            ChampionshipEntered,
            samples.championship_entered,
            headers={"Location": "Its address."} | VERSIONED | CONSISTENCY,
            links=CHAMPIONSHIP_LINKS,
        ),
        OpenChampionship,
        samples.CHAMPIONSHIPS,
        about="A player is the id of somebody entered before, or a new player's name, or an object with the birth date. "
        + NAMESAKES
        + AGAIN,
    )
    @post()
    async def open_championship(self, request: Request) -> Response[bytes]:
        command = await read_command(request, require_organizer)
        services = command.services
        body, language = command.read(OpenChampionship), language_of(request)

        def store() -> tuple[ChampionshipEntered, CommandResult]:
            result = services.championships.open(body, command.principal.name, command.key)
            view = _view_with_warnings(command, language, body, result)
            if result.entries:
                return with_request_data(view, body), result
            return championship_with_client_data(services, view), result

        async with telling_apart(services, command.principal):
            view, result = await services.write(store)
        status = 201 if result.entries else 200
        return answer(view, view.version, status, result.position, Location=f"/v1/championships/{view.id}")

    @CHAMPIONSHIPS.doc(
        "Championships, newest first",
        Answer("A page of championships.", ChampionshipPage, samples.championship_page, headers=LINK),
        params=(PLAYER, EXTERNAL_ID, CURSOR, LIMIT),
        refusals=(401, 403),
    )
    @get(opt={READ_MODELS: True})
    async def list_championships(self, request: Request) -> Response[bytes]:
        services, principal = reader_of(request)
        player, before, limit = PLAYER.of(request), CURSOR.of(request), LIMIT.of(request)
        external_id = EXTERNAL_ID.of(request)
        if external_id is not None:
            require_overseer(principal)

        def find(connection: Connection) -> ChampionshipPage:
            ids = None if player is None else services.people.same(player)
            id_ = external_id and (client_data.find(services.people.store, "championship", SERVICE, external_id) or "")
            items, more = championship_index.find(connection, player=ids, id_=id_, before=before, limit=limit)
            own = [item for item in items if may_read_client_data(principal, item.id)]
            whole = {item.id: item for item in with_client_data(services, own)} if own else {}
            return ChampionshipPage([whole.get(item.id, item) for item in items], str(more) if more else None)

        return page_answer(request, await services.look(request, find))

    @CHAMPIONSHIPS.doc(
        "A championship, its contests and its general table",
        Answer(
            "The championship; as `text/csv` its general table.",
            ChampionshipView,
            samples.championship,
            headers=VERSIONED,
            also=samples.GENERAL,
        ),
        about="`from` says of every point which event gave it, by which rule.",
    )
    @get("/{championship_id:str}", opt={READ_MODELS: True})
    async def get_championship(self, request: Request, championship_id: FromPath[str]) -> Response[bytes]:
        services, principal = reader_of(request)
        view = await services.look(
            request, lambda connection: general.view(connection, championship_id, services.people.name)
        )
        if view is None:
            raise no_championship(championship_id)
        if negotiate(request) == "text/csv":
            return answer_table(request, partial(boards.general_spreadsheet, view.general), boards.COLUMNS)
        if not may_read_client_data(principal, championship_id):
            return answer(view, view.version)
        whole = await services.ask(championship_with_client_data, services, view)
        # What clients keep changes without a new version.
        return answer(whole, view.version, whole=whole is view)

    @CHAMPIONSHIPS.write(
        "Enter players later on",
        Answer(
            "The championship with them.",
            ChampionshipEntered,
            samples.championship_entered,
            headers=VERSIONED | CONSISTENCY,
        ),
        EnterPlayers,
        samples.PLAYERS_BODY,
        about="They are in contests drawn from now on; those already drawn stay as they are. " + NAMESAKES,
    )
    @post("/{championship_id:str}/players")
    async def enter_players(self, request: Request, championship_id: FromPath[str]) -> Response[bytes]:
        command, body = await _command_and_body(request, championship_id, EnterPlayers)
        services, language = command.services, language_of(request)

        def store() -> tuple[ChampionshipEntered, int]:
            result = services.championships.enter_players(championship_id, body, command.principal.name, command.key)
            return _view_with_warnings(command, language, body, result), result.position

        async with telling_apart(services, command.principal):
            view, position = await services.write(store)
        return answer(view, view.version, 201, position)

    @CHAMPIONSHIPS.write(
        "Give a card outside a match",
        Answer(
            "The championship with it, and what changed.",
            ChampionshipDecided,
            samples.championship_decided,
            headers=VERSIONED | CONSISTENCY,
        ),
        GiveSanction,
        samples.SANCTIONS,
        about="It counts among the sanctions of the general table and costs no point.",
    )
    @post("/{championship_id:str}/sanctions")
    async def sanction_player(self, request: Request, championship_id: FromPath[str]) -> Response[bytes]:
        command, body = await _command_and_body(request, championship_id, GiveSanction)
        services, names = command.services, command.services.people.name

        def store() -> tuple[ChampionshipDecided, int]:
            result = services.championships.decide(
                championship_id,
                lambda now: [sanction(body, now, services.people.own_name)],
                command.principal.name,
                command.key,
            )
            then, difference = result.championship, general_difference(result.before, result.championship, names)
            return with_difference(ChampionshipDecided, view_championship(then, names), difference), result.position

        view, position = await command.services.write(store)
        return answer(view, view.version, 201, position)

    @CHAMPIONSHIPS.write(
        "Change the ladder or the no-show clock",
        Answer("The championship with it.", ChampionshipView, samples.championship, headers=VERSIONED | CONSISTENCY),
        ChangeDiscipline,
        samples.DISCIPLINES,
        about="It takes the place of the whole `discipline`. Cards on record keep what they came to; those recorded from now on "
        "go by the new ladder (`discipline.ladder`). The no-show clock holds for every match without a result.",
    )
    @put("/{championship_id:str}/discipline")
    async def change_discipline(self, request: Request, championship_id: FromPath[str]) -> Response[bytes]:
        command, body = await _command_and_body(request, championship_id, ChangeDiscipline)
        services = command.services

        def store() -> tuple[ChampionshipView, int]:
            result = services.championships.decide(
                championship_id, lambda now: [change_discipline(body)], command.principal.name, command.key
            )
            return view_championship(result.championship, services.people.name), result.position

        view, position = await command.services.write(store)
        return answer(view, view.version, 200, position)

    @CONTESTS.write(
        "Draw a contest and its fixtures",
        Answer(
            "The contest as drawn; `Location` is its address.",
            ContestView,
            samples.contest,
            headers={"Location": "Its address."} | VERSIONED | CONSISTENCY,
            links=CONTEST_LINKS | FIXTURE_LINKS,
        ),
        DrawContest,
        samples.CONTESTS,
        about="Without `seed`, `order` or `rounds` the server draws a seed and records it. `rounds` are those of a league that "
        "was drawn elsewhere (`format.given`). `params` takes the ruleset's parameters and the choices of the format, as "
        "`options` of `GET /v1/formats` describes them." + AGAIN,
    )
    @post("/{championship_id:str}/contests")
    async def draw_contest(self, request: Request, championship_id: FromPath[str]) -> Response[bytes]:
        command, body = await _command_and_body(request, championship_id, DrawContest)
        services, names = command.services, command.services.people.name

        def store() -> tuple[ContestView, DrawResult]:
            draw = draw_once(
                services.championships,
                championship_id,
                body,
                services.service.seed_source,
                command.principal.name,
                command.key,
            )
            now = draw.result.championship
            view = ContestPresenter(now, now.contests[draw.contest], names).view()
            return with_request_data(view, body) if draw.is_new else contest_with_client_data(services, view), draw

        view, draw = await services.write(store)
        status, position = 201 if draw.is_new else 200, draw.result.position
        return answer(view, view.version, status, position, Location=f"/v1/contests/{view.id}")

    @CHAMPIONSHIPS.doc(
        "The log as stored",
        log_page(DecisionPage, samples.events, samples.NDJSON),
        about="`Accept: application/x-ndjson` streams the whole log. It holds ids of people, never names.",
        params=(AFTER, LIMIT),
    )
    @get("/{championship_id:str}/events")
    async def list_decisions(self, request: Request, championship_id: FromPath[str]) -> Response[bytes]:
        services, principal = reader_of(request)
        after, limit = AFTER.of(request), LIMIT.of(request)
        now = await services.ask(services.championships.championship, championship_id)
        whole = negotiate(request) == NDJSON
        headers = {"ETag": version_tag(now.version, whole=not whole), "Vary": "Accept-Language, Authorization"}
        entries = await off_loop(
            services.championships.entries,
            championship_id,
            after,
            # What comes in between waits for the next call: what of it is secret, only the championship after it knows.
            now.version if whole else min(after + limit, now.version),
        )
        secret = NOTHING_SECRET if principal.sees_hands_of(championship_id) else secret_results(now)
        if whole:
            lines = b"".join(encode(secret.line(entry)) + b"\n" for entry in entries)
            return Response(lines, media_type=NDJSON, headers=headers)
        more = next_after([entry.version for entry in entries], now.version)
        return page_answer(
            request, DecisionPage(now.version, [secret.line(entry) for entry in entries], more), "after", headers
        )

    @CHAMPIONSHIPS.doc(
        "The whole record, portable",
        Answer(
            "The championship's log, a line each, then the log of every match played in it.",
            media=NDJSON,
            example='{"type":"championship_opened","name":"Fiestas de agosto","version":1}\n',
            headers={"ETag": "The position of the log, quoted: `If-None-Match` takes it."},
        ),
        about="The first line carries the people's names in `names`, outside the hashes.",
        refusals=(403,),
        token=True,
    )
    @get("/{championship_id:str}/export")
    async def export_championship(self, request: Request, championship_id: FromPath[str]) -> Stream:
        services = services_of(request)
        require_whole_record(principal_of(request), championship_id)
        lines = await off_loop(portable.export, services.championships, championship_id)
        headers = {
            "Content-Disposition": f'attachment; filename="{championship_id}.championship.jsonl"',
            # Its matches grow without it: only the position of the whole log stands for all of them.
            "ETag": version_tag(context_of(request).shown_position()),
        }
        return stream(request, in_parts(map(encode, lines)), NDJSON, headers)


def _view_with_warnings(
    command: WriteRequest, language: str, body: OpenChampionship | EnterPlayers, result: CommandResult
) -> ChampionshipEntered:
    """The championship after people of a list were entered, with a warning for each name that others have elsewhere."""
    people, championship = command.services.people, result.championship
    players = [
        id_ for entry in result.entries if isinstance(entry.event, PlayersEntered) for id_ in entry.event.players
    ]
    doubts = namesakes_elsewhere(
        body.players if result.entries else (),
        body,
        people,
        championship.id,
        players,
        [f"$.players[{n}]" for n in range(len(players))],
    )
    warnings = tuple(namesake_warning(doubt, command.principal, language) for doubt in doubts)
    view = view_championship(championship, people.name)
    return ChampionshipEntered(**msgspec.structs.asdict(view), warnings=warnings)


async def _command_and_body(request: Request, championship_id: str, shape: type[T]) -> tuple[WriteRequest, T]:
    """The command of an organizer of this championship, and its body. Raises as `read_command` does, Forbidden and NotFound."""
    command = await read_command(request, lambda principal: require_organizer(principal, championship_id))
    await command.services.ask(command.services.championships.championship, championship_id)
    return command, command.read(shape)

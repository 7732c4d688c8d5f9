"""Series: open one, make championships its editions, and read the sums of all editions."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Generic, TypeVar

from litestar import Controller, Response, delete, get, post, put
from litestar.params import FromPath
from msgspec import Struct
from sqlalchemy import Connection

from api.access.policy import Principal, require_organizer
from api.context import AppContext, Request, principal_of, reader_of, services_of
from api.document.samples import series as samples
from api.http.answers import JSON, encode
from api.http.commands import consistency_token, read_command
from api.http.describe import CHAMPIONSHIPS, CONSISTENCY, Answer, links
from api.http.negotiation import negotiate
from api.http.paging import LINK, page_answer
from api.http.parameters import LIMIT, Cursor, Words
from api.pages.print import series_lists, spreadsheets
from api.pages.print.spreadsheets import Captions, Spreadsheet, answer_table
from api.reads.replica import READ_MODELS
from projections.seasons import all_time, editions
from projections.seasons import records as series_records
from projections.seasons.all_time import AllTimeRow, MedalRow
from projections.seasons.editions import SeriesEdition, SeriesSummary
from projections.seasons.records import SeriesRecord
from referee.championship.recorded_contest import Names
from referee.series.service import (
    AllSeries,
    ChampionshipEdition,
    EditionWritten,
    OpenSeries,
    PlaceEdition,
    RenameSeries,
    no_series,
)

T = TypeVar("T")
R = TypeVar("R")
CSV = "text/csv"
FIRST = 50
"""Rows of each table that a series shows of itself; its lists have them all."""
PLAYER = Words(name="player", about="Only those in which the player of this id took part.")
CURSOR = Cursor()


class SeriesPage(Struct, frozen=True):
    """Series, newest first; `next` is the cursor of the next page."""

    items: list[SeriesSummary]
    next: str | None


class SeriesView(Struct, frozen=True):
    """A series: its palmarés in `editions`, what players won, the table of all editions, and its records.

    `medals` and `table` are the first 50 rows; lists of their own have all of them.
    """

    id: str
    name: str
    opened_at: str
    editions: list[SeriesEdition]
    medals: list[MedalRow]
    table: list[AllTimeRow]
    records: list[SeriesRecord]


class MedalPage(Struct, frozen=True):
    """Who won anything in a series, the most titles first; `next` is the cursor of the next page."""

    items: list[MedalRow]
    next: str | None


class AllTimePage(Struct, frozen=True):
    """Everybody who took part in a series, the most points first; `next` is the cursor of the next page."""

    items: list[AllTimeRow]
    next: str | None


class _Listing(Struct, Generic[R], frozen=True):
    """A table of a series that is a list of its own: how it is read, how it is written as CSV, and its page."""

    read: Callable[[Connection, str, Names, all_time.Now], list[R]]
    sheet: Callable[[Iterable[R], spreadsheets.Names], Spreadsheet]
    columns: dict[str, Captions]
    page: Callable[[list[R], str | None], MedalPage | AllTimePage]


_MEDALS = _Listing(all_time.medals, series_lists.medals, series_lists.MEDALS_COLUMNS, MedalPage)
_ALL_TIME = _Listing(all_time.table, series_lists.table, series_lists.TABLE_COLUMNS, AllTimePage)


class RecordList(Struct, frozen=True):
    """The records of a series: of each game its biggest win and what it counts, and the longest run."""

    items: list[SeriesRecord]


class SeriesRoutes(Controller):
    """The routes of series."""

    path = "/v1/series"

    @CHAMPIONSHIPS.write(
        "Open a series of championships",
        Answer(
            "The series as opened; `Location` is its address.",
            SeriesSummary,
            samples.summary,
            headers={"Location": "Its address."} | CONSISTENCY,
            links=links("series_id", "getSeries", "listMedals", "listAllTime", "listSeriesRecords"),
        ),
        OpenSeries,
        samples.OPEN,
        about="`PUT /v1/championships/{championship_id}/series` makes a championship an edition of it.",
    )
    @post()
    async def open_series(self, request: Request) -> Response[bytes]:
        command = await read_command(request, require_organizer)
        body = command.read(OpenSeries)
        series = AllSeries(command.services.championships)
        result = await command.services.write(series.open, body, command.principal.name, command.key)
        summary = SeriesSummary(result.series.id, result.series.name, 0, result.at)
        headers = {"Location": f"/v1/series/{result.series.id}"} | consistency_token(result.position)
        return Response(encode(summary), status_code=201, media_type=JSON, headers=headers)

    @CHAMPIONSHIPS.doc(
        "Series, newest first",
        Answer("A page of series.", SeriesPage, lambda: SeriesPage([samples.summary()], None), headers=LINK),
        params=(PLAYER, CURSOR, LIMIT),
    )
    @get(opt={READ_MODELS: True})
    async def list_series(self, request: Request) -> Response[bytes]:
        services, _ = reader_of(request)
        player, before, limit = PLAYER.of(request), CURSOR.of(request), LIMIT.of(request)

        def find(connection: Connection) -> SeriesPage:
            ids = None if player is None else services.people.same(player)
            items, more = editions.find(connection, player=ids, before=before, limit=limit)
            return SeriesPage(items, str(more) if more else None)

        return page_answer(request, await services.look(request, find))

    @CHAMPIONSHIPS.doc(
        "A series: palmarés, medals, all-time table, records",
        Answer(
            "The series; as `text/csv` its palmarés.",
            SeriesView,
            lambda: SeriesView(
                samples.SERIES,
                samples.NAME,
                samples.summary().opened_at,
                samples.editions(),
                samples.medals(),
                samples.table(),
                samples.records(),
            ),
            also={CSV: f"{','.join(series_lists.PALMARES)}\n"},
        ),
        about="All of it follows from what stands: a corrected result, a merged or erased person changes it too.",
    )
    @get("/{series_id:str}", opt={READ_MODELS: True})
    async def get_series(self, request: Request, series_id: FromPath[str]) -> Response[bytes]:
        services, _ = reader_of(request)
        now, name = services.people.now, services.people.name

        def find(connection: Connection, series: SeriesSummary) -> SeriesView:
            return SeriesView(
                series.id,
                series.name,
                series.opened_at,
                editions.of_series(connection, series.id, name),
                all_time.medals(connection, series.id, name, now)[:FIRST],
                all_time.table(connection, series.id, name, now)[:FIRST],
                series_records.of_series(connection, series.id, now, name),
            )

        if negotiate(request) == CSV:
            palmares = await _look(request, series_id, lambda c, series: editions.of_series(c, series.id, name))
            return answer_table(request, partial(series_lists.palmares, palmares), series_lists.PALMARES_COLUMNS)
        return Response(encode(await _look(request, series_id, find)), media_type=JSON)

    @CHAMPIONSHIPS.write(
        "Give a series another name",
        Answer("The series as it is called now.", SeriesSummary, samples.renamed_series, headers=CONSISTENCY),
        RenameSeries,
        samples.RENAME,
        about="Its championships keep theirs, and the log the name that it had. The name that it has already changes nothing.",
    )
    @put("/{series_id:str}")
    async def rename_series(self, request: Request, series_id: FromPath[str]) -> Response[bytes]:
        command = await read_command(request, require_organizer)
        body, series = command.read(RenameSeries), AllSeries(command.services.championships)
        result = await command.services.write(series.rename, series_id, body, command.principal.name, command.key)
        summary = SeriesSummary(result.series.id, result.series.name, result.editions, result.at)
        return Response(encode(summary), media_type=JSON, headers=consistency_token(result.position))

    @CHAMPIONSHIPS.doc(
        "Titles and medals of a series",
        Answer(
            "A page of players, the most titles first.",
            MedalPage,
            lambda: MedalPage(samples.medals(), None),
            headers=LINK,
            also={CSV: f"{','.join(series_lists.MEDALS)}\n"},
        ),
        about="A title is an edition that was won; medals are places on the podiums of contests. As `text/csv` all of them.",
        params=(CURSOR, LIMIT),
    )
    @get("/{series_id:str}/medals", opt={READ_MODELS: True})
    async def list_medals(self, request: Request, series_id: FromPath[str]) -> Response[bytes]:
        return await _page_of(request, series_id, _MEDALS)

    @CHAMPIONSHIPS.doc(
        "The table of all editions of a series",
        Answer(
            "A page of players, the most points first.",
            AllTimePage,
            lambda: AllTimePage(samples.table(), None),
            headers=LINK,
            also={CSV: f"{','.join(series_lists.TABLE)}\n"},
        ),
        about="Points are those of the general tables. Walkovers, void and abandoned matches are no matches here, and a shared "
        "first place is no win. As `text/csv` all of them.",
        params=(CURSOR, LIMIT),
    )
    @get("/{series_id:str}/table", opt={READ_MODELS: True})
    async def list_all_time(self, request: Request, series_id: FromPath[str]) -> Response[bytes]:
        return await _page_of(request, series_id, _ALL_TIME)

    @CHAMPIONSHIPS.doc(
        "The records of a series",
        Answer(
            "Each with who holds it, and with the match in which it was made.",
            RecordList,
            lambda: RecordList(samples.records()),
            also={CSV: f"{','.join(series_lists.RECORDS)}\n"},
        ),
        about="Of those who did the same it is the one who did it first. A correction takes a record away, or gives it.",
    )
    @get("/{series_id:str}/records", opt={READ_MODELS: True})
    async def list_series_records(self, request: Request, series_id: FromPath[str]) -> Response[bytes]:
        services, _ = reader_of(request)
        now, name = services.people.now, services.people.name
        items = await _look(request, series_id, lambda c, series: series_records.of_series(c, series.id, now, name))
        if negotiate(request) == CSV:
            return answer_table(request, partial(series_lists.records, items), series_lists.RECORDS_COLUMNS)
        return Response(encode(RecordList(items)), media_type=JSON)


class EditionRoutes(Controller):
    """The series of a championship."""

    path = "/v1/championships/{championship_id:str}/series"

    @CHAMPIONSHIPS.doc(
        "The series that a championship belongs to",
        Answer(
            "Which edition it is of which series; both null where it is of none.", ChampionshipEdition, samples.edition
        ),
    )
    @get()
    async def get_edition(self, request: Request, championship_id: FromPath[str]) -> Response[bytes]:
        services, _ = reader_of(request)
        edition = await services.ask(AllSeries(services.championships).edition, championship_id)
        return Response(encode(edition), media_type=JSON)

    @CHAMPIONSHIPS.write(
        "Make a championship an edition of a series",
        Answer("Which edition it is now.", ChampionshipEdition, samples.edition, headers=CONSISTENCY),
        PlaceEdition,
        samples.PLACE,
        about="It takes the place of what was said before: a wrong number, or a wrong series, is corrected in this way. Where "
        "another championship is that edition: 409 `impossible`, with its id in `championship`. An organizer of one championship "
        "corrects its number; into a series it is put by an organizer of all.",
    )
    @put()
    async def place_edition(self, request: Request, championship_id: FromPath[str]) -> Response[bytes]:
        command = await read_command(request, _organizer_of(championship_id))
        services = command.services
        await services.ask(services.championships.championship, championship_id)
        body, series = command.read(PlaceEdition), AllSeries(services.championships)
        may_join = command.principal.is_everywhere()
        place = partial(series.place, championship_id, body, command.principal.name, command.key, may_join=may_join)
        return _response(await services.write(place))

    @CHAMPIONSHIPS.doc(
        "Take a championship out of its series",
        Answer("The championship, which is of no series.", ChampionshipEdition, samples.edition, headers=CONSISTENCY),
        about="What was said before stays on the log of series. Where it is in none: 404.",
        refusals=(403, 409),
        token=True,
    )
    @delete(status_code=200)
    async def remove_edition(self, request: Request, championship_id: FromPath[str]) -> Response[bytes]:
        services = services_of(request)
        principal = principal_of(request)
        require_organizer(principal, championship_id)
        await services.ask(services.championships.championship, championship_id)
        series = AllSeries(services.championships)
        return _response(await services.write(series.remove, championship_id, principal.name))


def _organizer_of(championship: str) -> Callable[[Principal], None]:
    return lambda principal: require_organizer(principal, championship)


def _response(result: EditionWritten) -> Response[bytes]:
    return Response(encode(result.edition), media_type=JSON, headers=consistency_token(result.position))


async def _page_of(request: Request, series_id: str, listing: _Listing[R]) -> Response[bytes]:
    """A page of a table of a series; as CSV all of it. Raises NotFound."""
    services, _ = reader_of(request)
    after, limit = CURSOR.of(request) or 0, LIMIT.of(request)
    now, name = services.people.now, services.people.name
    rows = await _look(request, series_id, lambda connection, series: listing.read(connection, series.id, name, now))
    if negotiate(request) == CSV:
        return answer_table(request, partial(listing.sheet, rows), listing.columns)
    items, more = all_time.page_of(rows, after, limit)
    return page_answer(request, listing.page(items, str(more) if more else None))


async def _look(request: Request, series_id: str, ask: Callable[[Connection, SeriesSummary], T]) -> T:
    """A part of a series from the read models. Raises NotFound."""
    services: AppContext = services_of(request)

    def find(connection: Connection) -> tuple[T] | None:
        series = editions.summary(connection, series_id)
        return None if series is None else (ask(connection, series),)

    content = await services.look(request, find)
    if content is None:
        raise no_series(series_id)
    return content[0]

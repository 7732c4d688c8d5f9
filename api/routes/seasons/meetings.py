"""Head to head: the matches that two people both played, and how they came out."""

from functools import partial

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct
from sqlalchemy import Connection

from api.context import Request, reader_of
from api.document.samples import ratings as people_samples
from api.document.samples import series as samples
from api.http.describe import PLAYERS, Answer
from api.http.negotiation import negotiate
from api.http.paging import LINK, page_answer
from api.http.parameters import LIMIT
from api.pages.print import series_lists
from api.pages.print.spreadsheets import answer_table
from api.reads.replica import READ_MODELS
from api.routes.seasons.ratings import CSV, CURSOR, EVERY, when
from projections.seasons import meetings
from projections.seasons.meetings import Meeting, Meetings
from referee.championship.views import Somebody
from referee.people.register import no_player


class MeetingPage(Struct, frozen=True):
    """How two people fared in all matches that both played, and a page of those, the last first."""

    player: Somebody
    against: Somebody
    totals: Meetings
    items: list[Meeting]
    next: str | None


@PLAYERS.doc(
    "Head to head: the matches that two people both played",
    Answer(
        "The sums, as opponents and as partners, and a page of matches, the last first.",
        MeetingPage,
        lambda: MeetingPage(
            people_samples.PLAYERS[0], people_samples.PLAYERS[1], samples.totals(), samples.meetings(), None
        ),
        headers=LINK,
        also={CSV: f"{','.join(series_lists.MEETINGS)}\n"},
    ),
    about="Recorded matches and those told by their score alone, of championships and others. Walkovers, void and abandoned "
    "matches were not played. As `text/csv` all of them.",
    params=(CURSOR, LIMIT),
)
@get("/v1/players/{player_id:str}/against/{other_id:str}", opt={READ_MODELS: True})
async def list_meetings(request: Request, player_id: FromPath[str], other_id: FromPath[str]) -> Response[bytes]:
    services, _ = reader_of(request)
    before, limit = when(CURSOR.of(request)), LIMIT.of(request)
    as_table = negotiate(request) == CSV
    if as_table:
        before, limit = None, EVERY
    people = services.people

    def find(connection: Connection) -> MeetingPage:
        one, other = people.same(player_id), people.same(other_id)
        totals = meetings.totals(connection, one, other)
        items, end = meetings.find(connection, one, other, people.now, people.name, before=before, limit=limit)
        if not totals.matches:
            people_by_id = people.find([player_id, other_id])
            for id_ in (player_id, other_id):
                if id_ not in people_by_id:
                    raise no_player(id_)
        return MeetingPage(_somebody(one[0]), _somebody(other[0]), totals, items, f"{end[0]}@{end[1]}" if end else None)

    def _somebody(id_: str) -> Somebody:
        return Somebody(id_, people.name(id_))

    meeting_page = await services.look(request, find)
    if as_table:
        return answer_table(request, partial(series_lists.meetings, meeting_page.items), series_lists.MEETINGS_COLUMNS)
    return page_answer(request, meeting_page)

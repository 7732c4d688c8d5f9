"""Matches in lists: filtered, ordered, in pages, with the people at their seats."""

from litestar import Response, get
from msgspec import convert
from sqlalchemy import Connection

from api.access.policy import PUBLIC, STAFF
from api.access.secret_matches import is_row_hidden
from api.context import Request, context_of, reader_of
from api.document.samples import matches as samples
from api.http.answers import encode, report_response
from api.http.describe import MATCHES, Answer
from api.http.paging import LINK, link_to
from api.http.parameters import LIMIT, Cursor, Moment, OneOf, Words
from api.reads.replica import READ_MODELS
from api.reads.response_store import CachedBody
from projections import matches as match_index
from projections import void
from projections.matches import ListedMatch, MatchFilter, Order
from referee.match.view import COUNTS, Counting, MatchPage, MatchSummary, SeatedPlayer

RULESET = Words(name="ruleset", about="Only of this ruleset.", example=samples.RULES.id)
STATUS = OneOf(
    name="status",
    about="Only of this status. `open` leaves out what counts no more (`counts`).",
    words=("open", "finished", "abandoned"),
)
PLAYER = Words(name="player", about="Only with this player's id at the table.")
CONTEST = Words(name="contest", about="Only those played for this contest.")
CHAMPIONSHIP = Words(name="championship", about="Only those played for this championship.")
SINCE = Moment(name="since", about="Only those opened at this time or later; with `sort=changed`, changed.")
UNTIL = Moment(name="until", about="Only those opened at this time or earlier; with `sort=changed`, changed.")
SORT = OneOf(
    name="sort",
    about="`newest` (the default) or `oldest`, by when they were opened; `changed`: those with the latest entry first.",
    words=("newest", "oldest", "changed"),
)
CURSOR = Cursor()


@MATCHES.doc(
    "List matches",
    Answer("A page of matches.", MatchPage, samples.match_page, headers=LINK),
    params=(RULESET, STATUS, PLAYER, CONTEST, CHAMPIONSHIP, SINCE, UNTIL, SORT, CURSOR, LIMIT),
)
@get("/v1/matches", opt={READ_MODELS: True})
async def list_matches(request: Request) -> Response[bytes]:
    services, principal = reader_of(request)
    people, player = services.people, PLAYER.of(request)
    # The staff is shown more; others all the same.
    reader = principal if principal.role in STAFF else PUBLIC
    match_filter = MatchFilter(
        ruleset=RULESET.of(request),
        status=STATUS.of(request),
        player=None if player is None else people.same(player),
        contest=CONTEST.of(request),
        championship=CHAMPIONSHIP.of(request),
        since=SINCE.of(request),
        until=UNTIL.of(request),
        order=convert(SORT.of(request) or "newest", Order),
        cursor=CURSOR.of(request),
        limit=LIMIT.of(request),
    )

    def is_hidden(row: ListedMatch) -> bool:
        return is_row_hidden(services.championships, reader, row.fixture, row.id, services.service.match)

    def find(connection: Connection) -> MatchPage:
        page, following = match_index.find(connection, match_filter)
        rows = [(row, players) for row, players in page if not is_hidden(row)]
        people.remember(id_ for _, players in rows for id_ in players)
        dead = void.of_matches(connection, [row.id for row, _ in rows])
        items = [
            summary(row, [SeatedPlayer(people.now(id_), people.name(id_)) for id_ in players], dead.get(row.id, COUNTS))
            for row, players in rows
        ]
        return MatchPage(items, str(following) if following else None)

    async def make_body() -> CachedBody:
        page = await services.look(request, find)
        return CachedBody(encode(page), None if page.next is None else int(page.next))

    # Nothing was stored after this position when the request came: while the log is there, the list is the same.
    rights = reader.token.id if reader.token else reader.name
    key = ("matches", context_of(request).shown_position(), match_filter, rights)
    cached_body = await services.answers.of(key, make_body)
    return report_response(request, cached_body, link_to(request, cached_body.next, CURSOR.name))


def summary(row: ListedMatch, players: list[SeatedPlayer], counting: Counting = COUNTS) -> MatchSummary:
    """A match in a list, with the people at its seats."""
    return MatchSummary(
        row.id,
        row.ruleset,
        row.status,
        row.version,
        players,
        row.place,
        row.fixture,
        row.opened_at,
        row.changed_at,
        counting.counts,
        counting.instead,
    )

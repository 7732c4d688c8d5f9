"""Ratings: the strength of players, in a game or over all of them, now or at a time; and the matches that changed it."""

from functools import partial

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct
from sqlalchemy import Connection

from api.context import Request, reader_of
from api.document.samples import ratings as samples
from api.http.describe import PLAYERS, Answer
from api.http.negotiation import negotiate
from api.http.paging import LINK, page_answer
from api.http.parameters import LIMIT, Moment, Words
from api.pages.print import rating_lists
from api.pages.print.spreadsheets import answer_table
from api.reads.replica import READ_MODELS
from projections.rating import queries
from projections.rating.queries import PoolRating, RatedPlayer, RatingChange, TableEnd
from referee.championship.views import Somebody
from referee.people.register import no_player
from referee.text import Text

CSV = "text/csv"
EVERY = 100_000
"""Rows in one table: more than there are people, or matches of one."""
ANOTHER = Text(es="el `next` de otra página", en="a page's `next`")
RULESET = Words(name="ruleset", about="In this game; over all games without it.", example=samples.RULESET)
CHAMPIONSHIP = Words(name="championship", about="Only those who take part in this championship.")
AT = Moment(name="at", about="As of this time: only what was over by then counts, as it is known now.")
PLACE = Words(
    name="cursor",
    about="The `next` of the page before.",
    pattern=r"^-?[0-9]{1,9}\.[!-~]{1,64}$",
    format=ANOTHER,
)
CURSOR = Words(
    name="cursor",
    about="The `next` of the page before.",
    pattern=r"^[!-?A-~]{1,32}@[0-9]{1,18}$",
    format=ANOTHER,
)


class RatingPage(Struct, frozen=True):
    """Ratings, the surest strength first; `next` is the cursor of the next page."""

    items: list[RatedPlayer]
    next: str | None


class PlayerRatings(Struct, frozen=True):
    """The ratings of a person in every game played, and what moved the one that was asked for, the latest match first."""

    player: Somebody
    ratings: list[PoolRating]
    items: list[RatingChange]
    next: str | None


@PLAYERS.doc(
    "Ratings: who is how strong",
    Answer(
        "A page of ratings, the surest strength first.",
        RatingPage,
        lambda: RatingPage(samples.table(), None),
        headers=LINK,
        also={CSV: f"{','.join(rating_lists.TABLE)}\n"},
    ),
    about="By finishing places in the order in which matches ended, with uncertainty (Weng-Lin, by OpenSkill): everybody begins "
    "at 1500 ± 500. Walkovers, void and abandoned matches count for nothing; a corrected match is rated again, with all that "
    "follow it. As `text/csv` all of them, whatever `cursor` and `limit` say.",
    params=(RULESET, CHAMPIONSHIP, AT, PLACE, LIMIT),
)
@get("/v1/ratings", opt={READ_MODELS: True})
async def list_ratings(request: Request) -> Response[bytes]:
    services, _ = reader_of(request)
    ruleset, championship, at = RULESET.of(request), CHAMPIONSHIP.of(request), AT.of(request)
    after, limit = _place(PLACE.of(request)), LIMIT.of(request)
    as_table = negotiate(request) == CSV
    if as_table:
        after, limit = None, EVERY

    def find(connection: Connection) -> RatingPage:
        name = services.people.name
        items, end = queries.table(
            connection, name, ruleset=ruleset, championship=championship, at=at, after=after, limit=limit
        )
        return RatingPage(items, f"{end.sure}.{end.player}" if end else None)

    page = await services.look(request, find, until_settled=True)
    if as_table:
        return answer_table(request, partial(rating_lists.table, page.items), rating_lists.TABLE_COLUMNS)
    return page_answer(request, page)


@PLAYERS.doc(
    "A player's ratings, and what moved them",
    Answer(
        "The ratings in every game, and a page of changes, the latest match first.",
        PlayerRatings,
        lambda: PlayerRatings(samples.PLAYERS[0], samples.ratings(), samples.changes(), None),
        headers=LINK,
        also={CSV: f"{','.join(rating_lists.CHANGES)}\n"},
    ),
    about="Each change names its match, or the fixture whose result was told, and says why: the place there, and how the ratings "
    "before let it be expected. `items` are those of one game, or over all games without `ruleset`. As `text/csv` all of them.",
    params=(RULESET, AT, CURSOR, LIMIT),
)
@get("/v1/players/{player_id:str}/ratings", opt={READ_MODELS: True})
async def list_player_ratings(request: Request, player_id: FromPath[str]) -> Response[bytes]:
    services, _ = reader_of(request)
    ruleset, at, before, limit = RULESET.of(request), AT.of(request), when(CURSOR.of(request)), LIMIT.of(request)
    as_table = negotiate(request) == CSV
    if as_table:
        before, limit = None, EVERY
    people = services.people

    def find(connection: Connection) -> PlayerRatings:
        who = people.now(player_id)
        ratings = queries.of_player(connection, who, at)
        if not ratings and player_id not in people.find([player_id]):
            raise no_player(player_id)
        items, end = queries.history(connection, who, people.name, ruleset=ruleset, at=at, before=before, limit=limit)
        return PlayerRatings(Somebody(who, people.name(who)), ratings, items, f"{end[0]}@{end[1]}" if end else None)

    player_ratings = await services.look(request, find, until_settled=True)
    if as_table:
        return answer_table(request, partial(rating_lists.changes, player_ratings.items), rating_lists.CHANGES_COLUMNS)
    return page_answer(request, player_ratings)


def _place(cursor: str | None) -> TableEnd | None:
    """The end of the page of a table before a cursor."""
    if cursor is None:
        return None
    sure, _, player = cursor.partition(".")
    return TableEnd(int(sure), player)


def when(cursor: str | None) -> tuple[str, int] | None:
    """The end of the page of changes before a cursor."""
    if cursor is None:
        return None
    ended_at, _, position = cursor.partition("@")
    return ended_at, int(position)

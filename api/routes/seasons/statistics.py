"""A player's statistics: what their matches come to by game, with each partner and against each opponent."""

from functools import partial

from litestar import Response, get
from litestar.params import FromPath
from msgspec.structs import replace
from sqlalchemy import Connection

from api.context import Request, reader_of
from api.document.samples import series as samples
from api.document.samples.matches import RULES
from api.http.answers import encode
from api.http.describe import PLAYERS, Answer
from api.http.negotiation import negotiate
from api.http.parameters import Words
from api.pages.print import statistic_lists
from api.pages.print.spreadsheets import answer_table
from api.reads.replica import READ_MODELS
from api.routes.seasons.ratings import CSV
from projections.seasons import statistics
from projections.seasons.statistics import PlayerStatistics
from referee.people.register import no_player

FIRST = 50
"""Partners and opponents that come as JSON."""
RULESET = Words(name="ruleset", about="Only matches of this game.", example=RULES.id)


@PLAYERS.doc(
    "What a player's matches come to: by game, with each partner, against each opponent",
    Answer(
        "The sums, of each its matches and how they came out.",
        PlayerStatistics,
        samples.statistics,
        also={CSV: f"{','.join(statistic_lists.STATISTICS)}\n"},
    ),
    about="The matches that ratings count, as they stand. `likely` is between which shares the wins are in the long run, at 95 "
    f"percent (Wilson). `partners` and `opponents` are the first {FIRST}; as `text/csv` all of them, a line each.",
    params=(RULESET,),
)
@get("/v1/players/{player_id:str}/statistics", opt={READ_MODELS: True})
async def get_player_statistics(request: Request, player_id: FromPath[str]) -> Response[bytes]:
    services, _ = reader_of(request)
    people, ruleset = services.people, RULESET.of(request)

    def find(connection: Connection) -> PlayerStatistics:
        player_statistics = statistics.of_player(connection, people.same(player_id), people.now, people.name, ruleset)
        if not player_statistics.games and player_id not in people.find([player_id]):
            raise no_player(player_id)
        return player_statistics

    player_statistics = await services.look(request, find)
    if negotiate(request) == CSV:
        return answer_table(
            request, partial(statistic_lists.statistics, player_statistics), statistic_lists.STATISTICS_COLUMNS
        )
    first = replace(
        player_statistics, partners=player_statistics.partners[:FIRST], opponents=player_statistics.opponents[:FIRST]
    )
    return Response(encode(first), media_type="application/json")

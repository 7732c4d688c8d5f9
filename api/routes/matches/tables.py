"""The tables of a championship as its head referee watches over them: what is in play, is silent, waits for a ruling."""

from collections.abc import Iterable
from typing import Annotated, Any

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Meta, Struct, structs
from sqlalchemy import Connection

from api.context import AppContext, Request
from api.document.samples import matches as samples
from api.http.answers import aging, encode
from api.http.describe import CHAMPIONSHIPS, Answer
from api.routes.matches.calls import head_referee_services
from api.routes.matches.match_list import summary
from api.routes.matches.presence import EXAMPLE as DEVICES
from api.routes.matches.presence import Recording, heard_of, since
from api.runtime.threads import off_loop
from projections import matches as match_index
from projections.matches import ListedMatch
from referee.match.ledger import ClaimState
from referee.match.view import MatchSummary, SeatedPlayer


class WatchedTable(MatchSummary, frozen=True, kw_only=True):
    """A match with what its head referee has to know: claims that wait for a ruling, who records, how long it has been silent."""

    seconds_ago: Annotated[
        float, Meta(description="Seconds since its last entry, by the service's clock.", examples=[312.5])
    ]
    claims: Annotated[list[ClaimState], Meta(description="Those that wait for a ruling.")]
    devices: Annotated[list[Recording], Meta(description="Who records it, the one heard of last first.")]


class TableList(Struct, frozen=True):
    """Every match in play, and every one that is over with a claim that waits; the one opened last first."""

    items: list[WatchedTable]


def _example() -> dict[str, Any]:
    [match] = samples.match_page()["items"]
    claim = ClaimState("c1", by=1, against=0, kind="revoke", at=4, status="pending", ruled_at=None)
    return {"items": [match | {"seconds_ago": 312.5, "claims": [structs.asdict(claim)], "devices": DEVICES["items"]}]}


@CHAMPIONSHIPS.doc(
    "List the tables in play",
    Answer("The tables.", TableList, _example),
    about="What has been silent, who records with how many events waiting, and which claims wait for a ruling. For "
    "organizers, referees and auditors of the championship. The ETag leaves `seconds_ago` out: to a copy that is still good, add "
    "the time since it came.",
    refusals=(403,),
    token=True,
)
@get("/v1/championships/{championship_id:str}/tables")
async def list_tables(request: Request, championship_id: FromPath[str]) -> Response[bytes]:
    services = await head_referee_services(request, championship_id)

    def find(connection: Connection) -> list[tuple[ListedMatch, list[str]]]:
        return match_index.of_championship(connection, championship_id)

    rows = await services.look(request, find)
    items = await off_loop(lambda: list(_watched_tables(services, rows)))
    ageless = [
        structs.replace(one, seconds_ago=0, devices=[_ageless(device) for device in one.devices]) for one in items
    ]
    return aging(encode(TableList(items)), encode(ageless))


def _ageless(device: Recording) -> Recording:
    return structs.replace(device, seconds_ago=0)


def _watched_tables(services: AppContext, rows: Iterable[tuple[ListedMatch, list[str]]]) -> Iterable[WatchedTable]:
    people, now = services.people, services.service.clock()
    waiting = {row.id: _claims(services, row.id) for row, _ in rows}
    visible_rows = [(row, players) for row, players in rows if row.status == "open" or waiting[row.id]]
    people.remember(id_ for _, players in visible_rows for id_ in players)
    devices = people.presence.of_several([row.id for row, _ in visible_rows], now)
    for row, players in visible_rows:
        seats = [SeatedPlayer(people.now(id_), people.name(id_)) for id_ in players]
        yield WatchedTable(
            **structs.asdict(summary(row, seats)),
            seconds_ago=since(row.changed_at, now),
            claims=waiting[row.id],
            devices=heard_of(devices.get(row.id, ()), now),
        )


def _claims(services: AppContext, match_id: str) -> list[ClaimState]:
    """The claims of a match that wait for a ruling, as seen by readers of every hand."""
    return [claim for claim in services.service.match(match_id).claims() if claim.status == "pending"]

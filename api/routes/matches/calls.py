"""Calls for the referee, as the head referee of a championship lists them."""

from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Meta, Struct
from sqlalchemy import Connection

from api.access.policy import require_head_referee
from api.context import AppContext, Request, reader_of
from api.document.samples.matches import AT
from api.http.describe import CHAMPIONSHIPS, Answer
from api.http.paging import LINK, page_answer
from api.http.parameters import LIMIT, Cursor, OneOf
from api.reads.replica import READ_MODELS
from projections import calls
from projections.calls import TableCall
from referee.championship.views import Somebody
from referee.people.register import People

ANSWERED = OneOf(
    name="answered", about="`true`: only calls that were answered; `false`: only others.", words=("true", "false")
)
CURSOR = Cursor()


class CallAnswer(Struct, frozen=True):
    """Who answered a call, and when: event `version` of the match. `by` is the token's name, as in `recorded_by`."""

    version: int
    at: Annotated[str, Meta(description="When it was answered (RFC 3339, UTC).")]
    by: Annotated[str, Meta(description="Who answered: a role, and the id of a token.")]


class RefereeCall(Struct, frozen=True):
    """A call for the referee: event `version` of the match.

    `seat` and `player` are null where it was not said who calls, `answered` while nobody came. `called_by` is the token's
    name, as in `recorded_by`; times are RFC 3339, in UTC.
    """

    match: str
    version: int
    table: str | None
    fixture: str | None
    seat: int | None
    player: Somebody | None
    text: str
    called_at: str
    called_by: str
    answered: CallAnswer | None


class CallPage(Struct, frozen=True):
    """Calls, latest first; `next` is the cursor of the next page, null on the last."""

    items: list[RefereeCall]
    next: str | None


EXAMPLE = CallPage(
    [
        RefereeCall(
            match="01920000-0000-7000-8000-000000000001",
            version=14,
            table="3",
            fixture="01920000-0000-7000-8000-000000000031",
            seat=1,
            player=Somebody("01920000-0000-7000-8000-000000000011", "Beto"),
            text="no se ha servido a espadas",
            called_at=AT,
            called_by="player:01890a5d-ac96-774b-bcce-b302099a8057",
            answered=None,
        )
    ],
    None,
)


async def head_referee_services(request: Request, championship_id: str) -> AppContext:
    """The services, for a head referee of this championship. Raises NotAuthenticated, Forbidden, NotFound."""
    services, principal = reader_of(request)
    require_head_referee(principal, championship_id)
    await services.ask(services.championships.championship, championship_id)
    return services


@CHAMPIONSHIPS.doc(
    "List calls for the referee",
    Answer("A page of calls.", CallPage, EXAMPLE, headers=LINK),
    about='A player calls with the event `{"type": "note", "kind": "call", "text": ...}`, also in a match that a referee '
    'records; who comes answers with `kind: "answered"`. One call a seat waits at a time. For organizers, referees and '
    "auditors of the championship.",
    params=(ANSWERED, CURSOR, LIMIT),
    refusals=(403,),
    token=True,
)
@get("/v1/championships/{championship_id:str}/calls", opt={READ_MODELS: True})
async def list_calls(request: Request, championship_id: FromPath[str]) -> Response[bytes]:
    services = await head_referee_services(request, championship_id)
    choice, before, limit = ANSWERED.of(request), CURSOR.of(request), LIMIT.of(request)
    is_answered = None if choice is None else choice == "true"

    def find(connection: Connection) -> CallPage:
        items, more = calls.find(connection, championship_id, is_answered=is_answered, before=before, limit=limit)
        return CallPage([_view(item, services.people) for item in items], str(more) if more else None)

    return page_answer(request, await services.look(request, find))


def _view(item: TableCall, people: People) -> RefereeCall:
    call = item.call
    call_answer = None
    if call.answered_version is not None and call.answered_at is not None and call.answered_by is not None:
        call_answer = CallAnswer(call.answered_version, call.answered_at, call.answered_by)
    player = None if call.player is None else Somebody(people.now(call.player), people.name(call.player))
    details = call.text, call.called_at, call.called_by
    return RefereeCall(call.match, call.version, item.table, item.fixture, call.seat, player, *details, call_answer)

"""The devices that record a match, with the number of events that wait on each: for other tablets, and the head referee."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Annotated

import msgspec
from litestar import Response, get, put
from litestar.params import FromPath
from msgspec import Meta

from api.access.policy import (
    records_moves,
    require_device,
    require_match,
    require_present,
    require_recorder,
    require_role,
)
from api.context import Request, reader_of
from api.http.answers import aging, encode
from api.http.bodies import json_body, read
from api.http.describe import MATCHES, Answer
from api.runtime.threads import off_loop, writing_off_loop
from referee.characters import SEEN
from referee.match.view import COUNTS, PlayedInstead
from referee.people.presence import Device, before


class Present(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a device says of itself, every ten seconds.

    `label` is what others at the table call it, `pending` how many events wait on it, `last_saved` the version that it knows
    to be stored, `idle_seconds` how long ago somebody last tapped on it.
    """

    label: Annotated[str, Meta(min_length=1, max_length=100, pattern=SEEN, examples=["Marta"])]
    pending: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    last_saved: Annotated[int, Meta(ge=1, le=1_000_000_000)] | None = None
    idle_seconds: Annotated[
        Annotated[float, Meta(ge=0, le=1_000_000_000)] | None,
        Meta(description="How many seconds ago somebody last tapped on the device; null where nobody has."),
    ] = None


class Recording(Device, frozen=True, kw_only=True):
    """A device that records here; `seconds_ago` is how long ago it was heard of, by the service's clock."""

    seconds_ago: float


class Asking(msgspec.Struct, frozen=True):
    """Who asks, as the service knows them here: what their token does, and which seats of the match are their own."""

    role: Annotated[str, Meta(description="Organizer, referee, player or auditor.", examples=["player"])]
    seats: Annotated[list[int], Meta(description="A player's own seats; empty for everyone else.")]
    records: Annotated[bool, Meta(description="Whether they record moves here: a player for the own seats only.")]


class Devices(msgspec.Struct, frozen=True):
    """The devices that recorded this match within a day, the one heard of last first; `you` is who asks."""

    items: list[Recording]
    you: Annotated[Asking, Meta(description="Who asks, as the service knows them here.")]
    counts: bool = True
    instead: PlayedInstead | None = None


EXAMPLE = {
    "items": [
        {
            "label": "Marta",
            "by": "referee:01890a5d-ac96-774b-bcce-b302099a8057",
            "pending": 3,
            "last_saved": 41,
            "heard_at": "2026-05-01T17:03:20.118Z",
            "tapped_at": "2026-05-01T17:03:17.618Z",
            "seconds_ago": 4.2,
        }
    ],
    "you": {"role": "player", "seats": [0], "records": True},
    "counts": True,
    "instead": None,
}


@MATCHES.doc(
    "Say that this device records the match, and how many events wait on it",
    Answer("It is noted."),
    about="Send it every ten seconds while you record. It is no part of the log and is forgotten after a day. Referees and "
    "organizers send it, and players in a match opened with `player_input`. A clock that the service keeps runs while one of "
    "these devices is heard of; only events that wait on a device of the staff hold up the end of a turn.",
    body=Present,
    body_examples={"three wait": {"label": "Marta", "pending": 3, "last_saved": 41, "idle_seconds": 2.5}},
    refusals=(403,),
    token=True,
)
@put("/v1/matches/{match_id:str}/presence", status_code=204)
async def put_presence(request: Request, match_id: FromPath[str]) -> None:
    body = await json_body(request)
    services, principal = reader_of(request)
    require_recorder(principal)
    require_match(principal, match_id)
    match = await services.ask(services.service.match, match_id)
    require_device(principal, match)
    report = read(body, Present)
    now, idle = services.service.clock(), report.idle_seconds
    tapped_at = None if idle is None else before(now, timedelta(seconds=idle))
    device = Device(report.label, principal.name, report.pending, report.last_saved, now, tapped_at)
    await writing_off_loop(services.people.presence.hear, match_id, device)
    if match.has_clock:
        await writing_off_loop(services.turn_clocks.hear, match)


@MATCHES.doc(
    "Who records the match, how many of their events wait, and when they were heard of last",
    Answer("The devices.", Devices, EXAMPLE),
    about="For everyone who records the match or sees its hands. The ETag leaves `seconds_ago` out: to a copy that is still "
    "good, add the time since it came.",
    refusals=(403,),
    token=True,
)
@get("/v1/matches/{match_id:str}/presence")
async def get_presence(request: Request, match_id: FromPath[str]) -> Response[bytes]:
    services, principal = reader_of(request)
    require_role(principal)
    match = await services.ask(services.service.match, match_id)
    require_present(principal, match)
    you = Asking(principal.role, list(principal.seats(match)), records_moves(principal, match))
    now = services.service.clock()
    devices = await off_loop(services.people.presence.of, match_id, now)
    answer = await services.ask(services.championships.counting, match)
    counting = COUNTS if answer is None else answer[0]
    view = Devices(heard_of(devices, now), you, counting.counts, counting.instead)
    return aging(encode(view), encode((devices, you, counting)))


def heard_of(devices: Iterable[Device], now: str) -> list[Recording]:
    """The devices, with how long ago each was heard of."""
    return [Recording(**msgspec.structs.asdict(device), seconds_ago=since(device.heard_at, now)) for device in devices]


def since(then: str, now: str) -> float:
    """Seconds between two times; 0 where the clock was set back meanwhile."""
    return max(0.0, (datetime.fromisoformat(now) - datetime.fromisoformat(then)).total_seconds())

"""The permissions of the sender's own token: a page asks once, and does not find out by trying."""

from typing import Annotated

import msgspec
from litestar import Response, get
from msgspec import Meta
from sqlalchemy import Connection

from api.access.policy import WRITERS, Principal, require_role
from api.context import AppContext, Request, reader_of
from api.document.samples.matches import ID
from api.http.answers import JSON, encode
from api.http.describe import PLAYERS, Answer
from projections import matches as match_index
from projections.matches import MatchFilter
from referee.people.scope import EVERYWHERE, Role, Scope

MOST_MATCHES = 20
"""Open matches of a player in an answer; a player rarely has more than two."""


class OwnChampionship(msgspec.Struct, frozen=True):
    """The championship in which a token is valid."""

    id: str
    name: str


class OwnMatch(msgspec.Struct, frozen=True):
    """A match of a token that is made for one match, or for a player: the seats that are its bearer's own there."""

    match: Annotated[str, Meta(description="The match, by id.")]
    seats: Annotated[tuple[int, ...], Meta(description="The seats that are a player's own; empty for everyone else.")]
    records: Annotated[
        bool, Meta(description="Whether the bearer records moves there: a player for the own seats only.")
    ]


class OwnToken(msgspec.Struct, frozen=True):
    """What the token that came with the request allows; `id` is null where everyone organizes without one, as in a demo."""

    id: str | None
    role: Role
    scope: Scope
    expires: str | None
    championship: Annotated[
        OwnChampionship | None,
        Meta(description="The championship in which it is valid; null for all, or for a match of none."),
    ]
    matches: Annotated[
        tuple[OwnMatch, ...], Meta(description="The match of its scope, or the open matches of its player.")
    ]


SAMPLE = OwnToken(
    ID, "referee", Scope(championship=ID), "2026-05-02T00:00:00.000Z", OwnChampionship(ID, "Fiestas de agosto"), ()
)


@PLAYERS.doc(
    "What your own token allows",
    Answer("The role, where it is valid, and until when.", OwnToken, SAMPLE),
    about="For every role. `championship` is that of the scope, or of its match; null where the token is valid in all, or its "
    "match belongs to none. `matches` is the match of the scope, or the open matches of its player: what lies in a whole "
    "championship is read there.",
    token=True,
)
@get("/v1/me")
async def get_own_token(request: Request) -> Response[bytes]:
    services, principal = reader_of(request)
    require_role(principal)
    ids = await services.look(request, lambda connection: _matches(connection, services, principal.scope))
    own = await services.ask(_own, services, principal, ids)
    return Response(encode(own), media_type=JSON)


def _matches(connection: Connection, services: AppContext, scope: Scope) -> list[str]:
    """The matches that belong to this scope alone."""
    if scope.match is not None:
        return [scope.match]
    if scope.player is None:
        return []
    player = services.people.same(scope.player)
    match_filter = MatchFilter(status="open", player=player, championship=scope.championship, limit=MOST_MATCHES)
    return [row.id for row, _ in match_index.find(connection, match_filter)[0]]


def _own(services: AppContext, principal: Principal, ids: list[str]) -> OwnToken:
    token, scope = principal.token, principal.scope
    matches = [services.service.match(id_) for id_ in ids]
    place = scope.championship or next((principal.championship_of(match.opening) for match in matches), None)
    own = []
    for match in matches:
        seats = principal.seats(match)
        records = principal.role in WRITERS or bool(seats and match.opening.player_input)
        own.append(OwnMatch(match.id, seats, records))
    return OwnToken(
        id=token.id if token else None,
        role=token.role if token else "organizer",
        scope=scope if token else EVERYWHERE,
        expires=token.expires if token else None,
        championship=OwnChampionship(place, services.championships.championship(place).name) if place else None,
        matches=tuple(own),
    )

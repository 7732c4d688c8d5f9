"""Tokens: make one, list them, revoke one. The token itself is shown once, when it is made."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.params import FromPath
from msgspec import Meta

from api.access.policy import Principal, require_another_token, require_organizer_somewhere, require_token_within
from api.context import AppContext, Request, reader_of
from api.document.samples.matches import AT, ID
from api.http.answers import encode
from api.http.bodies import json_body, read
from api.http.describe import TOKENS, Answer, links
from api.http.paging import LINK, page_answer
from api.http.parameters import ID_CURSOR, LIMIT
from api.runtime.threads import off_loop
from referee.errors import Flaw, Inconsistent, NotFound
from referee.moments import WrittenMoment, written_moment
from referee.operations.tokens import grant_token, revoke_token
from referee.people.scope import EVERYWHERE, Role, Scope
from referee.people.tokens import Token
from referee.text import Text

JSON = "application/json"
PAGE = 500
"""Tokens read at a time for a page of those in a scope."""

Expiry = Annotated[WrittenMoment, Meta(description="Until when it is good: RFC 3339, in the time to come.")]


TokenName = Annotated[
    str,
    Meta(min_length=1, max_length=100, description="What to call it: whose it is, for instance.", examples=["Marta"]),
]


class CreateToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A token to be made: what its bearer does, where, and until when; `name` is what organizers see of it."""

    role: Role
    scope: Scope = EVERYWHERE
    expires: Expiry | None = None
    name: TokenName | None = None

    def until(self) -> datetime | None:
        """The moment at which it expires. Raises BadRequest for one that does not exist."""
        return None if self.expires is None else written_moment(self.expires, "$.expires")


class TokenWithSecret(msgspec.Struct, frozen=True):
    """A token just made. `token` is the secret that its bearer sends; it is shown this once."""

    id: str
    role: Role
    scope: Scope
    created_at: str
    expires: str | None
    created_by: str | None
    name: str | None
    token: str


class TokenPage(msgspec.Struct, frozen=True):
    """Tokens, oldest first, the revoked ones too; `next` is the cursor of the next page."""

    items: list[Token]
    next: str | None


SAMPLE = Token(ID, "player", Scope(match=ID, seat=0), AT, "2026-05-02T00:00:00.000Z")


def _new(token: Token, secret: str) -> TokenWithSecret:
    return TokenWithSecret(
        token.id, token.role, token.scope, token.created_at, token.expires, token.created_by, token.name, secret
    )


def require_sound(services: AppContext, token_request: CreateToken) -> None:
    """Raises BadRequest, NotFound or Inconsistent for a token that would allow nothing."""
    scope = token_request.scope
    scope.require_for(token_request.role)
    if scope.championship is not None:
        services.championships.championship(scope.championship)
    if scope.player is not None and not services.people.find([scope.player]):
        raise NotFound(Text(es=f"no hay jugador {scope.player}", en=f"there is no player {scope.player}"))
    if scope.match is not None:
        seats = len(services.service.opening(scope.match).seats)
        if scope.seat is not None and scope.seat >= seats:
            what = Text(
                es=f"no existe el asiento {scope.seat}: hay {seats}", en=f"no seat {scope.seat}: there are {seats}"
            )
            raise Inconsistent(what, flaws=(Flaw("$.scope.seat", what),))
    if (until := token_request.until()) is not None and until <= datetime.now(UTC):
        what = Text(es="`expires` ya ha pasado", en="`expires` is in the past")
        raise Inconsistent(what, flaws=(Flaw("$.expires", what),))


def _championship_of(services: AppContext, match_id: str) -> str | None:
    try:
        fixture = services.service.opening(match_id).fixture
    except NotFound:
        return None
    return services.championships.place(fixture) if fixture is not None else None


def _within(services: AppContext, principal: Principal, token: Token) -> bool:
    return token.scope.is_within(principal.scope, lambda match: _championship_of(services, match))


def _page(services: AppContext, principal: Principal, after: str, limit: int) -> TokenPage:
    """A page of the tokens in the scope of this reader, those after an id."""
    tokens: list[Token] = []
    while len(tokens) <= limit:
        batch = services.people.tokens.page(after, PAGE)
        tokens += [token for token in batch if _within(services, principal, token)]
        if len(batch) < PAGE:
            break
        after = batch[-1].id
    return TokenPage(tokens[:limit], tokens[limit - 1].id if len(tokens) > limit else None)


class TokenRoutes(Controller):
    """The routes of tokens, for organizers: one of a championship gives, sees and takes those within it."""

    path = "/v1/tokens"

    @TOKENS.doc(
        "Make a token",
        Answer(
            "The token, shown this once; `Location` is the address of its record.",
            TokenWithSecret,
            lambda: _new(SAMPLE, "ref_Q2F0b3JjZSBzb3RhcyB5IHVuIHJleQ"),
            headers={"Location": "The address of the token's record."},
            links=links("token_id", "getToken", "revokeToken"),
        ),
        about="`scope` says where it works. An organizer's may name a `championship`; a referee's or an auditor's a "
        "`championship` or a `match`; a player's is a `match` and a `seat`, or a `player` (with a `championship`, or "
        "wherever that person sits). A token makes none that is wider than itself, or valid "
        "for longer: without `expires` the new one ends when its maker does.",
        body=CreateToken,
        body_examples={
            "a referee of one championship": {"role": "referee", "scope": {"championship": ID}, "name": "Marta"},
            "a player at one seat": {"role": "player", "scope": {"match": ID, "seat": 0}},
            "an auditor for a year": {"role": "auditor", "scope": {}, "expires": "2099-01-01T00:00:00Z"},
        },
        refusals=(404, 422),
    )
    @post()
    async def create_token(self, request: Request) -> Response[bytes]:
        body = await json_body(request)
        services, principal = reader_of(request)
        require_organizer_somewhere(principal)
        token_request = read(body, CreateToken)

        def grant() -> tuple[Token, str]:
            require_token_within(principal, token_request.scope, lambda match: _championship_of(services, match))
            require_sound(services, token_request)
            return grant_token(
                services.service.administration,
                services.people.tokens,
                token_request.role,
                principal.name,
                scope=token_request.scope,
                expires=token_request.until(),
                maker=principal.token,
                name=token_request.name,
            )

        token, secret = await services.write(grant)
        headers = {"Location": f"/v1/tokens/{token.id}", "Cache-Control": "no-store"}
        return Response(encode(_new(token, secret)), status_code=201, media_type=JSON, headers=headers)

    @TOKENS.doc(
        "Tokens on record, oldest first; never the tokens themselves",
        Answer("A page of tokens.", TokenPage, lambda: TokenPage([SAMPLE], None), headers=LINK),
        params=(ID_CURSOR, LIMIT),
    )
    @get()
    async def list_tokens(self, request: Request) -> Response[bytes]:
        services, principal = reader_of(request)
        require_organizer_somewhere(principal)
        cursor, limit = ID_CURSOR.of(request), LIMIT.of(request)
        return page_answer(request, await off_loop(_page, services, principal, cursor or "", limit))

    @TOKENS.doc("A token on record", Answer("What it allows.", Token, SAMPLE))
    @get("/{token_id:str}")
    async def get_token(self, request: Request, token_id: FromPath[str]) -> Response[bytes]:
        services, principal = reader_of(request)
        token = await services.ask(self._token, services, principal, token_id)
        return Response(encode(token), media_type=JSON)

    @TOKENS.doc(
        "Revoke a token, with another one",
        Answer("It allows nothing any more, in every process within seconds; its record stays."),
        about="Every token that was made with it, and with those, is revoked with it.",
    )
    @delete("/{token_id:str}", status_code=204)
    async def revoke_token(self, request: Request, token_id: FromPath[str]) -> None:
        services, principal = reader_of(request)

        def revoke() -> Sequence[str]:
            token = self._token(services, principal, token_id)
            family = services.people.tokens.family(token.id)
            require_another_token(principal, family)
            revoke_token(services.service.administration, services.people.tokens, token.id, principal.name)
            return family

        for id_ in await services.write(revoke):
            services.access.forget(id_)

    def _token(self, services: AppContext, principal: Principal, token_id: str) -> Token:
        require_organizer_somewhere(principal)
        token = services.people.tokens.find(token_id)
        if token is None:
            raise NotFound(Text(es=f"no hay token {token_id}", en=f"there is no token {token_id}"))
        require_token_within(principal, token.scope, lambda match: _championship_of(services, match))
        return token

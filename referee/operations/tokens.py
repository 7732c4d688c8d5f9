"""Commands that make and revoke tokens, each with an act on record."""

from datetime import datetime

from referee.operations.acts import TokenMade, TokenRevoked
from referee.operations.record import ActDecision, Administration
from referee.operations.row_commitments import commitment_to
from referee.people.scope import EVERYWHERE, Role, Scope
from referee.people.tokens import Token, TokenDraft, Tokens

MACHINE = "machine"
"""The author of acts at the machine itself, without a token."""


def grant_token(
    administration: Administration,
    tokens: Tokens,
    role: Role,
    by: str = MACHINE,
    *,
    scope: Scope = EVERYWHERE,
    expires: datetime | None = None,
    secret: str | None = None,
    maker: Token | None = None,
    name: str | None = None,
) -> tuple[Token, str]:
    """Makes a token as `Tokens.draft` says, and returns it with its secret. Raises the errors of `Tokens.draft`."""

    def decide() -> tuple[TokenDraft, ActDecision]:
        draft = tokens.draft(
            role, administration.clock(), scope=scope, expires=expires, secret=secret, maker=maker, name=name
        )
        token = draft.token
        acts = [TokenMade(token.id, token.role, token.scope, token.expires, commitment_to(row)) for row in draft.rows]
        return draft, ActDecision(acts, draft.rows)

    draft = administration.record(by, decide)
    return draft.token, draft.secret


def revoke_token(administration: Administration, tokens: Tokens, id_: str, by: str = MACHINE) -> list[str]:
    """Revokes the token of this id and all tokens made with it. Returns the ids of those that were not revoked yet."""

    def decide() -> tuple[list[str], ActDecision]:
        ids = tokens.unrevoked_ids(id_)
        at = administration.clock()
        acts = [TokenRevoked(id_, tuple(ids), at)] if ids else []
        return ids, ActDecision(acts, tokens.revocation(ids, at))

    return administration.record(by, decide)

"""Tokens and erasures on the tables of people alone, for tests without a log."""

from referee.people.register import People
from referee.people.scope import Role
from tests.support.beside import store_rows


def grant(people: People, role: Role, at: str = "2026-05-01T10:00:00.000Z", secret: str | None = None) -> str:
    """A new token."""
    draft = people.tokens.draft(role, at, secret=secret)
    store_rows(people.store, draft.rows)
    return draft.secret


def erase_player(people: People, id_: str) -> bool:
    """Erases a person. Returns True if there was such a person."""
    ids, rows = people.erasure(id_)
    if ids:
        store_rows(people.store, rows)
        people.scrub_erasure()
    return bool(ids)

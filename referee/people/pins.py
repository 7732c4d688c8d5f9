"""PINs with which sides confirm their hands at another side's tablet: stored outside the log, as slow salted hashes only.

A PIN is short, so guesses are counted: after a few wrong ones in a row a side's PIN is locked, each time for longer.
"""

import hmac
from base64 import b64decode, b64encode
from collections.abc import Callable
from hashlib import scrypt
from math import ceil
from secrets import token_bytes
from time import time
from typing import Any

import sqlalchemy as sa

from referee.commitments.commitments import new_salt
from referee.errors import Forbidden, TooMany
from referee.log.row_writes import DeleteRow, InsertRow, Value
from referee.log.tables import PINS
from referee.log.unit_of_work import unit_of_work
from referee.text import Text

COST, BLOCK, LANES = 2**14, 8, 1
"""scrypt's N, r and p: 16 MiB and a twentieth of a second a guess (RFC 7914)."""
SALT_BYTES = 16
FREE_TRIES = 5
"""Wrong tries in a row after which a PIN is locked."""
FIRST_WAIT, LONGEST_WAIT = 60, 3600
"""Seconds of the first lock, and of the longest: each further wrong try doubles the time."""
UNTRIED: dict[str, Any] = {"wrong": 0, "locked_until": 0.0}
CLASHES = 20
"""Attempts to count a try while others come at the same moment."""


class Pins:
    """The PINs of one database. `clock` gives seconds since the epoch: the processes of a service share its locks."""

    def __init__(self, store: sa.Engine, clock: Callable[[], float] = time) -> None:
        self.store = store
        self.clock = clock

    @staticmethod
    def replacement_rows(match: str, side: int, pin: str) -> tuple[DeleteRow, InsertRow]:
        """The rows that replace the PIN of a side of a match, for the append that records it.

        The count of wrong tries begins again.
        """
        whose: dict[str, Value] = {"match": match, "side": side}
        row: dict[str, Value] = {**whose, "hash": _stored_form(pin), "wrong": 0, "locked_until": 0, "salt": new_salt()}
        return DeleteRow(PINS.name, whose), InsertRow(PINS.name, row)

    def require(self, match: str, side: int, pin: str) -> None:
        """Raises Forbidden for a wrong PIN, or for a side without one; TooMany while it is locked."""
        row = self._count_try(match, side)
        if row is None:
            where = f"`PUT /v1/matches/{match}/pins/{side}`"
            raise Forbidden(
                Text(
                    es=f"el bando {side} no tiene PIN: confirma con su token, o alguien suyo o un organizador pone uno: {where}",
                    en=f"side {side} has no PIN: it confirms with its own token, or its player or an organizer sets one: {where}",
                )
            )
        if not _opens(row.hash, pin):
            raise Forbidden(Text(es=f"ese no es el PIN del bando {side}", en=f"this is not the PIN of side {side}"))
        # Not if the PIN was replaced in the meantime: the count of the new one is its own.
        self._update(match, side, self._count_after_right(row), PINS.c.hash == row.hash)

    def _count_after_right(self, row: sa.Row[Any]) -> dict[str, Any]:
        """Returns the count of wrong tries after the right PIN; `row` is as it was before."""
        return UNTRIED

    def of(self, match: str, side: int | None = None) -> DeleteRow:
        """The deletion of the PINs of a match, or of one side, for the append that ends or changes it."""
        return DeleteRow(PINS.name, {"match": match} if side is None else {"match": match, "side": side})

    def _count_try(self, match: str, side: int) -> sa.Row[Any] | None:
        """Counts a try, and returns the row of a side's PIN; None without one. Raises TooMany while it is locked.

        A try counts as wrong before its PIN is compared, so that many at once get no more guesses than one after the other.
        """
        mine = (PINS.c.match == match, PINS.c.side == side)
        for _ in range(CLASHES):
            with self.store.connect() as connection:
                row = connection.execute(PINS.select().where(*mine)).first()
            if row is None:
                return None
            now = self.clock()
            if row.locked_until > now:
                raise _lockout(side, ceil(row.locked_until - now))
            wrong = row.wrong + 1
            count = {"wrong": wrong, "locked_until": now + _wait(wrong)}
            if self._update(match, side, count, PINS.c.wrong == row.wrong, PINS.c.hash == row.hash):
                return row
        raise _lockout(side, 1)

    def _update(self, match: str, side: int, values: dict[str, Any], *conditions: Any) -> bool:
        mine = PINS.update().where(PINS.c.match == match, PINS.c.side == side, *conditions)
        with unit_of_work(self.store) as connection:
            return connection.execute(mine.values(**values)).rowcount > 0


def _wait(wrong: int) -> int:
    """Seconds of the lock after so many wrong tries in a row."""
    return 0 if wrong < FREE_TRIES else min(FIRST_WAIT << min(wrong - FREE_TRIES, 16), LONGEST_WAIT)


def _lockout(side: int, seconds: int) -> TooMany:
    return TooMany(
        Text(
            es=f"demasiados PIN equivocados del bando {side}: espera {seconds} s, o que su PIN se ponga de nuevo",
            en=f"too many wrong PINs of side {side}: wait {seconds} s, or have a new PIN set",
        ),
        extra={"retry_after": seconds},
    )


def _stored_form(pin: str) -> str:
    """The stored form of a PIN: salt and hash, with the costs of scrypt."""
    salt = token_bytes(SALT_BYTES)
    digest = scrypt(pin.encode(), salt=salt, n=COST, r=BLOCK, p=LANES)
    return f"scrypt${COST}${BLOCK}${LANES}${b64encode(salt).decode()}${b64encode(digest).decode()}"


def _opens(form: str, pin: str) -> bool:
    """True if this is the PIN of a stored form."""
    _, cost, block, lanes, salt, digest = form.split("$")
    guess = scrypt(pin.encode(), salt=b64decode(salt), n=int(cost), r=int(block), p=int(lanes))
    return hmac.compare_digest(guess, b64decode(digest))

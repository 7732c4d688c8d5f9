"""Salted commitments: the log binds what it does not hold, and says nothing of it.

    key        = HMAC-SHA256(salt, label)
    commitment = SHA-256(key followed by the RFC 8785 form of the fields)

The salt is 32 bytes of chance, kept in the row that it binds, and the log has the commitment alone. A name or a PIN cannot be
found out from the log by trying all there are: a salt cannot be tried. When the row is deleted its salt is gone with it, and
the commitment says nothing any more. A row has several parts, each under a label of its own, so that a name can be shown to be
the one that was bound while the birth date beside it stays closed.
"""

import hmac
from collections.abc import Mapping
from hashlib import sha256
from secrets import token_hex
from typing import Annotated

from msgspec import Meta

from referee.canonical_json import canonical_json

SALT = "salt"
"""The column of a salt, in hexadecimal."""
SALT_BYTES = 32

Field = str | int | bool | None
Fields = Mapping[str, Field]
SaltedCommitment = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


def new_salt() -> str:
    """A salt, by chance. It is drawn once, where a row is made, and kept with it."""
    return token_hex(SALT_BYTES)


def opening_key(salt: str, label: str) -> str:
    """The key that opens the commitment of one part of a row, and of no other part."""
    return hmac.digest(bytes.fromhex(salt), label.encode(), "sha256").hex()


def commitment_of(key: str, fields: Fields) -> SaltedCommitment:
    """The commitment to these fields under the key that opens it. Raises ValueError for a key that is no hexadecimal."""
    return sha256(bytes.fromhex(key) + canonical_json(fields)).hexdigest()


def commitment(salt: str, label: str, fields: Fields) -> SaltedCommitment:
    """The commitment to one part of a row. Raises ValueError for a salt that is no hexadecimal."""
    return commitment_of(opening_key(salt, label), fields)

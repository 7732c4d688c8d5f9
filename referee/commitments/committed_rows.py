"""The tables beside the log that it commits to, and their committed columns.

Columns that change by themselves are not bound: wrong tries of a PIN, the progress of a webhook's messages. PINs are short, so
the log binds the slow salted hash of one, under a salt that only the table has: PINs cannot be tried with the log alone, and
with the table too they cannot be tried faster than before. A token's hash is bound the same way, as an organizer may choose a
short token.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any

from referee.commitments.commitments import SALT, Field, Fields, SaltedCommitment, commitment

PEOPLE, TOKENS, PINS, WEBHOOKS = "people", "tokens", "pins", "webhooks"
NAME, DETAILS, ROW = "name", "details", "row"
"""The parts of rows: the name of a person, and what else is known of them; of other tables the whole row is one part."""

KEYS: Mapping[str, tuple[str, ...]] = {PEOPLE: ("id",), TOKENS: ("id",), PINS: ("match", "side"), WEBHOOKS: ("id",)}
"""By table, the columns that name a row."""
_WHOLE: Mapping[str, tuple[str, ...]] = {
    TOKENS: ("id", "hash", "role", "scope", "created_at", "expires_at", "created_by"),
    PINS: ("match", "side", "hash"),
    WEBHOOKS: ("id", "url", "kinds", "secret", "match", "championship", "created_at"),
}
_READ: Mapping[str, tuple[str, ...]] = {
    **_WHOLE,
    PEOPLE: ("id", "name", "birth_date", "entered_at", "look", "disambiguation"),
    TOKENS: (*_WHOLE[TOKENS], "revoked_at"),
}


def key_of(table: str, row: Mapping[str, Any]) -> tuple[Any, ...]:
    """The values of the columns that name a row of a table."""
    return tuple(row[column] for column in KEYS[table])


def columns(table: str) -> tuple[str, ...]:
    """The columns of a table that a comparison with the log takes, its salt among them."""
    return (*_READ[table], SALT)


def columns_of(table: str, part: str) -> tuple[str, ...]:
    """The columns that a part of a row is made of, those that name the row aside."""
    of_person = {NAME: ("name",), DETAILS: ("birth_date", "entered_at", "look", "disambiguation")}
    whole = of_person if table == PEOPLE else {ROW: _WHOLE[table]}
    return tuple(column for column in whole[part] if column not in KEYS[table])


def written_key(table: str, row: Mapping[str, Any]) -> str:
    """The key of a row as one word, as acts have it."""
    return ":".join(map(str, key_of(table, row)))


def commitments(table: str, row: Mapping[str, Any]) -> dict[str, SaltedCommitment]:
    """The commitments to the parts of a row with its salt. Raises ValueError, TypeError for a salt that is none."""
    return {label: commitment(row[SALT], label, fields) for label, fields in parts(table, row).items()}


def parts(table: str, row: Mapping[str, Any]) -> dict[str, Fields]:
    """The committed fields of a row, by part."""
    if table == PEOPLE:
        return _of_person(row)
    return {ROW: {column: _field(row[column]) for column in _WHOLE[table]}}


def name_fields(id_: str, name: str) -> Fields:
    """The committed fields of a person's name."""
    return {"name": name, "person": id_}


def _of_person(row: Mapping[str, Any]) -> dict[str, Fields]:
    details: dict[str, Field] = {
        "birth_date": _field(row["birth_date"]),
        "entered_at": row["entered_at"],
        # Who only sat down by a name has no look, by which others are asked whether they are the same.
        "listed": row["look"] is not None,
        "person": row["id"],
    }
    # Earlier releases bound people without it.
    if row["disambiguation"] is not None:
        details["disambiguation"] = row["disambiguation"]
    return {NAME: name_fields(row["id"], row["name"]), DETAILS: details}


def _field(value: Any) -> Field:
    field: Field = value.isoformat() if isinstance(value, date) else value
    return field

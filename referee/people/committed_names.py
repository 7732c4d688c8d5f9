"""Names, bound by the log that does not hold them: a chain for each person, with commitments to the name.

The chain begins with the entry of a person and goes on with each correction, in the transaction that writes the row with the name
and the salt. An erasure deletes both; the commitments stay, and can no longer be opened.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
from msgspec import Meta, Struct

from referee.commitments.commitments import SALT, SaltedCommitment, opening_key
from referee.commitments.committed_rows import DETAILS, NAME, PEOPLE, commitments
from referee.log.hash_chain import ChainEnd, chain_records, end_of
from referee.log.log import Log
from referee.log.records import Record
from referee.log.row_writes import UpdateRow, Value
from referee.match.entries import Entry

AT_ONCE = 500
"""People looked up in one query."""

Name = Annotated[SaltedCommitment, Meta(description="The commitment to their name.")]
Details = Annotated[
    SaltedCommitment,
    Meta(description="The commitment to what else is known of them, and to when and how they were entered."),
]


class _NameEvent(Struct, frozen=True, tag_field="type"):
    """An entry of the log about a name. Its tag is its identity in the store."""


class PersonEntered(_NameEvent, frozen=True, tag="person_entered"):
    """A person was entered, and their chain begins; or was bound later, after an entry by an earlier release."""

    person: Annotated[str, Meta(description="Their id.")]
    name: Name
    details: Details


class PersonCorrected(_NameEvent, frozen=True, tag="person_corrected"):
    """The name or the birth date of a person was put right."""

    person: Annotated[str, Meta(description="Their id.")]
    name: Name
    details: Details


AnyNameCommitment = PersonEntered | PersonCorrected
NameCommitmentEntry = Entry[AnyNameCommitment, Any]
decoder = msgspec.json.Decoder(NameCommitmentEntry)


def entry_record(row: Mapping[str, Any], by: str) -> Record:
    """The record of the entry of a person with this row."""
    return _record(row, ChainEnd(), row["entered_at"], by)


def commitment_record(log: Log, row: Mapping[str, Any], at: str, by: str) -> Record:
    """The record that binds a person's name to this row, in place of any earlier commitment."""
    return _record(row, end_of(log, row["id"]), at, by)


def replacement(row: Mapping[str, Value]) -> UpdateRow:
    """The change that replaces the row of a person by this one."""
    return UpdateRow(PEOPLE, {column: row[column] for column in row if column != "id"}, {"id": row["id"]})


def _record(row: Mapping[str, Any], end: ChainEnd, at: str, by: str) -> Record:
    person_commitments = commitments(PEOPLE, row)
    kind = PersonCorrected if end.version else PersonEntered
    [record] = chain_records(
        row["id"], end, [kind(row["id"], person_commitments[NAME], person_commitments[DETAILS])], at, by
    )
    return record


def opening_keys(store: sa.Engine, ids: Iterable[str]) -> dict[str, str]:
    """The keys that open the commitments to the names of these people, by id, without erased people and those not yet bound."""
    return {person: opening_key(salt, NAME) for person, salt in _salts(store, [*dict.fromkeys(ids)])}


def _salts(store: sa.Engine, ids: list[str]) -> Iterator[tuple[str, str]]:
    id_, salt = sa.column("id", sa.Text), sa.column(SALT, sa.Text)
    query = sa.select(id_, salt).select_from(sa.table(PEOPLE)).where(salt.is_not(None))
    with store.connect() as connection:
        for start in range(0, len(ids), AT_ONCE):
            rows = connection.execute(query.where(id_.in_(ids[start : start + AT_ONCE]))).all()
            yield from ((str(person), str(salt_text)) for person, salt_text in rows)

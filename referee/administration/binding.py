"""The rows that the log binds: a commitment in the act that makes one, and later for what an earlier release had made."""

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from referee.administration.acts import BoundRow, RowsBound
from referee.administration.expected import ExpectedRows
from referee.administration.record import ActsDecided, Administration
from referee.binding.bound_rows import KEYS, PEOPLE, PINS, ROW, TOKENS, WEBHOOKS, columns, commitments, written_key
from referee.binding.commitments import SALT, SaltedCommitment, new_salt
from referee.people import bound_names
from referee.store.rows import Changed, NewRow

SERVICE = "service"
"""By whom, on record, is what the service does by itself."""
MOST_ROWS = 500
"""Rows of a table that are bound at once."""
Row = Mapping[str, Any]


def commitment_to(row: NewRow) -> SaltedCommitment:
    """The commitment to a row that is about to be stored, which has its salt."""
    return commitments(row.table, row.values)[ROW]


def bind_rows(administration: Administration, store: sa.Engine) -> None:
    """Binds the rows of an earlier release, and says on the log which they were; once also where there are none.

    From then on a row that the log does not have was put in by nobody. One that it has stays bound to what it was, though its
    salt be gone: who took that away does not get another. Raises what `Administration.retried` does.
    """
    if any(_without_salt(store, table, 1) for table in KEYS):
        expected = ExpectedRows(administration.log, administration.log.position())
        while administration.retried(lambda: _bind_some(administration, store, expected)):
            pass
    elif administration.last(RowsBound) is None:
        administration.record(SERVICE, lambda: (None, ActsDecided([RowsBound()])))


def _bind_some(administration: Administration, store: sa.Engine, expected: ExpectedRows) -> bool:
    """Binds some rows. Says whether there may be more."""
    unbound = {table: _unbound(store, table, expected) for table in KEYS}
    if not any(unbound.values()) and administration.last(RowsBound) is not None:
        return False
    at = administration.clock()
    salted = {table: [{**row, SALT: new_salt()} for row in rows] for table, rows in unbound.items()}
    act = RowsBound(
        tuple(row["id"] for row in salted[PEOPLE]),
        _bound(TOKENS, salted[TOKENS]),
        _bound(PINS, salted[PINS]),
        _bound(WEBHOOKS, salted[WEBHOOKS]),
    )
    names = [bound_names.bound(administration.log, row, at, SERVICE) for row in salted[PEOPLE]]
    rows = [_salted(table, row) for table in KEYS for row in salted[table]]
    administration.log.append([*names, *administration.records([act], SERVICE)], rows)
    return any(len(rows) == MOST_ROWS for rows in unbound.values())


def _unbound(store: sa.Engine, table: str, expected: ExpectedRows) -> list[Row]:
    """Rows without a salt of which the log has no commitment, as many as are bound at once."""
    known = {key for key, made in expected.commitments[table].items() if made is not None}
    rows = _without_salt(store, table, MOST_ROWS + len(known))
    return [row for row in rows if written_key(table, row) not in known][:MOST_ROWS]


def _without_salt(store: sa.Engine, table: str, most: int) -> list[Row]:
    read: list[sa.ColumnClause[Any]] = [sa.column(name) for name in columns(table)]
    wanted = sa.select(*read).select_from(sa.table(table)).where(sa.column(SALT).is_(None))
    with store.connect() as connection:
        found = connection.execute(wanted.order_by(*(sa.column(name) for name in KEYS[table])).limit(most))
        return [dict(row) for row in found.mappings()]


def _bound(table: str, rows: Iterable[Row]) -> tuple[BoundRow, ...]:
    return tuple(BoundRow(written_key(table, row), commitments(table, row)[ROW], row.get("revoked_at")) for row in rows)


def _salted(table: str, row: Row) -> Changed:
    return Changed(table, {SALT: row[SALT]}, {column: row[column] for column in KEYS[table]})

"""Commitments of the log to rows beside it: in the act that makes a row, or for rows of earlier releases in a later act."""

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from referee.commitments.commitments import SALT, SaltedCommitment, new_salt
from referee.commitments.committed_rows import (
    KEYS,
    PEOPLE,
    PINS,
    ROW,
    TOKENS,
    WEBHOOKS,
    columns,
    commitments,
    written_key,
)
from referee.log.row_writes import InsertRow, UpdateRow
from referee.operations.acts import BoundRow, RowsBound
from referee.operations.expected import ExpectedRows
from referee.operations.record import SERVICE, ActDecision, Administration
from referee.people import committed_names

MOST_ROWS = 500
"""Rows of a table that are committed to in one transaction."""
Row = Mapping[str, Any]


def commitment_to(row: InsertRow) -> SaltedCommitment:
    """The commitment to a row that is about to be stored, with its salt."""
    return commitments(row.table, row.values)[ROW]


def commit_rows(administration: Administration, store: sa.Engine) -> None:
    """Commits the log to the rows of earlier releases, and records which they are; once also if there are none.

    From then on a row that the log does not have was not entered by the service. A row that the log has stays bound to its
    first content, also without its salt: a row whose salt was removed gets no new one. Raises the errors of
    `Administration.retry`.
    """
    if any(_without_salt(store, table, 1) for table in KEYS):
        log_rows = ExpectedRows(administration.log, administration.log.position())
        while administration.retry(lambda: _commit_some(administration, store, log_rows)):
            pass
    elif administration.last(RowsBound) is None:
        administration.record(SERVICE, lambda: (None, ActDecision([RowsBound()])))


def _commit_some(administration: Administration, store: sa.Engine, log_rows: ExpectedRows) -> bool:
    """Commits the log to some rows. Returns True if there may be more."""
    pending_rows = {table: _rows_without_commitment(store, table, log_rows) for table in KEYS}
    if not any(pending_rows.values()) and administration.last(RowsBound) is not None:
        return False
    at = administration.clock()
    salted_rows = {table: [{**row, SALT: new_salt()} for row in rows] for table, rows in pending_rows.items()}
    act = RowsBound(
        tuple(row["id"] for row in salted_rows[PEOPLE]),
        _commitments_to_rows(TOKENS, salted_rows[TOKENS]),
        _commitments_to_rows(PINS, salted_rows[PINS]),
        _commitments_to_rows(WEBHOOKS, salted_rows[WEBHOOKS]),
    )
    names = [committed_names.commitment_record(administration.log, row, at, SERVICE) for row in salted_rows[PEOPLE]]
    rows = [_salt_change(table, row) for table in KEYS for row in salted_rows[table]]
    administration.log.append([*names, *administration.records([act], SERVICE)], rows)
    return any(len(rows) == MOST_ROWS for rows in pending_rows.values())


def _rows_without_commitment(store: sa.Engine, table: str, log_rows: ExpectedRows) -> list[Row]:
    """Rows without a salt and without a commitment on the log, MOST_ROWS at most."""
    committed_keys = {key for key, parts in log_rows.commitments[table].items() if parts is not None}
    rows = _without_salt(store, table, MOST_ROWS + len(committed_keys))
    return [row for row in rows if written_key(table, row) not in committed_keys][:MOST_ROWS]


def _without_salt(store: sa.Engine, table: str, most: int) -> list[Row]:
    selection: list[sa.ColumnClause[Any]] = [sa.column(name) for name in columns(table)]
    query = sa.select(*selection).select_from(sa.table(table)).where(sa.column(SALT).is_(None))
    with store.connect() as connection:
        result = connection.execute(query.order_by(*(sa.column(name) for name in KEYS[table])).limit(most))
        return [dict(row) for row in result.mappings()]


def _commitments_to_rows(table: str, rows: Iterable[Row]) -> tuple[BoundRow, ...]:
    return tuple(BoundRow(written_key(table, row), commitments(table, row)[ROW], row.get("revoked_at")) for row in rows)


def _salt_change(table: str, row: Row) -> UpdateRow:
    return UpdateRow(table, {SALT: row[SALT]}, {column: row[column] for column in KEYS[table]})

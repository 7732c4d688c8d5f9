"""Comparison of the tables beside the log with the commitments on it: people, tokens, PINs and webhooks, row by row.

The tables and the log are read as of one moment. Nothing is written.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from projections.comparison import ROWS, RowFlaw
from referee.commitments.commitments import SALT
from referee.commitments.committed_rows import (
    KEYS,
    NAME,
    PEOPLE,
    PINS,
    TOKENS,
    columns,
    columns_of,
    commitments,
    key_of,
    written_key,
)
from referee.followers.feed import head_of
from referee.log.backend import backend_of
from referee.log.log import Log
from referee.operations.expected import ExpectedRows, differing_columns
from referee.people.name_similarity import skeleton_digest
from referee.people.scope import EVERYWHERE, Scope

FORGOTTEN_BY = frozenset({"match_ended", "match_restated"})
"""The facts with which a match may end, and its PINs be deleted."""
OTHERS_SIT = "seats"
"""The topic of an event that changes the people in seats: the PINs before it were not theirs."""
SET_BY = frozenset({"pin_set", "pin_reset"})
Row = Mapping[str, Any]
Check = Callable[[ExpectedRows, Row], "RowFlaw | None"]


class CommitmentVerdict(Struct, frozen=True):
    """Result of a comparison, up to the first flaw.

    By table, `committed_rows` counts the rows that agree with the log, `pending_rows` those that it has not committed to yet: an
    earlier release leaves some, and the first start of a newer one commits to them. `erased_people` is the number of their ids.
    """

    committed_rows: Mapping[str, int]
    pending_rows: Mapping[str, int]
    erased_people: int
    flaw: RowFlaw | None

    @property
    def rows(self) -> int:
        """The number of rows that agree with the log."""
        return sum(self.committed_rows.values())

    @property
    def pending(self) -> int:
        """The number of rows that the log has not committed to yet."""
        return sum(self.pending_rows.values())


def compare_commitments(log: Log, store: sa.Engine) -> CommitmentVerdict:
    """Compares every row of these tables with the log."""
    with backend_of(store).snapshot(store) as live:
        position: int = live.execute(sa.text(log.position_query)).scalar_one()
        log_rows = ExpectedRows(log, position)
        comparison = _CommitmentComparison(log, log_rows)
        flaw = next(chain.from_iterable(comparison.table(live, table) for table in KEYS), None)
    return CommitmentVerdict(comparison.committed_rows, comparison.pending_rows, len(log_rows.erased_people), flaw)


class _CommitmentComparison:
    def __init__(self, log: Log, log_rows: ExpectedRows) -> None:
        self.log = log
        self.log_rows = log_rows
        self.committed_rows = Counter[str]()
        self.pending_rows = Counter[str]()

    def table(self, live: sa.Connection, table: str) -> Iterator[RowFlaw]:
        """The flaws of the rows of a table, in the order of their keys; missing rows come last."""
        missing = dict.fromkeys(self.log_rows.commitments[table])
        selection: list[sa.ColumnClause[Any]] = [sa.column(name) for name in columns(table)]
        query = sa.select(*selection).select_from(sa.table(table)).order_by(*(sa.column(name) for name in KEYS[table]))
        with live.execute(query, execution_options={"yield_per": ROWS}) as rows:
            for row in map(dict, rows.mappings()):
                missing.pop(written_key(table, row), None)
                flaw = self._of_row(table, row)
                if flaw:
                    yield flaw
        for key in missing:
            if table != PINS or not self._is_over(key):
                yield RowFlaw(table, tuple(key.split(":")), "missing")

    def _of_row(self, table: str, row: Row) -> RowFlaw | None:
        key = written_key(table, row)
        part_commitments = self.log_rows.commitments[table].get(key)
        if key not in self.log_rows.commitments[table] and (
            self.log_rows.complete or key in self.log_rows.erased_people
        ):
            return RowFlaw(table, key_of(table, row), "extra")
        columns = _in_the_open(self.log_rows, table, row) or (
            _differing_columns(table, row, part_commitments) if part_commitments else ()
        )
        if columns:
            is_renamed = table == PEOPLE and columns == (NAME,)
            return RowFlaw(table, key_of(table, row), "renamed" if is_renamed else "changed", columns)
        (self.pending_rows if part_commitments is None else self.committed_rows)[table] += 1
        return None

    def _is_over(self, key: str) -> bool:
        """True if a PIN may have been deleted: the match has ended, or its seats have changed, since the PIN was set."""
        match, _, _ = key.rpartition(":")
        since = False
        for record in self.log.read(match):
            if record.topic in SET_BY:
                since = False
            since = since or record.topic == OTHERS_SIT or bool(head_of(bytes(record.state)).facts & FORGOTTEN_BY)
        return since


def _in_the_open(log_rows: ExpectedRows, table: str, row: Row) -> tuple[str, ...]:
    """The columns that disagree with other columns of the row, or with the open values of acts."""
    if table == PEOPLE:
        return ("look",) if row["look"] not in {None, skeleton_digest(row["name"])} else ()
    if table != TOKENS:
        return ()
    token, key = log_rows.tokens.get(row["id"]), row["id"]
    columns = differing_columns(token, row, _scope(row["scope"])) if token else ()
    revoked_at = log_rows.revocations.get(key)
    is_revoked = key in log_rows.revocations
    if (row["revoked_at"] is not None) != is_revoked or (revoked_at is not None and row["revoked_at"] != revoked_at):
        # Revocations from before acts were on record are bound, with their time, when the service starts.
        columns = (*columns, "revoked_at") if log_rows.complete or is_revoked or token else columns
    return columns


def _scope(text: str | None) -> Scope | None:
    try:
        return msgspec.json.decode(text, type=Scope) if text else EVERYWHERE
    except msgspec.DecodeError:
        return None


def _differing_columns(table: str, row: Row, part_commitments: Mapping[str, str]) -> tuple[str, ...]:
    """The columns of the parts that disagree with the log; only the salt, if that is not a valid one."""
    try:
        row_commitments = commitments(table, row)
    except (TypeError, ValueError):
        return (SALT,)
    labels = [label for label in part_commitments if row_commitments[label] != part_commitments[label]]
    return tuple(column for label in labels for column in columns_of(table, label))

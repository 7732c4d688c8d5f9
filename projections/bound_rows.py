"""Whether the tables beside the log hold what it binds: people, tokens, PINs and webhooks, row by row.

They are read as of one moment, and held against the log as it was at that moment. Nothing is written.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from projections.comparison import ROWS, RowFlaw
from projections.moment import moment
from referee.administration.expected import ExpectedRows, differing_columns
from referee.binding.bound_rows import (
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
from referee.binding.commitments import SALT
from referee.follow.feed import head_of
from referee.people.likeness import look
from referee.people.scope import EVERYWHERE, Scope
from referee.store.log import Log

FORGOTTEN_BY = frozenset({"match_ended", "match_restated"})
"""The facts with which a match may be over, and its PINs forgotten."""
OTHERS_SIT = "seats"
"""The topic of an event by which other people sit down, whose PINs those were not."""
SET_BY = frozenset({"pin_set", "pin_reset"})
Row = Mapping[str, Any]
Check = Callable[[ExpectedRows, Row], "RowFlaw | None"]


class BoundVerdict(Struct, frozen=True):
    """What the comparison came to: rows that are what the log binds, those that it has not bound yet, and the first flaw.

    Both are counted by table. `unbound` were made by an earlier release, and by none that ran since; `forgotten` are the ids of
    erased people.
    """

    bound: Mapping[str, int]
    left: Mapping[str, int]
    forgotten: int
    flaw: RowFlaw | None

    @property
    def rows(self) -> int:
        """Those that are what the log binds."""
        return sum(self.bound.values())

    @property
    def unbound(self) -> int:
        """Those that it has not bound yet."""
        return sum(self.left.values())


def compare_bound(log: Log, store: sa.Engine) -> BoundVerdict:
    """Holds every row of these tables against the log."""
    with moment(store) as live:
        position: int = live.execute(sa.text(log.position_query)).scalar_one()
        expected = ExpectedRows(log, position)
        found = _BoundComparison(log, expected)
        flaw = next(chain.from_iterable(found.table(live, table) for table in KEYS), None)
    return BoundVerdict(found.bound, found.left, len(expected.erased), flaw)


class _BoundComparison:
    def __init__(self, log: Log, expected: ExpectedRows) -> None:
        self.log = log
        self.expected = expected
        self.bound = Counter[str]()
        self.left = Counter[str]()

    def table(self, live: sa.Connection, table: str) -> Iterator[RowFlaw]:
        """What is wrong with the rows of a table, in the order of their keys; last, those that are not there."""
        missing = dict.fromkeys(self.expected.commitments[table])
        read: list[sa.ColumnClause[Any]] = [sa.column(name) for name in columns(table)]
        wanted = sa.select(*read).select_from(sa.table(table)).order_by(*(sa.column(name) for name in KEYS[table]))
        with live.execute(wanted, execution_options={"yield_per": ROWS}) as rows:
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
        bound = self.expected.commitments[table].get(key)
        if key not in self.expected.commitments[table] and (self.expected.complete or key in self.expected.erased):
            return RowFlaw(table, key_of(table, row), "extra")
        changed = _in_the_open(self.expected, table, row) or (_parts_changed(table, row, bound) if bound else ())
        if changed:
            renamed = table == PEOPLE and changed == (NAME,)
            return RowFlaw(table, key_of(table, row), "renamed" if renamed else "changed", changed)
        (self.left if bound is None else self.bound)[table] += 1
        return None

    def _is_over(self, key: str) -> bool:
        """Whether a PIN may have been forgotten: since it was set the match was over, or others sat down."""
        match, _, _ = key.rpartition(":")
        since = False
        for record in self.log.read(match):
            if record.topic in SET_BY:
                since = False
            since = since or record.topic == OTHERS_SIT or bool(head_of(bytes(record.state)).facts & FORGOTTEN_BY)
        return since


def _in_the_open(expected: ExpectedRows, table: str, row: Row) -> tuple[str, ...]:
    """The columns that are not what follows from others, or from what acts say in the open."""
    if table == PEOPLE:
        return ("look",) if row["look"] not in {None, look(row["name"])} else ()
    if table != TOKENS:
        return ()
    token, key = expected.tokens.get(row["id"]), row["id"]
    found = differing_columns(token, row, _scope(row["scope"])) if token else ()
    at = expected.revoked.get(key)
    revoked = key in expected.revoked
    if (row["revoked_at"] is not None) != revoked or (at is not None and row["revoked_at"] != at):
        # Who was revoked before acts were on record is bound, with the time, when the service starts.
        found = (*found, "revoked_at") if expected.complete or revoked or token else found
    return found


def _scope(text: str | None) -> Scope | None:
    try:
        return msgspec.json.decode(text, type=Scope) if text else EVERYWHERE
    except msgspec.DecodeError:
        return None


def _parts_changed(table: str, row: Row, bound: Mapping[str, str]) -> tuple[str, ...]:
    """The columns of the parts that are not what the log binds; its salt alone where that is none."""
    try:
        made = commitments(table, row)
    except (TypeError, ValueError):
        return (SALT,)
    other = [label for label in bound if made[label] != bound[label]]
    return tuple(column for label in other for column in columns_of(table, label))

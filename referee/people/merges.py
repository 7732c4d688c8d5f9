"""Ids of one person: a person entered twice is merged. The log has the author of a merge, and the reason.

The table has ids only. A process caches the merges together with the names.
"""

from collections.abc import Mapping

import sqlalchemy as sa
from msgspec import Struct

from referee.log.row_writes import DeleteRow, InsertRow
from referee.log.tables import MERGED_PEOPLE

IDS = sa.select(MERGED_PEOPLE.c.id)
"""The ids that were merged into others."""


class Merges(Struct, frozen=True):
    """The merges in force. `into` maps each merged id to the id that it was merged into."""

    into: Mapping[str, str]

    def now(self, id_: str) -> str:
        """The present id of this person."""
        while id_ in self.into:
            id_ = self.into[id_]
        return id_

    def same(self, id_: str) -> tuple[str, ...]:
        """Every id of this person: the present one first, then those that were merged into it, in order."""
        now = self.now(id_)
        return (now, *sorted(old for old in self.into if self.now(old) == now))


def read(connection: sa.Connection) -> Merges:
    """The merges in force."""
    return Merges({row.id: row.into for row in connection.execute(MERGED_PEOPLE.select())})


def row(id_: str, into: str) -> InsertRow:
    """The row of a merge."""
    return InsertRow(MERGED_PEOPLE.name, {"id": id_, "into": into})


def deletion(id_: str) -> DeleteRow:
    """The row of a merge that is taken back."""
    return DeleteRow(MERGED_PEOPLE.name, {"id": id_})

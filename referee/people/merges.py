"""Ids of one person: a person entered twice is merged. The log has the author of a merge, and the reason.

The table has ids only. A process caches the merges together with the names.
"""

from collections.abc import Callable, Mapping

import sqlalchemy as sa
from msgspec import Struct

from referee.log.row_writes import DeleteRow, InsertRow
from referee.log.tables import MERGED_PEOPLE
from referee.people.spelling import with_disambiguation

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


class CachedName(Struct, frozen=True):
    """A name as it is cached. `changed` is True if this person was shown under another name before.

    `disambiguation` tells the person apart from others of that name. `is_shared` is True if another person has a name that looks
    the same.
    """

    name: str
    changed: bool
    disambiguation: str | None = None
    is_shared: bool = False

    @property
    def with_disambiguation(self) -> str | None:
        """The name with its disambiguation; None without one."""
        return with_disambiguation(self.name, self.disambiguation) if self.disambiguation else None

    @property
    def shown(self) -> str:
        """The name for readers, with its disambiguation if it is shared."""
        return (self.with_disambiguation if self.is_shared else None) or self.name


class OwnNames:
    """The names under which ids were entered, also if they were merged since; None for erased people."""

    def __init__(self, read_name: Callable[[str], CachedName | None]) -> None:
        self._read_name = read_name

    def __call__(self, id_: str) -> str | None:
        """The name without a disambiguation."""
        entry = self._read_name(id_)
        return None if entry is None else entry.name

    def disambiguation(self, id_: str) -> str | None:
        """The disambiguation of the name; None without one."""
        entry = self._read_name(id_)
        return None if entry is None else entry.disambiguation

    def with_disambiguation(self, id_: str) -> str | None:
        """The name with its disambiguation; None without one."""
        entry = self._read_name(id_)
        return None if entry is None else entry.with_disambiguation


class ShownNames(Struct, frozen=True):
    """How some people are shown: by the ids as asked, their names, None for erased people, and their present ids."""

    names: Mapping[str, str | None]
    ids: Mapping[str, str]


class RememberedNames(Struct, frozen=True):
    """The cached names and merges of a process, as of a count of the changes of names."""

    names: dict[str, CachedName]
    merges: Merges
    count: int


def read(connection: sa.Connection) -> Merges:
    """The merges in force."""
    return Merges({row.id: row.into for row in connection.execute(MERGED_PEOPLE.select())})


def row(id_: str, into: str) -> InsertRow:
    """The row of a merge."""
    return InsertRow(MERGED_PEOPLE.name, {"id": id_, "into": into})


def deletion(id_: str) -> DeleteRow:
    """The row of a merge that is taken back."""
    return DeleteRow(MERGED_PEOPLE.name, {"id": id_})

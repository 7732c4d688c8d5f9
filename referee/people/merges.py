"""Which ids are one person: somebody who was entered twice and merged. Who merged them, and why, is in the log.

What is stored are ids only; a process remembers the merges together with the names.
"""

from collections.abc import Callable, Mapping

import sqlalchemy as sa
from msgspec import Struct

from referee.people.spelling import told_apart
from referee.store.rows import Gone, NewRow

_merged = sa.Table(
    "merged_people",
    sa.MetaData(),
    sa.Column("id", sa.String(36), primary_key=True),
    sa.Column("into", sa.String(36), nullable=False),
)
"""Written in the transaction of the log's own record of a merge. It stays when the people in it are erased."""
IDS = sa.select(_merged.c.id)
"""The ids that were merged into others."""


class Merges(Struct, frozen=True):
    """The merges in force: `into` has for each id that was merged the id that it was merged into."""

    into: Mapping[str, str]

    def now(self, id_: str) -> str:
        """The id that this person has now."""
        while id_ in self.into:
            id_ = self.into[id_]
        return id_

    def same(self, id_: str) -> tuple[str, ...]:
        """Every id of this person: the one that they have now first, then those that were merged into it."""
        now = self.now(id_)
        return (now, *sorted(old for old in self.into if self.now(old) == now))


class Spelled(Struct, frozen=True):
    """A name, and whether this person was shown otherwise before.

    `disambiguation` is what tells them apart from others of that name; `is_shared`: whether somebody else has one that looks
    the same.
    """

    name: str
    changed: bool
    disambiguation: str | None = None
    is_shared: bool = False

    @property
    def told_apart(self) -> str | None:
        """The name with what tells them apart; None where nothing is written."""
        return told_apart(self.name, self.disambiguation) if self.disambiguation else None

    @property
    def shown(self) -> str:
        """The name as everybody reads it."""
        return (self.told_apart if self.is_shared else None) or self.name


class OwnNames:
    """The names under which ids were entered, whoever those people are now; None once erased."""

    def __init__(self, spelled: Callable[[str], Spelled | None]) -> None:
        self._spelled = spelled

    def __call__(self, id_: str) -> str | None:
        """The name alone."""
        spelled = self._spelled(id_)
        return None if spelled is None else spelled.name

    def disambiguation(self, id_: str) -> str | None:
        """What tells them apart from others of that name; None where nothing is written."""
        spelled = self._spelled(id_)
        return None if spelled is None else spelled.disambiguation

    def told_apart(self, id_: str) -> str | None:
        """The name with what tells them apart; None where nothing is written."""
        spelled = self._spelled(id_)
        return None if spelled is None else spelled.told_apart


class RememberedNames(Struct, frozen=True):
    """The names and merges that a process remembers, as of a count of the changes of names."""

    spelled: dict[str, Spelled]
    merges: Merges
    count: int


def read(connection: sa.Connection) -> Merges:
    """The merges in force."""
    return Merges({row.id: row.into for row in connection.execute(_merged.select())})


def row(id_: str, into: str) -> NewRow:
    """The row of a merge."""
    return NewRow(_merged.name, {"id": id_, "into": into})


def gone(id_: str) -> Gone:
    """The row of a merge that is taken back."""
    return Gone(_merged.name, {"id": id_})

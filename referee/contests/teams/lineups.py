"""Line-ups of teams: the members at each board of an encounter, bound before they are shown (teams.encounter)."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

BoardMembers = tuple[tuple[str, ...], ...]
"""The members of a team by board, in the order of the boards: one at each, or a pair."""


class Lineup(Struct, frozen=True):
    """The line-up of a team in the encounter `fixture`, given in version `at`; `members` is empty until both are shown.

    `sha256` is the commitment to it.
    """

    fixture: str
    entrants: tuple[str, ...]
    team: str
    sha256: str
    at: int
    members: BoardMembers = ()

    @property
    def is_shown(self) -> bool:
        """True once the line-ups of both teams are open."""
        return bool(self.members)

    def with_substitute(self, board: int, out: str, into: str) -> "Lineup":
        """The line-up with another member at a board, counted from 1."""
        people = tuple(into if one == out else one for one in self.members[board - 1])
        return replace(self, members=(*self.members[: board - 1], people, *self.members[board:]))

    def is_of(self, fixture: str, entrants: Iterable[str]) -> bool:
        """True if it is of this encounter between these teams."""
        return self.fixture == fixture and {*self.entrants} == {*entrants}

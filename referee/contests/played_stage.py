"""A stage of a contest as far as it is played: its matches, its tables, and the entrants that go on."""

from collections.abc import Mapping

from msgspec import Struct

from referee.contests.contest import Bye, Fixture, Pending, Source, TieRuling
from referee.contests.standings.averages import ComparedEntrant
from referee.contests.standings.tables import LineName, Table
from referee.contests.standings.ties import Tie


class PlayedStage(Struct, frozen=True):
    """A stage as far as it is played (stages.chain).

    `through` go on from it, in the order in which they are seeded; it is empty while anything is pending. `rest` is the order of
    those that were not among the first of several groups. `source` is the last event that decided anything in it.
    """

    fixtures: tuple[Fixture, ...]
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...]
    pending: tuple[Pending, ...]
    through: tuple[str, ...]
    fallen: tuple[TieRuling, ...]
    source: Source | None = None
    is_grouped: bool = False
    rest: tuple[Tie, ...] = ()
    lines: Mapping[LineName, Table] = {}
    repesca: tuple[ComparedEntrant, ...] = ()

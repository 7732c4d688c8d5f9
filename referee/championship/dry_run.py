"""The championships of a log in a dry run."""

from collections.abc import Iterator, Sequence

from referee.championship.events import (
    ContestDrawn,
    ContestRedrawn,
    FixtureCreated,
    LineupGiven,
    LineupsShown,
    OpenedLineup,
    RoundPaired,
)
from referee.championship.lineup_secrets import lineup_instead
from referee.championship.recorded_contest import RecordedContest, RecordedFixture
from referee.championship.service import Championships
from referee.championship.state import Championship, DecisionEntry
from referee.contests.teams.lineups import Lineup
from referee.log.folds import FoldsOverlay
from referee.log.records import Record
from referee.matches.dry_run import DryRunMatches

_PERSON = ("id", "name", "players[].id", "players[].name")
_ENTRANTS = ("$.draw.order[]", "$.draws[].order[]", "$.fixtures[].entrants[]", "$.byes[].player")
DRAWN = tuple(f"{entrant}.{part}" for entrant in _ENTRANTS for part in _PERSON)
"""The places of entrants that chance draws, in the answer about a contest."""
DRAWN_AGAIN = ("$.draws[].seed", "$.fixtures[].id", "$.fixtures[].version", "$.pending[].fixture")
"""The further places that another draw decides: a fixture stays if the same entrants are drawn for it."""
PAIRED = ("$.seed", "$.cost.lots", "$.pairs[]", "$.rest")
"""The places that the seed of a round decides in the answer about it."""
SHOWN = ("$.boards[].players",)
"""The places of line-ups in the answer about an encounter: a dry run opens none."""
FAR = 1 << 24
"""Distance of the numbers of new contests and fixtures from those of stored ones, and of two dry runs."""


class DryRunChampionships(Championships):
    """An overlay of championships: it begins with the championships that are in memory, and leaves none of its own there.

    The ids of its new contests and fixtures are no real ones: until the command is sent, another one may take their numbers.
    """

    def __init__(self, championships: Championships, matches: DryRunMatches) -> None:
        super().__init__(matches, matches.generated_values.new_id)
        self._generated_values = matches.generated_values
        self._folds = FoldsOverlay(championships._folds)
        self._places = FoldsOverlay(championships._places)
        self._changes = FoldsOverlay(championships._changes)
        self._far: dict[str, Championship] = {}

    def championship(self, id_: str) -> Championship:
        """A championship as it is now, with another next number. Do not change it. Raises NotFound."""
        now, far = super().championship(id_), self._far.get(id_)
        if far is None or far.version != now.version:
            far = self._far[id_] = now.copy()
            far.next_number += FAR * (1 + self._generated_values.run)
        return far

    def open_lineup(self, contest: RecordedContest, record: RecordedFixture, lineup: Lineup) -> OpenedLineup:
        """Another line-up in its place: who tries theirs must not learn that of the other team."""
        return lineup_instead(contest, lineup)

    def records(self, id_: str, entries: Sequence[DecisionEntry]) -> list[Record]:
        """The records of entries, of which it learns the new ids and the places of what chance drew."""
        for entry in entries:
            event = entry.event
            if isinstance(event, ContestDrawn):
                self._generated_values.add(event.contest)
            for fact in entry.facts:
                if isinstance(fact, FixtureCreated):
                    self._generated_values.add(fact.fixture)
            if isinstance(event, LineupGiven):
                self._generated_values.add(event.sha256)
            if isinstance(event, LineupsShown):
                self._generated_values.by_chance.update(SHOWN)
            if isinstance(event, RoundPaired) and event.seed_source == "drawn":
                self._generated_values.by_chance.update(PAIRED)
            if isinstance(event, ContestDrawn | ContestRedrawn) and event.draw.seed_source == "drawn":
                contest = self.championship(id_).contests.get(event.contest)
                self._generated_values.by_chance.update((*DRAWN, *(_drawn_again(contest) if contest else ())))
        return super().records(id_, entries)


def _drawn_again(contest: RecordedContest) -> Iterator[str]:
    """The further places that another draw decides in the answer about this contest."""
    yield from DRAWN_AGAIN
    if len(contest.state.tables) > 1:
        # Each table has the rows of those who are drawn into it.
        yield "$.difference.rows"
    if contest.has_times:
        # A fixture has `double_booked`, and there are warnings, only where the draw puts a person in two matches at one time.
        yield from ("$.fixtures[]", "$.warnings")

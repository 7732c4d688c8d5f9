"""The championships of a log in a dry run."""

from collections.abc import Sequence

from referee.championship.events import AnyDecision, ContestDrawn, FixtureCreated
from referee.championship.service import Championships
from referee.championship.state import Championship, DecisionEntry
from referee.log.folds import FoldsOverlay
from referee.log.idempotency import ClientKey
from referee.matches.dry_run import DryRunMatches

FAR = 1 << 24
"""Distance of the numbers of new contests and fixtures from those of stored ones, and of two dry runs."""


class DryRunChampionships(Championships):
    """An overlay of championships: it has those in memory, and keeps none.

    The ids of its new contests and fixtures are no real ones: until the command is sent, another one may take their numbers.
    """

    def __init__(self, championships: Championships, matches: DryRunMatches) -> None:
        super().__init__(matches)
        self._generated = matches.generated
        self._folds = FoldsOverlay(championships._folds)
        self._places = FoldsOverlay(championships._places)
        self._changes = FoldsOverlay(championships._changes)
        self._far: dict[str, Championship] = {}

    def new_id(self) -> str:
        """Returns a new id."""
        return self._generated.new_id()

    def championship(self, id_: str) -> Championship:
        """A championship as it is now, with another next number. Do not change it. Raises NotFound."""
        now, far = super().championship(id_), self._far.get(id_)
        if far is None or far.version != now.version:
            far = self._far[id_] = now.copy()
            far.next_number += FAR * (1 + self._generated.run)
        return far

    def enter(
        self,
        work: Championship,
        events: Sequence[AnyDecision],
        by: str,
        key: ClientKey | None = None,
        *,
        reopen: bool = False,
    ) -> list[DecisionEntry]:
        """Enters events on a working copy and returns their entries, chained. Raises ContestClosed."""
        entries = super().enter(work, events, by, key, reopen=reopen)
        for entry in entries:
            if isinstance(entry.event, ContestDrawn):
                self._generated.add(entry.event.contest)
            for fact in entry.facts:
                if isinstance(fact, FixtureCreated):
                    self._generated.add(fact.fixture)
        return entries

"""The matches of a log in a dry run.

What follows from a shuffle is for its game to say: who leads, what lies on the table, whether the deal is void. So events with a
deal by chance are decided again with other seeds, each time on the match as it was.
"""

from collections.abc import Sequence

from referee.log.commits.group import CommandSteps
from referee.log.dry_run import DryRunLog, GeneratedValues
from referee.log.folds import FoldsOverlay
from referee.match.aggregate import Match
from referee.match.events import Opening
from referee.match.shuffle_commitments import source_of
from referee.match.state import ALL
from referee.matches.append import Append, StoredAppend
from referee.matches.commands import MatchCommands
from referee.matches.draft import Draft
from referee.matches.preconditions import read_events
from referee.matches.seed_resolver import SeedResolver
from referee.people.dry_run import DryRunPeople

SEEDS = 16
"""Seeds that tell the outcome of a shuffle apart: with two outcomes, all agree by accident less than once in 30,000 times."""
FIRST_DEALER = "$.dealer"
"""The place of a drawn dealer in the answer to an opening."""
QUEUE = ("$.version", "$.items[]")
"""The places of what becomes of a queue, which a deal in it decides for the plays after it."""


class DryRunAppend(StoredAppend, frozen=True, kw_only=True):
    """The result of events with a deal by chance, in a dry run."""

    others: Sequence[StoredAppend]
    """The results that other seeds give."""


class DryRunMatches(MatchCommands):
    """An overlay of the matches: it has those in memory, and keeps none. The hooks are to be added."""

    def __init__(self, matches: MatchCommands, generated_values: GeneratedValues) -> None:
        people = DryRunPeople(matches.people)
        log = DryRunLog(matches.log, generated_values, people.add_rows)
        super().__init__(log, people, generated_values.clock(matches.clock), generated_values.seed)
        self.generated_values = generated_values
        self._folds = FoldsOverlay(matches._folds)
        self._has_dealt = False

    def _append(self, match: Match, append: Append) -> CommandSteps[StoredAppend]:
        if self._has_dealt and any(event.GAME for event in read_events(match, append.bodies)):
            self.generated_values.by_chance.update(QUEUE)
        result = yield from super()._append(match, append)
        if all(source_of(entry.event) in {None, "brought"} for entry in result.entries):
            return result
        self._has_dealt = True
        others = [self._with_seeds_of(run, match, append) for run in range(1, SEEDS)]
        return DryRunAppend(result.match, result.entries, result.lines, result.position, result.again, others=others)

    def _with_seeds_of(self, run: int, match: Match, append: Append) -> StoredAppend:
        """Decides events again with the seeds of another dry run."""
        draft = self._draft(match.copy(), append.by, append.visible)
        draft.seeds = SeedResolver(GeneratedValues(run).seed, self._secrets, is_trial=True)
        draft.add_all(read_events(match, append.bodies))
        return StoredAppend(draft.work, draft.entries, draft.lines, self.log.position())

    def _draft(self, work: Match, by: str, visible: int = ALL, *, of_record: bool = False) -> Draft:
        draft = super()._draft(work, by, visible, of_record=of_record)
        draft.seeds.is_trial = True
        return draft

    def _publish(self, draft: Draft, position: int) -> StoredAppend:
        opening = draft.entries[0].event
        if isinstance(opening, Opening) and opening.seed is not None:
            self.generated_values.by_chance.add(FIRST_DEALER)
        return super()._publish(draft, position)

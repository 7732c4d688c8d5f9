"""The matches of a log in a dry run."""

from referee.log.dry_run import DryRunLog, GeneratedValues
from referee.log.folds import FoldsOverlay
from referee.match.aggregate import Match
from referee.match.state import ALL
from referee.matches.commands import MatchCommands
from referee.matches.draft import Draft
from referee.people.dry_run import DryRunPeople


class DryRunMatches(MatchCommands):
    """An overlay of the matches: it has those in memory, and keeps none. The hooks are to be added."""

    def __init__(self, matches: MatchCommands, generated: GeneratedValues) -> None:
        super().__init__(
            DryRunLog(matches.log, generated),
            DryRunPeople(matches.people, generated),
            generated.clock(matches.clock),
            generated.seed,
        )
        self.generated = generated
        self._kept = FoldsOverlay(matches._kept)

    def _draft(self, work: Match, by: str, visible: int = ALL, *, of_record: bool = False) -> Draft:
        draft = super()._draft(work, by, visible, of_record=of_record)
        draft.seeds.tried = True
        return draft

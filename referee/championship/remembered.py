"""Championships in the memory of a process: they read no database."""

from referee.championship.service import Championships
from referee.championship.state import Championship
from referee.errors import Unavailable
from referee.match.aggregate import Match
from referee.match.view import Counting
from referee.matches.remembered import RememberedService


class RememberedChampionships(Championships):
    """The championships that a process has in memory, as last known."""

    def __init__(self, championships: Championships, matches: RememberedService) -> None:
        super().__init__(matches)
        self._folds, self._places = championships._folds, championships._places

    def championship(self, id_: str) -> Championship:
        """A championship as last known. Raises Unavailable where it is not in memory."""
        championship = self._folds.get(id_)
        if championship is None:
            raise Unavailable(stored="no")
        return championship

    def place(self, id_: str) -> str:
        """The championship of a contest or fixture. Raises Unavailable where that is not in memory."""
        return self.place_remembered(id_)

    def counting(self, match: Match) -> tuple[Counting, Championship] | None:
        """Tells if a match counts, as far as known; None where it is of no contest, or its contest is not in memory."""
        try:
            return super().counting(match)
        except Unavailable:
            return None

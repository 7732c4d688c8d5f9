"""The matches of four that El Castillar plays: their limits, lines and seats."""

from collections.abc import Sequence

from referee.contests.contest import Fixture
from referee.contests.ledger import ContestLedger, every_place
from referee.contests.standings.ties import Tie, keep_open

FINALISTS = 4
"""Number of players of the final (castillar.format)."""
SHORT = {"limit": 50}
"""A group or a tie-break ends at 50 (castillar.format)."""
LONG = {"limit": 100}
"""A final, or four players alone, at 100 (castillar.format)."""


def final_of(ledger: ContestLedger, through: Sequence[str], order: int) -> Fixture:
    return Fixture(
        key="final",
        kind="final",
        stage="final",
        round=1,
        order=order,
        entrants=ledger.as_drawn(through),
        lines=every_place(len(through)),
        params={**ledger.contest.params, **LONG},
    )


def by_hand(ledger: ContestLedger, remaining: Sequence[str]) -> list[Tie]:
    """Too few stay to go on as drawn: they wait for the organizer's order (league.studied)."""
    return ledger.apply_rulings([keep_open(Tie(tuple(remaining)))] if remaining else [], every_place(len(remaining)))

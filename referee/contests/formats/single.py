"""One match (format.single)."""

from typing import Any

from referee.contests.contest import Contest, ContestState, Fixture
from referee.contests.format import Format
from referee.contests.ledger import ContestLedger, every_place
from referee.contests.stages import last_match
from referee.contests.standings.podium import GENERAL
from referee.contests.standings.tables import match_table
from referee.contests.standings.ties import Tie, keep_open
from referee.text import Text


class Single(Format):
    """All entrants at one table, once."""

    id = "single"
    title = Text(es="Encuentro único", en="Single match")
    match_order = "format.single"

    def possible(self, sides: tuple[int, ...], options: Any) -> tuple[int, ...]:
        return sides

    def follow(self, contest: Contest) -> ContestState:
        return hold_single(ContestLedger(contest), GENERAL, "format.podium")


FORMAT = Single()


def hold_single(ledger: ContestLedger, points: tuple[int, ...], rule: str) -> ContestState:
    """A contest of one match. Every place is decided where the game can split it; else it is shared."""
    contest = ledger.contest
    fixture = Fixture(
        key="single-1-1",
        kind="single",
        round=1,
        order=1,
        entrants=contest.order,
        lines=every_place(len(contest.order)) if ledger.rules.extra_rounds else (),
        table=1,
        params=contest.params,
    )
    match = last_match(ledger, fixture, points, rule)
    ties = match.status.ties or (keep_open(Tie(match.status.fixture.entrants)),)
    return ContestState(
        phase="playing" if match.phase == "final" else match.phase,
        fixtures=(match.status.fixture,),
        tables=(match_table(ties, match.status.outcome, ledger.rules, ledger.names),),
        pending=match.status.pending,
        podium=match.podium,
        awards=match.awards,
        fallen=ledger.unused_rulings,
    )

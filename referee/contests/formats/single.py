"""One match (format.single)."""

from typing import Any

from referee.contests.book import Book, every_place
from referee.contests.contest import Contest, ContestState, Fixture
from referee.contests.format import Format
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
        return hold_single(Book(contest), GENERAL, "format.podium")


FORMAT = Single()


def hold_single(book: Book, points: tuple[int, ...], rule: str) -> ContestState:
    """A contest of one match. Every place is parted where the game can part it; else it is shared."""
    contest = book.contest
    fixture = Fixture(
        key="single-1-1",
        kind="single",
        round=1,
        order=1,
        entrants=contest.order,
        lines=every_place(len(contest.order)) if book.rules.extra_rounds else (),
        table=1,
        params=contest.params,
    )
    match = last_match(book, fixture, points, rule)
    ties = match.judged.ties or (keep_open(Tie(match.judged.fixture.entrants)),)
    return ContestState(
        phase="playing" if match.phase == "final" else match.phase,
        fixtures=(match.judged.fixture,),
        tables=(match_table(ties, match.judged.outcome, book.rules, book.names),),
        pending=match.judged.pending,
        podium=match.podium,
        awards=match.awards,
        fallen=book.fallen,
    )

"""The matches of four that El Castillar plays: how long, for how many places, in which seats."""

from collections.abc import Sequence

from referee.contests.book import Book, every_place
from referee.contests.contest import Fixture
from referee.contests.standings.ties import Tie, keep_open

FINALISTS = 4
"""How many play the final (castillar.format)."""
SHORT = {"limit": 50}
"""A group or a tie-break ends at 50 (castillar.format)."""
LONG = {"limit": 100}
"""A final, or four players alone, at 100 (castillar.format)."""


def final_of(book: Book, through: Sequence[str], order: int) -> Fixture:
    return Fixture(
        key="final",
        kind="final",
        stage="final",
        round=1,
        order=order,
        entrants=book.as_drawn(through),
        lines=every_place(len(through)),
        params={**book.contest.params, **LONG},
    )


def by_hand(book: Book, stay: Sequence[str]) -> list[Tie]:
    """Too few stay to go on as drawn: they wait for the organizer's order (league.studied)."""
    return book.ruled([keep_open(Tie(tuple(stay)))] if stay else [], every_place(len(stay)))

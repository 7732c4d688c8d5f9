"""The stages that formats are made of: a league, and a last match for the podium."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Self

from msgspec import Struct

from referee.contests.book import Book, Judged, Stage, came_to
from referee.contests.contest import Award, Bye, Fixture, FixtureKind, Pending, Phase, PodiumPlace, only_rulings
from referee.contests.draws import circle
from referee.contests.standings.league import Bout, general_order, general_order_so_far, provisional_order
from referee.contests.standings.tables import Table, league_table
from referee.contests.standings.ties import Tie

HALF = 2
"""Who leaves after one match of so many stays in the table (league.withdrawal)."""


class LeagueStage(Stage, frozen=True):
    """Everyone against everyone: the matches that count, and who is in the table.

    `left` have withdrawn with too few matches played.
    """

    entrants: tuple[str, ...]
    left: tuple[str, ...]
    bouts: tuple[Bout, ...]
    sanctions: Mapping[str, int]
    byes: tuple[Bye, ...]

    @property
    def over(self) -> bool:
        """Every result is in, and none is level that may not be."""
        return all(judged.over for judged in self.judged)

    @property
    def alone(self) -> str | None:
        """Who is left when all others have gone; None while there are several."""
        return self.entrants[0] if len(self.entrants) == 1 else None

    def table(self, book: Book, ties: Iterable[Tie], through: Sequence[str] = ()) -> Table:
        """Its table in this order."""
        return league_table(ties, self.bouts, self.sanctions, book.names, through, not self.over)

    def provisional(self, book: Book) -> list[Tie]:
        """The order of El Castillar as far as results are in."""
        return provisional_order(self.entrants, self.bouts, book.rules)

    def order(self, book: Book) -> list[Tie]:
        """The order of any other league, as far as results are in."""
        order = general_order if self.over else general_order_so_far
        return order(self.entrants, self.bouts, book.rules)


class Progress(Struct, frozen=True):
    """How far a contest has come, beside its matches and tables: what it waits for, who is through, what was won."""

    phase: Phase
    pending: tuple[Pending, ...] = ()
    through: tuple[str, ...] = ()
    podium: tuple[PodiumPlace, ...] = ()
    awards: tuple[Award, ...] = ()

    @classmethod
    def awaiting(cls, pending: Iterable[Pending], awards: Iterable[Award] = ()) -> Self:
        """Before who is through is known."""
        waiting = tuple(pending)
        return cls("waiting_ruling" if only_rulings(waiting) else "playing", waiting, awards=tuple(awards))


class LastMatch(Struct, frozen=True):
    """A match that decides a podium. Until it is over there is no podium."""

    judged: Judged
    podium: tuple[PodiumPlace, ...] = ()
    awards: tuple[Award, ...] = ()

    @property
    def phase(self) -> Phase:
        """Where it leaves the contest."""
        if self.judged.over:
            return "finished" if self.podium else "null"
        return "waiting_ruling" if only_rulings(self.judged.pending) else "final"

    def progress(self, through: Iterable[str], champions: Iterable[Award] = ()) -> Progress:
        """How far a contest has come with it, which these play; `champions` are awards from before it."""
        return Progress(self.phase, self.judged.pending, tuple(through), self.podium, (*champions, *self.awards))


def league_fixtures(
    book: Book,
    order: Sequence[str],
    *,
    kind: FixtureKind = "league",
    prefix: str = "league",
    legs: int = 1,
    group: int | None = None,
) -> tuple[list[Fixture], list[Bye]]:
    """The matches of a league in their rounds, and who rests when. A game without extra rounds may leave them level."""
    fixtures: list[Fixture] = []
    byes = []
    for number, round_ in enumerate(circle(order, legs), start=1):
        for table, pair in enumerate(round_.pairs, start=1):
            fixture = Fixture(
                key=f"{prefix}-{number}-{table}",
                kind=kind,
                round=number,
                order=len(fixtures) + 1,
                entrants=pair,
                lines=(1,) if book.rules.extra_rounds else (),
                table=table,
                group=group,
                params=book.contest.params,
                of_league=kind == "group",
            )
            fixtures.append(book.seat(fixture))
        if round_.rests is not None:
            byes.append(Bye(number, book.contest.line(round_.rests, late=False)[-1]))
    return fixtures, byes


def play_league(book: Book, order: Sequence[str], fixtures: Sequence[Fixture], byes: Iterable[Bye]) -> LeagueStage:
    """A league as far as it is played. Who withdrew early leaves the table with all matches (league.withdrawal).

    A row is that of one place of the draw, whoever sat there (format.substitution).
    """
    lines = {place: book.contest.line(place, late=False) for place in order}
    left = {place for place, line in lines.items() if line[-1] in book.withdrawn and _left_early(book, line, fixtures)}
    gone = {entrant for place in left for entrant in lines[place]}
    judged = tuple(book.judge(fixture, struck=not gone.isdisjoint(fixture.entrants)) for fixture in fixtures)
    rows = {place: _row(book, line, judged) for place, line in lines.items()}
    row_of = {entrant: rows[place] for place, line in lines.items() for entrant in line}
    bouts = filter(None, map(book.bout, judged))
    return LeagueStage(
        entrants=tuple(rows[place] for place in order if place not in left),
        left=tuple(rows[place] for place in order if place in left),
        judged=judged,
        bouts=tuple(bout.between(row_of) for bout in bouts),
        sanctions=summed(book.sanctions(fixtures), row_of),
        byes=tuple(byes),
    )


def _row(book: Book, line: Sequence[str], judged: Sequence[Judged]) -> str:
    """Whose row it is in which the matches of a place are."""
    if len(line) == 1:
        return line[0]
    own = [match for match in judged if not {*line}.isdisjoint(match.fixture.entrants)]
    return book.holder(line[0], own, over=all(match.over for match in own), late=False)


def _left_early(book: Book, line: Sequence[str], fixtures: Iterable[Fixture]) -> bool:
    """Whether fewer than half of the matches of a place were played. What others did to theirs is not looked at.

    Who came counts as having played, also where the rival did not; who did not come has not (league.withdrawal).
    """
    own = [fixture for fixture in fixtures if not {*line}.isdisjoint(fixture.entrants)]
    played = [outcome for outcome in map(book.recorded, own) if outcome and not {*line}.isdisjoint(came_to(outcome))]
    return len(played) * HALF < len(own)


def summed(counts: Mapping[str, int], row_of: Mapping[str, str]) -> dict[str, int]:
    """Counts of entrants as counts of the rows in which they are."""
    sums: dict[str, int] = {}
    for entrant, count in counts.items():
        row = row_of.get(entrant, entrant)
        sums[row] = sums.get(row, 0) + count
    return sums


def last_match(
    book: Book,
    fixture: Fixture,
    points: tuple[int, ...],
    rule: str,
    more: Callable[[Judged], Iterable[Award]] = lambda _: (),
) -> LastMatch:
    """A match for the podium, its points by place, and what else its order gives (`more`)."""
    judged = book.judge(fixture)
    if not judged.over or judged.nobody_won:
        return LastMatch(judged)
    podium = book.podium(judged.ties, points)
    return LastMatch(judged, podium, (*book.prizes(podium, rule, book.source(judged)), *more(judged)))

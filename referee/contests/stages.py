"""The stages that formats are made of: a league, and a last match for the podium."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import Self

from msgspec import Struct

from referee.contests.book import Book, Judged, Stage, came_to
from referee.contests.contest import Award, Bye, Fixture, FixtureKind, Pending, Phase, PodiumPlace, only_rulings
from referee.contests.draws import circle
from referee.contests.late import Missed, meetings, of_group
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
            byes.append(Bye(number, book.contest.line(round_.rests, late=False)[-1], kind, group))
    return fixtures, byes


def late_fixtures(
    book: Book,
    drawn: Sequence[Fixture],
    order: Sequence[str],
    *,
    legs: int,
    missed: Missed,
    prefix: str = "league",
    group: int | None = None,
) -> list[Fixture]:
    """The matches of those who came into a league after its draw (format.late); `drawn` are its matches so far.

    Their keys name the entry and the rival, so that a match stays the same one in whichever round it comes to stand.
    """
    number_of = {place: str(n) for n, place in enumerate(order)}
    place_of = {one: place for place in book.contest.places for one in book.contest.line(place, late=False)}
    pairs = [(fixture.round, place_of[fixture.entrants[0]], place_of[fixture.entrants[1]]) for fixture in drawn]
    tables: dict[int, int] = {}
    for fixture in drawn:
        tables[fixture.round] = max(tables.get(fixture.round, 0), fixture.table or 0)
    made: list[Fixture] = []
    since: dict[str, int] = {}
    for entry in of_group(book.contest, group):
        gone = left_early(book, [*number_of], [*drawn, *made], before=entry.at)
        standing = [(n, one, other) for n, one, other in pairs if not {one, other} & gone]
        rivals = {place: since.get(place, 1) for place in number_of if place not in gone}
        for meeting in meetings(entry, rivals, standing, legs=legs, missed=missed):
            pair = (meeting.rival, entry.entrant)
            seats = pair[::-1] if meeting.leg % 2 else pair
            tables[meeting.round] = tables.get(meeting.round, 0) + 1
            fixture = Fixture(
                key=f"{prefix}-late-{entry.at}-{number_of[meeting.rival]}-{meeting.leg + 1}",
                kind="league" if group is None else "group",
                round=meeting.round,
                order=len(drawn) + len(made) + 1,
                entrants=seats,
                lines=(1,) if book.rules.extra_rounds else (),
                table=tables[meeting.round],
                group=group,
                params=book.contest.params,
                of_league=group is not None,
            )
            if meeting.missed:
                book.miss(fixture, seats.index(entry.entrant), entry.at)
            made.append(book.seat(fixture))
            pairs.append((meeting.round, *pair))
        number_of[entry.entrant], since[entry.entrant] = f"late{entry.at}", entry.round
    return made


def resting(byes: Iterable[Bye], late: Sequence[Fixture]) -> list[Bye]:
    """Who rests, without those who play somebody who came in after the draw."""
    play = {(fixture.round, entrant) for fixture in late for entrant in fixture.entrants}
    return [bye for bye in byes if (bye.round, bye.player) not in play]


def left_early(book: Book, order: Sequence[str], fixtures: Sequence[Fixture], *, before: float = inf) -> set[str]:
    """The places of a league that were left before half of their matches: those are void (league.withdrawal).

    Only those who left `before` this event.
    """
    lines = {place: book.contest.line(place, late=False) for place in order}
    return {
        place
        for place, line in lines.items()
        if book.withdrawn.get(line[-1], inf) < before and _left_early(book, line, fixtures)
    }


def play_league(book: Book, order: Sequence[str], fixtures: Sequence[Fixture], byes: Iterable[Bye]) -> LeagueStage:
    """A league as far as it is played. Who withdrew early leaves the table with all matches (league.withdrawal).

    A row is that of one place of the draw, whoever sat there (format.substitution).
    """
    lines = {place: book.contest.line(place, late=False) for place in order}
    left = left_early(book, order, fixtures)
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

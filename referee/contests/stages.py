"""The stages that formats are made of: a league, and a last match for the podium."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import Self

from msgspec import Struct

from referee.contests.contest import Award, Bye, Fixture, FixtureKind, Pending, Phase, PodiumPlace, only_rulings
from referee.contests.draws import Round
from referee.contests.late import MissedMatches, meetings, of_group
from referee.contests.ledger import ContestLedger, FixtureStatus, Stage, attendees
from referee.contests.standings.league import Bout, general_order, general_order_so_far, provisional_order
from referee.contests.standings.tables import Table, league_table
from referee.contests.standings.ties import Tie
from referee.contests.teams.table import team_order, team_table

HALF = 2
"""An entrant that leaves after one match of so many stays in the table (league.withdrawal)."""


class LeagueStage(Stage, frozen=True):
    """Everyone against everyone: the matches that count, and the entrants of the table.

    `left` have withdrawn with too few matches played. `over`: every result is in, and none is level that may not be.
    """

    entrants: tuple[str, ...]
    left: tuple[str, ...]
    bouts: tuple[Bout, ...]
    sanctions: Mapping[str, int]
    byes: tuple[Bye, ...]
    over: bool

    @property
    def alone(self) -> str | None:
        """The last entrant after all others have left; None while there are several."""
        return self.entrants[0] if len(self.entrants) == 1 else None

    def table(self, ledger: ContestLedger, ties: Iterable[Tie], through: Sequence[str] = ()) -> Table:
        """Its table in this order."""
        table = league_table(ties, self.bouts, self.sanctions, ledger.names, through, not self.over)
        terms = ledger.contest.teams
        return table if terms is None else team_table(table, self.bouts, terms.points)

    def provisional(self, ledger: ContestLedger) -> list[Tie]:
        """The order of El Castillar as far as results are in."""
        return provisional_order(self.entrants, self.bouts, ledger.rules)

    def order(self, ledger: ContestLedger) -> list[Tie]:
        """The order of any other league, as far as results are in."""
        if ledger.contest.teams is not None:
            return team_order(self.entrants, self.bouts, ledger.contest.teams.points)
        order = general_order if self.over else general_order_so_far
        return order(self.entrants, self.bouts, ledger.rules)


class Progress(Struct, frozen=True):
    """Progress of a contest, beside its matches and tables: its pending items, qualified entrants, podium and awards."""

    phase: Phase
    pending: tuple[Pending, ...] = ()
    through: tuple[str, ...] = ()
    podium: tuple[PodiumPlace, ...] = ()
    awards: tuple[Award, ...] = ()

    @classmethod
    def awaiting(cls, pending: Iterable[Pending], awards: Iterable[Award] = ()) -> Self:
        """The progress before the qualified are known."""
        waiting = tuple(pending)
        return cls("waiting_ruling" if only_rulings(waiting) else "playing", waiting, awards=tuple(awards))


class LastMatch(Struct, frozen=True):
    """A match that decides a podium. Until it is over there is no podium."""

    status: FixtureStatus
    podium: tuple[PodiumPlace, ...] = ()
    awards: tuple[Award, ...] = ()

    @property
    def phase(self) -> Phase:
        """The phase of the contest after this match."""
        if self.status.over:
            return "finished" if self.podium else "null"
        return "waiting_ruling" if only_rulings(self.status.pending) else "final"

    def progress(self, through: Iterable[str], champions: Iterable[Award] = ()) -> Progress:
        """The progress of a contest with this match, played by the qualified; `champions` are awards from before it."""
        return Progress(self.phase, self.status.pending, tuple(through), self.podium, (*champions, *self.awards))


def league_fixtures(
    ledger: ContestLedger,
    rounds: Iterable[Round],
    *,
    kind: FixtureKind = "league",
    prefix: str = "league",
    group: int | None = None,
) -> tuple[list[Fixture], list[Bye]]:
    """The matches of a league with these rounds, and its byes. A game without extra rounds may leave them level."""
    fixtures: list[Fixture] = []
    byes = []
    for number, round_ in enumerate(rounds, start=1):
        for table, pair in enumerate(round_.pairs, start=1):
            fixture = Fixture(
                key=f"{prefix}-{number}-{table}",
                kind=kind,
                round=number,
                order=len(fixtures) + 1,
                entrants=pair,
                lines=(1,) if ledger.rules.extra_rounds else (),
                table=table,
                group=group,
                params=ledger.contest.params,
                of_league=kind == "group",
            )
            fixtures.append(ledger.seat(fixture))
        for one in round_.rests:
            byes.append(Bye(number, ledger.contest.line(one, late=False)[-1], kind, group))
    return fixtures, byes


def late_fixtures(
    ledger: ContestLedger,
    draw_fixtures: Sequence[Fixture],
    order: Sequence[str],
    *,
    legs: int,
    missed_as: MissedMatches,
    prefix: str = "league",
    group: int | None = None,
) -> list[Fixture]:
    """The matches of the late entrants of a league (format.late); `draw_fixtures` are its matches so far.

    Their keys name the entry and the rival, so that a match stays the same one in whichever round it comes to stand.
    """
    if not of_group(ledger.contest, group):
        return []
    number_of = {place: str(n) for n, place in enumerate(order)}
    place_of = {one: place for place in ledger.contest.places for one in ledger.contest.line(place, late=False)}
    pairs = [(fixture.round, place_of[fixture.entrants[0]], place_of[fixture.entrants[1]]) for fixture in draw_fixtures]
    tables: dict[int, int] = {}
    for fixture in draw_fixtures:
        tables[fixture.round] = max(tables.get(fixture.round, 0), fixture.table or 0)
    fixtures: list[Fixture] = []
    since: dict[str, int] = {}
    for entry in of_group(ledger.contest, group):
        vacancies = left_early(ledger, [*number_of], [*draw_fixtures, *fixtures], before=entry.at)
        standing = [(n, one, other) for n, one, other in pairs if not {one, other} & vacancies]
        rivals = {place: since.get(place, 1) for place in number_of if place not in vacancies}
        for meeting in meetings(entry, rivals, standing, legs=legs, missed_as=missed_as):
            pair = (meeting.rival, entry.entrant)
            # A second leg is played with the seats swapped, as in the draw.
            seats = pair[::-1] if meeting.leg % 2 else pair
            tables[meeting.round] = tables.get(meeting.round, 0) + 1
            fixture = Fixture(
                key=f"{prefix}-late-{entry.at}-{number_of[meeting.rival]}-{meeting.leg + 1}",
                kind="league" if group is None else "group",
                round=meeting.round,
                order=len(draw_fixtures) + len(fixtures) + 1,
                entrants=seats,
                lines=(1,) if ledger.rules.extra_rounds else (),
                table=tables[meeting.round],
                group=group,
                params=ledger.contest.params,
                of_league=group is not None,
            )
            if meeting.missed:
                ledger.miss(fixture, seats.index(entry.entrant), entry.at)
            fixtures.append(ledger.seat(fixture))
            pairs.append((meeting.round, *pair))
        number_of[entry.entrant], since[entry.entrant] = f"late{entry.at}", entry.round
    return fixtures


def resting(byes: Iterable[Bye], late: Sequence[Fixture]) -> list[Bye]:
    """The byes without those of players that now meet a late entrant."""
    play = {(fixture.round, entrant) for fixture in late for entrant in fixture.entrants}
    return [bye for bye in byes if (bye.round, bye.player) not in play]


def left_early(
    ledger: ContestLedger, order: Sequence[str], fixtures: Sequence[Fixture], *, before: float = inf
) -> set[str]:
    """The places of a league that were left before half of their matches: those are void (league.withdrawal).

    Only those left `before` this event.
    """
    lines = {place: ledger.contest.line(place, late=False) for place in order}
    return {
        place
        for place, line in lines.items()
        if ledger.withdrawal_of.get(line[-1], inf) < before and _left_early(ledger, line, fixtures)
    }


def play_league(
    ledger: ContestLedger, order: Sequence[str], fixtures: Sequence[Fixture], byes: Iterable[Bye]
) -> LeagueStage:
    """A league as far as it is played. An early withdrawal takes all its matches from the table (league.withdrawal).

    A row is that of one place of the draw, for all its holders (format.substitution).
    """
    lines = {place: ledger.contest.line(place, late=False) for place in order}
    left = left_early(ledger, order, fixtures)
    leavers = {entrant for place in left for entrant in lines[place]}
    statuses = tuple(
        ledger.status_of(fixture, is_struck=not leavers.isdisjoint(fixture.entrants)) for fixture in fixtures
    )
    rows = {place: _row(ledger, line, statuses) for place, line in lines.items()}
    row_of = {entrant: rows[place] for place, line in lines.items() for entrant in line}
    bouts = filter(None, map(ledger.bout, statuses))
    return LeagueStage(
        entrants=tuple(rows[place] for place in order if place not in left),
        left=tuple(rows[place] for place in order if place in left),
        statuses=statuses,
        bouts=tuple(bout.between(row_of) for bout in bouts),
        sanctions=sum_by_row(ledger.sanctions(statuses), row_of),
        byes=tuple(byes),
        over=all(status.over for status in statuses),
    )


def _row(ledger: ContestLedger, line: Sequence[str], statuses: Sequence[FixtureStatus]) -> str:
    """The holder of the row with the matches of a place."""
    if len(line) == 1:
        return line[0]
    own_statuses = [status for status in statuses if not {*line}.isdisjoint(status.fixture.entrants)]
    return ledger.holder(line[0], own_statuses, over=all(status.over for status in own_statuses), late=False)


def _left_early(ledger: ContestLedger, line: Sequence[str], fixtures: Iterable[Fixture]) -> bool:
    """True if fewer than half of the matches of a place were played. Withdrawals of others do not matter here.

    A match counts as played for those that came, even if the rival did not, and not for absentees (league.withdrawal).
    """
    own_fixtures = [fixture for fixture in fixtures if not {*line}.isdisjoint(fixture.entrants)]
    outcomes = [
        outcome
        for outcome in map(ledger.recorded_outcome, own_fixtures)
        if outcome and not {*line}.isdisjoint(attendees(outcome))
    ]
    return len(outcomes) * HALF < len(own_fixtures)


def sum_by_row(counts: Mapping[str, int], row_of: Mapping[str, str]) -> dict[str, int]:
    """Counts of entrants as counts of the rows in which they are."""
    sums: dict[str, int] = {}
    for entrant, count in counts.items():
        row = row_of.get(entrant, entrant)
        sums[row] = sums.get(row, 0) + count
    return sums


def last_match(
    ledger: ContestLedger,
    fixture: Fixture,
    points: tuple[int, ...],
    rule: str,
    more: Callable[[FixtureStatus], Iterable[Award]] = lambda _: (),
) -> LastMatch:
    """A match for the podium with the points of its places; `more` gives further awards from its order."""
    status = ledger.status_of(fixture)
    if not status.over or status.nobody_won:
        return LastMatch(status)
    podium = ledger.podium(status.ties, points)
    return LastMatch(status, podium, (*ledger.prizes(podium, rule, ledger.source(status)), *more(status)))

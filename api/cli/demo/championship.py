"""The championship of the demonstration: a Castillar of five, its league told by score, one result corrected, the final.

It is the second edition of a series; the year before the same people played a league. Every player staked ten points of no
currency.
"""

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.json import encode

from referee.championship.decisions import (
    CorrectResult,
    GiveSanction,
    ReportResult,
    contest_of,
    correct,
    report,
    sanction,
)
from referee.championship.drawing import DrawContest, draw_contest
from referee.championship.events import AnyDecision
from referee.championship.matches import FixtureMatches
from referee.championship.recorded_contest import RecordedContest, RecordedFixture
from referee.championship.service import Championships, OpenChampionship, new_id
from referee.championship.state import Championship
from referee.contests.discipline import Discipline
from referee.match.registry import rulesets
from referee.match.terms.stakes import Stakes
from referee.matches.append import Append
from referee.matches.commands import MatchCommands
from referee.matches.opening import OpenMatch
from referee.series.service import AllSeries, OpenSeries, PlaceEdition

RULES = next(rules for rules in rulesets().values() if rules.contest.formats)
"""The game that has a format of its own; the figures below are its figures."""
PLAYERS = ("Álvaro", "Begoña", "Ñico", "Petra", "Rosa")
WHOLE = 104
"""The points of a match of two."""
LEAGUE = {
    ("Álvaro", "Begoña"): 40,
    ("Álvaro", "Ñico"): 66,
    ("Álvaro", "Petra"): 30,
    ("Álvaro", "Rosa"): 44,
    ("Begoña", "Ñico"): 58,
    ("Begoña", "Petra"): 47,
    ("Begoña", "Rosa"): 61,
    ("Ñico", "Petra"): 39,
    ("Ñico", "Rosa"): 45,
    ("Petra", "Rosa"): 50,
}
"""The points of the first of each two; in Corazones fewer are better."""
MISREAD = 54
"""The first report of the last league match, a misreading of the sheet that is corrected later."""
FINAL = (
    (4, 15, 4, 3),
    (5, 17, 2, 2),
    (3, 5, 16, 2),
    (2, 18, 3, 3),
    (3, 6, 3, 14),
    (4, 16, 3, 3),
    (3, 6, 13, 4),
    (3, 18, 0, 5),
)
"""The points of each round of the final, which was recorded at its table, round by round."""
ALL_TO_ONE, BY_PLACES = Stakes(10, "winner_takes_all"), Stakes(10, (5, 3, 2))
"""The stakes of the year before, and of the last."""
AUTHOR = "demo"


class Hall:
    """The organizer's table of the demo's championship."""

    def __init__(
        self,
        matches: FixtureMatches,
        name: str,
        players: tuple[str, ...],
        format_: str,
        stakes: Stakes,
        discipline: Discipline | None = None,
    ) -> None:
        self.matches, self.championships = matches, matches.championships
        service = self.championships.matches
        self.names = service.people.name
        view = self.championships.open(OpenChampionship(name, players, discipline), AUTHOR).championship
        self.championship, self.players = view.id, view.players
        # Drawn by lots: a seed would give other matches each time, since the players' ids are new.
        draw = DrawContest(RULES.id, format_, order=view.players, stakes=stakes)
        self.decide(lambda now: draw_contest(draw, now, self.names, new_id, service.seed_source))
        self.series, self.champion = "", ""
        """The ids of its series and of its winner, set at the end."""
        [self.contest] = self.championships.championship(self.championship).contests

    def decide(self, decide: Callable[[Championship], AnyDecision]) -> None:
        """Stores one decision."""
        self.championships.decide(self.championship, lambda now: [decide(now)], AUTHOR)

    def fixtures(self, kind: str) -> list[RecordedFixture]:
        """The matches of one kind, `league` or `final`, in their present state."""
        contest = self.championships.contest(self.contest)[1]
        records = (contest.record_of(fixture) for fixture in contest.state.fixtures if fixture.kind == kind)
        return [record for record in records if record]

    def tell(self, fixture: RecordedFixture, points: tuple[int, ...]) -> None:
        """Reports the result of a match without a record."""
        self.decide(lambda now: report(ReportResult(points), *self._records_of(now, fixture), None))

    def play(self, fixture: RecordedFixture, rounds: Sequence[tuple[int, ...]]) -> None:
        """Plays a match at its table, with the points of all players in each round."""
        service, matches = self.championships.matches, self.matches
        request = OpenMatch(fixture=fixture.id, first_dealer=0)
        match = service.open_match(
            request, AUTHOR, settle=partial(matches.opening, request, fixture.id, service.seed_source)
        ).match
        events = [{"type": "count", "figures": {"points": points}} for points in rounds]
        service.append(Append(match.id, list(map(encode, events)), AUTHOR))

    def correct(self, fixture: RecordedFixture, points: tuple[int, ...], reason: str) -> None:
        """Replaces a wrong result."""
        self.decide(lambda now: correct(CorrectResult(points, reason=reason), *self._records_of(now, fixture), None))

    def points(self, fixture: RecordedFixture) -> tuple[int, ...]:
        """The points on the sheet of a league match."""
        one, other = (self.names(entrant) or "" for entrant in fixture.entrants)
        first = LEAGUE[one, other] if (one, other) in LEAGUE else WHOLE - LEAGUE[other, one]
        return first, WHOLE - first

    def _records_of(self, now: Championship, fixture: RecordedFixture) -> tuple[RecordedContest, RecordedFixture]:
        contest = contest_of(now, self.contest)
        return contest, contest.fixtures[fixture.id]


def hold(service: MatchCommands, matches: FixtureMatches | None = None) -> Hall:
    """Holds the whole championship, and the one of the year before. `matches` are those already registered with the service."""
    if matches is None:
        matches = FixtureMatches(Championships(service))
        service.add_fixture_hook(matches)
    before = Hall(matches, "Fiestas de agosto de 2025", PLAYERS, "league", ALL_TO_ONE)
    for fixture in before.fixtures("league"):
        before.tell(fixture, before.points(fixture)[::-1])
    ladder = Discipline(("warning", "game", "match", "expulsion"))
    hall = Hall(matches, "Fiestas de agosto de 2026", before.players, RULES.contest.formats[0], BY_PLACES, ladder)
    series = AllSeries(hall.championships)
    fiestas = series.open(OpenSeries("Fiestas de agosto"), AUTHOR).series.id
    for edition, one in ((2025, before), (2026, hall)):
        series.place(one.championship, PlaceEdition(fiestas, edition), AUTHOR)
        one.series = fiestas
    *league, last = hall.fixtures("league")
    for fixture in league:
        hall.tell(fixture, hall.points(fixture))
    hall.tell(last, (MISREAD, WHOLE - MISREAD))
    hall.decide(lambda now: sanction(GiveSanction("Rosa", "yellow", "habla a destiempo"), now, hall.names))
    hall.correct(last, hall.points(last), "el acta tenía las cifras cambiadas")
    [final] = hall.fixtures("final")
    hall.play(final, FINAL)
    hall.champion = hall.championships.contest(hall.contest)[1].state.podium[0].player
    return hall

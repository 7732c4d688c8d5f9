"""The championship of the demonstration: a Castillar of five, its league told by score, one result corrected, the final.

It is the second edition of a series; the year before the same people played a league.
"""

from collections.abc import Callable

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
from referee.championship.service import Championships, OpenChampionship, new_id
from referee.championship.state import Championship, ContestOnRecord, FixtureOnRecord
from referee.contests.discipline import Discipline
from referee.match.registry import rulesets
from referee.series.service import AllSeries, OpenSeries, PlaceEdition
from referee.service.matches import Service

RULES = next(rules for rules in rulesets().values() if rules.contest.formats)
"""The game that has a format of its own; the figures below are its figures."""
PLAYERS = ("Ángel", "Begoña", "Ñico", "Pilar", "Rosa")
WHOLE = 104
"""The points of a match of two."""
LEAGUE = {
    ("Ángel", "Begoña"): 40,
    ("Ángel", "Ñico"): 66,
    ("Ángel", "Pilar"): 30,
    ("Ángel", "Rosa"): 44,
    ("Begoña", "Ñico"): 58,
    ("Begoña", "Pilar"): 47,
    ("Begoña", "Rosa"): 61,
    ("Ñico", "Pilar"): 39,
    ("Ñico", "Rosa"): 45,
    ("Pilar", "Rosa"): 50,
}
"""The points of the first of each two; in Corazones fewer are better."""
MISREAD = 54
"""What was first told of the last match of the league, until somebody looked at the sheet again."""
FINAL = (27, 101, 44, 36)
WHO = "demo"


class Hall:
    """The organizer's table of the demo's championship."""

    def __init__(
        self,
        service: Service,
        name: str,
        players: tuple[str, ...],
        format_: str,
        discipline: Discipline | None = None,
    ) -> None:
        self.championships = Championships(service)
        self.names = service.people.name
        opened = self.championships.open(OpenChampionship(name, players, discipline), WHO).championship
        self.championship, self.players = opened.id, opened.players
        # By lots on the table: a seed would draw other matches each time, since the players' ids are new.
        asked = DrawContest(RULES.id, format_, order=opened.players)
        self.decide(lambda now: draw_contest(asked, now, self.names, new_id, service.chance))
        [self.contest] = self.championships.championship(self.championship).contests

    def decide(self, decide: Callable[[Championship], AnyDecision]) -> None:
        """Stores one decision."""
        self.championships.decide(self.championship, lambda now: [decide(now)], WHO)

    def fixtures(self, kind: str) -> list[FixtureOnRecord]:
        """The matches of the league, or the final, as they stand."""
        contest = self.championships.contest(self.contest)[1]
        found = (contest.record_of(fixture) for fixture in contest.state().fixtures if fixture.kind == kind)
        return [record for record in found if record]

    def tell(self, fixture: FixtureOnRecord, points: tuple[int, ...]) -> None:
        """A result without a record."""
        self.decide(lambda now: report(ReportResult(points), *self._found(now, fixture), None))

    def correct(self, fixture: FixtureOnRecord, points: tuple[int, ...], reason: str) -> None:
        """Another result in place of a wrong one."""
        self.decide(lambda now: correct(CorrectResult(points, reason=reason), *self._found(now, fixture), None))

    def points(self, fixture: FixtureOnRecord) -> tuple[int, ...]:
        """What the sheet of a league match says."""
        one, other = (self.names(entrant) or "" for entrant in fixture.entrants)
        first = LEAGUE[one, other] if (one, other) in LEAGUE else WHOLE - LEAGUE[other, one]
        return first, WHOLE - first

    def _found(self, now: Championship, fixture: FixtureOnRecord) -> tuple[ContestOnRecord, FixtureOnRecord]:
        contest = contest_of(now, self.contest)
        return contest, contest.fixtures[fixture.id]


def hold(service: Service) -> Hall:
    """Holds the whole championship, and the one of the year before."""
    before = Hall(service, "Fiestas de agosto de 2025", PLAYERS, "league")
    for fixture in before.fixtures("league"):
        before.tell(fixture, before.points(fixture)[::-1])
    ladder = Discipline(("warning", "game", "match", "expulsion"))
    hall = Hall(service, "Fiestas de agosto de 2026", before.players, RULES.contest.formats[0], ladder)
    series = AllSeries(hall.championships)
    fiestas = series.open(OpenSeries("Fiestas de agosto"), WHO).series.id
    for edition, one in ((2025, before), (2026, hall)):
        series.place(one.championship, PlaceEdition(fiestas, edition), WHO)
    *league, last = hall.fixtures("league")
    for fixture in league:
        hall.tell(fixture, hall.points(fixture))
    hall.tell(last, (MISREAD, WHOLE - MISREAD))
    hall.decide(lambda now: sanction(GiveSanction("Rosa", "yellow", "habla a destiempo"), now, hall.names))
    hall.correct(last, hall.points(last), "el acta tenía las cifras cambiadas")
    [final] = hall.fixtures("final")
    hall.tell(final, FINAL)
    return hall

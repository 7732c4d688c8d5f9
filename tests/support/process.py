"""A process of the service in the tests of the log, and a league in it."""

from typing import Any

from referee.championship.decisions import ReportResult, contest_of, report
from referee.championship.drawing import DrawContest, draw_contest
from referee.championship.matches import FixtureMatches
from referee.championship.service import Championships, OpenChampionship, new_id
from referee.championship.state import Championship
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.matches.commands import MatchCommands
from referee.matches.opening import OpenMatch
from referee.people.register import open_people
from tests.support.prepared import prepare

Cards = tuple[tuple[int, int], ...]
FIVE = ("Ana", "Beto", "Carla", "Dani", "Elena")


class Process:
    """The service in one process: its memory holds only data that it has read from the log."""

    def __init__(self, database: str) -> None:
        prepare(database)
        self.matches = MatchCommands(open_log(database), open_people(engine(database)))
        self.championships = Championships(self.matches)
        self.fixtures = FixtureMatches(self.championships)
        self.championships.matches.add_fixture_hook(self.fixtures)

    def close(self) -> None:
        self.matches.log.close()
        self.matches.people.store.dispose()

    def league(self) -> tuple[str, str]:
        """A league of five: the ids of its championship and of its contest."""
        championship = self.championships.open(OpenChampionship("Fiestas", FIVE), "organizer").championship
        names = self.matches.people.name
        command = DrawContest("hearts.castillar", "castillar", order=FIVE)
        decision = self.championships.decide(
            championship.id, lambda now: [draw_contest(command, now, names, new_id, lambda: "seed")], "organizer"
        )
        return championship.id, next(iter(decision.championship.contests))

    def tell(self, championship: str, contest: str, fixture: str, points: tuple[int, ...], cards: Cards = ()) -> None:
        def decide(now: Championship) -> Any:
            on_record = contest_of(now, contest)
            return [report(ReportResult(points, cards=cards), on_record, on_record.fixtures[fixture], None)]

        self.championships.decide(championship, decide, "organizer")

    def open_match(self, fixture: str) -> str:
        command = OpenMatch(fixture=fixture, first_dealer=0)
        settle = lambda: self.fixtures.opening(command, fixture, lambda: "seed")  # noqa: E731
        return self.matches.open_match(command, "organizer", None, settle).match.id

"""The tournaments of the demonstration: pairs in rounds with a knockout of the first eight, a league of teams, and an evening in
which every table plays the same deals.

Each is a file with its draw and the scores that matches of it end with. Whoever stands earlier in the file wins, but in every
fifth match: so the tables are no mere order of the file.
"""

from collections.abc import Iterator
from functools import partial
from itertools import cycle
from pathlib import Path

import msgspec
from msgspec import Struct

from referee.championship.boards_at_once import BoardEntry, report_boards
from referee.championship.deal_secrets import NewSecrets
from referee.championship.decisions import ReportResult, contest_of, report
from referee.championship.drawing import DrawContest, draw_contest
from referee.championship.events import AnyDecision
from referee.championship.matches import FixtureMatches
from referee.championship.recorded_contest import RecordedContest, RecordedFixture
from referee.championship.rounds import PairRound, pair_next
from referee.championship.service import Decide, OpenChampionship, new_id
from referee.championship.state import Championship

FILES = Path(__file__).parent / "records"
AUTHOR = "demo"
OVER = ("finished", "null")
UPSET = 5
"""In every fifth match the weaker side wins."""


class Tournament(Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament in a file: its name, its draw, and the scores of its matches, the winner's points first.

    Teams have scores for each board, tables with the same deals for each hand; all others have one list of them.
    """

    name: str
    draw: DrawContest
    scores: tuple[tuple[tuple[int, int], ...], ...]


def hold_tournaments(matches: FixtureMatches) -> list[tuple[str, str]]:
    """Holds every tournament that ships with the service; returns their names and the ids of their championships."""
    files = sorted(FILES.glob("*.contest.json"))
    tournaments = [msgspec.json.decode(file.read_bytes(), type=Tournament) for file in files]
    return [(one.name, _TournamentHall(matches, one).to_the_end()) for one in tournaments]


class _TournamentHall:
    """The organizer's table of a tournament, while it is held."""

    def __init__(self, matches: FixtureMatches, tournament: Tournament) -> None:
        self.championships = matches.championships
        self.people = matches.championships.matches.people
        self.seed_source = matches.championships.matches.seed_source
        players = tuple(_names(tournament.draw))
        view = self.championships.open(OpenChampionship(tournament.name, players), AUTHOR).championship
        self.championship = view.id
        ids = {self.people.name(id_): id_ for id_ in view.players}
        self.strength = {ids[name]: n for n, name in enumerate(players)}
        self.scores = [cycle(scores) for scores in tournament.scores]
        self.results = 0
        self.secrets = NewSecrets(self.seed_source)
        self.store(lambda now: [draw_contest(tournament.draw, now, self.people.name, new_id, self.seed_source)])
        [self.contest] = self.championships.championship(self.championship).contests

    def store(self, decide: Decide) -> None:
        self.championships.decide(self.championship, decide, AUTHOR, rows_of=self.secrets.rows)

    @property
    def contest_now(self) -> RecordedContest:
        return self.championships.contest(self.contest)[1]

    def to_the_end(self) -> str:
        """The id of its championship, once its podium is decided."""
        while self.contest_now.state.phase not in OVER:
            fixtures = [one for one in self.contest_now.state.fixtures if one.state == "pending"]
            records = [record for one in fixtures if (record := self.contest_now.record_of(one))]
            for record in records:
                self.end(record)
            if not records:
                number = 1 + max((one.round for one in self.contest_now.contest.pairings), default=0)
                self.store(partial(self.pair, number))
        return self.championship

    def pair(self, number: int, now: Championship) -> list[AnyDecision]:
        """The next round, by a seed that says which it is."""
        contest, round_ = contest_of(now, self.contest), PairRound(seed=f"{number}")
        return [pair_next(round_, now, contest, self.people.name, self.seed_source, self.secrets.commit)]

    def end(self, record: RecordedFixture) -> None:
        """Ends a match: an encounter by its boards, a table with the same deals by its hands."""
        requests = [ReportResult(self.score(record, next(scores))) for scores in self.scores]
        self.store(partial(self.tell, record.id, requests))

    def tell(self, fixture: str, requests: list[ReportResult], now: Championship) -> list[AnyDecision]:
        """The result of a match, or those of its boards or hands."""
        contest = contest_of(now, self.contest)
        own = contest.fixtures[fixture]
        if contest.contest.teams is None and contest.contest.duplicate is None:
            [request] = requests
            return [report(request, contest, own, None)]
        entries = [BoardEntry(number, request) for number, request in enumerate(requests, start=1)]
        return report_boards(entries, now, contest, own, self.people.name, None, lambda *_: False)

    def score(self, record: RecordedFixture, score: tuple[int, int]) -> tuple[int, int]:
        """The points of the two sides of a match."""
        self.results += 1
        people = self.contest_now.contest.people
        first, second = (min(self.strength[one] for one in people(entrant)) for entrant in record.entrants)
        is_first = (first < second) != (self.results % UPSET == 0)
        return score if is_first else score[::-1]


def _names(draw: DrawContest) -> Iterator[str]:
    """The names of the people in the draw."""
    for entrant in draw.entrants or ():
        yield from (
            (entrant,) if isinstance(entrant, str) else entrant if isinstance(entrant, tuple) else entrant.members
        )

"""Homes of contests and fixtures: their ids tell them, and a decision is one record for any number of fixtures."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from projections.championships import FIXTURES
from projections.follower import Follower
from referee.championship.decisions import (
    CorrectResult,
    LeaveContest,
    ReportResult,
    contest_of,
    correct,
    report,
    withdrawal,
)
from referee.championship.drawing import DrawAgain, DrawContest, draw_again, draw_contest
from referee.championship.events import AnyDecision, FixtureCreated
from referee.championship.identity import family
from referee.championship.service import PLACE, Championships, OpenChampionship, Place, new_id
from referee.championship.state import Championship, DecisionEntry, decoder
from referee.errors import NotFound, Unavailable
from referee.log.records import Record
from referee.match.registry import tag
from tests.support import stored
from tests.support.process import Process

MOST = 64
PLAYERS = tuple(f"Jugador {n}" for n in range(MOST))
LEAGUE = DrawContest("hearts.castillar", "league", params={"legs": 2}, seed="verbena")
FIXTURES_OF_IT = MOST * (MOST - 1)
Decide = Callable[[Championship], AnyDecision]


class Organizer:
    """Decides in one championship of a process, and counts the records that it adds to the log."""

    def __init__(self, here: Process, championship: str) -> None:
        self.here, self.id, self.names = here, championship, here.matches.people.name

    def decide(self, decide: Decide) -> list[str]:
        """The streams of the records that a decision adds."""
        before = self.here.matches.log.position()
        self.here.championships.decide(self.id, lambda now: [decide(now)], "organizer")
        return [str(record.originator_id) for record in self.here.matches.log.follow(before)]

    def draw(self, command: DrawContest = LEAGUE) -> list[str]:
        return self.decide(lambda now: draw_contest(command, now, self.names, new_id, lambda: "seed"))

    def again(self, contest: str) -> list[str]:
        command = DrawAgain(reason="faltaba una papeleta")
        return self.decide(lambda now: draw_again(command, now.contests[contest], now, self.names, new_id))

    @property
    def now(self) -> Championship:
        return self.here.championships.championship(self.id)

    def ids(self) -> list[str]:
        """The ids of all of its contests and fixtures."""
        contests = self.now.contests
        return [*contests, *(fixture for contest in contests.values() for fixture in contest.fixtures)]


@pytest.fixture
def large(start: Callable[[], Process]) -> Organizer:
    """An organizer of a championship of the most players that a contest takes."""
    here = start()
    return Organizer(here, here.championships.open(OpenChampionship("Fiestas", PLAYERS), "organizer").championship.id)


def test_each_decision_about_the_largest_league_is_one_record(large: Organizer) -> None:
    assert large.draw() == [large.id]
    [contest] = large.now.contests
    assert large.again(contest) == large.again(contest) == [large.id]
    fixture = list(large.now.contests[contest].fixtures)[-1]

    def report_result(now: Championship) -> AnyDecision:
        on_record = contest_of(now, contest)
        return report(ReportResult((40, 64)), on_record, on_record.fixtures[fixture], None)

    def correct_result(now: Championship) -> AnyDecision:
        on_record = contest_of(now, contest)
        return correct(CorrectResult((64, 40), reason="al revés"), on_record, on_record.fixtures[fixture], None)

    def left(now: Championship) -> AnyDecision:
        return withdrawal(LeaveContest(now.players[0], "se va"), now, contest_of(now, contest), large.names)

    for decide in (report_result, correct_result, left):
        assert large.decide(decide) == [large.id]
    ids = large.ids()
    assert len({*ids}) == len(ids) > 3 * FIXTURES_OF_IT / 2
    assert {large.here.championships.place(id_) for id_ in ids[:5] + ids[-5:]} == {large.id}


def test_a_draw_leaves_read_models_no_row_for_its_fixtures(large: Organizer) -> None:
    log = large.here.matches.log
    follower = Follower(log, large.here.matches.people.store)
    large.draw()
    [contest] = large.now.contests
    follower.catch_up()
    before = follower.progress()["championships"].rows
    large.again(contest)
    follower.catch_up()
    assert follower.progress()["championships"].rows == before
    on_record = large.now.contests[contest]
    fixture_record = on_record.record_of(on_record.state.fixtures[0])
    assert fixture_record is not None
    large.here.tell(large.id, contest, fixture_record.id, (40, 64))
    follower.catch_up()
    with follower.store.connect() as connection:
        [row] = FIXTURES.every(connection)
    assert (row.id, row.contest, row.championship) == (fixture_record.id, contest, large.id)


def test_whoever_folds_the_log_anew_knows_where_each_belongs(start: Callable[[], Process]) -> None:
    here = start()
    championships = [here.league()[0] for _ in range(2)]
    there = start().championships
    for championship in championships:
        for id_ in Organizer(here, championship).ids():
            assert family(id_) == championship
            assert there.place(id_) == there.place_remembered(id_) == championship


def test_an_id_of_no_contest_or_fixture_belongs_nowhere(start: Callable[[], Process]) -> None:
    here = start()
    championship, contest = here.league()
    unknown = [championship, championship[:-1] + "f", contest[:-8] + "00ffffff", new_id(), "", "x", "0" * 36]
    for held in (here.championships, start().championships):
        for id_ in unknown:
            assert held.place(id_) is None
            with pytest.raises(Unavailable):
                held.place_remembered(id_)
            with pytest.raises(NotFound):
                held.fixture(id_)


def test_another_process_that_remembers_nothing_asks_before_it_says(start: Callable[[], Process]) -> None:
    here = start()
    championship, contest = here.league()
    there = start().championships
    with pytest.raises(Unavailable):
        there.place_remembered(contest)
    there.championship(championship)
    assert there.place_remembered(contest) == championship


# Logs of releases in which every contest and fixture had an id by chance, and a record of where it belongs


def _earlier() -> list[list[DecisionEntry]]:
    samples = [[decoder.decode(state) for state in stored.read(file)[1]] for file in stored.files(stored.CHAMPIONSHIPS)]
    return [entries for entries in samples if family(_opening_id(entries)) != _opening_id(entries)]


def _opening_id(entries: Sequence[DecisionEntry]) -> str:
    id_: str = getattr(entries[0].event, "championship", "")
    return id_


def _store(championships: Championships, entries: Sequence[DecisionEntry]) -> None:
    """Writes a log as an earlier release did."""
    id_ = _opening_id(entries)
    records = [Record(id_, e.version, tag(type(e.event)), msgspec.json.encode(e)) for e in entries]
    contests = [*Championship.fold(id_, entries).contests]
    contests += [fact.fixture for entry in entries for fact in entry.facts if isinstance(fact, FixtureCreated)]
    place = msgspec.json.encode(Place(id_))
    championships.log.append([*records, *(Record(f"where:{one}", 1, PLACE, place) for one in contests)])


@pytest.mark.parametrize("entries", _earlier(), ids=_opening_id)
def test_a_championship_of_an_earlier_release_goes_on(
    start: Callable[[], Process], entries: Sequence[DecisionEntry]
) -> None:
    here, id_ = start(), _opening_id(entries)
    _store(here.championships, entries)
    organizer = Organizer(here, id_)
    old = organizer.ids()
    entrants: tuple[Any, ...] = tuple(organizer.now.players[:2])
    single = DrawContest("hearts.castillar", "league", entrants=entrants, seed="verbena")
    # Once it is written which championship the ids are of; later decisions are one record.
    assert organizer.draw(single) == [id_, f"where:{family(id_)}"]
    assert organizer.draw(single) == [id_]
    ids = organizer.ids()
    assert len({*ids}) == len(ids) > len(old)
    there = start().championships
    assert {there.place(one) for one in ids} == {id_}
    assert there.place(f"{id_[:-8]}00ffffff") is None

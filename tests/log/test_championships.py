"""The log of a championship, the same cases on SQLite and PostgreSQL: chained, folded, written to by several at once."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from projections import records
from projections.follower import PROJECTIONS, Follower
from referee.championship.presenters import ContestPresenter, view_championship
from referee.errors import Conflict, ServiceRefusal
from referee.match.entries import first_chain_flaw, stored_line
from referee.matches.append import Append
from tests.support.playout import play_out
from tests.support.process import Process

MATCH = [json.dumps(event).encode() for event in play_out("hearts.castillar", 2, "u", first_dealer=0, lines=(1,))]


def board(process: Process, championship: str) -> bytes:
    now = process.championships.championship(championship)
    names = process.matches.people.name
    pages = [ContestPresenter(now, contest, names) for contest in now.contests.values()]
    return msgspec.json.encode([view_championship(now, names), [(page.view(), page.standings()) for page in pages]])


def test_a_championship_read_back_from_the_log_is_the_same(start: Callable[[], Process]) -> None:
    here = start()
    championship, contest = here.league()
    for fixture in list(here.championships.contest(contest)[1].fixtures):
        here.tell(championship, contest, fixture, (40, 64))
    assert board(start(), championship) == board(here, championship)
    lines = [stored_line(bytes(record.state)) for record in here.matches.log.read(championship)]
    assert first_chain_flaw(lines) == (len(lines), None)
    lines[4]["result"]["points"] = [64, 40]
    good, flaw = first_chain_flaw(lines)
    assert (good, flaw and flaw.version) == (4, 5)


def test_results_told_at_once_by_two_processes_are_all_stored(start: Callable[[], Process]) -> None:
    one, other = start(), start()
    championship, contest = one.league()
    fixtures = list(one.championships.contest(contest)[1].fixtures)
    with ThreadPoolExecutor(4) as desks:
        results = [
            desks.submit((one, other)[n % 2].tell, championship, contest, fixture, (40, 64))
            for n, fixture in enumerate(fixtures)
        ]
        for result in results:
            result.result()
    now = one.championships.contest(contest)[1]
    assert len(now.contest.outcomes) == 10
    assert now.state.phase == "final"
    assert board(one, championship) == board(other, championship)


def test_tables_that_finish_together_in_two_processes_both_tell_their_contest(start: Callable[[], Process]) -> None:
    one, other = start(), start()
    _, contest = one.league()
    fixtures = list(one.championships.contest(contest)[1].fixtures)[:4]
    matches = [one.open_match(fixture) for fixture in fixtures]
    with ThreadPoolExecutor(4) as tables:
        endings = [
            tables.submit((one, other)[n % 2].matches.append, Append(match, MATCH, "referee"))
            for n, match in enumerate(matches)
        ]
        for ending in endings:
            ending.result()
    assert {outcome.match for outcome in one.championships.contest(contest)[1].contest.outcomes} == {*matches}


def test_one_of_two_who_open_the_same_fixture_is_refused(start: Callable[[], Process]) -> None:
    one, other = start(), start()
    _, contest = one.league()
    fixture = next(iter(one.championships.contest(contest)[1].fixtures))

    def open_it(process: Process) -> str | None:
        try:
            return process.open_match(fixture)
        except Conflict:
            return None

    with ThreadPoolExecutor(2) as desks:
        fixtures = list(desks.map(open_it, (one, other)))
    assert fixtures.count(None) == 1
    _, _, record = one.championships.fixture(fixture)
    assert record.match in fixtures


def test_a_refused_decision_stores_nothing(start: Callable[[], Process]) -> None:
    here = start()
    championship, contest = here.league()
    before = here.matches.log.position()
    fixture = next(iter(here.championships.contest(contest)[1].fixtures))
    with pytest.raises(ServiceRefusal):
        here.tell(championship, contest, fixture, (40, 63))
    assert here.matches.log.position() == before


def test_the_read_models_stand_at_the_head_of_the_log(start: Callable[[], Process]) -> None:
    here = start()
    _, contest = here.league()
    fixture = next(iter(here.championships.contest(contest)[1].fixtures))
    match = here.open_match(fixture)
    here.matches.append(Append(match, MATCH, "referee"))
    follower = Follower(here.matches.log, here.matches.people.store)
    head = follower.catch_up()
    assert {name: one.position for name, one in follower.progress().items()} == dict.fromkeys(PROJECTIONS, head)
    player = here.matches.match(match).opening.seats[0].player
    with follower.store.connect() as connection:
        [record] = records.of_player(connection, (player,))
    assert (record.ruleset, record.played) == ("hearts.castillar", 1)

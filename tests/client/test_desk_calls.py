"""The client's calls for the desk of a contest, against the running service; and that it has one for every call of contests."""

import inspect
import re
from collections.abc import Callable, Iterator
from inspect import getmembers, isfunction
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import fields

from referee.championship import deal_views
from referee.championship.undoing import history
from referee.client import (
    Call,
    ContestHand,
    ContestHistory,
    ContestHistoryLine,
    HandByTable,
    Referee,
    RequestRefused,
    calls,
    desk_calls,
)
from tests.api.document.test_document import DOCUMENT
from tests.support.organizing import TEN
from tests.support.service import TOKEN, Running
from tests.support.waiting import DEADLOCK_SECONDS

OF_CONTESTS = ("/v1/contests/", "/v1/fixtures/", "/v1/championships/{championship_id}/contests")
WITHOUT_CALL = {
    "listChanges": "what corrections changed is read by people, as tables and paper",
    "getContestHouse": "the agreed rules are in `params` of the contest; this is the file that an organizer keeps of them",
    "getSettlement": "the settlement is in the contest itself",
}
"""The operations of contests that the client has no call for, each with the reason."""


def calls_of(module: ModuleType) -> dict[str, Callable[..., Call[Any]]]:
    """The calls that a module of the client makes, by name."""
    own = getmembers(module, lambda one: isfunction(one) and one.__module__ == module.__name__)
    return {name: make for name, make in own if not name.startswith("_")}


def call_of(make: Callable[..., Call[Any]]) -> Call[Any]:
    """A call with something in place of each argument that it needs."""
    some = {"int": 1, "str": "x", "MatchOfGame": SimpleNamespace(id="x", ruleset="escoba")}
    parameters = [
        one
        for one in inspect.signature(make).parameters.values()
        if one.default is one.empty and one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL)
    ]
    values = {one.name: some.get(getattr(one.annotation, "__name__", ""), ()) for one in parameters}
    positional = [values.pop(one.name) for one in parameters if one.kind is one.POSITIONAL_OR_KEYWORD]
    return make(*positional, **values)


def requests_of_client() -> list[tuple[str, str]]:
    """The method and path of every call of the client."""
    every = [make for module in (calls, desk_calls) for make in calls_of(module).values()]
    return [(one.method.lower(), one.path) for one in map(call_of, every)]


def test_every_operation_of_contests_has_a_call_or_a_reason() -> None:
    requests = requests_of_client()
    lacking = {
        operation["operationId"]
        for path, item in DOCUMENT["paths"].items()
        for method, operation in item.items()
        if path.startswith(OF_CONTESTS) and "operationId" in operation
        if not any(
            method == own and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), address) for own, address in requests
        )
    }
    assert lacking == WITHOUT_CALL.keys()


@pytest.mark.parametrize(
    ("of_client", "of_service"),
    [
        (ContestHand, deal_views.DealView),
        (HandByTable, deal_views.HandAtTableView),
        (ContestHistory, history.ContestDecisions),
        (ContestHistoryLine, history.DecisionOfContest),
    ],
)
def test_the_structs_have_every_field_of_the_service(of_client: type, of_service: type) -> None:
    mine, theirs = fields(of_client), fields(of_service)
    assert [(one.name, one.required) for one in mine] == [(one.name, one.required) for one in theirs]


@pytest.fixture
def referee(running: Running) -> Iterator[Referee]:
    with Referee(running.url, TOKEN, timeout=DEADLOCK_SECONDS) as client:
        yield client


def test_an_evening_with_the_same_deals(referee: Referee) -> None:
    championship = referee.open_championship("Fiestas", TEN[:6], distinct=True)
    order = [one.id for one in championship.players]
    terms: dict[str, Any] = {"duplicate": {"hands": 2}, "params": {"round_count": 1}}
    contest = referee.draw_contest(championship.id, "escoba", "rounds", order=order, **terms).id
    assert referee.rename_contest(contest, "La velada").name == "La velada"
    round_ = referee.pair_round(contest)
    sheets = referee.deal_sheets(contest, 1)
    assert round_.deals is not None
    assert sheets.commitment == round_.deals.commitment
    one, other, third = (str(pair.fixture) for pair in round_.pairs)
    two = [{"board": 1, "result": {"points": [4, 1]}}, {"board": 2, "result": {"points": [2, 2]}}]
    assert referee.report_boards(one, two, dry_run=True).boards[0].state == "played"
    assert referee.fixture(one).boards[0].state == "pending"
    assert [board.state for board in referee.report_boards(one, two).boards] == ["played"] * 2
    with pytest.raises(RequestRefused) as error:
        referee.report_boards(other, [{"board": 1, "result": {"points": [400, 1]}}])
    assert error.value.code == "inconsistent"
    referee.report_boards(other, two)
    absentee = referee.fixture(third).entrants[1].id
    referee.give_board_walkover(third, 1, [absentee], reason="no llega")
    referee.report_board(third, 2, [3, 1])
    referee.correct_board(third, 2, [1, 3], reason="al revés")
    played_hand = referee.hand(contest, 2)
    assert played_hand.hands == sheets.sheets[1].deal.hands
    assert {row.points for row in played_hand.results} == {(2, 2), (1, 3)}
    assert referee.hand(contest, 1).results[2].state == "walkover"
    last = referee.contest_decisions(contest).items[-1]
    assert (last.type, last.means) == ("board_corrected", "undo")
    referee.take_decision_back(contest, last.version, reason="estaba bien")
    assert referee.hand(contest, 2).results[2].points == (3, 1)


def test_the_ways_of_a_league_and_back(referee: Referee) -> None:
    championship = referee.open_championship("Fiestas", TEN[:5], distinct=True)
    ana, beto, carla, *_, elena = (one.id for one in championship.players)
    late = {"params": {"late_until": 1}}
    contest = referee.draw_contest(championship.id, "guinote", "league", entrants=[ana, beto, carla], **late).id
    assert len(referee.draw_again(contest, reason="faltaba una bola").draws) == 2
    assert referee.enter_late(contest, elena).entrants[-1].id == elena
    fixture = referee.fixtures(contest).items[0].id
    fixture_planned = referee.schedule_fixture(fixture, starts_at="2026-08-15T17:00:00Z", table=3)
    assert (fixture_planned.table, fixture_planned.starts_at) == (3, "2026-08-15T17:00:00Z")
    referee.report_result(fixture, [3, 1])
    result = referee.correct_result(fixture, [1, 3], reason="al revés").result
    assert result is not None
    assert result.points == (1, 3)
    assert referee.take_result_back(fixture, reason="era otro").state == "pending"
    absentee = referee.fixture(fixture).entrants[0].id
    assert referee.give_walkover(fixture, [absentee], reason="no vino").state == "walkover"
    assert referee.take_walkover_back(fixture, reason="sí vino").state == "pending"
    dani = championship.players[3].id
    assert dani in {one.id for one in referee.substitute_player(contest, ana, dani, reason="enferma").entrants}
    assert dani not in {one.id for one in referee.take_substitution_back(contest, ana, reason="ya no").entrants}
    referee.withdraw_player(contest, beto, reason="se va")
    assert referee.contest(contest).withdrawals
    assert not referee.take_withdrawal_back(contest, beto, reason="vuelve").withdrawals
    timing = {"match_seconds": 3_000}
    assert referee.change_timing(contest, timing, reason="hasta las diez").timing is not None
    other = referee.draw_contest(championship.id, "guinote", "league", entrants=[ana, beto, carla]).id
    assert referee.cancel_contest(other, reason="no hay tiempo").phase == "cancelled"

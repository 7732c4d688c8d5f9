"""The calls of both clients: one list, sent at once by `Referee` and awaited with `AsyncReferee`."""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Generic, ParamSpec, Protocol, Self, TypeVar, overload

from referee.client import calls, desk_calls
from referee.client.request import Call

P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S")


class _Sender(Protocol):
    def send(self, call: Call[S]) -> S: ...


class _AsyncSender(Protocol):
    def send(self, call: Call[S]) -> Coroutine[Any, Any, S]: ...


class Endpoint(Generic[P, T]):
    """A method of a client that makes a call and sends it: it has the parameters and the docstring of `make_call`."""

    def __init__(self, make_call: Callable[P, Call[T]]) -> None:
        self._make_call = make_call
        self.__name__, self.__doc__ = make_call.__name__, make_call.__doc__

    @overload
    def __get__(self, client: None, owner: type) -> Self: ...
    @overload
    def __get__(self, client: _AsyncSender, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    @overload
    def __get__(self, client: _Sender, owner: type) -> Callable[P, T]: ...
    def __get__(self, client: Any, owner: type) -> Any:
        if client is None:
            return self
        make_call = self._make_call

        @wraps(make_call)
        def send(*args: P.args, **options: P.kwargs) -> Any:
            return client.send(make_call(*args, **options))

        return send


class Endpoints:
    """The calls of the service that have a method of their own. `send` sends any other."""

    open_match = Endpoint(calls.open_match)
    match = Endpoint(calls.match)
    matches = Endpoint(calls.matches)
    legal = Endpoint(calls.legal)
    append = Endpoint(calls.append)
    log = Endpoint(calls.log)
    record = Endpoint(calls.record)
    audit = Endpoint(calls.audit)
    enter_player = Endpoint(calls.enter_player)
    players = Endpoint(calls.players)
    change_player_data = Endpoint(calls.change_player_data)
    open_championship = Endpoint(calls.open_championship)
    championships = Endpoint(calls.championships)
    change_championship_data = Endpoint(calls.change_championship_data)
    draw_contest = Endpoint(calls.draw_contest)
    fill_in_fixtures = Endpoint(calls.fill_in_fixtures)
    change_contest_data = Endpoint(calls.change_contest_data)
    change_fixture_data = Endpoint(calls.change_fixture_data)
    championship = Endpoint(calls.championship)
    contest = Endpoint(calls.contest)
    standings = Endpoint(calls.standings)
    fixtures = Endpoint(calls.fixtures)
    fixture = Endpoint(calls.fixture)
    rounds = Endpoint(calls.rounds)
    round = Endpoint(calls.round)
    pair_round = Endpoint(calls.pair_round)
    change_round = Endpoint(calls.change_round)
    publish_round = Endpoint(calls.publish_round)
    take_round_away = Endpoint(calls.take_round_away)
    export = Endpoint(calls.export)
    pairing_checks = Endpoint(calls.pairing_checks)
    lineup_checks = Endpoint(calls.lineup_checks)
    results = Endpoint(calls.results)
    give_lineup = Endpoint(calls.give_lineup)
    report_board = Endpoint(calls.report_board)
    report_result = Endpoint(calls.report_result)
    rename_contest = Endpoint(desk_calls.rename_contest)
    cancel_contest = Endpoint(desk_calls.cancel_contest)
    contest_decisions = Endpoint(desk_calls.contest_decisions)
    take_decision_back = Endpoint(desk_calls.take_decision_back)
    draw_again = Endpoint(desk_calls.draw_again)
    change_timing = Endpoint(desk_calls.change_timing)
    enter_late = Endpoint(desk_calls.enter_late)
    withdraw_player = Endpoint(desk_calls.withdraw_player)
    take_withdrawal_back = Endpoint(desk_calls.take_withdrawal_back)
    substitute_player = Endpoint(desk_calls.substitute_player)
    take_substitution_back = Endpoint(desk_calls.take_substitution_back)
    rule_tie = Endpoint(desk_calls.rule_tie)
    hand = Endpoint(desk_calls.hand)
    deal_sheets = Endpoint(desk_calls.deal_sheets)
    schedule_fixture = Endpoint(desk_calls.schedule_fixture)
    correct_result = Endpoint(desk_calls.correct_result)
    take_result_back = Endpoint(desk_calls.take_result_back)
    give_walkover = Endpoint(desk_calls.give_walkover)
    take_walkover_back = Endpoint(desk_calls.take_walkover_back)
    take_lineup_back = Endpoint(desk_calls.take_lineup_back)
    report_boards = Endpoint(desk_calls.report_boards)
    correct_board = Endpoint(desk_calls.correct_board)
    give_board_walkover = Endpoint(desk_calls.give_board_walkover)
    substitute_member = Endpoint(desk_calls.substitute_member)

"""Speed of the judge of Hearts, beside OpenSpiel on the same games; the size of a match, and the time of its fold.

Run with `make bench`. Times a play are in `extra_info`, in microseconds, of the fastest round.
"""

import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pyspiel
import pytest

from api.opening import open_service
from referee.cards import FRENCH
from referee.games.hearts.events import HeartsDeal, Pass
from referee.match.aggregate import Match
from referee.match.events import Event, Opening, Play, SeatTaken
from referee.matches.append import Append
from referee.matches.commands import MatchCommands
from referee.matches.opening import OpenMatch, Sitting
from tests.support.hearts import yppedia
from tests.support.playouts import round_of

GAMES = 300
PLAYS = GAMES * 52
FIRST_PLAY = 7
"""The version of the first play of a match: the opening, the deal and four passes come before it."""
EVENTS = 2000
OPENING = Opening(ruleset="hearts.yppedia", seats=tuple(map(SeatTaken, "abcd")), params={})
SPIEL = pyspiel.load_game("hearts(pass_cards=true,no_pts_on_first_trick=true,qs_breaks_hearts=false)")
LEFT = 1
"""The direction of OpenSpiel's pass that corresponds to a first round here."""

Play52 = tuple[Match, list[Play]]
SPEED: dict[str, float] = {}
"""Microseconds a play, by engine."""


def name_of(action: int) -> str:
    """The card of an action of OpenSpiel."""
    return "23456789TJQKA"[action // 4] + "CDHS"[action % 4]


def decide(match: Match, events: Iterable[Event]) -> None:
    """Judges these events; none of them goes back."""
    for event in events:
        match.decide(event, lambda _: match)


class OpenSpielGame:
    """A random game of OpenSpiel: its state before the first play, the actions, and the same as events."""

    def __init__(self, chance: Random) -> None:
        state = SPIEL.new_initial_state()
        state.apply_action(LEFT)
        hands: list[list[str]] = [[] for _ in range(4)]
        for card in range(52):
            action = chance.choice(state.legal_actions())
            hands[card % 4].append(name_of(action))
            state.apply_action(action)
        passes: list[list[str]] = [[] for _ in range(4)]
        for _ in range(12):
            seat, action = state.current_player(), chance.choice(state.legal_actions())
            passes[seat].append(name_of(action))
            state.apply_action(action)
        self.start = state.clone()
        self.actions: list[int] = []
        self.plays: list[Play] = []
        while not state.is_terminal():
            seat, action = state.current_player(), chance.choice(state.legal_actions())
            self.actions.append(action)
            self.plays.append(Play(seat, name_of(action)))
            state.apply_action(action)
        self.before: list[Event] = [
            HeartsDeal(0, tuple(FRENCH.in_order(hand) for hand in hands)),
            *(Pass(seat, FRENCH.in_order(cards)) for seat, cards in enumerate(passes)),
        ]
        self.points = [26 - int(points) for points in state.returns()]

    def match(self, is_seen: bool) -> Match:
        """The match before the first play, all hands known to the log or none."""
        match = Match("match", OPENING)
        decide(match, self.before if is_seen else [HeartsDeal(0), *(Pass(seat) for seat in range(4))])
        return match


@pytest.fixture(scope="module")
def games() -> list[OpenSpielGame]:
    chance = Random(2)
    return [OpenSpielGame(chance) for _ in range(GAMES)]


def test_both_engines_count_the_same_points(games: list[OpenSpielGame]) -> None:
    for game in games[:50]:
        match = game.match(is_seen=True)
        decide(match, game.plays)
        assert match.ledger.totals == game.points
        assert match.ledger.infractions == []


def time_run(benchmark: Any, engine: str, run: Callable[[Any], None], start: Callable[[], Any]) -> None:
    """Times a run over all the games from their first play on, and tells the time of one play."""
    benchmark.pedantic(run, setup=lambda: ((start(),), {}), rounds=15, warmup_rounds=2)
    SPEED[engine] = benchmark.stats.stats.min / PLAYS * 1e6
    benchmark.extra_info["us_a_play"] = round(SPEED[engine], 3)
    if "openspiel" in SPEED:
        benchmark.extra_info["times_openspiel"] = round(SPEED[engine] / SPEED["openspiel"], 2)


def test_openspiel_legal_actions_and_apply_action(benchmark: Any, games: list[OpenSpielGame]) -> None:
    def run(games_begun: list[tuple[Any, list[int]]]) -> None:
        for state, actions in games_begun:
            for action in actions:
                state.legal_actions()
                state.apply_action(action)

    time_run(benchmark, "openspiel", run, lambda: [(game.start.clone(), game.actions) for game in games])


def apply(games_begun: list[Play52]) -> None:
    for match, plays in games_begun:
        applies, state = match.game.applies, match.state
        at = FIRST_PLAY
        for play in plays:
            applies[type(play)](state, play, at)
            at += 1


def check_and_apply(games_begun: list[Play52]) -> None:
    for match, plays in games_begun:
        checks, applies, state = match.game.checks, match.game.applies, match.state
        at = FIRST_PLAY
        for play in plays:
            checks[type(play)](state, play, at)
            applies[type(play)](state, play, at)
            at += 1


@pytest.mark.parametrize("is_seen", [True, False], ids=["hands_known", "hands_unknown"])
@pytest.mark.parametrize("run", [apply, check_and_apply])
def test_play(benchmark: Any, games: list[OpenSpielGame], run: Callable[[list[Play52]], None], is_seen: bool) -> None:
    before = [(game.match(is_seen), game.plays) for game in games]
    time_run(benchmark, f"{run.__name__} {is_seen}", run, lambda: [(match.copy(), plays) for match, plays in before])


def test_copy_of_a_match_in_play(benchmark: Any, games: list[OpenSpielGame]) -> None:
    """The copy of a match that a command works on."""
    match = games[0].match(is_seen=True)
    decide(match, games[0].plays[:30])
    benchmark(match.copy)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[MatchCommands]:
    match_service = open_service(str(tmp_path / "referee.sqlite"))
    yield match_service
    match_service.log.close()
    match_service.people.store.dispose()


def test_fold_a_match_of_2000_events_from_sqlite(benchmark: Any, service: MatchCommands) -> None:
    seats = tuple(Sitting(name=name) for name in ("Ana", "Beatriz", "Carlos", "Diego"))
    command = OpenMatch("hearts.yppedia", seats, params={"closing_score": 100_000}, first_dealer=0)
    match = service.open_match(command, "referee").match
    bodies = [msgspec.json.encode(event) for event in long_match()]
    for first in range(0, len(bodies), 200):
        service.append(Append(match.id, bodies[first : first + 200], "referee"))

    def fold() -> Match:
        return MatchCommands(service.log, service.people).match(match.id)

    assert fold().version == EVENTS
    benchmark.extra_info["bytes_an_open_match"] = weight(fold)
    benchmark(fold)
    benchmark.extra_info["ms"] = round(benchmark.stats.stats.min * 1e3, 2)


def weight(make: Callable[[], Match], many: int = 40) -> int:
    """The memory that one match keeps, in bytes."""
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    copies = [make() for _ in range(many)]
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) // len(copies)


def long_match() -> list[dict[str, Any]]:
    """The events after the opening of a match without an end, up to the last that is folded."""
    table, chance = yppedia(closing_score=100_000), Random(3)
    events: list[dict[str, Any]] = []
    while len(events) < EVENTS:
        for event in round_of(chance, table):
            table.tell(event)
            table.past.clear()
            events.append(event)
    return events[: EVENTS - 1]

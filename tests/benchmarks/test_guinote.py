"""Time of a play of Guiñote: judged and applied, and applied alone. A round plays 100 hands of 40 cards."""

import random
from typing import Any

import pytest

from referee.cards import SPANISH_40, bits
from referee.games.guinote.game import GUINOTE
from referee.games.guinote.handlers.play import regular
from referee.games.guinote.state import GuinoteState
from referee.match.events import Play
from tests.support.table import Table

HANDS = 100


def hands(is_known: bool) -> list[tuple[GuinoteState, list[Play]]]:
    """Hands dealt by a seed, with legal plays drawn by chance."""
    all_games = []
    for seed in range(HANDS):
        table = Table("guinote", 4)
        table.say("deal", shuffle=True, seed=str(seed))
        state = table.match.state
        assert isinstance(state, GuinoteState)
        blind = Table("guinote", 4)
        blind.say("deal", turn_up=table.view()["table"]["turn_up"])
        hidden_state = blind.match.state
        assert isinstance(hidden_state, GuinoteState)
        start = fresh(state if is_known else hidden_state)
        rng = random.Random(seed)
        plays = []
        while state.turn is not None:
            plays.append(Play(state.turn, SPANISH_40.name(rng.choice(list(bits(regular(state, state.turn)))))))
            GUINOTE.applies[Play](state, plays[-1], len(plays) + 2)
        all_games.append((start, plays))
    return all_games


def fresh(state: GuinoteState) -> GuinoteState:
    """A copy with an account of its own."""
    return state.copy(state.ledger.copy())


@pytest.mark.parametrize("is_known", [True, False], ids=["is_known", "hidden"])
@pytest.mark.parametrize("is_checked", [False, True], ids=["apply", "check+apply"])
def test_a_hand(benchmark: Any, is_known: bool, is_checked: bool) -> None:
    games = hands(is_known)
    benchmark.extra_info["plays"] = sum(len(plays) for _, plays in games)

    def again() -> tuple[tuple[list[tuple[GuinoteState, list[Play]]]], dict[str, Any]]:
        return ([(fresh(state), plays) for state, plays in games],), {}

    benchmark.pedantic(play_checked if is_checked else play, setup=again, rounds=30)


def play(games: list[tuple[GuinoteState, list[Play]]]) -> None:
    applies = GUINOTE.applies
    for state, plays in games:
        for at, event in enumerate(plays, 3):
            applies[type(event)](state, event, at)


def play_checked(games: list[tuple[GuinoteState, list[Play]]]) -> None:
    checks, applies = GUINOTE.checks, GUINOTE.applies
    for state, plays in games:
        for at, event in enumerate(plays, 3):
            kind = type(event)
            checks[kind](state, event, at)
            applies[kind](state, event, at)

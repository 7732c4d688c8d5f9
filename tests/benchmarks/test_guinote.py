"""How long a play of Guiñote takes: judged and applied, and applied alone. A round plays 100 hands of 40 cards."""

import random
from typing import Any

import pytest

from referee.cards import SPANISH_40, bits
from referee.games.guinote.game import Guinote
from referee.match.vocabulary import Play
from tests.support.table import Table

HANDS = 100


def hands(known: bool) -> list[tuple[Guinote, list[Play]]]:
    """Hands dealt by a seed, with legal plays drawn by chance."""
    found = []
    for seed in range(HANDS):
        table = Table("guinote", 4)
        table.say("deal", shuffle=True, seed=str(seed))
        game = table.match.state
        assert isinstance(game, Guinote)
        blind = Table("guinote", 4)
        blind.say("deal", turn_up=table.view()["table"]["turn_up"])
        hidden = blind.match.state
        assert isinstance(hidden, Guinote)
        start = game.copy(game.ledger.copy()) if known else hidden.copy(hidden.ledger.copy())
        rng = random.Random(seed)
        plays = []
        while game.turn is not None:
            plays.append(Play(game.turn, SPANISH_40.name(rng.choice(list(bits(game.playable(game.turn)))))))
            game.apply(plays[-1], len(plays) + 2)
        found.append((start, plays))
    return found


@pytest.mark.parametrize("known", [True, False], ids=["known", "hidden"])
@pytest.mark.parametrize("checked", [False, True], ids=["apply", "check+apply"])
def test_a_hand(benchmark: Any, known: bool, checked: bool) -> None:
    games = hands(known)
    benchmark.extra_info["plays"] = sum(len(plays) for _, plays in games)

    def fresh() -> tuple[tuple[list[tuple[Guinote, list[Play]]]], dict[str, Any]]:
        return ([(game.copy(game.ledger.copy()), plays) for game, plays in games],), {}

    benchmark.pedantic(play_checked if checked else play, setup=fresh, rounds=30)


def play(games: list[tuple[Guinote, list[Play]]]) -> None:
    for game, plays in games:
        apply = game.apply
        for at, event in enumerate(plays, 3):
            apply(event, at)


def play_checked(games: list[tuple[Guinote, list[Play]]]) -> None:
    for game, plays in games:
        check, apply = game.check, game.apply
        for at, event in enumerate(plays, 3):
            check(event, at)
            apply(event, at)

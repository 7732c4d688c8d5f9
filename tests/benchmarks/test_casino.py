"""How long a list of legal plays takes on the worst Casino table, and how fast a match folds. Run with `make bench`.

The worst table is found by climbing: out of random ones, cards and the values of builds are changed for as long as that
makes the list longer. `WORST` holds the longest lists that any climb has found; the search here is a short one.
"""

from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from referee.cards import FRENCH
from referee.games.casino.state import CasinoState
from referee.games.casino.table.groups import groups, sums
from referee.games.casino.table.layout import StandingBuild
from referee.games.casino.views.legal import legal
from referee.match.aggregate import Match
from tests.support.busiest import busiest
from tests.support.casino import CasinoTable
from tests.support.casino_playouts import Playout

LOOSE, HAND = 12, 4
WIDE = {"wide_deuce": True, "wide_ten": True}


class Position(NamedTuple):
    """Twelve loose cards, a hand of four, and the values of the builds that stand."""

    cards: tuple[str, ...]
    builds: tuple[int, ...] = ()

    @property
    def loose(self) -> tuple[str, ...]:
        return self.cards[:LOOSE]

    @property
    def hand(self) -> tuple[str, ...]:
        return self.cards[LOOSE:]


def position(loose: str, hand: str, *builds: int) -> Position:
    return Position((*loose.split(), *hand.split()), builds)


def busiest_position() -> Position:
    """The table that the game names, as cards."""
    found = busiest("casino.royal").view()
    return Position((*found["table"]["loose"], *found["hands"][0]))


WORST = {
    "no build, 11961 plays": busiest_position(),
    "two builds, 22093 plays": position("2C 2D 4D 6D AD 2H 6H 2S 4S 6S 8S AS", "8C AC TD AH", 14, 14),
    "four builds, 53345 plays": position("2C AC 3D 4D 5D AD 2H 3H AH 2S 3S AS", "5C 5H 4S 5S", 5, 5, 5, 5),
}


def laid(table: Position, seen: bool = True) -> CasinoState:
    """A royal match, both wide cards in use, at this position; seat 0 is to play."""
    match = CasinoTable("royal", **WIDE)
    elsewhere = [card for card in FRENCH.names if card not in table.cards]
    match.deal(" ".join(table.hand) if seen else None, None, table=" ".join(elsewhere[:4]))
    state = match.state
    builds = tuple(StandingBuild(f"b{n}", 1, value, 0, False) for n, value in enumerate(table.builds, 1))
    state.layout = replace(state.layout, loose=FRENCH.mask(table.loose), builds=builds)
    state.knowledge.gone = state.layout.loose
    return state


def cold(state: CasinoState) -> tuple[tuple[CasinoState], dict[str, Any]]:
    groups.cache_clear()
    sums.cache_clear()
    return (state,), {}


def listed(state: CasinoState) -> int:
    return len(tuple(legal(state)))


@pytest.mark.parametrize("name", WORST)
def test_legal_on_the_worst_table(benchmark: Any, name: str) -> None:
    state = laid(WORST[name])
    found = benchmark.pedantic(listed, setup=lambda: cold(state), rounds=60, warmup_rounds=3)
    assert f"{found} plays" in name


def test_legal_on_the_worst_table_with_the_hand_unseen(benchmark: Any) -> None:
    state = laid(WORST["no build, 11961 plays"], seen=False)
    benchmark.extra_info["plays"] = benchmark.pedantic(listed, setup=lambda: cold(state), rounds=10)


def changed(table: Position, chance: Random) -> Position:
    """The same with a card of it changed for another, or the value of a build."""
    cards, builds = list(table.cards), list(table.builds)
    if builds and chance.random() < 0.2:
        builds[chance.randrange(len(builds))] = chance.randint(1, 16)
    else:
        place, card = chance.randrange(len(cards)), chance.choice(FRENCH.names)
        if card in cards:
            other = cards.index(card)
            cards[place], cards[other] = cards[other], cards[place]
        else:
            cards[place] = card
    return Position(tuple(cards), tuple(builds))


def climb(chance: Random, builds: int) -> tuple[int, Position]:
    """The longest list that one climb finds, and its table."""
    start = tuple(chance.sample(FRENCH.names, LOOSE + HAND))
    best = Position(start, tuple(chance.randint(4, 16) for _ in range(builds)))
    most, idle = listed(laid(best)), 0
    while idle < 120:
        tried = changed(best, chance)
        found = listed(laid(tried))
        most, best, idle = (found, tried, 0) if found > most else (most, best, idle + 1)
    return most, best


@pytest.mark.parametrize(("builds", "name"), list(zip((0, 2), WORST, strict=False)))
def test_no_climb_ends_higher(builds: int, name: str) -> None:
    chance = Random(builds)
    most, table = max(climb(chance, builds) for _ in range(4))
    assert most <= listed(laid(WORST[name])), f"a worse table: {table}"


@pytest.mark.parametrize("variant", ["classic", "royal", "draw"])
def test_fold_1000_events(benchmark: Any, variant: str) -> None:
    played = Playout(variant, 2, 7, 0.05, target=1000).run(1000)
    words, opening = played.table.match.language, played.table.match.opening
    events = [words.read(msgspec.json.encode(event)) for event in played.log]

    def fold() -> Match:
        match = Match("match", opening)
        apply, ledger = match.apply, match.ledger
        for at, event in enumerate(events, 2):
            for fact in apply(event, at):
                fact.enter(ledger, at)
        return match

    assert benchmark(fold).ledger.totals == played.table.match.ledger.totals

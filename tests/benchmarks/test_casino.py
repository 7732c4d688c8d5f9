"""Time of a list of legal plays on the worst Casino tables, and of the fold of a match. Run with `make bench`.

The game names its worst tables; each was found by climbing: from random ones, cards are changed for as long as that makes the
list longer. The search here is a short one, and may not end higher.
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
from referee.match.game import Busiest
from referee.match.registry import ruleset
from referee.match.state import NOBODY
from tests.support.busiest import busiest
from tests.support.casino import CasinoTable
from tests.support.casino_playouts import Playout

ROYAL = "casino.royal"
LOOSE, HAND = 12, 4
RANKS = "A23456789TJQK"
HIGHEST = 14
"""The value that most cards take a build of: an ace may count so much."""

worst = pytest.mark.parametrize("table", [pytest.param(table, id=table.what) for table in ruleset(ROYAL).busiest])


def state_of(table: Busiest) -> CasinoState:
    """The state of a table that the game names."""
    state = busiest(ROYAL, table).match.state
    assert isinstance(state, CasinoState)
    return state


class Position(NamedTuple):
    """Twelve loose cards, a hand of four, then two cards for each build of the other seat."""

    cards: tuple[str, ...]

    @property
    def builds(self) -> tuple[StandingBuild, ...]:
        pairs = zip(self.cards[LOOSE + HAND :: 2], self.cards[LOOSE + HAND + 1 :: 2], strict=True)
        return tuple(
            StandingBuild(f"b{n}", 1, worth(one) + worth(other), FRENCH.mask((one, other)), False)
            for n, (one, other) in enumerate(pairs, 1)
        )

    @property
    def possible(self) -> bool:
        return all(build.value <= HIGHEST for build in self.builds)


def worth(card: str) -> int:
    return RANKS.index(card[0]) + 1


def position_state(position: Position) -> CasinoState:
    """A royal match, both wide cards in use, at this position; seat 0 is to play."""
    match = CasinoTable("royal", wide_deuce=True, wide_ten=True)
    elsewhere = [card for card in FRENCH.names if card not in position.cards]
    match.deal(" ".join(position.cards[LOOSE : LOOSE + HAND]), None, table=" ".join(elsewhere[:4]))
    state = match.state
    state.layout = replace(state.layout, loose=FRENCH.mask(position.cards[:LOOSE]), builds=position.builds)
    state.knowledge.laid_cards = FRENCH.mask((*position.cards[:LOOSE], *position.cards[LOOSE + HAND :]))
    return state


def cold(state: CasinoState, visible: int) -> tuple[tuple[CasinoState, int], dict[str, Any]]:
    groups.cache_clear()
    sums.cache_clear()
    return (state, visible), {}


def count_legal(state: CasinoState, visible: int) -> int:
    return len(tuple(legal(state, visible)))


@worst
@pytest.mark.parametrize(("visible", "rounds"), [(1, 60), (NOBODY, 10)], ids=["hand seen", "hand unseen"])
def test_legal_on_the_worst_table(benchmark: Any, table: Busiest, visible: int, rounds: int) -> None:
    """Every card that may be in an unseen hand is listed."""
    state = state_of(table)
    plays = benchmark.pedantic(count_legal, setup=lambda: cold(state, visible), rounds=rounds, warmup_rounds=3)
    benchmark.extra_info["plays"] = plays


def change_card(position: Position, chance: Random) -> Position:
    """The same table with one card changed for another."""
    cards = list(position.cards)
    place, card = chance.randrange(len(cards)), chance.choice(FRENCH.names)
    if card in cards:
        other = cards.index(card)
        cards[place], cards[other] = cards[other], cards[place]
    else:
        cards[place] = card
    return Position(tuple(cards))


def climb(chance: Random, builds: int) -> tuple[int, Position]:
    """The longest list that one climb finds, and its table."""
    best = Position(())
    while not best.cards or not best.possible:
        best = Position(tuple(chance.sample(FRENCH.names, LOOSE + HAND + 2 * builds)))
    most, idle = count_legal(position_state(best), 1), 0
    while idle < 120:
        attempt = change_card(best, chance)
        count = count_legal(position_state(attempt), 1) if attempt.possible else 0
        most, best, idle = (count, attempt, 0) if count > most else (most, best, idle + 1)
    return most, best


@worst
def test_no_climb_ends_higher(table: Busiest) -> None:
    state = state_of(table)
    chance = Random(table.what)
    most, layout_found = max(climb(chance, len(state.layout.builds)) for _ in range(4))
    assert most <= count_legal(state, 1), f"a worse table: {layout_found}"


@pytest.mark.parametrize("variant", ["classic", "royal", "draw"])
def test_fold_1000_events(benchmark: Any, variant: str) -> None:
    playout = Playout(variant, 2, 7, 0.05, target=1000).run(1000)
    words, opening = playout.table.match.codec, playout.table.match.opening
    events = [words.read(msgspec.json.encode(event)) for event in playout.log]

    def fold() -> Match:
        match = Match("match", opening)
        apply, ledger = match.apply, match.ledger
        for at, event in enumerate(events, 2):
            for fact in apply(event, at):
                fact.enter(ledger, at)
        return match

    assert benchmark(fold).ledger.totals == playout.table.match.ledger.totals

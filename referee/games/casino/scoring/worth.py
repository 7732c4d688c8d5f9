"""The points of a deal, item by item, in the order that decides the first side home (casino.end)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.cards import FRENCH
from referee.games.casino.params import CasinoOptions, CasinoParams
from referee.games.casino.results import check_casino, check_casino_stopped
from referee.games.casino.scoring.haul import ACES, BIG, LITTLE, SPADES, CasinoHaul, Holder
from referee.match.ledger import Item
from referee.match.results import ContestRules, Result

MANY_CARDS = 30
MANY_SPADES = 8
"""Cards and spades beyond which each is surplus (casino.surplus)."""

Step = tuple[Item, ...]
"""The items scored at the same time: one place of the order, for every side that has it."""


class Tariff(NamedTuple):
    """The items that a match scores, and their order."""

    each_spade: bool
    sweeps_last: bool
    sweeps: bool
    surplus: bool
    surplus_spades: bool


def tariff(params: CasinoParams, options: CasinoOptions) -> Tariff:
    """The tariff of a ruleset under these house rules."""
    return Tariff(options.each_spade, options.sweeps_last, params.sweeps, params.surplus, params.surplus_spades)


def count(have: CasinoHaul, by: Tariff) -> list[Step]:
    """The items of a deal in order."""
    spades = tuple(pile & SPADES for pile in have.piles)
    steps = [_most(have.cards, have.piles, 3, "casino.most-cards")]
    steps.append(_each_spade(have, spades) if by.each_spade else _most(have.spades, spades, 1, "casino.most-spades"))
    steps.append(_single(have.big, BIG, 2, "casino.big"))
    if not by.each_spade:
        steps.append(_single(have.little, LITTLE, 1, "casino.little"))
    steps += [_single(side, ace, 1, "casino.aces") for side, ace in zip(have.aces, ACES, strict=True)]
    if by.sweeps and not by.sweeps_last:
        steps.append(_sweeps(have))
    if by.surplus:
        steps.append(_beyond(have.cards, MANY_CARDS))
    if by.surplus_spades:
        steps.append(_beyond(have.spades, MANY_SPADES))
    if by.sweeps and by.sweeps_last:
        steps.append(_sweeps(have))
    return steps


def _most(figures: Sequence[int], cards: Sequence[int], points: int, rule: str) -> Step:
    """Points for the side with the highest figure; none if two have the same."""
    have = [side for side, figure in enumerate(figures) if figure == max(figures)]
    return (Item(have[0], points, rule, FRENCH.cards(cards[have[0]])),) if len(have) == 1 else ()


def _single(side: Holder, card: int, points: int, rule: str) -> Step:
    return () if side is None else (Item(side, points, rule, (FRENCH.name(card),)),)


def _each_spade(have: CasinoHaul, spades: Sequence[int]) -> Step:
    """One point for each spade, and one more for each of the two that count 2 (casino.most-spades)."""
    twice = (have.little, have.jack_of_spades)
    return tuple(
        Item(side, n + twice.count(side), "casino.most-spades", FRENCH.cards(spades[side]))
        for side, n in enumerate(have.spades)
        if n
    )


def _sweeps(have: CasinoHaul) -> Step:
    return tuple(
        Item(side, n, "casino.sweep", FRENCH.cards(have.swept[side])) for side, n in enumerate(have.sweeps) if n
    )


def _beyond(figures: Sequence[int], many: int) -> Step:
    return tuple(Item(side, n - many, "casino.surplus") for side, n in enumerate(figures) if n > many)


def points(steps: Iterable[Step], sides: int) -> list[int]:
    """The points of each side."""
    totals = [0] * sides
    for step in steps:
        for item in step:
            totals[item.side] += item.points
    return totals


def first_home(before: Sequence[int], steps: Sequence[Step], target: int) -> tuple[int, ...]:
    """The sides that reach the target first: none, one, or several that nothing parts.

    Scores step by step from the totals `before`. If one step takes several sides there, the higher total is ahead, and
    equal ones go on to the next step.
    """
    running = list(before)
    ahead: list[int] = []
    for step in [(), *steps]:
        for item in step:
            running[item.side] += item.points
        home = ahead or [side for side, total in enumerate(running) if total >= target]
        ahead = [side for side in home if running[side] == max(running[side] for side in home)]
        if len(ahead) == 1:
            break
    return tuple(ahead)


def places(totals: Sequence[int], first: Sequence[int] = ()) -> list[list[int]]:
    """The sides in order of their totals, equals together; `first` stand before all others."""
    rest = [side for side in range(len(totals)) if side not in first]
    groups = [[side for side in rest if totals[side] == total] for total in sorted({totals[s] for s in rest})[::-1]]
    return [list(first), *groups] if first else groups


def margin(totals: Sequence[int], winners: Sequence[int], factor: int) -> int:
    """The margin of the winner: its own total times `factor`, less the best other; never below 0, and 0 without one winner."""
    if len(winners) != 1:
        return 0
    others = [total for side, total in enumerate(totals) if side != winners[0]]
    return max(0, factor * totals[winners[0]] - max(others))


def factor(doubling: bool, deals: int) -> int:
    """The factor of the winner's total for the margin after so many deals (casino.doubling)."""
    return {1: 4, 2: 2}.get(deals, 1) if doubling else 1


def wins_behind(result: Result, winner: int, params: CasinoParams) -> bool:
    """True if this side may have won though another has more points.

    Several may reach the target in one deal, and the first to do so in the order of scoring wins. A single deal may be lost at
    once, whatever the points.
    """
    if params.single_deal:
        return len(result.points) == 2
    return result.points[winner] >= params.target


CASINO_CONTEST = ContestRules(wins_behind=wins_behind, check=check_casino, check_stopped=check_casino_stopped)

"""The same match twice: once by its cards, once with some of its hands entered by their figures."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from referee.errors import Impossible
from referee.match.facts import Fact
from tests.support.fishing import FishingPlayout
from tests.support.table import Table

Json = dict[str, Any]
FiguresOf = Callable[[Sequence[Fact], Table], Json]
"""(facts, table): the figures of a hand, from the facts of its cards."""


class PlayedHand(NamedTuple):
    """One hand as it was recorded by its cards: its events, and its figures after the count."""

    events: list[Json]
    figures: Json | None


def played_hands(table: Table, log: Sequence[Json], figures_of: FiguresOf) -> Iterator[PlayedHand]:
    """Plays a log at a table, and cuts it after each counted hand."""
    events: list[Json] = []
    facts: list[Fact] = []
    for event in log:
        hand_count = len(table.match.ledger.hands)
        facts += table.tell(event)
        events.append(event)
        if len(table.match.ledger.hands) > hand_count:
            yield PlayedHand(events, figures_of(facts, table))
            events, facts = [], []
    if events:
        yield PlayedHand(events, None)


def tell_twice(chance: Random, table: Table, twin: Table, log: Sequence[Json], figures_of: FiguresOf) -> None:
    """Plays a log at both tables, at the twin with hands cut off by their figures. Expects the same account of both."""
    for hand in played_hands(table, log, figures_of):
        cut = chance.choice((0, len(hand.events), chance.randrange(len(hand.events))))
        if hand.figures is None or cut == len(hand.events):
            cut = len(hand.events)
        for event in hand.events[:cut]:
            twin.tell(event)
        if cut < len(hand.events):
            assert hand.figures is not None
            refuse_wrong(chance, twin, hand.figures)
            twin.say("count", figures=hand.figures)
            assert twin.match.ledger.hands[-1].counted
        assert account(twin) == account(table)


def play_twice(chance: Random, playout: FishingPlayout[Any], figures_of: FiguresOf) -> None:
    """Plays a match grown from a seed twice, as `tell_twice` does."""
    table, twin = (Table(playout.ruleset, playout.seats, **playout.opening) for _ in range(2))
    tell_twice(chance, table, twin, playout.run().log, figures_of)


def account(table: Table) -> Json:
    """The account of a match, without its cards and without versions."""
    ledger = table.match.ledger
    hands = [
        (hand.hand, hand.points, hand.extra, [(item.side, item.points, item.rule) for item in hand.items])
        for hand in ledger.hands
    ]
    return {
        "totals": ledger.totals,
        "tallies": ledger.tallies,
        "hands": hands,
        "dealer": table.match.due_dealer(),
        "phase": table.match.phase,
        "result": ledger.result and msgspec.to_builtins(ledger.result),
    }


def refuse_wrong(chance: Random, table: Table, figures: Json) -> None:
    """Enters figures that are wrong in one place. The refusal names that place, and nothing has changed."""
    for place in wrong_places(figures):
        wrong = {**figures, place: _spoilt(chance, figures[place])}
        before = table.view()
        with pytest.raises(Impossible) as refusal:
            table.say("count", figures=wrong)
        assert refusal.value.flaws[0].path.startswith(f"$.figures.{place}"), (place, wrong, refusal.value.text)
        assert table.view() == before


def wrong_places(figures: Json) -> list[str]:
    """The figures that cannot change by one while the others stay."""
    return [name for name, value in figures.items() if name not in {"sweeps", "penalties"} and value is not None]


def _spoilt(chance: Random, value: Any) -> Any:
    """Adds one in one place of a list, or names a side that does not exist."""
    if not isinstance(value, list):
        return 9
    i = chance.randrange(len(value))
    return [9 if n is None else n + (9 if len(value) == 4 else 1) if j == i else n for j, n in enumerate(value)]

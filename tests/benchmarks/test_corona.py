"""Speed of the fold of a battle of Por la Corona: 300 events belong under 5 ms. Run with `make bench`."""

import json
from random import Random
from typing import Any

import pytest

from referee.games.corona.rules import PACK
from referee.match.aggregate import Match
from referee.match.events import Event, Opening, SeatTaken
from tests.support.corona_battle import corona, move, shuffle_packs
from tests.support.table import Table

EVENTS = 300
OPENING = Opening(ruleset="corona", seats=(SeatTaken("a"), SeatTaken("b")), params={})


def peaceful(chance: Random) -> list[Event]:
    """The first 300 events of a battle without attacks, with every drawn card named by the referee; fewer if it was shorter."""
    table = Table("corona", 2)
    packs, bottoms = shuffle_packs(chance)
    waiting: list[dict[str, Any]] = [{"type": "start", "shown": bottoms}, {"type": "deal", "packs": packs}]
    events: list[Event] = []
    while len(events) < EVENTS and table.match.ledger.status == "open":
        event = waiting.pop(0) if waiting else move(chance, table)
        if event["type"] == "attack":
            event["cards"] = []
        events.append(table.match.complete(table.match.codec.read(json.dumps(event).encode()), lambda: "seed"))
        table.tell(event)
        drawn_cards = corona(table).knowledge.last_draws[1 - event.get("seat", 0)].cards
        if event["type"] == "end_turn" and drawn_cards:
            waiting.append({"type": "draw", "seat": 1 - event["seat"], "card": PACK.name(drawn_cards)})
    return events


@pytest.fixture(scope="module")
def log() -> list[Event]:
    """A battle that lasted 300 events."""
    return next(events for seed in range(1000) if len(events := peaceful(Random(seed))) == EVENTS)


def fold(events: list[Event]) -> Match:
    match = Match("match", OPENING)
    ledger = match.ledger
    for at, event in enumerate(events, 2):
        for fact in match.apply(event, at):
            fact.enter(ledger, at)
    return match


def test_fold_a_battle_of_300_events(benchmark: Any, log: list[Event]) -> None:
    match = benchmark(fold, log)
    assert match.ledger.status == "open"


def test_check_and_fold_a_battle_of_300_events(benchmark: Any, log: list[Event]) -> None:
    def judge() -> Match:
        match = Match("match", OPENING)
        for event in log:
            match.decide(event, lambda _: match)
        return match

    assert benchmark(judge).version == EVENTS + 1

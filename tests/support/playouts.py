"""Random rounds of Hearts: the hands are dealt by chance, and the test decides the log's view of them."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from referee.cards import FRENCH
from tests.support.table import Table

Event = dict[str, Any]


def round_of(rng: Random, table: Table, irregular: float = 0.0) -> Iterator[Event]:
    """The events of a round, up to its end, for a table that gets each of them, with all hands in sight."""
    hand_count = len(table.match.ledger.hands)
    while table.match.ledger.status == "open" and len(table.match.ledger.hands) == hand_count:
        yield next_event(rng, table, irregular)


def next_event(rng: Random, table: Table, irregular: float = 0.0) -> Event:
    """The next event at a table that sees all hands: a legal one, or by a given share any card of the hand."""
    game = table.match.state
    if game.phase == "deal":
        pack = rng.sample(FRENCH.names, FRENCH.size)
        return {"type": "deal", "hands": [FRENCH.in_order(pack[seat :: game.seats]) for seat in range(game.seats)]}
    legal = table.moves()
    if game.phase == "pass":
        choice = rng.choice(legal)
        cards = FRENCH.in_order(rng.sample(choice["choose"]["cards"], 3))
        return {"type": "pass", "seat": choice["seat"], "cards": list(cards)}
    event: Event = rng.choice(legal)
    if event["card"] != "2C" and rng.random() < irregular:
        event["card"] = rng.choice(FRENCH.cards(game.knowledge.known_cards[event["seat"]]))
    return event


def dim(event: Event, seats: Sequence[int] = (), seats_passing: Sequence[int] = ()) -> Event:
    """The event for a log that sees only the hands dealt to some seats, and the passes of some seats."""
    if event["type"] == "deal":
        hands = [hand if seat in seats else None for seat, hand in enumerate(event["hands"])]
        return {**event, "hands": hands} if seats else {"type": "deal"}
    if event["type"] == "pass" and event["seat"] not in seats_passing:
        return {"type": "pass", "seat": event["seat"]}
    return event

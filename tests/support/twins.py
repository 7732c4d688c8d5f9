"""A second match with other places for the cards that a reader has not seen: the reader must get the same answers."""

from collections.abc import Iterator
from typing import Any

from referee.errors import ServiceRefusal
from referee.match.events import Retract
from referee.match.facts import Fact, MatchRestated
from tests.support.watched import Event, Run, WatchedRun, sum_of


def elsewhere(run: WatchedRun, reader: int | None) -> Run | None:
    """The same match with the cards that this reader has not seen exchanged, and the same course of events.

    None if no such match was found: a hand that holds other cards may break another rule.
    """
    for _ in range(6):
        exchange = [draw_exchange(run, cards) for cards in run.unseen(reader)]
        other = run.anew()
        try:
            for event in told_again(run, exchange):
                other.tell(event)
        except ServiceRefusal:
            continue
        if same_course(run, other) and run.entries != other.entries:
            return other
    return None


def in_another_order(run: WatchedRun) -> Run | None:
    """The same match with the undrawn cards in another order: each stands in the place of the one before.

    None if that is the same match: every card is drawn, or no order is known.
    """
    hands = run.game.knowledge.known_cards
    exchange = []
    for pack, cards in enumerate(run.unseen(None)):
        drawn_cards = sum_of(hands) if run.packs == 1 else hands[pack]
        rest = list(run.match.rules.pack.cards(cards & ~drawn_cards))
        exchange.append(dict(zip(rest, rest[1:] + rest[:1], strict=True)))
    other = run.anew()
    for event in told_again(run, exchange):
        other.tell(event)
    assert same_course(run, other)
    return other if other.entries != run.entries else None


def told_again(run: Run, exchange: list[dict[str, str]]) -> Iterator[Event]:
    """The events of a match with the hidden cards of its running hand exchanged. Hands that are over stay as they were."""
    since = run.match.ledger.hidden_from or 1
    for version, event in enumerate(run.said, 2):
        yield exchange_cards(event, exchange) if version >= since else event


def same_course(one: Run, other: Run) -> bool:
    """True if all readers saw the same course. If infractions are not shown yet, they may differ.

    A card that a `retract` leaves on the table, to be laid now, is visible to all.
    """
    if one.match.opening.infractions_shown == "hand_end":
        same = one.match.ledger.hidden_from == other.match.ledger.hidden_from
        return same and [*map(open_course, one.entries)] == [*map(open_course, other.entries)]
    return [*map(course, one.entries)] == [*map(course, other.entries)]


def open_course(entry: Any) -> tuple[Any, ...]:
    """The course for a reader without sight of infractions."""
    left = entry.facts if isinstance(entry.event, Retract) else ()
    return type(entry.event), *(fact for fact in left if not isinstance(fact, MatchRestated))


def draw_exchange(run: WatchedRun, cards: int) -> dict[str, str]:
    """Some of these cards, in each other's places."""
    names = list(run.match.rules.pack.cards(cards))
    some = run.chance.sample(names, min(len(names), run.chance.choice((2, 2, 3, 6))))
    return dict(zip(some, some[1:] + some[:1], strict=True))


def exchange_cards(event: Event, exchange: list[dict[str, str]]) -> Event:
    """An event with its hidden cards exchanged."""
    copy = dict(event)
    packs = len(exchange) > 1
    for field in {"hands", "stock", "packs", "pack", "cards", "card"} & event.keys():
        value = event[field]
        hides = field in {"hands", "stock", "packs", "pack"} or event["type"] in {"pass", "reveal", "draw"}
        if not hides or value is None:
            continue
        if field in {"hands", "packs"}:
            copy[field] = [
                hand and [exchange[seat if packs else 0].get(card, card) for card in hand]
                for seat, hand in enumerate(value)
            ]
        else:
            mine = exchange[event.get("seat", 0) if packs else 0]
            copy[field] = mine.get(value, value) if isinstance(value, str) else [mine.get(c, c) for c in value]
    return copy


def course(entry: Any) -> tuple[Any, ...]:
    """The public course: the kinds of facts, their seats and their status, without cards."""

    def kind(fact: Fact) -> tuple[Any, ...]:
        names = ("code", "seat", "side", "version", "status", "claim", "points", "how")
        how = getattr(getattr(fact, "evidence", None), "how", None)
        return type(fact).__name__, how, *(getattr(fact, name, None) for name in names)

    return entry.version, type(entry.event).__name__, *map(kind, entry.facts)

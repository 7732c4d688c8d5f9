"""Events that `strict` accepts are possible: for any seen hands, the other cards can be given out so that all of it is true."""

from itertools import chain, combinations
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import ServiceRefusal
from referee.match.knowledge import Assertion, HandKnowledge
from referee.match.registry import rulesets
from tests.support import by_legal
from tests.support.table import Table

ONE_PACK = [
    (name, seats)
    for name, rules in sorted(rulesets().items())
    for seats in rules.seats
    if type(Table(name, seats).match.state.knowledge).possible is HandKnowledge.possible
]
"""Every table with one pack; two packs have another judge (tests/properties/test_corona.py)."""
few = settings(max_examples=max(3, settings().max_examples // 10))


@pytest.mark.parametrize(("ruleset", "seats"), ONE_PACK)
@few
@given(st.integers(0, 10**6), st.integers(1, 150))
def test_what_was_accepted_can_be(ruleset: str, seats: int, seed: int, steps: int) -> None:
    chance = Random(f"{ruleset} {seats} {seed}")
    table = Table(ruleset, seats, enforcement="strict")
    for _ in range(steps):
        if table.match.ledger.status != "open":
            return
        if not say_if_due(table, seen_in_part(chance, table) or show_cards(chance, table)):
            by_legal.step(chance, by_legal.OnTable(table), figures=0, unseen=True)
        require_possible(table.match.state.knowledge, table.match.version)


def say_if_due(table: Table, event: dict[str, Any] | None) -> bool:
    """True if the event was to come, and was accepted."""
    try:
        return event is not None and bool(table.tell(event) or True)
    except ServiceRefusal:
        return False


def seen_in_part(chance: Random, table: Table) -> dict[str, Any] | None:
    """The deal that is due, without some hands and maybe without the rest of the pack; None if no deal is due."""
    legal = [entry for entry in table.legal() if entry["type"] == "deal" and entry.get("shuffle")]
    if not legal:
        return None
    match = table.match
    event = msgspec.json.encode(legal[0] | {"seed": str(chance.random())})
    deal = msgspec.to_builtins(match.complete(match.codec.read(event), str))
    hands = [hand if chance.random() < 0.5 else None for hand in deal.pop("hands")]
    for name in ("shuffle", "seed", *(["stock"] if chance.random() < 0.5 else [])):
        deal.pop(name, None)
    return {**deal, "hands": hands}


def show_cards(chance: Random, table: Table) -> dict[str, Any] | None:
    """Shows now and then some cards of a hand that it may hold."""
    judge = table.match.state.knowledge
    seat = chance.randrange(len(judge.size))
    hand = table.match.rules.pack.cards(judge.possible(seat))
    if chance.random() > 0.03 or not hand or not judge.size[seat]:
        return None
    cards = chance.sample(hand, chance.randint(1, min(3, len(hand), judge.size[seat])))
    return {"type": "reveal", "seat": seat, "cards": cards}


def require_possible(judge: HandKnowledge, now: int) -> None:
    """Fails unless every hand can be filled up with cards that it may hold, all at once, and the assertions of event `now` are
    true.

    An earlier assertion may have turned out wrong since: a card that shows so is accepted.
    """
    seats = range(len(judge.size))
    left = judge.pack & ~judge.laid_cards
    free = left
    for seat in seats:
        assert not judge.known_cards[seat] & (~free | judge.out[seat]), "a card known in a hand lies nowhere else"
        free &= ~judge.known_cards[seat]
    missing = [judge.size[seat] - judge.known_cards[seat].bit_count() for seat in seats]
    may = [judge.possible(seat) & free for seat in seats]
    for some in chain.from_iterable(combinations(seats, n) for n in range(1, len(seats) + 1)):
        theirs = 0
        for seat in some:
            theirs |= may[seat] if missing[seat] else 0
        assert sum(missing[seat] for seat in some) <= theirs.bit_count(), f"no cards are left for the hands of {some}"
    anywhere = 0
    for mask in may:
        anywhere |= mask
    assert (free & ~anywhere).bit_count() <= left.bit_count() - sum(judge.size), (
        "some card is in no hand and not left over"
    )
    for seat in seats:
        assert all(may_be_true(judge, seat, assertion) for assertion in judge.open[seat] if assertion.version == now)


def may_be_true(judge: HandKnowledge, seat: int, assertion: Assertion) -> bool:
    """True if the hand may be as it was asserted to be, as far as cards seen in it say; unseen cards are not counted."""
    if assertion.forbidden_cards & (judge.known_cards[seat] | assertion.seen_cards):
        return False
    masks = [mask & ~assertion.seen_cards for mask in assertion.present]
    return not masks or any(judge.may_hold(seat, mask) for mask in masks)

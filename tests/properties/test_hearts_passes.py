"""Hearts with hands and passes seen in part: cards are accepted exactly if they can have been dealt, passed and held so.

A card has one of eight places: one of four seats was dealt it, and kept it or passed it on. Each statement of the log about a
card leaves some of these, and the rules set the number of cards in each. Hall's theorem tests every set of places for this.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cards import FRENCH
from referee.errors import Impossible
from referee.games.hearts.events import HeartsDeal, Pass
from referee.games.hearts.rules import PASS_STEPS
from referee.match.events import Event, Play, Reveal
from tests.support.hearts import castillar, yppedia
from tests.support.table import Table

SEATS, EACH, PASSED = 4, 13, 3
ANYWHERE = (1 << 2 * SEATS) - 1
few = settings(max_examples=max(5, settings().max_examples // 4))


def kept_mask(seat: int) -> int:
    return 1 << seat


def passed_mask(seat: int) -> int:
    return 1 << SEATS + seat


def dealt_to(seat: int) -> int:
    return kept_mask(seat) | passed_mask(seat)


def ended_with(seat: int, step: int) -> int:
    return kept_mask(seat) | passed_mask((seat - step) % SEATS)


def could_be(events: Sequence[Event], step: int) -> bool:
    """True if the cards of this round can have been dealt and passed so that the whole record is true."""
    places = dict.fromkeys(FRENCH.names, ANYWHERE)
    passes = 0
    for event in events:
        over = not step or passes == SEATS
        match event:
            case HeartsDeal():
                for seat, hand in enumerate(event.hands or ()):
                    for card in hand or ():
                        places[card] &= dealt_to(seat)
            case Pass():
                passes += 1
                for card in event.cards or ():
                    places[card] &= passed_mask(event.seat)
            case Play(seat=seat, card=card):
                places[card] &= ended_with(seat, step)
            case Reveal(seat=seat, cards=cards):
                for card in cards:
                    places[card] &= ended_with(seat, step) if over else dealt_to(seat)
    room = [EACH - PASSED if step else EACH] * SEATS + [PASSED if step else 0] * SEATS
    groups = Counter(places.values())
    return all(
        sum(many for place, many in groups.items() if not place & ~some)
        <= sum(most for place, most in enumerate(room) if some >> place & 1)
        for some in range(ANYWHERE + 1)
    )


def accept(table: Table, event: dict[str, object]) -> bool:
    try:
        table.tell(event)
    except Impossible:
        return False
    return True


def show(rng: Random, table: Table, since: int, step: int) -> None:
    """A seat shows some cards that were not laid; they are accepted if they can be there."""
    judge = table.match.state.knowledge
    seat = rng.randrange(SEATS)
    left = [card for card in FRENCH.names if not judge.laid_cards & FRENCH.bit[card]]
    likely = [card for card in left if judge.may_hold(seat, FRENCH.bit[card])]
    from_ = likely if rng.random() < 0.9 and likely else left
    cards = FRENCH.in_order(rng.sample(from_, min(len(from_), rng.randint(1, 4))))
    can_be = could_be([*table.events[since:], Reveal(seat, tuple(cards))], step)
    assert accept(table, {"type": "reveal", "seat": seat, "cards": [*cards]}) == can_be


def a_pass(rng: Random, seat: int, hand: list[str] | None) -> dict[str, object]:
    return {"type": "pass", "seat": seat, "cards": rng.choice([None, None, rng.sample(hand or FRENCH.names, PASSED)])}


@pytest.mark.parametrize("open_match", [castillar, yppedia])
@few
@given(st.integers(0, 2**32 - 1).map(Random), st.integers(1, 4))
def test_what_is_accepted_could_have_been_dealt_and_passed(
    open_match: Callable[..., Table], rng: Random, number: int
) -> None:
    table = open_match(enforcement="strict")
    for _ in range(number - 1):
        table.say("count", figures={"points": [13, 5, 4, 4]})
    since, step = len(table.events), PASS_STEPS[number - 1]
    pack = rng.sample(FRENCH.names, FRENCH.size)
    hands = [sorted(pack[seat * EACH : (seat + 1) * EACH]) if rng.random() < 0.5 else None for seat in range(SEATS)]
    table.say("deal", hands=hands)
    for seat in rng.sample(range(SEATS), SEATS if step else 0):
        if rng.random() < 0.2:
            show(rng, table, since, step)
        if not accept(table, a_pass(rng, seat, hands[seat])):
            table.say("pass", seat=seat)
    while table.match.state.phase == "play":
        if rng.random() < 0.2:
            show(rng, table, since, step)
        moves = [move for move in table.moves() if move["type"] == "play"]
        assert moves, "somebody holds a card that may be played"
        table.tell(rng.choice(moves))
    assert could_be(table.events[since:], step)

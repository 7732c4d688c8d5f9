"""Cantes tell no reader a hidden card, nor a proof before its time: matches of Guiñote in which many are false.

A match is compared with its twins, in which the cards that a reader has not seen lie elsewhere. Where infractions are shown at
the end of the hand, the cards that a cante shows may lie elsewhere, too: each reader takes it at its word.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import permutations
from random import Random
from typing import Any

import pytest

from referee.errors import ServiceRefusal
from referee.games.guinote.state import CanteRecord, GuinoteState
from tests.properties.test_leaks import TAKEN, everything, readers
from tests.support.twins import elsewhere, same_course, told_again
from tests.support.watched import Event, Run, WatchedRun, less_told

MATCHES = 300
"""Matches of each number of seats among which twins are searched."""
PAIRS = 8
"""Pairs of a table that are compared."""
LATE = {"infractions_shown": "hand_end"}


def singing(seats: int, name: str, **opening: Any) -> Iterator[tuple[str, WatchedRun]]:
    """Matches in the middle of a hand with more than one cante, true or false, of new suits and of suits sung before."""
    for seed in range(MATCHES):
        chance = Random(f"{name} {seats} {seed}")
        run = WatchedRun("guinote", seats, chance, **opening)
        run.deal()
        for _ in range(chance.randrange(5 * seats, 9 * seats)):
            if not run.is_hidden() or not run.game.in_hand() or (any(doubtful(run)) and chance.random() < 0.3):
                break
            with suppress(ServiceRefusal):
                run.tell(cante(run))
            run.step()
        if run.is_hidden() and len(cantes(run)) > 1:
            yield f"match {seed}", run


def cante(run: WatchedRun) -> Event:
    """A cante after a trick, often of a suit that some hand can sing or that was sung before; it may be refused."""
    chance, state = run.chance, run.game
    assert isinstance(state, GuinoteState)
    pairs, hands = state.deck.pairs, state.knowledge.known_cards
    suits = [suit for suit in "OCEB" if any(hand & pairs[suit] == pairs[suit] for hand in hands)] * 3
    suits += [cante.suit for cante in cantes(run) if cante.suit]
    suit = chance.choice(suits if suits and chance.random() < 0.9 else "OCEB")
    seat = chance.choice(state.partners(state.side(state.winner)))
    event: Event = {"type": "cante", "seat": seat, "value": 20, "suit": suit}
    if suit == state.deck.letter[state.triunfo]:
        event["value"] = 40
    elif chance.random() < 0.3:
        del event["suit"]
    return event


def cantes(run: Run) -> Sequence[CanteRecord]:
    """The cantes of the hand in play."""
    state = run.game
    assert isinstance(state, GuinoteState)
    return [cante for cante in state.cantes if cante.hand == state.hand]


def doubtful(run: Run) -> Iterator[tuple[CanteRecord, CanteRecord]]:
    """Pairs of cantes in which two seats have shown one suit, in the hand in play."""
    shows = [cante for cante in cantes(run) if cante.pair]
    return ((one, two) for one, two in permutations(shows, 2) if one.seat != two.seat and one.pair == two.pair)


def with_another_singer(run: WatchedRun, reader: int | None) -> Run | None:
    """The same match with a pair that two seats have shown in the hand of the other; None if this reader sees where it is."""
    (unseen_cards,) = run.unseen(reader)
    names, hands = run.match.rules.pack.cards, run.game.knowledge.known_cards
    for one, two in doubtful(run):
        if hands[one.seat] & one.pair == one.pair & unseen_cards == one.pair:
            cards = names(hands[two.seat] & unseen_cards)
            exchange = dict(zip(names(one.pair), run.chance.sample(cards, 2), strict=True)) if len(cards) > 1 else {}
            other = run.anew()
            with suppress(ServiceRefusal):
                for event in told_again(run, [exchange | {card: name for name, card in exchange.items()}]):
                    other.tell(event)
                if same_course(run, other) and run.entries != other.entries:
                    return other
    return None


def compare(run: WatchedRun, other: Run, reader: int | None, place: str) -> None:
    """Asserts that this reader gets the same answers from both matches: from logs that know all hands, and some."""
    seats = run.game.seats
    seats_known = run.chance.sample(range(seats), run.chance.randrange(seats))
    for one, two in ((run, other), (less_told(run, seats_known), less_told(other, seats_known))):
        if one is not None and two is not None and same_course(one, two):
            for here, there in zip(everything(one, reader), everything(two, reader), strict=True):
                assert here == there or TAKEN in {here[1], there[1]}, f"{place}, reader {reader}"


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("opening", [{}, LATE], ids=["at once", "hand end"])
def test_no_answer_tells_where_the_cards_of_cantes_lie(seats: int, opening: dict[str, Any]) -> None:
    count = 0
    for what, run in singing(seats, "sung", **opening):
        reader = run.chance.choice(readers(run))
        other = elsewhere(run, reader)
        if other is not None:
            count += 1
            compare(run, other, reader, what)
        if count == PAIRS:
            return
    raise AssertionError(f"{count} matches")


@pytest.mark.parametrize("seats", [2, 4])
def test_none_tells_before_the_end_of_the_hand_which_of_two_seats_has_shown_a_suit(seats: int) -> None:
    count = 0
    for what, run in singing(seats, "twice", **LATE):
        for reader in readers(run):
            other = with_another_singer(run, reader)
            if other is not None:
                count += 1
                compare(run, other, reader, what)
        if count >= PAIRS:
            return
    raise AssertionError(f"{count} matches")

"""The judge of Hearts is exact: a solver that keeps all deals which fit the log agrees (`tests.support.exact.hearts`)."""

import msgspec
import pytest

from referee.games.hearts.events import Pass, Timeout
from referee.match.events import Event, Play, Reveal
from tests.support.exact.hearts import PACK
from tests.support.exact.hearts_rounds import HeartsStory
from tests.support.exact.questions import (
    due,
    is_taken,
    notes_in_failures,
    require_all_told,
    require_answer,
    require_told_later,
)

MATCHES = 130
LONG = 3_100
ASKED = 0.08
"""The share of steps at which the possible events are asked too."""


@pytest.mark.parametrize("seed", range(MATCHES))
def test_judge_is_exact(seed: int) -> None:
    play(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(MATCHES, MATCHES + LONG))
def test_judge_is_exact_in_the_long_run(seed: int) -> None:
    play(seed)


def play(seed: int) -> None:
    """Tells a table some rounds, and compares it with the solver after every event."""
    story = HeartsStory(seed)
    story.told_rounds()
    with notes_in_failures(story):
        while story.goes_on:
            story.step()
            check_judgement(story)
            if story.phase in ("pass", "play") and story.chance.random() < ASKED:
                check_requests(story)
        looked_back_at(story)


def looked_back_at(story: HeartsStory) -> None:
    """After the last round, claims about it are decided too. The hands of a match that was left may still be shown."""
    for _ in range(4 if story.deals.plays else 0):
        if story.end == "withdraw":
            story.chance.choice((story.claim, story.reveal, story.rule))()
        else:
            story.claim()
        check_judgement(story)


def check_judgement(story: HeartsStory) -> None:
    """Assertions stand as the solver has them: infractions and claims, and what a reader is told of them."""
    deals, match, status = story.deals, story.table.match, story.status
    if story.end in ("", "withdraw"):
        for assertion in deals.said:
            key = assertion.code, assertion.seat, assertion.version
            if status.get(key, "open") == "open":
                status[key] = "proven" if deals.is_false(assertion) else "held" if deals.is_true(assertion) else "open"
    proofs = {(i.code, i.seat, i.version) for i in match.ledger.infractions if i.status == "proven"} & status.keys()
    rulings = {key for key in status if status[key] == "ruled"}
    mine = {key for key in status if status[key] == "proven"}
    assert proofs - rulings == mine, proofs - rulings ^ mine
    for claim in match.ledger.claims:
        decision = due(claim, status)
        if decision == "pending" and story.end == "redeal":
            decision = "rejected"
        if claim.claim in story.dropped_claims:
            decision = "rejected"
        assert decision in (None, claim.status), claim
    if match.ledger.hidden_from is None:
        require_all_told(match, story.visible)
    elif story.late:
        require_told_later(match, story.visible)
    apart = story.readers_match.apart
    if story.follows and story.chance.random() < ASKED:
        apart = story.readers_match.differences()
    assert not apart, apart


def check_requests(story: HeartsStory) -> None:
    """Possible and impossible events are those of the deals that fit: for the referee, for a reader, and for a player."""
    assert story.deals.fits()
    if story.phase == "play":
        plays(story)
    for seat in range(story.seats):
        cards = tuple(story.chance.sample(PACK, story.chance.randrange(1, 3)))
        fits = story.deals.may_hold(seat, cards)
        assert (is_taken(story.table.match, Reveal(seat, cards)) is not None) == fits, (seat, cards)
    if story.player is not None:
        sent_by_a_player(story, story.player)


def plays(story: HeartsStory) -> None:
    deals, turn, match = story.deals, story.deals.turn, story.table.match
    legal = {(event.seat, event.card) for event in match.legal() if isinstance(event, Play)}
    listing = {(event.seat, event.card) for event in match.legal(story.visible) if isinstance(event, Play)}
    for seat in range(story.seats) if turn is None else (turn,):
        for card in story.chance.sample(PACK, 8):
            regular = deals.is_regular(seat, card)
            fits = deals.may_hold(seat, [card]) and (bool(deals.plays) or card == "2C")
            assert is_taken(match, Play(seat, card)) == (regular if fits else None), (seat, card)
            assert ((seat, card) in legal) == regular, (seat, card)
            assert ((seat, card) in listing) == story.reader.is_regular(seat, card), (seat, card, story.visible)


def sent_by_a_player(story: HeartsStory, seat: int) -> None:
    """An event of a player is judged by the knowledge of that seat, or else left to the referee to record."""
    match, deals, chance = story.table.match, story.reader, story.chance
    events: dict[Event, tuple[bool, bool]] = {}
    if story.phase == "pass" and seat not in match.table(story.visible).passed:  # type: ignore[attr-defined]
        hand = sorted(story.hands[seat])
        for cards in (chance.sample(PACK, 3), chance.sample(hand, 3), [*chance.sample(hand, 2), chance.choice(PACK)]):
            if len(set(cards)) == len(cards):
                fits = deals.may_hold(seat, cards)
                events[Pass(seat, tuple(cards))] = fits, fits
    elif story.phase == "play" and deals.turn in (None, seat):
        for card in chance.sample(PACK, 8):
            fits = deals.may_hold(seat, [card]) and (bool(deals.plays) or card == "2C")
            regular = fits and deals.is_regular(seat, card)
            events[Play(seat, card)] = fits, regular
            if story.has_clock:
                events[Timeout(seat, card)] = regular, regular
    for event, (fits, regular) in events.items():
        require_answer(match, event, story.visible, fits=fits, regular=regular)
    if story.follows:
        assert not story.readers_match.answers_apart(msgspec.to_builtins(list(events)))

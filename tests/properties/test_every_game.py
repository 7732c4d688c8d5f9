"""Properties of every game, in matches grown from legal moves: no game is named here, and a new one is tested by itself."""

from collections.abc import Callable
from functools import partial
from operator import add
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from referee.audit.audit import audit
from referee.errors import Irregular, MatchOver, ServiceRefusal
from referee.match.aggregate import Match
from referee.match.entries import line
from referee.match.facts import HandDealt, HandScored
from referee.match.redaction import shown_json, visible_line
from referee.match.state import ALL, NOBODY
from tests.support.grown import LONGEST, TABLES, Grown, options, regular
from tests.support.logged import state

every_table = pytest.mark.parametrize(("ruleset", "seats"), TABLES)
few = settings(max_examples=max(3, settings().max_examples // 15))
SEEDS = st.integers(0, 10**6)
STEPS = st.integers(0, 160)
WHOLE = ("dealer", "hands", "hand_sizes", "params", "phase", "score", "status", "table", "turn")
"""Fields in which a view describes the table, for any history of the log."""


def grown_by(steps: SearchStrategy[int]) -> Callable[[Callable[[Grown], None]], Callable[..., None]]:
    """Runs a test with matches of every game, at every number of seats, grown by so many steps."""

    def every_game(test: Callable[[Grown], None]) -> Callable[..., None]:
        def grown(ruleset: str, seats: int, seed: int, steps: int) -> None:
            test(Grown(ruleset, seats, seed).grow(steps))

        grown.__name__, grown.__qualname__, grown.__doc__ = test.__name__, test.__qualname__, test.__doc__
        whole_test: Callable[..., None] = every_table(few(given(SEEDS, steps)(grown)))
        return whole_test

    return every_game


every_match, every_whole_match = grown_by(STEPS), grown_by(st.just(LONGEST))


def readers(match: Match) -> list[int]:
    """The public, each seat, and the referee: the hands that each may see."""
    return [NOBODY, *(1 << seat for seat in range(len(match.opening.seats))), ALL]


@every_whole_match
def test_a_legal_match_ends_and_breaks_no_rule(grown: Grown) -> None:
    """An event that is listed and then refused in strict fails the test. A seat may still forget a duty to speak."""
    ledger = grown.match.ledger
    assert all(infraction.seat != grown.match.state.author(infraction.version) for infraction in ledger.infractions)
    assert ledger.result
    assert sorted(seat for place in ledger.result.ranking for seat in place) == [*range(len(grown.match.opening.seats))]
    assert grown.match.rules.clause(ledger.result.reason)


@every_whole_match
def test_nothing_is_legal_once_it_is_over(grown: Grown) -> None:
    for visible in readers(grown.match):
        assert list(grown.match.legal(visible)) == []
    for event in {type(event): event for event in grown.events}.values():
        with pytest.raises(MatchOver):
            grown.match.copy().decide(event, partial(Match.fold, "match", grown.entries))


@every_whole_match
def test_points_total_as_the_hands_say(grown: Grown) -> None:
    """The points of a hand are the sum of its items, and equal the gain of the totals since it was dealt."""
    clause = grown.match.rules.clause
    before: list[int] = []
    for version, fact in grown.facts:
        totals = grown.past[version - 1].ledger.totals
        if isinstance(fact, HandDealt):
            before = totals
        if isinstance(fact, HandScored) and fact.points is not None:
            assert list(fact.totals) == totals
            gains = (0 if fact.extra else n for n in fact.points)
            assert totals == [*map(add, before, gains)]
            assert all(clause(item.rule) for item in fact.items), fact
            sums = [sum(item.points for item in fact.items if item.side == side) for side in range(len(totals))]
            assert list(fact.points) == sums


@every_table
@few
@given(SEEDS, STEPS)
def test_cards_are_conserved(ruleset: str, seats: int, seed: int, steps: int) -> None:
    """Cards of a hand are at every step known, in no other hand, and nowhere else."""
    grown = Grown(ruleset, seats, seed)
    for _ in range(steps):
        if not grown.open:
            return
        grown.tell(grown.next())
        judge = grown.match.state.knowledge
        for seat in range(seats):
            assert not judge.known_cards[seat] & ~judge.possible(seat)
            assert judge.complete(seat), "the service has dealt"
            assert not judge.known_cards[seat] & judge.out[seat]


@every_match
def test_replay_equals_live(grown: Grown) -> None:
    back = max(2, grown.match.version - 5)
    if grown.match.version > back:
        grown.say("retract", to=back, reason="mal apuntado")
        grown.grow(3)
    fold = grown.fold()
    assert state(fold) == state(grown.match)
    report = audit(fold, grown.entries, [line(entry) for entry in grown.entries])
    assert report.chain.intact
    assert report.differences == []


@every_match
def test_events_facts_and_views_survive_json(grown: Grown) -> None:
    match = grown.match
    for event in grown.events:
        assert match.codec.read(msgspec.json.encode(event)) == event
    facts = msgspec.json.Decoder(match.codec.facts)
    for _, fact in grown.facts:
        assert facts.decode(msgspec.json.encode(fact)) == fact
    for visible in readers(match):
        data = msgspec.json.encode(match.view(visible))
        assert msgspec.json.encode(msgspec.json.decode(data)) == data
        msgspec.json.encode(list(match.legal(visible)))


@every_match
def test_copies_are_independent(grown: Grown) -> None:
    live_match = grown.match
    before = state(live_match)
    grown.grow(40)
    assert state(live_match) == before


@every_match
def test_check_agrees_with_legal(grown: Grown) -> None:
    """Listed cards of a move that a card tells whole break no rule, and every other card of the pack does."""
    match = grown.match
    options_listed = options(match)
    moves = [option for option in options_listed if "choose" not in option]
    assert all(regular(match, grown.fill(option)) for option in options_listed)
    for kind, seat in {(move["type"], move["seat"]) for move in moves if move.keys() == {"type", "seat", "card"}}:
        for card in match.rules.pack.names:
            move = {"type": kind, "seat": seat, "card": card}
            assert regular(match, move) == (move in moves), move


@every_match
def test_a_refusal_changes_nothing_and_offers_what_is_legal(grown: Grown) -> None:
    match = grown.match
    before = state(match)
    for event in {type(event): event for event in grown.events}.values():
        try:
            match.copy().decide(event, partial(Match.fold, "match", grown.entries))
        except Irregular as event_tried:
            assert match.rules.clause(event_tried.rule or "")
            assert all(option in list(match.legal()) for option in event_tried.extra["alternatives"])
        except ServiceRefusal as event_tried:
            assert event_tried.text.es and event_tried.text.en
    assert state(match) == before


@every_table
@few
@given(SEEDS, STEPS, st.integers(1, 40))
def test_a_retract_restores(ruleset: str, seats: int, seed: int, steps: int, back: int) -> None:
    grown = Grown(ruleset, seats, seed).grow(steps)
    if grown.match.version == 1:
        return
    to = max(1, grown.match.version - back)
    then = msgspec.to_builtins(grown.past[to - 1].view())
    legal = msgspec.to_builtins(list(grown.past[to - 1].legal()))
    grown.say("retract", to=to, reason="mal apuntado")
    now = grown.view()
    assert {field: now[field] for field in WHOLE} == msgspec.json.decode(
        msgspec.json.encode({field: then[field] for field in WHOLE})
    )
    assert grown.legal() == msgspec.json.decode(msgspec.json.encode(legal))


@every_match
def test_no_seat_sees_the_hand_of_another(grown: Grown) -> None:
    match = grown.match
    if match.ledger.hidden_from is None:
        return
    judge = match.state.knowledge
    for visible in readers(match)[:-1]:
        for seat, hand in enumerate(match.view(visible).hands):
            may_see = judge.known_cards[seat] if visible >> seat & 1 else judge.known_cards[seat] & judge.face_up[seat]
            assert not match.rules.pack.mask(hand or ()) & ~may_see
        for entry in grown.entries[match.ledger.hidden_from - 1 :]:
            assert b'"seed":"' not in shown_json(match, entry, visible)
            assert hides_only(visible_line(match, entry, visible), line(entry))


def hides_only(part: Any, whole: Any) -> bool:
    """True if `part` is `whole` with null in place of some values, as `Secrecy` promises."""
    if part is None or part == whole:
        return True
    if isinstance(part, dict) and isinstance(whole, dict):
        return part.keys() <= whole.keys() and all(hides_only(part[key], whole[key]) for key in part)
    if isinstance(part, list | tuple) and isinstance(whole, list | tuple) and len(part) == len(whole):
        return all(map(hides_only, part, whole))
    return False

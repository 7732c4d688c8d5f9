"""Properties of every match of Hearts, for any cards and any part of them that the log sees."""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from referee.cards import FRENCH
from referee.errors import Impossible, ServiceRefusal
from referee.games.hearts.rules import POINT_CARDS
from referee.games.hearts.state import HeartsState
from referee.match.events import Play
from referee.match.facts import HandScored, InfractionProven, TrickTaken
from referee.match.state import ALL, NOBODY, State
from tests.support.hearts import STEPS
from tests.support.logged import LoggedTable, state
from tests.support.playouts import Event, dim, next_event, round_of
from tests.support.table import Table

Open = Callable[[], LoggedTable]


@st.composite
def openings(draw: st.DrawFn, enforcement: str = "record", clock: bool = False) -> Open:
    """Openings of a match: short ones of either ruleset, two seats or four."""
    ruleset, seats = draw(st.sampled_from([("hearts.castillar", 2), ("hearts.castillar", 4), ("hearts.yppedia", 4)]))
    limits = st.integers(1, 80)
    if ruleset == "hearts.castillar":
        params = {"limit": draw(limits), "rounds": draw(st.integers(1, 2))}
    else:
        params = {"closing_score": draw(limits)} | ({"turn_seconds": 20} if clock else {})
    first_dealer = draw(st.integers(0, seats - 1))
    return lambda: LoggedTable(ruleset, seats, params=params, first_dealer=first_dealer, enforcement=enforcement)


chance = st.integers(0, 2**32 - 1).map(Random)
"""Whole matches are too long to be drawn card by card: one seed gives each."""


def play(rng: Random, table: Table, rounds: int = 3, irregular: float = 0.0) -> None:
    """Plays so many rounds, or to the end of the match."""
    for _ in range(rounds):
        if table.match.ledger.status != "open":
            return
        for event in round_of(rng, table, irregular):
            table.tell(event)


def facts_of(table: Table, kind: type[Any]) -> list[Any]:
    return [fact for _, fact in table.facts if isinstance(fact, kind)]


@given(openings(enforcement="strict"), chance)
def test_a_round_is_worth_26_or_a_moon(open_match: Open, rng: Random) -> None:
    table = open_match()
    play(rng, table)
    seats = table.match.state.seats
    totals = [0] * seats
    for score in facts_of(table, HandScored):
        moon = sorted([0] + [26] * (seats - 1)), sorted([-26] + [0] * (seats - 1))
        assert sum(score.points) == 26 or sorted(score.points) in moon
        assert sum(item.points for item in score.items) == sum(score.points)
        if not score.extra:
            totals = [total + points for total, points in zip(totals, score.points, strict=True)]
        assert list(score.totals) == totals
    assert table.match.ledger.totals == totals


@given(openings(enforcement="strict"), chance)
def test_every_card_is_played_once_a_round_and_nothing_is_irregular(open_match: Open, rng: Random) -> None:
    table = open_match()
    play(rng, table, 1)
    cards_played = [card for trick in facts_of(table, TrickTaken) for card in trick.cards]
    assert sorted(cards_played) == sorted(FRENCH.names)
    assert sum(trick.points for trick in facts_of(table, TrickTaken)) == 26
    assert table.match.ledger.infractions == []
    assert table.match.state.knowledge.size == [0] * table.match.state.seats


@given(openings(), chance)
def test_a_match_folded_from_its_log_is_the_match_that_was_played(open_match: Open, rng: Random) -> None:
    for table in meddle(rng, open_match, 150):
        if rng.random() < 0.1:
            assert state(table.fold()) == state(table.match)
    assert state(table.fold()) == state(table.match)


@given(openings(), chance)
def test_infractions_are_open_only_while_a_claim_is_pending(open_match: Open, rng: Random) -> None:
    for table in meddle(rng, open_match, 100):
        ledger = table.match.ledger
        pending = {(claim.against, claim.at) for claim in ledger.claims if claim.status == "pending"}
        assert {(i.seat, i.version) for i in ledger.infractions if i.status == "open"} <= pending
        for claim in ledger.claims:
            is_proven = bool(ledger.proven_infractions(claim.against, claim.at))
            assert is_proven == (claim.status == "upheld") or claim.status == "rejected"


def meddle(rng: Random, open_match: Open, events: int) -> Iterator[LoggedTable]:
    """A match with some hands visible to the log, and with many words of the referee; yields after each event."""
    oracle, table = open_match(), open_match()
    seats_seen = rng.sample(range(4), rng.randint(0, 4))
    for _ in range(events):
        if table.match.ledger.status != "open":
            return
        if rng.random() < 0.8:
            event = next_event(rng, oracle, irregular=0.3)
            table.tell(dim(event, seats_seen, seats_seen))
            oracle.tell(event)
        else:
            event = word_of_the_referee(rng, oracle, table)
            try:
                table.tell(event)
            except ServiceRefusal:
                continue
            try:
                oracle.tell(event)
            except ServiceRefusal:
                # It knows more, and has decided this claim already; versions have to keep step.
                oracle.tell({"type": "note", "text": "nada"})
        yield table


def word_of_the_referee(rng: Random, oracle: Table, table: Table) -> Event:
    """Something that a referee may record at any time; it may well be refused."""
    game = oracle.match.state
    seat, version = rng.randrange(game.seats), table.match.version
    back = rng.choice(
        [version, version, max(1, version - 1), max(1, version - rng.randint(1, 12)), rng.randint(1, version)]
    )
    hand = FRENCH.cards(game.knowledge.known_cards[seat])
    author = game.author(back)
    against = (seat + 1) % game.seats if author is None else author
    return rng.choice(
        [
            {"type": "note", "text": "nada"},
            {"type": "redeal", "reason": ""},
            {"type": "change", "seat": seat},
            {"type": "sanction", "seat": seat, "card": rng.choice(["yellow", "black"]), "reason": ""},
            {"type": "reveal", "seat": seat, "cards": rng.sample(hand, rng.randint(0, len(hand)))},
            *[{"type": "claim", "by": (against + 1) % 2, "against": against, "kind": "revoke", "at": back}] * 3,
            {"type": "ruling", "claim": f"c{rng.randint(1, 3)}", "upheld": rng.random() < 0.5, "reason": ""},
            {"type": "retract", "to": back, "reason": ""},
        ]
    )


@given(openings(), chance, chance)
def test_a_retract_equals_never_having_been(open_match: Open, rng: Random, detour: Random) -> None:
    ours, theirs = open_match(), open_match()
    events = []
    for event in round_of(rng, theirs, irregular=0.2):
        theirs.tell(event)
        events.append(event)
    fork = detour.randrange(len(events))
    for event in events[:fork]:
        ours.tell(event)
    version = ours.match.version
    for event in [
        *events[fork : fork + detour.randint(1, 60)],
        *(word_of_the_referee(detour, ours, ours) for _ in "123"),
    ]:
        try:
            ours.tell(event)
        except ServiceRefusal:
            continue
    ours.tell({"type": "retract", "to": version, "reason": ""})
    straight = open_match()
    for event in events[:fork]:
        straight.tell(event)
    assert what_counts(ours) == what_counts(straight)
    for event in events[fork:]:
        ours.tell(event)
    assert ours.match.ledger.totals == theirs.match.ledger.totals
    assert len(ours.match.ledger.infractions) == len(theirs.match.ledger.infractions)
    assert state(ours.fold()) == state(ours.match)


def what_counts(table: LoggedTable) -> dict[str, Any]:
    """Everything but the position in the log and the secrets."""
    account = state(table.match)
    ledger = account["ledger"].copy()
    ledger.hidden_from = ledger.never_over = None
    return {**account, "version": 0, "ledger": ledger}


@given(openings(), chance, st.sampled_from(["known", "partly", "unknown"]))
def test_legal_check_and_apply_agree_on_all_52_cards_at_every_step(open_match: Open, rng: Random, sees: str) -> None:
    oracle, table = open_match(), open_match()
    seats_seen = {"known": range(4), "partly": [0, 2], "unknown": []}[sees]
    for event in round_of(rng, oracle, irregular=0.2):
        oracle.tell(event)
        table.tell(dim(event, seats_seen, seats_seen))
        if table.match.state.phase == "play":
            agree(rng, table)


def agree(rng: Random, table: Table) -> None:
    """Compares every card of the pack, from every seat, with `legal`; and some of them with the findings of `apply`."""
    match = table.match
    legal = {(event["seat"], event["card"]) for event in table.moves()}
    regular: list[Play] = []
    irregular: list[Play] = []
    for seat, name in product(range(match.state.seats), FRENCH.names):
        try:
            breach = match.check(Play(seat, name), match.version + 1)
        except Impossible:
            assert (seat, name) not in legal
            continue
        assert (breach is None) == ((seat, name) in legal)
        (irregular if breach else regular).append(Play(seat, name))
    for card in rng.sample(regular, 1):
        assert not is_convicting(table, card)
    for card in rng.sample(irregular, min(2, len(irregular))):
        assert is_convicting(table, card) or breaks_one_of_two(match.state, card)


def breaks_one_of_two(state: State, play: Play) -> bool:
    """True if a card of points in the first trick breaks one of two rules, and the log may not prove which."""
    assert isinstance(state, HeartsState)
    card = FRENCH.bit[play.card]
    points = state.first and bool(state.led_suit) and bool(card & POINT_CARDS & ~state.led_suit)
    return points and not state.knowledge.complete(play.seat)


def is_convicting(table: Table, card: Play) -> bool:
    """True if the play of the card proves an infraction by it at once."""
    at = table.match.version + 1
    facts = table.match.copy().apply(card, at)
    return any(isinstance(fact, InfractionProven) and fact.version == at for fact in facts)


@given(openings(), chance, st.lists(st.integers(0, 3), unique=True))
def test_known_and_unknown_hands_are_convicted_of_the_same(open_match: Open, rng: Random, some: list[int]) -> None:
    whole, partly, unknown = open_match(), open_match(), open_match()
    for event in round_of(rng, whole, irregular=0.4):
        whole.tell(event)
        partly.tell(dim(event, some, some))
        unknown.tell(dim(event))
    proofs = [
        {(code, seat, at) for code, seat, at, _ in table.proven_infractions()} for table in (whole, partly, unknown)
    ]
    assert proofs[0] == proofs[1] == proofs[2]
    assert all(at == proven_at for _, _, at, proven_at in whole.proven_infractions())
    assert all(at <= proven_at for _, _, at, proven_at in unknown.proven_infractions())
    assert whole.match.ledger.totals == unknown.match.ledger.totals


@given(openings(), chance)
def test_the_public_sees_no_more_than_a_log_that_saw_no_hand(open_match: Open, rng: Random) -> None:
    whole, unknown = open_match(), open_match()
    for event in round_of(rng, whole):
        whole.tell(event)
        unknown.tell(dim(event))
        same_to(NOBODY, whole, unknown)


@given(openings(), chance, st.integers(0, 3))
def test_a_seat_sees_no_more_than_a_log_that_saw_its_hand(open_match: Open, rng: Random, seat: int) -> None:
    whole, its_own = open_match(), open_match()
    seats = whole.match.state.seats
    seat %= seats
    for event in round_of(rng, whole):
        whole.tell(event)
        to = its_own.match.state.phase == "pass" and STEPS[(whole.match.state.hand - 1) % 4]
        its_own.tell(dim(event, [seat], [seat, (seat - to) % seats]))
        same_to(1 << seat, whole, its_own)


def same_to(visible: int, one: LoggedTable, other: LoggedTable) -> None:
    """Compares the answers that a reader can ask of two tables, while a hand is in progress."""
    if one.match.ledger.hidden_from is None:
        return
    assert one.view(visible) == other.view(visible)
    assert one.moves(visible) == other.moves(visible)
    assert [plain(line) for line in one.lines(visible)[-2:]] == [plain(line) for line in other.lines(visible)[-2:]]


def plain(line: dict[str, Any]) -> dict[str, Any]:
    """A line without its hash and its nulls."""
    return {key: value for key, value in line.items() if key != "hash" and value is not None}


@given(openings(), chance)
def test_no_card_of_a_hidden_hand_is_told(open_match: Open, rng: Random) -> None:
    table = open_match()
    for event in round_of(rng, table, irregular=0.3):
        table.tell(event)
        if rng.random() < 0.2 and table.match.state.phase == "play":
            reveal(rng, table)
        if table.match.ledger.hidden_from is not None:
            hand_cards = {card for hand in table.view(ALL)["hands"] for card in hand or ()}
            texts_told = texts(table.view(NOBODY)) | texts(
                [line for line in table.lines(NOBODY) if line["type"] != "open"]
            )
            assert not texts_told & hand_cards


def reveal(rng: Random, table: Table) -> None:
    seat = rng.randrange(table.match.state.seats)
    hand = table.view()["hands"][seat]
    if hand:
        table.say("reveal", seat=seat, cards=rng.sample(hand, rng.randint(0, len(hand))))


def texts(node: Any) -> set[str]:
    """Every text in an answer."""
    if isinstance(node, dict):
        return set().union(*map(texts, node.values())) if node else set()
    if isinstance(node, list):
        return set().union(*map(texts, node)) if node else set()
    return {node} if isinstance(node, str) else set()

"""Properties of every match of Guiñote: play-outs by chance, known and unknown, legal and not."""

import json
import random
from collections.abc import Iterator
from itertools import chain
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import SPANISH_40
from referee.errors import Impossible
from referee.games.guinote.events import Cante, Exchange, GuinoteDeal
from referee.games.guinote.handlers.exchange import is_open
from referee.games.guinote.state import GuinoteState
from referee.match.aggregate import Match
from referee.match.entries import Entry
from referee.match.events import Event, Play
from referee.match.facts import Fact, HandScored, InfractionProven, TrickTaken
from referee.match.redaction import shown_fact
from tests.support.guinote_table import PlayOut, house
from tests.support.table import Table

SEEDS = st.integers(0, 2**32)
SEATS = st.sampled_from([4, 4, 4, 2])


def game(table: Table) -> GuinoteState:
    game_state = table.match.state
    assert isinstance(game_state, GuinoteState)
    return game_state


def steps(out: PlayOut, hands: int = 3) -> Iterator[None]:
    """Plays this many hands, or the coto if it is shorter; yields after every event."""
    for _ in range(hands):
        if out.over:
            return
        out.deal()
        yield
        while out.truth.match.state.in_hand():
            out.step()
            yield


# Every step


@given(SEEDS, SEATS, st.sampled_from([(0, 1, 2, 3), (0, 1), (2,), ()]))
def test_legal_and_check_agree_on_all_cards(seed: int, seats: int, known_seats: tuple[int, ...]) -> None:
    out = PlayOut(seed, seats=seats, irregular=0.1, params=house(seed))
    table = out.also(*known_seats)
    for _ in steps(out, 1):
        seat = game(table).turn
        if seat is None:
            continue
        legal = {event["card"] for event in table.moves() if event["type"] == "play"}
        for card in table.match.state.pack.names:
            try:
                breach = table.match.check(Play(seat, card), table.match.version + 1)
            except Impossible:
                assert card not in legal
            else:
                assert (breach is None) == (card in legal)


@given(SEEDS, SEATS)
def test_every_other_legal_event_may_be_said_and_breaks_nothing(seed: int, seats: int) -> None:
    out = PlayOut(seed, seats=seats, params=house(seed))
    table = out.also()
    for _ in steps(out, 1):
        for where in (out.truth, table):
            for event in where.moves():
                if event["type"] != "play" and "choose" not in event:
                    work = where.match.copy()
                    read = work.codec.read(json.dumps(event).encode())
                    assert work.check(work.complete(read, lambda: "seed"), work.version + 1) is None


def could_hold(table: Table, seat: int, pair: set[str]) -> bool:
    """True if the hand may hold these two, by the cards that this table saw and the number of cards in the hand alone."""
    view = table.view()
    deal_index = max(i for i, event in enumerate(table.events) if isinstance(event, GuinoteDeal))
    elsewhere = {event.card for event in table.events[deal_index:] if isinstance(event, Play)} | {
        view["table"]["turn_up"]
    }
    for other, hand in enumerate(view["hands"]):
        elsewhere |= set(hand or ()) if other != seat else set()
    own = set(view["hands"][seat] or ())
    return not pair & elsewhere and len(own | pair) <= view["hand_sizes"][seat]


@given(SEEDS, SEATS, st.sampled_from([(0, 1, 2, 3), (0, 1), (2,), ()]))
def test_a_cante_or_exchange_that_the_log_can_disprove_is_so_at_once(
    seed: int, seats: int, known_seats: tuple[int, ...]
) -> None:
    out = PlayOut(seed, seats=seats, irregular=0.1, lies=0.1, params=house(seed))
    table = out.also(*known_seats)
    for _ in steps(out, 1):
        state = game(table)
        if not state.in_window(state.winner):
            continue
        trump = table.view()["table"]["triunfo"]
        sung_now = {(cante["seat"], cante["suit"]) for cante in table.view()["table"]["cantes"] if cante["points"]}
        figure = state.deck.cante_ranks[0]
        for seat in state.partners(state.side(state.winner)):
            for suit in "OCEB":
                cante = Cante(seat, 40 if suit == trump else 20, suit)  # type: ignore[arg-type]
                wrong = (seat, suit) in sung_now or not could_hold(table, seat, {f"{figure}{suit}", f"12{suit}"})
                assert at_once(table, cante, "guinote.cante") == wrong
            if is_open(state, seat):
                at_once(table, Exchange(seat), "guinote.exchange")


def at_once(table: Table, event: Event, rule: str) -> bool:
    """True if the log disproves the event at once: `check` and the facts of the event agree on it."""
    at = table.match.version + 1
    breach = table.match.check(event, at)
    facts = table.match.copy().apply(event, at)
    proofs = [fact for fact in facts if isinstance(fact, InfractionProven) and fact.version == at]
    assert [fact.code for fact in proofs] == ([breach.rule] if breach else [])
    assert breach is None or breach.rule == rule
    return breach is not None


@given(SEEDS, SEATS)
def test_every_card_is_in_one_place(seed: int, seats: int) -> None:
    out = PlayOut(seed, seats=seats, irregular=0.1, params=house(seed))
    for _ in steps(out):
        state = game(out.truth)
        if not state.in_hand():
            continue
        draws = len(state.stock) - state.undrawn // seats
        places = [
            *state.knowledge.known_cards,
            *state.piles,
            *chain(*state.stock[draws:]),
            state.pack.mask(state.trick),
        ]
        if state.undrawn:
            places.append(state.turn_up)
        assert sum(places) == state.pack.all
        assert [cards_known.bit_count() for cards_known in state.knowledge.known_cards] == state.knowledge.size


@given(SEEDS, SEATS)
def test_a_hand_is_worth_120_the_last_trick_and_its_cantes(seed: int, seats: int) -> None:
    out = PlayOut(seed, seats=seats, irregular=0.1, lies=0.3, params=house(seed))
    table = out.also()
    for _ in steps(out, 6):
        pass
    for where in (out.truth, table):
        assert_hands_add_up(where)


def assert_hands_add_up(table: Table) -> None:
    cards = cantes = last = 0
    for _, fact in table.facts:
        match fact:
            case TrickTaken():
                cards += fact.points
            case HandScored(points=points) if points is not None:
                last = sum(points) - cards - cantes
                assert last == (game(table).params.last() if cards == 120 else 0)
                cards = cantes = 0
        cantes += cante_points(fact)


def cante_points(fact: Fact) -> int:
    """The points that a fact adds to the cantes of a hand."""
    fields = msgspec.to_builtins(fact)
    return {"cante_counted": 1, "cante_taken_back": -1}.get(fields["fact"], 0) * fields.get("points", 0) or 0


@given(SEEDS, SEATS)
def test_totals_are_what_was_won_and_a_partida_needs_101(seed: int, seats: int) -> None:
    out = PlayOut(seed, seats=seats, irregular=0.05, params=house(seed))
    for _ in steps(out, 8):
        ledger, state = out.truth.match.ledger, game(out.truth)
        if state.partida_over and state.hand:
            assert max(ledger.totals) >= 101
        elif not state.in_hand() and state.hand:
            assert max(ledger.totals) < 101
    assert max(ledger.tallies["partidas"]) <= 3
    assert out.over == (max(ledger.tallies["partidas"]) == 3)


# Known and unknown hands


@given(SEEDS, SEATS, st.sampled_from([(), (1,), (0, 3), (0, 1, 2)]))
def test_known_and_unknown_hands_are_judged_equally(seed: int, seats: int, known_seats: tuple[int, ...]) -> None:
    out = PlayOut(seed, seats=seats, irregular=0.3, lies=0.2, params=house(seed))
    table = out.also(*known_seats)
    for _ in steps(out, 5):
        if game(out.truth).in_hand():
            continue
        for seat, hand in enumerate(out.truth.view()["hands"]):
            # A hand that stopped early is laid open.
            if hand:
                table.say("reveal", seat=seat, cards=hand)
        assert proven_infractions(out, table) == proven_infractions(out, out.truth)
        assert table.match.ledger.totals == out.truth.match.ledger.totals
        assert table.match.ledger.tallies == out.truth.match.ledger.tallies


def proven_infractions(out: PlayOut, table: Table) -> list[tuple[int, str, int]]:
    """The proven infractions: the event, by its number among those recorded at every table, rule and seat."""
    return sorted((out.number[id(table), version], code, seat) for code, seat, version, _ in table.proven_infractions())


@given(SEEDS, SEATS, st.sampled_from([(), (1,), (0, 2)]))
def test_claims_are_upheld_against_a_renuncio_and_no_other_play(
    seed: int, seats: int, known_seats: tuple[int, ...]
) -> None:
    out = PlayOut(seed, seats=seats, irregular=0.3, params=house(seed))
    table = out.also(*known_seats)
    for _ in steps(out, 4):
        state, truth = game(table), game(out.truth)
        at = out.truth.match.version
        seat = truth.author(at)
        if seat is None or not state.in_hand() or not truth.in_hand() or state.undrawn:
            continue
        play = table.match.version
        guilty = bool(out.truth.match.ledger.proven_infractions(seat, at))
        work = Fork(table)
        work.say("claim", by=(seat + 1) % seats, against=seat, kind="renuncio", at=play)
        status = work.finish(out)
        assert status == ("upheld" if guilty else "rejected")


class Fork(Table):
    """A table that goes its own way from here."""

    def __init__(self, other: Table) -> None:
        self.match = other.match.copy()
        self.past = other.past[:]
        self.facts = []
        self.events = []

    def finish(self, out: PlayOut) -> str:
        """Plays the true hands on by the rules, and lays open the cards left by 101. Returns the decision of the claim."""
        truth = Fork(out.truth)
        while self.match.ledger.claims[-1].status == "pending":
            event = next(e for e in truth.moves() if e["type"] == "play")
            truth.tell(event)
            self.tell(event)
        if game(self).early_end:
            for seat, hand in enumerate(truth.view()["hands"]):
                self.say("reveal", seat=seat, cards=hand)
        return self.match.ledger.claims[-1].status


# Views of readers


@given(SEEDS, SEATS)
def test_the_public_sees_what_a_log_without_hands_knows(seed: int, seats: int) -> None:
    out = PlayOut(seed, seats=seats, params=house(seed))
    table = out.also()
    for _ in steps(out, 2):
        if game(table).in_hand():
            assert out.truth.view(0) == table.view(0)
            assert out.truth.moves(0) == table.moves(0)


@given(SEEDS, SEATS)
def test_a_seat_sees_its_own_hand_and_nothing_of_the_others(seed: int, seats: int) -> None:
    out = PlayOut(seed, seats=seats, params=house(seed))
    seat = seed % seats
    table = out.also(seat)
    draws = 0
    for _ in steps(out, 2):
        state, truth = game(table), game(out.truth)
        if not state.in_hand():
            continue
        if len(state.knowledge.draws) > draws and not state.knowledge.complete(seat):
            new = truth.knowledge.known_cards[seat] & ~state.knowledge.known_cards[seat]
            table.say("draw", seat=seat, card=state.pack.name(new))
        draws = len(state.knowledge.draws)
        assert view_of_seat(out.truth, seat) == view_of_seat(table, seat)


def view_of_seat(table: Table, seat: int) -> tuple[Any, ...]:
    view = table.view(1 << seat)
    for cante in view["table"]["cantes"]:
        del cante["version"]
    for hand in view["score"]["hands"]:
        del hand["scored_at"]
    return view["hands"], view["table"], view["score"], view["turn"], table.moves(1 << seat)


@given(SEEDS, SEATS)
def test_redacted_events_and_facts_name_no_hidden_card(seed: int, seats: int) -> None:
    out = PlayOut(seed, seats=seats, irregular=0.2, lies=0.2, params=house(seed))
    for _ in steps(out, 1):
        state = game(out.truth)
        if not state.in_hand():
            return
        all_cards = {card for hand in out.truth.view()["hands"] for card in hand}
        all_cards -= {card for hand in out.truth.view(0)["hands"] for card in hand or ()}
        version = out.truth.match.version
        facts = [shown_fact(out.truth.match, fact, 0) for at, fact in out.truth.facts if at == version]
        public = json.dumps([json.loads(msgspec.json.encode(fact)) for fact in facts])
        public += json.dumps(out.truth.view(0)["infractions"])
        assert not [card for card in all_cards if f'"{card}"' in public]


# The fold


@given(SEEDS, SEATS, st.booleans())
def test_folding_the_log_gives_the_state_that_play_left(seed: int, seats: int, blind: bool) -> None:
    out = PlayOut(seed, seats=seats, irregular=0.2, lies=0.2, params=house(seed))
    table = out.also() if blind else out.truth
    log: list[dict[str, Any]] = []
    tell = table.tell

    def listen(event: dict[str, Any]) -> list[Fact]:
        log.append(event)
        return tell(event)

    table.tell = listen  # type: ignore[method-assign]
    for _ in steps(out, 3):
        if out.random.random() < 0.1:
            claim(table, out.random)
        if game(table).in_hand() != game(out.truth).in_hand():
            break
        if game(table).early_end and out.random.random() < 0.7:
            for seat, hand in enumerate(out.truth.view()["hands"]):
                table.say("reveal", seat=seat, cards=hand)
    live = table.match
    match = Match("match", live.opening)
    for version, event in enumerate(log, 2):
        read = live.codec.read(json.dumps(event).encode())
        facts = [fact for at, fact in table.facts if at == version]
        stored_facts = msgspec.json.decode(msgspec.json.encode(facts), type=list[live.codec.facts])  # type: ignore[name-defined]
        whole = match.complete(read, lambda: "seed")
        match.follow([Entry(version, "", "", whole, tuple(stored_facts), "00")])
    assert msgspec.json.encode(match.view()) == msgspec.json.encode(live.view())
    assert msgspec.json.encode(match.legal()) == msgspec.json.encode(live.legal())
    assert match.ledger == live.ledger


def claim(table: Table, rng: random.Random) -> None:
    """A claim of a renuncio about one of the last plays of the hand, if there is one."""
    state = game(table)
    at = table.match.version - rng.randrange(8)
    against = state.author(at) if at > state.dealt_at else None
    if against is not None and state.in_hand():
        table.say("claim", by=(against + 1) % state.seats, against=against, kind="renuncio", at=at)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_same_seed_deals_the_same_cards_once(seats: int) -> None:
    table = Table("guinote", seats, first_dealer=1)
    table.say("deal", shuffle=True, seed="zaragoza")
    state = game(table)
    assert sum(state.knowledge.known_cards) + sum(chain(*state.stock)) + state.turn_up == SPANISH_40.all
    again = Table("guinote", seats, first_dealer=1)
    again.say("deal", shuffle=True, seed="zaragoza")
    assert again.view() == table.view()

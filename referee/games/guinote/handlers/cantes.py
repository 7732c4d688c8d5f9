"""Cantes: 20 for the sota and the rey of a suit, 40 for those of triunfo; by a house rule for the caballo and the rey."""

from collections.abc import Iterator, Sequence

from referee.errors import Breach
from referee.games.guinote import refusals
from referee.games.guinote.events import Cante
from referee.games.guinote.facts import CanteCounted
from referee.games.guinote.handlers.claims import proven_facts
from referee.games.guinote.handlers.partidas import reach
from referee.games.guinote.rules import CANTE
from referee.games.guinote.state import CanteMoment, CanteRecord, GuinoteState
from referee.games.guinote.sung_suits import least_cards, suits_left, ways, window_now
from referee.match.facts import Fact, InfractionProven
from referee.match.knowledge import ProofKind
from referee.match.ledger import Evidence
from referee.match.state import ALL, NOBODY, Facts

SHOW = "guinote.cante-show"


def _suits_meant(state: GuinoteState, event: Cante, cantes: Sequence[CanteRecord]) -> list[str]:
    """The suit that a cante names, or else those that these cantes of its seat have not named."""
    return [event.suit] if event.suit is not None else suits_left(state, event.seat, event.value, cantes)


def _named_suit(state: GuinoteState, event: Cante) -> str | None:
    return state.deck.letter[state.triunfo] if event.value == 40 else event.suit


def _may_hold_pair(state: GuinoteState, seat: int, suits: Sequence[str]) -> bool:
    return any(state.knowledge.may_hold(seat, state.deck.pairs[suit]) for suit in suits)


def _evidence_of_repetition(state: GuinoteState, event: Cante) -> tuple[ProofKind, int]:
    """Evidence that a suit is sung again: the table shows it, or the hands do, which leave cantes without a suit no choice.

    The hands give the same evidence as against a cante without its cards, so that readers learn no more of them.
    """
    hands, seat, pairs = state.knowledge, event.seat, state.deck.pairs
    public = window_now(state, NOBODY)
    if not ways(state, public, seat, _suits_meant(state, event, public.cantes)):
        return "seen", 0
    if hands.complete(seat):
        return "known", hands.known_cards[seat]
    cards = sum(pairs[suit] for suit in _suits_meant(state, event, state.counting_cantes()))
    return "elsewhere", cards & ~hands.possible(seat) or cards


def singable(state: GuinoteState, seat: int, visible: int = ALL) -> Iterator[Cante]:
    """The cantes that the seat may regularly announce now, as far as this reader can know."""
    window = window_now(state, visible)
    for value in (20, 40):
        for suit in suits_left(state, seat, value, window.cantes):
            if ways(state, window, seat, suit):
                yield Cante(seat, 40 if value == 40 else 20, suit)  # type: ignore[arg-type]


def check_cante(state: GuinoteState, event: Cante, at: int) -> Breach | None:
    """Refuses a cante out of its window. Returns the breach of a cante without its cards."""
    seat = event.seat
    state.require_seat(seat)
    if not state.in_window(seat):
        refusals.refuse_window(state, seat, CANTE, ("cantar", "sing"))
    trump = state.deck.letter[state.triunfo]
    if event.suit is not None and (event.value == 40) != (event.suit == trump):
        refusals.refuse_value(event, trump)
    window = window_now(state)
    suits = [trump] if event.value == 40 else _suits_meant(state, event, window.cantes)
    if not _may_hold_pair(state, seat, suits):
        return refusals.without_cards(state, event)
    if not ways(state, window, seat, suits):
        return refusals.sung_again(event, is_named=suits[0] not in suits_left(state, seat, event.value, window.cantes))
    return refusals.not_shown(seat) if event.suit is None and event.value == 20 and state.undrawn else None


def apply_cante(state: GuinoteState, event: Cante, at: int) -> Facts:
    """Records a cante, and counts its points unless the log disproves it at once."""
    seat, hands = event.seat, state.knowledge
    suit = _named_suit(state, event)
    window = window_now(state)
    suits = [suit] if suit is not None else suits_left(state, seat, 20, window.cantes)
    choices = ways(state, window, seat, suits)
    facts: list[Fact] = []
    points: int = event.value
    pair = state.deck.pairs[event.suit] if event.value == 20 and event.suit and state.undrawn else 0
    if pair & hands.laid_cards:
        # Everyone sees that the hand cannot hold both.
        pair = 0
    placed, moment = 0, None
    if suit is None:
        # Later cantes ask which cards this hand has laid since.
        state.keeps_tricks = True
    if state.hides_proofs or suit is None:
        open_suits = frozenset(suits_left(state, seat, event.value, window.cantes))
        hands_then = hands.copy()
        # What the event proves is no part of what was known before it.
        hands_then.drain()
        moment = CanteMoment(hands_then, open_suits, state.cantes_of_hand(), state.tricks_since)
    pairs = tuple(state.deck.pairs[suit] for suit in suits)
    if not choices and _may_hold_pair(state, seat, suits):
        hands.refute(seat, CANTE, at, pairs, *_evidence_of_repetition(state, event))
    else:
        if pair and hands.may_hold(seat, pair):
            placed = pair & ~hands.known_cards[seat]
            hands.show(seat, pair)
        hands.assert_present(seat, CANTE, at, least_cards(choices) or pairs)
    facts += proven_facts(state, at) if hands.proofs else ()
    if any(isinstance(fact, InfractionProven) and (fact.code, fact.version) == (CANTE, at) for fact in facts):
        points = 0
    if event.value == 20 and event.suit is None and state.undrawn:
        facts.append(InfractionProven(SHOW, seat, at, Evidence("seen")))
    possible_suits = frozenset(choice for choice, _ in choices) or frozenset(suits)
    state.cantes += (
        CanteRecord(at, state.hand, seat, event.value, suit, possible_suits, points, pair, moment, placed),
    )
    if points:
        facts.append(CanteCounted(seat, state.side(seat), points, suit))
        if state.vueltas:
            reach(state, facts, at)
    return facts

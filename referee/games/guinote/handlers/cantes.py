"""Cantes: 20 for the sota and the rey of a suit, 40 for those of triunfo; by a house rule for the caballo and the rey."""

from collections.abc import Iterator, Sequence

from referee.errors import Breach
from referee.games.guinote import refusals
from referee.games.guinote.events import Cante, Suit
from referee.games.guinote.facts import CanteCounted
from referee.games.guinote.handlers.claims import proven_facts
from referee.games.guinote.handlers.partidas import reach
from referee.games.guinote.rules import CANTE, distinct
from referee.games.guinote.state import CanteMoment, CanteRecord, GuinoteState
from referee.match.facts import Fact, InfractionProven
from referee.match.ledger import Evidence
from referee.match.state import ALL, NOBODY, Facts

SHOW = "guinote.cante-show"


def singable_suits(state: GuinoteState, value: int, cantes: Sequence[CanteRecord]) -> list[Suit]:
    """The suits that this value fits and that none of these cantes has named."""
    trump = state.deck.letter[state.triunfo]
    named_suits = {cante.suit for cante in cantes}
    suits: tuple[Suit, ...] = ("O", "C", "E", "B")
    return [suit for suit in suits if (suit == trump) == (value == 40) and suit not in named_suits]


def is_left(cantes: Sequence[CanteRecord], suits: frozenset[str]) -> bool:
    """True if one of these suits can still be sung, beside cantes of which some named no suit."""
    named_suits = {cante.suit for cante in cantes}
    open_sets = [cante.suits - named_suits for cante in cantes if cante.suit is None]
    return distinct([suits - named_suits, *open_sets])


def counting_cantes(state: GuinoteState, visible: int) -> list[CanteRecord]:
    """The cantes of this hand that count, with the suits that they can be of, as far as this reader can know.

    For a reader that does not see proofs yet, `undo_proofs` has taken each cante as far as this reader can.
    """
    if visible == ALL:
        return state.counting_cantes()
    cantes: list[CanteRecord] = []
    for cante in state.counting_cantes():
        suits = _suits_for(state, cante, visible)
        if suits and is_left(cantes, suits):
            cantes.append(cante._replace(suits=suits))
    return cantes


def _suits_for(state: GuinoteState, cante: CanteRecord, visible: int) -> frozenset[str]:
    """The suits that a cante can be of, by what this reader knew of the hand when it was sung."""
    if cante.suit is not None or cante.moment is None:
        return cante.suits
    knowledge, suits = cante.moment.knowledge, cante.moment.suits
    return frozenset(suit for suit in suits if knowledge.may_hold(cante.seat, state.deck.pairs[suit], visible))


def possible_suits(state: GuinoteState, event: Cante) -> frozenset[str]:
    """The suits that a cante can be of: the one it names, or those of which the hand may hold both cards."""
    if event.value == 40:
        return frozenset(state.deck.letter[state.triunfo])
    if event.suit is not None:
        return frozenset(event.suit)
    may_hold = state.knowledge.may_hold
    suits = singable_suits(state, 20, state.counting_cantes())
    return frozenset(suit for suit in suits if may_hold(event.seat, state.deck.pairs[suit]))


def _evidence_of_repetition(state: GuinoteState, event: Cante) -> Evidence:
    """Evidence that a suit is sung again: the table shows it, or the hands do, which leave cantes without a suit no choice.

    The hands give the same evidence as against a cante without its cards, so that readers learn no more of them.
    """
    hands, seat, pairs = state.knowledge, event.seat, state.deck.pairs
    suits = frozenset(event.suit or singable_suits(state, event.value, state.counting_cantes()))
    public_suits = frozenset(suit for suit in suits if hands.may_hold(seat, pairs[suit], NOBODY))
    if not is_left(counting_cantes(state, NOBODY), public_suits):
        return Evidence("seen")
    if hands.complete(seat):
        return Evidence("known", state.pack.cards(hands.known_cards[seat]))
    cards = sum(pairs[suit] for suit in suits)
    return Evidence("elsewhere", state.pack.cards(cards & ~hands.possible(seat) or cards))


def singable(state: GuinoteState, seat: int, visible: int = ALL) -> Iterator[Cante]:
    """The cantes that the seat may regularly announce now, as far as this reader can know."""
    cantes = counting_cantes(state, visible)
    for value in (20, 40):
        for suit in singable_suits(state, value, cantes):
            is_possible = state.knowledge.may_hold(seat, state.deck.pairs[suit], visible)
            if is_possible and is_left(cantes, frozenset(suit)):
                yield Cante(seat, 40 if value == 40 else 20, suit)


def check_cante(state: GuinoteState, event: Cante, at: int) -> Breach | None:
    """Refuses a cante out of its window. Returns the breach of a cante without its cards."""
    seat = event.seat
    state.require_seat(seat)
    if not state.in_window(seat):
        refusals.refuse_window(state, seat, CANTE, ("cantar", "sing"))
    trump = state.deck.letter[state.triunfo]
    if event.suit is not None and (event.value == 40) != (event.suit == trump):
        refusals.refuse_value(event, trump)
    suits = possible_suits(state, event)
    if not any(state.knowledge.may_hold(seat, state.deck.pairs[suit]) for suit in suits):
        return refusals.without_cards(state, event)
    if not is_left(state.counting_cantes(), suits):
        return refusals.sung_again(event)
    return refusals.not_shown(seat) if event.suit is None and event.value == 20 and state.undrawn else None


def apply_cante(state: GuinoteState, event: Cante, at: int) -> Facts:
    """Records a cante, and counts its points unless the log disproves it at once."""
    seat, hands = event.seat, state.knowledge
    suits, cantes = possible_suits(state, event), state.counting_cantes()
    facts: list[Fact] = []
    points: int = event.value
    pair = state.deck.pairs[event.suit] if event.value == 20 and event.suit and state.undrawn else 0
    if pair & hands.laid_cards:
        # Everyone sees that the hand cannot hold both.
        pair = 0
    placed, moment = 0, None
    if state.hides_proofs or (event.value == 20 and event.suit is None):
        open_suits = frozenset(singable_suits(state, event.value, cantes))
        moment = CanteMoment(hands.copy(), open_suits, state.cantes_of_hand(), state.tricks_since)
    if suits and not is_left(cantes, suits):
        points = 0
        facts.append(InfractionProven(CANTE, seat, at, _evidence_of_repetition(state, event)))
    else:
        masks = tuple(state.deck.pairs[suit] for suit in sorted(suits) or singable_suits(state, 20, cantes))
        if pair and hands.may_hold(seat, pair):
            placed = pair & ~hands.known_cards[seat]
            hands.show(seat, pair)
        hands.assert_present(seat, CANTE, at, masks)
        facts += proven_facts(state, at) if hands.proofs else ()
        if any(isinstance(fact, InfractionProven) and (fact.code, fact.version) == (CANTE, at) for fact in facts):
            points = 0
    if event.value == 20 and event.suit is None and state.undrawn:
        facts.append(InfractionProven(SHOW, seat, at, Evidence("seen")))
    suit = state.deck.letter[state.triunfo] if event.value == 40 else event.suit
    state.cantes += (CanteRecord(at, state.hand, seat, event.value, suit, suits, points, pair, moment, placed),)
    if points:
        facts.append(CanteCounted(seat, state.side(seat), points, suit))
        if state.vueltas:
            reach(state, facts, at)
    return facts

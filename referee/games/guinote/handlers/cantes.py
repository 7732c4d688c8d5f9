"""Cantes: 20 for the sota and the rey of a suit, 40 for those of triunfo; by a house rule for the caballo and the rey."""

from collections.abc import Iterator

from referee.errors import Breach
from referee.games.guinote import refusals
from referee.games.guinote.events import Cante, Suit
from referee.games.guinote.facts import CanteCounted
from referee.games.guinote.handlers.claims import settled
from referee.games.guinote.handlers.partidas import reach
from referee.games.guinote.rules import CANTE, distinct
from referee.games.guinote.state import GuinoteState, Sung
from referee.match.facts import Fact, InfractionProven
from referee.match.ledger import Evidence
from referee.match.state import ALL, Facts

SHOW = "guinote.cante-show"


def unsung(state: GuinoteState, value: int) -> list[Suit]:
    """The suits that this value fits and that nobody has named in this hand."""
    trump = state.deck.letter[state.triunfo]
    named = {sung.suit for sung in state.sung_now()}
    suits: tuple[Suit, ...] = ("O", "C", "E", "B")
    return [suit for suit in suits if (suit == trump) == (value == 40) and suit not in named]


def is_left(state: GuinoteState, suits: frozenset[str]) -> bool:
    """Whether one of these suits can still be sung, beside the cantes whose suit nobody named."""
    named = {sung.suit for sung in state.sung_now()}
    unnamed = [sung.might - named for sung in state.sung_now() if sung.suit is None]
    return distinct([suits - named, *unnamed])


def meant(state: GuinoteState, event: Cante) -> frozenset[str]:
    """The suits that a cante can be of: the one it names, or those whose two cards the hand may hold."""
    if event.value == 40:
        return frozenset(state.deck.letter[state.triunfo])
    if event.suit is not None:
        return frozenset(event.suit)
    may_hold = state.knowledge.may_hold
    return frozenset(suit for suit in unsung(state, 20) if may_hold(event.seat, state.deck.pairs[suit]))


def singable(state: GuinoteState, seat: int, visible: int = ALL) -> Iterator[Cante]:
    """The cantes that the seat may regularly announce now, as far as this reader can know."""
    for value in (20, 40):
        for suit in unsung(state, value):
            held = state.knowledge.may_hold(seat, state.deck.pairs[suit], visible)
            if held and is_left(state, frozenset(suit)):
                yield Cante(seat, 40 if value == 40 else 20, suit)


def check_cante(state: GuinoteState, event: Cante, at: int) -> Breach | None:
    """Refuses a cante out of its window; names the rule that one without its cards breaks."""
    seat = event.seat
    state.require_seat(seat)
    if not state.in_window(seat):
        refusals.refuse_window(state, seat, CANTE, ("cantar", "sing"))
    trump = state.deck.letter[state.triunfo]
    if event.suit is not None and (event.value == 40) != (event.suit == trump):
        refusals.refuse_value(event, trump)
    suits = meant(state, event)
    if not any(state.knowledge.may_hold(seat, state.deck.pairs[suit]) for suit in suits):
        return refusals.without_cards(state, event)
    if not is_left(state, suits):
        return refusals.sung_again(event)
    return refusals.not_shown(seat) if event.suit is None and event.value == 20 and state.undrawn else None


def apply_cante(state: GuinoteState, event: Cante, at: int) -> Facts:
    """The points of a cante, unless the log disproves it at once."""
    seat, judge = event.seat, state.knowledge
    suits = meant(state, event)
    facts: list[Fact] = []
    points: int = event.value
    shown = state.deck.pairs[event.suit] if event.value == 20 and event.suit and state.undrawn else 0
    if suits and not is_left(state, suits):
        points = 0
        facts.append(InfractionProven(CANTE, seat, at, Evidence("seen")))
    else:
        masks = tuple(state.deck.pairs[suit] for suit in sorted(suits) or unsung(state, 20))
        if shown and judge.may_hold(seat, shown):
            judge.show(seat, shown)
        judge.assert_present(seat, CANTE, at, masks)
        facts += settled(state, at)
        if any(isinstance(fact, InfractionProven) and (fact.code, fact.version) == (CANTE, at) for fact in facts):
            points = 0
    if event.value == 20 and event.suit is None and state.undrawn:
        facts.append(InfractionProven(SHOW, seat, at, Evidence("seen")))
    suit = state.deck.letter[state.triunfo] if event.value == 40 else event.suit
    state.cantes += (Sung(at, state.hand, seat, event.value, suit, suits, points, shown),)
    if points:
        facts.append(CanteCounted(seat, state.side(seat), points, suit))
        if state.vueltas:
            reach(state, facts, at)
    return facts

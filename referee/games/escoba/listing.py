"""What may come next: every regular trail, take and lift, one by one."""

from collections.abc import Iterator

from referee.cards import SPANISH_40, bits
from referee.games.escoba.capture import fault_of_trail, lifts, takes
from referee.games.escoba.deal import due_dealer
from referee.games.escoba.events import EscobaDeal, EscobaTake, EscobaTrail, Laying
from referee.games.escoba.state import EscobaState
from referee.match.choice import Choice
from referee.match.state import ALL
from referee.match.vocabulary import Event


def legal(state: EscobaState, visible: int = ALL) -> Iterator[Event | Choice]:
    """The regular events that may come now, for a reader who may see the hands in `visible`."""
    if state.left:
        return
    if state.turn is None:
        yield EscobaDeal(due_dealer(state), shuffle=state.phase == "deal")
        return
    yield from _plays(state, state.turn, visible)


def _plays(state: EscobaState, seat: int, visible: int) -> Iterator[Laying]:
    """Every regular play of the seat; of a hand that is unknown, with every card that it may hold."""
    if state.rules.renuncio:
        for cards in lifts(state.table, state.trailed, state.others(seat)):
            yield EscobaTake(seat=seat, cards=SPANISH_40.cards(cards))
    playable = state.owed.card if state.owed else state.knowledge.possible(seat, visible)
    for card in bits(playable):
        name = SPANISH_40.name(card)
        for cards in takes(state.rules, state.table, card):
            yield EscobaTake(seat=seat, card=name, cards=SPANISH_40.cards(cards))
        if fault_of_trail(state.rules, state.table, card) is None:
            yield EscobaTrail(seat, name)

"""What may come next: every regular trail, take and lift, one by one."""

from collections.abc import Iterator
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from referee.cards import SPANISH_40, bits
from referee.games.escoba.events import EscobaDeal, EscobaTake, EscobaTrail, Laying
from referee.games.escoba.handlers.deal import due_dealer
from referee.games.escoba.handlers.told import choice
from referee.games.escoba.state import EscobaState
from referee.games.escoba.table.capture import fault_of_trail, lifts, takes
from referee.match.choice import OPTIONAL, Choice
from referee.match.state import ALL
from referee.match.vocabulary import Event


class EscobaDealChoice(Struct, frozen=True):
    """What the first round of a hand tells: so many cards on the table, if any; hands and stock where they were seen."""

    table: int | UnsetType = UNSET
    hands: Literal["optional"] = OPTIONAL
    stock: Literal["optional"] = OPTIONAL


class EscobaRoundChoice(Struct, frozen=True):
    """What a later round of a hand tells: the hands, where they were seen."""

    hands: Literal["optional"] = OPTIONAL


def legal(state: EscobaState, visible: int = ALL) -> Iterator[Event | Choice]:
    """The regular events that may come now, for a reader who may see the hands in `visible`."""
    if state.turn is None:
        yield from _deals(state)
    else:
        yield from _plays(state, state.turn, visible)
    yield Choice("count", UNSET, choice(state))


def _deals(state: EscobaState) -> Iterator[Event | Choice]:
    """The deals that may come: by the service, or as it was seen; where the stock is known it says what comes."""
    first = state.phase == "deal"
    yield EscobaDeal(due_dealer(state), shuffle=first)
    if first:
        yield Choice("deal", UNSET, EscobaDealChoice(table=state.rules.table or UNSET))
    elif state.stock is None:
        yield Choice("deal", UNSET, EscobaRoundChoice())


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

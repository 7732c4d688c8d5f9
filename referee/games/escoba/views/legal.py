"""The legal events: every regular trail, take and lift, one by one if they are not too many."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from referee.cards import SPANISH_40, CardName, bits
from referee.games.escoba.events import EscobaDeal, EscobaTake, EscobaTrail, Laying
from referee.games.escoba.handlers.counted import choice
from referee.games.escoba.handlers.deal import due_dealer
from referee.games.escoba.state import EscobaState
from referee.games.escoba.table.capture import Sets, equals, fault_of_trail, lifts, sums
from referee.games.escoba.table.sums import parts
from referee.match.choice import OPTIONAL, Choice, SumChoice, Ways, few, list_ways
from referee.match.events import Event
from referee.match.state import ALL


class EscobaDealChoice(Struct, frozen=True):
    """What the first round of a hand tells: so many cards on the table, if any; hands and stock where they were seen."""

    table: int | UnsetType = UNSET
    hands: Literal["optional"] = OPTIONAL
    stock: Literal["optional"] = OPTIONAL


class EscobaRoundChoice(Struct, frozen=True):
    """What a later round of a hand tells: the hands, where they were seen."""

    hands: Literal["optional"] = OPTIONAL


class SumOfCardsChoice(SumChoice, frozen=True, omit_defaults=True):
    """Some of these cards of the table that come to `sum`; the card `with`, where there is one, is taken along with them."""

    cards: Annotated[tuple[CardName, ...], Meta(description="The cards of the table that can be among those chosen.")]
    sum: Annotated[int, Meta(description="What the cards chosen come to.")]
    beside: Annotated[CardName | UnsetType, Meta(description="A card of the table that is taken too.")] = field(
        default=UNSET, name="with"
    )


def legal(state: EscobaState, visible: int = ALL) -> Iterator[Event | Choice]:
    """The regular events that may come now, for a reader that sees the hands in the bit mask `visible`."""
    if state.turn is None:
        yield from _deals(state)
    else:
        yield from list_ways(_plays(state, state.turn, visible))
    yield Choice("count", UNSET, choice(state))


def _deals(state: EscobaState) -> Iterator[Event | Choice]:
    """The deals that may come: by the service, or with the cards seen at the table. A known stock decides a later round."""
    first = state.phase == "deal"
    yield EscobaDeal(due_dealer(state), shuffle=first)
    if first:
        yield Choice("deal", UNSET, EscobaDealChoice(table=state.rules.table or UNSET))
    elif state.stock is None:
        yield Choice("deal", UNSET, EscobaRoundChoice())


def _plays(state: EscobaState, seat: int, visible: int) -> Iterator[Ways[Laying]]:
    """Every regular play of the seat; an unknown hand may play every card that it may hold."""
    if state.rules.renuncio:
        for lift in lifts(state.table, state.trails, state.others(seat)):
            yield _takes(seat, None, lift)
    playable = state.obligation.card if state.obligation else state.knowledge.possible(seat, visible)
    for card in bits(playable):
        name = SPANISH_40.name(card)
        if same := equals(state.rules, state.table, card):
            yield few([EscobaTake(seat=seat, card=name, cards=SPANISH_40.cards(one)) for one in bits(same)])
        else:
            yield _takes(seat, name, sums(state.rules, state.table, card))
        if fault_of_trail(state.rules, state.table, card) is None:
            yield few([EscobaTrail(seat, name)])


def _takes(seat: int, card: str | None, sets: Sets) -> Ways[EscobaTake]:
    """The takes of these sets with this card, or without one."""
    every = (EscobaTake(seat=seat, card=card, cards=SPANISH_40.cards(cards)) for cards in sets.every())
    beside = SPANISH_40.name(sets.beside) if sets.beside else UNSET
    choose = SumOfCardsChoice(SPANISH_40.cards(parts(sets.cards, sets.total)), sets.total, beside)
    return Ways(sets.many(), every, (Choice("take", seat, choose, card=card or UNSET, cards=()),))

"""The table of Guiñote for readers: the legal events, the open cards, the score, and a short text for each move."""

from collections.abc import Iterator
from typing import Literal

from msgspec import UNSET, Struct
from msgspec.structs import replace

from referee.cards import bits
from referee.games.guinote.events import Cante, Exchange, GuinoteDeal
from referee.games.guinote.handlers import counted
from referee.games.guinote.handlers.cantes import singable
from referee.games.guinote.handlers.cut import due_dealer
from referee.games.guinote.handlers.exchange import is_open, may_exchange
from referee.games.guinote.handlers.play import regular
from referee.games.guinote.refusals import SUIT
from referee.games.guinote.state import GuinoteState
from referee.games.guinote.sung_suits import counting_cantes
from referee.match import first_deal
from referee.match.choice import OPTIONAL, Choice
from referee.match.events import Draw, Event, Play
from referee.match.facts import TrickTaken
from referee.match.game import LaidCard, laid_in_turn
from referee.match.ledger import HandScores
from referee.match.state import NOBODY, shown_hands
from referee.text import Text

MALAS = 50
"""The first points read as malas, the others as buenas (guinote.malas)."""


class CanteView(Struct, frozen=True):
    """A cante of this hand: `points` is 0 once it is disproved, `suit` null where it was not named."""

    seat: int
    value: int
    suit: str | None
    points: int
    version: int


class GuinoteTable(Struct, frozen=True):
    """What lies open. `hand_of`: ida or vueltas; `turn_up` is null once drawn; `stock`: cards to draw, with the turn-up.

    `bottom`: a card seen in cutting, the last drawn before the turn-up; null where nobody saw one, or it is drawn.
    """

    partida: int
    hand_of: str
    triunfo: str | None
    turn_up: str | None
    stock: int
    bottom: str | None
    trick: tuple[str, ...]
    leader: int | None
    led: str | None
    tricks_taken: tuple[int, ...]
    cantes: tuple[CanteView, ...]
    last_trick: TrickTaken | None


class GuinoteDealChoice(Struct, frozen=True):
    """What a deal tells: the turn-up, and where they were seen the hands and the stock in its order."""

    turn_up: int = 1
    hands: Literal["optional"] = OPTIONAL
    stock: Literal["optional"] = OPTIONAL


class GuinoteScore(Struct, frozen=True):
    """Points of the partida in progress per side, the same in words, the points of each hand, partidas won."""

    totals: list[int]
    reading: tuple[str, ...]
    hands: HandScores
    partidas: list[int]
    wins: int
    """Partidas that win the coto."""


def legal(state: GuinoteState, visible: int) -> Iterator[Event | Choice]:
    """The regular events that may come now, as far as this reader can know."""
    yield from _moves(state, visible)
    if not state.level:
        yield Choice("count", UNSET, counted.choice(state))


def _moves(state: GuinoteState, visible: int) -> Iterator[Event | Choice]:
    """The events that move the hand on card by card."""
    if state.turn is None:
        yield from _before_the_deal(state)
        return
    for card in bits(regular(state, state.turn, visible)):
        yield Play(state.turn, state.pack.name(card))
    if not state.in_window(state.winner):
        return
    for seat in state.partners(state.side(state.winner)):
        yield from singable(state, seat, visible)
        if is_open(state, seat) and may_exchange(state, seat, visible):
            yield Exchange(seat)


def _before_the_deal(state: GuinoteState) -> Iterator[Event | Choice]:
    """The deal, or the draw for the deal if it is still due. The service deals no pack of which a card was seen."""
    if draw := first_deal.choice(state):
        yield draw
        return
    if not state.cut:
        yield GuinoteDeal(due_dealer(state), shuffle=True)
    yield Choice("deal", UNSET, GuinoteDealChoice())


def laid_cards(table: GuinoteTable) -> tuple[LaidCard, ...]:
    """The trick in play."""
    return laid_in_turn(table.trick, table.leader, len(table.tricks_taken))


def table(state: GuinoteState, visible: int) -> GuinoteTable:
    """The open table: the same for every reader."""
    trick_size = len(state.trick)
    return GuinoteTable(
        partida=sum(state.ledger.tallies["partidas"]) + (not state.partida_over or not state.hand),
        hand_of="vueltas" if state.vueltas else "ida",
        triunfo=state.deck.letter[state.triunfo] if state.triunfo else None,
        turn_up=state.pack.name(state.turn_up) if state.undrawn else None,
        stock=state.undrawn,
        bottom=state.pack.name(state.bottom) if state.bottom and state.undrawn else None,
        trick=tuple(state.trick),
        leader=(state.turn - trick_size) % state.seats if state.turn is not None else None,
        led=state.trick[0][-1] if trick_size else None,
        tricks_taken=tuple(pile.bit_count() // state.seats for pile in state.piles),
        cantes=tuple(
            CanteView(cante.seat, cante.value, cante.suit, cante.points, cante.version)
            for cante in state.cantes
            if cante.hand == state.hand
        ),
        last_trick=state.last_trick,
    )


def heading(state: GuinoteState) -> Text | None:
    """The hand and partida in play, and the triunfo with the turn-up that lies or lay on the table; None before a deal."""
    if not state.triunfo:
        return None
    view = table(state, NOBODY)
    suit, turn_up = SUIT[state.deck.letter[state.triunfo]], state.pack.name(state.turn_up)
    return Text(
        es=f"partida {view.partida}, {view.hand_of}; triunfo {suit.es} (vuelta: {turn_up})",
        en=f"partida {view.partida}, {view.hand_of}; triunfo {suit.en} (turn-up: {turn_up})",
    )


def score(state: GuinoteState) -> GuinoteScore:
    """Totals, readings, hands and partidas."""
    ledger = state.ledger
    return GuinoteScore(
        totals=ledger.totals,
        reading=tuple(reading(total) for total in ledger.totals),
        hands=ledger.hands,
        partidas=ledger.tallies["partidas"],
        wins=state.params.partidas(),
    )


def reading(points: int) -> str:
    """Points as players say them: "47 malas", "33 buenas" (guinote.malas)."""
    return f"{points} malas" if points <= MALAS else f"{points - MALAS} buenas"


def word(state: GuinoteState, event: Event) -> str | None:
    """The short text of a move: `1O`, `20O`, `40`, `7↔`, `+5B`."""
    match event:
        case Play():
            return event.card
        case Cante():
            return f"{event.value}{event.suit or ''}"
        case Exchange():
            return "7↔"
        case Draw(card=str() as card):
            return f"+{card}"
    return None


def redact(event: Event, visible: int) -> Event:
    """The event without the hands, the drawn cards and the stock that this reader may not see."""
    if isinstance(event, GuinoteDeal):
        return replace(event, hands=shown_hands(event.hands, visible), stock=None, seed=None)
    if isinstance(event, Draw) and not visible >> event.seat & 1:
        return replace(event, card=None)
    return event


def hide_from(state: GuinoteState, visible: int) -> None:
    """Forgets the stock, and which suits the hands leave to cantes that named none."""
    state.stock = ()
    state.cantes = tuple(counting_cantes(state, visible))

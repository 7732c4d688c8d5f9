"""What readers see of a table of Guiñote: the legal events, what lies open, the score, and a word for each move."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from referee.cards import SPANISH_40, bits
from referee.games.guinote.cantes import singable
from referee.games.guinote.events import Cante, Exchange, GuinoteDeal
from referee.games.guinote.exchanges import is_open, may_exchange
from referee.games.guinote.refusals import SUIT
from referee.games.guinote.rules import LETTER, reading
from referee.match.choice import Choice
from referee.match.ledger import HandScore
from referee.match.vocabulary import Draw, Event, Play, TrickTaken
from referee.text import Text

if TYPE_CHECKING:
    from referee.games.guinote.game import Guinote


class CanteView(Struct, frozen=True):
    """A cante of this hand: `points` is 0 once it is disproved, `suit` null where it was not named."""

    seat: int
    value: int
    suit: str | None
    points: int
    version: int


class GuinoteTable(Struct, frozen=True):
    """What lies open. `hand_of`: ida or vueltas; `turn_up` is null once drawn; `stock`: cards to draw, with the turn-up."""

    partida: int
    hand_of: str
    triunfo: str | None
    turn_up: str | None
    stock: int
    trick: tuple[str, ...]
    leader: int | None
    led: str | None
    tricks_taken: tuple[int, ...]
    cantes: tuple[CanteView, ...]
    last_trick: TrickTaken | None


class GuinoteScore(Struct, frozen=True):
    """Points of the partida in progress per side, the same in words, the points of each hand, partidas won."""

    totals: list[int]
    reading: tuple[str, ...]
    hands: list[HandScore]
    partidas: list[int]
    wins: int
    """Partidas that win the coto."""


def legal(game: "Guinote", visible: int) -> Iterator[Event | Choice]:
    """The regular events that may come now, as far as such a reader can know."""
    if game.left:
        return
    if game.turn is None:
        yield GuinoteDeal(game.due_dealer(), shuffle=True)
        return
    for card in bits(game.playable(game.turn, visible)):
        yield Play(game.turn, SPANISH_40.name(card))
    if not game.in_window(game.winner):
        return
    for seat in game.partners(game.side(game.winner)):
        yield from singable(game, seat, visible)
        if is_open(game, seat) and may_exchange(game, seat, visible):
            yield Exchange(seat)


def table(game: "Guinote") -> GuinoteTable:
    """What lies open on the table."""
    laid = len(game.trick)
    return GuinoteTable(
        partida=sum(game.ledger.tallies["partidas"]) + (not game.partida_over or not game.hand),
        hand_of="vueltas" if game.vueltas else "ida",
        triunfo=LETTER[game.triunfo] if game.triunfo else None,
        turn_up=SPANISH_40.name(game.turn_up) if game.undrawn else None,
        stock=game.undrawn,
        trick=tuple(game.trick),
        leader=(game.turn - laid) % game.seats if game.turn is not None else None,
        led=game.trick[0][-1] if laid else None,
        tricks_taken=tuple(pile.bit_count() // game.seats for pile in game.won),
        cantes=tuple(
            CanteView(sung.seat, sung.value, sung.suit, sung.points, sung.version)
            for sung in game.cantes
            if sung.hand == game.hand
        ),
        last_trick=game.last_trick,
    )


def heading(game: "Guinote") -> Text | None:
    """Which hand of which partida it is, and the triunfo with the turn-up that lies or lay on the table."""
    if not game.triunfo:
        return None
    seen = table(game)
    suit, turn_up = SUIT[LETTER[game.triunfo]], SPANISH_40.name(game.turn_up)
    return Text(
        es=f"partida {seen.partida}, {seen.hand_of}; triunfo {suit.es} (vuelta: {turn_up})",
        en=f"partida {seen.partida}, {seen.hand_of}; triunfo {suit.en} (turn-up: {turn_up})",
    )


def score(game: "Guinote") -> GuinoteScore:
    """Totals, readings, hands and partidas."""
    ledger = game.ledger
    return GuinoteScore(
        totals=ledger.totals,
        reading=tuple(reading(total) for total in ledger.totals),
        hands=ledger.hands,
        partidas=ledger.tallies["partidas"],
        wins=game.params.wins,
    )


def word(event: Event) -> str | None:
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

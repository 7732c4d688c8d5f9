"""The table and the score for readers, and the short text of a move."""

from msgspec import Struct
from msgspec.structs import replace

from referee.cards import SPANISH_40
from referee.games.escoba.events import EscobaDeal, EscobaTake, EscobaTrail
from referee.games.escoba.state import EscobaState
from referee.match.events import Event
from referee.match.game import LaidCard
from referee.match.ledger import HandScores
from referee.match.state import ALL, NOBODY, shown_hands
from referee.text import Text


class OwedCard(Struct, frozen=True):
    """A card that a seat must play again, since an irregular play of it was taken back."""

    seat: int
    card: str


class EscobaTable(Struct, frozen=True):
    """What lies open. `taken` and `sweeps`: per side, cards taken and sweeps of this hand. `stock`: cards not dealt yet."""

    cards: tuple[str, ...]
    round: int
    rounds: int
    stock: int
    taken: tuple[int, ...]
    sweeps: tuple[int, ...]
    last_taker: int | None
    owed: OwedCard | None


class EscobaScore(Struct, frozen=True):
    """Totals per side, the points of each hand and how they arose, and the sweeps counted so far per side."""

    totals: list[int]
    hands: HandScores
    sweeps: list[int]


def laid_cards(table: EscobaTable) -> tuple[LaidCard, ...]:
    """The cards on the table, which anyone may have laid."""
    return tuple(map(LaidCard, table.cards))


def table(state: EscobaState, visible: int = ALL) -> EscobaTable:
    """The table, on which nothing is hidden."""
    obligation = state.obligation
    return EscobaTable(
        cards=SPANISH_40.cards(state.table),
        round=state.round,
        rounds=state.rules.rounds,
        stock=state.stock_left,
        taken=tuple(pile.bit_count() for pile in state.piles),
        sweeps=state.sweeps,
        last_taker=state.last_taker,
        owed=OwedCard(obligation.seat, SPANISH_40.name(obligation.card)) if obligation else None,
    )


def score(state: EscobaState) -> EscobaScore:
    """The score so far."""
    ledger = state.ledger
    return EscobaScore(ledger.totals, ledger.hands, ledger.tallies["sweeps"])


def redact(event: Event, visible: int = NOBODY) -> Event:
    """The event for a reader that sees the hands in `visible`: other hands, the stock and its seed are hidden."""
    if isinstance(event, EscobaDeal):
        return replace(event, hands=shown_hands(event.hands, visible), stock=None, seed=None)
    return event


def hide_from(state: EscobaState, visible: int) -> None:
    """Removes the stock."""
    state.stock = None


def heading(state: EscobaState) -> Text | None:
    """The cards that were dealt to the table."""
    cards = " ".join(SPANISH_40.cards(state.first_table))
    return Text(es=f"mesa: {cards}", en=f"table: {cards}") if cards else None


def word(state: EscobaState, event: Event) -> str | None:
    """The short text of a move, for a column; None for an event that is no move of a seat."""
    match event:
        case EscobaTrail():
            return event.card
        case EscobaTake(card=None):
            return f"↑ {' '.join(event.cards)}".rstrip()
        case EscobaTake():
            return f"{event.card} × {' '.join(event.cards)}".rstrip()
    return None

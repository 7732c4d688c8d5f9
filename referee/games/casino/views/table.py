"""The table, the score and the events of Casino for readers."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.cards import FRENCH
from referee.games.casino.events import CasinoDeal
from referee.games.casino.judging.duty import duty
from referee.games.casino.state import CasinoState
from referee.match.events import Event
from referee.match.game import LaidCard
from referee.match.ledger import HandScores
from referee.match.state import ALL, NOBODY, shown_hands


class BuildView(Struct, frozen=True):
    """A standing build: `owner` made it or changed it last, a card of `value` takes it."""

    id: str
    owner: int
    value: int
    kind: Literal["single", "multiple"]
    cards: tuple[str, ...]


class OwedView(Struct, frozen=True):
    """Cards that a seat must trail in its turn, and the rule that says so."""

    seat: int
    cards: tuple[str, ...]
    rule: str


class CasinoTable(Struct, frozen=True):
    """What lies open, and what it asks of the seats.

    `may_not_trail`: seats with a build of their own, which trail only if they can neither take, duplicate nor raise.
    `trails_only`: seats that trail for the rest of the round. `barred`: per side, exposed cards that it may not take.
    `taken` and `sweeps`: per side, cards taken and sweeps of this deal. `stock`: cards not dealt yet.
    """

    loose: tuple[str, ...]
    builds: tuple[BuildView, ...]
    may_not_trail: tuple[int, ...]
    must_trail: tuple[OwedView, ...]
    trails_only: tuple[int, ...]
    barred: tuple[tuple[str, ...], ...]
    round: int
    rounds: int
    last_announced: bool
    stock: int
    taken: tuple[int, ...]
    sweeps: tuple[int, ...]
    last_taker: int | None


class CasinoScore(Struct, frozen=True):
    """Totals per side, the points of each deal and how they arose, and the sweeps counted so far."""

    totals: list[int]
    hands: HandScores
    sweeps: list[int]


def laid_cards(table: CasinoTable) -> tuple[LaidCard, ...]:
    """The loose cards and those of the builds, which anyone may have laid."""
    builds = (card for build in table.builds for card in build.cards)
    return tuple(map(LaidCard, (*table.loose, *builds)))


def table(state: CasinoState, visible: int = ALL) -> CasinoTable:
    """The open table, the same for every reader."""
    seats, layout, takings = range(state.seats), state.layout, state.takings
    debtors = {obligation.seat for obligation in state.duties.obligations}
    dues = [(seat, duty(state, seat)) for seat in seats if seat in debtors]
    return CasinoTable(
        loose=FRENCH.cards(layout.loose),
        builds=tuple(
            BuildView(b.id, b.owner, b.value, "multiple" if b.multiple else "single", FRENCH.cards(b.cards))
            for b in layout.builds
        ),
        may_not_trail=tuple(seat for seat in seats if layout.binds(seat) and not duty(state, seat)),
        must_trail=tuple(OwedView(seat, FRENCH.cards(due[1]), due[0]) for seat, due in dues if due),
        trails_only=tuple(seat for seat in seats if state.duties.trailing >> seat & 1),
        barred=tuple(FRENCH.cards(cards) for cards in layout.barred),
        round=state.round.number,
        rounds=state.rounds,
        last_announced=state.round.announced,
        stock=state.stock.left,
        taken=tuple(pile.bit_count() for pile in takings.piles),
        sweeps=tuple(cards.bit_count() for cards in takings.swept),
        last_taker=takings.last,
    )


def score(state: CasinoState) -> CasinoScore:
    """Totals, deals and sweeps."""
    return CasinoScore(state.ledger.totals, state.ledger.hands, state.ledger.tallies["sweeps"])


def redact(event: Event, visible: int = NOBODY) -> Event:
    """The event for a reader that sees the hands in `visible`: other hands, the stock and its seed are hidden."""
    if isinstance(event, CasinoDeal):
        return replace(event, hands=shown_hands(event.hands, visible), stock=None, seed=None)
    return event


def hide_from(state: CasinoState, visible: int) -> None:
    """Removes the order of the pack."""
    state.stock = replace(state.stock, cards=None)

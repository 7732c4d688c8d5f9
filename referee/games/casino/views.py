"""What a reader sees of a Casino table and of its score."""

from typing import Literal

from msgspec import Struct

from referee.match.ledger import HandScore


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
    hands: list[HandScore]
    sweeps: list[int]

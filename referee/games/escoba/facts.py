"""The facts that only Escoba has: rounds, takes, and a card that a seat must play again."""

from referee.match.events import Seat
from referee.match.facts import Fact


class EscobaRoundDealt(Fact, frozen=True, tag="round_dealt"):
    """A round of a hand begins; `last` marks the one that empties the pack."""

    hand: int
    round: int
    last: bool = False


class TableTaken(Fact, frozen=True, tag="table_taken"):
    """The dealer took the first table, for one escoba or two."""

    seat: Seat
    cards: tuple[str, ...]
    sweeps: int


class EscobaCardsTaken(Fact, frozen=True, tag="cards_taken"):
    """A seat took these cards, the one it played among them; `sweep` where that cleared the table and counts.

    `card` is the card played; null where cards were lifted without one.
    """

    seat: Seat
    card: str | None
    cards: tuple[str, ...]
    sweep: bool = False


class EscobaRestTaken(Fact, frozen=True, tag="rest_taken"):
    """What lay on the table after the last card goes to the side that took last."""

    seat: Seat
    cards: tuple[str, ...]


class EscobaCardOwed(Fact, frozen=True, tag="card_owed"):
    """An irregular play was taken back: the seat must play the same card again.

    **[ruling]** Everybody is told at once, as in Casino, whenever infractions are shown.
    """

    seat: Seat
    card: str


ESCOBA_FACTS = (EscobaRoundDealt, TableTaken, EscobaCardsTaken, EscobaRestTaken, EscobaCardOwed)

"""The facts that only Guiñote has: the effects of cantes, exchanges and partidas on the score."""

from referee.match.events import Seat, Side, Version
from referee.match.facts import Fact, FirstDealerDrawn
from referee.match.ledger import Ledger


class PartidaBegun(Fact, frozen=True, tag="partida_begun"):
    """A partida of the coto begins, counted from 1: its points start at nought."""

    partida: int

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.totals = [0] * len(ledger.totals)


class CanteCounted(Fact, frozen=True, tag="cante_counted"):
    """A cante counts: 20, or 40 in triunfo. `suit` is null where it was not named."""

    seat: Seat
    side: Side
    points: int
    suit: str | None = None

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.totals[self.side] += self.points


class CanteTakenBack(Fact, frozen=True, tag="cante_taken_back"):
    """The points of the cante of event `version` fall: the hand did not hold its cards."""

    seat: Seat
    side: Side
    points: int
    version: Version

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.totals[self.side] -= self.points


class TurnUpExchanged(Fact, frozen=True, tag="exchanged"):
    """A seat took the turn-up and left the 7 of triunfo on the table."""

    seat: Seat
    takes: str
    leaves: str


class PointsVoid(Fact, frozen=True, tag="points_void"):
    """The points of a hand broken off are gone: the totals stand as before it."""

    totals: tuple[int, ...]

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.totals = list(self.totals)


class PartidaReopened(Fact, frozen=True, tag="partida_reopened"):
    """The partida that `side` had been given is open again, and so is its last hand, dealt in event `since`."""

    REOPENS_HANDS = True

    side: Side
    hand: int
    since: Version

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.tallies["partidas"][self.side] -= 1
        ledger.hands = [score for score in ledger.hands if score.hand != self.hand]
        ledger.result = None
        ledger.status = "open"
        ledger.hidden_from = self.since


GUINOTE_FACTS = (
    FirstDealerDrawn,
    PartidaBegun,
    CanteCounted,
    CanteTakenBack,
    TurnUpExchanged,
    PointsVoid,
    PartidaReopened,
)

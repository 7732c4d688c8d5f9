"""The facts that games share: consequences of an event under the rules of its day.

A fact is stored with its event, so that scores can be added up later without any rules. A game's own facts are in its folder
under `referee/games/`.
"""

from typing import ClassVar, Literal

from msgspec import UNSET, Struct, UnsetType

from referee.match.events import Seat, Side, Version
from referee.match.ledger import (
    ClaimState,
    Closing,
    Evidence,
    HandScore,
    Item,
    Ledger,
    MatchResult,
    Ranking,
    SanctionGiven,
)
from referee.match.terms.stakes import Settlement


class Fact(Struct, frozen=True, omit_defaults=True, tag_field="fact", gc=False):
    """A consequence of an event. `enter` writes it into the ledger; `at` is the version of its event.

    `REOPENS_HANDS`: True if it takes counted hands out of the ledger again, so that sums over hands must be computed again.
    """

    REOPENS_HANDS: ClassVar[bool] = False

    def enter(self, ledger: Ledger, at: int) -> None:
        """Writes this fact into the ledger. A fact that changes no figure writes nothing."""


class HandDealt(Fact, frozen=True, tag="hand_dealt"):
    """A hand begins. Where the game has no dealer, `dealer` is null."""

    hand: int
    dealer: Seat | None = None

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.closing = UNSET
        ledger.hide(at)


class FirstDealerDrawn(Fact, frozen=True, tag="first_dealer_drawn"):
    """The cards drawn on the table say which seat deals first."""

    seat: Seat


class HandVoid(Fact, frozen=True, tag="hand_void"):
    """A hand was broken off and counts for nothing."""

    hand: int


class TrickTaken(Fact, frozen=True, tag="trick_taken"):
    """A seat won a trick: the cards in the order they were laid, and what they are worth."""

    seat: Seat
    cards: tuple[str, ...]
    points: int = 0


class PointsScored(Fact, frozen=True, tag="scored"):
    """Points that count at once."""

    side: Side
    points: int
    rule: str
    cards: tuple[str, ...] = ()

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.totals[self.side] += self.points


class HandScored(Fact, frozen=True, tag="hand_scored"):
    """The account of a hand: points per side (null when a claim ended it early), the totals after it, how they arose.

    `counted`: the hand was told by its figures, and has no cards, or not all of them.
    """

    hand: int
    points: tuple[int, ...] | None
    totals: tuple[int, ...]
    items: tuple[Item, ...] = ()
    extra: bool = False
    counted: bool = False

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.totals = list(self.totals)
        ledger.hands.append(HandScore(self.hand, self.points, at, self.extra, self.items, self.counted))
        ledger.open_hands(self.hand)


class HandAwaitsConfirmation(Fact, frozen=True, tag="hand_awaits_confirmation"):
    """A counted hand is not final: these sides have to confirm it, again where some had and its figures are others now.

    `result` is how the match ends with the last of them; null where it goes on.
    """

    hand: int
    sides: tuple[Side, ...]
    result: MatchResult | None = None

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.closing = Closing(self.hand, self.sides, self.result)


class SideConfirmed(Fact, frozen=True, tag="side_confirmed"):
    """A side confirmed the hand that was awaited."""

    hand: int
    side: Side

    def enter(self, ledger: Ledger, at: int) -> None:
        if ledger.closing is not UNSET:
            missing = tuple(side for side in ledger.closing.missing if side != self.side)
            ledger.closing = Closing(self.hand, missing, ledger.closing.result)


class HandConfirmed(Fact, frozen=True, tag="hand_confirmed"):
    """Every side has confirmed the hand: it is final."""

    hand: int


class ConfirmationVoid(Fact, frozen=True, tag="confirmation_void"):
    """The hand goes on, so there is nothing to confirm of it."""

    hand: int

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.closing = UNSET


class TallyCounted(Fact, frozen=True, tag="tallied"):
    """One more of what a game counts beside points (stars, rounds won, partidas): `what` names it, `seat` is the side."""

    what: str
    seat: Seat
    rule: str

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.tallies[self.what][self.seat] += 1


class InfractionOpened(Fact, frozen=True, tag="infraction_opened"):
    """An assertion that nothing has settled is in dispute."""

    code: str
    seat: Seat
    version: Version

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.settle(self.code, self.seat, self.version, "open", None, None)


class InfractionProven(Fact, frozen=True, tag="infraction_proven"):
    """The log proves that event `version` broke a rule."""

    code: str
    seat: Seat
    version: Version
    evidence: Evidence

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.settle(self.code, self.seat, self.version, "proven", at, self.evidence)


class InfractionDismissed(Fact, frozen=True, tag="infraction_dismissed"):
    """A disputed assertion was not disproved."""

    code: str
    seat: Seat
    version: Version

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.settle(self.code, self.seat, self.version, "dismissed", None, None)


class ClaimMade(Fact, frozen=True, tag="claim_made"):
    """A claim got its number; `status` says whether the log could decide it at once."""

    claim: str
    by: Seat
    against: Seat
    kind: str
    version: Version
    status: Literal["pending", "upheld", "rejected"]

    def enter(self, ledger: Ledger, at: int) -> None:
        ruled_at = None if self.status == "pending" else at
        ledger.claims.append(
            ClaimState(self.claim, self.by, self.against, self.kind, self.version, self.status, ruled_at)
        )


class ClaimRuled(Fact, frozen=True, tag="claim_ruled"):
    """A pending claim was decided, by the log or by the referee."""

    claim: str
    status: Literal["upheld", "rejected"]

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.rule(self.claim, self.status, at)


class SanctionImposed(Fact, frozen=True, tag="sanctioned"):
    """A card was given."""

    seat: Seat
    card: Literal["yellow", "black"]
    reason: str

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.sanctions.append(SanctionGiven(self.seat, self.card, self.reason, at))


class MatchEnded(Fact, frozen=True, tag="match_ended"):
    """The match is over. `ranking` is best first; seats that share a place stand together."""

    ranking: Ranking
    winner_sides: tuple[Side, ...]
    reason: str
    margin: int | None = None
    abandoned: bool = False
    settlement: Settlement | UnsetType = UNSET

    @property
    def result(self) -> MatchResult:
        """The result that it gives."""
        return MatchResult(self.ranking, self.winner_sides, self.reason, self.margin, self.settlement)

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.result = self.result
        ledger.status = "abandoned" if self.abandoned else "finished"
        ledger.closing = UNSET
        ledger.open_hands()


class MatchRestated(Fact, frozen=True, tag="match_restated"):
    """The whole account again, in place of what stood before: after a retract, a ruling or an upheld claim, or where a match that
    was over goes on.
    """

    ledger: Ledger

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.replace(self.ledger)


def upholds(fact: Fact) -> bool:
    """True for the fact that a claim was upheld."""
    return isinstance(fact, ClaimMade | ClaimRuled) and fact.status == "upheld"


SHARED_FACTS: tuple[type[Fact], ...] = (
    HandDealt,
    HandVoid,
    TrickTaken,
    PointsScored,
    HandScored,
    HandAwaitsConfirmation,
    SideConfirmed,
    HandConfirmed,
    ConfirmationVoid,
    TallyCounted,
    InfractionOpened,
    InfractionProven,
    InfractionDismissed,
    ClaimMade,
    ClaimRuled,
    SanctionImposed,
    MatchEnded,
    MatchRestated,
)

"""The account of a match: totals, hands, infractions, claims, sanctions, result.

A ledger is a fold over facts and knows no rule: the match's view and every projection make theirs in the same way.
"""

from collections.abc import Collection
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from referee.match.terms.stakes import Settlement

Ranking = tuple[tuple[int, ...], ...]
"""Seats, best first; an inner tuple holds seats that share a place."""
ClaimStatus = Literal["pending", "upheld", "rejected"]


class Evidence(Struct, frozen=True, omit_defaults=True):
    """What proves an infraction: `how` it showed, and the cards that show it (hidden while the hand is not public).

    `known`: the hand was known when it happened; `shown`: a card came out of it later; `missing`: what was asserted never
    came; `elsewhere`: what was asserted turned out to lie elsewhere; `counted`: the cards left to see, which are named, leave
    the hand no room for what was asserted; `seen`: the table shows it by itself; `ruling`: the referee's word.
    """

    how: Literal["known", "shown", "missing", "elsewhere", "counted", "seen", "ruling"]
    cards: tuple[str, ...] | None = ()

    def among(self, visible_cards: Collection[str]) -> "Evidence":
        """The evidence with those of its cards that are in `visible_cards`; null without any.

        It does not tell if all of them were seen: that would tell if the hand holds more of them. Counted cards are all left
        out: the others are in hands that the log knows.
        """
        if self.how == "counted":
            return Evidence(self.how, None)
        return (
            Evidence(self.how, tuple(card for card in self.cards if card in visible_cards) or None)
            if self.cards
            else self
        )


class Infraction(Struct, frozen=True):
    """A rule broken by event `version` of `seat`, proven by event `proven_at`."""

    code: str
    seat: int
    version: int
    proven_at: int | None
    evidence: Evidence | None
    status: Literal["open", "proven", "dismissed"]

    def among(self, visible_cards: Collection[str]) -> "Infraction":
        """The infraction with those of its proving cards that are in `visible_cards`."""
        return replace(self, evidence=self.evidence.among(visible_cards)) if self.evidence else self


class ClaimState(Struct, frozen=True):
    """A dispute: `by` says that event `at` of `against` broke a rule."""

    claim: str
    by: int
    against: int
    kind: str
    at: int
    status: ClaimStatus
    ruled_at: int | None

    def without_decision(self) -> "ClaimState":
        """The claim for readers that may not know its decision yet."""
        return replace(self, status="pending", ruled_at=None)


class SanctionGiven(Struct, frozen=True):
    """A yellow or black card, given in event `version`."""

    seat: int
    card: Literal["yellow", "black"]
    reason: str
    version: int


class Item(Struct, frozen=True, omit_defaults=True):
    """How points arose: whose, how many, by which rule, with which cards."""

    side: int
    points: int
    rule: str
    cards: tuple[str, ...] = ()


class HandScore(Struct, frozen=True, omit_defaults=True):
    """Points of one hand per side, null when a claim ended it early, and how they arose. `extra` marks a tie-break round.

    `scored_at` is the version that ended the hand; `counted` marks a hand told by its figures, which has no cards.
    """

    hand: int
    points: tuple[int, ...] | None
    scored_at: int
    extra: bool = False
    items: tuple[Item, ...] = ()
    counted: bool = False


HandScores = Annotated[list[HandScore], Meta(description="The hands counted so far, with how their points arose.")]


class MatchResult(Struct, frozen=True):
    """How a match ended: seats best first, the sides that won (none: a tie that nothing breaks), why."""

    ranking: Ranking
    winner_sides: tuple[int, ...]
    reason: str
    margin: int | None = None
    settlement: Annotated[
        Settlement | UnsetType,
        Meta(description="How the stakes come out; only where the match was opened with stakes."),
    ] = UNSET


class Closing(Struct, frozen=True, omit_defaults=True):
    """A counted hand in a match closed with two keys, until the next deal: the sides whose confirmation is `missing`.

    `result` is how the match ends with the last confirmation; None where it goes on.
    """

    hand: int
    missing: tuple[int, ...]
    result: MatchResult | None = None


class Ledger(Struct):
    """What a match has come to. `tallies` holds what a game counts beside points, by name, per seat or side."""

    totals: list[int]
    tallies: dict[str, list[int]]
    hands: HandScores = []
    infractions: list[Infraction] = []
    claims: list[ClaimState] = []
    sanctions: list[SanctionGiven] = []
    result: MatchResult | None = None
    status: Literal["open", "finished", "abandoned"] = "open"
    hidden_from: int | None = None
    """The version of the first deal with hidden hands."""
    never_over: tuple[int, int] | None = None
    """Hands that a `retract` took back before they were over: the version of the first deal of them, and the number of the last.

    Their cards may be dealt again, and so stay hidden.
    """
    closing: Closing | UnsetType = UNSET
    """The hand counted last, if sides confirm hands and none was dealt since."""

    @classmethod
    def blank(cls, sides: int, tallies: dict[str, int]) -> "Ledger":
        """An empty account; `tallies` gives the number of counters of each."""
        return cls([0] * sides, {what: [0] * n for what, n in tallies.items()})

    def copy(self) -> "Ledger":
        """An independent account with the same entries."""
        return Ledger(
            self.totals[:],
            {what: counts[:] for what, counts in self.tallies.items()},
            self.hands[:],
            self.infractions[:],
            self.claims[:],
            self.sanctions[:],
            self.result,
            self.status,
            self.hidden_from,
            self.never_over,
            self.closing,
        )

    def replace(self, other: "Ledger") -> None:
        """Replaces every entry by that of `other`."""
        fresh = other.copy()
        for field in self.__struct_fields__:
            setattr(self, field, getattr(fresh, field))

    @property
    def result_of_play(self) -> MatchResult | None:
        """The result of the match, or the one that awaits only confirmations; None while play goes on."""
        return self.result if self.result or self.closing is UNSET else self.closing.result

    def hide(self, at: int) -> None:
        """Hides the hands dealt by event `at`."""
        self.hidden_from = min(self.hidden_from or at, at)

    def open_hands(self, hand: int | None = None) -> None:
        """Makes the cards of hand number `hand` public, or of the whole match for None.

        Cards that were dealt for a later hand stay hidden, also after a retract of that deal: they may be dealt again.
        """
        if hand is None or self.never_over is None or hand >= self.never_over[1]:
            self.never_over = None
        self.hidden_from = self.never_over[0] if self.never_over else None

    def keep_hidden(self, before: "Ledger", hand: int) -> None:
        """Hides the hands that were hidden `before` a retract, when hand number `hand` was in progress."""
        if before.hidden_from is None:
            return
        last = max(hand, before.never_over[1]) if before.never_over else hand
        self.never_over = (before.hidden_from, last)
        self.hide(before.hidden_from)

    def regular_until(self) -> int:
        """The version that ended the last hand before any tie-break round; 0 without a hand."""
        return max((hand.scored_at for hand in self.hands if not hand.extra), default=0)

    def settle(
        self,
        code: str,
        seat: int,
        version: int,
        status: Literal["open", "proven", "dismissed"],
        proven_at: int | None,
        evidence: Evidence | None,
    ) -> None:
        """Writes an infraction in place of its earlier entry, or as a new entry."""
        infraction = Infraction(code, seat, version, proven_at, evidence, status)
        for i, entry in enumerate(self.infractions):
            if (entry.code, entry.seat, entry.version) == (code, seat, version):
                self.infractions[i] = infraction
                return
        self.infractions.append(infraction)

    def rule(self, claim: str, status: ClaimStatus, at: int) -> None:
        """Decides a claim."""
        for i, entry in enumerate(self.claims):
            if entry.claim == claim:
                self.claims[i] = replace(entry, status=status, ruled_at=at)

    def claim(self, name: str) -> ClaimState | None:
        """The claim of this number, or None."""
        return next((c for c in self.claims if c.claim == name), None)

    def proven_infractions(self, seat: int, version: int) -> list[Infraction]:
        """The proven infractions of one event."""
        return [i for i in self.infractions if i.version == version and i.seat == seat and i.status == "proven"]

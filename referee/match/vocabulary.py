"""The words of the log: the events that games share, and the facts that follow from events.

An event says what happened at the table, in the referee's words. A fact says what followed from it under the rules of
that day; it is stored with its event, so whoever adds up scores later needs facts and no rules. Both are frozen structs,
told apart by a tag. A game's own events and facts live in its place under `referee/games/`.
"""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import UNSET, Meta, Struct

from referee.cards import CardName, CardSet
from referee.match.ledger import (
    ClaimState,
    Closing,
    Evidence,
    HandScore,
    Infraction,
    Item,
    Ledger,
    MatchResult,
    Ranking,
    SanctionGiven,
)

Seat = Annotated[int, Meta(ge=0, description="A seat, counted from 0 in turn order.", examples=[0])]
Side = Annotated[int, Meta(ge=0, description="What scores: a seat, or a pair (seats 0+2 are side 0, 1+3 side 1).")]
Version = Annotated[int, Meta(ge=1, description="The position of an event in its match's log; the opening is 1.")]
FOR_GOOD = "It stays in the log for good, also when a person is erased: name nobody in it."
"""What is said of every free text of the log."""
Reason = Annotated[str, Meta(max_length=500, description=f"The referee's own words. {FOR_GOOD}")]


class Event(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", gc=False):
    """Something that happened at the table. Its tag is its identity in the store."""

    GAME: ClassVar[bool] = True
    """Whether it moves the game on: such events are refused once the match is over."""
    OWN: ClassVar[bool] = False
    """Whether players who record their own seat may append it: a move of that seat."""
    REFEREES: ClassVar[tuple[str, ...]] = ()
    """Fields of it that are the referee's to fill in: what chance decided, and what only a referee vouches for."""
    UNSEEN: ClassVar[tuple[str, ...]] = ()
    """Fields that name cards as they come from a pack: no player's to fill in where the log knows their order."""
    SECRET: ClassVar[tuple[str, ...]] = ()
    """Fields that name cards which only the own seat sees: no player's to fill in where others share the pack and the log
    does not know the whole hand, since it would then know a card that the others could find by being refused."""
    HELD: ClassVar[tuple[str, ...] | None] = ()
    """Fields that name cards of the seat's hand; None where the event speaks of others in it too, as a cante does."""

    def tells_all_or_nothing(self, seats: int) -> bool:
        """Whether, where it deals, it names the cards of every seat, or of none and no order of a pack either."""
        return True


def all_or_nothing(hands: Sequence[Any] | None, seats: int, order: object = None) -> bool:
    """Whether these are the hands of every seat, or none are given and no `order` of cards either."""
    return not order if hands is None else len(hands) == seats and None not in hands


class Play(Event, frozen=True, tag="play"):
    """A seat lays a card face up."""

    OWN = True
    HELD = ("card",)
    seat: Seat
    card: CardName


class Draw(Event, frozen=True, tag="draw"):
    """What a seat was seen to draw. Draws happen by themselves; this only names the card."""

    OWN = True
    UNSEEN = ("card",)
    SECRET = ("card",)
    seat: Seat
    card: CardName | None = None


class DrawForDeal(Event, frozen=True, tag="draw_for_deal"):
    """Cards drawn on the table for the first deal, as they were shown. The highest deals; those who are level draw again.

    With `suits` each seat has a suit, and the one card drawn says by its suit who deals.
    """

    cards: Annotated[
        tuple[CardName | None, ...],
        Meta(
            min_length=1,
            max_length=10,
            description="Per seat the card it drew, null where it draws no more; or one card.",
        ),
    ]
    suits: Annotated[tuple[str, ...], Meta(max_length=10, description="Per seat the suit it was given.")] | None = None


class Redeal(Event, frozen=True, tag="redeal"):
    """The hand is void: the same dealer deals it again."""

    reason: Reason


class CountOfHand(Event, frozen=True, tag="count"):
    """A hand told by its figures, since nobody recorded its cards, or not all of them. Each game adds its own `figures`."""


class Reveal(Event, frozen=True, tag="reveal"):
    """The referee looks at a hand: cards that it holds now, all of it or a part."""

    GAME = False
    seat: Seat
    cards: CardSet


class Sanction(Event, frozen=True, tag="sanction"):
    """A yellow or black card."""

    GAME = False
    seat: Seat
    card: Literal["yellow", "black"]
    reason: Reason


class Claim(Event, frozen=True, tag="claim"):
    """`by` says that what `against` did in event `at` broke a rule."""

    GAME = False
    by: Seat
    against: Seat
    kind: Annotated[str, Meta(description="One of the kinds that the ruleset names under `claims`.")]
    at: Version


class Ruling(Event, frozen=True, tag="ruling"):
    """The referee's word on a claim that the log cannot decide."""

    GAME = False
    claim: Annotated[str, Meta(pattern="^c[1-9][0-9]*$", examples=["c1"])]
    upheld: bool
    reason: Reason


class Retract(Event, frozen=True, tag="retract"):
    """The match stands again as it stood at version `to`; what came after stays in the log and counts no more."""

    GAME = False
    to: Version
    reason: Reason


class Withdraw(Event, frozen=True, tag="withdraw"):
    """A seat's side leaves the match."""

    OWN = True
    seat: Seat
    reason: Reason


class Confirm(Event, frozen=True, tag="confirm"):
    """A side confirms the score of a hand: recorded by the server, after a token or a PIN."""

    side: Side
    hand: Annotated[int, Meta(ge=1)]


NoteKind = Literal["call", "answered"]


class Note(Event, frozen=True, tag="note"):
    """Free words in the log. A `call` is for the referee to come to the table, `answered` that somebody came."""

    GAME = False
    text: Annotated[str, Meta(min_length=1, max_length=2000, description=FOR_GOOD)]
    kind: NoteKind | None = None
    seat: Annotated[Seat, Meta(description="With `call`: the seat that calls. A player's own is filled in.")] | None = (
        None
    )
    call: (
        Annotated[Version, Meta(description="With `answered`: the version of the call; without it, every open one.")]
        | None
    ) = None


SHARED: tuple[type[Event], ...] = (Redeal, Reveal, Sanction, Claim, Ruling, Retract, Withdraw, Confirm, Note)
"""What every ruleset has; `claim` only where the ruleset names kinds of it."""


class SeatTaken(Struct, frozen=True, omit_defaults=True):
    """Who sits down: the id of a person. Names are kept apart from the log."""

    player: str


class Opening(Event, frozen=True, omit_defaults=False, tag="open"):
    """The first event of a match: what is played, by whom, and how strictly."""

    ruleset: str
    seats: tuple[SeatTaken, ...]
    params: dict[str, Any]
    record: int = 1
    match: str = ""
    enforcement: Literal["record", "strict"] = "record"
    first_dealer: Seat | None = None
    seed: str | None = None
    """What drew the first dealer, where chance did."""
    fixture: str | None = None
    lines: tuple[Annotated[int, Meta(ge=1)], ...] | None = None
    """The places below which a tie has to be parted, where a contest says so; else the game's own."""
    player_input: bool = False
    confirm: Literal["sides"] | None = None
    table: str | None = None


class Fact(Struct, frozen=True, omit_defaults=True, tag_field="fact", gc=False):
    """What followed from an event. `enter` writes it into the ledger; `at` is the version of its event."""

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


class Scored(Fact, frozen=True, tag="scored"):
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
    """A counted hand is not final: these sides have to confirm it, anew where some had and its figures are others now.

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


class Tallied(Fact, frozen=True, tag="tallied"):
    """One more of what a game counts beside points (stars, rounds won, partidas): `what` names it, `seat` or side has it."""

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
        ledger.infractions.append(Infraction(self.code, self.seat, self.version, None, None, "open"))


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


class Sanctioned(Fact, frozen=True, tag="sanctioned"):
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

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.result = MatchResult(self.ranking, self.winner_sides, self.reason, self.margin)
        ledger.status = "abandoned" if self.abandoned else "finished"
        ledger.closing = UNSET
        ledger.open_hands()


class MatchRestated(Fact, frozen=True, tag="match_restated"):
    """The whole account anew, in place of what stood before: after a retract, a ruling or an upheld claim."""

    ledger: Ledger

    def enter(self, ledger: Ledger, at: int) -> None:
        ledger.replace(self.ledger)


SHARED_FACTS: tuple[type[Fact], ...] = (
    HandDealt,
    HandVoid,
    TrickTaken,
    Scored,
    HandScored,
    HandAwaitsConfirmation,
    SideConfirmed,
    HandConfirmed,
    ConfirmationVoid,
    Tallied,
    InfractionOpened,
    InfractionProven,
    InfractionDismissed,
    ClaimMade,
    ClaimRuled,
    Sanctioned,
    MatchEnded,
    MatchRestated,
)

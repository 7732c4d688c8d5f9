"""The events that games share: the words of the log.

An event says what happened at the table, in the referee's words: a frozen struct, told apart by its tag. What follows from one
is in `facts.py`. A game's own events live in its place under `referee/games/`.
"""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal, Self

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from referee.cards import CardName, CardRow, CardSet, SuitName
from referee.characters import SEEN, UNBROKEN
from referee.match.terms.agreed_time import AgreedTime
from referee.match.terms.named_house import NamedHouse
from referee.match.terms.stakes import Stakes

Seat = Annotated[int, Meta(ge=0, description="A seat, counted from 0 in turn order.", examples=[0])]
Side = Annotated[int, Meta(ge=0, description="What scores: a seat, or a pair (seats 0+2 are side 0, 1+3 side 1).")]
Version = Annotated[int, Meta(ge=1, description="The position of an event in its match's log; the opening is 1.")]
FOR_GOOD = "It stays in the log for good, also when a person is erased: name nobody in it."
"""The warning at every free text of the log."""
Reason = Annotated[str, Meta(max_length=500, description=f"The referee's own words. {FOR_GOOD}")]

Seed = Annotated[str, Meta(extra_json_schema={"pattern": SEEN})]
SeedSource = Annotated[
    Literal["brought", "drawn", "committed"],
    Meta(
        description="Who chose the seed: the request `brought` it, the service had it `drawn`, or it was `committed` to before. "
        "The service fills it in; of a record that is imported every seed is `brought`, and records from before it did have none."
    ),
]


class Event(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", gc=False):
    """Something that happened at the table. Its tag is its identity in the log."""

    GAME: ClassVar[bool] = True
    """True if it moves the game on: such events are refused once the match is over."""
    OWN: ClassVar[bool] = False
    """True if players that record their own seat may append it: a move of that seat."""
    REFEREES: ClassVar[tuple[str, ...]] = ()
    """Fields that only the referee may fill in: seeds, and observations that a referee vouches for."""
    UNSEEN: ClassVar[tuple[str, ...]] = ()
    """Fields that name cards as they come from a pack: no player may fill them in if the log knows the order."""
    SECRET: ClassVar[tuple[str, ...]] = ()
    """Fields that name cards which only the own seat sees. No player may fill them in if others share the pack and the log does
    not know the whole hand: the log would then know a card that the others could find by being refused."""
    NEEDED: ClassVar[tuple[str, ...]] = ()
    """Fields that a request must fill in though they have a default: older records have none."""
    ONE_LINE: ClassVar[tuple[str, ...]] = ()
    """Fields whose words are one line in a request: older records may end with a line break."""
    ALONE: ClassVar[bool] = False
    """True if it must be the only event of its request."""
    MOST: ClassVar[int] = 2_000
    """The number of them that a seat may record by itself in one match: more than any match has."""
    FILLED_IN: ClassVar[tuple[str, ...]] = ()
    """Fields that the service fills in: a request leaves them out."""
    OF_SERVICE: ClassVar[bool] = False
    """True if the service records it by itself, and no request holds one."""
    HIDDEN: ClassVar[tuple[str, ...]] = ()
    """Fields that are always there, and null for readers of other hands."""
    HELD: ClassVar[tuple[str, ...] | None] = ()
    """Fields that name cards of the seat's hand; None if it speaks of cards there without naming them, as a cante does."""

    def without_hidden(self) -> Self:
        """The event with None in its hidden fields."""
        return replace(self, **dict.fromkeys(self.HIDDEN))

    def tells_all_or_nothing(self, seats: int) -> bool:
        """False for a deal that names the cards of some seats, or an order of the pack without hands."""
        return True


def all_or_nothing(hands: Sequence[Any] | None, seats: int, order: object = None) -> bool:
    """True for the hands of every seat, or for no hands and no `order` of cards."""
    return not order if hands is None else len(hands) == seats and None not in hands


class DealFromPack(Event, frozen=True):
    """The fields of a deal from one pack: hands and stock, known, partly known (null for a seat) or not at all."""

    dealer: Seat | None = None
    hands: tuple[CardSet | None, ...] | None = None
    table: CardSet | None = None
    stock: CardRow | None = None
    shuffle: bool = False
    seed: Seed | None = None
    seed_source: SeedSource | UnsetType = UNSET

    def tells_all_or_nothing(self, seats: int) -> bool:
        return all_or_nothing(self.hands, seats, self.stock)


class Play(Event, frozen=True, tag="play"):
    """A seat lays a card face up."""

    OWN = True
    HELD = ("card",)
    seat: Seat
    card: CardName


class Draw(Event, frozen=True, tag="draw"):
    """What a seat was seen to draw. Draws happen by themselves; this only names the card."""

    OWN = True
    MOST = 1_000
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
    suits: (
        Annotated[tuple[SuitName, ...], Meta(max_length=10, description="Per seat the suit it was given.")] | None
    ) = None


class ShuffleCommitment(Event, frozen=True, tag="shuffle_commitment"):
    """The service has drawn a secret for the next thing that chance decides in this match, and cannot change it any more."""

    FILLED_IN = ("sha256",)
    sha256: (
        Annotated[
            str,
            Meta(
                pattern="^[0-9a-f]{64}$",
                description="The SHA-256 of the secret. The service fills it in.",
            ),
        ]
        | None
    ) = None


class ShuffleText(Event, frozen=True, tag="shuffle_text"):
    """A seat adds words of its own to the next shuffle, after its commitment. The last ones of each seat count."""

    OWN = True
    MOST = 500
    ONE_LINE = ("text",)
    seat: Seat
    text: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=100,
            pattern=UNBROKEN,
            description=f"Any words, in one line. {FOR_GOOD}",
            examples=["lluvia de mayo"],
        ),
    ]


class Redeal(Event, frozen=True, tag="redeal"):
    """The hand is void: the same dealer deals it again."""

    reason: Annotated[
        Reason, Meta(description="Why: any words, or one of the words that the rules of the game have for it.")
    ]


class CountOfHand(Event, frozen=True, tag="count"):
    """A hand told by its figures, since nobody recorded its cards, or not all of them. Each game adds its own `figures`."""


class Reveal(Event, frozen=True, tag="reveal"):
    """The referee looks at a hand: cards that it holds now, all of it or a part."""

    GAME = False
    HIDDEN = ("cards",)
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
    MOST = 100
    by: Seat
    against: Seat
    kind: Annotated[str, Meta(description="One of the kinds that the ruleset names under `claims`.")]
    at: Version


class Ruling(Event, frozen=True, tag="ruling"):
    """The referee's word on a claim that the log cannot decide."""

    GAME = False
    HIDDEN = ("upheld", "reason")
    claim: Annotated[str, Meta(pattern=r"^c[1-9][0-9]*\Z", examples=["c1"])]
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
    """A side confirms the score of a hand: recorded by the server, after a token or a PIN, alone in its request."""

    NEEDED = ("version",)
    ALONE = True
    side: Side
    hand: Annotated[int, Meta(ge=1)]
    version: (
        Annotated[
            int,
            Meta(
                ge=1,
                description="The version of the match that the side has seen and confirms: the last one, confirmations of others "
                "aside. In an entry it is called `confirms`.",
            ),
        ]
        | UnsetType
    ) = UNSET


KeyHolder = Literal["player", "referee", "organizer"]
"""The giver of a side's PIN: a player of the side, or the person at the tablet."""


class PinSet(Event, frozen=True, tag="pin_set"):
    """A side has this PIN from now on: its first, or another by its own token or with the one before. It is in no log."""

    OF_SERVICE = True
    MOST = 20
    side: Side
    by: KeyHolder


class PinReset(Event, frozen=True, tag="pin_reset"):
    """An organizer gave a side another PIN without the one before. The PIN is in no log."""

    OF_SERVICE = True
    side: Side
    by: KeyHolder
    reason: Reason


class Seated(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits at a seat: the id of a player who is entered."""

    player: Annotated[str, Meta(min_length=1, max_length=64)]


class Seats(Event, frozen=True, tag="seats"):
    """Who sits where, all seats of them, in place of what was recorded: wrong seats that were found before the first card.

    Where `first_dealer` is left out, the person who was to deal first still is.
    """

    seats: Annotated[tuple[Seated, ...], Meta(min_length=1, max_length=10)]
    reason: Reason
    first_dealer: Seat | None = None


NoteKind = Literal["call", "answered"]


class Note(Event, frozen=True, tag="note"):
    """Free words in the log. A `call` is for the referee to come to the table, `answered` that somebody came."""

    GAME = False
    MOST = 100
    text: Annotated[str, Meta(min_length=1, max_length=2000, description=FOR_GOOD)]
    kind: NoteKind | None = None
    seat: Annotated[Seat, Meta(description="With `call`: the seat that calls. A player's own is filled in.")] | None = (
        None
    )
    call: (
        Annotated[Version, Meta(description="With `answered`: the version of the call; without it, every open one.")]
        | None
    ) = None


class Pause(Event, frozen=True, tag="pause"):
    """The referee stops the clock of the match. What happens meanwhile is recorded all the same."""

    reason: Reason = ""


class Resume(Event, frozen=True, tag="resume"):
    """The clock of the match goes on where it stood."""

    reason: Reason = ""


class ExtraTime(Event, frozen=True, tag="extra_time"):
    """The referee gives the turn in play, or the whole match, more time than it has."""

    seconds: Annotated[int, Meta(ge=1, le=86_400, description="How many seconds more.", examples=[60])]
    reason: Reason = ""
    of: Annotated[
        Literal["turn", "match"], Meta(description="Whose time it is: the turn's in play, or the match's.")
    ] = "turn"


class TimeUp(Event, frozen=True, tag="time_up"):
    """The time of the match is over: between two hands, the referee ends it with the score as it stands."""

    reason: Reason = ""


SHARED: tuple[type[Event], ...] = (
    Redeal,
    Reveal,
    Sanction,
    Claim,
    Ruling,
    Retract,
    Withdraw,
    Confirm,
    PinSet,
    PinReset,
    Seats,
    Note,
    ShuffleCommitment,
    ShuffleText,
    Pause,
    Resume,
    ExtraTime,
    TimeUp,
)
"""The event types of every ruleset; `claim` only in one with kinds of claim."""


class SeatTaken(Struct, frozen=True, omit_defaults=True):
    """Who sits down: the id of a person. Names are kept apart from the log."""

    player: str


class SharedHand(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand that is played with the same cards at every table of a contest (duplicate.deals).

    `contest` deals it, `hand` is its number through it, and `commitment` the SHA-256 of the seed that it is dealt by.
    """

    contest: Annotated[str, Meta(description="The contest whose tables all play it.")]
    hand: Annotated[int, Meta(ge=1, description="Its number, counted through the contest.")]
    commitment: Annotated[
        str, Meta(pattern="^[0-9a-f]{64}$", description="The SHA-256 of the seed of the deals of its round.")
    ]


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
    """The seed that drew the first dealer, if chance did."""
    fixture: str | None = None
    lines: tuple[Annotated[int, Meta(ge=1)], ...] | None = None
    """The places below which a tie has to be broken, if a contest names some; else the game's own."""
    player_input: bool = False
    confirm: Literal["sides"] | None = None
    table: str | None = None
    infractions_shown: Literal["hand_end"] | UnsetType = UNSET
    """The time at which all readers learn of the infractions of a hand; unset: at once."""
    stakes: Stakes | UnsetType = UNSET
    """The stake of each seat and the division of the pot; unset: no stakes."""
    timing: AgreedTime | UnsetType = UNSET
    """The referee's clock; unset: none, or that of the game."""
    house: NamedHouse | UnsetType = UNSET
    """The named house rules as they came; `params` has the rules in force. Unset: none."""
    board: int | UnsetType = UNSET
    """The board of the fixture, counted from 1, where it is played at one."""
    shared_hand: SharedHand | UnsetType = UNSET
    """The hand that it is, where every table plays the same: it ends with it. Unset: a match like any other."""

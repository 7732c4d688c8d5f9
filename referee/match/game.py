"""What a game is: mutable state of ints and lists, and five functions.

- `check(event, at)` may refuse: raises `Impossible` where the table would contradict itself, returns the `Breach` that an
  irregular event makes. Called for a new event only, and by the audit.
- `apply(event, at)` moves the cards, keeps the judge, returns the facts that follow. It never refuses: yesterday's log
  folds under today's rules.
- `legal(visible)` lists what may come now; `view(visible)` is the table as a reader may see it; `copy()` is cheap.

`at` is the version of the event. `visible` is the set of hands that a reader may see, a bit mask of seats: `ALL` for the
referee, `NOBODY` for the public. No clock, no random, no I/O: what chance decided arrives inside the event, put there by
`complete` from a seed that is recorded.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from referee.cards import Pack
from referee.errors import Breach, Impossible
from referee.match import disputes, house
from referee.match.knowledge import Knowledge
from referee.match.ledger import Ledger
from referee.match.results import PLAIN, ContestRules
from referee.match.rulebook import Clause
from referee.match.vocabulary import (
    SHARED,
    Claim,
    Confirm,
    Event,
    Fact,
    HandVoid,
    MatchEnded,
    Note,
    Opening,
    Redeal,
    Reveal,
    Ruling,
    Sanction,
    Sanctioned,
    SeatTaken,
    Withdraw,
)
from referee.text import Text

ALL = -1
NOBODY = 0

EVENTS_OF_A_HAND = 64
"""About what a hand has: a pack of 52, and what is said beside the plays."""

Facts = Sequence[Fact]
NOTHING: Facts = ()
Hands = tuple[tuple[str, ...] | None, ...]
"""Per seat the cards of its hand; None for one that nobody saw."""


def shown_hands(hands: Hands | None, visible: int) -> Hands | None:
    """Hands as a reader sees them who sees those in `visible`; None where that is none of them."""
    shown = tuple(hand if visible >> seat & 1 else None for seat, hand in enumerate(hands or ()))
    return shown if any(hand is not None for hand in shown) else None


class Choice(Struct, frozen=True):
    """A legal event whose cards are a choice: what to choose from, how few and how many."""

    type: str
    seat: int
    choose: Struct


class Subset(Struct, frozen=True, omit_defaults=True):
    """Between `min` and `max` of these cards; null where the hand is unknown. `exceed`: their numbers together exceed it."""

    cards: tuple[str, ...] | None
    min: int
    max: int | None
    exceed: int | None = None


@dataclass(frozen=True)
class Ruleset:
    """One game as it is published and played: its parameters, words, clauses, and how a match of it begins.

    `example` is an event of it for the documentation; `has_dealer` says whether a first dealer means anything in it.
    `contest` is what it says of its results to a contest.
    """

    id: str
    title: Text
    about: Text
    seats: tuple[int, ...]
    pack: Pack
    params: type[Struct]
    facts: tuple[type[Fact], ...]
    clauses: tuple[Clause, ...]
    game: type["Game"]
    example: Event
    has_dealer: bool = True
    contest: ContestRules = PLAIN

    def sides(self, seats: int, params: Struct | None = None) -> int:
        """How many sides a match of so many seats has, under these parameters or the usual ones."""
        opening = Opening(self.id, (SeatTaken(""),) * seats, {})
        return self.game(opening, params or self.params(), Ledger.blank(0, {})).sides()

    @property
    def events(self) -> tuple[type[Event], ...]:
        """Every event type that a match of it may hold after the opening."""
        shared = SHARED if self.game.CLAIMS else tuple(event for event in SHARED if event is not Claim)
        return (*self.game.EVENTS, *shared)

    def clause(self, code: str) -> Clause | None:
        """The clause of this code, the house's included, or None."""
        return next((clause for clause in (*self.clauses, *house.CLAUSES) if clause.code == code), None)


class Game(ABC):
    """State of one match under one ruleset, and the events that all games share.

    A subclass lists its own event types in `EVENTS` and has a `check_<tag>` and an `apply_<tag>` for each.
    """

    EVENTS: ClassVar[tuple[type[Event], ...]] = ()
    CLAIMS: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The kinds of claim it knows, and the rules that each is about."""
    TALLIES: ClassVar[tuple[str, ...]] = ()
    """What it counts beside points, per side."""
    ROW_ENDS: ClassVar[tuple[type[Event], ...]] = ()
    """The events that end a row of the readable replay; without any, a row ends with its trick or a seat's second move."""
    LEGEND: ClassVar[Text | None] = None
    """What the signs in `word` mean, where they do not speak for themselves."""
    OLDEST_DEALS: ClassVar[bool] = False
    """Whether the oldest player deals first, where birth dates are on record."""
    FIELDS: ClassVar[tuple[str, ...]]
    CHECK: ClassVar[dict[type[Event], Callable[[Any, Any, int], Breach | None]]]
    APPLY: ClassVar[dict[type[Event], Callable[[Any, Any, int], Facts]]]

    __slots__ = ("authors", "dealer", "hand", "knowledge", "ledger", "left", "phase", "seats", "turn")
    pack: ClassVar[Pack]
    knowledge: Knowledge
    ledger: Ledger
    hand: int
    phase: str
    turn: int | None
    dealer: int | None
    seats: int
    left: list[int]
    """Sides that have withdrawn, in order."""
    authors: bytearray
    """Per version, 1 + the seat whose play it was; 0 for any other event."""

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__(**options)
        shared = (Redeal, Reveal, Sanction, Claim, Ruling, Withdraw, Confirm, Note)
        cls.FIELDS = tuple(slot for base in cls.__mro__ for slot in getattr(base, "__slots__", ()))
        kinds: tuple[type[Event], ...] = (*shared, *cls.EVENTS)
        names = {kind: kind.__struct_config__.tag for kind in kinds}
        cls.CHECK = {kind: getattr(cls, f"check_{name}") for kind, name in names.items()}
        cls.APPLY = {kind: getattr(cls, f"apply_{name}") for kind, name in names.items()}

    @abstractmethod
    def __init__(self, opening: Opening, params: Any, ledger: Ledger) -> None: ...

    @abstractmethod
    def copy(self, ledger: Ledger) -> Self:
        """An independent copy that reads its figures from `ledger`."""

    def twin(self, ledger: Ledger) -> Self:
        """A copy that shares nothing mutable of what every game has; what a game adds to its state it copies itself."""
        twin: Self = object.__new__(type(self))
        for field in self.FIELDS:
            setattr(twin, field, getattr(self, field))
        twin.ledger = ledger
        twin.knowledge = self.knowledge.copy()
        twin.authors = self.authors[:]
        twin.left = self.left[:]
        return twin

    @abstractmethod
    def legal(self, visible: int = ALL) -> Iterator[Event | Choice]:
        """The regular events that may come now and advance play."""

    @abstractmethod
    def table(self, visible: int = ALL) -> Struct:
        """What lies open on the table."""

    @abstractmethod
    def score(self) -> Struct:
        """Totals, hands, and what the game counts beside them."""

    def seen_turn(self, visible: int) -> int | None:
        """The seat to act, as far as such a reader may know."""
        return self.turn

    @abstractmethod
    def due_dealer(self) -> int | None:
        """Who has to deal now, or dealt this hand; None where there is no dealer."""

    def redact(self, event: Event, visible: int = NOBODY) -> Event:
        """The event for a reader who sees the hands in `visible`, while the hand is not over: what is hidden is None.

        Seeds, packs and stocks tell more than any one hand, so they are hidden from every seat.
        """
        hidden = isinstance(event, Reveal) and not visible >> event.seat & 1
        return replace(event, cards=None) if hidden else event

    @abstractmethod
    def standing(self, left: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """The seats in order of their totals, without those in `left`; equals share a place."""

    def check(self, event: Event, at: int) -> Breach | None:
        """Refuses what cannot be (raises Impossible); names the rule that an irregular event breaks."""
        return self.CHECK[type(event)](self, event, at)

    def apply(self, event: Event, at: int) -> Facts:
        """Moves the state on and returns the facts that follow. Never refuses."""
        return self.APPLY[type(event)](self, event, at)

    def complete(self, event: Event, seed: str) -> Event:
        """The event with what the rules fill in by themselves, and what chance decides by `seed` if it asks for chance."""
        return event

    def taken_back(self, undone: Self) -> Facts:
        """What a `retract` leaves behind of the plays that it takes back; `undone` is the game as it stood with them.

        These facts are stored with the retract, and whoever folds it hands them to `recall`. Nothing, unless the game says so.
        """
        return NOTHING

    def recall(self, facts: Iterable[Fact]) -> None:  # noqa: B027 - most games have nothing to take up
        """Takes up what `taken_back` left behind."""

    def redact_fact(self, fact: Fact, visible: int = NOBODY) -> Fact:
        """The fact for a reader who sees the hands in `visible`, while the hand is not over."""
        return fact

    def veiled(self, visible: int) -> Self:
        """A copy that knows no more than a reader who sees the hands in `visible`: what it says is theirs to know."""
        twin = self.copy(self.ledger)
        twin.turn = self.seen_turn(visible)
        twin.knowledge.veil(visible)
        return twin

    def open_to(self, visible: int = NOBODY) -> tuple[str, ...]:
        """The cards that lie open, or in hands of which a reader knows who sees those in `visible`."""
        judge = self.knowledge
        seen = judge.gone
        for seat in range(self.seats):
            seen |= judge.seen(seat, visible)
        return self.pack.cards(seen)

    def heading(self) -> Text | None:
        """What a reader must know of the hand to follow its tricks, and which lies open to all; None where that is nothing."""
        return None

    def word(self, event: Event) -> str | None:
        """What a seat did, in the few letters that fit a column of the replay; None for what is no move of a seat."""
        return getattr(event, "card", None) if type(event) in self.EVENTS else None

    def side(self, seat: int) -> int:
        """The side that a seat scores for."""
        return seat

    def partners(self, side: int) -> tuple[int, ...]:
        """The seats of a side."""
        return tuple(seat for seat in range(self.seats) if self.side(seat) == side)

    def sides(self) -> int:
        """How many sides there are."""
        return self.side(self.seats - 1) + 1 if self.seats else 0

    def hands(self, visible: int = ALL) -> list[tuple[str, ...] | None]:
        """Per seat the cards known to be in the hand; None where none is known or the reader may not see it."""
        seen = [self.knowledge.seen(seat, visible) for seat in range(self.seats)]
        return [
            self.pack.cards(cards) if cards or (visible >> seat & 1 and not self.knowledge.size[seat]) else None
            for seat, cards in enumerate(seen)
        ]

    def need_seat(self, seat: int) -> None:
        """Raises Impossible unless there is such a seat."""
        if seat >= self.seats:
            raise Impossible(
                Text(
                    es=f"no existe el asiento {seat}: la mesa tiene {self.seats}, del 0 al {self.seats - 1}",
                    en=f"there is no seat {seat}: this table has {self.seats}, 0 to {self.seats - 1}",
                ),
                seat=seat,
            )

    def wrote(self, seat: int, at: int) -> None:
        """Remembers that event `at` is a play of this seat."""
        if len(self.authors) <= at:
            self.make_room(at)
        self.authors[at] = seat + 1

    def make_room(self, at: int) -> None:
        """Room for the authors of event `at` and of those that a hand has after it."""
        missing = at + EVENTS_OF_A_HAND - len(self.authors)
        if missing > 0:
            self.authors.extend(bytes(missing))

    def author(self, at: int) -> int | None:
        """The seat whose play event `at` was, or None."""
        return self.authors[at] - 1 if at < len(self.authors) and self.authors[at] else None

    def in_hand(self) -> bool:
        """Whether a hand is in progress."""
        return self.phase != "deal"

    def check_note(self, event: Note, at: int) -> None:
        return None

    def apply_note(self, event: Note, at: int) -> Facts:
        return NOTHING

    def check_confirm(self, event: Confirm, at: int) -> None:
        if event.side >= self.sides() or all(scored.hand != event.hand for scored in self.ledger.hands):
            raise Impossible(
                Text(
                    es=f"no hay mano {event.hand} contada que el bando {event.side} pueda confirmar",
                    en=f"there is no scored hand {event.hand} that side {event.side} could confirm",
                )
            )

    def apply_confirm(self, event: Confirm, at: int) -> Facts:
        return NOTHING

    def check_sanction(self, event: Sanction, at: int) -> None:
        self.need_seat(event.seat)

    def apply_sanction(self, event: Sanction, at: int) -> Facts:
        return (Sanctioned(event.seat, event.card, event.reason),)

    def check_reveal(self, event: Reveal, at: int) -> None:
        self.need_seat(event.seat)
        disputes.check_reveal(self, event)

    def apply_reveal(self, event: Reveal, at: int) -> Facts:
        self.knowledge.learn(event.seat, self.pack.mask(event.cards))
        return disputes.proven(self, at) if self.knowledge.proofs else NOTHING

    def check_claim(self, event: Claim, at: int) -> None:
        self.need_seat(event.by)
        self.need_seat(event.against)
        disputes.check_claim(self, event, at)

    def apply_claim(self, event: Claim, at: int) -> Facts:
        return disputes.claim(self, event)

    def check_ruling(self, event: Ruling, at: int) -> None:
        disputes.check_ruling(self, event)

    def apply_ruling(self, event: Ruling, at: int) -> Facts:
        return disputes.ruling(self, event)

    def upheld(self, claim: str, against: int, at: int) -> Facts:
        """What an upheld claim brings beside the infraction: nothing, unless the game says so."""
        return NOTHING

    def rules_of(self, kind: str) -> tuple[str, ...]:
        """The rules that a kind of claim is about."""
        return self.CLAIMS[kind]

    def check_redeal(self, event: Redeal, at: int) -> None:
        if not self.in_hand():
            raise Impossible(
                Text(
                    es="no hay mano que anular: ninguna está en juego",
                    en="there is no hand to void: none is in progress",
                )
            )

    def apply_redeal(self, event: Redeal, at: int) -> Facts:
        void = HandVoid(self.hand)
        facts = [*disputes.abandon(self), void]
        self.phase = "deal"
        self.turn = None
        return facts

    def check_withdraw(self, event: Withdraw, at: int) -> None:
        self.need_seat(event.seat)
        if self.side(event.seat) in self.left:
            raise Impossible(
                Text(
                    es=f"el bando del asiento {event.seat} ya se ha retirado",
                    en=f"the side of seat {event.seat} has withdrawn already",
                ),
                seat=event.seat,
            )

    def apply_withdraw(self, event: Withdraw, at: int) -> Facts:
        self.left.append(self.side(event.seat))
        self.turn = None
        gone = [self.partners(side) for side in reversed(self.left)]
        away = [seat for partners in gone for seat in partners]
        ranking = (*self.standing(away), *gone)
        first = ranking[0]
        stays = len(self.left) < self.sides()
        level = len({self.side(seat) for seat in first}) > 1
        winners = () if level or not stays else (self.side(first[0]),)
        return (MatchEnded(ranking, winners, "withdraw", abandoned=not stays),)

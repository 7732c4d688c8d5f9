"""The table of a match: the slots that every game's state has, and questions about them that need no rules.

A game adds its own slots in one subclass, in its `state.py`. All that moves cards is a function that takes the state.
State is ints and lists: a copy is cheap, and a command and a what-if both work on one.

`visible` is the set of hands that a reader may see, a bit mask of seats: `ALL` for the referee, `NOBODY` for the public.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Self

from referee.cards import Pack
from referee.errors import Impossible
from referee.match.events import Opening
from referee.match.facts import Fact
from referee.match.knowledge import Assertion, HandKnowledge
from referee.match.ledger import Ledger
from referee.match.terms.rulebook import ClaimKind
from referee.match.timing.limits import NO_LIMITS
from referee.match.timing.turn_time import TurnTime
from referee.slots import copier
from referee.text import Text

ALL = -1
NOBODY = 0

EVENTS_OF_A_HAND = 64
"""About the number of events in a hand: a pack of 52, and some beside the plays."""

Facts = Sequence[Fact]
NOTHING: Facts = ()
Hands = tuple[tuple[str, ...] | None, ...]
"""Per seat the cards of its hand; None for an unseen one."""


def shown_hands(hands: Hands | None, visible: int) -> Hands | None:
    """The hands for a reader of those in `visible`; None if that is none of them."""
    open_hands = tuple(hand if visible >> seat & 1 else None for seat, hand in enumerate(hands or ()))
    return open_hands if any(hand is not None for hand in open_hands) else None


class State:
    """One match under one ruleset, as its table stands.

    `hand` counts the hands dealt; `turn` is the seat to act, `dealer` the dealer of this hand; `left`: the sides that have
    withdrawn, in order; `void`: True if the last hand was broken off. `authors`: per version, 1 + the seat of a play, 0 for
    any other event. `counted`: the versions of events in hands that were then told by their figures; `dropped_assertions`:
    the assertions in them, by seat, that were never settled. `stated_dealer`: the first dealer by the opening, if it names one;
    `dealer_drawn`: True if cards drawn on the table decided the first dealer; `level`: the seats that have to draw again.
    `options` has the values of this variant of the game, `params` the house rules of this match. `limits` has the time of turns
    and of the match; `clock` is that of the turn in play, by the log, and None in a match without a clock. `stored_facts`:
    while an entry of the log is folded, its facts: they decide what it proved, and not today's judge.
    """

    __slots__ = (
        "authors",
        "clock",
        "counted",
        "dealer",
        "dealer_drawn",
        "dropped_assertions",
        "first_dealer",
        "hand",
        "knowledge",
        "ledger",
        "left",
        "level",
        "limits",
        "options",
        "params",
        "phase",
        "seats",
        "sides",
        "stated_dealer",
        "stored_facts",
        "turn",
        "void",
    )
    pack: Pack
    """The cards that this match is played with."""
    CLAIMS: ClassVar[Mapping[str, ClaimKind]] = {}
    """The kinds of claim that the game knows, and the rules that each is about."""
    IDLE: ClassVar[tuple[str, ...]] = ("deal",)
    """The phases in which no hand is in progress."""
    OVER: ClassVar[str] = "over"
    """The phase of a match that is over, for readers."""
    ONE_PACK: ClassVar[bool] = True
    """True if all hands come from one pack, so that a card in one of them is in no other."""
    DRAWN: ClassVar[Mapping[str, int]] = {}
    """The height of each card in a draw for the first deal."""
    FIRST_DEALER: ClassVar[str | None] = None
    """The code of the rule on the first dealer."""
    FIELDS: ClassVar[tuple[str, ...]]
    _copy_to: ClassVar[Callable[[Any, Any], None]]
    knowledge: HandKnowledge
    options: Any
    params: Any

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__(**options)
        cls.FIELDS = tuple(slot for base in cls.__mro__ for slot in getattr(base, "__slots__", ()))
        cls._copy_to = copier(cls.FIELDS)

    def __init__(self, opening: Opening, params: Any, ledger: Ledger, options: Any = None) -> None:
        self.seats = len(opening.seats)
        self.sides = self.seats
        self.params = params
        self.options = options
        self.ledger = ledger
        self.knowledge = HandKnowledge(self.pack.all, self.seats)
        self.authors = bytearray()
        self.limits = NO_LIMITS
        self.clock: TurnTime | None = None
        self.counted: tuple[range, ...] = ()
        self.dropped_assertions: tuple[tuple[int, Assertion], ...] = ()
        self.left: list[int] = []
        self.stored_facts: Facts | None = None
        self.first_dealer = opening.first_dealer or 0
        # A dealer that chance drew by a seed gives way to cards drawn on the table.
        self.stated_dealer = opening.first_dealer if opening.seed is None else None
        self.dealer_drawn = False
        self.level: tuple[int, ...] = ()
        self.hand = 0
        self.void = False
        self.phase = "deal"
        self.dealer: int | None = None
        self.turn: int | None = None

    def copy(self, ledger: Ledger) -> Self:
        """An independent copy that reads its figures from `ledger`. A game extends it by copies of its own lists."""
        twin: Self = object.__new__(type(self))
        self._copy_to(twin)
        twin.ledger = ledger
        twin.knowledge = self.knowledge.copy()
        twin.authors = self.authors[:]
        twin.left = self.left[:]
        return twin

    def side(self, seat: int) -> int:
        """The side that a seat scores for: partners sit `sides` apart."""
        return seat % self.sides

    def partners(self, side: int) -> tuple[int, ...]:
        """The seats of a side."""
        return tuple(range(side, self.seats, self.sides))

    def height(self, card: str) -> int:
        """The height of a card in a draw for the first deal."""
        return self.DRAWN[card]

    def next_hand(self, dealer: int) -> None:
        """Begins the next hand, or a void one again, dealt by this seat."""
        self.hand += not self.void
        self.void = False
        self.dealer = dealer

    def has_begun(self) -> bool:
        """True once a card was dealt, told or shown in this match."""
        return self.hand > 0

    def in_hand(self) -> bool:
        """True if a hand is in progress."""
        return self.phase not in self.IDLE

    def hands(self, visible: int = ALL) -> list[tuple[str, ...] | None]:
        """Per seat the known cards of the hand; None if none is known or this reader may not see it."""
        masks = [self.knowledge.visible_cards(seat, visible) for seat in range(self.seats)]
        return [
            self.pack.cards(cards) if cards or (visible >> seat & 1 and not self.knowledge.size[seat]) else None
            for seat, cards in enumerate(masks)
        ]

    def open_to(self, visible: int = NOBODY) -> tuple[str, ...]:
        """The cards that lie open, or that a reader of the hands in `visible` knows in a hand."""
        knowledge = self.knowledge
        cards = knowledge.laid_cards
        for seat in range(self.seats):
            cards |= knowledge.visible_cards(seat, visible)
        return self.pack.cards(cards)

    def order_known(self, seat: int) -> bool:
        """True if the log knows the order in which the cards of this seat come from a pack, or came."""
        return False

    def knows_beyond(self, visible: int) -> bool:
        """True if the log places cards that a reader of only the hands in `visible` may not have seen.

        In a game of one pack it may refuse one of them as a card of another hand.
        """
        knowledge = self.knowledge
        return self.ONE_PACK and (bool(knowledge.named_seats & ~visible) or any(knowledge.out))

    def has_figures_only(self, version: int) -> bool:
        """True if this event is of a hand that was told by its figures."""
        return any(version in versions for versions in self.counted)

    def require_seat(self, seat: int) -> None:
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
        """Records event `at` as a play of this seat."""
        if len(self.authors) <= at:
            self.make_room(at)
        self.authors[at] = seat + 1

    def make_room(self, at: int) -> None:
        """Makes room for the authors of event `at` and of those that a hand has after it."""
        missing = at + EVENTS_OF_A_HAND - len(self.authors)
        if missing > 0:
            self.authors.extend(bytes(missing))

    def author(self, at: int) -> int | None:
        """The seat of the play in event `at`; None for any other event."""
        return self.authors[at] - 1 if at < len(self.authors) and self.authors[at] else None

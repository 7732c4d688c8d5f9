"""Casino: the state of a match, in a few values with one idea each. It knows no rule.

Source: "El Casino", Juegos de Naipes (reglamentos), with its royal, spade and draw variants.
Left out on purpose: Casino Italiano, which the source itself refers to Escoba; the right to show the cards of a build; and
the advice on play.

Cards are bits, sets of them ints. All that a Casino match adds to its state is immutable, so a copy shares it.
"""

from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from referee.cards import FRENCH
from referee.games.casino.judge import CasinoJudge
from referee.games.casino.params import CasinoOptions, CasinoParams
from referee.games.casino.rules import CLAIMS
from referee.games.casino.table.layout import Layout
from referee.match.events import Opening
from referee.match.ledger import Ledger
from referee.match.state import State

ROUNDS = {2: 6, 3: 4, 4: 3}
"""By number of seats, the rounds that empty the pack (casino.deal)."""
EACH = 4
"""Cards of a hand, and of the table when it is laid (casino.deal)."""


class CasinoOwed(NamedTuple):
    """A card that a seat must trail, and the rule that says so."""

    seat: int
    card: int
    rule: str


class Tried(NamedTuple):
    """The last play, where it was illegal: whose, with which card, and which rules it broke."""

    seat: int
    card: int
    rules: tuple[str, ...]


class Stock(Struct, frozen=True):
    """What is not dealt yet: the cards in order of drawing where they are known, and how many there are.

    `undrawn`: draws that the dealer lets pass, for cards shown too early (casino.exposed).
    """

    cards: tuple[int, ...] | None
    left: int
    undrawn: int = 0

    def dealt(self, cards: int) -> "Stock":
        """The stock after so many cards came off its top."""
        known = None if self.cards is None else self.cards[cards:]
        return Stock(known, max(0, self.left - cards), self.undrawn)

    def without(self, card: int) -> "Stock":
        """The stock after this card came out of it."""
        cards = None if self.cards is None else tuple(left for left in self.cards if left != card)
        return Stock(cards, max(0, self.left - 1), self.undrawn)


class Taken(Struct, frozen=True):
    """What each side took in this deal: its pile of cards, the cards with which it swept; and the seat that took last."""

    piles: tuple[int, ...]
    swept: tuple[int, ...]
    last: int | None = None

    def gather(self, side: int, cards: int) -> "Taken":
        """The piles with these cards on that of a side."""
        piles = tuple(pile | cards if other == side else pile for other, pile in enumerate(self.piles))
        return Taken(piles, self.swept, self.last)

    def take(self, seat: int, side: int, cards: int, sweep: int) -> "Taken":
        """The same after a seat took these cards; `sweep`: the card with which it swept, or 0."""
        swept = self.swept
        if sweep:
            swept = tuple(before | sweep if other == side else before for other, before in enumerate(swept))
        return Taken(self.gather(side, cards).piles, swept, seat)


class CasinoRound(Struct, frozen=True):
    """A round of a deal: its number, the plays in it, and whether the dealer announced it as the last."""

    number: int = 0
    played: int = 0
    announced: bool = False

    def after_play(self) -> "CasinoRound":
        """The same with one play more."""
        return CasinoRound(self.number, self.played + 1, self.announced)


class Duties(Struct, frozen=True):
    """What this round's irregularities ask of the seats.

    `owed`: cards to be trailed. `trailing`, `spare`: as masks, the seats that only trail in this round, and those that may
    turn a card too many to the table (casino.wrong-hand).
    """

    owed: tuple[CasinoOwed, ...] = ()
    trailing: int = 0
    spare: int = 0

    def met(self, card: int) -> "Duties":
        """The duties once this card is on the table."""
        return replace(self, owed=tuple(owed for owed in self.owed if owed.card != card))


NO_DUTIES = Duties()


class CasinoState(State):
    """One match of Casino.

    `began`: the version of the event that began this deal. `rounds`: how many a deal has. `plays`: how many cards were played
    in the match. `short`: per seat, the cards that its next hand lacks. `tried`: the last play, where it was illegal.
    """

    pack = FRENCH
    CLAIMS = CLAIMS
    __slots__ = (
        "began",
        "duties",
        "layout",
        "plays",
        "round",
        "rounds",
        "short",
        "stock",
        "taken",
        "tried",
        "values",
    )
    knowledge: CasinoJudge
    options: CasinoOptions
    params: CasinoParams

    def __init__(self, opening: Opening, params: CasinoParams, ledger: Ledger, options: CasinoOptions) -> None:
        super().__init__(opening, params, ledger, options)
        self.knowledge = CasinoJudge(FRENCH.all, self.seats)
        self.sides = 2 if self.seats == 4 and params.partners else self.seats
        self.rounds = 1 if options.draws else ROUNDS[self.seats]
        self.values = params.values()
        self.plays = 0
        self.began = 0
        self.clear_deal()

    @property
    def paired(self) -> bool:
        """Whether seats 0 and 2 play against 1 and 3."""
        return self.sides < self.seats

    def clear_deal(self) -> None:
        """Before a deal: no card is on the table or in a pile."""
        none = (0,) * self.sides
        self.layout = Layout(0, (), 0, none)
        self.taken = Taken(none, none)
        self.stock = Stock(None, FRENCH.size)
        self.short = (0,) * self.seats
        self.clear_round(0)

    def clear_round(self, number: int) -> None:
        """Before this round: nothing was played in it, and nobody owes anything."""
        self.round = CasinoRound(number)
        self.duties = NO_DUTIES
        self.tried: Tried | None = None

    def shorten(self, seat: int, cards: int) -> None:
        """The next hand of the seat lacks so many cards."""
        self.short = tuple(
            min(EACH, short + cards) if seat == other else short for other, short in enumerate(self.short)
        )

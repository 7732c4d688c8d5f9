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
from referee.games.casino.knowledge import CasinoKnowledge
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


class TrailObligation(NamedTuple):
    """A card that a seat must trail, and the rule that demands it."""

    seat: int
    card: int
    rule: str


class IllegalPlay(NamedTuple):
    """An illegal play: its seat, its card, and the rules that it broke."""

    seat: int
    card: int
    rules: tuple[str, ...]


class Stock(Struct, frozen=True):
    """The cards not dealt yet: in order of drawing if they are known, and their number.

    `undrawn`: number of draws that the dealer forgoes, for cards shown too early (casino.exposed).
    """

    cards: tuple[int, ...] | None
    left: int
    undrawn: int = 0

    def after_deal(self, cards: int) -> "Stock":
        """The stock without this number of cards from its top."""
        rest = None if self.cards is None else self.cards[cards:]
        return Stock(rest, max(0, self.left - cards), self.undrawn)

    def without(self, card: int) -> "Stock":
        """The stock without this card."""
        cards = None if self.cards is None else tuple(left for left in self.cards if left != card)
        return Stock(cards, max(0, self.left - 1), self.undrawn)


class Takings(Struct, frozen=True):
    """The takings of this deal: per side its pile, and the cards with which it swept; and the seat that took last."""

    piles: tuple[int, ...]
    swept: tuple[int, ...]
    last: int | None = None

    def gather(self, side: int, cards: int) -> "Takings":
        """The takings with these cards on the pile of a side."""
        piles = tuple(pile | cards if other == side else pile for other, pile in enumerate(self.piles))
        return Takings(piles, self.swept, self.last)

    def take(self, seat: int, side: int, cards: int, sweep: int) -> "Takings":
        """The takings after a seat took these cards; `sweep`: the card with which it swept, or 0."""
        swept = self.swept
        if sweep:
            swept = tuple(before | sweep if other == side else before for other, before in enumerate(swept))
        return Takings(self.gather(side, cards).piles, swept, seat)


class CasinoRound(Struct, frozen=True):
    """A round of a deal: its number, the number of plays in it; `announced`: the dealer announced it as the last."""

    number: int = 0
    plays: int = 0
    announced: bool = False

    def after_play(self) -> "CasinoRound":
        """The round with one play more."""
        return CasinoRound(self.number, self.plays + 1, self.announced)


class Duties(Struct, frozen=True):
    """The duties of the seats after irregularities of this round.

    `obligations`: cards to be trailed. `trailing`, `spare`: masks of the seats that only trail in this round, and of those
    that may turn a card too many to the table (casino.wrong-hand).
    """

    obligations: tuple[TrailObligation, ...] = ()
    trailing: int = 0
    spare: int = 0

    def without(self, card: int) -> "Duties":
        """The duties after this card came to the table."""
        return replace(
            self, obligations=tuple(obligation for obligation in self.obligations if obligation.card != card)
        )


NO_DUTIES = Duties()


class CasinoState(State):
    """One match of Casino.

    `began`: the version of the event that began this deal. `rounds`: the number of rounds of a deal. `plays`: the number of
    cards played in the match. `short`: per seat, the number of cards that its next hand lacks. `illegal_play`: the last play
    if it was illegal. `hides_proofs`: True if readers are told of infractions at the end of the deal.
    """

    pack = FRENCH
    CLAIMS = CLAIMS
    __slots__ = (
        "began",
        "duties",
        "hides_proofs",
        "illegal_play",
        "layout",
        "plays",
        "round",
        "rounds",
        "short",
        "stock",
        "takings",
        "values",
    )
    knowledge: CasinoKnowledge
    options: CasinoOptions
    params: CasinoParams

    def __init__(self, opening: Opening, params: CasinoParams, ledger: Ledger, options: CasinoOptions) -> None:
        super().__init__(opening, params, ledger, options)
        self.knowledge = CasinoKnowledge(FRENCH.all, self.seats)
        self.sides = 2 if self.seats == 4 and params.partners else self.seats
        self.rounds = 1 if options.draws else ROUNDS[self.seats]
        self.values = params.values()
        self.hides_proofs = opening.infractions_shown == "hand_end"
        self.plays = 0
        self.began = 0
        self.clear_deal()

    @property
    def in_pairs(self) -> bool:
        """True if seats 0 and 2 play against 1 and 3."""
        return self.sides < self.seats

    def clear_deal(self) -> None:
        """Clears the table and the piles before a deal."""
        none = (0,) * self.sides
        self.layout = Layout(0, (), 0, none)
        self.takings = Takings(none, none)
        self.stock = Stock(None, FRENCH.size)
        self.short = (0,) * self.seats
        self.clear_round(0)

    def clear_round(self, number: int) -> None:
        """Clears plays and duties before this round."""
        self.round = CasinoRound(number)
        self.duties = NO_DUTIES
        self.illegal_play: IllegalPlay | None = None

    def shorten(self, seat: int, cards: int) -> None:
        """Makes the next hand of the seat lack so many cards more."""
        self.short = tuple(
            min(EACH, short + cards) if seat == other else short for other, short in enumerate(self.short)
        )

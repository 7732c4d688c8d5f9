"""Casino: the state of a match, and what may be asked of it.

Source: "El Casino", Juegos de Naipes (reglamentos), with its royal, spade and draw variants.
Left out on purpose: Casino Italiano, which the source itself refers to Escoba; the right to show the cards of a build; and
the advice on play.

Cards are bits, sets of them ints. Everything a Casino match adds to its state is an int or a tuple, so a copy shares it.
"""

from typing import Any, ClassVar, NamedTuple

from referee.cards import FRENCH, bits
from referee.games.casino.board import Board, Standing
from referee.games.casino.judge import CasinoJudge
from referee.games.casino.params import CasinoParams
from referee.games.casino.values import Values, values
from referee.match.bridge import Bridged
from referee.match.ledger import Ledger
from referee.match.state import ALL
from referee.match.vocabulary import Opening

ROUNDS = {2: 6, 3: 4, 4: 3}
"""By number of seats, the rounds that empty the pack (casino.deal)."""
EACH = 4
"""Cards of a hand, and of the table when it is laid (casino.deal)."""

EXPOSED = "casino.exposed"
ILLEGAL_PLAY = "casino.illegal-play"
IMPROPER = "casino.improper-build"
LAST_ROUND = "casino.last-round"
LOSES = "casino.loses"
OWN_BUILD = "casino.own-build"
RAISE = "casino.raise"
TAKE = "casino.take"
TURN = "casino.turn"
WRONG_HAND = "casino.wrong-hand"


class Owed(NamedTuple):
    """A card that a seat must trail, and the rule that says so."""

    seat: int
    card: int
    rule: str


class Tried(NamedTuple):
    """The last play, where it was illegal: whose, with which card, and which rules it broke."""

    seat: int
    card: int
    rules: tuple[str, ...]


class Presumed(NamedTuple):
    """A trail of an unseen hand against a build of its own: by whom, when, before which board, and what the hand held since."""

    seat: int
    version: int
    board: Board
    held: int


class CasinoState(Bridged):
    """One match of Casino.

    `loose`, `builds`: the table. `piles`, `swept`, `barred`: per side, cards taken, cards that swept, exposed cards that
    it may not take. `stock`: the cards not dealt yet in order of drawing, where known; `stock_left`: how many there are.
    `round`, `played`: the round of this deal, and the plays in it; `plays`: those of the match. `short`: per seat, cards
    that its next hand lacks. `owed`, `trailing`, `spare`: cards to be trailed, and as masks of seats who only trails this
    round and who may turn a card too many to the table. `undrawn`: draws that the dealer lets pass. `presumed`: trails that
    count as infractions until the hand shows that it could do nothing else.
    """

    __slots__ = (
        "announced",
        "barred",
        "builds",
        "last_taker",
        "loose",
        "made",
        "owed",
        "paired",
        "piles",
        "played",
        "plays",
        "presumed",
        "round",
        "short",
        "spare",
        "stock",
        "stock_left",
        "swept",
        "trailing",
        "tried",
        "undrawn",
        "values",
    )
    knowledge: CasinoJudge
    pack = FRENCH
    TALLIES = ("sweeps",)
    DRAWS: ClassVar[bool] = False
    """Whether a seat draws a card after each play, in place of further rounds."""
    SPADES: ClassVar[bool] = False
    """Whether each spade counts."""
    SWEEPS_LAST: ClassVar[bool] = False
    """Whether sweeps are counted last of all."""

    def __init__(self, opening: Opening, params: CasinoParams, ledger: Ledger, options: Any = None) -> None:
        super().__init__(opening, params, ledger)
        self.paired = self.seats == 4 and params.partners
        self.sides = 2 if self.paired else self.seats
        self.values = self.valued(params)
        self.knowledge = CasinoJudge(FRENCH.all, self.seats)
        self.plays = 0
        self._clear_deal()

    def _clear_deal(self) -> None:
        none = (0,) * self.sides
        self.loose = 0
        self.builds: tuple[Standing, ...] = ()
        self.made = 0
        self.piles = none
        self.swept = none
        self.barred = none
        self.last_taker: int | None = None
        self.stock: tuple[int, ...] | None = None
        self.stock_left = FRENCH.size
        self.short = (0,) * self.seats
        self.undrawn = 0
        self.round = 0
        self._clear_round()

    def _clear_round(self) -> None:
        self.played = 0
        self.announced = False
        self.owed: tuple[Owed, ...] = ()
        self.trailing = 0
        self.spare = 0
        self.tried: Tried | None = None
        self.presumed: tuple[Presumed, ...] = ()

    def valued(self, params: Any) -> Values:
        """What the cards count in this ruleset."""
        return values()

    def rounds(self) -> int:
        """How many rounds a deal has."""
        return 1 if self.DRAWS else ROUNDS[self.seats]

    def is_last_round(self) -> bool:
        """Whether this is the round that the dealer has to announce (casino.last-round)."""
        return not self.DRAWS and self.round == self.rounds()

    # The table

    def board(self, seat: int) -> Board:
        """What lies on the table, for a seat."""
        barred = self.barred[self.side(seat)]
        return Board(self.values, self.loose, self.builds, self.params.face_captures, barred)

    def standing_build(self, id_: str) -> Standing | None:
        """The build of this id, or None."""
        return next((build for build in self.builds if build.id == id_), None)

    def bound(self, seat: int) -> bool:
        """Whether a build that this seat made or changed last stands (casino.own-build)."""
        return any(build.owner == seat for build in self.builds)

    def duty(self, seat: int) -> tuple[str, int] | None:
        """The rule that makes the seat trail, and the cards of which it must trail one; None if it is free."""
        if not (self.owed or self.trailing):
            return None
        mine = [owed for owed in self.owed if owed.seat == seat]
        if mine:
            return mine[0].rule, sum(owed.card for owed in mine)
        return (WRONG_HAND, FRENCH.all) if self.trailing >> seat & 1 else None

    # The hands

    def playable(self, seat: int, visible: int = ALL) -> list[tuple[int, int]]:
        """Each card that the seat may hold, with the cards that it may hold beside it, for a reader who sees these hands."""
        judge = self.knowledge
        known = judge.seen(seat, visible)
        unseen = judge.size[seat] - known.bit_count()
        possible = judge.possible(seat, visible) if unseen else known
        found = []
        for card in bits(possible):
            more = unseen - (not known & card)
            if more >= 0:
                found.append((card, (possible if more else known) & ~card))
        return found

    def trailable(self, seat: int, visible: int = ALL) -> int:
        """The cards that the seat may trail, as far as such a reader may know its hand (casino.trail, casino.own-build).

        While a build of its own stands these are none, unless nothing that it may hold takes, duplicates or raises.
        """
        held = self.playable(seat, visible)
        board = self.board(seat)
        if not self.bound(seat):
            return sum(card for card, _ in held)
        if self.knowledge.size[seat] == 1:
            return sum(card for card, _ in held if not board.obliges(card, 0))
        return 0 if any(board.obliges(card, kept) for card, kept in held) else sum(card for card, _ in held)

"""The state of a match of Escoba, Scopa or Scopone.

Sources: "Escoba de quince" (studylib.es), "Escoba" (melele.es, nhfournier.es, solitalian.it), "Scopa" (Wikipedia,
marieganslandt.se), "Regolamento federale del gioco dello scopone" (F.I.G.S.); the clauses say which reading was chosen.
Left out on purpose: napola and re bello, scopa d'assi, scopa a quindici (which is Escoba), six seats, ties of sevens broken
by sixes, more than thirty cards counted double.

Cards are bits, sets of them ints. Everything it adds is an int or a tuple, so a copy shares it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from referee.cards import SPANISH_40
from referee.games.escoba.rules import Rules
from referee.games.escoba.table.capture import TrailedCard
from referee.match.events import Opening
from referee.match.ledger import Ledger
from referee.match.state import State


class Obligation(NamedTuple):
    """A card that a seat must play, since an irregular play of it was taken back (*.illegal-play)."""

    seat: int
    card: int


class LastPlay(NamedTuple):
    """The last play of a card: its seat, and whether it was irregular.

    `version`, `before`, `dealt_at`: the versions of the play, of the play before it (0: none) and of the deal it came from.
    """

    seat: int
    card: int
    irregular: bool
    version: int
    before: int
    dealt_at: int


class EscobaState(State):
    """One match.

    `table`: the cards on it; `first_table`: those dealt to it; `trails`: those left on it, in order, each with its seat.
    `piles`, `sweeps`, `swept`: per side, cards taken, how often it swept, and the cards that did. `stock`: the cards not
    dealt yet in order of drawing, where known; `stock_left`: how many there are. `round`: the round of this hand, dealt by
    event `dealt_at`; event `began` began the hand.
    """

    __slots__ = (
        "began",
        "dealt_at",
        "first_table",
        "last_laid",
        "last_taker",
        "obligation",
        "piles",
        "round",
        "rules",
        "stock",
        "stock_left",
        "sweeps",
        "swept",
        "table",
        "trails",
    )
    pack = SPANISH_40
    OVER = "finished"
    options: Callable[[Any, int], Rules]
    rules: Rules
    last_laid: LastPlay | None
    obligation: Obligation | None

    def __init__(self, opening: Opening, params: Any, ledger: Ledger, options: Callable[[Any, int], Rules]) -> None:
        super().__init__(opening, params, ledger, options)
        self.rules = options(params, self.seats)
        self.sides = 2 if self.rules.in_pairs else self.seats
        self.last_laid = None
        self.dealt_at = 0
        self.began = 0
        self.clear()

    def clear(self) -> None:
        """Clears the table of the cards of a hand."""
        none = (0,) * self.sides
        self.table = 0
        self.first_table = 0
        self.trails: tuple[TrailedCard, ...] = ()
        self.piles = none
        self.sweeps = none
        self.swept = none
        self.last_taker: int | None = None
        self.obligation = None
        self.stock: tuple[int, ...] | None = None
        self.stock_left = SPANISH_40.size
        self.round = 0

    def is_last_round(self) -> bool:
        """True if this round empties the pack."""
        return self.round == self.rules.rounds

    def others(self, seat: int) -> int:
        """The seats of the other sides, as a mask."""
        mine = self.side(seat)
        return sum(1 << other for other in range(self.seats) if self.side(other) != mine)

    def gather(self, seat: int, cards: int, sweeps: int = 0, swept: int = 0) -> None:
        """Moves these cards from the table or the hand to the seat's pile; `swept` are those that made `sweeps` sweeps."""
        mine = self.side(seat)
        self.table &= ~cards
        self.trails = tuple(left for left in self.trails if not left.card & cards)
        self.piles = tuple(pile | cards if side == mine else pile for side, pile in enumerate(self.piles))
        if sweeps:
            self.sweeps = tuple(n + sweeps if side == mine else n for side, n in enumerate(self.sweeps))
            self.swept = tuple(mask | swept if side == mine else mask for side, mask in enumerate(self.swept))
        self.last_taker = seat

"""The state of a match of Guiñote: plain values, and the few queries that every rule needs."""

from typing import Any, ClassVar, NamedTuple, Self

from referee.games.guinote.deck import Deck
from referee.games.guinote.knowledge import GuinoteKnowledge
from referee.games.guinote.params import GuinoteParams
from referee.games.guinote.rules import BEAT, CANTE, FOLLOW
from referee.match.events import Opening
from referee.match.facts import TrickTaken
from referee.match.ledger import Ledger
from referee.match.state import State
from referee.match.terms.rulebook import ClaimKind
from referee.text import Text

SIDES = 2
"""Two seats, or two pairs: 0+2 against 1+3."""


class TrickRecord(NamedTuple):
    """A trick that event `at` ended: the card of each seat, and the `cantes` of the hand by then.

    `knowledge`: what was known of the hands before the draw that followed; None where none did.
    """

    at: int
    cards: tuple[int, ...]
    knowledge: GuinoteKnowledge | None
    cantes: "tuple[CanteRecord, ...]"


class CanteMoment(NamedTuple):
    """The moment of a cante: what was known of the hands, and the `suits` of its value that no cante named.

    `cantes` and `tricks`: those of the hand before it, the tricks from its first cante on.
    """

    knowledge: GuinoteKnowledge
    suits: frozenset[str]
    cantes: "tuple[CanteRecord, ...]"
    tricks: tuple[TrickRecord, ...]


class CanteRecord(NamedTuple):
    """A cante of the partida: `points` as they count now, `suits` the suits it can be of, `suit` the one that it named.

    `pair` are the cards that it lays open, or would if the hand held them; `placed_cards`: those of them that the log has in the
    hand by this cante alone. `moment`: of a cante without a suit, and of each where infractions are shown at the end of the hand.
    `cards_meant`: for a reader who does not see proofs yet, the cards of each way in which it can be in order.
    """

    version: int
    hand: int
    seat: int
    value: int
    suit: str | None
    suits: frozenset[str]
    points: int
    pair: int = 0
    moment: CanteMoment | None = None
    placed_cards: int = 0
    cards_meant: tuple[int, ...] = ()


class EarlyEnd(NamedTuple):
    """The vueltas stopped before their last trick: in event `at`, when a side reached 101; `winner` got the partida."""

    at: int
    winner: int


class CountedHand(NamedTuple):
    """A hand recorded by its figures: points in cards per side, winner of the last trick played, whether it ended the hand."""

    tricks: tuple[int, int]
    last: int
    to_the_end: bool


class GuinoteState(State):
    """One coto. Cards are bits; `trick` has the names laid, `piles` a pile per side, `won_before` the points of the piles
    of the ida; `points_before`: the points of the partida without this hand; `counted_hand`: the figures of a hand recorded by
    them. `cut`: the card seen when the pack for the next hand was cut (0: none, None: not cut yet); `bottom`: that card, which
    is the last of the stock.

    `deck`: the cards of this match by its house rules; `pack`: their names and bits. `led_suit`, `beat`: the led suit, and the
    cards that beat the one winning the trick; `winner`: the seat that laid that one, or won the last trick. `undrawn`: number
    of cards still to draw, with the turn-up; `stock`: those known without it, a tuple for each draw of all seats, in order of
    drawing. `early_end`: the early stop of the vueltas, for as long as a reveal may still undo it; `undone_ends`: the events of
    those of this hand that were undone. `hides_proofs`: infractions are shown at the end of the hand; `tricks_since`: those of
    this hand since its first cante if they are, and else since the first that named no suit (`keeps_tricks`).
    """

    __slots__ = (
        "beat",
        "beaters",
        "bottom",
        "cantes",
        "counted_hand",
        "cut",
        "dealt_at",
        "deck",
        "early_end",
        "hides_proofs",
        "keeps_tricks",
        "last_trick",
        "led_suit",
        "masks_of",
        "pack",
        "partida_at",
        "partida_over",
        "piles",
        "points_before",
        "stock",
        "trick",
        "tricks_since",
        "triunfo",
        "turn_up",
        "undone_ends",
        "undrawn",
        "vueltas",
        "winner",
        "won_before",
    )

    FIRST_DEALER = "guinote.first-dealer"
    CLAIMS: ClassVar = {
        "renuncio": ClaimKind(name=Text(es="renuncio", en="renuncio"), rules=(FOLLOW, BEAT)),
        "cante": ClaimKind(name=Text(es="cante en falso", en="false cante"), rules=(CANTE,)),
    }
    deck: Deck
    knowledge: GuinoteKnowledge
    params: GuinoteParams

    def __init__(self, opening: Opening, params: Any, ledger: Ledger, options: Any = None) -> None:
        self.deck = params.deck()
        self.pack = self.deck.pack
        # Asked of every card: one step nearer than in the deck.
        self.masks_of = self.deck.masks_of
        super().__init__(opening, params, ledger, options)
        self.knowledge = GuinoteKnowledge(self.pack.all, self.seats)
        self.sides = SIDES
        self.dealt_at = 0
        self.partida_at = 0
        self.partida_over = True
        self.vueltas = False
        self.cantes: tuple[CanteRecord, ...] = ()
        self.won_before = [0, 0]
        self.points_before = (0, 0)
        self.triunfo = 0
        self.cut: int | None = None
        self.hides_proofs = opening.infractions_shown == "hand_end"
        self.undone_ends: tuple[int, ...] = ()
        self.clear_hand()

    def clear_hand(self) -> None:
        """Clears the table for a hand: nothing is laid, drawn or won yet."""
        self.trick: list[str] = []
        self.led_suit = 0
        self.beat = 0
        self.beaters: dict[str, int] = self.deck.beaters.get(self.triunfo, {})
        self.winner = 0
        self.piles = [0, 0]
        self.turn_up = 0
        self.bottom = 0
        self.undrawn = 0
        self.stock: tuple[tuple[int, ...], ...] = ()
        self.last_trick: TrickTaken | None = None
        self.early_end: EarlyEnd | None = None
        self.counted_hand: CountedHand | None = None
        self.tricks_since: tuple[TrickRecord, ...] = ()
        self.keeps_tricks = self.hides_proofs

    def height(self, card: str) -> int:
        return self.deck.height[card]

    def has_begun(self) -> bool:
        return self.hand > 0 or self.cut is not None

    def copy(self, ledger: Ledger) -> Self:
        twin = super().copy(ledger)
        twin.trick = self.trick[:]
        twin.piles = self.piles[:]
        twin.won_before = self.won_before[:]
        return twin

    def order_known(self, seat: int) -> bool:
        return bool(self.stock)

    def knows_beyond(self, visible: int) -> bool:
        return bool(self.stock) or super().knows_beyond(visible)

    def tricks(self) -> int:
        """The number of complete tricks of this hand."""
        return (self.piles[0] | self.piles[1]).bit_count() // self.seats

    def in_cards(self, side: int) -> int:
        """The points of a side's cards of this hand."""
        return self.deck.points_in(self.piles[side]) if self.counted_hand is None else self.counted_hand.tricks[side]

    def is_finished(self) -> bool:
        """True if the last trick of this hand was played."""
        return not self.knowledge.size[self.winner] if self.counted_hand is None else self.counted_hand.to_the_end

    def in_window(self, seat: int) -> bool:
        """True between a trick won by the seat's side and the next lead (guinote.cante, guinote.exchange)."""
        return bool(self.in_hand() and not self.trick and self.last_trick and not (self.winner ^ seat) & 1)

    def cantes_of_hand(self) -> tuple[CanteRecord, ...]:
        """The cantes of this hand, true or false."""
        return tuple(cante for cante in self.cantes if cante.hand == self.hand)

    def counting_cantes(self) -> list[CanteRecord]:
        """The cantes of this hand that count."""
        return [cante for cante in self.cantes if cante.hand == self.hand and cante.points]

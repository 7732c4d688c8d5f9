"""The table of a match of Hearts."""

from collections.abc import Callable
from typing import Any, ClassVar, Self

from msgspec import Struct

from referee.cards import FRENCH
from referee.games.hearts.events import Saying
from referee.games.hearts.knowledge import HeartsKnowledge
from referee.games.hearts.rules import HEIGHT, PASS_STEPS
from referee.match.events import Opening
from referee.match.facts import Fact, TrickTaken
from referee.match.ledger import Item, Ledger
from referee.match.state import State
from referee.match.terms.rulebook import ClaimKind
from referee.text import Text


class HeartsState(State):
    """One match of Hearts. `trick` has the names of the cards laid, `piles` a mask per seat; `led_suit` and `best` are masks.

    `swept`: the cards of the tricks taken so far. `first`: the first trick is not over; `hearts_broken`: hearts are broken.
    `passes` has a mask per seat, None for a pass unseen; `passers` is the mask of seats that have passed. `extra`: this is a
    tie-break round. `sayings`: the announcements of this round. `changes`: changed cards per seat. A tie that crosses a place
    in `lines` has to be broken: places above the line go on, those below do not.
    """

    __slots__ = (
        "best",
        "changes",
        "dealt_at",
        "extra",
        "first",
        "hearts_broken",
        "last_trick",
        "led_suit",
        "lines",
        "passers",
        "passes",
        "piles",
        "sayings",
        "swept",
        "trick",
        "winner",
    )
    pack = FRENCH
    DRAWN: ClassVar = HEIGHT
    FIRST_DEALER = "hearts.first-dealer"
    CLAIMS: ClassVar = {
        "revoke": ClaimKind(
            Text(es="renuncio", en="revoke"), ("hearts.follow-suit", "hearts.first-trick", "hearts.lead-hearts")
        )
    }
    options: "HeartsVariant"
    knowledge: HeartsKnowledge

    def __init__(self, opening: Opening, params: Any, ledger: Ledger, options: "HeartsVariant") -> None:
        super().__init__(opening, params, ledger, options)
        self.knowledge = HeartsKnowledge(FRENCH.all, self.seats)
        self.dealt_at = 0
        self.extra = False
        self.passes: list[int | None] = []
        self.passers = 0
        self.changes = (0,) * self.seats
        self.lines = range(1, self.seats) if opening.lines is None else opening.lines
        self.clear_table()

    def clear_table(self) -> None:
        """Takes the cards of the last round off the table."""
        self.trick: list[str] = []
        self.led_suit = 0
        self.best = 0
        self.winner = 0
        self.swept = 0
        self.first = True
        self.hearts_broken = False
        self.sayings: tuple[Saying, ...] = ()
        self.piles = [0] * self.seats
        self.last_trick: TrickTaken | None = None

    def copy(self, ledger: Ledger) -> Self:
        twin = super().copy(ledger)
        twin.passes = self.passes[:]
        twin.trick = self.trick[:]
        twin.piles = self.piles[:]
        return twin

    def pass_step(self) -> int:
        """The distance of this round's pass, in seats; 0 for a round without one (hearts.pass)."""
        return PASS_STEPS[(self.hand - 1) % 4] if self.seats == 4 else 0

    def opens_unseen(self) -> bool:
        """True if the first lead is due, and the log does not know its seat."""
        return self.phase == "play" and self.turn is None and not self.left

    def last_card(self) -> str | None:
        """The card that was laid last in this round, or None."""
        if self.last_laid() is None:
            return None
        return self.trick[-1] if self.trick else self.last_trick.cards[-1] if self.last_trick else None

    def last_laid(self) -> int | None:
        """The seat that laid the last card of this round, or None."""
        authors = self.authors.rstrip(b"\0")
        return authors[-1] - 1 if len(authors) > self.dealt_at and not self.void else None


class HeartsVariant(Struct, frozen=True):
    """The differences of the two rulesets within a round."""

    dealer_step: int
    """From the seat that dealt to the one that deals next (hearts.next-dealer)."""
    announces: bool
    """True if the seats announce certain cards (hearts.broken)."""
    is_extra: Callable[[HeartsState], bool]
    """True if the round about to be dealt is a tie-break round."""
    moon: Callable[[HeartsState, int], tuple[list[int], list[Item]]]
    """The points of a round in which this seat took all 26, and how they arose."""
    close_round: Callable[[HeartsState, list[int], list[int]], list[Fact]]
    """(state, points, totals): the facts that follow a scored round: rounds won, stars, the end of the match."""

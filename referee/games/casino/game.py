"""Casino as readers meet it: what may come next, what lies open, how a move is written; and the four rulesets."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any, ClassVar

from msgspec.structs import replace

from referee.cards import FRENCH
from referee.games.casino.events import (
    AnnounceLast,
    Build,
    CasinoDeal,
    Duplicate,
    Expose,
    Laying,
    Looked,
    Raise,
    ShortHand,
    Take,
    Trail,
)
from referee.games.casino.irregular import Irregularities
from referee.games.casino.params import RoyalParams
from referee.games.casino.state import IMPROPER
from referee.games.casino.values import Values, values
from referee.games.casino.views import BuildView, CasinoScore, CasinoTable, OwedView
from referee.match.choice import Choice
from referee.match.rulebook import ClaimKind
from referee.match.state import ALL, NOBODY, shown_hands
from referee.match.vocabulary import Event
from referee.text import Text

MOST_LISTED = 200_000
"""No list of plays is longer. A dozen loose cards stay below it, even with the hand unseen; with forty nothing else helps."""


class Casino(Irregularities):
    """Classic Casino."""

    __slots__ = ()
    EVENTS = (CasinoDeal, Trail, Take, Build, Duplicate, Raise, AnnounceLast, Expose, ShortHand, Looked)
    CLAIMS: ClassVar = {"improper-build": ClaimKind(Text(es="construcción indebida", en="improper build"), (IMPROPER,))}
    LEGEND = Text(
        es="7S deja; 9C × 4S 5H b1 toma; 2C+7D = 9 construye; b1 + 9C duplica; b1 + AC = 10 aumenta",
        en="7S trails; 9C × 4S 5H b1 takes; 2C+7D = 9 builds; b1 + 9C duplicates; b1 + AC = 10 raises",
    )

    # What may come next

    def legal(self, visible: int = ALL) -> Iterator[Event | Choice]:
        if self.left:
            return iter(())
        if self.phase != "play" or self.turn is None:
            return iter((CasinoDeal(self.due_dealer(), shuffle=self.phase == "deal"),))
        announcement = (AnnounceLast(self.dealer or 0),) if self.may_announce() else ()
        plays = chain.from_iterable(self._plays(self.turn, visible))
        return chain(announcement, islice(plays, MOST_LISTED))

    def _plays(self, seat: int, visible: int) -> Iterator[Iterable[Laying]]:
        """Every regular play of the seat, in batches, as far as such a reader may know its hand."""
        hand = self.playable(seat, visible)
        duty = self.duty(seat)
        trails = duty[1] if duty else self.trailable(seat, visible)
        board = self.board(seat)
        for held in hand if not duty else ():
            yield from board.obliging(seat, *held)
        for held in hand if not duty and not self.bound(seat) else ():
            yield from board.new_builds(seat, *held)
        yield [Trail(seat, FRENCH.name(card)) for card, _ in hand if card & trails]

    # What readers see

    def table(self, visible: int = ALL) -> CasinoTable:
        seats = range(self.seats)
        owed = [(seat, self.duty(seat)) for seat in seats if any(owed.seat == seat for owed in self.owed)]
        return CasinoTable(
            loose=FRENCH.cards(self.loose),
            builds=tuple(
                BuildView(b.id, b.owner, b.value, "multiple" if b.multiple else "single", FRENCH.cards(b.cards))
                for b in self.builds
            ),
            may_not_trail=tuple(seat for seat in seats if self.bound(seat) and not self.duty(seat)),
            must_trail=tuple(OwedView(seat, FRENCH.cards(duty[1]), duty[0]) for seat, duty in owed if duty),
            trails_only=tuple(seat for seat in seats if self.trailing >> seat & 1),
            barred=tuple(FRENCH.cards(cards) for cards in self.barred),
            round=self.round,
            rounds=self.rounds(),
            last_announced=self.announced,
            stock=self.stock_left,
            taken=tuple(pile.bit_count() for pile in self.piles),
            sweeps=tuple(cards.bit_count() for cards in self.swept),
            last_taker=self.last_taker,
        )

    def score(self) -> CasinoScore:
        return CasinoScore(self.ledger.totals, self.ledger.hands, self.ledger.tallies["sweeps"])

    def redact(self, event: Event, visible: int = NOBODY) -> Event:
        if isinstance(event, CasinoDeal):
            return replace(event, hands=shown_hands(event.hands, visible), stock=None, seed=None)
        return event

    def veil(self, visible: int) -> None:
        self.stock = None

    def word(self, event: Event) -> str | None:
        match event:
            case Trail():
                return event.card
            case Take():
                return f"{event.card} × {' '.join((*event.cards, *event.builds))}".rstrip()
            case Build():
                return f"{'+'.join((event.card, *event.cards))} = {event.value}"
            case Duplicate():
                return f"{event.build} + {'+'.join((event.card, *event.cards))}"
            case Raise():
                return f"{event.build} + {event.card} = {event.value}"
        return None


class RoyalCasino(Casino):
    """Royal Casino: every card counts, aces 1 or 14; sweeps are counted last."""

    __slots__ = ()
    SWEEPS_LAST = True

    def valued(self, params: Any) -> Values:
        assert isinstance(params, RoyalParams)
        return values(True, params.wide_deuce, params.wide_ten)


class SpadeCasino(Casino):
    """Spade Casino: each spade counts."""

    __slots__ = ()
    SPADES = True


class DrawCasino(Casino):
    """Draw Casino: one round, and a card drawn after each play."""

    __slots__ = ()
    DRAWS = True

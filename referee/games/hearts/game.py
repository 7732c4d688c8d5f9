"""Corazones: what both rulesets share of the play, the count of a round, and what readers see.

Sources: "Corazones", El Castillar multi-game championship (`castillar.py`), and Hearts at YPPedia (`yppedia.py`).
Left out on purpose: the spoken «Pum» and «Rompo burbuja», which break nothing when forgotten, and clocks: time runs out
at the table, and arrives here as a recorded `timeout`.
"""

from abc import abstractmethod
from collections.abc import Iterator
from operator import add
from typing import Any, Self

from msgspec.structs import replace

from referee.cards import FRENCH, bits, drawn_order
from referee.errors import Breach
from referee.games.hearts import refusals, views
from referee.games.hearts.deal import Dealing
from referee.games.hearts.events import HeartsDeal, Pass
from referee.games.hearts.rules import (
    ALL_POINTS,
    HEARTS,
    POINT_CARDS,
    TWO_OF_CLUBS,
    asserted,
    playable,
    points_in,
)
from referee.match import disputes
from referee.match.game import ALL, NOBODY, NOTHING, Choice, Facts, Subset, shown_hands
from referee.match.ledger import Item, Ledger
from referee.match.vocabulary import Event, Fact, HandScored, Play, TrickTaken

LAID = {name: (bit, FRENCH.all ^ bit, FRENCH.suit_of[bit]) for name, bit in FRENCH.bit.items()}
"""What is asked of a card that is laid: its bit, all cards but it, its suit."""

REVOKE = {"revoke": ("hearts.follow-suit", "hearts.first-trick", "hearts.lead-hearts")}
"""What may be claimed, and the rules that such a claim is about."""


class Hearts(Dealing):
    """One match of Hearts. `trick` holds the names of the cards laid, `taken` a mask per seat; `led` and `best` are masks.

    `swept`: the cards of the tricks taken so far.
    """

    __slots__ = ("best", "broken", "first", "last_trick", "led", "swept", "taken", "trick", "winner")

    def clear_table(self) -> None:
        self.trick: list[str] = []
        self.led = 0
        self.best = 0
        self.winner = 0
        self.swept = 0
        self.first = True
        self.broken = False
        self.taken = [0] * self.seats
        self.last_trick: TrickTaken | None = None

    def copy(self, ledger: Ledger) -> Self:
        twin = super().copy(ledger)
        twin.trick = self.trick[:]
        twin.taken = self.taken[:]
        return twin

    # The play

    def playable(self, seat: int, visible: int = ALL) -> int:
        """The cards that the seat may regularly lay now, as far as such a reader can know."""
        judge = self.knowledge
        possible = judge.possible(seat, visible)
        if self.first and not self.led:
            return possible & TWO_OF_CLUBS
        known = judge.known[seat] if visible >> seat & 1 else 0
        return playable(known, possible, self.led, self.first, self.broken)

    def check(self, event: Event, at: int) -> Breach | None:
        # Nearly every event is a play: it is judged here, and does not go by the table.
        if type(event) is not Play:
            return super().check(event, at)
        seat = event.seat
        card, others, suit = LAID[event.card]
        if seat != self.turn:
            refusals.refuse_turn(self, seat, card)
        judge = self.knowledge
        known = judge.known[seat]
        if not known & card and not judge.may_hold(seat, card):
            refusals.refuse_card(self, seat, event.card)
        led = self.led
        if suit == led:
            return None
        if not led:
            if self.first:
                if card != TWO_OF_CLUBS:
                    refusals.refuse_lead(seat, event.card)
                return None
            if self.broken or suit != HEARTS:
                return None
        rest = known & others
        if not rest:
            return None
        for rule, absent in asserted(card, led, self.first, self.broken):
            if rest & absent:
                return refusals.breach(rule, seat, rest & absent, led=self.trick[0] if self.trick else "")
        return None

    def apply(self, event: Event, at: int) -> Facts:
        # As in `check`: a play does not go by the table.
        if type(event) is not Play:
            return super().apply(event, at)
        seat = event.seat
        name = event.card
        card, others, suit = LAID[name]
        judge = self.knowledge
        # What `judge.lay` does, without the call: this is the path that every card takes.
        judge.gone |= card
        judge.size[seat] -= 1
        known = judge.known
        known[seat] = held = known[seat] & others
        if judge.doubtful and judge.open[seat]:
            judge.shown(seat, card)
        led = self.led
        if suit == led:
            if card > self.best:
                self.best = card
                self.winner = seat
        elif led:
            if held & led or (self.first and card & POINT_CARDS) or held.bit_count() != judge.size[seat]:
                self._assert(seat, card, at, led)
            if card & HEARTS:
                self.broken = True
        else:
            self.led = suit
            self.best = card
            self.winner = seat
            if card & HEARTS and not self.broken:
                self._assert(seat, card, at, 0)
                self.broken = True
        after = seat + 1
        try:
            self.authors[at] = after
        except IndexError:
            self.wrote(seat, at)
        trick = self.trick
        trick.append(name)
        seats = self.seats
        if len(trick) == seats:
            return self._end_trick(at)
        self.turn = after if after < seats else 0
        return disputes.proven(self, at) if judge.proofs else NOTHING

    # The names that the tables of `Game` look for.
    check_play = check
    apply_play = apply

    def last_laid(self) -> int | None:
        """The seat that laid the last card of this round, or None."""
        played = self.authors.rstrip(b"\0")
        return played[-1] - 1 if len(played) > self.dealt_at and not self.void else None

    def _assert(self, seat: int, card: int, at: int, led: int) -> None:
        for rule, absent in asserted(card, led, self.first, self.broken):
            self.knowledge.assert_absent(seat, rule, at, absent)

    def _end_trick(self, at: int) -> Facts:
        winner = self.winner
        trick = self.trick
        judge = self.knowledge
        laid = judge.gone ^ self.swept
        self.swept = judge.gone
        self.taken[winner] |= laid
        self.last_trick = taken = TrickTaken(winner, tuple(trick), points_in(laid) if laid & POINT_CARDS else 0)
        trick.clear()
        self.led = 0
        self.first = False
        self.turn = winner
        if not judge.proofs and judge.size[winner]:
            return (taken,)
        facts = disputes.proven(self, at) if judge.proofs else []
        facts.append(taken)
        if not judge.size[winner]:
            facts += self._score()
        return facts

    # The score

    def moon(self, shooter: int) -> tuple[list[int], list[Item]]:
        """Points of a round in which one seat took all 26: nought, and 26 for every other (hearts.moon)."""
        points = [0 if seat == shooter else ALL_POINTS for seat in range(self.seats)]
        return points, [Item(seat, n, "hearts.moon") for seat, n in enumerate(points) if n]

    def count(self) -> tuple[list[int], list[Item]]:
        """The points of the round by what each seat took, and how they arose."""
        points: list[int] = []
        items: list[Item] = []
        for seat, taken in enumerate(self.taken):
            cards = taken & POINT_CARDS
            if cards == POINT_CARDS:
                return self.moon(seat)
            n = points_in(cards) if cards else 0
            points.append(n)
            if n:
                items.append(Item(seat, n, "hearts.points", FRENCH.cards(cards)))
        return points, items

    def _score(self) -> list[Fact]:
        points, items = self.count()
        totals = list(self.ledger.totals)
        if not self.extra:
            totals = list(map(add, totals, points))
        self.phase = "deal"
        self.turn = None
        scored = HandScored(self.hand, tuple(points), tuple(totals), tuple(items), self.extra)
        return [scored, *self.close_round(points, totals)]

    @abstractmethod
    def close_round(self, points: list[int], totals: list[int]) -> list[Fact]:
        """What follows a counted round: rounds won, stars, the end of the match."""

    def standing(self, left: Any) -> tuple[tuple[int, ...], ...]:
        totals = self.ledger.totals
        stay = [seat for seat in range(self.seats) if seat not in left]
        return tuple(tuple(s for s in stay if totals[s] == n) for n in sorted({totals[s] for s in stay}))

    # What readers see

    def legal(self, visible: int = ALL) -> Iterator[Event | Choice]:
        if self.left:
            return
        if self.phase == "deal":
            yield HeartsDeal(self.due_dealer())
        elif self.phase == "pass":
            for seat in range(self.seats):
                if not self.passed >> seat & 1:
                    complete = visible >> seat & 1 and self.knowledge.complete(seat)
                    cards = FRENCH.cards(self.knowledge.known[seat]) if complete else None
                    yield Choice("pass", seat, Subset(cards, 3, 3))
        else:
            seen = self.turn if visible == ALL or not self.first or self.led else self._public_leader(visible)
            for seat in range(self.seats) if seen is None else (seen,):
                for card in bits(self.playable(seat, visible)):
                    yield Play(seat, FRENCH.name(card))

    def _public_leader(self, visible: int) -> int | None:
        """Who leads the first trick, if a reader who sees these hands can tell."""
        return self.turn if self.turn is not None and visible >> self.turn & 1 else None

    def seen_turn(self, visible: int) -> int | None:
        """The seat to act, as far as such a reader may know: before the first lead it would tell where 2C is."""
        if self.phase == "play" and self.first and not self.led:
            return self._public_leader(visible)
        return self.turn

    def table(self, visible: int = ALL) -> views.HeartsTable:
        return views.table(self, visible)

    def redact(self, event: Event, visible: int = NOBODY) -> Event:
        if isinstance(event, HeartsDeal):
            return replace(event, hands=shown_hands(event.hands, visible), seed=None)
        if isinstance(event, Pass) and not visible >> event.seat & 1:
            return replace(event, cards=None)
        return super().redact(event, visible)

    def veiled(self, visible: int) -> Self:
        twin = super().veiled(visible)
        twin.passes = [cards if visible >> seat & 1 else None for seat, cards in enumerate(twin.passes)]
        return twin

    def draw_legal(self, seat: int, seed: str) -> str | None:
        """The card that chance plays for a seat: the first of its legal cards in the order of the seed; None if unknown."""
        if not self.knowledge.complete(seat):
            return None
        cards = FRENCH.cards(self.playable(seat))
        return drawn_order(cards, seed, self.hand)[0] if cards else None

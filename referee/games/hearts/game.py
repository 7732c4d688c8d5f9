"""Corazones: what both rulesets share. State, plays, passes, deals.

Sources: "Corazones", El Castillar multi-game championship (`castillar.py`), and Hearts at YPPedia (`yppedia.py`).
Left out on purpose: the spoken «Pum» and «Rompo burbuja», which break nothing when forgotten, and clocks: time runs out
at the table, and arrives here as a recorded `timeout`.
"""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from referee import disputes
from referee.cards import FRENCH, bits, drawn_order
from referee.errors import Breach, Impossible, Malformed
from referee.game import ALL, NOTHING, Choice, Facts, Game, Subset
from referee.games.hearts import refusals
from referee.games.hearts.events import HeartsDeal, Pass
from referee.games.hearts.rules import (
    ALL_POINTS,
    HEARTS,
    PASS_STEPS,
    POINT_CARDS,
    TWO_OF_CLUBS,
    asserted,
    playable,
    points_in,
)
from referee.knowledge import Knowledge
from referee.ledger import Evidence, Ledger
from referee.rulebook import Text
from referee.vocabulary import (
    Event,
    Fact,
    HandDealt,
    HandScored,
    InfractionProven,
    Item,
    Opening,
    Play,
    TrickTaken,
)

BIT = FRENCH.bit
SUIT_OF = FRENCH.suit_of

REVOKE = {"revoke": ("hearts.follow-suit", "hearts.first-trick", "hearts.lead-hearts")}
"""What may be claimed, and the rules that such a claim is about."""


class HeartsTable(Struct, frozen=True):
    """What lies open: the trick in play, who led it, points taken so far, whether hearts are broken."""

    trick: tuple[str, ...]
    leader: int | None
    led: str | None
    hearts_broken: bool
    points_taken: tuple[int, ...]
    tricks_taken: tuple[int, ...]
    passing_to: tuple[int, ...] | None
    passed: tuple[int, ...]
    extra_round: bool
    last_trick: "WonTrick | None"


class WonTrick(Struct, frozen=True):
    """A trick just taken: by whom, its cards as they were laid, its points."""

    seat: int
    cards: tuple[str, ...]
    points: int


class Hearts(Game):
    """One match of Hearts. `trick` holds the names of the cards laid, `taken` a mask per seat; `led` and `best` are masks."""

    __slots__ = (
        "best",
        "broken",
        "dealt_at",
        "extra",
        "first",
        "first_dealer",
        "last_trick",
        "led",
        "params",
        "passed",
        "passes",
        "taken",
        "trick",
        "void",
        "winner",
    )
    pack = FRENCH

    def __init__(self, opening: Opening, params: Any, ledger: Ledger) -> None:
        self.seats = seats = len(opening.seats)
        self.params = params
        self.ledger = ledger
        self.knowledge = Knowledge(FRENCH.all, seats)
        self.authors = bytearray()
        self.left: list[int] = []
        self.first_dealer = opening.first_dealer or 0
        self.hand = 0
        self.dealt_at = 0
        self.void = False
        self.phase = "deal"
        self.dealer: int | None = None
        self.turn: int | None = None
        self.passes: list[int | None] = []
        self.passed = 0
        self._clear_round()

    def _clear_round(self) -> None:
        self.trick: list[str] = []
        self.led = 0
        self.best = 0
        self.winner = 0
        self.first = True
        self.broken = False
        self.extra = False
        self.taken = [0] * self.seats
        self.last_trick: TrickTaken | None = None

    def copy(self, ledger: Ledger) -> Self:
        twin = self.twin(ledger)
        twin.passes = self.passes[:]
        twin.trick = self.trick[:]
        twin.taken = self.taken[:]
        return twin

    # The deal

    @abstractmethod
    def next_dealer(self, last: int) -> int:
        """Who deals after `last` (hearts.next-dealer)."""

    @abstractmethod
    def is_extra(self) -> bool:
        """Whether the round about to be dealt is a tie-break round."""

    def due_dealer(self) -> int:
        """Who has to deal now, or dealt this round."""
        if self.dealer is None:
            return self.first_dealer
        return self.dealer if self.void or self.in_hand() else self.next_dealer(self.dealer)

    def complete(self, event: Event, seed: str) -> Event:
        if not isinstance(event, HeartsDeal):
            return event
        if event.dealer is None:
            event = replace(event, dealer=self.due_dealer())
        if event.shuffle and event.hands is None:
            event = replace(event, seed=event.seed or seed)
            event = replace(event, hands=self._shuffled(event))
        return event

    def _shuffled(self, event: HeartsDeal) -> tuple[tuple[str, ...], ...]:
        """The pack in the order of the seed, one card at a time from the seat after the dealer."""
        order = FRENCH.shuffled(event.seed or "", self.hand + (not self.void))
        first = (event.dealer or 0) + 1
        return tuple(FRENCH.in_order(order[(seat - first) % self.seats :: self.seats]) for seat in range(self.seats))

    def check_deal(self, event: HeartsDeal, at: int) -> Breach | None:
        if self.in_hand():
            raise Impossible(
                Text(
                    es=f"la ronda {self.hand} no ha terminado: se reparte cuando se han jugado sus 52 cartas",
                    en=f"round {self.hand} is not over: the next deal comes when its 52 cards are played",
                ),
                rule="hearts.deal",
            )
        dealer = self.due_dealer() if event.dealer is None else event.dealer
        self.need_seat(dealer)
        if event.hands is not None:
            self._check_hands(event)
        elif event.seed and not event.shuffle:
            raise Malformed(
                Text(es="`seed` sólo acompaña a `shuffle: true`", en="`seed` only comes with `shuffle: true`")
            )
        due = self.due_dealer()
        if dealer == due:
            return None
        return Breach(
            "hearts.next-dealer",
            dealer,
            Text(es=f"reparte el asiento {due}, no el {dealer}", en=f"seat {due} deals, not seat {dealer}"),
        )

    def _check_hands(self, event: HeartsDeal) -> None:
        hands = event.hands or ()
        each = FRENCH.size // self.seats
        dealt = [card for hand in hands if hand for card in hand]
        sizes_fit = all(hand is None or len(hand) == each for hand in hands)
        if len(hands) != self.seats or not sizes_fit or len(set(dealt)) != len(dealt):
            raise Impossible(
                Text(
                    es=f"se reparten {each} cartas distintas a cada uno de los {self.seats} asientos",
                    en=f"each of the {self.seats} seats is dealt {each} different cards",
                ),
                rule="hearts.deal",
            )
        if event.shuffle and event.seed and tuple(hands) != self._shuffled(event):
            raise Impossible(
                Text(
                    es="las manos no son las que reparte esa semilla",
                    en="the hands are not those that this seed deals",
                ),
                rule="hearts.deal",
            )

    def apply_deal(self, event: HeartsDeal, at: int) -> Facts:
        due = self.due_dealer()
        extra = self.is_extra()
        dealer = due if event.dealer is None else event.dealer
        if not self.void:
            self.hand += 1
        self.void = False
        self.dealer = dealer
        self.dealt_at = at
        self._clear_round()
        self.extra = extra
        hands = None if event.hands is None else [None if h is None else FRENCH.mask(h) for h in event.hands]
        self.knowledge.deal([FRENCH.size // self.seats] * self.seats, hands)
        facts: list[Fact] = [HandDealt(self.hand, dealer)]
        if dealer != due:
            facts.append(InfractionProven("hearts.next-dealer", dealer, at, Evidence("seen")))
        if self.pass_step():
            self.phase = "pass"
            self.passes = [None] * self.seats
            self.passed = 0
        else:
            self._open_play()
        return facts

    def apply_redeal(self, event: Any, at: int) -> Facts:
        facts = super().apply_redeal(event, at)
        self.void = True
        return facts

    # The pass

    def pass_step(self) -> int:
        """How many seats on this round's pass goes; 0 for a round without one (hearts.pass)."""
        return PASS_STEPS[(self.hand - 1) % 4] if self.seats == 4 else 0

    def check_pass(self, event: Pass, at: int) -> None:
        self.need_seat(event.seat)
        if self.phase != "pass" or self.passed >> event.seat & 1:
            raise Impossible(
                Text(
                    es=f"el asiento {event.seat} no tiene ahora un pase que hacer",
                    en=f"seat {event.seat} has no pass to make now",
                ),
                rule="hearts.pass",
                seat=event.seat,
            )
        if event.cards is None:
            return
        cards = FRENCH.mask(event.cards)
        if cards.bit_count() != 3 or not self.knowledge.may_hold(event.seat, cards):
            raise Impossible(
                Text(
                    es=f"el asiento {event.seat} no recibió esas tres cartas en el reparto",
                    en=f"seat {event.seat} was not dealt these three cards",
                ),
                rule="hearts.pass",
                seat=event.seat,
            )

    def apply_pass(self, event: Pass, at: int) -> Facts:
        self.passed |= 1 << event.seat
        if event.cards is not None:
            cards = FRENCH.mask(event.cards)
            self.passes[event.seat] = cards
            self.knowledge.learn(event.seat, cards)
        if self.passed.bit_count() == self.seats:
            self._hand_over()
            self._open_play()
        return NOTHING

    def _hand_over(self) -> None:
        """All passes are picked up at once; of an unseen pass only its two possible places are known."""
        judge, step, seats = self.knowledge, self.pass_step(), self.seats
        dealt = judge.known[:]
        for seat, cards in enumerate(self.passes):
            to = (seat + step) % seats
            if cards is None:
                judge.known[seat] &= ~dealt[seat]
                for other in range(seats):
                    if other not in {seat, to}:
                        judge.out[other] |= dealt[seat]
            else:
                judge.known[seat] &= ~cards
                judge.known[to] |= cards

    # The play

    def _open_play(self) -> None:
        self.phase = "play"
        holder = [seat for seat, known in enumerate(self.knowledge.known) if known & TWO_OF_CLUBS]
        self.turn = holder[0] if holder else None

    def playable(self, seat: int, visible: int = ALL) -> int:
        """The cards that the seat may regularly lay now, as far as such a reader can know."""
        judge = self.knowledge
        possible = judge.possible(seat, visible)
        if self.first and not self.led:
            return possible & TWO_OF_CLUBS
        known = judge.known[seat] if visible >> seat & 1 else 0
        return playable(known, possible, self.led, self.first, self.broken)

    def check_play(self, event: Play, at: int) -> Breach | None:
        seat = event.seat
        card = BIT[event.card]
        if seat != self.turn:
            refusals.refuse_turn(self, seat, card)
        judge = self.knowledge
        known = judge.known[seat]
        if not known & card and not judge.may_hold(seat, card):
            refusals.refuse_card(self, seat, event.card)
        led = self.led
        if led:
            if card & led:
                return None
        elif self.first:
            if card != TWO_OF_CLUBS:
                refusals.refuse_lead(seat, event.card)
            return None
        elif self.broken or not card & HEARTS:
            return None
        rest = known & ~card
        for rule, absent in asserted(card, led, self.first, self.broken):
            if rest & absent:
                return refusals.breach(rule, seat, rest & absent, led=self.trick[0] if self.trick else "")
        return None

    def apply_play(self, event: Play, at: int) -> Facts:
        seat = event.seat
        card = BIT[event.card]
        judge = self.knowledge
        # What `judge.lay` does, without the call: this is the path that every card takes.
        judge.gone |= card
        judge.size[seat] -= 1
        known = judge.known
        held = known[seat]
        if held & card:
            held ^= card
            known[seat] = held
        if judge.open[seat]:
            judge.shown(seat, card)
        led = self.led
        if card & led:
            if card > self.best:
                self.best = card
                self.winner = seat
        elif led:
            if held & led or (self.first and card & POINT_CARDS) or held.bit_count() != judge.size[seat]:
                self._assert(seat, card, at, led)
            if card & HEARTS:
                self.broken = True
        else:
            self.led = SUIT_OF[card]
            self.best = card
            self.winner = seat
            if card & HEARTS and not self.broken:
                self._assert(seat, card, at, 0)
                self.broken = True
        try:
            self.authors[at] = seat + 1
        except IndexError:
            self.wrote(seat, at)
        trick = self.trick
        trick.append(event.card)
        seats = self.seats
        if len(trick) == seats:
            return self._end_trick(at)
        seat += 1
        self.turn = seat if seat < seats else 0
        return disputes.proven(self, at) if judge.proofs else NOTHING

    def last_laid(self) -> int | None:
        """The seat that laid the last card of this round, or None."""
        played = self.authors.rstrip(b"\0")
        return played[-1] - 1 if len(played) > self.dealt_at else None

    def _assert(self, seat: int, card: int, at: int, led: int) -> None:
        for rule, absent in asserted(card, led, self.first, self.broken):
            self.knowledge.assert_absent(seat, rule, at, absent)

    def _end_trick(self, at: int) -> Facts:
        winner = self.winner
        trick = self.trick
        laid = 0
        for name in trick:
            laid |= BIT[name]
        self.taken[winner] |= laid
        self.last_trick = taken = TrickTaken(winner, tuple(trick), points_in(laid) if laid & POINT_CARDS else 0)
        trick.clear()
        self.led = 0
        self.first = False
        self.turn = winner
        judge = self.knowledge
        if not judge.proofs and judge.size[winner]:
            return (taken,)
        facts = disputes.proven(self, at)
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
        for seat, cards in enumerate(self.taken):
            if cards & POINT_CARDS == POINT_CARDS:
                return self.moon(seat)
        points = [points_in(cards) for cards in self.taken]
        items = [
            Item(seat, n, "hearts.points", FRENCH.cards(self.taken[seat] & POINT_CARDS))
            for seat, n in enumerate(points)
            if n
        ]
        return points, items

    def _score(self) -> list[Fact]:
        points, items = self.count()
        totals = list(self.ledger.totals)
        if not self.extra:
            totals = [total + n for total, n in zip(totals, points, strict=True)]
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

    def table(self, visible: int = ALL) -> HeartsTable:
        step = self.pass_step() if self.hand else 0
        seats = range(self.seats)
        tricks = tuple(self.taken[s].bit_count() // self.seats for s in seats)
        last = self.last_trick
        leader = None
        if self.phase == "play":
            leader = self.seen_turn(visible) if not self.trick else (self.turn or 0) - len(self.trick)
            leader = leader % self.seats if leader is not None else None
        return HeartsTable(
            trick=tuple(self.trick),
            leader=leader,
            led=self.trick[0][-1] if self.trick else None,
            hearts_broken=self.broken,
            points_taken=tuple(points_in(cards) for cards in self.taken),
            tricks_taken=tricks,
            passing_to=tuple((s + step) % self.seats for s in seats) if step and self.phase == "pass" else None,
            passed=tuple(s for s in seats if self.phase == "pass" and self.passed >> s & 1),
            extra_round=self.extra,
            last_trick=WonTrick(last.seat, last.cards, last.points) if last else None,
        )

    def redact(self, event: Event) -> Event:
        if isinstance(event, HeartsDeal):
            return replace(event, hands=None, seed=None)
        if isinstance(event, Pass):
            return replace(event, cards=None)
        return event

    def draw_legal(self, seat: int, seed: str) -> str | None:
        """The card that chance plays for a seat: the first of its legal cards in the order of the seed; None if unknown."""
        if not self.knowledge.complete(seat):
            return None
        cards = FRENCH.cards(self.playable(seat))
        return drawn_order(cards, seed, self.hand)[0] if cards else None

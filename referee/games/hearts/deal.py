"""How a round of Hearts begins: who deals, the hands, the passes."""

from abc import abstractmethod
from typing import Any, Self

from msgspec.structs import replace

from referee.cards import FRENCH
from referee.errors import Breach
from referee.games.hearts import refusals
from referee.games.hearts.events import HeartsDeal, Pass
from referee.games.hearts.rules import PASS_STEPS, TWO_OF_CLUBS
from referee.match.game import NOTHING, Facts, Game
from referee.match.knowledge import Knowledge
from referee.match.ledger import Evidence, Ledger
from referee.match.vocabulary import Event, Fact, HandDealt, InfractionProven, Opening, Redeal, Reveal


class Dealing(Game):
    """A match of Hearts up to the first lead of each round. `passes` holds a mask per seat, None for a pass unseen.

    `void` says that the last round was broken off; `extra`, that the round is a tie-break round.
    """

    __slots__ = ("dealt_at", "extra", "first_dealer", "params", "passed", "passes", "void")
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
        self.extra = False
        self.phase = "deal"
        self.dealer: int | None = None
        self.turn: int | None = None
        self.passes: list[int | None] = []
        self.passed = 0
        self.clear_table()

    def copy(self, ledger: Ledger) -> Self:
        twin = self.twin(ledger)
        twin.passes = self.passes[:]
        return twin

    @abstractmethod
    def clear_table(self) -> None:
        """Takes the cards of the last round off the table."""

    @abstractmethod
    def next_dealer(self, last: int) -> int:
        """Who deals after `last` (hearts.next-dealer)."""

    @abstractmethod
    def is_extra(self) -> bool:
        """Whether the round about to be dealt is a tie-break round."""

    # The deal

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
            event = replace(event, seed=seed if event.seed is None else event.seed)
            event = replace(event, hands=self._shuffled(event))
        return event

    def _shuffled(self, event: HeartsDeal) -> tuple[tuple[str, ...], ...]:
        """The pack in the order of the seed, one card at a time from the seat after the dealer."""
        order = FRENCH.shuffled(event.seed or "", self.hand + (not self.void))
        first = (event.dealer or 0) + 1
        return tuple(FRENCH.in_order(order[(seat - first) % self.seats :: self.seats]) for seat in range(self.seats))

    def check_deal(self, event: HeartsDeal, at: int) -> Breach | None:
        if event.shuffle != (event.seed is not None):
            raise refusals.seed_and_shuffle()
        if self.in_hand():
            raise refusals.round_not_over(self.hand)
        due = self.due_dealer()
        dealer = due if event.dealer is None else event.dealer
        self.need_seat(dealer)
        if event.hands is not None:
            self._check_hands(event, event.hands)
        return None if dealer == due else refusals.wrong_dealer(dealer, due)

    def _check_hands(self, event: HeartsDeal, hands: tuple[tuple[str, ...] | None, ...]) -> None:
        each = FRENCH.size // self.seats
        dealt = [card for hand in hands if hand for card in hand]
        sizes_fit = all(hand is None or len(hand) == each for hand in hands)
        if len(hands) != self.seats or not sizes_fit or len(set(dealt)) != len(dealt):
            raise refusals.uneven_hands(each, self.seats)
        if event.shuffle and hands != self._shuffled(event):
            raise refusals.other_hands()

    def apply_deal(self, event: HeartsDeal, at: int) -> Facts:
        due = self.due_dealer()
        dealer = due if event.dealer is None else event.dealer
        if not self.void:
            self.hand += 1
        self.void = False
        self.dealer = dealer
        self.dealt_at = at
        self.make_room(at)
        self.extra = self.is_extra()
        self.clear_table()
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
            self.open_play()
        return facts

    def apply_redeal(self, event: Redeal, at: int) -> Facts:
        facts = super().apply_redeal(event, at)
        self.void = True
        self.clear_table()
        return facts

    # The pass

    def pass_step(self) -> int:
        """How many seats on this round's pass goes; 0 for a round without one (hearts.pass)."""
        return PASS_STEPS[(self.hand - 1) % 4] if self.seats == 4 else 0

    def check_pass(self, event: Pass, at: int) -> None:
        self.need_seat(event.seat)
        if self.phase != "pass" or self.passed >> event.seat & 1:
            raise refusals.no_pass(event.seat)
        if event.cards is None:
            return
        cards = FRENCH.mask(event.cards)
        if cards.bit_count() != 3 or not self.knowledge.may_hold(event.seat, cards):
            raise refusals.not_dealt(event.seat)

    def apply_pass(self, event: Pass, at: int) -> Facts:
        self.passed |= 1 << event.seat
        if event.cards is not None:
            cards = FRENCH.mask(event.cards)
            self.passes[event.seat] = cards
            self.knowledge.learn(event.seat, cards)
        if self.passed.bit_count() == self.seats:
            self._hand_over()
            self.open_play()
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

    def open_play(self) -> None:
        """The first trick belongs to the holder of 2C, where the log knows who that is (hearts.opening-lead)."""
        self.phase = "play"
        holder = [seat for seat, known in enumerate(self.knowledge.known) if known & TWO_OF_CLUBS]
        self.turn = holder[0] if holder else None

    def apply_reveal(self, event: Reveal, at: int) -> Facts:
        facts = super().apply_reveal(event, at)
        if self.opens_unseen():
            self.open_play()
        return facts

    def opens_unseen(self) -> bool:
        """Whether the first trick is about to be led, and nobody knows by whom."""
        return self.phase == "play" and self.turn is None and not self.left

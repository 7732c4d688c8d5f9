"""The deal of Casino: four cards each and four on the table, then four more each until the pack is out (casino.deal)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from referee.cards import FRENCH
from referee.errors import Breach
from referee.games.casino import refusals
from referee.games.casino.ending import Ending
from referee.games.casino.events import CasinoDeal, Take
from referee.games.casino.facts import RoundDealt
from referee.games.casino.state import EACH, TURN
from referee.match.ledger import Evidence
from referee.match.state import Facts
from referee.match.vocabulary import Event, Fact, HandDealt, InfractionProven

Names = tuple[str, ...]


class Dealt(NamedTuple):
    """Cards as they were dealt: per seat, on the table, and what is left in order of drawing."""

    hands: tuple[Names, ...]
    table: Names
    stock: Names


def deal_out(order: Sequence[str], dealer: int, sizes: Sequence[int], table: bool) -> Dealt:
    """Deals these cards two at a time, twice: to the seats after the dealer, then the table, then the dealer."""
    cards: Iterator[str] = iter(order)
    hands: list[list[str]] = [[] for _ in sizes]
    laid: list[str] = []
    for full in (EACH // 2, EACH):
        for step in range(1, len(sizes) + 1):
            seat = (dealer + step) % len(sizes)
            if table and seat == dealer:
                laid += [next(cards) for _ in range(EACH // 2)]
            due = min(full, sizes[seat]) - len(hands[seat])
            hands[seat] += [next(cards) for _ in range(due)]
    return Dealt(tuple(FRENCH.in_order(hand) for hand in hands), FRENCH.in_order(laid), tuple(cards))


class Dealing(Ending):
    """Deals and rounds."""

    __slots__ = ()

    def due_dealer(self) -> int:
        """Who has to deal now, or dealt this hand; after a misdeal that the others decide, the same again (casino.misdeal)."""
        if self.dealer is None:
            return self.first_dealer
        if self.in_hand() or self.dealer_is_open():
            return self.dealer
        return (self.dealer + 1) % self.seats

    def dealer_is_open(self) -> bool:
        """Whether the dealer's opponents decide who deals next (casino.misdeal)."""
        return self.void and (self.seats == 2 or self.paired)

    def sizes(self) -> list[int]:
        """How many cards each seat is dealt now: fewer where an irregularity of the last round says so."""
        return [EACH - (short if self.round and self.phase != "deal" else 0) for short in self.short]

    # What the rules and chance fill in

    def complete(self, event: Event, seed: str) -> Event:
        if isinstance(event, Take):
            return replace(event, builds=tuple(sorted(event.builds, key=lambda id_: (len(id_), id_))))
        if not isinstance(event, CasinoDeal) or self.phase == "play":
            return event
        if event.dealer is None:
            event = replace(event, dealer=self.due_dealer())
        if event.hands is not None or event.table is not None or event.stock is not None:
            return event
        if self.phase == "round":
            return replace(event, hands=self._from_stock(), shuffle=False) if self.stock is not None else event
        if event.shuffle:
            event = replace(event, seed=event.seed or seed)
            dealt = self._shuffled(event)
            event = replace(event, hands=dealt.hands, table=dealt.table, stock=dealt.stock)
        return event

    def _shuffled(self, event: CasinoDeal) -> Dealt:
        """What the seed deals, of a deal whose dealer is a seat."""
        order = FRENCH.shuffled(event.seed or "", self.hand + (not self.void))
        return deal_out(order, (event.dealer or 0) % self.seats, self.sizes(), table=True)

    def _from_stock(self) -> tuple[Names, ...]:
        """The next round out of the known pack."""
        order = [FRENCH.name(card) for card in self.stock or ()]
        return deal_out(order, self.dealer or 0, self.sizes(), table=False).hands

    # What is refused

    def check_deal(self, event: CasinoDeal, at: int) -> Breach | None:
        if self.phase == "play":
            refusals.refuse_deal_in_play(self)
        dealer = self.due_dealer() if event.dealer is None else event.dealer
        self.need_seat(dealer)
        if bool(event.seed) != event.shuffle and self.phase == "deal":
            refusals.refuse_seed()
        if self.phase == "deal":
            self._check_first(event)
        else:
            self._check_round(event)
        due = self.due_dealer()
        if dealer == due or (self.dealer_is_open() and self.phase == "deal"):
            return None
        return refusals.wrong_dealer(dealer, due)

    def _check_first(self, event: CasinoDeal) -> None:
        if event.table is None:
            refusals.refuse_no_table()
        shown = [*event.table, *(event.stock or ())]
        left = FRENCH.size - EACH - sum(self.sizes())
        if len(event.table) != EACH or (event.stock is not None and len(event.stock) != left):
            refusals.refuse_counts(EACH, left)
        self._check_hands(event, shown, 0)
        if event.shuffle and (event.hands, event.table, event.stock) != self._shuffled(event):
            refusals.refuse_seed_cards()

    def _check_round(self, event: CasinoDeal) -> None:
        if event.table is not None or event.stock is not None or event.shuffle or event.seed:
            refusals.refuse_table_later(self.round)
        self._check_hands(event, [], self.knowledge.gone)
        if self.stock is not None and event.hands is not None:
            expected = self._from_stock()
            for seat, hand in enumerate(event.hands):
                if hand is not None and hand != expected[seat]:
                    refusals.refuse_not_next(seat, expected[seat])

    def _check_hands(self, event: CasinoDeal, shown: Sequence[str], gone: int) -> None:
        sizes = self.sizes()
        hands = event.hands if event.hands is not None else (None,) * self.seats
        if len(hands) != self.seats or any(
            hand is not None and len(hand) != n for hand, n in zip(hands, sizes, strict=True)
        ):
            refusals.refuse_hands(sizes)
        dealt = [*shown, *(card for hand in hands for card in hand or ())]
        twice = next((card for i, card in enumerate(dealt) if card in dealt[:i]), None)
        seen = FRENCH.cards(FRENCH.mask(dealt) & gone)
        if twice or seen:
            refusals.refuse_twice(twice or seen[0])

    # What happens

    def apply_deal(self, event: CasinoDeal, at: int) -> Facts:
        due = self.due_dealer()
        dealer = due if event.dealer is None else event.dealer
        wrong = dealer != due and not (self.dealer_is_open() and self.phase == "deal")
        facts: list[Fact] = []
        if self.phase != "round":
            self._begin_deal(event, dealer)
            facts.append(HandDealt(self.hand, dealer))
        if wrong:
            facts.append(InfractionProven(TURN, dealer, at, Evidence("seen")))
        self._begin_round(event)
        facts.append(RoundDealt(self.hand, self.round, self.is_last_round()))
        return facts

    def _begin_deal(self, event: CasinoDeal, dealer: int) -> None:
        if not self.void:
            self.hand += 1
        self.void = False
        self.dealer = dealer
        self._clear_deal()
        self.loose = FRENCH.mask(event.table or ())
        self.stock_left -= self.loose.bit_count()
        self.knowledge.gone = self.loose
        if event.stock is not None:
            self.stock = tuple(FRENCH.bit[card] for card in event.stock)

    def _begin_round(self, event: CasinoDeal) -> None:
        sizes = self.sizes()
        hands = None if event.hands is None else [None if h is None else FRENCH.mask(h) for h in event.hands]
        if self.stock is not None and self.round:
            self.stock = self.stock[sum(sizes) :]
        self._clear_round()
        self.round += 1
        self.short = (0,) * self.seats
        self.stock_left = max(0, self.stock_left - sum(sizes))
        judge = self.knowledge
        judge.deal(sizes, hands, judge.gone)
        if self.stock is not None:
            judge.out = [sum(self.stock)] * self.seats
        self.phase = "play"
        self.turn = ((self.dealer or 0) + 1) % self.seats

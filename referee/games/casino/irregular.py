"""Irregularities of the deal and of the hands: exposed cards, wrong hands, misdeals, plays taken back."""

from collections.abc import Iterable

from referee.cards import FRENCH
from referee.errors import Malformed
from referee.games.casino import refusals
from referee.games.casino.events import Expose, Looked, ShortHand
from referee.games.casino.facts import CardOwed
from referee.games.casino.playing import Playing
from referee.games.casino.state import EACH, EXPOSED, ILLEGAL_PLAY, Owed
from referee.match.state import Facts
from referee.match.vocabulary import Fact, Redeal
from referee.text import Text

BIT = FRENCH.bit
BEFORE_PLAY = ("no_shuffle", "no_cut")
"""Misdeals that count only before any play; a wrong pack voids the deal whenever it is found (casino.misdeal)."""
MISDEALS = ("wrong_pack", *BEFORE_PLAY)


class Irregularities(Playing):
    """What a referee records when a deal or a hand goes wrong."""

    __slots__ = ()

    # Exposed cards

    def check_expose(self, event: Expose, at: int) -> None:
        if self.phase != "play":
            refusals.refuse_between(self, EXPOSED)
        if event.seat is not None:
            self.need_seat(event.seat)
            if not self.spare >> event.seat & 1:
                self.need_card(event.seat, event.card)
            elif self.knowledge.elsewhere(event.seat) & BIT[event.card]:
                refusals.refuse_card(self, event.seat, event.card)
        elif not self._is_one_of_the_four(event):
            if self.knowledge.gone & BIT[event.card]:
                refusals.refuse_exposed(event.card)
            if not self.knowledge.size[self.dealer or 0]:
                refusals.refuse_between(self, EXPOSED)

    def _is_one_of_the_four(self, event: Expose) -> bool:
        """Whether the card was shown before the first four lay on the table, as one of them."""
        return self.round == 1 and not self.played and bool(self.loose & BIT[event.card])

    def apply_expose(self, event: Expose, at: int) -> Facts:
        card = BIT[event.card]
        if event.seat is None:
            if not self._is_one_of_the_four(event):
                self._expose_in_dealing(card)
        elif self.spare >> event.seat & 1:
            self.spare &= ~(1 << event.seat)
            if self.knowledge.expose(card) is not None and self.stock is not None:
                # Where every card is known, no card too many can have been dealt.
                self.knowledge.miss(event.seat, 1)
            self.loose |= card
        elif self.paired:
            self._lay_exposed(event.seat, card)
        else:
            self.owe(Owed(event.seat, card, EXPOSED))
        self._skip_empty()
        return self.close(at, [])

    def _expose_in_dealing(self, card: int) -> None:
        """A card shown in dealing or in the pack goes to the table, and the dealer is one card short (casino.exposed)."""
        dealer = self.dealer or 0
        holder = self.knowledge.expose(card)
        self.loose |= card
        self.owed = tuple(owed for owed in self.owed if owed.card != card)
        if holder is not None or not (self.DRAWS if self.stock is None else card in self.stock):
            self.knowledge.miss(dealer, 1)
            return
        # It came out of the pack, so it is the dealer's next card that is missing.
        self.stock_left = max(0, self.stock_left - 1)
        self.stock = None if self.stock is None else tuple(left for left in self.stock if left != card)
        if self.DRAWS:
            self.undrawn += 1
        else:
            self._shorten(dealer, 1)

    def _lay_exposed(self, seat: int, card: int) -> None:
        """Partners: an exposed card lies on the table as if trailed, and its side may not take it (casino.exposed)."""
        mine = self.side(seat)
        self.leave(seat, card)
        self.loose |= card
        self.barred = tuple(cards | card if side == mine else cards for side, cards in enumerate(self.barred))

    def _skip_empty(self) -> None:
        """The turn passes on from a seat whose hand is out."""
        if self.turn is not None and not self.knowledge.size[self.turn]:
            self.pass_turn()

    # Wrong hands

    def check_short_hand(self, event: ShortHand, at: int) -> None:
        self.need_seat(event.seat)
        ahead = self.phase == "round" and event.cause in {"dealt_too_many", "pack_short"}
        if self.phase != "play" and not ahead:
            refusals.refuse_between(self, "casino.wrong-hand")
        if event.cause == "pack_short" and self.round + ahead < self.rounds():
            refusals.refuse_pack_short(self.round + ahead, self.rounds())
        left = EACH if ahead or event.cause == "dealt_too_many" else self.knowledge.size[event.seat]
        if event.cards > left:
            refusals.refuse_too_short(event.seat, event.cards, left)

    def apply_short_hand(self, event: ShortHand, at: int) -> Facts:
        dealer = self.dealer or 0
        match event.cause:
            case "dealt_too_many":
                self._shorten(dealer, event.cards)
                if self.stock is None:
                    self.stock_left = max(0, self.stock_left - event.cards)
                self.spare |= self._overdealt(event.seat) if event.cards else 0
            case "out_of_turn":
                self.trailing |= 1 << event.seat
                if self.turn == event.seat:
                    self.pass_turn()
            case "pack_short" if self.phase == "round":
                self._shorten(event.seat, event.cards)
            case _:
                self.knowledge.miss(event.seat, event.cards)
                self._skip_empty()
        loser = self._loser_by_hand(event)
        if loser is not None:
            return self.lost_by(loser)
        return self.close(at, []) if self.phase == "play" else ()

    def _overdealt(self, seat: int) -> int:
        """The seats, as a mask, of which one was dealt too many: the one named, unless that is the dealer."""
        if seat != self.dealer:
            return 1 << seat
        return sum(1 << other for other in range(self.seats) if other != seat)

    def _shorten(self, seat: int, cards: int) -> None:
        """The next hand of the seat lacks so many cards."""
        self.short = tuple(
            min(EACH, short + cards) if seat == other else short for other, short in enumerate(self.short)
        )

    def _loser_by_hand(self, event: ShortHand) -> int | None:
        """Who loses a single deal of two seats by a wrong hand (casino.loses)."""
        if not self.is_fatal():
            return None
        if event.cause in {"out_of_turn", "played_two"}:
            return event.seat
        wrongly_dealt = event.cause != "pack_short" and self.round > 1
        return self.dealer if wrongly_dealt else None

    # Cards turned over

    def check_looked(self, event: Looked, at: int) -> None:
        self.need_seat(event.seat)
        if not self.in_hand():
            refusals.refuse_between(self, "casino.loses")

    def apply_looked(self, event: Looked, at: int) -> Facts:
        return self.lost_by(event.seat) if self.is_fatal() else ()

    # Misdeals

    def check_redeal(self, event: Redeal, at: int) -> None:
        if event.reason not in MISDEALS:
            said = ", ".join(MISDEALS)
            raise Malformed(
                Text(es=f"`reason` es uno de {said}", en=f"`reason` is one of {said}"), rule="casino.misdeal"
            )
        super().check_redeal(event, at)
        if event.reason in BEFORE_PLAY and (self.played or self.round > 1):
            refusals.refuse_misdeal(event.reason)

    def apply_redeal(self, event: Redeal, at: int) -> Facts:
        facts = [*self.dropped(), *super().apply_redeal(event, at)]
        self.void = True
        return facts

    # Plays taken back

    def taken_back(self, undone: "Irregularities") -> Facts:
        """The card of an illegal play taken back before the next seat played must be trailed (casino.illegal-play)."""
        tried = undone.tried
        if tried is None or undone.plays != self.plays + 1 or undone.hand != self.hand or self.turn != tried.seat:
            return ()
        return (CardOwed(tried.seat, FRENCH.name(tried.card)),)

    def recall(self, facts: Iterable[Fact]) -> None:
        for fact in facts:
            if isinstance(fact, CardOwed):
                self.owe(Owed(fact.seat, BIT[fact.card], ILLEGAL_PLAY))

    def owe(self, owed: Owed) -> None:
        """A seat must trail a card that everyone has seen in its hand."""
        if all(other.card != owed.card for other in self.owed):
            self.owed += (owed,)
        self.knowledge.show(owed.seat, owed.card)

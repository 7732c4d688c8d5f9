"""The judge of Casino: assertions of plays about their hands, weighed against every deal that fits the log.

There are two kinds. A build asserts that the hand keeps a card which takes it (casino.improper-build). A trail or a build
against a build of one's own asserts that no card of the hand could take, duplicate or raise (casino.own-build). The first is
proven or held by cards shown and by counting. The second is settled by cards known or shown alone: hands without a better
play are too many to count.

In draw Casino a hand also gains cards. Those that it held at the assertion lie in its first places, those drawn since in later
ones; a card that comes out of it may have lain in any place that it had by then. So the cards shown are matched with places that
have dates (Hall, 1935). Without a draw in between all places are first ones, and the same sums hold.

If the stock is on record and a hand lacks cards, its draws are in doubt one by one: then `lacks.py` weighs all hands together.
"""

from collections.abc import Sequence
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from referee.games.casino.events import Cause
from referee.games.casino.lacks import Lack, LackingHand, LackingHands, stock_of_deal
from referee.games.casino.table.board import CasinoBoard
from referee.match.knowledge import NEVER, Assertion, HandKnowledge, ProofKind

Key = tuple[int, str]
"""The version and the rule of an assertion."""


class HandSnapshot(Struct, frozen=True):
    """The hand at the time of an assertion.

    `size`: number of its cards, without one dealt too many unless the hand turned it over; `unseen_draws`: number of cards that
    it had drawn unseen in this deal by then. `past`: the cards that had come out of it, or been shown in it, by then.
    `is_over`: True for a build once none that comes later can have been in it: all its cards were known before a draw.
    `whole_hand`: the cards that were known before a draw, if they were all but one that may have been dealt too many; else None.
    `lacks`: the number of `CasinoKnowledge.lacks` that it had.
    `takers`: the cards of which it asserted to keep one; or else `table`, on which it asserted to have no play but a trail.
    `drawn_cards`: the known cards drawn since. `unsure_draws`: number of draws since that may have been the cards that it lacks.
    `lost`: True if it has lost a card by playing two in one turn since, and may have had that card (casino.wrong-hand).
    """

    size: int
    unseen_draws: int
    past: int
    takers: int
    table: CasinoBoard | None = None
    drawn_cards: int = 0
    unsure_draws: int = 0
    lost: bool = False
    is_over: bool = False
    whole_hand: int | None = None
    lacks: int = 0


class CasinoKnowledge(HandKnowledge):
    """The knowledge of each hand, and the assertions of plays about it.

    `seen_cards` of an assertion are the cards known in the hand at that time. `snapshots`: by assertion of this deal, the hand as
    it was. `came`: per seat, the cards that came out of the hand unknown, or were shown in it, while anything was in doubt.
    `unseen_draws`: per seat, the number of cards drawn unseen. `spare`: the mask of seats that may hold a card more than their
    `size` (casino.wrong-hand); `unable`: the mask of those that asserted to have no play but a trail, and drew nothing unseen
    since.
    `lacks`: by seat, what its hand lacks that drew from a stock on record. `stray_draws`: the cards drawn so that turned up
    elsewhere.
    """

    __slots__ = ("came", "lacks", "snapshots", "spare", "stray_draws", "unable", "unseen_draws")

    def __init__(self, pack: int, seats: int) -> None:
        super().__init__(pack, seats)
        self.came = [0] * seats
        self.unseen_draws = [0] * seats
        self.spare = 0
        self.unable = 0
        self.lacks: dict[int, tuple[Lack, ...]] = {}
        self.stray_draws = 0
        self.snapshots: dict[Key, HandSnapshot] = {}

    def copy(self) -> Self:
        twin = super().copy()
        twin.came = self.came[:]
        twin.unseen_draws = self.unseen_draws[:]
        twin.spare = self.spare
        twin.unable = self.unable
        twin.lacks = self.lacks.copy()
        twin.stray_draws = self.stray_draws
        twin.snapshots = self.snapshots.copy()
        return twin

    def deal(self, size: Sequence[int], hands: Sequence[int | None] | None, laid_cards: int = 0) -> None:
        super().deal(size, hands, laid_cards)
        self.came = [0] * len(size)
        self.unseen_draws = [0] * len(size)
        self.spare = 0
        self.unable = 0
        self.lacks = {}
        self.stray_draws = 0
        self.snapshots = {}

    def hide_from(self, visible: int) -> None:
        super().hide_from(visible)
        self.lacks = {}

    def room(self, seat: int) -> int:
        """The number of unknown cards of the hand."""
        room = self.size[seat] - self.known_cards[seat].bit_count()
        return room + self._spare(seat) if self.spare else room

    def complete(self, seat: int) -> bool:
        return not self.room(seat)

    def _spare(self, seat: int, visible: int = -1) -> int:
        """The number of cards that the hand may hold beyond its size: 1 while a card too many may still be there."""
        if not self.spare >> seat & 1:
            return 0
        return self._extra(self.size[seat], self.visible_cards(seat, visible), visible)

    def _extra(self, size: int, hand: int, visible: int) -> int:
        """The number of cards beyond its size that a hand with these known cards may hold, if it was dealt too many.

        It has shown one, or more cards are left than all hands need. A hand that has played all its own may still hold it.
        """
        return int(hand.bit_count() > size or self.surplus(visible) > 0)

    def surplus(self, visible: int = -1) -> int:
        """The number of cards that are left and that no hand needs, as far as a reader of the hands in `visible` knows.

        Left are the cards neither laid nor known to be in the stock. A hand needs its size, or the cards seen in it if these are
        more. In the last round nothing is left but what the hands need: one has a card too many only if another is short.
        """
        left = self.pack & ~self.laid_cards
        if visible == -1:
            in_stock = left
            for cards in self.out:
                in_stock &= cards
            left &= ~in_stock
        needs = (max(size, self.visible_cards(seat, visible).bit_count()) for seat, size in enumerate(self.size))
        return left.bit_count() - sum(needs)

    def possible(self, seat: int, visible: int = -1) -> int:
        """The cards that the hand may hold; a hand that may have a card too many may hold any that is left."""
        if self.lacks and visible == -1:
            return self.lacking_hands().beside(seat, 0)
        if self.spare and self._spare(seat, visible):
            return self.pack & ~self.elsewhere(seat, visible)
        return super().possible(seat, visible)

    def may_hold(self, seat: int, cards: int, visible: int = -1) -> bool:
        """True if the hand may hold all these cards at once, as far as this reader can know."""
        if self.lacks and visible == -1:
            return self.lacking_hands().may_hold(seat, cards)
        if not self.spare or not self._spare(seat, visible):
            return super().may_hold(seat, cards, visible)
        fits = (self.visible_cards(seat, visible) | cards).bit_count() <= self.size[seat] + 1
        return fits and not cards & self.elsewhere(seat, visible)

    def unseen_beside(self, seat: int, card: int, visible: int = -1) -> int:
        """The number of cards unknown to a reader that the hand may keep once this one has left it.

        The reader sees the hands in `visible`. Below 0 the hand cannot hold the card.
        """
        left, others = self.size[seat] - 1, self.visible_cards(seat, visible) & ~card
        extra = self._extra(left, others, visible) if self.spare >> seat & 1 else 0
        return left - others.bit_count() + extra

    # What is asserted

    def may_keep(self, seat: int, card: int, takers: int, visible: int = -1) -> bool:
        """True if the hand, once `card` has left it, may hold one of the cards `takers`, as far as this reader knows now."""
        if self.visible_cards(seat, visible) & ~card & takers:
            return True
        if self.lacks and visible == -1:
            return bool(takers & self.lacking_hands().beside(seat, card))
        return self.unseen_beside(seat, card, visible) > 0 and bool(takers & ~card & ~self.elsewhere(seat, visible))

    def assert_kept(self, seat: int, code: str, version: int, takers: int) -> None:
        """Asserts that the hand holds one of `takers`. Proves at once if the log already knows that it cannot."""
        hand = self.known_cards[seat]
        if hand & takers:
            return
        assertion = Assertion(version, code, 0, (), hand)
        self.snapshots[version, code] = HandSnapshot(
            self.size[seat], self.unseen_draws[seat], self.came[seat], takers, lacks=_lack_count(self, seat)
        )
        if not self.room(seat):
            self._prove(seat, assertion, "known", hand)
        elif not self._settles(seat, assertion, self.free(seat)):
            self.reopen(seat, assertion)

    def assert_unable(self, seat: int, code: str, version: int, table: CasinoBoard, card: int) -> None:
        """Asserts that the hand that has just played `card` had no play but a trail on this table."""
        hand = self.known_cards[seat] | card
        assertion = Assertion(version, code, 0, (), hand)
        size, draws = self.size[seat] + 1, self.unseen_draws[seat]
        self.snapshots[version, code] = HandSnapshot(
            size, draws, self.came[seat], 0, table, lacks=_lack_count(self, seat)
        )
        if table.obliges_any(hand):
            self._prove(seat, assertion, "known", hand)
        elif self.room(seat):
            self.reopen(seat, assertion)

    def reopen(self, seat: int, assertion: Assertion) -> None:
        super().reopen(seat, assertion)
        then = self.snapshots[assertion.version, assertion.code]
        self.sought |= then.takers
        if then.table is not None:
            self.unable |= 1 << seat

    # What settles it

    def lay(self, seat: int, card: int) -> None:
        if not self.part(seat, card) and self.doubtful:
            self._come_to_light(seat, card)

    def learn(self, seat: int, cards: int) -> None:
        fresh = self.meet(seat, cards)
        if seat in self.lacks:
            # Those are none of the cards that the hand has lacked so far.
            self.lacks[seat] = tuple(lack._replace(draws=lack.draws & ~fresh) for lack in self.lacks[seat])
        if fresh and self.doubtful:
            self._come_to_light(seat, fresh)

    def receive(self, seat: int, card: int = 0) -> None:
        if not card and self.open[seat] and (self.unable >> seat & 1 or _is_whole_but_for_spare(self, seat)):
            self._close_past(seat)
        self.size[seat] += 1
        if card:
            self.known_cards[seat] |= card
            self.named_seats |= 1 << seat
        else:
            self.unseen_draws[seat] += 1
            if self.spare and self.doubtful:
                # The card that is drawn may be the last one that could be too many in another hand.
                self.count()

    def _close_past(self, seat: int) -> None:
        """Ends, before a draw, the time in which a card that the hand shows was surely in it at its assertion.

        For a build it is the time in which it may have been: that ends once all cards but those lost are known.
        """
        self.unable &= ~(1 << seat)
        is_whole = not self.room(seat)
        is_whole_but_for_spare = _is_whole_but_for_spare(self, seat)
        for at, assertion in enumerate(self.open[seat]):
            then = self.snapshots[assertion.version, assertion.code]
            is_build = then.table is None
            if is_build and not is_whole:
                if is_whole_but_for_spare and then.whole_hand is None:
                    seen_cards = self._seen_of(seat, assertion, then)
                    self.snapshots[assertion.version, assertion.code] = replace(then, whole_hand=seen_cards)
                continue
            self.open[seat][at] = replace(assertion, seen_cards=self._seen_of(seat, assertion, then))
            if is_build:
                self.snapshots[assertion.version, assertion.code] = replace(then, is_over=True)

    def _seen_of(self, seat: int, assertion: Assertion, then: HandSnapshot) -> int:
        """The cards known to have been in the hand at the assertion.

        For a build they are also those that came out since and may have been drawn.
        """
        if then.is_over or (then.table is not None and self.unseen_draws[seat] > then.unseen_draws):
            return assertion.seen_cards
        return assertion.seen_cards | self.came[seat] & ~then.past & ~then.drawn_cards

    def draw(self, seat: int, card: int) -> None:
        """Adds a known card to the hand: it is not the one that an earlier build asserted to keep."""
        self.out[seat] &= ~card
        self.receive(seat, card)
        for assertion in self.open[seat]:
            then = self.snapshots[assertion.version, assertion.code]
            self.snapshots[assertion.version, assertion.code] = replace(
                then, takers=then.takers & ~card, drawn_cards=then.drawn_cards | card
            )

    def miss(
        self, seat: int, cards: int, cause: Cause | None = None, exposed_card: int = 0, *, is_known: bool = False
    ) -> None:
        """Takes `cards` cards from the hand, of which nobody says which, or one that was exposed in dealing.

        Their places were always empty, unless they were lost by playing two. If the pack ran out, they are the last draws.
        If fewer cards are left than are known, any of them may be missing, but for those that it has shown to everyone.
        `exposed_card`: the one that is missing, and if it was known in the hand (`is_known`); 0 for unnamed cards, of which the
        known ones may be some.
        """
        if cards and not is_known and any(self.out):
            lack = Lack(cards, _draws(self, seat), cause == "played_two")
            self.lacks[seat] = (*self.lacks.get(seat, ()), lack)
        self.size[seat] -= cards
        surely_held, draws = self.pack, self.unseen_draws[seat]
        undrawn = cause == "pack_short"
        # Draws that never were took none of the cards that are known.
        of_these = not exposed_card and (cards > draws if undrawn else bool(cards))
        is_forgotten = self.known_cards[seat].bit_count() > self.size[seat] or of_these
        if is_forgotten:
            shown_cards = 0 if of_these else self.known_cards[seat] & self.face_up[seat]
            self.known_cards[seat] = shown_cards if shown_cards.bit_count() <= self.size[seat] else 0
            surely_held = self.laid_cards | self.known_cards[seat]
        surely_held &= ~exposed_card
        left = max(0, draws - cards) if undrawn else draws
        for assertion in self.open[seat]:
            key = assertion.version, assertion.code
            then = self.snapshots[key]
            if undrawn:
                then = _without_last_draws(then, cards, draws, left)
            elif not exposed_card & then.drawn_cards:
                is_early = bool(exposed_card & self._seen_of(seat, assertion, then))
                later = 0 if is_early else draws - then.unseen_draws
                then = _without_any(then, cards, later, is_loss=cause == "played_two")
            is_over = then.is_over and not is_forgotten
            is_known = then.whole_hand is not None and not is_forgotten and not then.whole_hand & ~surely_held
            whole_hand = then.whole_hand if is_known else None
            self.snapshots[key] = replace(then, past=then.past & surely_held, is_over=is_over, whole_hand=whole_hand)
            if then.table is not None and left == then.unseen_draws:
                self.unable |= 1 << seat
        self.unseen_draws[seat] = left
        self.open[seat] = _without_seen(self.open[seat], ~surely_held)
        self.came[seat] &= surely_held
        if self.doubtful:
            self.count()

    def lacking_hands(self) -> LackingHands:
        """All hands, weighed together, as `lacks` asks for."""
        hands = [
            LackingHand(self.size[seat], known_cards, draws, draws & self.stray_draws, self.lacks.get(seat, ()))
            for seat, known_cards in enumerate(self.known_cards)
            for draws in [_draws(self, seat) & ~known_cards]
        ]
        return LackingHands(tuple(hands), self.unplaced_cards() & ~stock_of_deal(self.out))

    def allow_spare(self, seats: int) -> None:
        """Lets each seat of this mask hold a card too many, which it turns over or never plays."""
        self.spare |= seats
        for seat in range(len(self.open)):
            if seats >> seat & 1:
                _resume_past(self.open[seat], self.snapshots, but_for_spare=True)

    def withdraw_spare(self, seat: int) -> None:
        """Lets the hand hold no card too many any more."""
        self.spare &= ~(1 << seat)

    def turn_over(self, seat: int, card: int) -> None:
        """Moves a card too many out of the hand, face up; the hand keeps its size."""
        self.withdraw_spare(seat)
        for assertion in self.open[seat]:
            then = self.snapshots[assertion.version, assertion.code]
            self.snapshots[assertion.version, assertion.code] = replace(then, size=then.size + 1, whole_hand=None)
        self.laid_cards |= card
        fresh = card & ~self.known_cards[seat]
        self.known_cards[seat] &= ~card
        if self.doubtful:
            self._come_to_light(seat, fresh)

    def expose(self, card: int, dealer: int | None) -> None:
        """Lays an unplayed card face up: it is no longer in the hand that it was known to be in.

        `dealer`: the seat that is a card short now, or None if the card came out of the stock.
        """
        holders = [seat for seat, hand in enumerate(self.known_cards) if hand & card]
        if self.lacks and dealer is not None and not holders:
            self.stray_draws |= card & stock_of_deal(self.out)
        self.laid_cards |= card
        for seat, open_ in enumerate(self.open):
            if seat != dealer:
                if self.known_cards[seat] & card:
                    _resume_past(open_, self.snapshots)
                self.open[seat] = _without_seen(open_, card)
                self.came[seat] &= ~card
        self.known_cards = [hand & ~card for hand in self.known_cards]
        # Counted with the card gone from both: before, the hands would need more cards than are left.
        if dealer is not None:
            self.miss(dealer, 1, exposed_card=card, is_known=dealer in holders)
        elif self.doubtful:
            self.count()

    def disprove_elsewhere(self, holder: int, cards: int, since: int = 0) -> None:
        """Does nothing: `count` settles the assertions that cards of other hands concern."""

    def _come_to_light(self, seat: int, cards: int) -> None:
        """Settles assertions after cards of this hand are seen for the first time.

        Its own are settled by a card that it asserted to keep, or by its last unknown card: any other card leaves as many
        possible ones as it fills places. Those of other hands are settled by the last card that they could have kept, or once
        too few are left.
        """
        self.came[seat] |= cards
        sought_cards = cards & self.sought
        if self.open[seat]:
            whole = not self.room(seat)
            if sought_cards or whole or self.unable >> seat & 1:
                self._hear(seat, cards, whole)
        self.patience -= cards.bit_count()
        # Where one hand shows a card too many, or one that it does not lack, another has it not, or lacks it.
        if self.patience < 0 or self.spare or self.lacks:
            self.count()
        elif sought_cards:
            for other, open_ in enumerate(self.open):
                if open_ and other != seat:
                    self.open[other] = [
                        assertion for assertion in open_ if not self._has_lost(other, assertion, sought_cards)
                    ]

    def _hear(self, seat: int, cards: int, whole: bool) -> None:
        """Settles the assertions of their own hand that these cards concern. `whole`: no card of the hand is unknown."""
        free, still = self.free(seat), []
        for assertion in self.open[seat]:
            then = self.snapshots[assertion.version, assertion.code]
            is_later = self.unseen_draws[seat] > then.unseen_draws
            concerns = whole or cards & (then.takers if then.table is None else 0 if is_later else ~then.past)
            if not (concerns and self._settles(seat, assertion, free)):
                still.append(assertion)
        self.open[seat] = still

    def _has_lost(self, seat: int, assertion: Assertion, cards: int) -> bool:
        """True if these cards of another hand were the last that this one may have kept; then the proof is recorded."""
        then = self.snapshots[assertion.version, assertion.code]
        if not cards & then.takers:
            return False
        free = self.free(seat)
        return not free & then.takers and self._settles(seat, assertion, free)

    def count(self) -> None:
        """Settles the open assertions that the cards seen, and those left to see, prove or uphold."""
        self.patience = NEVER
        free_cards = self.unplaced_cards()
        for seat, open_ in enumerate(self.open):
            if open_:
                free = free_cards & ~self.out[seat]
                self.open[seat] = [assertion for assertion in open_ if not self._settles(seat, assertion, free)]

    def _settles(self, seat: int, assertion: Assertion, free: int) -> bool:
        """True if an assertion is no longer in doubt; then it is proven, or it held."""
        then = self.snapshots[assertion.version, assertion.code]
        cards = self._seen_of(seat, assertion, then)
        if self.lacks:
            is_whole = not self.room(seat)
            verdict = _verdict_by_lacks(self.lacking_hands(), seat, cards, then, is_whole=is_whole)
        elif then.table is None:
            if then.whole_hand is not None and not self._spare(seat):
                cards, then = then.whole_hand, replace(then, is_over=True)
            verdict = self._verdict_on_build(seat, cards, then, free)
        else:
            verdict = _verdict_on_trail(cards, then.size + self._spare(seat), then.table)
        if verdict is not None:
            # Of a trail also what opens it again needs these cards: a draw that comes before would hide that they were there.
            self._prove(seat, assertion if then.table is None else replace(assertion, seen_cards=cards), *verdict)
        return verdict is not None

    def _verdict_on_build(self, seat: int, cards: int, then: HandSnapshot, free: int) -> tuple[ProofKind, int] | None:
        """The verdict on the assertion to keep one of `takers`, with the cards that prove it; None while it is open.

        The hand did keep one if more of them came out of it than it has drawn since, or if too few others are left to fill it.
        """
        takers = then.takers
        matches = (cards & takers).bit_count()
        others = cards.bit_count() - matches
        slack = (free & ~takers).bit_count() - (then.size - others)
        if slack < 0 or (matches and matches > self.unseen_draws[seat] - then.unseen_draws):
            return "held", 0
        if not matches:
            if not free & takers:
                return ("elsewhere", takers) if self.room(seat) or then.lost else ("missing", cards)
            if (then.is_over or not self.room(seat)) and not then.lost:
                return "missing", cards
        self.patience = min(self.patience, slack)
        return None

    def let_go(self) -> None:
        """Settles the assertions of hands that are out: their card never came, or no card contradicts them."""
        if 0 not in self.size:
            return
        self.count()
        for seat, open_ in enumerate(self.open):
            if open_ and not self.size[seat]:
                for assertion in open_:
                    self._prove(seat, assertion, "held", 0)
                self.open[seat] = []


def may_be_exposed(hands: CasinoKnowledge, card: int, dealer: int) -> bool:
    """True if a card that is not in a stock on record may have been shown in dealing. The dealer's hand lacks it then."""
    if any(seat != dealer and _draws(hands, seat) & hand & card for seat, hand in enumerate(hands.known_cards)):
        return False
    twin = hands.copy()
    twin.expose(card, dealer)
    return twin.lacking_hands().fit()


def _draws(hands: CasinoKnowledge, seat: int) -> int:
    """The cards that the hand drew from a stock on record, if they have not been laid."""
    return stock_of_deal(hands.out) & ~hands.out[seat] & ~(hands.laid_cards & ~hands.stray_draws)


def _is_whole_but_for_spare(hands: CasinoKnowledge, seat: int) -> bool:
    """True if every card of the hand is known, but for one that may have been dealt too many."""
    return hands.size[seat] <= hands.known_cards[seat].bit_count()


def _lack_count(hands: CasinoKnowledge, seat: int) -> int:
    """The number of `lacks` of the hand so far."""
    return len(hands.lacks[seat]) if seat in hands.lacks else 0


def _without_seen(assertions: Sequence[Assertion], cards: int) -> list[Assertion]:
    """The assertions of a hand, if these cards are no longer known to have been in it."""
    return [replace(assertion, seen_cards=assertion.seen_cards & ~cards) for assertion in assertions]


def _resume_past(
    assertions: Sequence[Assertion], snapshots: dict[Key, HandSnapshot], *, but_for_spare: bool = False
) -> None:
    """Resumes the time in which cards that a hand shows may have been in it at its builds: one is unknown after all.

    `but_for_spare`: that is a card which may have been dealt too many; without it, the hand was known.
    """
    for assertion in assertions:
        key = assertion.version, assertion.code
        then = snapshots[key]
        was_known = but_for_spare and then.is_over
        snapshots[key] = replace(then, is_over=False, whole_hand=assertion.seen_cards if was_known else None)


def _without_last_draws(then: HandSnapshot, cards: int, draws: int, left: int) -> HandSnapshot:
    """The hand at an assertion, if it lacks the last cards that it drew: `left` of `draws` unseen ones."""
    size = then.size - cards + min(draws - left, draws - then.unseen_draws)
    unseen = min(left, then.unseen_draws)
    beyond = max(0, then.unsure_draws - (left - unseen))
    return replace(then, size=size - beyond, unseen_draws=unseen, unsure_draws=then.unsure_draws - beyond)


def _without_any(then: HandSnapshot, cards: int, draws: int, *, is_loss: bool) -> HandSnapshot:
    """The hand at an assertion, if it lacks cards of which nobody says which.

    Their places were empty at the assertion, or are those of draws since, of which `draws` may be them. A build is judged with
    the smaller hand, a trail with the larger: what it asserted held only if it held whichever places they are.
    A loss may have been there, or have left before.
    """
    if then.table is None:
        return replace(then, size=then.size - cards, lost=then.lost or is_loss)
    if is_loss:
        return replace(then, lost=True)
    later = max(0, min(cards, draws - then.unsure_draws))
    return replace(then, size=then.size - cards + later, unsure_draws=then.unsure_draws + later)


def _verdict_by_lacks(
    hands: LackingHands, seat: int, cards: int, then: HandSnapshot, *, is_whole: bool
) -> tuple[ProofKind, int] | None:
    """The verdict on an assertion while hands lack cards, of which any may be one drawn from a stock on record.

    `cards`: those seen in the hand then. `is_whole`: no card that it has now is unknown.
    """
    if then.table is not None:
        is_in_doubt = hands.may_have_held_one(seat, ~then.drawn_cards, then.lacks)
        return _verdict_on_trail(cards, cards.bit_count() + is_in_doubt, then.table)
    takers = then.takers
    if cards & takers or not hands.may_have_held_none(seat, takers):
        return "held", 0
    if hands.may_have_held_one(seat, takers, then.lacks):
        return None
    return ("missing", cards) if is_whole and not then.lost else ("elsewhere", takers)


def _verdict_on_trail(cards: int, size: int, table: CasinoBoard) -> tuple[ProofKind, int] | None:
    """The verdict on the assertion of a hand to have no play but a trail: refuted by cards seen, or held by a hand seen whole."""
    if table.obliges_any(cards):
        return "shown", cards
    return ("held", 0) if cards.bit_count() >= size else None

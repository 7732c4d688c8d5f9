"""The judge of hands that draw cards: a card drawn after a cante was not in the hand that sang it.

A cante asserts that two cards were in a hand that may draw again. So each card that the hand shows later gets a date: the number
of draws before it. Two questions follow for a card that was first seen later than the cante:

- Can it have been there at the cante? Only if the hand had room for it all the time from then on, beside the cards seen by then.
- Can it have been drawn since? Only if one of the draws since then was not named.

A hand of six sings a pair at draw 1 and shows, by draw 3, five other cards that it held all the time: one place was open at
draw 1, so the pair cannot have been in it, and the cante falls (`narrow`). If instead it laid both cards of the pair, but drew
twice unnamed in between, it may have drawn them since: the cante stays open (`_may_be_false`).
"""

from collections.abc import Sequence
from itertools import product
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from referee.cards import bits
from referee.match.knowledge import NEVER, Assertion, HandKnowledge, ProofKind, Verdict

PAIR = 2
"""The cards of a cante, if no other of its hand matters."""


DrawRound = tuple[int, int, tuple[int, ...]]
"""One draw of every seat: its event, the seat that drew first, and the cards in that order; 0 for one not seen.

A plain tuple: one is made after every trick.
"""


def drawn_by(draw: DrawRound, seat: int) -> int:
    """The card that the seat drew; 0 if it was not named."""
    _, first, cards = draw
    return cards[(seat - first) % len(cards)]


class Swap(Struct, frozen=True):
    """An exchange since the last draw: the card that the seat took, and the one that it left.

    `left` is 0 for a card that the seat had before its last draw: then it tells nothing of that draw.
    """

    seat: int
    taken: int
    left: int


class GuinoteKnowledge(HandKnowledge):
    """`draws`: those of this hand; `before`: the known cards of each hand before the last of them; `swap`: the exchange since.

    `dates`: per seat that has sung, the number of draws before each card of its cantes was first seen in its hand. `widest`: the
    most cards that an assertion of this hand needs at once.
    """

    __slots__ = ("before", "dates", "draws", "swap", "widest")

    def __init__(self, pack: int, seats: int) -> None:
        super().__init__(pack, seats)
        self._no_draws()

    def _no_draws(self) -> None:
        self.draws: list[DrawRound] = []
        self.before = (0,) * len(self.size)
        self.swap: Swap | None = None
        self.dates: dict[int, dict[int, int]] = {}
        self.widest = PAIR

    def copy(self) -> Self:
        twin = super().copy()
        twin.draws = self.draws.copy()
        twin.before = self.before
        twin.swap = self.swap
        twin.widest = self.widest
        twin.dates = {seat: dates.copy() for seat, dates in self.dates.items()}
        return twin

    def deal(self, size: Sequence[int], hands: Sequence[int | None] | None, laid_cards: int = 0) -> None:
        super().deal(size, hands, laid_cards)
        self._no_draws()

    def hide_from(self, visible: int) -> None:
        super().hide_from(visible)
        masks = [-1 if visible >> seat & 1 else face_up for seat, face_up in enumerate(self.face_up)]
        self.before = tuple(cards & masks[seat] for seat, cards in enumerate(self.before))
        self.draws = [
            (at, first, tuple(card & masks[(first + n) % len(masks)] for n, card in enumerate(cards)))
            for at, first, cards in self.draws
        ]

    # Draws

    def last_draw(self, seat: int) -> int:
        """The card that the seat drew last; 0 if it was not named, or nothing was drawn."""
        return drawn_by(self.draws[-1], seat) if self.draws else 0

    def may_have_drawn(self, seat: int, card: int, trick_card: int) -> bool:
        """True if the unnamed card that the seat drew last can be this one, which may have been seen in its hand since.

        `trick_card` is the card that the seat has laid since, 0 for none.
        """
        if card & self.before[seat]:
            return False
        if self.swap is not None and self.swap.seat == seat and card & (self.swap.taken | self.swap.left):
            return card == self.swap.left
        return bool(card & (self.known_cards[seat] | trick_card)) or self.may_hold(seat, card)

    def name_drawn(self, seat: int, card: int) -> None:
        """Names the last card that the seat drew."""
        at, first, cards = self.draws[-1]
        turn = (seat - first) % len(cards)
        self.draws[-1] = at, first, (*cards[:turn], card, *cards[turn + 1 :])
        self.patience = -1

    def close_draw(self) -> None:
        """Narrows cantes before a draw: until then the hand only lost cards, so a pair that has no room now had none earlier."""
        for seat, assertions in enumerate(self.open):
            if assertions and self.room(seat) < self.widest:
                self.narrow(seat, self.room(seat), len(self.draws))

    def narrow(self, seat: int, room: int, draws: int) -> None:
        """Drops impossible pairs from cantes sung by then: after so many draws, the hand had `room` beside the cards seen."""
        dates = self.dates.get(seat, {})
        cards = sum(card for card, date in dates.items() if date <= draws)
        still = []
        for assertion in self.open[seat]:
            left = assertion
            if assertion.present and self.date(assertion.version) <= draws:
                left = replace(assertion, present=_with_room(assertion.present, cards, room))
            # One about the absence of cards is not narrowed; a cante falls once no pair is left.
            if left.present or not assertion.present:
                still.append(left)
            else:
                self._prove(seat, assertion, "counted", self.free(seat))
        self.open[seat] = still
        self.patience = -1

    def date(self, version: int) -> int:
        """The number of draws before this event."""
        return sum(at < version for at, _, _ in self.draws)

    # Cantes

    def assert_present(self, seat: int, code: str, version: int, present: tuple[int, ...]) -> None:
        hand = self.known_cards[seat]
        if any(hand & mask == mask for mask in present):
            return
        self._see(seat, hand)
        self.widest = max([self.widest, *(mask.bit_count() for mask in present)])
        super().assert_present(seat, code, version, present)

    def refute(
        self, seat: int, code: str, version: int, present: tuple[int, ...], evidence: ProofKind, cards: int
    ) -> None:
        """Disproves at once that the hand may say that it holds one of these masks, whatever it holds."""
        self._prove(seat, Assertion(version, code, 0, present, 0), evidence, cards)

    def _see(self, seat: int, cards: int) -> None:
        """Dates these cards of the hand: seen now, if not earlier."""
        dates, now = self.dates.setdefault(seat, {}), len(self.draws)
        for card in bits(cards):
            dates.setdefault(card, now)

    def examine_assertions(self, seat: int, cards: int) -> None:
        cante_cards = cards & self.sought
        if cante_cards:
            self._see(seat, cante_cards)
        super().examine_assertions(seat, cards)
        if self.open[seat] and ((cante_cards and self.is_disputed) or self.room(seat) < self.widest):
            self.patience = -1

    def disprove_elsewhere(self, holder: int, cards: int, since: int = 0) -> None:
        super().disprove_elsewhere(holder, cards, since)
        self.patience = -1

    def _settle(self, seat: int, assertion: Assertion, evidence: ProofKind) -> Assertion | None:
        return assertion if assertion.present else super()._settle(seat, assertion, evidence)

    def _prove(self, seat: int, assertion: Assertion, evidence: ProofKind, cards: int) -> None:
        if evidence == "counted" and assertion.present:
            # The room was too small; the cards left to see were not too few.
            evidence, cards = (
                ("missing", self.known_cards[seat] | assertion.seen_cards) if self.complete(seat) else ("counted", 0)
            )
        super()._prove(seat, assertion, evidence, cards)

    def weigh(self, seat: int, assertion: Assertion, free: int, room: int) -> tuple[Verdict | None, int]:
        """The verdict on a cante: `counted` if no pair has had room in the hand, `held` if every deal that fits has one there."""
        if not assertion.present:
            return super().weigh(seat, assertion, free, room)
        dates = self.dates.get(seat, {})
        alive = _with_room(assertion.present, sum(dates), room)
        if not alive:
            return "counted", 0
        if not self.is_disputed:
            # Only the hand itself can run out of room, and each card that it shows is looked at.
            return None, NEVER
        spare = free.bit_count() - room
        if not self._may_be_false(seat, self.date(assertion.version), alive, spare, room):
            return "held", 0
        # No pair loses its last place before so many cards have come to light, in this hand or elsewhere.
        return None, min(room - self.widest, spare - len(alive))

    def _may_be_false(self, seat: int, at_draw: int, alive: tuple[int, ...], spare: int, room: int) -> bool:
        """True if a deal has a card of each of these pairs elsewhere at the time of the cante, after `at_draw` draws.

        A card that was not seen may be one of the `spare` cards that lie elsewhere now, or may yet show up in the hand, drawn
        since. One that was seen in the hand must have come by an unnamed draw, after the cante and before it was seen.
        """
        dates = self.dates.get(seat, {})
        loose = [i + 1 for i in range(at_draw, len(self.draws)) if not drawn_by(self.draws[i], seat)]
        for choice in set(map(frozenset, product(*(tuple(bits(mask)) for mask in alive)))):
            seen_dates = [dates[card] for card in choice if card in dates]
            late = max(0, len(choice) - len(seen_dates) - spare)
            by_draw = late <= room and len(seen_dates) + late <= len(loose)
            if by_draw and all(
                sum(other <= date for other in seen_dates) <= sum(draw <= date for draw in loose) for date in seen_dates
            ):
                return True
        return False


def _with_room(pairs: tuple[int, ...], cards: int, room: int) -> tuple[int, ...]:
    """The pairs that a hand can have held: beside the `cards` seen in it, they need no more than its `room`."""
    return tuple(pair for pair in pairs if (pair & ~cards).bit_count() <= room)

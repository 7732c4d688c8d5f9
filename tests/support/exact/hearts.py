"""All deals of a round of Hearts that fit its log: the possible places of each card, and if all places can be filled.

In a round with passes every seat keeps ten of the cards dealt to it and passes three, so a place is (`kept`, seat) or (`passed`,
seat). In a round without passes it is (`dealt`, seat). Hands only lose cards after the passes, so a hand at a moment holds the
cards from then, less those laid.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from tests.support.exact.placing import fits

Place = tuple[str, int]
PACK = tuple(rank + suit for suit in "CDHS" for rank in "23456789TJQKA")
STEPS = (1, -1, 2, 0)
"""The seats by which rounds 1 to 4 pass."""
FOLLOW, FIRST, LEAD = "hearts.follow-suit", "hearts.first-trick", "hearts.lead-hearts"


def of_suit(suit: str) -> frozenset[str]:
    return frozenset(card for card in PACK if card[1] == suit)


POINTS = of_suit("H") | {"QS"}
NO_POINTS = frozenset(PACK) - POINTS


@dataclass(frozen=True)
class HandClaim:
    """The claim of event `version` of a seat: its hand holds none of these cards any more."""

    code: str
    seat: int
    version: int
    absent: frozenset[str]


@dataclass
class Round:
    """The log's content for one round. `step`: the seats by which it passes, 0 without passes."""

    seats: int
    step: int
    places: dict[str, frozenset[Place]] = field(default_factory=dict)
    plays: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The seat that laid each card, and the event."""
    passed: int = 0
    trick: list[tuple[int, str]] = field(default_factory=list)
    tricks: int = 0
    turn: int | None = None
    said: list[HandClaim] = field(default_factory=list)

    def __post_init__(self) -> None:
        kinds = ("kept", "passed") if self.step else ("dealt",)
        every = frozenset((kind, seat) for kind in kinds for seat in range(self.seats))
        self.places = dict.fromkeys(PACK, every)

    def copy(self) -> "Round":
        """An independent copy."""
        twin = replace(self, plays=self.plays.copy(), trick=self.trick[:], said=self.said[:])
        twin.places = self.places.copy()
        return twin

    # Entries of the log

    def deal(self, hands: Iterable[Collection[str] | None] | None) -> None:
        for seat, hand in enumerate(hands or ()):
            if hand is not None:
                self._exactly(hand, self._dealt_places(seat))

    def pass_on(self, seat: int, cards: Collection[str] | None) -> None:
        self.passed += 1
        if cards is not None:
            self._exactly(cards, frozenset({("passed", seat)}))

    def show(self, seat: int, cards: Iterable[str]) -> None:
        """Records cards that the seat shows: those dealt to it, until all have passed."""
        for card in cards:
            self.places[card] &= self.hand(seat)

    def play(self, seat: int, card: str, version: int) -> None:
        self.show(seat, [card])
        self.said += [HandClaim(code, seat, version, absent) for code, absent in self.says(card)]
        self.plays[card] = seat, version
        self.trick.append((seat, card))
        self.turn = (seat + 1) % self.seats
        if len(self.trick) == self.seats:
            lead_suit = self.trick[0][1][1]
            self.turn = max((PACK.index(card), who) for who, card in self.trick if card[1] == lead_suit)[1]
            self.trick = []
            self.tricks += 1

    def says(self, card: str) -> list[tuple[str, frozenset[str]]]:
        """The rules that a card breaks unless the hand lacks these cards."""
        if not self.trick:
            are_broken = any(one[1] == "H" for one in self.plays)
            alone = card[1] == "H" and not are_broken
            return [(LEAD, frozenset(PACK) - of_suit("H"))] if alone else []
        suit_led = of_suit(self.trick[0][1][1])
        if card in suit_led:
            return []
        assertions = [(FOLLOW, suit_led)]
        if not self.tricks and card in POINTS:
            assertions.append((FIRST, NO_POINTS - suit_led))
        return assertions

    # Conclusions

    def hand(self, seat: int) -> frozenset[Place]:
        """The places that make up the seat's hand now."""
        if not self.step or self.passed < self.seats:
            return self._dealt_places(seat)
        return frozenset({("kept", seat), ("passed", (seat - self.step) % self.seats)})

    def fits(self, change: dict[str, frozenset[Place]] | None = None) -> bool:
        """True if some deal fits, with other places for some cards."""
        each = len(PACK) // self.seats
        room = {"dealt": each, "kept": each - 3, "passed": 3}
        places = {place for places in self.places.values() for place in places} | set(self._every())
        return fits({place: room[place[0]] for place in places}, ({**self.places, **(change or {})}).values())

    def may_hold(self, seat: int, cards: Iterable[str]) -> bool:
        """True if the seat may hold all these cards now."""
        cards = tuple(cards)
        hand = self.hand(seat)
        return not any(card in self.plays for card in cards) and self.fits({c: self.places[c] & hand for c in cards})

    def is_false(self, assertion: HandClaim) -> bool:
        """True if no deal agrees with it."""
        return not self.fits(self._without(assertion.seat, self._in_question(assertion)))

    def is_true(self, assertion: HandClaim) -> bool:
        """True if every deal agrees with it."""
        hand = self.hand(assertion.seat)
        alike = {self.places[card]: card for card in self._in_question(assertion)}
        return not any(places & hand and self.fits({card: places & hand}) for places, card in alike.items())

    def is_regular(self, seat: int, card: str) -> bool:
        """True if the seat holds the card and may lay it in some deal."""
        if not self.tricks and not self.trick and card != "2C":
            return False
        assertions = self.says(card)
        absent = frozenset[str]().union(*(one for _, one in assertions)) - self.plays.keys() - {card}
        change = {**self._without(seat, absent), card: self.places[card] & self.hand(seat)}
        return card not in self.plays and self.fits(change)

    def _in_question(self, assertion: HandClaim) -> frozenset[str]:
        """The cards that it denies, without those that the seat had laid by then."""
        before = {card for card, (seat, at) in self.plays.items() if seat == assertion.seat and at <= assertion.version}
        return assertion.absent - before

    def _without(self, seat: int, cards: Iterable[str]) -> dict[str, frozenset[Place]]:
        hand = self.hand(seat)
        return {card: self.places[card] - hand for card in cards}

    def _dealt_places(self, seat: int) -> frozenset[Place]:
        return frozenset({("kept", seat), ("passed", seat)} if self.step else {("dealt", seat)})

    def _exactly(self, cards: Collection[str], places: frozenset[Place]) -> None:
        """Restricts the places: these cards lie in them, and no other cards do."""
        for card in PACK:
            self.places[card] = self.places[card] & places if card in cards else self.places[card] - places

    def _every(self) -> Iterable[Place]:
        kinds = ("kept", "passed") if self.step else ("dealt",)
        return ((kind, seat) for kind in kinds for seat in range(self.seats))

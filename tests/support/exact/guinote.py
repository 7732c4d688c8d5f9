"""An exact solver of Guiñote for tests: all deals that fit the log of a hand, and the facts that hold in each or in none.

It reads the events of the log as JSON has them and shares no code with the judge. A card has one *place*: in the hand dealt to a
seat, at one draw, in the rest of the stock, the turn-up, the bottom. The log narrows the places of a card, and a maximum flow
tells if all cards still find one (`tests.support.exact.placing`).
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from copy import deepcopy
from itertools import permutations, product
from typing import Any, NamedTuple

from tests.support.exact.placing import fits

Event = Mapping[str, Any]
Places = frozenset[Hashable]
Way = tuple[str, tuple[str, ...]]
"""A suit that a cante may be of, and the cards that its hand must hold for it."""

FOLLOW, BEAT, CANTE, EXCHANGE = (
    "guinote.arrastre-follow",
    "guinote.arrastre-beat",
    "guinote.cante",
    "guinote.exchange",
)
SOTA_HIGH = ("1", "3", "12", "10", "11", "9", "8", "7", "6", "5", "4", "2")
CABALLO_HIGH = ("1", "3", "12", "11", "10", "9", "8", "7", "6", "5", "4", "2")
FIGURE = {"sota": "10", "caballo": "11"}
HAND = 6
NOTHING: Mapping[str, Places] = {}


class HandClaim(NamedTuple):
    """The claim of event `version` about the hand of `seat`: no card of `absent`, or else all cards of one of `pairs`."""

    code: str
    seat: int
    version: int
    absent: frozenset[str]
    pairs: tuple[tuple[str, ...], ...]
    places: Places
    laid_cards: frozenset[str]
    new_places: Mapping[str, int | None]


class SungCante(NamedTuple):
    """A cante of the hand that counts: the suit that it names, or else the suits that it might be of."""

    version: int
    seat: int
    suit: str | None
    might: frozenset[str]


def alternatives(ways: Iterable[Way]) -> list[tuple[str, ...]]:
    """The cards of these ways, once each, and without those that hold all cards of another."""
    cards = sorted({cards for _, cards in ways}, key=len)
    return [one for n, one in enumerate(cards) if not any(set(other) <= set(one) for other in cards[:n])]


class Deals:
    """All deals of one hand that fit its log so far.

    `places`: per card its possible places; `held`: per seat the places of its cards; `new_places`: the new place of a card after
    an exchange, None for the table; `laid_cards`: the cards laid, `laid_at`: by which seat and in which event. `truth`: one deal
    that fits, which saves many a search.
    """

    def __init__(
        self,
        seats: int,
        params: Mapping[str, Any],
        deal: Event,
        cut: str | None = None,
        truth: Mapping[str, Hashable] | None = None,
    ) -> None:
        self.truth = truth
        self.seats = seats
        self.ranks = CABALLO_HIGH if params.get("rank") == "caballo" else SOTA_HIGH
        size = params.get("pack", 40)
        self.pack = [rank + suit for suit in "OCEB" for rank in self.ranks if size == 48 or rank not in "89"]
        self.pair = (FIGURE[params.get("cante", "sota")], "12")
        self.turn_up: str = deal["turn_up"]
        self.triunfo = self.turn_up[-1]
        self.undrawn = size - HAND * seats
        self.tricks = 0
        self.trick: list[tuple[int, str]] = []
        self.turn: int | None = (deal["dealer"] + 1) % seats
        self.winner = 0
        self.laid_cards: set[str] = set()
        self.laid_at: dict[str, tuple[int, int]] = {}
        self.new_places: dict[str, int | None] = {}
        self.cantes: list[SungCante] = []
        self.said: dict[tuple[str, int, int], HandClaim] = {}
        self._lay_out(deal, cut)

    def copy(self) -> "Deals":
        """An independent copy."""
        return deepcopy(self)

    def _lay_out(self, deal: Event, cut: str | None) -> None:
        """Sets up the places of the deal, and the possible places of each card."""
        stock = deal.get("stock")
        self.room: dict[Hashable, int] = {("dealt", seat): HAND for seat in range(self.seats)}
        self.room["turn-up"] = 1
        self.bottom = cut is not None
        rest = self.undrawn - 1 - self.bottom
        if self.bottom:
            self.room["bottom"] = 1
        if stock:
            self.room |= {("draw", i): 1 for i in range(rest)}
        else:
            self.room["rest"] = rest
        self.draws = 0
        self.held: list[Places] = [frozenset({("dealt", seat)}) for seat in range(self.seats)]
        self.before = self.held[:]
        self.last_draw: list[Hashable] = [None] * self.seats
        hands = deal.get("hands") or [None] * self.seats
        open_ = frozenset(("dealt", seat) for seat, hand in enumerate(hands) if not hand) | (
            frozenset() if stock else frozenset({"rest"})
        )
        self.places: dict[str, Places] = dict.fromkeys(self.pack, open_)
        for seat, hand in enumerate(hands):
            self.places |= dict.fromkeys(hand or (), frozenset({("dealt", seat)}))
        for i, card in enumerate((stock or ())[:rest]):
            self.places[card] = frozenset({("draw", i)})
        self.places[self.turn_up] = frozenset({"turn-up"})
        if cut is not None:
            self.places[cut] = frozenset({"bottom"})

    # Possibilities

    def possible(self, narrow: Mapping[str, Places] = NOTHING) -> bool:
        """True if a deal fits in which each of these cards has one of these places."""
        truth = self.truth
        if truth and all((truth[card] if truth[card] in self.room else "rest") in narrow[card] for card in narrow):
            return True
        places_allowed = {**self.places, **{card: self.places[card] & places for card, places in narrow.items()}}
        room = dict(self.room)
        free: list[Places] = []
        for places in places_allowed.values():
            if len(places) == 1:
                (place,) = places
                room[place] -= 1
            else:
                free.append(places)
        return min(room.values()) >= 0 and all(free) and fits(room, free)

    def _in_hand(
        self, seat: int, places: Places, cards_laid: Iterable[str], moves: Mapping[str, int | None], card: str
    ) -> Places:
        """The places from which the card would be in this hand."""
        if card in cards_laid or (card in moves and moves[card] != seat):
            return frozenset()
        return self.places[card] if card in moves else places

    def _now(self, seat: int, card: str) -> Places:
        return self._in_hand(seat, self.held[seat], self.laid_cards, self.new_places, card)

    def surely_in(self, seat: int) -> set[str]:
        """The cards that the log has in the hand now, without counting."""
        return {card for card, places in self.places.items() if places and places <= self._now(seat, card)}

    def may_hold(self, seat: int, cards: Iterable[str]) -> bool:
        """True if some deal has all these cards in the hand now."""
        return self.possible({card: self._now(seat, card) for card in cards})

    def may_have_drawn(self, seat: int, card: str) -> bool:
        """True if the seat's last draw can have been this card, even if it is laid by now or was exchanged."""
        place = self.last_draw[seat]
        if place == "turn-up":
            # After an exchange the 7 lay there to be drawn.
            return card == (f"7{self.triunfo}" if self.new_places else self.turn_up)
        return place is not None and self.possible({card: frozenset({place})})

    def may_exchange(self, seat: int) -> bool:
        """True if some deal has the 7 in the hand in time: before the last draw, at the others also by it."""
        seven = f"7{self.triunfo}"
        places = self.held[seat] if self.undrawn else self.before[seat]
        return self.possible({seven: self._in_hand(seat, places, self.laid_cards, self.new_places, seven)})

    # Claims, and their truth

    def is_false(self, assertion: HandClaim) -> bool:
        """True if it is false in every deal."""
        if not assertion.pairs:
            return not self.possible({card: self._outside(assertion, card) for card in assertion.absent})
        return not any(
            self.possible({card: self._inside(assertion, card) for card in pair}) for pair in assertion.pairs
        )

    def is_true(self, assertion: HandClaim) -> bool:
        """True if it is true in every deal."""
        if not assertion.pairs:
            return not any(self.possible({card: self._inside(assertion, card)}) for card in assertion.absent)
        return not any(
            self.possible({card: self._outside(assertion, card) for card in choice})
            for choice in product(*assertion.pairs)
        )

    def _inside(self, assertion: HandClaim, card: str) -> Places:
        return self._in_hand(assertion.seat, assertion.places, assertion.laid_cards, assertion.new_places, card)

    def _outside(self, assertion: HandClaim, card: str) -> Places:
        return self.places[card] - self._inside(assertion, card)

    def _says(self, code: str, seat: int, at: int, absent: Iterable[str], pairs: Iterable[Sequence[str]]) -> HandClaim:
        return HandClaim(
            code,
            seat,
            at,
            frozenset(absent),
            tuple(map(tuple, pairs)),
            self.held[seat],
            frozenset(self.laid_cards),
            dict(self.new_places),
        )

    # Plays

    def beats(self, card: str, other: str) -> bool:
        """True if a card beats one that is winning the trick."""
        if card[-1] == other[-1]:
            return self.ranks.index(card[:-1]) < self.ranks.index(other[:-1])
        return card.endswith(self.triunfo)

    def _winning(self) -> tuple[int, str]:
        best = self.trick[0]
        for seat, card in self.trick[1:]:
            if self.beats(card, best[1]):
                best = (seat, card)
        return best

    def play_says(self, seat: int, card: str, at: int) -> list[HandClaim]:
        """The claims of a laid card about the hand that it leaves."""
        if self.undrawn or not self.trick:
            return []
        lead_suit = self.trick[0][1][-1]
        winner, winning = self._winning()
        follows = card[-1] == lead_suit
        free = (winner - seat) % 2 == 0 or self.beats(card, winning)
        better = {other for other in self.pack if self.beats(other, winning)}
        assertions = [] if follows else [self._says(FOLLOW, seat, at, (c for c in self.pack if c[-1] == lead_suit), ())]
        if not free:
            absent = {other for other in better if other[-1] == lead_suit} if follows else better
            if absent:
                assertions.append(self._says(BEAT, seat, at, absent, ()))
        return assertions

    def is_regular(self, seat: int, card: str) -> bool:
        """True if some deal has the card in the hand, and agrees with all of its claims."""
        narrow = {card: self._now(seat, card)}
        if card in self.laid_cards:
            return False
        self.laid_cards.add(card)
        for assertion in self.play_says(seat, card, 0):
            narrow |= {absent: self._outside(assertion, absent) for absent in assertion.absent if absent != card}
        self.laid_cards.remove(card)
        return self.possible(narrow)

    def play(self, seat: int, card: str, at: int) -> None:
        """Lays a card."""
        self.see(seat, [card])
        self.laid_cards.add(card)
        self.laid_at[card] = seat, at
        for assertion in self.play_says(seat, card, at):
            self.said[assertion.code, seat, at] = assertion
        self.trick.append((seat, card))
        self.turn = (seat + 1) % self.seats
        if len(self.trick) == self.seats:
            self.winner = self.turn = self._winning()[0]
            self.trick.clear()
            self.tricks += 1
            if self.undrawn:
                self._draw()

    def _draw(self) -> None:
        self.before = self.held[:]
        for i in range(self.seats):
            seat = (self.winner + i) % self.seats
            place: Hashable = ("draw", self.draws)
            if self.undrawn == 1:
                place = "turn-up"
                self.new_places = {card: seat if where is None else where for card, where in self.new_places.items()}
            elif self.undrawn == 2 and self.bottom:
                place = "bottom"
            elif "rest" in self.room:
                self.room["rest"] -= 1
                self.room[place] = 1
                self.places = {
                    card: places | {place} if "rest" in places else places for card, places in self.places.items()
                }
            self.draws += 1
            self.undrawn -= 1
            self.held[seat] |= {place}
            self.last_draw[seat] = place

    def see(self, seat: int, cards: Iterable[str]) -> None:
        """Records that the hand shows these cards."""
        for card in cards:
            self.places[card] &= self._now(seat, card)

    def see_drawn(self, seat: int, card: str) -> None:
        """Records that the seat was seen to draw this card last."""
        if self.last_draw[seat] != "turn-up":
            self.places[card] &= frozenset({self.last_draw[seat]})

    # Cantes and the exchange

    def unsung(self, seat: int, value: int) -> list[str]:
        """The suits of this value that no cante of the seat that counts names."""
        suits_named = {cante.suit for cante in self.cantes if cante.seat == seat}
        return [suit for suit in "OCEB" if (suit == self.triunfo) == (value == 40) and suit not in suits_named]

    def pair_of(self, suit: str) -> tuple[str, ...]:
        return tuple(number + suit for number in self.pair)

    def suits_meant(self, seat: int, value: int, suit: str | None) -> list[str]:
        """The suits that a cante can mean, whatever the hand holds."""
        if value == 40 or suit:
            return [self.triunfo if value == 40 else suit or ""]
        return self.unsung(seat, 20)

    def ways(self, seat: int, suits: Iterable[str]) -> list[Way]:
        """The ways in which a cante of one of these suits is in order in some deal.

        Each 20 of the seat that names no suit takes one of its own, if it could take the suit of this cante, or one that such a
        20 could take instead. Its pair must be in the hand beside that of this cante, but for cards that the seat laid since.
        """
        mine = [cante for cante in self.cantes if cante.seat == seat]
        suits_named = {cante.suit for cante in mine}
        ways: list[Way] = []
        for suit in suits:
            if suit in suits_named:
                continue
            in_play, beside = {suit}, list[SungCante]()
            for _ in mine:
                beside = [cante for cante in mine if cante.suit is None and (cante.might - suits_named) & in_play]
                in_play.update(*(cante.might - suits_named for cante in beside))
            for order in permutations(sorted(in_play - {suit}), len(beside)):
                if all(other in cante.might for cante, other in zip(beside, order, strict=True)):
                    cards = set(self.pair_of(suit))
                    for cante, other in zip(beside, order, strict=True):
                        cards |= {card for card in self.pair_of(other) if not self._is_laid_since(cante, card)}
                    if self.may_hold(seat, cards):
                        ways.append((suit, tuple(sorted(cards))))
        return ways

    def _is_laid_since(self, cante: SungCante, card: str) -> bool:
        seat, at = self.laid_at.get(card, (-1, -1))
        return seat == cante.seat and at > cante.version

    def may_sing(self, seat: int, value: int, suit: str | None) -> bool:
        """True if a cante is regular in some deal, apart from its showing."""
        return bool(self.ways(seat, self.suits_meant(seat, value, suit)))

    def sing(
        self,
        seat: int,
        value: int,
        suit: str | None,
        at: int,
    ) -> None:
        """Enters a cante. A 20 that names its suit in the descarte shows both cards, if a deal has them there."""
        suits = self.suits_meant(seat, value, suit)
        ways = self.ways(seat, suits)
        if not ways and any(self.may_hold(seat, self.pair_of(s)) for s in suits):
            return
        assertion = self._says(CANTE, seat, at, (), alternatives(ways) or [self.pair_of(s) for s in suits])
        if value == 20 and suit and self.undrawn and self.may_hold(seat, self.pair_of(suit)):
            self.see(seat, self.pair_of(suit))
        self.said[CANTE, seat, at] = assertion
        self.count(seat, value, suit, at, ways)

    def count(self, seat: int, value: int, suit: str | None, at: int, ways: Sequence[Way]) -> None:
        """Counts a cante that is in order in one of these ways."""
        if ways:
            named_suit = self.triunfo if value == 40 else suit
            self.cantes.append(SungCante(at, seat, named_suit, frozenset(s for s, _ in ways)))

    def assert_ways(self, seat: int, at: int, ways: Iterable[Way]) -> None:
        """Enters the claim of a cante that the hand holds the cards of one of these ways, and nothing else of it."""
        self.said[CANTE, seat, at] = self._says(CANTE, seat, at, (), alternatives(ways))

    def standing(self) -> list[SungCante]:
        """The cantes that are true in some deal."""
        versions = {said.version for said in self.said.values() if said.pairs and not self.is_false(said)}
        return [cante for cante in self.cantes if cante.version in versions]

    def falls(self, version: int) -> None:
        """Marks the cante of this event as proven false: its suit may be sung again."""
        self.cantes = [cante for cante in self.cantes if cante.version != version]

    def exchange(self, seat: int) -> None:
        """Exchanges the 7 and the turn-up, if some deal allows it; else no card moves."""
        if self.may_exchange(seat):
            self.swap(seat)

    def swap(self, seat: int) -> None:
        """Exchanges the 7 and the turn-up."""
        seven = f"7{self.triunfo}"
        places = self.held[seat] if self.undrawn else self.before[seat]
        self.places[seven] &= places
        assert not self.new_places
        last = (self.winner - 1) % self.seats
        self.new_places = {self.turn_up: seat, seven: None if self.undrawn else last}

    # The log

    def enter(self, event: Event, at: int) -> None:
        """Enters event `at` of the log, which some deal fits."""
        match event["type"]:
            case "play":
                self.play(event["seat"], event["card"], at)
            case "draw" if event.get("card"):
                self.see_drawn(event["seat"], event["card"])
            case "reveal":
                self.see(event["seat"], event["cards"])
            case "cante":
                self.sing(event["seat"], event["value"], event.get("suit"), at)
            case "exchange":
                self.exchange(event["seat"])

    def fit(self, event: Event) -> bool:
        """True if some deal fits the log with this event after it, without regard to turns and windows."""
        seat = event["seat"]
        match event["type"]:
            case "play":
                return self.may_hold(seat, [event["card"]])
            case "draw":
                return self.may_have_drawn(seat, event["card"])
            case "reveal":
                return self.may_hold(seat, event["cards"])
        return True

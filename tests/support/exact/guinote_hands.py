"""Random hands of Guiñote for the exact solver: a table that learns a part of the truth, event by event.

A `Story` deals in secret, enters a referee's observations at the table, and keeps the solver beside it. Its events are true,
except for cantes and plays against the rules. It enters a false event that would show a card to the log only if no deal fits it.
"""

import random
from copy import copy, deepcopy
from typing import Any, NamedTuple

import msgspec

from referee.errors import Impossible, Irregular
from referee.match.facts import Fact
from referee.match.state import ALL
from tests.support.exact.guinote import CANTE, Deals, Way
from tests.support.table import Table

HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {},
    {"rank": "caballo"},
    {"cante": "caballo"},
    {"pack": 48},
    {"rank": "caballo", "cante": "caballo", "pack": 48, "last_trick": 20},
)


class Secret(NamedTuple):
    """The truth at the table: each hand, the stock with the turn-up last, and each seat's last draw while it may be named."""

    hands: list[set[str]]
    stock: list[str]
    drew: dict[int, str]


class ReadEvent(NamedTuple):
    """One event as a reader sees it. `ways`: how a cante can be in order; `shows`: the pair that it shows, if it is believed."""

    event: dict[str, Any]
    at: int
    ways: tuple[Way, ...] | None
    shows: frozenset[str]


class Reader:
    """The knowledge of a reader of the hands in `visible`: `deals` that fit everything read so far.

    If infractions are shown `late`, a 20 that names its suit in the descarte shows its cards to every reader that cannot tell
    that the hand did not hold them. Of those that contradict each other none shows anything. `is_clear`: False if the rest still
    contradict each other, by the dates of the cards, or did when a later cante was sung.

    A cante counts for this reader while some of the reader's deals make it true, unless its suit had been counted before it.
    """

    def __init__(self, deals: Deals, visible: int, *, late: bool) -> None:
        self.deals = deals
        self.visible = visible
        self.late = late
        self.is_clear = True
        self.is_lost = False
        self.first_deals = deals.copy()
        self.events: list[ReadEvent] = []
        self.believed_cantes: set[int] = set()

    @property
    def is_doubtful(self) -> bool:
        """True if a cante that shows its cards is not believed."""
        return any(item.shows and item.at not in self.believed_cantes for item in self.events)

    def sees(self, seat: int) -> bool:
        return bool(self.visible >> seat & 1)

    def read(self, event: dict[str, Any], at: int, facts: list[dict[str, Any]], sizes: list[int]) -> None:
        """Reads this reader's part of an event that the table took, and of its facts. `sizes`: of the hands after it."""
        versions = [f["version"] for f in facts if f["fact"] == "infraction_proven" and f["code"] == CANTE]
        if self.is_told(event, facts):
            is_cante = event["type"] == "cante"
            if is_cante:
                self.is_lost |= not self.is_clear
                self.deals.cantes = self.deals.standing()
            item = self._item(event, at, is_false=at in versions)
            self.events.append(item)
            if item.ways:
                self.deals.count(event["seat"], event["value"], event.get("suit"), at, item.ways)
            if item.shows:
                self.believed_cantes.add(at)
            self._enter(self.deals, item, self.believed_cantes)
            shows = {item.at for item in self.events if item.shows}
            if self.late and shows and (item.shows or self.believed_cantes < shows or not self.deals.possible()):
                self._weigh(sizes)
        if not self.late:
            for version in versions:
                self.deals.falls(version)

    def is_told(self, event: dict[str, Any], facts: list[dict[str, Any]]) -> bool:
        """True if the event tells this reader something about the cards."""
        if event["type"] == "exchange":
            return any(fact["fact"] == "exchanged" for fact in facts)
        return event["type"] not in ("draw", "reveal") or self.sees(event["seat"])

    def _item(self, event: dict[str, Any], at: int, *, is_false: bool) -> ReadEvent:
        if event["type"] != "cante":
            return ReadEvent(event, at, None, frozenset())
        deals, suit = self.deals, event.get("suit")
        pair = frozenset(deals.pair_of(suit)) if suit and event["value"] == 20 and deals.undrawn else frozenset()
        is_out = any(card in deals.laid_cards or deals.places[card] == {"bottom"} for card in pair)
        shows = frozenset() if is_out or (is_false and not self.late) else pair
        ways = deals.ways(event["seat"], deals.suits_meant(event["seat"], event["value"], suit))
        return ReadEvent(event, at, tuple(ways), shows)

    @staticmethod
    def _enter(deals: Deals, item: ReadEvent, beliefs: set[int]) -> None:
        """Enters an event as this reader sees it, with the cards that it shows if it is believed."""
        event, at, ways, shows = item
        if event["type"] == "exchange":
            deals.swap(event["seat"])
        elif event["type"] == "cante":
            if at in beliefs:
                deals.see(event["seat"], shows)
            deals.assert_ways(event["seat"], at, ways or ())
        else:
            deals.enter(event, at)

    def _deals(self, beliefs: set[int]) -> Deals:
        """The deals that fit everything read, with the cards that these cantes show and no others."""
        deals = self.first_deals.copy()
        for item in self.events:
            self._enter(deals, item, beliefs)
        return deals

    def _weigh(self, sizes: list[int]) -> None:
        """Believes the cantes that can be true and do not contradict each other."""
        sure = self._deals(set())
        shows = [item for item in self.events if item.shows and self._deals({item.at}).possible()]
        pairs: dict[int, set[str]] = {seat: set() for seat in range(sure.seats)}
        credible = []
        for item in shows:
            seat = item.event["seat"]
            if all(other.shows != item.shows or other.event["seat"] == seat for other in shows):
                pairs[seat] |= item.shows - sure.laid_cards
                credible.append(item)
        full = {seat for seat in pairs if len(pairs[seat] | sure.surely_in(seat)) > sizes[seat]}
        self.believed_cantes = {item.at for item in credible if item.event["seat"] not in full}
        cantes = self.deals.cantes
        self.deals = self._deals(self.believed_cantes)
        self.deals.cantes = cantes
        self.is_clear = self.deals.possible() and not self.is_lost

    def may_sing(self, seat: int, value: int, suit: str | None) -> bool:
        """True if a cante is regular in some deal, apart from its showing."""
        deals = copy(self.deals)
        deals.cantes = deals.standing()
        return deals.may_sing(seat, value, suit)


class StoryPoint(NamedTuple):
    """The story at a version of the match."""

    version: int
    secret: Secret
    deals: Deals
    reader: Reader
    status: dict[tuple[str, int, int], str]


class Story:
    """A match of some hands at a table, in truth and as it is recorded.

    `player`: the seat that records it, if one does, so that the log knows no hand but that one. `deals`: the solver, which reads
    the same events as the table; `reader`: the knowledge of a reader of the hands in `visible`; `status`: the solver's verdict on
    each claim; `cante_suits`: the suits of cantes of the hand; `events`: all events, to look at after a failure.
    """

    def __init__(self, seed: int, **opening: Any) -> None:
        self.chance = chance = random.Random(seed)
        self.seats = opening.pop("seats", None) or chance.choice((4, 4, 2))
        self.params = opening.setdefault("params", chance.choice(HOUSES))
        opening.setdefault("first_dealer", chance.randrange(self.seats))
        opening.setdefault("enforcement", chance.choice(("record", "record", "strict")))
        self.late = chance.random() < 0.4
        if self.late:
            opening["infractions_shown"] = "hand_end"
        self.opening = {"seats": self.seats, **opening}
        self.strict = opening["enforcement"] == "strict"
        self.table = Table("guinote", self.seats, **opening)
        self.irregular = chance.choice((0.05, 0.3, 0.6))
        self.lies = chance.choice((0.1, 0.4, 0.8))
        self.looks = chance.choice((0.02, 0.15, 0.4))
        self.player = chance.randrange(self.seats) if chance.random() < 0.2 else None
        self.visible = chance.randrange(1 << self.seats) if self.player is None else 1 << self.player
        self.events: list[dict[str, Any]] = []
        self.facts: list[dict[str, Any]] = []
        self.status: dict[tuple[str, int, int], str] = {}
        self.deals: Deals
        self.reader: Reader
        self.secret = Secret([], [], {})
        self.saved_point: StoryPoint | None = None
        self.cante_suits: set[str] = set()

    @property
    def over(self) -> bool:
        return self.table.match.ledger.status != "open"

    @property
    def in_hand(self) -> bool:
        return self.table.match.state.in_hand() and not self.over

    def refusal(self, **event: Any) -> Impossible | Irregular | None:
        """Enters an event at the table, as the player of a seat or else as the referee. Returns its refusal, if any."""
        own = self.player is not None and event.get("by", event.get("seat")) == self.player
        try:
            facts: list[Fact] = self.table.tell_as(event, self.visible if own else ALL)
        except (Impossible, Irregular) as refused:
            return refused
        self.events.append(event)
        self.facts = msgspec.to_builtins(facts)
        return None

    def tell(self, **event: Any) -> None:
        """Enters an event that the table must take."""
        refusal_seen = self.refusal(**event)
        assert refusal_seen is None, f"{event} was refused: {refusal_seen}\n{self}"

    def enter(self, *, regular: bool = True, **event: Any) -> bool:
        """Enters an event of a hand. Returns True if it was taken: a strict match refuses events irregular in all deals."""
        if self.strict and not regular:
            refusal_seen = self.refusal(**event)
            assert isinstance(refusal_seen, Irregular), f"{event} is irregular in all deals: {refusal_seen}\n{self}"
            return False
        self.tell(**event)
        at = self.table.match.version
        self.deals.enter(event, at)
        self.reader.read(event, at, self.facts, self.table.match.state.knowledge.size)
        for fact in self.facts:
            if fact["fact"] == "infraction_proven" and fact["code"] == CANTE:
                self.deals.falls(fact["version"])
        return True

    def __str__(self) -> str:
        lines = [f"{self.opening}", *(f"{n}: {event}" for n, event in enumerate(self.events, 2))]
        return "\n".join([*lines, f"{self.status}"])

    # Hands

    def told_ida(self) -> None:
        """Enters the ida by its figures: the vueltas come next, and 101 is near."""
        first = self.chance.randrange(45, 76)
        figures = {"tricks": [first, 120 - first], "last": self.chance.randrange(self.seats), "cantes": []}
        self.tell(type="count", figures=figures)

    def deal(self) -> None:
        """Cuts and deals a hand, and enters a part of it."""
        chance, pack = self.chance, self.table.match.state.pack
        order = list(pack.names)
        chance.shuffle(order)
        dealer = self.table.match.due_dealer() or 0
        cut = None
        if chance.random() < 0.4:
            cut = order[-2] if chance.random() < 0.6 else None
            self.tell(type="cut", seat=(dealer - 1) % self.seats, **({"card": cut} if cut else {}))
        turn_up = order[-1]
        hands_now = [order[seat * 6 : seat * 6 + 6] for seat in range(self.seats)]
        stock = order[self.seats * 6 :]
        hands_told = (
            [hand if chance.random() < 0.4 else None for hand in hands_now]
            if chance.random() < 0.5
            else [None] * self.seats
        )
        if self.player is not None:
            hands_told = [
                hand if seat == self.player and hands_told[seat] else None for seat, hand in enumerate(hands_now)
            ]
        event: dict[str, Any] = {"type": "deal", "dealer": dealer, "hands": hands_told, "turn_up": turn_up}
        if self.player is None and chance.random() < 0.15:
            event["stock"] = stock[:-1]
        self.tell(**event)
        truth: dict[str, Any] = {card: ("dealt", seat) for seat, hand in enumerate(hands_now) for card in hand}
        truth |= {card: ("draw", i) for i, card in enumerate(stock)} | {turn_up: "turn-up"}
        truth |= {cut: "bottom"} if cut else {}
        self.secret = Secret([set(hand) for hand in hands_now], stock[:], {})
        self.saved_point, self.status, self.cante_suits = None, {}, set()
        self.deals = Deals(self.seats, self.params, event, cut, truth)
        hands_seen = [hand if self.visible >> seat & 1 else None for seat, hand in enumerate(hands_told)]
        # The cards that a false cante showed to a reader are not in the truth.
        truth_known = None if self.late else truth
        read = Deals(self.seats, self.params, {**event, "hands": hands_seen, "stock": None}, cut, truth_known)
        self.reader = Reader(read, self.visible, late=self.late)

    def step(self) -> None:
        """Enters one event of the hand in play, or a few that belong together."""
        chance, deals = self.chance, self.deals
        if chance.random() < 0.004:
            self._break_off()
        elif chance.random() < self.looks:
            self.look()
        elif chance.random() < 0.1:
            self.claim()
        elif self.saved_point and chance.random() < 0.05:
            self._retract(self.saved_point)
        elif not deals.trick and deals.tricks and chance.random() < 0.4:
            self._speak(chance.randrange(deals.winner % 2, self.seats, 2))
        else:
            self._play()
        if self.saved_point is None and chance.random() < 0.01:
            self.saved_point = deepcopy(
                StoryPoint(self.table.match.version, self.secret, self.deals, self.reader, self.status)
            )

    def _break_off(self) -> None:
        """Withdraws a side, with its hands still open to a look; or voids the hand, with all of its claims."""
        if self.chance.random() < 0.5:
            self.tell(type="withdraw", seat=self.chance.randrange(self.seats), reason="se va")
            return
        self.tell(type="redeal", reason="se cayó la baraja")
        self.status.clear()
        self.deals.said.clear()
        for hand in self.secret.hands:
            hand.clear()

    def _retract(self, point: StoryPoint) -> None:
        self.tell(type="retract", to=point.version, reason="se apuntó mal")
        _, self.secret, self.deals, self.reader, self.status = point
        self.saved_point = None

    def _play(self) -> None:
        chance, deals = self.chance, self.deals
        seat = self.table.match.state.turn
        assert seat is not None
        hand = sorted(self.secret.hands[seat])
        proper = [card for card in hand if not self._breaks(seat, card)]
        card = chance.choice(hand if chance.random() < self.irregular else proper)
        regular = card in proper or deals.is_regular(seat, card)
        if not self.enter(regular=regular, type="play", seat=seat, card=card):
            card = chance.choice(proper)
            self.enter(type="play", seat=seat, card=card)
        self._lay(seat, card)

    def _breaks(self, seat: int, card: str) -> bool:
        """True if the card is truly against the rules."""
        rest = self.secret.hands[seat] - {card}
        return any(rest & assertion.absent for assertion in self.deals.play_says(seat, card, 0))

    def _lay(self, seat: int, card: str) -> None:
        """Removes the card from the hand. After a trick every seat draws."""
        hands, stock, drew = self.secret
        hands[seat].remove(card)
        if self.deals.trick:
            return
        drew.clear()
        sizes = self.table.match.state.knowledge.size
        for i in range(self.seats if stock else 0):
            by = (self.deals.winner + i) % self.seats
            drew[by] = stock.pop(0)
            hands[by].add(drew[by])
            if "rest" not in self.deals.room:
                # The log knows the stock, and a reader of this hand sees its draws.
                self.reader.read({"type": "draw", "seat": by, "card": drew[by]}, self.table.match.version, [], sizes)

    def look(self) -> None:
        """Shows some cards of a hand to the referee, or the last draw."""
        chance, drew = self.chance, self.secret.drew
        seat = chance.randrange(self.seats) if self.player is None or not self.in_hand else self.player
        hand = sorted(self.secret.hands[seat])
        if chance.random() < 0.5 and self.in_hand and seat in drew:
            self.enter(type="draw", seat=seat, card=drew[seat])
        elif hand:
            n = len(hand) if chance.random() < 0.2 else chance.randrange(1, min(3, len(hand)) + 1)
            self.enter(type="reveal", seat=seat, cards=chance.sample(hand, n))

    def _speak(self, seat: int) -> None:
        """Enters a cante or an exchange by a seat of the side that won the trick, true or not."""
        if self.chance.random() < 0.6:
            self._sing(seat)
            # Several 20s without a suit need a pair each.
            while self.in_hand and not self.deals.undrawn and self.chance.random() < 0.5:
                self._sing(seat)
        elif (
            not self.deals.new_places and (self.deals.undrawn or self.secret.drew) and self.is_high(self.deals.turn_up)
        ):
            self._exchange(seat)

    def is_high(self, card: str) -> bool:
        """True if the 7 may be exchanged for it."""
        return self.deals.ranks.index(card[:-1]) < self.deals.ranks.index("7")

    def _sing(self, seat: int) -> None:
        chance, deals, hand = self.chance, self.deals, self.secret.hands[seat]
        true = [suit for suit in "OCEB" if hand >= set(deals.pair_of(suit))]
        lies = chance.random() < self.lies
        suits = "OCEB" if lies or not true else true
        if lies and chance.random() < 0.7:
            # The log takes a cante as shown also by a hand that it knows to be without the cards.
            suits = [suit for suit in "OCEB" if not deals.may_hold(seat, deals.pair_of(suit))] or suits
        if self.cante_suits and chance.random() < 0.5:
            suits, lies = sorted(self.cante_suits), True
        suit = chance.choice(suits)
        if suit not in true and not lies:
            return
        value = 40 if suit == deals.triunfo else 20
        is_named = value == 20 and chance.random() < (0.7 if deals.undrawn else 0.4)
        shows = is_named and deals.undrawn and deals.may_hold(seat, deals.pair_of(suit))
        if shows and suit not in true:
            return
        regular = deals.may_sing(seat, value, suit if is_named else None) and (
            is_named or value == 40 or not deals.undrawn
        )
        is_legal = self.reader.may_sing(seat, value, suit if is_named else None)
        if self.enter(regular=regular, type="cante", seat=seat, value=value, **({"suit": suit} if is_named else {})):
            self.cante_suits.add(suit)
            proofs = [fact for fact in self.facts if fact["fact"] == "infraction_proven" and fact["code"] == CANTE]
            if is_legal and self.reader.is_clear:
                # Nobody sees on the table what no reader can tell.
                assert "seen" not in [fact["evidence"]["how"] for fact in proofs], self

    def _exchange(self, seat: int) -> None:
        deals, (hands, stock, drew) = self.deals, self.secret
        seven, last = f"7{deals.triunfo}", (deals.winner - 1) % self.seats
        in_time = seven in hands[seat] and (deals.undrawn > 0 or drew.get(seat) != seven)
        fits = deals.may_exchange(seat)
        if (fits and not in_time) or not self.enter(regular=fits, type="exchange", seat=seat) or not fits:
            return
        hands[seat] ^= {seven, deals.turn_up}
        if deals.undrawn:
            stock[-1] = seven
        else:
            hands[last] ^= {seven, deals.turn_up}
            drew[last] = seven

    def claim(self) -> None:
        """Enters a claim against an event of this hand, or the referee's ruling on one."""
        chance, ledger = self.chance, self.table.match.ledger
        pending = [claim for claim in ledger.claims if claim.status == "pending"]
        if pending and chance.random() < 0.1:
            of = chance.choice(pending)
            self.enter(type="ruling", claim=of.claim, upheld=chance.random() < 0.5, reason="se vio")
            for key in self.status:
                if key[1:] == (of.against, of.at) and self.status[key] == "open":
                    self.status[key] = "ruled"
        elif self.deals.said:
            assertion = chance.choice(list(self.deals.said.values()))
            kind = "cante" if assertion.code == CANTE else "renuncio"
            by = chance.choice([seat for seat in range(self.seats) if (seat - assertion.seat) % 2])
            self.enter(type="claim", by=by, against=assertion.seat, kind=kind, at=assertion.version)

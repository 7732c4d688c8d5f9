"""Random matches of Casino, recorded by a scorer that sees some of the hands. The real cards are kept here."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

import msgspec

from referee.cards import FRENCH
from referee.errors import Irregular, ServiceRefusal
from referee.games.casino.scoring.haul import haul
from referee.games.casino.state import CasinoState
from tests.support.exact.casino import EACH, LAYING, PACK, CasinoDeals, Line, sets_of, values_of
from tests.support.table import Table

VARIANTS = ("classic", "royal", "spades", "draw", "draw")
"""The variants to choose from. Draw Casino is there twice, as its hands gain cards."""
MOST_TRIES = 40
"""Plays that are tried at a strict table before the deal is given up."""
OF_TABLE = ("build_stands", "cards_taken", "card_owed")
"""The facts about the cards on the table."""


class Cards(NamedTuple):
    """The real places of the cards; `extra`: per seat, the cards dealt too many."""

    hands: list[list[str]]
    extra: list[int]
    stock: list[str]
    lines: list[Line]

    def copy(self) -> "Cards":
        return Cards([hand[:] for hand in self.hands], self.extra[:], self.stock[:], self.lines[:])


class CasinoReality:
    """A table recorded in part, and the cards in its hands and in its stock. `lines` are the log as it stands."""

    def __init__(self, seed: str, **opening: Any) -> None:
        self.chance = chance = Random(seed)
        variant = chance.choice(VARIANTS)
        self.seats = chance.choice((2, 2, 3, 4))
        self.params: Line = {
            "face_captures": chance.choice((1, 3)),
            "partners": chance.random() < 0.6,
            "single_deal": chance.random() < 0.2,
        }
        if variant == "royal":
            self.params |= {"wide_deuce": chance.random() < 0.5, "wide_ten": chance.random() < 0.5}
        self.ruleset = f"casino.{variant}"
        dealer = chance.randrange(self.seats)
        self.late, self.strict = chance.random() < 0.4, chance.random() < 0.25
        if self.late:
            opening["infractions_shown"] = "hand_end"
        if self.strict:
            opening["enforcement"] = "strict"
        self.table = Table(self.ruleset, self.seats, params=self.params, first_dealer=dealer, **opening)
        self.visible_seats = [seat for seat in range(self.seats) if chance.random() < 0.25]
        # Hands that draw from a known stock, and lack cards, are judged in a way of their own.
        self.stock_seen = chance.random() < (0.3 if variant == "draw" else 0.15)
        self.accidents = chance.choice((0.0, 0.0, 0.1))
        if self.stock_seen and variant == "draw":
            self.accidents = 0.15
        self.lies = chance.choice((0.1, 0.5, 0.9))
        self.cards = Cards([[] for _ in range(self.seats)], [0] * self.seats, [], [])
        self.past = [self.cards.copy()]

    @property
    def state(self) -> CasinoState:
        state = self.table.match.state
        assert isinstance(state, CasinoState)
        return state

    @property
    def version(self) -> int:
        return self.table.match.version

    def open(self) -> bool:
        return self.table.match.ledger.status == "open"

    def deals(self, round_: int, until: int | None = None) -> CasinoDeals:
        """The deals that fit the log up to this version, asked about this round."""
        lines = [line for line in self.cards.lines if until is None or line["version"] <= until]
        return CasinoDeals(self.ruleset, self.seats, self.params, lines, round_)

    def step(self) -> None:
        """One more event."""
        chance, state = self.chance, self.state
        if state.phase == "deal":
            self._step_between()
        elif state.phase == "round":
            self._deal_next()
        elif chance.random() < 0.15:
            with suppress(ServiceRefusal):
                self.tell(self._word())
        elif chance.random() < self.accidents:
            with suppress(ServiceRefusal):
                self.tell(self._accident())
        else:
            self._lay()

    def _step_between(self) -> None:
        """The next deal, its cards or only its figures; or a word on a deal that was told by its figures."""
        chance, lines = self.chance, self.cards.lines
        if lines and lines[-1]["type"] in ("count", "claim", "ruling") and chance.random() < 0.6:
            back = {"type": "retract", "to": self.version - 1, "reason": "error"}
            event = None if chance.random() < 0.2 else self._claim()
            with suppress(ServiceRefusal):
                self.tell(event or back)
        elif chance.random() < 0.05:
            self.tell(self._count())
        else:
            self._deal_first()

    def trail_to_the_last_round(self) -> None:
        """Trails every card of the rounds before the last, in which no card is left to deal. Nothing is asserted on the way."""
        while self.open() and self.state.round.number < self.state.rounds:
            if self.state.phase == "play":
                seat = self.state.turn or 0
                self.tell({"type": "trail", "seat": seat, "card": self.cards.hands[seat][0]})
            else:
                self.step()
        self.accidents = max(self.accidents, 0.2)

    def _lay(self) -> None:
        """A play that the table takes. A strict one refuses what is surely irregular; then another play is tried."""
        state, seat = self.state, self.state.turn or 0
        hand = [card for card in self.cards.hands[seat] if state.knowledge.may_hold(seat, FRENCH.bit[card])]
        for _ in range(MOST_TRIES):
            try:
                self.tell(self.play(hand))
            except Irregular:
                continue
            return
        # Every play of the real hand breaks a rule on this record.
        self.tell({"type": "redeal", "reason": "wrong_pack"})

    # Events, and the moves of the cards

    def tell(self, event: Line) -> None:
        """Appends an event, and moves the real cards. Raises ServiceRefusal, and changes nothing then."""
        dealer = self.state.dealer
        size = self.state.knowledge.size[dealer or 0]
        facts = [msgspec.to_builtins(fact) for fact in self.table.tell(event) if fact.__struct_config__.tag in OF_TABLE]
        stored_line: Line = msgspec.to_builtins(self.table.events[-1])
        if event["type"] == "retract":
            self.cards = self.past[event["to"] - 1].copy()
        hands = self.cards.hands
        if event["type"] in LAYING:
            hands[event["seat"]].remove(event["card"])
        elif event["type"] == "deal":
            self._deal_out(stored_line)
        elif event["type"] == "expose" and FRENCH.bit[event["card"]] & self.state.layout.loose:
            self._turn_over(event["card"])
        elif event["type"] == "short_hand" and event.get("cause") == "dealt_too_many":
            seat = event["seat"] if event["seat"] != self.state.dealer else self._other(event["seat"])
            self.cards.extra[seat] = 1
        if event["type"] == "expose" and dealer is not None:
            stored_line["short_now"] = self.state.knowledge.size[dealer] < size
        self.cards.lines.append({**stored_line, "version": self.version, "facts": facts})
        self._follow(is_lost=event["type"] == "short_hand" and event.get("cause") != "pack_short")
        self.past.append(self.cards.copy())

    def _deal_out(self, stored_line: Line) -> None:
        """Sets the hands to those of the log, as far as it has them."""
        for seat, hand in enumerate(stored_line.get("hands") or ()):
            self.cards.hands[seat] = list(hand or self.cards.hands[seat])
        if self.state.stock.cards is not None:
            self.cards.stock[:] = [FRENCH.name(card) for card in self.state.stock.cards]

    def _turn_over(self, card: str) -> None:
        """Moves a card from its hand or the stock to the table."""
        if card in self.cards.stock:
            self.cards.stock.remove(card)
        for seat, hand in enumerate(self.cards.hands):
            if card in hand:
                hand.remove(card)
                self.cards.extra[seat] = 0

    def _follow(self, *, is_lost: bool) -> None:
        """Adjusts the hands to the sizes in the log: cards are drawn, go back into the stock, or are `lost`."""
        judge = self.state.knowledge
        sizes = [size + extra for size, extra in zip(judge.size, self.cards.extra, strict=True)]
        for seat, hand in enumerate(self.cards.hands):
            while len(hand) > sizes[seat]:
                unknown = [card for card in hand if not FRENCH.bit[card] & judge.known_cards[seat]]
                card = self.chance.choice(unknown or hand)
                hand.remove(card)
                if not is_lost and (sizes[seat] or self.state.phase == "play"):
                    self.cards.stock.append(card)
        for hand, size in zip(self.cards.hands, sizes, strict=True):
            while len(hand) < size:
                hand.append(self.cards.stock.pop(0))

    def _deal_first(self) -> None:
        order = self.chance.sample(PACK, len(PACK))
        self.cards.hands[:] = [order[EACH * seat : EACH * (seat + 1)] for seat in range(self.seats)]
        rest = order[EACH * self.seats :]
        self.cards.stock[:] = rest[EACH:]
        self.cards.extra[:] = [0] * self.seats
        stock = {"stock": rest[EACH:]} if self.stock_seen else {}
        self.tell({"type": "deal", "table": rest[:EACH], "hands": self._seen_hands(), **stock})

    def _deal_next(self) -> None:
        if self.chance.random() < self.accidents and self.state.stock.cards is None:
            cause = self.chance.choice(("pack_short", "dealt_too_many"))
            with suppress(ServiceRefusal):
                self.tell({"type": "short_hand", "seat": self.state.dealer or 0, "cards": 1, "cause": cause})
            if not self.open():
                return
        self.cards.extra[:] = [0] * self.seats
        if self.state.stock.cards is not None:
            self.tell({"type": "deal"})
            return
        stock = self.cards.stock
        for seat, short in enumerate(self.state.short):
            self.cards.hands[seat] = [stock.pop(0) for _ in range(min(EACH - short, len(stock)))]
        if any(len(hand) < EACH - short for hand, short in zip(self.cards.hands, self.state.short, strict=True)):
            self.tell({"type": "redeal", "reason": "wrong_pack"})
            return
        self.tell({"type": "deal", "hands": self._seen_hands()})

    def _seen_hands(self) -> list[list[str] | None]:
        return [hand[:] if seat in self.visible_seats else None for seat, hand in enumerate(self.cards.hands)]

    def _other(self, seat: int) -> int:
        return self.chance.choice([other for other in range(self.seats) if other != seat])

    # Words and plays

    def _word(self) -> Line:
        """A hand shown in part, a claim, a play taken back, the end of a deal or of a match."""
        chance, seat = self.chance, self.chance.randrange(self.seats)
        hand = self.cards.hands[seat]
        if not hand:
            return {"type": "note", "text": "café"}
        if chance.random() < 0.04:
            return self._count()
        if chance.random() < 0.4 and (claim := self._claim()):
            return claim
        if chance.random() < 0.7:
            return {"type": "reveal", "seat": seat, "cards": chance.sample(hand, chance.randint(0, len(hand)))}
        if chance.random() < 0.8:
            began = next(line["version"] for line in reversed(self.cards.lines) if line["type"] == "deal")
            return {"type": "retract", "to": max(began, self.version - chance.randint(1, 4)), "reason": "error"}
        if chance.random() < 0.2:
            return {"type": "withdraw", "seat": seat, "reason": "x"}
        return {"type": "redeal", "reason": "wrong_pack"}

    def _count(self) -> Line:
        """The deal by its figures: any side may have taken the cards that are on no pile."""
        state = self.state
        piles = [*state.takings.piles] if state.in_hand() else [0] * state.sides
        for card in PACK:
            if not any(pile & FRENCH.bit[card] for pile in piles):
                piles[self.chance.randrange(state.sides)] |= FRENCH.bit[card]
        figures = haul(piles, state.takings.swept if state.in_hand() else [0] * state.sides)._asdict()
        own = ("cards", "spades", "big", "little", "aces", "sweeps")
        names = (*own, "jack_of_spades") if state.options.each_spade else own
        return {"type": "count", "figures": {name: figures[name] for name in names}}

    def _claim(self) -> Line | None:
        """A claim by any seat against a play, mostly a build, or the referee's word on one that waits."""
        chance, ledger = self.chance, self.table.match.ledger
        waiting = [claim.claim for claim in ledger.claims if claim.status == "pending"]
        if waiting and chance.random() < (0.1 if self.state.phase == "play" else 0.4):
            return {"type": "ruling", "claim": chance.choice(waiting), "upheld": chance.random() < 0.5, "reason": "x"}
        plays = [line for line in self.cards.lines[-12:] if line["type"] in LAYING]
        builds = [line for line in plays if line["type"] in ("build", "duplicate", "raise")]
        if not plays:
            return None
        line = chance.choice(builds if builds and chance.random() < 0.9 else plays)
        about = {"against": line["seat"], "kind": "improper-build", "at": line["version"]}
        return {"type": "claim", "by": self._other(line["seat"]), **about}

    def _accident(self) -> Line:
        """A card exposed, or a hand with too many or too few cards."""
        chance, state, seat = self.chance, self.state, self.chance.randrange(self.seats)
        seat = next((other for other in range(self.seats) if self.cards.extra[other]), seat)
        if not self.cards.hands[seat]:
            return {"type": "looked", "seat": seat}
        if self.cards.extra[seat]:
            return {"type": "expose", "card": chance.choice(self.cards.hands[seat]), "seat": seat}
        if chance.random() < 0.3 and self.cards.stock:
            return {"type": "expose", "card": chance.choice(self.cards.stock)}
        if chance.random() < 0.2 and not state.duties.spare:
            holder = seat if state.stock.cards is None else state.dealer or 0
            return {"type": "expose", "card": chance.choice(self.cards.hands[holder] or self.cards.hands[seat])}
        if chance.random() < 0.4 and not state.duties.spare:
            return {"type": "expose", "card": chance.choice(self.cards.hands[seat]), "seat": seat}
        cause = chance.choice(self._causes())
        cards = 1 if cause == "dealt_too_many" else chance.choice((1, 1, 1, 2))
        return {"type": "short_hand", "seat": seat, "cards": cards, "cause": cause}

    def _causes(self) -> list[str | None]:
        """The causes of a wrong hand that may be told now."""
        state, causes = self.state, list[str | None](["out_of_turn", "played_two", None])
        is_known = state.stock.cards is not None
        if not is_known and not state.duties.spare:
            if self.cards.stock:
                causes += ["dealt_too_many"]
            if state.round.number == state.rounds and (state.options.draws or not self.cards.stock):
                causes += ["pack_short"] * 3
        return causes

    def play(self, hand: list[str]) -> Line:
        """A play of the seat to act with one of these cards: a lie now and then."""
        chance = self.chance
        kinds: dict[str, list[Line]] = {}
        for event in self._plays(self.state.turn or 0, hand):
            kinds.setdefault(event["type"], []).append(event)
        weights = {"trail": 2, "take": 2, "build": 4, "duplicate": 2, "raise": 2}
        kind = chance.choices(list(kinds), [weights[kind] for kind in kinds])[0]
        return chance.choice(kinds[kind])

    def _plays(self, seat: int, hand: list[str]) -> Iterator[Line]:
        loose = [*FRENCH.cards(self.state.layout.loose)]
        some = [(), *sets_of(self.chance.sample(loose, min(len(loose), 6)), 2)]
        for card in hand:
            event = {"seat": seat, "card": card}
            rest = {value for other in hand if other != card for value in self.values(other)}
            yield {**event, "type": "trail"}
            mates = [other for other in loose if other[0] == card[0]]
            if mates and not self.values(card):
                yield {**event, "type": "take", "cards": mates[:1]}
            for cards in some:
                yield from self._with(event, cards, rest)

    def _with(self, event: Line, cards: tuple[str, ...], rest: set[int]) -> Iterator[Line]:
        """The plays of the card with these loose ones."""
        builds = self.state.layout.builds
        for worth in self.values(event["card"]):
            for total in self._totals(cards):
                ids = [b.id for b in builds if b.value == worth]
                if (total == worth or not cards) and (cards or ids):
                    yield {**event, "type": "take", "cards": [*cards], "builds": ids}
                value = worth + total
                if cards and self._says(value, rest):
                    yield {**event, "type": "build", "cards": [*cards], "value": value}
                for build in builds:
                    if build.value == value and self._says(value, rest):
                        yield {**event, "type": "duplicate", "cards": [*cards], "build": build.id}
                    if not cards and not build.multiple and self._says(build.value + worth, rest):
                        yield {**event, "type": "raise", "build": build.id, "value": build.value + worth}

    def _totals(self, cards: tuple[str, ...]) -> set[int]:
        totals = {0}
        for card in cards:
            totals = {total + n for total in totals for n in self.values(card)}
        return totals

    def _says(self, value: int, rest: set[int]) -> bool:
        return value <= (16 if self.ruleset == "casino.royal" else 10) and (
            value in rest or self.chance.random() < self.lies
        )

    def values(self, card: str) -> tuple[int, ...]:
        return values_of(card, self.ruleset == "casino.royal", self.params)

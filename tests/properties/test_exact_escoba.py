"""Possible events in Escoba and Scopa are those of some deal that fits the log. Nothing is asserted of hands there."""

import json
import os
from random import Random

import msgspec
import pytest

from referee.cards import SPANISH_40
from referee.errors import Impossible
from tests.support.escoba_playouts import SEATS, EscobaPlayout
from tests.support.exact.escoba import PACK, EscobaDeals, Line
from tests.support.table import Table

MATCHES = 5000 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 240


class PartlySeen:
    """A match recorded at a table that sees some of its hands; `lines` are the present log."""

    def __init__(self, seed: int) -> None:
        self.chance = chance = Random(f"escoba {seed}")
        ruleset = chance.choice(sorted(SEATS))
        seats = chance.choice(SEATS[ruleset])
        params = {"renuncio": chance.random() < 0.5} if ruleset == "escoba" else {}
        self.whole = EscobaPlayout(ruleset, seats, seed, 0.2, **params)
        self.table = Table(ruleset, seats, **self.whole.opening)
        self.seats, self.seen = seats, [seat for seat in range(seats) if chance.random() < 0.4]
        self.stock_seen = chance.random() < 0.3
        self.lines: list[Line] = []
        self.past: dict[int, list[Line]] = {1: []}
        self.told = 0

    def step(self) -> None:
        """One more event of the match, or a hand shown."""
        hands, seat = self.whole.state.knowledge.known, self.chance.randrange(self.seats)
        if self.chance.random() < 0.1 and hands[seat] and self.whole.state.phase == "play":
            hand_cards = SPANISH_40.cards(hands[seat])
            cards = self.chance.sample(hand_cards, self.chance.randint(0, len(hand_cards)))
            self.whole.say({"type": "reveal", "seat": seat, "cards": cards})
        else:
            self.whole.step()
        for event in self.whole.log[self.told :]:
            self.tell(self._as_seen(event))
        self.told = len(self.whole.log)

    def _as_seen(self, event: Line) -> Line:
        """The event as a referee records it that sees these hands."""
        if event["type"] != "deal":
            return event
        secret_fields = {"shuffle", "seed"} | (set() if self.stock_seen else {"stock"})
        fields = {key: value for key, value in event.items() if key not in secret_fields}
        if self.stock_seen and self.table.match.phase == "round":
            return {key: value for key, value in fields.items() if key != "hands"}
        return fields | {"hands": [hand if seat in self.seen else None for seat, hand in enumerate(event["hands"])]}

    def tell(self, event: Line) -> None:
        """Appends an event."""
        facts = [msgspec.to_builtins(fact) for fact in self.table.tell(event)]
        stored_line = msgspec.to_builtins(self.table.events[-1])
        if event["type"] == "retract":
            self.lines = self.past[event["to"]]
        version = self.table.match.version
        self.lines = [*self.lines, {**stored_line, "version": version, "facts": facts}]
        self.past[version] = self.lines

    def ask(self) -> None:
        """Asks if a card and a hand may come now."""
        match, chance = self.table.match, self.chance
        seat = match.state.turn
        if match.phase != "play" or seat is None:
            return
        deals, card = EscobaDeals(self.whole.ruleset, self.seats, self.lines), chance.choice(PACK)
        questions: list[tuple[Line, int, list[str]]] = [({"type": "trail", "seat": seat, "card": card}, seat, [card])]
        other = chance.randrange(self.seats)
        hand_cards = [card for card, holder in deals.holder.items() if holder == other]
        cards = sorted({*chance.sample(PACK, chance.randint(0, 2)), *hand_cards[: chance.randint(0, 3)]})
        questions.append(({"type": "reveal", "seat": other, "cards": cards}, other, cards))
        for event, of, names in questions:
            assert self.possible(event) == deals.may_hold(of, names), self.log(event)

    def possible(self, event: Line) -> bool:
        match = self.table.match
        try:
            match.check(match.codec.read(json.dumps(event).encode()), match.version + 1)
        except Impossible:
            return False
        return True

    def log(self, event: Line) -> str:
        events = [{k: v for k, v in line.items() if k != "facts"} for line in self.lines]
        return "\n".join([self.whole.ruleset, *map(json.dumps, events), f"asked: {event}"])


@pytest.mark.parametrize("part", range(4))
def test_what_may_happen_is_what_happens_in_some_deal(part: int) -> None:
    for seed in range(part, MATCHES, 4):
        match = PartlySeen(seed)
        for _ in range(30):
            if not match.whole.open():
                break
            match.step()
            match.ask()

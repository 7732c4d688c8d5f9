"""Possible events in Escoba and Scopa are those of some deal that fits the log. Nothing is asserted of hands there.

The same holds for a reader that sees some of the hands, and for the requests of a player.
"""

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from random import Random

import msgspec
import pytest

from referee.cards import SPANISH_40
from referee.errors import Forbidden, Impossible, NotInThisGame, ServiceRefusal
from referee.games.escoba.state import EscobaState
from referee.match.choice import Choice
from referee.match.judge.players import require_own_knowledge
from referee.match.terms.agreed_time import AgreedTime
from tests.support.escoba_playouts import SEATS, EscobaPlayout
from tests.support.exact.escoba import PACK, EscobaDeals, Line
from tests.support.exact.reader import ReadersMatch, mask_of, read
from tests.support.table import Table

MATCHES = 5000 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 240


HOUSE = {
    "escoba": ("renuncio", "must_take", "dealer_escoba", "partners"),
    "scopa": ("kings_redeal", "last_scopa", "partners"),
    "scopone": ("kings_redeal", "last_scopa"),
}
"""By ruleset, the house rules that are chosen at random."""


class PartlySeen:
    """A match recorded at a table that sees some of its hands; `lines` are the present log."""

    def __init__(self, seed: int) -> None:
        self.chance = chance = Random(f"escoba {seed}")
        ruleset = chance.choice(sorted(SEATS))
        seats = chance.choice(SEATS[ruleset])
        params = {name: chance.random() < 0.5 for name in HOUSE[ruleset]}
        self.whole = EscobaPlayout(ruleset, seats, seed, 0.2, **params)
        self.late = chance.random() < 0.4
        opening = self.whole.opening | ({"infractions_shown": "hand_end"} if self.late else {})
        if chance.random() < 0.3:
            opening["timing"] = AgreedTime(turn_seconds=30, match_seconds=600)
        self.has_clock = "timing" in opening
        self.whole.table = Table(ruleset, seats, **opening)
        self.table = Table(ruleset, seats, **opening)
        self.seats, self.visible_seats = seats, [seat for seat in range(seats) if chance.random() < 0.4]
        self.player = chance.randrange(seats) if chance.random() < 0.4 else None
        share = chance.random()
        self.visible = (
            [seat for seat in range(seats) if chance.random() < share] if self.player is None else [self.player]
        )
        self.reader = ReadersMatch(self.table, mask_of(self.visible))
        self.stock_seen = chance.random() < 0.3
        self.lines: list[Line] = []
        self.past: dict[int, list[Line]] = {1: []}
        self.event_count = 0

    def step(self) -> None:
        """One more event of the match, or a hand shown."""
        hands, seat = self.whole.state.knowledge.known_cards, self.chance.randrange(self.seats)
        if self.chance.random() < 0.1 and hands[seat] and self.whole.state.phase == "play":
            hand_cards = SPANISH_40.cards(hands[seat])
            cards = self.chance.sample(hand_cards, self.chance.randint(0, len(hand_cards)))
            self.whole.say({"type": "reveal", "seat": seat, "cards": cards})
        elif self.has_clock and self.chance.random() < 0.1:
            with suppress(ServiceRefusal):
                self.whole.say(self._of_clock())
        else:
            self.whole.step()
        for event in self.whole.log[self.event_count :]:
            self.tell(self._as_seen(event))
        self.event_count = len(self.whole.log)

    def _of_clock(self) -> Line:
        """A word of the referee on the clock. The time of the match is over now and then."""
        kind = self.chance.choice(("pause", "resume", "extra_time", "time_up"))
        return {"type": kind, **({"of": "match", "seconds": 60} if kind == "extra_time" else {})}

    def _as_seen(self, event: Line) -> Line:
        """The event as a referee records it that sees these hands."""
        if event["type"] != "deal":
            return event
        secret_fields = {"shuffle", "seed"} | (set() if self.stock_seen else {"stock"})
        fields = {key: value for key, value in event.items() if key not in secret_fields}
        if self.stock_seen and self.table.match.phase == "round":
            return {key: value for key, value in fields.items() if key != "hands"}
        return fields | {
            "hands": [hand if seat in self.visible_seats else None for seat, hand in enumerate(event["hands"])]
        }

    def tell(self, event: Line) -> None:
        """Appends an event."""
        facts = [msgspec.to_builtins(fact) for fact in self.table.tell(event)]
        stored_line = msgspec.to_builtins(self.table.events[-1])
        if event["type"] == "retract":
            self.lines = self.past[event["to"]]
        version = self.table.match.version
        self.lines = [*self.lines, {**stored_line, "version": version, "facts": facts}]
        self.past[version] = self.lines
        lines = seen_by(self.lines[-1:], self.visible)
        if self.late:
            self.reader.follow(lines[0] if lines else None)

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
        with pytest.raises(NotInThisGame):
            self.table.say("claim", by=other, against=(other + 1) % self.seats, kind="revoke", at=match.version)
        self._ask_as_reader(seat)
        if self.player == seat:
            self._ask_as_player(seat, [card, *deals.hand_of(seat)])

    def _ask_as_reader(self, seat: int) -> None:
        """A reader's list has the plays of the cards that the hand may hold in a deal that fits what this reader knows."""
        match = self.table.match
        legal = match.legal(match.sees(match.version + 1, mask_of(self.visible)))
        cards_listed = {getattr(option, "card", None) for option in legal}
        deals, due_card = (
            EscobaDeals(self.whole.ruleset, self.seats, seen_by(self.lines, self.visible)),
            self.card_due(),
        )
        if not any(isinstance(option, Choice) and option.type == "trail" for option in legal):
            for card in self.chance.sample(PACK, 4):
                due = deals.may_hold(seat, [card]) and due_card in (None, card)
                assert (card in cards_listed) == due, self.log({"card": card, "visible": self.visible})
        if self.late:
            infractions = match.infractions(mask_of(self.visible))
            assert all(i.version < (match.ledger.hidden_from or 0) for i in infractions), self.log({})
            apart = self.reader.differences()
            assert not apart, self.log({"visible": self.visible, "apart": apart})

    def _ask_as_player(self, seat: int, cards: list[str]) -> None:
        """A request of a player is judged by the knowledge of that seat, or else left to the referee to record."""
        match, deals = self.table.match, EscobaDeals(self.whole.ruleset, self.seats, seen_by(self.lines, [seat]))
        for card in cards:
            trail = {"type": "trail", "seat": seat, "card": card}
            try:
                require_own_knowledge(match.state, read(match, trail), 1 << seat)
                match.copy().decide(read(match, trail), lambda version: match, 1 << seat)
                fits = True
            except Forbidden:
                continue
            except Impossible:
                fits = False
            assert fits == deals.may_hold(seat, [card]), self.log(trail)
            apart = self.reader.answers_apart([trail]) if self.late else []
            assert not apart, self.log({"player": seat, "apart": apart})

    def card_due(self) -> str | None:
        """The card that a seat owes after a play that was taken back."""
        state = self.table.match.state
        assert isinstance(state, EscobaState)
        return None if state.obligation is None else SPANISH_40.name(state.obligation.card)

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


def seen_by(lines: Sequence[Line], seats: Sequence[int]) -> list[Line]:
    """These lines as a reader sees them that sees the hands of these seats."""
    parts = []
    for line in lines:
        if line["type"] == "deal":
            hands = [hand if seat in seats else None for seat, hand in enumerate(line.get("hands") or ())]
            fields = {name: value for name, value in line.items() if name not in {"stock", "hands", "shuffle", "seed"}}
            parts.append(fields | ({"hands": hands} if any(hands) else {}))
        elif line["type"] != "reveal" or line["seat"] in seats:
            parts.append(line)
    return parts


@pytest.mark.parametrize("part", range(4))
def test_what_may_happen_is_what_happens_in_some_deal(part: int) -> None:
    for seed in range(part, MATCHES, 4):
        match = PartlySeen(seed)
        for _ in range(match.chance.choice((20, 30, 60))):
            if not match.whole.open():
                break
            match.step()
            match.ask()

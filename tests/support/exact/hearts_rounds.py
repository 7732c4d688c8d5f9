"""Random rounds of Hearts for the exact solver: a table that learns a part of the truth, event by event.

A `HeartsStory` deals in secret, enters observations at the table, and keeps the solver beside it. Its events are true, except for
plays against the rules.
"""

import json
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from referee.errors import Irregular
from referee.match.events import Event, Reveal, Ruling
from referee.match.state import ALL
from tests.support.exact.hearts import PACK, STEPS, Round
from tests.support.exact.questions import may_send
from tests.support.exact.reader import ReadersMatch, read
from tests.support.table import Table

ROUNDS = 2
TABLES: tuple[tuple[str, int, dict[str, int], int], ...] = (
    ("hearts.castillar", 2, {}, 0),
    ("hearts.castillar", 4, {}, 3),
    ("hearts.yppedia", 4, {"turn_seconds": 30}, 3),
    ("hearts.castillar", 2, {"rounds": 1}, 1),
    ("hearts.castillar", 4, {"limit": 13}, 1),
)
"""Ruleset, seats, house rules, and the largest number of rounds recorded by their figures before the first one that is played.

After one round, the last two tables play tie-break rounds.
"""
FIGURES = {2: [13, 13], 4: [13, 13, 0, 0]}


class HeartsPoint(NamedTuple):
    """The story at a version of the match: the solvers, the secret hands and passes, the verdicts, the word for a round's end."""

    deals: Round
    reader: Round
    hands: list[set[str]]
    passes: list[list[str]]
    status: dict[tuple[str, int, int], str]
    end: str


class HeartsStory:
    """A record of some rounds at a table; the secret hands are stored here.

    `deals`: the solver, which reads the record of the table; `reader`: a solver that reads the view of a reader that may see the
    hands in `visible`. `player`: the seat that records its own moves, if one does. `late`: infractions are shown at the end of
    the round. `end`: the event that stopped the round early, or ""; `dropped_claims`: the claims that were pending at a
    withdrawal.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = chance = Random(seed)
        ruleset, self.seats, self.params, self.before = TABLES[seed % len(TABLES)]
        self.has_clock = "turn_seconds" in self.params
        self.strict = chance.random() < 0.3
        self.late = chance.random() < 0.4
        opening: dict[str, Any] = {"enforcement": "strict" if self.strict else "record"}
        if self.late:
            opening["infractions_shown"] = "hand_end"
        self.table = Table(ruleset, self.seats, params=self.params, first_dealer=0, **opening)
        self.player = chance.randrange(self.seats) if chance.random() < 0.2 else None
        self.visible = chance.randrange(1 << self.seats) if self.player is None else 1 << self.player
        self.seen_seats = list(range(self.seats))
        """The hands that the referee sees: mostly no more than the player does, if a player records."""
        if self.player is not None and chance.random() < 0.7:
            self.seen_seats = [self.player]
        self.readers_match = ReadersMatch(self.table, self.visible)
        self.irregular = chance.choice((0.05, 0.3, 0.7))
        self.dealt_seen = self._some()
        self.passes_seen = self._some() if chance.random() < 0.7 else []
        self.rounds = ROUNDS
        self.stop: int | None = None
        self.deals = self.reader = Round(self.seats, 0)
        self.hands: list[set[str]] = []
        self.passes: list[list[str]] = []
        self.status: dict[tuple[str, int, int], str] = {}
        self.end = ""
        self.dropped_claims: set[str] = set()
        self.versions: dict[int, HeartsPoint] = {}

    def _some(self) -> list[int]:
        return self.chance.sample(self.seen_seats, self.chance.randrange(len(self.seen_seats) + 1))

    def __str__(self) -> str:
        opening = {"seed": self.seed, "visible": self.visible, "player": self.player, "late": self.late}
        return json.dumps({**opening, "events": [repr(event) for event in self.table.events]}, indent=1)

    @property
    def at(self) -> int:
        return self.table.match.version

    @property
    def phase(self) -> str:
        return self.table.match.phase

    @property
    def goes_on(self) -> bool:
        return self.table.match.ledger.status == "open" and (self.phase != "deal" or self.rounds > 0)

    def sees(self, seat: int) -> bool:
        """True if the reader may see this hand."""
        return bool(self.visible >> seat & 1)

    def tell(self, event: dict[str, Any]) -> None:
        """Enters an event, as the player of its seat or else as the referee."""
        seat = event.get("by", event.get("seat"))
        is_own = self.player is not None and seat == self.player
        sends = is_own and may_send(self.table.match, read(self.table.match, event), self.visible)
        self.table.tell_as(event, self.visible if sends else ALL)
        if self.follows:
            self.readers_match.follow(self._part_seen(self.table.events[-1]))
            if not self.table.match.state.in_hand():
                # A round that is over is told whole, also where a later deal was taken back and stays hidden.
                self.readers_match.restart()

    @property
    def follows(self) -> bool:
        """True if `readers_match` can hold all that the reader sees: no event tells a seat which cards were passed to it."""
        return self.late and not (self.passes_seen and self.seats == 4)

    def _part_seen(self, event: Event) -> dict[str, Any] | None:
        """The reader's part of an event of the table; None if the reader sees none."""
        match = self.table.match
        if isinstance(event, Ruling):
            claim = match.ledger.claim(event.claim)
            # The view tells of a ruling about a round that is over.
            is_told = claim is not None and match.tells(claim.at, self.visible)
        else:
            is_told = not isinstance(event, Reveal) or self.sees(event.seat)
            event = match.redact(event, self.visible)
        return msgspec.to_builtins(event) if is_told else None

    # Rounds

    def told_rounds(self) -> None:
        """Records rounds by their figures, so that any direction of the passes comes first."""
        ties = "rounds" in self.params or "limit" in self.params
        for _ in range(self.before if ties else self.chance.randrange(self.before + 1)):
            self.tell({"type": "count", "figures": {"points": FIGURES[self.seats]}})

    def step(self) -> None:
        """Enters one event: of the deal, of the passes, or of the play."""
        if self.phase == "deal":
            self._between_rounds()
            return
        self._keep()
        if self.stop is not None and self.chance.random() < 1 / self.stop:
            self.early()
        elif self.phase == "pass":
            self._pass_step()
        else:
            self._play_step()

    def _keep(self) -> None:
        self.versions[self.at] = HeartsPoint(
            self.deals.copy(),
            self.reader.copy(),
            [hand.copy() for hand in self.hands],
            [cards[:] for cards in self.passes],
            self.status.copy(),
            self.end,
        )

    def _between_rounds(self) -> None:
        """Deals, or looks back at the round before: a claim about it, or a retract."""
        draw = self.chance.random()
        if draw < 0.2 and self.deals.plays:
            self.claim()
        elif draw < 0.3 and self.versions:
            self.retract()
        else:
            self.deal()

    def deal(self) -> None:
        chance = self.chance
        self.rounds -= 1
        self.stop = chance.choice((None, None, 3, 40))
        pack = list(PACK)
        chance.shuffle(pack)
        each = len(pack) // self.seats
        self.hands = [set(pack[seat * each : (seat + 1) * each]) for seat in range(self.seats)]
        number = self.table.match.state.hand + (not self.table.match.state.void)
        step = STEPS[(number - 1) % 4] if self.seats == 4 else 0
        self.passes = [chance.sample(sorted(hand), 3) for hand in self.hands] if step else []
        hands_told = [sorted(hand) if seat in self.dealt_seen else None for seat, hand in enumerate(self.hands)]
        self.tell({"type": "deal", "hands": hands_told if any(hands_told) else None})
        self.deals, self.reader = Round(self.seats, step), Round(self.seats, step)
        self.status, self.end = {}, ""
        if chance.random() < 0.8:
            # A retract seldom goes back to an earlier round.
            self.versions = {}
        self.deals.deal(hands_told)
        self.reader.deal([hand if self.sees(seat) else None for seat, hand in enumerate(hands_told)])

    def early(self) -> None:
        """The round stops: void, left, or told by its figures from here on."""
        self.end = self.chance.choice(("redeal", "withdraw", "count"))
        match self.end:
            case "redeal":
                self.tell({"type": "redeal", "reason": "fin"})
            case "withdraw":
                self.dropped_claims = {c.claim for c in self.table.match.ledger.claims if c.status == "pending"}
                self.tell({"type": "withdraw", "seat": self.chance.randrange(self.seats), "reason": "fin"})
            case "count":
                points = list(self.table.view()["table"]["points_taken"])
                points[self.chance.randrange(self.seats)] += 26 - sum(points)
                self.tell({"type": "count", "figures": {"points": points}})

    # Passes

    def _pass_step(self) -> None:
        draw = self.chance.random()
        if draw < 0.1:
            self.reveal()
        elif draw < 0.13 and len(self.versions) > 1:
            self.retract()
        else:
            missing = [entry["seat"] for entry in self.table.moves() if entry["type"] == "pass"]
            self.pass_on(self.chance.choice(missing))

    def pass_on(self, seat: int) -> None:
        cards = self.passes[seat] if seat in self.passes_seen else None
        self.tell({"type": "pass", "seat": seat, "cards": cards})
        self.deals.pass_on(seat, cards)
        self.reader.pass_on(seat, cards if self.sees(seat) else None)
        if self.deals.passed < self.seats:
            return
        step = self.deals.step
        for giver, cards in enumerate(self.passes):
            self.hands[giver] -= set(cards)
            self.hands[(giver + step) % 4] |= set(cards)
            if giver in self.passes_seen and self.sees((giver + step) % 4):
                self.reader.show((giver + step) % 4, cards)

    # Plays

    def _play_step(self) -> None:
        """Plays one more event: a card, or a statement about it."""
        draw = self.chance.random()
        if draw < 0.04:
            self.reveal()
        elif draw < 0.10 and self.deals.plays:
            self.claim()
        elif draw < 0.12 and len(self.versions) > 1:
            self.retract()
        elif draw < 0.13:
            self.tell({"type": "note", "text": "nada"})
        elif draw < 0.15:
            self.rule()
        else:
            self.lay()

    def lay(self) -> None:
        chance, seat = self.chance, self.deals.turn
        if seat is None:
            seat = next(seat for seat, hand in enumerate(self.hands) if "2C" in hand)
        hand = sorted(self.hands[seat])
        card = chance.choice(hand)
        if not self.deals.plays:
            card = "2C"
        elif chance.random() >= self.irregular:
            card = chance.choice([card for card in hand if self.keeps(seat, card)] or hand)
        regular, whole = self.deals.is_regular(seat, card), self.table.match.state.knowledge.complete(seat)
        timeout = self.has_clock and chance.random() < 0.1 and regular and (not whole or self.keeps(seat, card))
        event: dict[str, Any] = {"type": "timeout" if timeout else "play", "seat": seat, "card": card}
        if timeout and whole and chance.random() < 0.5:
            # The seed draws a card from a hand that the log knows.
            del event["card"]
        if self.strict and not regular:
            with pytest.raises(Irregular):
                self.tell(event)
            return
        self.tell(event)
        card = getattr(self.table.events[-1], "card", card)
        self.hands[seat].remove(card)
        self.deals.play(seat, card, self.at)
        self.reader.play(seat, card, self.at)
        for entry in self.table.legal():
            if entry["type"] == "announce" and chance.random() < 0.5:
                self.tell(entry)

    def keeps(self, seat: int, card: str) -> bool:
        """True if the card truly keeps the rules."""
        return not any(absent & (self.hands[seat] - {card}) for _, absent in self.deals.says(card))

    def reveal(self) -> None:
        """Shows some cards of a hand to the referee."""
        seat = self.chance.choice(self.seen_seats)
        hand = sorted(self.hands[seat])
        if not hand:
            return
        count = self.chance.choice((1, 1, 2, min(5, len(hand)), len(hand))) if len(hand) > 5 else 1
        cards = self.chance.sample(hand, count)
        self.tell({"type": "reveal", "seat": seat, "cards": cards})
        self.deals.show(seat, cards)
        if self.sees(seat):
            self.reader.show(seat, cards)

    # Claims

    def claim(self) -> None:
        """Claims a revoke, mostly about a card that may be one."""
        assertions = [(one.seat, one.version) for one in self.deals.said]
        plays = list(self.deals.plays.values())
        seat, at = self.chance.choice(assertions if assertions and self.chance.random() < 0.9 else plays)
        by = self.chance.choice([other for other in range(self.seats) if other != seat])
        self.tell({"type": "claim", "by": by, "against": seat, "kind": "revoke", "at": at})

    def rule(self) -> None:
        """Decides a pending claim by the referee's word."""
        pending = [claim for claim in self.table.match.ledger.claims if claim.status == "pending"]
        if not pending:
            return
        claim = self.chance.choice(pending)
        upheld = self.chance.random() < 0.5
        self.tell({"type": "ruling", "claim": claim.claim, "upheld": upheld, "reason": "se vio"})
        for key, status in self.status.items():
            if key[1:] == (claim.against, claim.at) and status == "open":
                self.status[key] = "ruled"

    def retract(self) -> None:
        """Goes back some events, also to an earlier round or to one that stopped early."""
        to = self.chance.choice(list(self.versions)[-6:])
        self.tell({"type": "retract", "to": to, "reason": "error"})
        self.deals, self.reader, self.hands, self.passes, self.status, self.end = self.versions[to]
        self.versions = {at: point for at, point in self.versions.items() if at < to}

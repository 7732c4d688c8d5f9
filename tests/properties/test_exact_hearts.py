"""The judge of Hearts is exact: a solver that keeps all deals which fit the log agrees (`tests.support.exact.hearts`)."""

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from referee.errors import Impossible, Irregular
from referee.match.events import Event, Play, Reveal
from tests.support.exact.hearts import PACK, STEPS, Round
from tests.support.table import Table

MATCHES = 100
LONG = 2_500
ROUNDS = 2
ASKED = 0.08
"""The share of steps at which the possible events are asked too."""
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


@pytest.mark.parametrize("seed", range(MATCHES))
def test_judge_is_exact(seed: int) -> None:
    Story(seed).run()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(MATCHES, MATCHES + LONG))
def test_judge_is_exact_in_the_long_run(seed: int) -> None:
    Story(seed).run()


class Story:
    """A record of some rounds at a table; the secret hands are stored here.

    `deals`: the solver, which reads the record of the table; `reader`: a solver that reads the view of a reader that may see the
    hands in `visible`.
    """

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        ruleset, self.seats, self.params, self.before = TABLES[seed % len(TABLES)]
        self.timed = "turn_seconds" in self.params
        self.strict = self.chance.random() < 0.3
        enforcement = "strict" if self.strict else "record"
        self.table = Table(ruleset, self.seats, params=self.params, first_dealer=0, enforcement=enforcement)
        self.visible = self.chance.randrange(1 << self.seats)
        self.irregular = self.chance.choice((0.05, 0.3, 0.7))
        self.dealt_seen = self._some()
        self.passes_seen = self._some()
        self.hands: list[set[str]] = []
        self.number = 0
        self.deals = self.reader = Round(self.seats, 0)
        self.versions: dict[int, tuple[Round, Round, list[set[str]], dict[tuple[str, int, int], str]]] = {}
        self.status: dict[tuple[str, int, int], str] = {}

    def _some(self) -> list[int]:
        return self.chance.sample(range(self.seats), self.chance.randrange(self.seats + 1))

    def __str__(self) -> str:
        lines = [json.dumps({"seed": self.number, "events": [repr(event) for event in self.table.events]}, indent=1)]
        return "\n".join(lines)

    @property
    def at(self) -> int:
        return self.table.match.version

    def run(self) -> None:
        # The rounds before are recorded by their figures, so that any direction of the passes comes first.
        ties = "rounds" in self.params or "limit" in self.params
        for _ in range(self.before if ties else self.chance.randrange(self.before + 1)):
            self.tell({"type": "count", "figures": {"points": FIGURES[self.seats]}})
        for _ in range(ROUNDS):
            if self.table.match.ledger.status != "open":
                return
            self.deal()
            stop = self.chance.choice((None, None, self.chance.randrange(40)))
            for step in range(200):
                self.judged()
                if self.table.match.state.phase != "play":
                    break
                if step == stop:
                    self.early()
                    break
                self.step()

    def deal(self) -> None:
        pack = list(PACK)
        self.chance.shuffle(pack)
        each = len(pack) // self.seats
        self.hands = [set(pack[seat * each : (seat + 1) * each]) for seat in range(self.seats)]
        self.number = self.table.match.state.hand + (not self.table.match.state.void)
        step = STEPS[(self.number - 1) % 4] if self.seats == 4 else 0
        self.deals, self.reader = Round(self.seats, step), Round(self.seats, step)
        self.status = {}
        self.versions = {}
        hands_told = [sorted(hand) if seat in self.dealt_seen else None for seat, hand in enumerate(self.hands)]
        self.tell({"type": "deal", "hands": hands_told if any(hands_told) else None})
        self.deals.deal(hands_told)
        self.reader.deal([hand if self.sees(seat) else None for seat, hand in enumerate(hands_told)])
        if step:
            self.passes(step)
        self.deals.turn = self.reader.turn = None

    def sees(self, seat: int) -> bool:
        """True if the reader may see this hand."""
        return bool(self.visible >> seat & 1)

    def passes(self, step: int) -> None:
        passes_made = [self.chance.sample(sorted(hand), 3) for hand in self.hands]
        for seat in self.chance.sample(range(4), 4):
            if self.chance.random() < 0.15:
                self.reveal(self.chance.randrange(4))
            cards = passes_made[seat] if seat in self.passes_seen else None
            self.tell({"type": "pass", "seat": seat, "cards": cards})
            self.deals.pass_on(seat, cards)
            self.reader.pass_on(seat, cards if self.sees(seat) else None)
        for seat, cards in enumerate(passes_made):
            self.hands[seat] -= set(cards)
            self.hands[(seat + step) % 4] |= set(cards)
            if seat in self.passes_seen and self.sees((seat + step) % 4):
                self.reader.show((seat + step) % 4, cards)

    def tell(self, event: dict[str, Any]) -> None:
        self.table.tell(event)

    def step(self) -> None:
        """Plays one more event: a card, or a statement about it."""
        self.versions[self.at] = deepcopy((self.deals, self.reader, self.hands, self.status))
        draw = self.chance.random()
        if draw < 0.04:
            self.reveal(self.chance.randrange(self.seats))
        elif draw < 0.10 and self.deals.laid:
            self.claim()
        elif draw < 0.12 and len(self.versions) > 1:
            self.retract()
        elif draw < 0.13:
            self.tell({"type": "note", "text": "nada"})
        else:
            if self.chance.random() < ASKED:
                self.asked()
            self.lay()

    def lay(self) -> None:
        seat = self.deals.turn
        if seat is None:
            seat = next(seat for seat, hand in enumerate(self.hands) if "2C" in hand)
        hand = sorted(self.hands[seat])
        card = self.chance.choice(hand)
        if not self.deals.laid:
            card = "2C"
        elif self.chance.random() >= self.irregular:
            card = self.chance.choice([card for card in hand if self.keeps(seat, card)] or hand)
        timeout = self.timed and self.chance.random() < 0.1 and self.deals.is_regular(seat, card)
        timeout = timeout and (not self.table.match.state.knowledge.complete(seat) or self.keeps(seat, card))
        event = {"type": "timeout" if timeout else "play", "seat": seat, "card": card}
        if self.strict and not self.deals.is_regular(seat, card):
            with pytest.raises(Irregular):
                self.tell(event)
            return
        self.tell(event)
        self.hands[seat].remove(card)
        self.deals.play(seat, card, self.at)
        self.reader.play(seat, card, self.at)
        for event in self.table.legal():
            if event["type"] == "announce" and self.chance.random() < 0.5:
                self.tell(event)

    def keeps(self, seat: int, card: str) -> bool:
        return not any(absent & (self.hands[seat] - {card}) for _, absent in self.deals.says(card))

    def reveal(self, seat: int) -> None:
        hand = sorted(self.hands[seat])
        if not hand:
            return
        cards = self.chance.sample(
            hand, self.chance.choice((1, 1, 2, min(5, len(hand)), len(hand))) if len(hand) > 5 else 1
        )
        self.tell({"type": "reveal", "seat": seat, "cards": cards})
        self.deals.show(seat, cards)
        if self.sees(seat):
            self.reader.show(seat, cards)

    def claim(self) -> None:
        assertions = [(one.seat, one.version) for one in self.deals.said]
        seat, at = self.chance.choice(assertions or list(self.deals.laid.values()))
        by = self.chance.choice([other for other in range(self.seats) if other != seat])
        self.tell({"type": "claim", "by": by, "against": seat, "kind": "revoke", "at": at})

    def retract(self) -> None:
        to = self.chance.choice(list(self.versions)[-6:])
        self.deals, self.reader, self.hands, self.status = deepcopy(self.versions[to])
        self.versions = {at: deals_then for at, deals_then in self.versions.items() if at < to}
        self.tell({"type": "retract", "to": to, "reason": "error"})

    def early(self) -> None:
        """The round stops: it is not asked about any more."""
        kind = self.chance.choice(("redeal", "withdraw"))
        self.tell({"type": kind, "reason": "fin", **({"seat": 0} if kind == "withdraw" else {})})

    def judged(self) -> None:
        """Assertions stand as the solver has them: infractions and claims."""
        deals, ledger = self.deals, self.table.match.ledger
        for assertion in deals.said:
            key = assertion.code, assertion.seat, assertion.version
            if self.status.get(key, "open") == "open":
                self.status[key] = (
                    "proven" if deals.is_false(assertion) else "upheld" if deals.is_true(assertion) else "open"
                )
        proofs = {(i.code, i.seat, i.version) for i in ledger.infractions if i.status == "proven"}
        mine = {key for key, status in self.status.items() if status == "proven"}
        assert proofs & self.status.keys() == mine, (proofs & self.status.keys() ^ mine, str(self))
        for claim in ledger.claims:
            about = {status for (_, *of), status in self.status.items() if of == [claim.against, claim.at]}
            if about:
                due = "upheld" if "proven" in about else "pending" if "open" in about else "rejected"
                assert claim.status == due, (claim, str(self))

    def taken(self, event: Event) -> bool | None:
        """True if the table takes an event as regular; None if it is impossible."""
        try:
            return self.table.match.check(event, self.at + 1) is None
        except Impossible:
            return None

    def asked(self) -> None:
        """Possible and impossible events are those of the deals that fit."""
        deals, turn = self.deals, self.deals.turn
        assert deals.fits()
        legal = {(event["seat"], event["card"]) for event in self.table.moves() if event["type"] == "play"}
        listing = {
            (event["seat"], event["card"]) for event in self.table.moves(self.visible) if event["type"] == "play"
        }
        for seat in range(self.seats) if turn is None else (turn,):
            for card in self.chance.sample(PACK, 8):
                regular = deals.is_regular(seat, card)
                is_possible = deals.may_hold(seat, [card]) and (bool(deals.laid) or card == "2C")
                assert self.taken(Play(seat, card)) == (regular if is_possible else None), (seat, card, str(self))
                assert ((seat, card) in legal) == regular, (seat, card, str(self))
                assert ((seat, card) in listing) == self.reader.is_regular(seat, card), (
                    seat,
                    card,
                    self.visible,
                    str(self),
                )
        for seat in range(self.seats):
            cards = tuple(self.chance.sample(PACK, self.chance.randrange(1, 3)))
            assert (self.taken(Reveal(seat, cards)) is not None) == deals.may_hold(seat, cards), (
                seat,
                cards,
                str(self),
            )

"""Random matches of Casino, grown from a seed: what is legal, and with mischief what is not."""

import json
from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st

from referee.cards import FRENCH, bits
from referee.errors import Refused
from referee.games.casino.handlers.deal import may_announce
from referee.games.casino.state import CasinoState
from tests.support.table import Table

VARIANTS = ("classic", "royal", "spades", "draw")


class Playout:
    """One match with all hands known, and its log as JSON words; `without_hands` plays the same with none of them seen."""

    def __init__(self, variant: str, seats: int, seed: int, mischief: float = 0.0, **params: Any) -> None:
        self.random = Random(seed)
        self.mischief = mischief
        self.opening = {"first_dealer": self.random.randrange(seats), "params": params}
        self.ruleset, self.seats = f"casino.{variant}", seats
        self.table = Table(self.ruleset, seats, **self.opening)
        self.log: list[dict[str, Any]] = []

    @property
    def state(self) -> CasinoState:
        state = self.table.match.state
        assert isinstance(state, CasinoState)
        return state

    def open(self) -> bool:
        return self.table.match.ledger.status == "open"

    def step(self) -> None:
        """One more event: a deal, an announcement, a play."""
        state = self.state
        if state.phase == "deal":
            self.say({"type": "deal", "shuffle": True, "seed": str(self.random.random())})
        elif state.phase == "round":
            self.say({"type": "deal"})
        elif may_announce(state) and self.random.random() < 1 - self.mischief / 4:
            self.say({"type": "announce_last", "seat": state.dealer})
        elif self.random.random() >= self.mischief or not self._misbehave():
            self.say(self.random.choice(self.plays()))

    def plays(self) -> list[dict[str, Any]]:
        """The legal plays, trails left out now and then so that the table does not only grow."""
        legal = [event for event in self.table.moves() if event["type"] != "announce_last"]
        lively = [event for event in legal if event["type"] != "trail"]
        return lively if lively and self.random.random() < 0.6 else legal

    def say(self, event: dict[str, Any]) -> None:
        """Appends an event; the log keeps it as it was stored, whole."""
        read = self.table.match.language.read(json.dumps(event).encode())
        whole = msgspec.to_builtins(self.table.match.complete(read, "seed"))
        self.table.tell(whole)
        self.log.append(whole)

    def _misbehave(self) -> bool:
        """Tries a play of any kind; says whether the table could hold it."""
        try:
            self.say(self.any_play())
        except Refused:
            return False
        return True

    def any_play(self) -> dict[str, Any]:
        """A play of the seat to act out of cards that are there, whatever the rules say."""
        state, random = self.state, self.random
        seat = state.turn or 0
        loose = list(FRENCH.cards(state.layout.loose))
        builds = [build.id for build in state.layout.builds]
        kind = random.choice(("trail", "take", "build", "duplicate", "raise"))
        card = random.choice(FRENCH.cards(state.knowledge.known[seat]) or ("2C",))
        some = random.sample(loose, min(len(loose), random.choice((0, 1, 1, 2, 2, 3))))
        event: dict[str, Any] = {"type": kind, "seat": seat, "card": card}
        if kind in {"take", "build", "duplicate"}:
            event["cards"] = some
        if kind == "take":
            event["builds"] = random.sample(builds, random.randrange(len(builds) + 1))
        if kind in {"duplicate", "raise"}:
            event["build"] = random.choice(builds or ["b1"])
        if kind in {"build", "raise"}:
            event["value"] = random.randint(1, state.values.highest)
        return event

    def run(self, most: int = 400) -> "Playout":
        """Plays on until the match is over, or so many events have come."""
        while self.open() and len(self.log) < most:
            self.step()
        return self

    def again(self, *, hands: bool) -> Table:
        """The same log on a new table, with the hands or without."""
        table = Table(self.ruleset, self.seats, **self.opening)
        for event in self.log:
            table.tell(event if hands else unseen(event))
        return table


def unseen(event: dict[str, Any]) -> dict[str, Any]:
    """The event as somebody records it who sees no hand."""
    if event["type"] != "deal":
        return event
    return {key: value for key, value in event.items() if key in {"type", "dealer", "table"}}


def on_the_table(state: CasinoState) -> list[int]:
    """Every place where a card may be, as masks: known hands, loose cards, builds, piles."""
    return [
        *state.knowledge.known,
        state.layout.loose,
        *(build.cards for build in state.layout.builds),
        *state.taken.piles,
    ]


def cards_in(masks: list[int]) -> int:
    """How many cards these are; fails where one lies in two places."""
    assert sum(masks) == _union(masks), "a card lies in two places"
    return _union(masks).bit_count()


def _union(masks: list[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


@st.composite
def playouts(draw: st.DrawFn, /, mischief: float = 0.0, **fixed: Any) -> Playout:
    """A match about to begin, of any ruleset, table and house rules."""
    variant = fixed.pop("variant", None) or draw(st.sampled_from(VARIANTS))
    seats = fixed.pop("seats", None) or draw(st.sampled_from((2, 3, 4)))
    yes = st.booleans()
    params: dict[str, Any] = {
        "sweeps": draw(yes),
        "surplus": draw(yes),
        "surplus_spades": draw(yes),
        "partners": draw(yes),
        "face_captures": draw(st.sampled_from((1, 2, 3))),
        "target": draw(st.sampled_from((1, 12, 21))),
    }
    if variant == "royal":
        params |= {"wide_deuce": draw(yes), "wide_ten": draw(yes)}
    return Playout(variant, seats, draw(st.integers(0, 10**9)), mischief, **{**params, **fixed})


def spades_of(cards: int) -> int:
    return sum(1 for card in bits(cards) if card & FRENCH.suits["S"])

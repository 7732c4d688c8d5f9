"""Random matches of Escoba, Scopa and Scopone, grown from a seed: what is legal, and with mischief what is not."""

import json
from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st

from referee.cards import SPANISH_40
from referee.errors import Refused
from referee.games.escoba.state import EscobaState
from tests.support.table import Table

SEATS = {"escoba": (2, 3, 4), "scopa": (2, 3, 4), "scopone": (4,)}


class EscobaPlayout:
    """One match with all hands known, and its log as JSON words; `again` tells the same log to another table."""

    def __init__(self, ruleset: str, seats: int, seed: int, mischief: float = 0.0, **params: Any) -> None:
        self.random = Random(seed)
        self.mischief = mischief
        self.opening = {"first_dealer": self.random.randrange(seats), "params": params}
        self.ruleset, self.seats = ruleset, seats
        self.table = Table(ruleset, seats, **self.opening)
        self.log: list[dict[str, Any]] = []

    @property
    def state(self) -> EscobaState:
        state = self.table.match.state
        assert isinstance(state, EscobaState)
        return state

    def open(self) -> bool:
        return self.table.match.ledger.status == "open"

    def step(self) -> None:
        """One more event: a deal, a play, or with mischief whatever the table can hold."""
        phase, chance = self.state.phase, self.random
        if phase == "deal":
            self.say({"type": "deal", "shuffle": True, "seed": str(chance.random()), **self._dealer()})
        elif phase == "round":
            self.say({"type": "deal", **self._dealer()})
        elif chance.random() >= self.mischief or not self._misbehave():
            self.say(chance.choice(self.plays()))

    def _dealer(self) -> dict[str, int]:
        """Now and then, with mischief, a dealer whose turn it may not be."""
        return {"dealer": self.random.randrange(self.seats)} if self.random.random() < self.mischief / 2 else {}

    def plays(self) -> list[dict[str, Any]]:
        """The legal plays, trails left out now and then so that the table does not only grow."""
        legal = self.table.moves()
        lively = [event for event in legal if event["type"] != "trail"]
        return lively if lively and self.random.random() < 0.7 else legal

    def say(self, event: dict[str, Any]) -> None:
        """Appends an event; the log keeps it as it was stored, whole."""
        match = self.table.match
        whole = msgspec.to_builtins(match.complete(match.language.read(json.dumps(event).encode()), "seed"))
        self.table.tell(whole)
        self.log.append(whole)

    def _misbehave(self) -> bool:
        """Tries a play of any kind, or takes one back; says whether the table could hold it."""
        try:
            self.say(self.any_event())
        except Refused:
            return False
        return True

    def any_event(self) -> dict[str, Any]:
        """Something that may happen at a table, whatever the rules say of it."""
        if self.random.random() < 0.15:
            return {"type": "redeal", "reason": "carta vista"}
        if self.random.random() < 0.3:
            return {
                "type": "retract",
                "to": max(2, self.table.match.version - self.random.choice((1, 1, 1, 2))),
                "reason": "x",
            }
        return self.any_play()

    def any_play(self) -> dict[str, Any]:
        """A play of the seat to act out of cards that are there."""
        state, chance = self.state, self.random
        seat = state.turn or 0
        on_table = list(SPANISH_40.cards(state.table))
        card = chance.choice(SPANISH_40.cards(state.knowledge.known[seat]) or ("1O",))
        some = chance.sample(on_table, min(len(on_table), chance.choice((0, 1, 1, 2, 2, 3))))
        kind = chance.choice(("trail", "take", "take", "lift"))
        if kind == "trail":
            return {"type": "trail", "seat": seat, "card": card}
        return {"type": "take", "seat": seat, "cards": some, **({"card": card} if kind == "take" else {})}

    def run(self, most: int = 400) -> "EscobaPlayout":
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


@st.composite
def escoba_playouts(draw: st.DrawFn, mischief: float = 0.0) -> EscobaPlayout:
    """Any ruleset, any number of seats, any house rules."""
    ruleset = draw(st.sampled_from(sorted(SEATS)))
    flag = st.booleans()
    params: dict[str, Any] = {"target": draw(st.integers(1, 12))}
    if ruleset == "escoba":
        params |= {
            "sevens": draw(st.sampled_from(["most", "setenta"])),
            **{name: draw(flag) for name in ("partners", "all_bonus", "dealer_escoba", "must_take", "renuncio")},
        }
    else:
        params |= {"kings_redeal": draw(flag), "last_scopa": draw(flag)}
    if ruleset == "scopa":
        params["partners"] = draw(flag)
    if ruleset == "scopone":
        params["table"] = draw(st.sampled_from([0, 4]))
    seats = draw(st.sampled_from(SEATS[ruleset]))
    return EscobaPlayout(ruleset, seats, draw(st.integers(0, 10**6)), mischief, **params)

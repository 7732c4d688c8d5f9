"""Common parts of the tests of Casino and of Escoba: tables in card notation, or grown from a seed."""

import json
from collections.abc import Iterable
from functools import reduce
from operator import or_
from random import Random
from typing import Any, Generic, Self, TypeVar

import msgspec

from referee.errors import ServiceRefusal
from referee.match.facts import Fact
from tests.support.table import Table

S = TypeVar("S")


class FishingTable(Table):
    """`deal` takes hands and table as words of cards: `"7S 3D"`. Each play is by the seat to play, unless another is named."""

    def deal(self, *hands: str | None, table: str | None = None, **fields: Any) -> list[Fact]:
        """Deals. Without hands all of them are unseen; a hand of None is unseen."""
        if hands:
            fields["hands"] = [hand if hand is None else hand.split() for hand in hands]
        if table is not None:
            fields["table"] = table.split()
        return self.say("deal", **fields)

    def trail(self, card: str, seat: int | None = None) -> list[Fact]:
        return self.say("trail", seat=self._seat(seat), card=card)

    def trails(self, cards: str) -> list[Fact]:
        """Trails these cards, each by the seat to play. Returns the facts of the last."""
        facts: list[Fact] = []
        for card in cards.split():
            facts = self.trail(card)
        return facts

    def no(self, play: str, *words: Any, **fields: Any) -> ServiceRefusal:
        """The refusal of a play, called by its method's name. Fails if anything has changed."""
        before = self.view()
        try:
            getattr(self, play)(*words, **fields)
        except ServiceRefusal as refusal:
            assert self.view() == before
            return refusal
        raise AssertionError(f"{play} {words} was taken")

    def wrong_figure(self, figures: dict[str, Any]) -> tuple[str, str]:
        """The code of the refusal of a hand with these figures, and the figure that it names."""
        refusal = self.refusal("count", figures=figures)
        return refusal.code, refusal.flaws[0].path.removeprefix("$.figures.")

    def _seat(self, seat: int | None) -> int:
        seat = self.match.state.turn if seat is None else seat
        assert seat is not None
        return seat


class FishingPlayout(Generic[S]):
    """One match with all hands known, grown from a seed, and its log as JSON words. `again` plays it at another table.

    A game defines its state, its next event in `step`, and the possible events of its table in `any_event`.
    """

    of: type[S]

    def __init__(self, ruleset: str, seats: int, seed: int, mischief: float = 0.0, **params: Any) -> None:
        self.random = Random(seed)
        self.mischief = mischief
        self.opening = {"first_dealer": self.random.randrange(seats), "params": params}
        self.ruleset, self.seats = ruleset, seats
        self.table = Table(ruleset, seats, **self.opening)
        self.log: list[dict[str, Any]] = []

    @property
    def state(self) -> S:
        state = self.table.match.state
        assert isinstance(state, self.of)
        return state

    def step(self) -> None:
        """One more event."""
        raise NotImplementedError

    def any_event(self) -> dict[str, Any]:
        """An event that may happen at a table, whether legal or not."""
        raise NotImplementedError

    def open(self) -> bool:
        return self.table.match.ledger.status == "open"

    def say(self, event: dict[str, Any]) -> None:
        """Appends an event. The log keeps it as it was stored, whole."""
        match = self.table.match
        whole = msgspec.to_builtins(match.complete(match.codec.read(json.dumps(event).encode()), lambda: "seed"))
        self.table.tell(whole)
        self.log.append(whole)

    def misbehave(self) -> bool:
        """Tries an event of any kind. Returns True if the table could hold it."""
        try:
            self.say(self.any_event())
        except ServiceRefusal:
            return False
        return True

    def run(self, most: int = 400) -> Self:
        """Plays on until the match is over, or up to a number of events."""
        while self.open() and len(self.log) < most:
            self.step()
        return self

    def go(self, steps: int) -> bool:
        """Takes a number of steps, or fewer at the end. Returns True if a card is to be played now."""
        for _ in range(steps):
            if self.open():
                self.step()
        return self.open() and self.table.match.phase == "play"

    def again(self, *, hands: bool) -> Table:
        """Plays the same log at a new table, with the hands or without."""
        table = Table(self.ruleset, self.seats, **self.opening)
        for event in self.log:
            table.tell(event if hands else unseen(event))
        return table


def unseen(event: dict[str, Any]) -> dict[str, Any]:
    """The event as a recorder without sight of a hand enters it."""
    if event["type"] != "deal":
        return event
    return {key: value for key, value in event.items() if key in {"type", "dealer", "table"}}


def all_of(places: Iterable[int]) -> int:
    """All cards of these places as one mask. Fails if a card lies in two of them."""
    masks = [*places]
    union = reduce(or_, masks, 0)
    assert sum(masks) == union, "a card lies in two places"
    return union

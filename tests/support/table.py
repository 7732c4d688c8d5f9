"""A table for tests: a match without a log, with events in JSON words."""

import json
from typing import Any

import msgspec
from msgspec import UNSET

from referee.errors import ServiceRefusal
from referee.match import shuffle_commitments
from referee.match.aggregate import Match
from referee.match.events import Event, Opening, SeatTaken
from referee.match.facts import Fact
from referee.match.state import ALL


class Table:
    """One match in memory. `past` keeps every version, so that `retract` works."""

    def __init__(self, ruleset: str, seats: int, **opening: Any) -> None:
        sitting = tuple(SeatTaken(f"player-{seat}") for seat in range(seats))
        opening.setdefault("params", {})
        self.match = Match("match", Opening(ruleset=ruleset, seats=sitting, **opening))
        self.past = [self.match.copy()]
        self.facts: list[tuple[int, Fact]] = []
        self.events: list[Event] = []

    def say(self, type_: str, **fields: Any) -> list[Fact]:
        """Appends an event and returns its facts. Raises ServiceRefusal, and changes nothing then."""
        return self.tell({"type": type_, **fields})

    def tell(self, event: dict[str, Any]) -> list[Fact]:
        """Appends an event in the form in which JSON gives it."""
        return self.tell_as(event, ALL)

    def tell_as(self, event: dict[str, Any], visible: int) -> list[Fact]:
        """Appends an event on behalf of a reader that sees the hands in `visible`."""
        work = self.match.copy()
        read = work.codec.read(json.dumps(event).encode())
        complete = work.complete(read, lambda: "seed")
        facts = list(work.decide(complete, lambda version: self.past[version - 1], visible))
        work.commitment = shuffle_commitments.after(work.commitment, complete, work.version)
        self.match = work
        self.past.append(work.copy())
        self.events.append(complete)
        self.facts += [(work.version, fact) for fact in facts]
        return facts

    def refusal(self, type_: str, **fields: Any) -> ServiceRefusal:
        """The refusal of an event. Fails if it is taken, or if anything has changed."""
        before = self.view()
        try:
            self.say(type_, **fields)
        except ServiceRefusal as refused:
            assert self.view() == before
            return refused
        raise AssertionError(f"{type_} {fields} was taken")

    def plays(self, *cards: str, first: int | None = None) -> None:
        """Lays these cards, each by the seat to play. `first` plays if that seat is unknown."""
        for card in cards:
            seat = self.match.state.turn if self.match.state.turn is not None else first
            self.say("play", seat=seat, card=card)

    def confirm(self, *sides: int) -> list[Fact]:
        """Confirms the awaited hand, for these sides or else for all that are missing. Returns the facts of the last."""
        waiting = self.match.ledger.closing
        facts: list[Fact] = []
        if waiting is not UNSET:
            for side in sides or waiting.missing:
                facts = self.say("confirm", side=side, hand=waiting.hand)
        return facts

    def view(self, visible: int = -1) -> dict[str, Any]:
        """The view as JSON gives it."""
        view: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self.match.view(visible)))
        return view

    def legal(self, visible: int = -1) -> list[dict[str, Any]]:
        """The legal events as JSON gives them."""
        legal: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(self.match.legal(visible)))
        return legal

    def moves(self, visible: int = -1) -> list[dict[str, Any]]:
        """The legal events that move a hand on by its cards, without its figures and without words about a card."""
        return [event for event in self.legal(visible) if event["type"] not in ("count", "announce")]

    def proven_infractions(self) -> list[tuple[str, int, int, int]]:
        """The proven infractions: rule, seat, version, version of the proof."""
        proofs = [i for i in self.match.ledger.infractions if i.status == "proven"]
        return sorted((i.code, i.seat, i.version, i.proven_at or 0) for i in proofs)

"""Matches of any game that break rules now and then, and their logs as one who sees some of the hands records them."""

from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from referee.errors import ServiceRefusal
from referee.games.corona.facts import IncomeTurned
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry
from referee.match.state import ALL
from tests.support.grown import Grown
from tests.support.logged import LoggedTable

Json = dict[str, Any]


class Loose(Grown):
    """A match in which a card of the hand is laid now and then whether it is legal or not."""

    def __init__(self, ruleset: str, seats: int, seed: int, irregular: float) -> None:
        LoggedTable.__init__(self, ruleset, seats)
        self.chance = Random(f"{ruleset} {seats} {seed}")
        self.irregular = irregular

    def next(self) -> Json:
        event = super().next()
        if "card" not in event or "seat" not in event or self.chance.random() >= self.irregular:
            return event
        hand_cards = self.match.state.pack.cards(self.match.state.knowledge.known_cards[event["seat"]])
        other = {**event, "card": self.chance.choice(hand_cards)}
        return other if self.is_possible(other) else event

    def is_possible(self, event: Json) -> bool:
        """True if the event would be stored."""
        work = self.match.copy()
        try:
            list(work.decide(work.codec.read(msgspec.json.encode(event)), lambda version: self.past[version - 1]))
        except ServiceRefusal:
            return False
        return True


def log_seen(table: Grown, visible: int) -> LoggedTable:
    """The match as such a log has it, up to the first event of which it would have to tell more."""
    log = LoggedTable(table.match.rules.id, table.match.state.seats)
    with suppress(ServiceRefusal):
        for entry in table.entries[1:]:
            for event in event_shown(table.match, entry, visible):
                log.tell(event)
    return log


def event_shown(match: Match, entry: AnyEntry, visible: int) -> list[Json]:
    """The event in such a log; a deal that is not all seen was dealt by a person, after the packs were shown.

    A card that is turned up by its event is named in it.
    """
    event, whole = entry.event, msgspec.to_builtins(entry.event)
    if visible == ALL:
        return [whole]
    fields = msgspec.to_builtins(match.redact(event, visible))
    fields = {name: value for name, value in fields.items() if name not in ("seed", "shuffle")}
    cards_turned = [fact.card for fact in entry.facts if isinstance(fact, IncomeTurned)]
    if cards_turned:
        fields["card"] = cards_turned[0]
    bottoms = [pack[-1] for pack in whole.get("packs") or ()]
    return [{"type": "start", "shown": [bottoms]}, fields] if bottoms else [fields]

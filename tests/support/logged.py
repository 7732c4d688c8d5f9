"""A test table that keeps the log of its match: entries as they are stored, and the match folded from them."""

import json
from typing import Any

import msgspec

from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, decode
from referee.match.facts import Fact
from referee.match.redaction import visible_line
from referee.match.registry import tag
from tests.support.table import Table

AT = "2026-01-01T12:00:00.000Z"


class LoggedTable(Table):
    """Makes every event an entry, by way of JSON, recorded at the time `at`."""

    at = AT

    def __init__(self, ruleset: str, seats: int, **opening: Any) -> None:
        super().__init__(ruleset, seats, **opening)
        self.entries: list[AnyEntry] = []
        self._store(self.match.record(self.match.opening, (), self.at, "referee"))

    def _store(self, entry: AnyEntry) -> None:
        self.entries.append(decode(msgspec.json.encode(entry), tag(type(entry.event)), self.match.rules.id))

    def tell(self, event: dict[str, Any]) -> list[Fact]:
        work = self.match.copy()
        read = work.codec.read(json.dumps(event).encode())
        whole = work.complete(read, lambda: "seed")
        facts = list(work.decide(whole, lambda version: self.past[version - 1]))
        self._store(work.record(whole, facts, self.at, "referee"))
        self.match = work
        self.past.append(work.copy())
        self.events.append(whole)
        self.facts += [(work.version, fact) for fact in facts]
        return facts

    def fold(self) -> Match:
        """The match as its log alone gives it."""
        return Match.fold("match", self.entries)

    def lines(self, visible: int) -> list[dict[str, Any]]:
        """The log for a reader of these hands in a hand in progress."""
        return [msgspec.json.decode(msgspec.json.encode(visible_line(self.match, e, visible))) for e in self.entries]


def state(match: Match) -> dict[str, Any]:
    """The whole state of a match, in plain values, so that two ways to it can be compared."""
    game = match.state
    fields = {field: getattr(game, field) for field in game.FIELDS if field not in {"ledger", "authors"}}
    authors = bytes(game.authors).rstrip(b"\0")
    return {"version": match.version, "ledger": match.ledger.copy(), "authors": authors, **_plain(fields)}


def _plain(value: Any) -> Any:
    """A value with lists and tuples as copies, and with objects as their slots if they have no equality of their own."""
    match value:
        case list():
            return [_plain(item) for item in value]
        case tuple():
            return tuple(_plain(item) for item in value)
        case dict():
            return {key: _plain(item) for key, item in value.items()}
    slots = [slot for base in type(value).__mro__ for slot in getattr(base, "__slots__", ())]
    if not slots or isinstance(value, msgspec.Struct):
        return value
    return {slot: _plain(getattr(value, slot)) for slot in slots}

"""A match as one of its readers could record it: what this reader is told rests on nothing else.

Infractions are shown at the end of the hand. So until then a reader must be told the same as if the log held only the part of
each event that this reader sees.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from referee.errors import Forbidden, ServiceRefusal
from referee.match.aggregate import Match
from referee.match.entries import chain
from referee.match.events import Event, Note
from referee.match.facts import Fact
from referee.match.judge.players import require_own_knowledge
from referee.match.redaction import shown_facts, visible_line
from referee.match.state import ALL
from tests.support.table import Table

Line = dict[str, Any]
AT = "2026-01-01T12:00:00.000Z"
OF_LOG = ("version", "facts", "short_now", "public")
"""Fields of a line that its event does not have."""


def mask_of(seats: Iterable[int]) -> int:
    """The hands of these seats as a bit mask."""
    return sum(1 << seat for seat in seats)


class ReadersMatch:
    """The match of a table, for a reader of the hands in `visible`, beside the match that this reader could record.

    `own`: the second. It is None from an event on by which everyone sees that the log knows more, as by hands of other sizes,
    until the hand is over. `past`: `own` at each version. `apart`: the differences in the facts of events so far.
    """

    def __init__(self, table: Table, visible: int) -> None:
        self.table = table
        self.visible = visible
        self.own: Match | None = table.match.copy()
        self.past: list[Match | None] = [self.own]
        self.apart: list[str] = []

    def follow(self, line: Line | None) -> None:
        """Reads this reader's part of the last event of the table; None if there is none."""
        match, before = self.table.match, self.past[-1]
        is_back = line is not None and line["type"] == "retract"
        if match.ledger.hidden_from is None:
            self._require_all_told()
            self.own = match.copy()
        elif is_back or before is not None:
            self.own = self._after(before or match, line)
        else:
            self.own = None
        self.past.append(self.own)

    def restart(self) -> None:
        """Gives the reader's match all that the table's match holds now."""
        self.own = self.past[-1] = self.table.match.copy()

    def _after(self, before: Match, line: Line | None) -> Match | None:
        """The reader's match after this event."""
        match, work = self.table.match, before.copy()
        work.version = match.version
        if line is None:
            return work
        if line["type"] == "retract" and self.past[line["to"] - 1] is None:
            return None
        work.version -= 1
        fields = {name: value for name, value in line.items() if name not in OF_LOG}
        facts = work.decide(read(work, fields), self._then)
        if _course(work) != _course(match):
            return None
        whole = [fact for version, fact in self.table.facts if version == match.version]
        self.apart += _differing("facts", self._facts_shown(match, whole), self._facts_shown(work, facts))
        return work

    def _then(self, version: int) -> Match:
        then = self.past[version - 1]
        assert then is not None
        return then

    def _facts_shown(self, match: Match, facts: Sequence[Fact]) -> list[Fact]:
        """The facts of the last event for this reader."""
        return [*shown_facts(match, chain(b"", match.version, Note("-"), (), AT, "referee"), facts, self.visible)]

    def _require_all_told(self) -> None:
        """With the end of a hand its infractions and claims are told to every reader."""
        match, ledger = self.table.match, self.table.match.ledger
        assert match.infractions(self.visible) == ledger.infractions
        assert match.claims(self.visible) == ledger.claims

    def differences(self) -> list[str]:
        """The differences between all that this reader is told, and what the reader's own log tells."""
        match, own, visible = self.table.match, self.own, self.visible
        if match.ledger.hidden_from is None or own is None:
            return self.apart
        views = _differing("view", match.view(visible), own.view(visible))
        return [*self.apart, *views, *_differing("legal", match.legal(visible), own.legal(visible))]

    def answers_apart(self, requests: Iterable[Line]) -> list[str]:
        """The requests of this reader, a player, that the two matches answer differently."""
        if self.own is None:
            return []
        answers = [
            (request, self._answer(self.table.match, request), self._answer(self.own, request)) for request in requests
        ]
        return [f"{request}: {here} but {there}" for request, here, there in answers if here and here != there]

    def _answer(self, match: Match, request: Line) -> Any:
        """The entry for this reader, or the words of the refusal; None if a request is left to the referee."""
        event, work = read(match, request), match.copy()
        try:
            require_own_knowledge(self.table.match.state, event, self.visible)
            facts = work.decide(event, lambda version: match, self.visible)
        except Forbidden:
            return None
        except ServiceRefusal as refusal:
            return refusal.code, refusal.rule, refusal.seat, refusal.text, msgspec.to_builtins(refusal.extra)
        if work.ledger.hidden_from is None:
            return "the end of the hand"
        return visible_line(work, chain(b"", work.version, event, tuple(facts), AT, "player"), self.visible) | {
            "hash": None
        }


def read(match: Match, event: Line) -> Event:
    """An event in the words of JSON, completed by the rules."""
    return match.complete(match.codec.read(json.dumps(event).encode()), lambda: "seed")


def _course(match: Match) -> tuple[Any, ...]:
    """Everything by which a match goes on that everyone at the table sees."""
    return match.version, match.phase, match.turn(ALL), match.state.hand, match.state.knowledge.size


def _differing(part: str, answer: Any, own: Any) -> list[str]:
    """The parts of two answers that differ."""
    here, there = msgspec.to_builtins(answer), msgspec.to_builtins(own)
    if isinstance(here, dict):
        return [f"{part}.{key}: {here[key]} but {there[key]}" for key in here if here[key] != there[key]]
    return (
        []
        if here == there
        else [f"{part}: {[o for o in here if o not in there]} but {[o for o in there if o not in here]}"]
    )

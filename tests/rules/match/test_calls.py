"""Calls for the referee: the open ones, their fate after later changes of the match, and the same from a record."""

import msgspec
import pytest

from referee.errors import Impossible
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry
from referee.match.events import Note, Opening, Retract, SeatTaken

AT = "2026-05-01T17:00:00.000Z"
CALL = Note("aquí", "call", 1)


class MatchLog:
    """A match and its entries, in the form of a log."""

    def __init__(self) -> None:
        self.match = Match(
            "m", Opening("hearts.castillar", (SeatTaken("a"), SeatTaken("b")), {}, match="m", first_dealer=0)
        )
        self.entries: list[AnyEntry] = [self.match.record(self.match.opening, (), AT, "organizer:1")]

    def tell(self, *events: Note | Retract) -> None:
        for event in events:
            facts = self.match.decide(event, lambda version: Match.fold("m", self.entries[:version]))
            self.entries.append(self.match.record(event, facts, AT, "organizer:1"))


def test_a_call_waits_until_it_is_answered() -> None:
    log = MatchLog()
    log.tell(CALL, Note("mesa 3"), Note("y aquí", "call", 0), Note("voy", "answered", call=2))
    assert log.match.calls == {4: 0}
    log.tell(Note("voy", "answered"))
    assert log.match.calls == {}


def test_calls_fold_as_they_were_told_and_no_retract_takes_them_back() -> None:
    log = MatchLog()
    log.tell(CALL, Retract(1, "otra mesa"))
    for match in (log.match, log.match.copy(), Match.fold("m", log.entries)):
        assert match.calls == {2: 1}
        with pytest.raises(Impossible, match="version 2"):
            match.decide(CALL, _never)


def _never(version: int) -> Match:
    raise AssertionError(version)


def test_a_copy_has_calls_of_its_own() -> None:
    log = MatchLog()
    twin = log.match.copy()
    log.tell(CALL)
    assert (log.match.calls, twin.calls) == ({2: 1}, {})


def test_a_note_of_before_is_stored_as_it_was() -> None:
    assert msgspec.json.encode(Note("mesa 3")) == b'{"type":"note","text":"mesa 3"}'

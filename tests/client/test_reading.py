"""Stored entries of every kind are read by the client, and so are entries that a newer service may send."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.client import LogEntry, UnknownEvent, UnknownFact, reading
from referee.client.failures import refusal_of
from referee.match.choice import Choice
from referee.match.entries import CONFIRMS, line
from referee.match.events import Note
from referee.match.registry import rulesets
from tests.support import stored

MATCHES = [file for kind in rulesets() for file in stored.files(kind)]


def line_of(entry: LogEntry) -> dict[str, Any]:
    """The line that an entry was read from."""
    own = as_json(entry.event)
    if "version" in own:
        own[CONFIRMS] = own.pop("version")
    stored_with = {"version": entry.version, "recorded_at": entry.recorded_at, "recorded_by": entry.recorded_by}
    return {**own, **stored_with, "facts": as_json(entry.facts), "hash": entry.hash}


def as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("file", MATCHES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_stored_line_is_read_whole(file: Path) -> None:
    for entry in stored.entries(file):
        stored_line = as_json(line(entry))
        assert line_of(reading.entry(stored_line, file.parent.name)) == stored_line


NEWER = {
    "type": "note",
    "text": "hola",
    "colour": "red",
    "version": 2,
    "recorded_at": "2030-01-01T00:00:00Z",
    "recorded_by": "referee",
    "facts": [{"fact": "applauded", "seat": 1}],
    "hash": None,
    "signature": "x",
}


def test_what_a_newer_service_adds_is_passed_by() -> None:
    entry = reading.entry(NEWER, "guinote")
    assert entry.event == Note("hola")
    assert entry.facts == (UnknownFact("applauded", {"fact": "applauded", "seat": 1}),)
    novel = reading.entry(NEWER | {"type": "toast"}, "guinote").event
    assert isinstance(novel, UnknownEvent)
    assert novel.type == "toast"


def test_a_choice_that_is_new_is_kept_as_it_came() -> None:
    body = b'{"version": 1, "turn": 0, "events": [{"type": "wish", "seat": 0, "choose": {"star": 3}}]}'
    (move,) = reading.legal(body, "guinote").events
    assert not isinstance(move, Choice)
    assert isinstance(move, UnknownEvent)


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b"\xff", b'{"code": 3}'])
def test_an_answer_that_is_no_problem_document_is_refused_by_its_status(body: bytes) -> None:
    assert refusal_of(504, body).status == 504

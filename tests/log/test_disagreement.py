"""Two servers that both act as the primary: one of them refuses a write, and another does not know of it.

This lasts for seconds when a primary gives its place away or comes back from a pause; the pool then has connections to both.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError

from referee.errors import ServiceRefusal, Unavailable
from referee.log.postgres import recorder as recorder_module
from referee.log.records import Commit, Record, Write
from referee.matches.append import Append
from referee.matches.commands import MatchCommands
from referee.matches.opening import OpenMatch, Sitting
from tests.support.processes import processes

pytestmark = pytest.mark.postgres
NOTE = json.dumps({"type": "note", "text": "mesa 3"}).encode()
OPENING = OpenMatch("hearts.castillar", (Sitting(name="Ana"), Sitting(name="Beto")), first_dealer=0)


@pytest.fixture
def service(postgres_database: str) -> Any:
    with processes(postgres_database, lambda: lambda: "2026-05-01T10:00:00.000Z") as another:
        yield another()


@pytest.fixture
def match(service: MatchCommands, monkeypatch: pytest.MonkeyPatch) -> str:
    """A match; from here on no writer waits between two tries."""
    monkeypatch.setattr(recorder_module, "PAUSE_SECONDS", 0.0)
    return service.open_match(OPENING, "organizer").match.id


def former_primary(service: MatchCommands, monkeypatch: pytest.MonkeyPatch, times: float) -> None:
    """The next so many inserts meet a server that has at that version an entry that no other server has."""
    insert = service.log.recorder.insert_events
    left = [times]

    def inserting(records: Sequence[Record], **options: Any) -> Any:
        left[0] -= 1
        if left[0] >= 0:
            raise IntegrityError("duplicate key value violates unique constraint")
        return insert(records, **options)

    monkeypatch.setattr(service.log.recorder, "insert_events", inserting)


def opening(service: MatchCommands, _: str) -> int:
    return service.open_match(OPENING, "organizer").match.version


def opening_with_a_key(service: MatchCommands, _: str) -> int:
    return service.open_match(OPENING, "organizer", ("k", "digest")).match.version


def appending(service: MatchCommands, match: str) -> int:
    return service.append(Append(match, [NOTE], "organizer")).match.version - 1


COMMANDS = [opening, opening_with_a_key, appending]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_a_refusal_of_a_former_primary_is_tried_again(
    service: MatchCommands, match: str, command: Callable[[MatchCommands, str], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    former_primary(service, monkeypatch, 3)
    assert command(service, match) == 1


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_who_meets_nobody_else_is_told_that_the_database_is_unavailable(
    service: MatchCommands, match: str, command: Callable[[MatchCommands, str], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder_module, "PATIENCE_SECONDS", 0.0)
    former_primary(service, monkeypatch, float("inf"))
    with pytest.raises(Unavailable) as error:
        command(service, match)
    assert error.value.stored == "no"
    assert service.match(match).version == 1


def test_a_clash_that_nobody_else_made_is_no_failure_of_the_service(
    service: MatchCommands, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one server has seen another writer's entry, and the other, which is read, has not."""
    former_primary(service, monkeypatch, float("inf"))
    monkeypatch.setattr(service.log.recorder, "is_taken", lambda records: True)
    with pytest.raises((Unavailable, ServiceRefusal)) as error:
        service.append(Append(match, [NOTE], "organizer"))
    assert isinstance(error.value, Unavailable)
    assert error.value.stored == "no"


def test_a_write_is_found_where_it_was_refused(service: MatchCommands, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection to another server, which may not have it, is not asked."""
    record = Record("somewhere", 1, "note", b'{"text":"a","write":"mark"}')
    recorder = service.log.recorder
    [position] = recorder.insert_events([record], commit=Commit([Write([record])])) or ()

    def nobody(*_: Any) -> Any:
        raise AssertionError("another connection was asked")

    monkeypatch.setattr(recorder, "select_events", nobody)
    assert recorder.insert_events([record], commit=Commit([Write([record])], is_sent=True)) == [position]
    with pytest.raises(IntegrityError):
        recorder.insert_events([record], commit=Commit([Write([record])]))
    other = Record("somewhere", 1, "note", b'{"text":"a","write":"another"}')
    with pytest.raises(IntegrityError):
        recorder.insert_events([other], commit=Commit([Write([other])], is_sent=True))

"""Calls for the referee: the caller, the time and the table of each, and its answer."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, String, select

from projections.championships import FIXTURES
from projections.matches import MATCHES
from projections.projection import Past, Projection
from projections.rows import Batch, Id, Position, RowTable, Time
from projections.void import is_void
from referee.followers.feed import LogRecord
from referee.match.events import Note
from referee.match.registry import tag

NOTE = tag(Note)
MARK = b'"kind"'
"""A part of the stored entry of a call or an answer. No other note has it."""


class CallRow(Struct, frozen=True):
    """A call, event `version` of a match; `player` sits at the seat that calls, null if the seat is unknown."""

    match: Id
    version: int
    place: Position
    seat: int | None
    player: Id | None
    text: str
    called_at: Time
    called_by: Annotated[str, String(100)]
    answered_version: int | None = None
    answered_at: Time | None = None
    answered_by: Annotated[str, String(100)] | None = None


CALLS = RowTable(CallRow, "referee_call", key=2, index=("called_at",), unique=("place",))


class _Note(Struct):
    text: str
    kind: Literal["call", "answered"] | None = None
    seat: int | None = None
    call: int | None = None


class _NoteEntry(Struct):
    recorded_at: str
    recorded_by: str
    event: _Note


_entry = msgspec.json.Decoder(_NoteEntry)


class TableCall(Struct, frozen=True):
    """A call with the table and the fixture of its match."""

    call: CallRow
    table: str | None
    fixture: str | None


def take(batch: Batch, records: Sequence[LogRecord], past: Past) -> None:
    """Brings records of the log into the list of calls."""
    call_records = [record for record in records if record.topic == NOTE and MARK in record.state]
    batch.load(CALLS, dict.fromkeys(str(record.originator_id) for record in call_records))
    for record in call_records:
        match, entry = str(record.originator_id), _entry.decode(bytes(record.state))
        note, at, by = entry.event, entry.recorded_at, entry.recorded_by
        if note.kind == "call":
            player = None if note.seat is None else past.seats(match, record.originator_version)[note.seat]
            row = CallRow(match, record.originator_version, record.id, note.seat, player, note.text, at, by)
            batch.put(CALLS, row)
        elif note.kind == "answered":
            waiting = [row for row in batch.rows(CALLS, match) if row.answered_version is None]
            for row in waiting:
                if note.call in (None, row.version):
                    answer = record.originator_version
                    batch.put(CALLS, replace(row, answered_version=answer, answered_at=at, answered_by=by))


PROJECTION = Projection("calls", (CALLS,), take)


def find(
    connection: Connection,
    championship: str,
    *,
    is_answered: bool | None = None,
    before: int | None = None,
    limit: int = 50,
) -> tuple[list[TableCall], int | None]:
    """Returns a page of the calls of a championship's matches, latest first, and its end if there are more.

    The page starts before `before`. Calls of matches that do not count any more are left out of the unanswered ones.
    """
    here = select(FIXTURES.c.id).where(FIXTURES.c.championship == championship)
    matches_here = select(MATCHES.c.id).where(MATCHES.c.fixture.in_(here))
    query = select(CALLS.table).where(CALLS.c.match.in_(matches_here)).order_by(CALLS.c.place.desc())
    if is_answered is not None:
        query = query.where(CALLS.c.answered_at.is_not(None) if is_answered else CALLS.c.answered_at.is_(None))
    if is_answered is False:
        query = query.where(~is_void(CALLS.c.match))
    if before is not None:
        query = query.where(CALLS.c.place < before)
    rows = [CALLS.of(row) for row in connection.execute(query.limit(limit + 1))]
    page = rows[:limit]
    matches_of_page = select(MATCHES.table).where(MATCHES.c.id.in_([row.match for row in page]))
    matches = {row.id: row for row in map(MATCHES.of, connection.execute(matches_of_page))}
    items = [TableCall(row, matches[row.match].place, matches[row.match].fixture) for row in page]
    return items, page[-1].place if len(rows) > limit else None

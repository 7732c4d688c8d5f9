"""Calls for the referee: who called, when, at which table, and who came."""

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
from referee.follow.feed import LogRecord
from referee.match.registry import tag
from referee.match.vocabulary import Note

NOTE = tag(Note)
MARK = b'"kind"'
"""What no other note has in its stored entry."""


class CallRow(Struct, frozen=True):
    """A call, event `version` of a match; `player` sits at the seat that calls, where that is known."""

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
    """A call with the match that it came from: where it is played, and for which fixture."""

    call: CallRow
    table: str | None
    fixture: str | None


def take(batch: Batch, records: Sequence[LogRecord], past: Past) -> None:
    """Brings records of the log into the list of calls."""
    told = [record for record in records if record.topic == NOTE and MARK in record.state]
    batch.load(CALLS, dict.fromkeys(str(record.originator_id) for record in told))
    for record in told:
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
    answered: bool | None = None,
    before: int | None = None,
    limit: int = 50,
) -> tuple[list[TableCall], int | None]:
    """The calls of a championship's matches, latest first; `before` goes on where the last page ended, which comes second.

    Nobody waits for an answer at a match that counts no more.
    """
    here = select(FIXTURES.c.id).where(FIXTURES.c.championship == championship)
    played = select(MATCHES.c.id).where(MATCHES.c.fixture.in_(here))
    query = select(CALLS.table).where(CALLS.c.match.in_(played)).order_by(CALLS.c.place.desc())
    if answered is not None:
        query = query.where(CALLS.c.answered_at.is_not(None) if answered else CALLS.c.answered_at.is_(None))
    if answered is False:
        query = query.where(~is_void(CALLS.c.match))
    if before is not None:
        query = query.where(CALLS.c.place < before)
    rows = [CALLS.of(row) for row in connection.execute(query.limit(limit + 1))]
    page = rows[:limit]
    wanted = select(MATCHES.table).where(MATCHES.c.id.in_([row.match for row in page]))
    matches = {row.id: row for row in map(MATCHES.of, connection.execute(wanted))}
    items = [TableCall(row, matches[row.match].place, matches[row.match].fixture) for row in page]
    return items, page[-1].place if len(rows) > limit else None

"""The match index: every match with its ruleset, status and people."""

from collections.abc import Sequence

import msgspec
from eventsourcing.persistence import Notification
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import BigInteger, Column, Connection, Integer, String, Text, select

from projections.championships import FIXTURES
from projections.projection import Past, Projection
from projections.rows import Batch, Kept

ENDINGS = (b'"match_ended"', b'"match_restated"')
"""The facts that change a match's status, as they stand in a stored entry."""


class ListedMatch(Struct, frozen=True):
    """One match, as lists of matches show it."""

    id: str
    opened_position: int
    ruleset: str
    status: str
    version: int
    place: str | None
    fixture: str | None
    opened_at: str
    changed_at: str


class SeatRow(Struct, frozen=True):
    """Who sits in a match."""

    match: str
    seat: int
    player: str


MATCHES = Kept(
    ListedMatch,
    "match",
    Column("id", String(64), primary_key=True),
    Column("opened_position", BigInteger, nullable=False, unique=True),
    Column("ruleset", String(64), nullable=False, index=True),
    Column("status", String(16), nullable=False, index=True),
    Column("version", Integer, nullable=False),
    Column("place", Text),
    Column("fixture", String(64), index=True),
    Column("opened_at", String(32), nullable=False),
    Column("changed_at", String(32), nullable=False),
)
SEATS = Kept(
    SeatRow,
    "match_seat",
    Column("match", String(64), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(64), nullable=False, index=True),
)


class _Seat(Struct):
    player: str


class _Opening(Struct, tag_field="type", tag="open"):
    ruleset: str
    seats: list[_Seat]
    fixture: str | None = None
    table: str | None = None


class _Opened(Struct):
    recorded_at: str
    event: _Opening


class _Account(Struct):
    status: str


class _StatusFact(Struct):
    fact: str
    abandoned: bool = False
    ledger: _Account | None = None


class _Ending(Struct):
    facts: list[_StatusFact]


class _Recorded(Struct):
    recorded_at: str


_opened = msgspec.json.Decoder(_Opened)
_ending = msgspec.json.Decoder(_Ending)
_recorded = msgspec.json.Decoder(_Recorded)


class MatchSummary(Struct, frozen=True):
    """A match in a list."""

    id: str
    ruleset: str
    status: str
    version: int
    players: list[str]
    table: str | None
    fixture: str | None
    opened_at: str
    changed_at: str


def take(batch: Batch, records: Sequence[Notification], past: Past) -> None:
    """Brings records of the log into the index."""
    last = {id_: record for record in records if ":" not in (id_ := str(record.originator_id))}
    batch.load(MATCHES, last)
    for record in records:
        if record.topic == "open":
            _open(batch, record)
        elif any(word in record.state for word in ENDINGS):
            _restate(batch, record)
    for id_, record in last.items():
        row = batch.get(MATCHES, id_)
        if row is not None:
            at = _recorded.decode(bytes(record.state)).recorded_at
            batch.put(MATCHES, replace(row, version=record.originator_version, changed_at=at))


def _open(batch: Batch, record: Notification) -> None:
    id_, opened = str(record.originator_id), _opened.decode(bytes(record.state))
    batch.put(
        MATCHES,
        ListedMatch(
            id=id_,
            opened_position=record.id,
            ruleset=opened.event.ruleset,
            status="open",
            version=1,
            place=opened.event.table,
            fixture=opened.event.fixture,
            opened_at=opened.recorded_at,
            changed_at=opened.recorded_at,
        ),
    )
    batch.set(SEATS, id_, (SeatRow(id_, seat, taken.player) for seat, taken in enumerate(opened.event.seats)))


def _restate(batch: Batch, record: Notification) -> None:
    row = batch.get(MATCHES, str(record.originator_id))
    for fact in _ending.decode(bytes(record.state)).facts if row else ():
        if row and fact.fact == "match_ended":
            row = replace(row, status="abandoned" if fact.abandoned else "finished")
        elif row and fact.fact == "match_restated" and fact.ledger:
            row = replace(row, status=fact.ledger.status)
    if row:
        batch.put(MATCHES, row)


PROJECTION = Projection("matches", (MATCHES, SEATS), take)


def find(
    connection: Connection,
    *,
    ruleset: str | None = None,
    status: str | None = None,
    player: str | None = None,
    contest: str | None = None,
    before: int | None = None,
    limit: int = 50,
) -> tuple[list[MatchSummary], int | None]:
    """Matches, newest first; `before` goes on where the last page ended, which its second value says."""
    query = select(MATCHES.table).order_by(MATCHES.c.opened_position.desc()).limit(limit + 1)
    if ruleset is not None:
        query = query.where(MATCHES.c.ruleset == ruleset)
    if status is not None:
        query = query.where(MATCHES.c.status == status)
    if player is not None:
        query = query.where(MATCHES.c.id.in_(select(SEATS.c.match).where(SEATS.c.player == player)))
    if contest is not None:
        query = query.where(MATCHES.c.fixture.in_(select(FIXTURES.c.id).where(FIXTURES.c.contest == contest)))
    if before is not None:
        query = query.where(MATCHES.c.opened_position < before)
    rows = [MATCHES.of(row) for row in connection.execute(query)]
    page, more = rows[:limit], len(rows) > limit
    seats: dict[str, list[str]] = {row.id: [] for row in page}
    taken = select(SEATS.table).where(SEATS.c.match.in_(list(seats))).order_by(SEATS.c.match, SEATS.c.seat)
    for seat in map(SEATS.of, connection.execute(taken)):
        seats[seat.match].append(seat.player)
    found = [_summary(row, seats[row.id]) for row in page]
    return found, page[-1].opened_position if more else None


def _summary(row: ListedMatch, players: list[str]) -> MatchSummary:
    return MatchSummary(
        row.id,
        row.ruleset,
        row.status,
        row.version,
        players,
        row.place,
        row.fixture,
        row.opened_at,
        row.changed_at,
    )

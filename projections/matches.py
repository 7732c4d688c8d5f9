"""The match index: every match with its ruleset, status and people."""

import msgspec
from eventsourcing.persistence import Notification
from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from projections.championships import FixtureRow
from projections.models import MatchRow, SeatRow

NAME = "matches"
TABLES = (MatchRow, SeatRow)


class _Seat(msgspec.Struct):
    player: str


class _Opening(msgspec.Struct, tag_field="type", tag="open"):
    ruleset: str
    seats: list[_Seat]
    fixture: str | None = None
    table: str | None = None


class _Opened(msgspec.Struct):
    recorded_at: str
    event: _Opening


class _Account(msgspec.Struct):
    status: str


class _StatusFact(msgspec.Struct):
    fact: str
    abandoned: bool = False
    ledger: _Account | None = None


class _Entry(msgspec.Struct):
    recorded_at: str
    facts: list[_StatusFact]


_opened = msgspec.json.Decoder(_Opened)
_entry = msgspec.json.Decoder(_Entry)


class MatchSummary(msgspec.Struct, frozen=True):
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


def project(session: Session, record: Notification) -> None:
    """Takes one record of the log into the index."""
    id_ = str(record.originator_id)
    if record.topic == "open":
        _open(session, id_, record)
        return
    row = session.get(MatchRow, id_)
    if row is None:
        return
    entry = _entry.decode(bytes(record.state))
    row.version = record.originator_version
    row.changed_at = entry.recorded_at
    for fact in entry.facts:
        if fact.fact == "match_ended":
            row.status = "abandoned" if fact.abandoned else "finished"
        elif fact.fact == "match_restated" and fact.ledger:
            row.status = fact.ledger.status


def _open(session: Session, id_: str, record: Notification) -> None:
    opened = _opened.decode(bytes(record.state))
    session.add(
        MatchRow(
            id=id_,
            opened_position=record.id,
            ruleset=opened.event.ruleset,
            status="open",
            version=1,
            place=opened.event.table,
            fixture=opened.event.fixture,
            opened_at=opened.recorded_at,
            changed_at=opened.recorded_at,
        )
    )
    session.add_all(SeatRow(match=id_, seat=i, player=seat.player) for i, seat in enumerate(opened.event.seats))


def find(
    session: Session,
    *,
    ruleset: str | None = None,
    status: str | None = None,
    player: str | None = None,
    contest: str | None = None,
    before: int | None = None,
    limit: int = 50,
) -> tuple[list[MatchSummary], int | None]:
    """Matches, newest first; `before` goes on where the last page ended, which its second value says."""
    query: Select[MatchRow] = select(MatchRow).order_by(MatchRow.opened_position.desc()).limit(limit + 1)
    if ruleset is not None:
        query = query.where(MatchRow.ruleset == ruleset)
    if status is not None:
        query = query.where(MatchRow.status == status)
    if player is not None:
        query = query.where(MatchRow.id.in_(select(SeatRow.match).where(SeatRow.player == player)))
    if contest is not None:
        query = query.where(MatchRow.fixture.in_(select(FixtureRow.id).where(FixtureRow.contest == contest)))
    if before is not None:
        query = query.where(MatchRow.opened_position < before)
    rows = list(session.scalars(query))
    page, more = rows[:limit], len(rows) > limit
    seats: dict[str, list[str]] = {row.id: [] for row in page}
    taken = select(SeatRow).where(SeatRow.match.in_(list(seats))).order_by(SeatRow.match, SeatRow.seat)
    for seat in session.scalars(taken):
        seats[seat.match].append(seat.player)
    return [_summary(row, seats[row.id]) for row in page], page[-1].opened_position if more else None


def _summary(row: MatchRow, players: list[str]) -> MatchSummary:
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

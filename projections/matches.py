"""The index of matches: each with its ruleset, its status and its people."""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, select

from projections.championships import FIXTURES
from projections.projection import Past, Projection
from projections.rows import Batch, Id, Position, RowTable, Time, Word
from projections.time_order import beyond_cursor
from projections.void import is_void
from referee.followers.feed import LogRecord
from referee.match.facts import MatchEnded, MatchRestated
from referee.match.registry import tag

ENDINGS = frozenset({tag(MatchEnded), tag(MatchRestated)})
"""The facts that change a match's status."""


class ListedMatch(Struct, frozen=True):
    """One match, as lists of matches show it."""

    id: Id
    opened_position: Position
    changed_position: Position
    ruleset: Id
    status: Word
    version: int
    place: str | None
    fixture: Id | None
    opened_at: Time
    changed_at: Time


class SeatRow(Struct, frozen=True):
    """The player at a seat of a match."""

    match: Id
    seat: int
    player: Id


OPENED, CHANGED = ("opened_at", "opened_position"), ("changed_at", "changed_position")
"""The columns by which lists are ordered."""
CHOSEN_BY = ((), ("ruleset",), ("status",), ("ruleset", "status"))
"""Filters that very many matches may meet. Each has an index in the order of lists, so that a page is read without sorting."""
MATCHES = RowTable(
    ListedMatch,
    "match",
    index=(
        "fixture",
        *((*chosen, at, place) for chosen in CHOSEN_BY for at, place in (OPENED, CHANGED)),
    ),
    unique=("opened_position", "changed_position"),
)
SEATS = RowTable(SeatRow, "match_seat", key=2, index=("player",))


class _Seat(Struct):
    player: str


class _Opening(Struct, tag_field="type", tag="open"):
    ruleset: str
    seats: list[_Seat]
    fixture: str | None = None
    table: str | None = None


class _OpeningEntry(Struct):
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


_opening_decoder = msgspec.json.Decoder(_OpeningEntry)
_ending = msgspec.json.Decoder(_Ending)


Order = Literal["newest", "oldest", "changed"]
"""By the time of opening, latest or earliest first; or by the last entry, latest first."""


class MatchFilter(Struct, frozen=True):
    """A filter for lists of matches: a match must meet all conditions given here.

    A match that does not count any more is not `open`, even if its log says so. `since` and `until` are times as the log writes
    them. They are compared with the time of opening, or in the order "changed" with that of the last entry. `player` are the ids
    of one person. `cursor` is the one that came with the page before.
    """

    ruleset: str | None = None
    status: str | None = None
    player: tuple[str, ...] | None = None
    contest: str | None = None
    championship: str | None = None
    since: str | None = None
    until: str | None = None
    order: Order = "newest"
    cursor: int | None = None
    limit: int = 50


def take(batch: Batch, records: Sequence[LogRecord], past: Past) -> None:
    """Brings records of the log into the index."""
    last = {id_: record for record in records if ":" not in (id_ := str(record.originator_id))}
    batch.load(MATCHES, last)
    for record in records:
        if record.topic == "open":
            _open(batch, record)
        elif record.topic == "seats":
            _sit(batch, record, past)
        elif not ENDINGS.isdisjoint(record.head.facts):
            _restate(batch, record)
            if record.topic == "retract":
                _sit(batch, record, past)
    for id_, record in last.items():
        row = batch.get(MATCHES, id_)
        if row is not None:
            at = record.head.recorded_at
            changed_row = replace(row, version=record.originator_version, changed_position=record.id, changed_at=at)
            batch.put(MATCHES, changed_row)


def _open(batch: Batch, record: LogRecord) -> None:
    id_, opening = str(record.originator_id), _opening_decoder.decode(bytes(record.state))
    batch.put(
        MATCHES,
        ListedMatch(
            id=id_,
            opened_position=record.id,
            changed_position=record.id,
            ruleset=opening.event.ruleset,
            status="open",
            version=1,
            place=opening.event.table,
            fixture=opening.event.fixture,
            opened_at=opening.recorded_at,
            changed_at=opening.recorded_at,
        ),
    )
    batch.set(SEATS, id_, (SeatRow(id_, seat, one.player) for seat, one in enumerate(opening.event.seats)))


def _sit(batch: Batch, record: LogRecord, past: Past) -> None:
    """Stores the people in the seats of a match after an event that changes them, or takes such a change back."""
    match = str(record.originator_id)
    players = past.seats(match, record.originator_version)
    batch.set(SEATS, match, (SeatRow(match, seat, player) for seat, player in enumerate(players)))


def _restate(batch: Batch, record: LogRecord) -> None:
    row = batch.get(MATCHES, str(record.originator_id))
    for fact in _ending.decode(bytes(record.state)).facts if row else ():
        if row and fact.fact == "match_ended":
            row = replace(row, status="abandoned" if fact.abandoned else "finished")
        elif row and fact.fact == "match_restated" and fact.ledger:
            row = replace(row, status=fact.ledger.status)
    if row:
        batch.put(MATCHES, row)


PROJECTION = Projection("matches", (MATCHES, SEATS), take)


def find(connection: Connection, filters: MatchFilter) -> tuple[list[tuple[ListedMatch, list[str]]], int | None]:
    """The matches with the ids of their players, in seat order; and the cursor of the next page, None on the last."""
    at, place = (MATCHES.c[name] for name in (CHANGED if filters.order == "changed" else OPENED))
    upwards = filters.order == "oldest"
    order = (at, place) if upwards else (at.desc(), place.desc())
    query = select(MATCHES.table).where(*_conditions(filters)).order_by(*order)
    if filters.cursor is not None:
        query = query.where(beyond_cursor(at, place, filters.cursor, upwards=upwards))
    rows = [MATCHES.of(row) for row in connection.execute(query.limit(filters.limit + 1))]
    page, more = rows[: filters.limit], len(rows) > filters.limit
    last = page[-1] if more else None
    next_cursor = (
        None if last is None else last.changed_position if filters.order == "changed" else last.opened_position
    )
    return _with_seats(connection, page), next_cursor


def of_championship(connection: Connection, championship: str) -> list[tuple[ListedMatch, list[str]]]:
    """All matches of a championship that count, the last opened first, with the ids of their players in seat order."""
    where = (*_conditions(MatchFilter(championship=championship)), ~is_void(MATCHES.c.id))
    query = select(MATCHES.table).where(*where).order_by(MATCHES.c.opened_position.desc())
    return _with_seats(connection, [MATCHES.of(row) for row in connection.execute(query)])


def _with_seats(connection: Connection, rows: Sequence[ListedMatch]) -> list[tuple[ListedMatch, list[str]]]:
    """Adds the ids of the players, in seat order, to matches."""
    seats: dict[str, list[str]] = {row.id: [] for row in rows}
    query = select(SEATS.table).where(SEATS.c.match.in_(list(seats))).order_by(SEATS.c.match, SEATS.c.seat)
    for seat in map(SEATS.of, connection.execute(query)):
        seats[seat.match].append(seat.player)
    return [(row, seats[row.id]) for row in rows]


def of_both(connection: Connection, one: tuple[str, ...], other: tuple[str, ...], most: int = 20) -> list[str]:
    """The ids of matches in which both people sat, each given by all their ids; `most` at most."""
    of_other = select(SEATS.c.match).where(SEATS.c.player.in_(other))
    query = select(SEATS.c.match).where(SEATS.c.player.in_(one), SEATS.c.match.in_(of_other))
    return list(connection.execute(query.distinct().order_by(SEATS.c.match).limit(most)).scalars())


def _conditions(filters: MatchFilter) -> Iterator[ColumnElement[bool]]:
    at = MATCHES.c.changed_at if filters.order == "changed" else MATCHES.c.opened_at
    if filters.ruleset is not None:
        yield MATCHES.c.ruleset == filters.ruleset
    if filters.status is not None:
        yield MATCHES.c.status == filters.status
    if filters.status == "open":
        yield ~is_void(MATCHES.c.id)
    if filters.player is not None:
        yield MATCHES.c.id.in_(select(SEATS.c.match).where(SEATS.c.player.in_(filters.player)))
    if filters.contest is not None:
        yield MATCHES.c.fixture.in_(select(FIXTURES.c.id).where(FIXTURES.c.contest == filters.contest))
    if filters.championship is not None:
        yield MATCHES.c.fixture.in_(select(FIXTURES.c.id).where(FIXTURES.c.championship == filters.championship))
    if filters.since is not None:
        yield at >= filters.since
    if filters.until is not None:
        yield at <= filters.until

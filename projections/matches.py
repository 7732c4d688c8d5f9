"""The match index: every match with its ruleset, status and people."""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Column, ColumnElement, Connection, func, select, tuple_

from projections.championships import FIXTURES
from projections.projection import Past, Projection
from projections.rows import Batch, Id, Position, RowTable, Time, Word
from projections.void import is_void
from referee.follow.feed import LogRecord
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
    """Who sits in a match."""

    match: Id
    seat: int
    player: Id


OPENED, CHANGED = ("opened_at", "opened_position"), ("changed_at", "changed_position")
"""What lists are ordered by."""
CHOSEN_BY = ((), ("ruleset",), ("status",), ("ruleset", "status"))
"""What very many matches may have in common, so that a list of them is read in its order."""
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


_opened = msgspec.json.Decoder(_OpeningEntry)
_ending = msgspec.json.Decoder(_Ending)


Order = Literal["newest", "oldest", "changed"]
"""By when matches were opened, the latest or the earliest first; or by their last entry, the latest first."""


class MatchFilter(Struct, frozen=True):
    """Which matches are asked for: those to which all that is given here applies.

    A match that counts no more is not `open`, whatever its log says. `since` and `until` are times as the log writes them,
    compared with when a match was opened; where the order is "changed", with its last entry. `player` are the ids of one person.
    `cursor` goes on where the page before ended.
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
            now = replace(row, version=record.originator_version, changed_position=record.id, changed_at=at)
            batch.put(MATCHES, now)


def _open(batch: Batch, record: LogRecord) -> None:
    id_, opened = str(record.originator_id), _opened.decode(bytes(record.state))
    batch.put(
        MATCHES,
        ListedMatch(
            id=id_,
            opened_position=record.id,
            changed_position=record.id,
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


def _sit(batch: Batch, record: LogRecord, past: Past) -> None:
    """Who sits in a match from an event on that changes the seats, or goes back to before that."""
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


def find(connection: Connection, chosen: MatchFilter) -> tuple[list[tuple[ListedMatch, list[str]]], int | None]:
    """Matches with the ids of who sits in them, in seat order; and the cursor of the next page, None on the last."""
    at, place = (MATCHES.c[name] for name in (CHANGED if chosen.order == "changed" else OPENED))
    upwards = chosen.order == "oldest"
    order = (at, place) if upwards else (at.desc(), place.desc())
    query = select(MATCHES.table).where(*_conditions(chosen)).order_by(*order)
    if chosen.cursor is not None:
        query = query.where(_after(at, place, chosen.cursor, upwards=upwards))
    rows = [MATCHES.of(row) for row in connection.execute(query.limit(chosen.limit + 1))]
    page, more = rows[: chosen.limit], len(rows) > chosen.limit
    last = page[-1] if more else None
    following = None if last is None else last.changed_position if chosen.order == "changed" else last.opened_position
    return _with_seats(connection, page), following


def _after(at: Column[str], place: Column[int], cursor: int, *, upwards: bool) -> ColumnElement[bool]:
    """What comes after the match at this position, or where it has moved since, after where it was."""
    nearest = select(at).where(place <= cursor).order_by(place.desc()).limit(1).scalar_subquery()
    here = tuple_(func.coalesce(nearest, ""), cursor)
    return tuple_(at, place) > here if upwards else tuple_(at, place) < here


def of_championship(connection: Connection, championship: str) -> list[tuple[ListedMatch, list[str]]]:
    """Every match of a championship that counts, the one opened last first, with the ids of who sits in it."""
    where = (*_conditions(MatchFilter(championship=championship)), ~is_void(MATCHES.c.id))
    query = select(MATCHES.table).where(*where).order_by(MATCHES.c.opened_position.desc())
    return _with_seats(connection, [MATCHES.of(row) for row in connection.execute(query)])


def _with_seats(connection: Connection, rows: Sequence[ListedMatch]) -> list[tuple[ListedMatch, list[str]]]:
    """Matches with the ids of who sits in them, in seat order."""
    seats: dict[str, list[str]] = {row.id: [] for row in rows}
    taken = select(SEATS.table).where(SEATS.c.match.in_(list(seats))).order_by(SEATS.c.match, SEATS.c.seat)
    for seat in map(SEATS.of, connection.execute(taken)):
        seats[seat.match].append(seat.player)
    return [(row, seats[row.id]) for row in rows]


def of_both(connection: Connection, one: tuple[str, ...], other: tuple[str, ...], most: int = 20) -> list[str]:
    """Matches in which somebody of these ids sat, and somebody of those."""
    also = select(SEATS.c.match).where(SEATS.c.player.in_(other))
    found = select(SEATS.c.match).where(SEATS.c.player.in_(one), SEATS.c.match.in_(also))
    return list(connection.execute(found.distinct().order_by(SEATS.c.match).limit(most)).scalars())


def _conditions(chosen: MatchFilter) -> Iterator[ColumnElement[bool]]:
    at = MATCHES.c.changed_at if chosen.order == "changed" else MATCHES.c.opened_at
    if chosen.ruleset is not None:
        yield MATCHES.c.ruleset == chosen.ruleset
    if chosen.status is not None:
        yield MATCHES.c.status == chosen.status
    if chosen.status == "open":
        yield ~is_void(MATCHES.c.id)
    if chosen.player is not None:
        yield MATCHES.c.id.in_(select(SEATS.c.match).where(SEATS.c.player.in_(chosen.player)))
    if chosen.contest is not None:
        yield MATCHES.c.fixture.in_(select(FIXTURES.c.id).where(FIXTURES.c.contest == chosen.contest))
    if chosen.championship is not None:
        yield MATCHES.c.fixture.in_(select(FIXTURES.c.id).where(FIXTURES.c.championship == chosen.championship))
    if chosen.since is not None:
        yield at >= chosen.since
    if chosen.until is not None:
        yield at <= chosen.until

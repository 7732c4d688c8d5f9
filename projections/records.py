"""Players' records, and the register of sanctions: what people did in all their matches, added up from facts.

A deed is one fact about one person in one event. A `retract` takes deeds back, and its own going back may bring them
again: so each keeps the version of its event, and counts while that event does.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from eventsourcing.persistence import Notification
from sqlalchemy import BigInteger, Boolean, Integer, String, Text, case, func, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from projections.models import Base
from referee.registry import ruleset

NAME = "records"
TOLD = (
    b'"match_ended"',
    b'"match_restated"',
    b'"sanctioned"',
    b'"tallied"',
    b'"infraction_proven"',
    b'"cante_counted"',
    b'"cante_taken_back"',
    b'"hand_scored"',
)
"""The facts that matter here, as they stand in a stored entry: most entries have none and are passed over unread."""
MOON = ".moon"
"""How the rule of points that a moon gives ends; who alone has none of them shot it."""


class PlayedRow(Base):
    """One person in one match, for a side; `won` is null until it is over."""

    __tablename__ = "projection_played"

    match: Mapped[str] = mapped_column(String(64), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    player: Mapped[str] = mapped_column(String(64), index=True)
    side: Mapped[int] = mapped_column(Integer)
    ruleset: Mapped[str] = mapped_column(String(64))
    status: Mapped[str] = mapped_column(String(16))
    won: Mapped[bool | None] = mapped_column(Boolean)


class DeedRow(Base):
    """One fact about one person: `what` names it, `of` is the version it is about, `n` is -1 where it takes one back.

    `counts` is false while its event is retracted.
    """

    __tablename__ = "projection_deed"

    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True)
    match: Mapped[str] = mapped_column(String(64), index=True)
    version: Mapped[int] = mapped_column(Integer)
    player: Mapped[str] = mapped_column(String(64), index=True)
    ruleset: Mapped[str] = mapped_column(String(64))
    what: Mapped[str] = mapped_column(String(64))
    of: Mapped[int | None] = mapped_column(Integer)
    n: Mapped[int] = mapped_column(Integer)
    counts: Mapped[bool] = mapped_column(Boolean)


class BackRow(Base):
    """A `retract`: the match stood again as it stood at version `upto`."""

    __tablename__ = "projection_retract"

    match: Mapped[str] = mapped_column(String(64), primary_key=True)
    version: Mapped[int] = mapped_column(Integer, primary_key=True)
    upto: Mapped[int] = mapped_column(Integer)


class SanctionRow(Base):
    """A card: in a match, or outside one (`match` is null). It counts while its event does."""

    __tablename__ = "projection_sanction"

    stream: Mapped[str] = mapped_column(String(64), primary_key=True)
    version: Mapped[int] = mapped_column(Integer, primary_key=True)
    position: Mapped[int] = mapped_column(BigInteger, unique=True)
    player: Mapped[str] = mapped_column(String(64), index=True)
    card: Mapped[str] = mapped_column(String(8))
    reason: Mapped[str] = mapped_column(Text)
    match: Mapped[str | None] = mapped_column(String(64))
    recorded_at: Mapped[str] = mapped_column(String(32))
    counts: Mapped[bool] = mapped_column(Boolean)


TABLES = (PlayedRow, DeedRow, BackRow, SanctionRow)


class _Entry(msgspec.Struct):
    recorded_at: str
    event: dict[str, Any]
    facts: list[dict[str, Any]]


_entry = msgspec.json.Decoder(_Entry)


class RulesetRecord(msgspec.Struct, frozen=True):
    """What a person did in one game: `deeds` counts moons, cantes, infractions and the like by name."""

    ruleset: str
    played: int
    won: int
    unfinished: int
    deeds: dict[str, int]


class GivenCard(msgspec.Struct, frozen=True):
    """A yellow or black card: where `match` is null it was given outside one, and `stream` is the championship."""

    player: str
    card: str
    reason: str
    stream: str
    version: int
    match: str | None
    recorded_at: str


def project(session: Session, record: Notification) -> None:
    """Takes one record of the log into the records and the register."""
    id_ = str(record.originator_id)
    if record.topic == "open":
        session.add_all(_seats(id_, _entry.decode(bytes(record.state)).event))
    elif record.topic == "player_sanctioned":
        entry = _entry.decode(bytes(record.state))
        session.add(_card(record, entry, entry.event, entry.event["player"], None))
    elif record.topic == "retract" or any(word in bytes(record.state) for word in TOLD):
        seats = list(session.scalars(select(PlayedRow).where(PlayedRow.match == id_).order_by(PlayedRow.seat)))
        if seats:
            _event(session, record, _entry.decode(bytes(record.state)), seats)


def _seats(match: str, opening: dict[str, Any]) -> Iterator[PlayedRow]:
    game, seats = opening["ruleset"], opening["seats"]
    sides = ruleset(game).sides(len(seats))
    for seat, taken in enumerate(seats):
        player = taken["player"]
        yield PlayedRow(match=match, seat=seat, side=seat % sides, player=player, ruleset=game, status="open", won=None)


def _event(session: Session, record: Notification, entry: _Entry, seats: list[PlayedRow]) -> None:
    """One event of a match: what it did to the match, to its people, and what it took back."""
    id_, version = str(record.originator_id), record.originator_version
    for fact in entry.facts:
        if fact["fact"] == "match_ended":
            _restate(seats, "abandoned" if fact.get("abandoned") else "finished", fact)
        elif fact["fact"] == "match_restated":
            _restate(seats, fact["ledger"].get("status", "open"), fact["ledger"].get("result") or {})
        elif fact["fact"] == "sanctioned":
            session.add(_card(record, entry, fact, seats[fact["seat"]].player, id_))
        for row, what, n in _deeds(fact, seats):
            of = fact.get("version")
            if of is None or n < 0 or not _known(session, id_, row.player, what, of):
                session.add(
                    DeedRow(
                        match=id_,
                        version=version,
                        player=row.player,
                        ruleset=row.ruleset,
                        what=what,
                        of=of,
                        n=n,
                        counts=True,
                    )
                )
    if record.topic == "retract":
        _go_back(session, id_, version, entry.event["to"])


def _restate(seats: list[PlayedRow], status: str, result: dict[str, Any]) -> None:
    """How the match stands: who shares the first place won, where anybody did."""
    won = set(result["ranking"][0]) if result.get("winner_sides") else set()
    for row in seats:
        row.status = status
        row.won = None if status == "open" else row.seat in won


def _deeds(fact: dict[str, Any], seats: list[PlayedRow]) -> Iterator[tuple[PlayedRow, str, int]]:
    """Whose deed a fact is, what it is called, and whether it adds one or takes one back."""
    match fact["fact"]:
        case "tallied":
            yield from ((row, fact["what"], 1) for row in seats if row.side == fact["seat"])
        case "infraction_proven":
            yield seats[fact["seat"]], fact["code"], 1
        case "cante_counted":
            yield seats[fact["seat"]], "cante", 1
        case "cante_taken_back":
            yield seats[fact["seat"]], "cante", -1
        case "hand_scored":
            hit = {item["side"] for item in fact.get("items", ()) if item["rule"].endswith(MOON)}
            if hit and len(hit) == len(seats) - 1:
                yield next(row for row in seats if row.side not in hit), "moon", 1


def _known(session: Session, match: str, player: str, what: str, of: int) -> bool:
    """Whether this deed is on record: an infraction may be proven twice."""
    same = (DeedRow.match == match, DeedRow.player == player, DeedRow.what == what, DeedRow.of == of, DeedRow.counts)
    return session.scalar(select(DeedRow.id).where(*same).limit(1)) is not None


def _card(record: Notification, entry: _Entry, given: dict[str, Any], player: str, match: str | None) -> SanctionRow:
    return SanctionRow(
        stream=str(record.originator_id),
        version=record.originator_version,
        position=record.id,
        player=player,
        card=given["card"],
        reason=given["reason"],
        match=match,
        recorded_at=entry.recorded_at,
        counts=True,
    )


def _go_back(session: Session, match: str, version: int, upto: int) -> None:
    """Lets those deeds and cards count whose events lead to where the match stands after a `retract`."""
    session.add(BackRow(match=match, version=version, upto=upto))
    session.flush()
    backs = {row.version: row.upto for row in session.scalars(select(BackRow).where(BackRow.match == match))}
    way = set()
    at = version
    while at > 0:
        way.add(at)
        at = backs.get(at, at - 1)
    session.execute(
        update(DeedRow).where(DeedRow.match == match).values(counts=case((DeedRow.version.in_(way), True), else_=False))
    )
    session.execute(
        update(SanctionRow)
        .where(SanctionRow.stream == match)
        .values(counts=case((SanctionRow.version.in_(way), True), else_=False))
    )


def of_player(session: Session, player: str) -> list[RulesetRecord]:
    """What a person did, game by game."""
    deeds: dict[str, dict[str, int]] = {}
    counted = select(DeedRow.ruleset, DeedRow.what, func.sum(DeedRow.n)).where(DeedRow.player == player, DeedRow.counts)
    for game, what, n in session.execute(counted.group_by(DeedRow.ruleset, DeedRow.what).order_by(DeedRow.what)):
        if n:
            deeds.setdefault(game, {})[what] = int(n)
    played: dict[str, list[PlayedRow]] = {}
    rows = session.scalars(select(PlayedRow).where(PlayedRow.player == player).order_by(PlayedRow.ruleset))
    for row in rows:
        played.setdefault(row.ruleset, []).append(row)
    return [
        RulesetRecord(
            game,
            sum(row.status == "finished" for row in own),
            sum(row.status == "finished" and bool(row.won) for row in own),
            sum(row.status != "finished" for row in own),
            deeds.get(game, {}),
        )
        for game, own in played.items()
    ]


def sanctions(
    session: Session, *, player: str | None = None, before: int | None = None, limit: int = 50
) -> tuple[list[GivenCard], int | None]:
    """Cards that count, latest first; `before` goes on where the last page ended, which the second value says."""
    query = select(SanctionRow).where(SanctionRow.counts).order_by(SanctionRow.position.desc())
    if player is not None:
        query = query.where(SanctionRow.player == player)
    if before is not None:
        query = query.where(SanctionRow.position < before)
    rows = list(session.scalars(query.limit(limit + 1)))
    page = rows[:limit]
    cards = [GivenCard(r.player, r.card, r.reason, r.stream, r.version, r.match, r.recorded_at) for r in page]
    return cards, page[-1].position if len(rows) > limit else None

"""The register of sanctions: every yellow and black card, in a match or outside one."""

from collections.abc import Sequence
from typing import Any

import msgspec
from eventsourcing.persistence import Notification
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import BigInteger, Boolean, Column, Connection, Integer, String, Text, select

from projections.projection import Past, Projection
from projections.rows import Batch, Kept

GIVEN = b'"sanctioned"'
"""The fact that gives a card in a match, as it stands in a stored entry."""
OUTSIDE = "player_sanctioned"
"""The topic of a card outside a match."""


class SanctionRow(Struct, frozen=True):
    """A card of a match's or a championship's log (`match` is null). It counts while its event does."""

    stream: str
    version: int
    position: int
    player: str
    card: str
    reason: str
    match: str | None
    recorded_at: str
    counts: bool


SANCTIONS = Kept(
    SanctionRow,
    "sanction",
    Column("stream", String(64), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("position", BigInteger, nullable=False, unique=True),
    Column("player", String(64), nullable=False, index=True),
    Column("card", String(8), nullable=False),
    Column("reason", Text, nullable=False),
    Column("match", String(64)),
    Column("recorded_at", String(32), nullable=False),
    Column("counts", Boolean, nullable=False),
)


class _Entry(Struct):
    recorded_at: str
    event: dict[str, Any]
    facts: list[dict[str, Any]]


_entry = msgspec.json.Decoder(_Entry)


class GivenCard(Struct, frozen=True):
    """A yellow or black card: where `match` is null it was given outside one, and `stream` is the championship."""

    player: str
    card: str
    reason: str
    stream: str
    version: int
    match: str | None
    recorded_at: str


def take(batch: Batch, records: Sequence[Notification], past: Past) -> None:
    """Brings records of the log into the register."""
    told = [r for r in records if r.topic in {OUTSIDE, "retract"} or GIVEN in r.state]
    batch.load(SANCTIONS, (str(record.originator_id) for record in told))
    for record in told:
        entry = _entry.decode(bytes(record.state))
        if record.topic == "retract":
            _go_back(batch, str(record.originator_id), record.originator_version, past)
        elif record.topic == OUTSIDE:
            batch.put(SANCTIONS, _card(record, entry, entry.event, entry.event["player"], None))
        else:
            match = str(record.originator_id)
            for fact in entry.facts:
                if fact["fact"] == "sanctioned":
                    player = past.seats(match)[fact["seat"]]
                    batch.put(SANCTIONS, _card(record, entry, fact, player, match))


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


def _go_back(batch: Batch, match: str, version: int, past: Past) -> None:
    """Lets those cards count whose events lead to where the match stands after a `retract`."""
    if cards := batch.rows(SANCTIONS, match):
        way = past.way(match, version)
        for card in cards:
            batch.put(SANCTIONS, replace(card, counts=card.version in way))


PROJECTION = Projection("sanctions", (SANCTIONS,), take)


def find(
    connection: Connection, *, player: str | None = None, before: int | None = None, limit: int = 50
) -> tuple[list[GivenCard], int | None]:
    """Cards that count, latest first; `before` goes on where the last page ended, which the second value says."""
    query = select(SANCTIONS.table).where(SANCTIONS.c.counts).order_by(SANCTIONS.c.position.desc())
    if player is not None:
        query = query.where(SANCTIONS.c.player == player)
    if before is not None:
        query = query.where(SANCTIONS.c.position < before)
    rows = [SANCTIONS.of(row) for row in connection.execute(query.limit(limit + 1))]
    page = rows[:limit]
    cards = [GivenCard(r.player, r.card, r.reason, r.stream, r.version, r.match, r.recorded_at) for r in page]
    return cards, page[-1].position if len(rows) > limit else None

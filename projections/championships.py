"""The index of championships: their names, how far they are, and which match is played for which contest."""

from typing import Any

import msgspec
from eventsourcing.persistence import Notification
from sqlalchemy import BigInteger, Integer, Select, String, Text, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from projections.models import Base
from referee.championship.events import DECISIONS
from referee.registry import tag

NAME = "championships"
DECIDED = frozenset(tag(kind) for kind in DECISIONS)
"""The topics of a championship's records; all others are passed over unread."""


class ChampionshipRow(Base):
    """One championship, as lists show it."""

    __tablename__ = "projection_championship"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    opened_position: Mapped[int] = mapped_column(BigInteger, unique=True)
    name: Mapped[str] = mapped_column(Text)
    version: Mapped[int] = mapped_column(Integer)
    contests: Mapped[int] = mapped_column(Integer)
    opened_at: Mapped[str] = mapped_column(String(32))
    changed_at: Mapped[str] = mapped_column(String(32))


class FixtureRow(Base):
    """The contest of a fixture."""

    __tablename__ = "projection_fixture"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    contest: Mapped[str] = mapped_column(String(64), index=True)
    championship: Mapped[str] = mapped_column(String(64))


TABLES = (ChampionshipRow, FixtureRow)


class _Created(msgspec.Struct, tag_field="fact", tag="fixture_created"):
    fixture: str
    contest: str


class _Voided(msgspec.Struct, tag_field="fact", tag="fixture_voided"):
    fixture: str


class _Decided(msgspec.Struct):
    recorded_at: str
    event: dict[str, Any]
    facts: list[_Created | _Voided]


_decided = msgspec.json.Decoder(_Decided)


class ChampionshipSummary(msgspec.Struct, frozen=True):
    """A championship in a list."""

    id: str
    name: str
    version: int
    contests: int
    opened_at: str
    changed_at: str


def project(session: Session, record: Notification) -> None:
    """Takes one record of the log into the index."""
    id_ = str(record.originator_id)
    if record.topic == "championship_opened":
        entry = _decided.decode(bytes(record.state))
        session.add(
            ChampionshipRow(
                id=id_,
                opened_position=record.id,
                name=entry.event["name"],
                version=1,
                contests=0,
                opened_at=entry.recorded_at,
                changed_at=entry.recorded_at,
            )
        )
        return
    if record.topic not in DECIDED:
        return
    row = session.get(ChampionshipRow, id_)
    if row is None:
        return
    entry = _decided.decode(bytes(record.state))
    row.version = record.originator_version
    row.changed_at = entry.recorded_at
    row.contests += record.topic == "contest_drawn"
    made = [fact for fact in entry.facts if isinstance(fact, _Created)]
    session.add_all(FixtureRow(id=fact.fixture, contest=fact.contest, championship=id_) for fact in made)


def find(
    session: Session, *, before: int | None = None, limit: int = 50
) -> tuple[list[ChampionshipSummary], int | None]:
    """Championships, newest first; `before` goes on where the last page ended, which the second value says."""
    query: Select[ChampionshipRow] = select(ChampionshipRow).order_by(ChampionshipRow.opened_position.desc())
    if before is not None:
        query = query.where(ChampionshipRow.opened_position < before)
    rows = list(session.scalars(query.limit(limit + 1)))
    page = rows[:limit]
    found = [
        ChampionshipSummary(row.id, row.name, row.version, row.contests, row.opened_at, row.changed_at) for row in page
    ]
    return found, page[-1].opened_position if len(rows) > limit else None

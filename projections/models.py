"""The tables of the read models, and of how far along the log each is."""

from sqlalchemy import BigInteger, Integer, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """All read models: they can be thrown away and followed anew from the log."""


class Position(Base):
    """The log position that a projection's rows stand for; written in the transaction that writes the rows."""

    __tablename__ = "projection_position"

    projection: Mapped[str] = mapped_column(String(64), primary_key=True)
    position: Mapped[int] = mapped_column(BigInteger)


class MatchRow(Base):
    """One match, as lists of matches show it."""

    __tablename__ = "projection_match"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    opened_position: Mapped[int] = mapped_column(BigInteger, unique=True)
    ruleset: Mapped[str] = mapped_column(String(64), index=True)
    status: Mapped[str] = mapped_column(String(16), index=True)
    version: Mapped[int] = mapped_column(Integer)
    place: Mapped[str | None] = mapped_column(Text)
    fixture: Mapped[str | None] = mapped_column(String(64), index=True)
    opened_at: Mapped[str] = mapped_column(String(32))
    changed_at: Mapped[str] = mapped_column(String(32))


class SeatRow(Base):
    """Who sits in a match."""

    __tablename__ = "projection_match_seat"

    match: Mapped[str] = mapped_column(String(64), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    player: Mapped[str] = mapped_column(String(64), index=True)

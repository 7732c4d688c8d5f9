"""Ranges of positions of the log without a gap: proofs find the leaf of a position by them, so a check counts them again."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct


class PlacedRecord(Protocol):
    """A record with its position in the log."""

    @property
    def id(self) -> int: ...


class PositionRange(Struct, frozen=True):
    """A range of positions without a gap: the first of them, and the index of its leaf."""

    position: int
    leaf: int


class PositionRanges:
    """The ranges that begin in records read in order, after so many `leaves`; `following` is the position after those."""

    def __init__(self, leaves: int = 0, following: int | None = None) -> None:
        self.items: list[PositionRange] = []
        self._leaves = leaves
        self._next = following

    def take(self, batch: Sequence[PlacedRecord]) -> None:
        """Takes the next records, at least one."""
        first, last = batch[0].id, batch[-1].id
        if first != self._next or last - first != len(batch) - 1:
            for index, record in enumerate(batch, self._leaves):
                if record.id != self._next:
                    self.items.append(PositionRange(record.id, index))
                self._next = record.id + 1
        self._leaves, self._next = self._leaves + len(batch), last + 1

    def through(self, position: int) -> list[PositionRange]:
        """The ranges that begin at or before a position."""
        return [range_ for range_ in self.items if range_.position <= position]

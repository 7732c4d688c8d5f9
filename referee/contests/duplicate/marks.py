"""Marks of the sides in a hand, played and not played (duplicate.matchpoints, duplicate.difference)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from referee.contests.duplicate.scoring import EVEN, HandMatchpoints, Number, differences, matchpoints
from referee.contests.duplicate.terms import DuplicateScoring


class HandAtTable(Struct, frozen=True):
    """A hand at one table: the balance of each side by its seat, where all have the same cards; None if not played.

    `absent`: the sides that did not come. A hand left unplayed without an absentee counts for none.
    """

    balances: tuple[int, ...] | None = None
    absent: tuple[bool, ...] = (False, False)


class HandMark(Struct, frozen=True):
    """The mark of a side in a hand: percent or difference; None counts as the average of its other hands.

    `matchpoints` are those of a hand that the side played.
    """

    score: Fraction | None = None
    matchpoints: HandMatchpoints | None = None


OWN_AVERAGE = HandMark()
Marks = tuple[HandMark, ...]
"""The marks of the sides of a table, by seat."""


def marks_of_hand(tables: Sequence[HandAtTable], scoring: DuplicateScoring) -> tuple[list[Marks], HandMark]:
    """The marks of all sides at each of these tables, and that of an absentee: the worst of this hand."""
    all_balances = [table.balances for table in tables if table.balances is not None]
    lines = [_marks(line, scoring) for line in zip(*all_balances, strict=True)]
    worst = _worst(lines, scoring)
    in_turn = iter(zip(*lines, strict=True))
    return [_without_play(table, worst) if table.balances is None else next(in_turn) for table in tables], worst


def _without_play(table: HandAtTable, worst: HandMark) -> Marks:
    return tuple(worst if absent else OWN_AVERAGE for absent in table.absent)


def total(marks: Iterable[HandMark], scoring: DuplicateScoring) -> Number:
    """The score of a side: the mean percent of its hands, or its differences added up.

    A hand that counts as its average moves no percent; of differences it adds the mean. Without any hand: even.
    """
    all_marks = [*marks]
    scores = [mark.score for mark in all_marks if mark.score is not None]
    if not scores:
        return EVEN if scoring == "matchpoints" else Fraction()
    average = sum(scores, Fraction()) / len(scores)
    return average if scoring == "matchpoints" else average * len(all_marks)


def _marks(balances: Sequence[int], scoring: DuplicateScoring) -> list[HandMark]:
    if scoring == "difference":
        return [HandMark(score) for score in differences(balances)]
    return [HandMark(one.percent, one) for one in matchpoints(balances)]


def _worst(lines: Sequence[Sequence[HandMark]], scoring: DuplicateScoring) -> HandMark:
    if scoring == "matchpoints":
        return HandMark(Fraction())
    scores = [mark.score for line in lines for mark in line if mark.score is not None]
    return HandMark(min(scores, default=Fraction()))

"""Marks of the sides in a hand, played and not played (duplicate.matchpoints, duplicate.difference)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from referee.contests.duplicate.scoring import EVEN, HandMatchpoints, Number, differences, matchpoints
from referee.contests.duplicate.terms import DuplicateScoring


class HandAtTable(Struct, frozen=True):
    """A hand at one table: the balance of the first side, of the cards that all first sides held; None where it was not played.

    `absent`: the sides that did not come. A hand left unplayed without an absentee counts for neither.
    """

    balance: int | None = None
    absent: tuple[bool, bool] = (False, False)


class HandMark(Struct, frozen=True):
    """The mark of a side in a hand: percent or difference; None counts as the average of its other hands.

    `matchpoints` are those of a hand that the side played.
    """

    score: Fraction | None = None
    matchpoints: HandMatchpoints | None = None


OWN_AVERAGE = HandMark()
Marks = tuple[HandMark, HandMark]


def marks_of_hand(tables: Sequence[HandAtTable], scoring: DuplicateScoring) -> tuple[list[Marks], HandMark]:
    """The marks of both sides at each of these tables, and that of an absentee: the worst of this hand."""
    balances = [table.balance for table in tables if table.balance is not None]
    lines = [_marks(balances, scoring), _marks([-balance for balance in balances], scoring)]
    worst = _worst(lines, scoring)
    pairs, n = [], 0
    for table in tables:
        if table.balance is None:
            first, second = (worst if absent else OWN_AVERAGE for absent in table.absent)
        else:
            first, second = (line[n] for line in lines)
            n += 1
        pairs.append((first, second))
    return pairs, worst


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

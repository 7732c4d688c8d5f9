"""Ties, and the steps that split them: the order of every table is made of these.

A table begins as one tie of all. Each step splits ties; a row is settled by the step that leaves it alone. A line runs
below a place that matters: the first place, the last of the qualified.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.contests.standings.alphabet import ByName

Step = str
"""A step that splits a tie: one of `STEPS`, or the name of a tally that a game counts in contests."""
STEPS: tuple[Step, ...] = (
    "points",
    "diff",
    "f",
    "alphabetical",
    "sanctions",
    "average.wins",
    "average.diff",
    "average.f",
    "extra_round",
    "tie_break_of_four",
    "ruling",
    "open",
    "lots",
    "stage",
    "boards",
    "direct",
    "buchholz",
    "median",
    "sonneborn",
    "difference",
    "for",
    "wins",
    "progress",
)
"""The names of the steps, in no order.

The orders are in `league.py` (`castillar_order` and `provisional_order`, or `general_order` and `general_order_so_far`),
`teams/table.py` (of a league of teams), `match_order.py` (of a fixture) and `rounds/order.py` (of a contest in rounds, whose
tie-breaks are the last eight, and `boards`). A new step is a split in both functions of its league, a name here, its clause
(`clauses.py`), and its words: on paper `STEPS` in `api/pages/print/boards.py`, on screens `steps` in the words of
`api/pages/browser/static/shared/contests/`. `split_into` notes which step decided, in `Tie`; each row of a table has it as
`decided_by`.
"""
Lines = tuple[int, ...]
"""The places below which a line runs."""


class Tie(Struct, frozen=True):
    """Entrants that share `place`, in no order. `above_by` split them from those above; `decided_by` settled them."""

    members: tuple[str, ...]
    place: int = 1
    above_by: Step | None = None
    decided_by: Step | None = None

    @property
    def last(self) -> int:
        """The last of the places they hold together."""
        return self.place + len(self.members) - 1

    @property
    def left_open(self) -> bool:
        """True if it has several members that nothing has split."""
        return len(self.members) > 1 and self.decided_by == "open"

    def spans(self, line: int) -> bool:
        """True if the line runs through it."""
        return self.place <= line < self.last

    def matters(self, lines: Lines) -> bool:
        """True if one of the lines runs through it."""
        return any(self.spans(line) for line in lines)


class RankedEntrant(Struct, frozen=True):
    """One row of an order."""

    entrant: str
    place: int
    decided_by: Step
    above_by: Step | None


def split(tie: Tie, step: Step, key: Callable[[str], Any]) -> list[Tie]:
    """Splits a tie by a figure, lowest first. This step settles each member that stands alone."""
    figures = dict(zip(tie.members, map(key, tie.members), strict=True))
    entrants = sorted(tie.members, key=figures.__getitem__)
    return split_into(tie, step, [tuple(group) for _, group in groupby(entrants, figures.__getitem__)])


def split_into(tie: Tie, step: Step, groups: Iterable[Sequence[str]]) -> list[Tie]:
    """Splits a tie into these groups, best first. This step settles each member that stands alone."""
    parts: list[Tie] = []
    place, above = tie.place, tie.above_by
    for members in groups:
        parts.append(Tie(tuple(members), place, above, step if len(members) == 1 else None))
        place, above = place + len(members), step
    return parts


def alone(tie: Tie, step: Step, order: Iterable[str]) -> list[Tie]:
    """Settles every member of a tie in this order."""
    return split_into(tie, step, [(member,) for member in order])


def keep_open(tie: Tie) -> Tie:
    """The tie as one that nothing splits."""
    return replace(tie, decided_by="open")


def further(ties: Iterable[Tie], part: Callable[[Tie], Iterable[Tie]]) -> list[Tie]:
    """Splits every tie that is not settled, and leaves the settled as they are."""
    return [new for tie in ties for new in ((tie,) if tie.decided_by else part(tie))]


def in_order(ties: Iterable[Tie], names: ByName) -> Iterator[RankedEntrant]:
    """The rows of an order; those that share a place stand in alphabetical order."""
    for tie in ties:
        above = tie.above_by
        for entrant in sorted(tie.members, key=names):
            yield RankedEntrant(entrant, tie.place, tie.decided_by or "open", above)
            above = "open"


def members(ties: Iterable[Tie], names: ByName) -> list[str]:
    """The entrants of an order, first to last."""
    return [row.entrant for row in in_order(ties, names)]

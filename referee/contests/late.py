"""Entries into a contest after its draw: the matches of a late entrant, and their rounds (format.late).

Nothing that was drawn changes. A late entrant meets all others: in each round one that has no match there; matches without
a round are played in further ones. The matches of rounds that had begun are missed: played later, or walkovers.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.contests.contest import Contest, LateEntry

RULE = "format.late"
MissedMatches = Annotated[
    Literal["later", "walkover"],
    Meta(
        description="What the matches become that a late entrant missed, in rounds that had begun: `later`, they are played in "
        "further rounds; `walkover`, the others have won them."
    ),
]
LateUntil = Annotated[
    int,
    Meta(
        ge=1,
        le=256,
        description="The last round in which somebody may still come in; null: the contest is closed once it is drawn.",
    ),
]


class LateMeeting(Struct, frozen=True):
    """A match of a late entrant: the rival, the round, the leg (from 0); `missed`: it is a walkover."""

    rival: str
    round: int
    leg: int
    missed: bool = False


def meetings(
    entry: LateEntry,
    rivals: Mapping[str, int],
    pairs: Iterable[tuple[int, str, str]],
    *,
    legs: int,
    missed_as: MissedMatches,
) -> list[LateMeeting]:
    """The matches of a late entrant with these rivals, in the order of the draw, each rival with their own first round.

    `pairs` are the existing matches, each with its round.
    In each round the late entrant meets the first rival without a match there, among those met least; all others follow, one
    each in further rounds.
    """
    busy: dict[int, set[str]] = {}
    for number, one, other in pairs:
        busy.setdefault(number, set()).update((one, other))
    count = dict.fromkeys(rivals, 0)
    result: list[LateMeeting] = []

    def meet(rival: str, number: int) -> None:
        result.append(LateMeeting(rival, number, count[rival], number < entry.round))
        count[rival] += 1

    last = max(busy, default=0)
    for number in range(1 if missed_as == "walkover" else entry.round, last + 1):
        free = [
            rival
            for rival, since in rivals.items()
            if count[rival] < legs and since <= number and rival not in busy.get(number, ())
        ]
        if free:
            meet(min(free, key=count.__getitem__), number)
    for leg in range(legs):
        for rival in rivals:
            if count[rival] == leg:
                last = max(last + 1, entry.round)
                meet(rival, last)
    return result


def of_group(contest: Contest, group: int | None) -> tuple[LateEntry, ...]:
    """The late entries into a group, or into a league where there are none; first to last."""
    return tuple(entry for entry in contest.late if entry.group == group)

"""Entries into a contest that has been drawn: what a newcomer plays, and when (format.late).

Nothing that was drawn changes. A newcomer meets everybody who is in, in each round one who has no match there; what finds no
round is played in further ones. The matches of rounds that had begun are missed: played later, or walkovers.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.contests.contest import Contest, LateEntry

RULE = "format.late"
Missed = Annotated[
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
    """A match of a newcomer: against whom, in which round, for the how-manieth time (from 0); `missed`: it is a walkover."""

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
    missed: Missed,
) -> list[LateMeeting]:
    """The matches of a newcomer with these rivals, in the order of the draw, each with the round since which they are in.

    `pairs` are the matches that there are, each with its round.
    In each round the newcomer meets the first who has no match there and whom they have met least; the others, one after the
    other in further rounds.
    """
    busy: dict[int, set[str]] = {}
    for number, one, other in pairs:
        busy.setdefault(number, set()).update((one, other))
    met = dict.fromkeys(rivals, 0)
    made: list[LateMeeting] = []

    def meet(rival: str, number: int) -> None:
        made.append(LateMeeting(rival, number, met[rival], number < entry.round))
        met[rival] += 1

    last = max(busy, default=0)
    for number in range(1 if missed == "walkover" else entry.round, last + 1):
        free = [
            rival
            for rival, since in rivals.items()
            if met[rival] < legs and since <= number and rival not in busy.get(number, ())
        ]
        if free:
            meet(min(free, key=met.__getitem__), number)
    for leg in range(legs):
        for rival in rivals:
            if met[rival] == leg:
                last = max(last + 1, entry.round)
                meet(rival, last)
    return made


def of_group(contest: Contest, group: int | None) -> tuple[LateEntry, ...]:
    """The late entries into a group, or into a league where there are none; first to last."""
    return tuple(entry for entry in contest.late if entry.group == group)

"""Choices of a contest in stages: its stages, each a format with its own choices, and how many go on (stages.chain)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from referee.contests.formats.league import LeagueOptions
from referee.contests.group_stage import GroupChoices
from referee.contests.knockout_options import KnockoutOptions
from referee.contests.rounds.options import RoundsOptions

MOST_STAGES = 6
Cut = (
    Annotated[
        int,
        Meta(
            ge=1,
            le=2048,
            description="How many go on from this stage, in the order of its table, or of each line where there are two; null in "
            "the last, from which nobody does.",
        ),
    ]
    | None
)


class RoundsStageOptions(RoundsOptions, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="rounds"):
    """A stage in rounds."""

    through: Cut = None


class LeagueStageOptions(LeagueOptions, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="league"):
    """A stage of everyone against everyone."""

    through: Cut = None


class KnockoutStageOptions(
    KnockoutOptions, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="knockout"
):
    """A stage in which the loser is out: the last one."""


class GroupsStageOptions(GroupChoices, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="groups"):
    """A stage of groups."""


StageOptions = RoundsStageOptions | GroupsStageOptions | LeagueStageOptions | KnockoutStageOptions


class StagesOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """How a contest in stages is held."""

    stages: Annotated[
        tuple[StageOptions, ...],
        Meta(
            min_length=2,
            max_length=MOST_STAGES,
            description="First to last: each names its `format`, the choices of that format, and `through`, all but the last. "
            "Left out: rounds, and a knockout of their first eight.",
        ),
    ] = field(default_factory=lambda: (RoundsStageOptions(through=8), KnockoutStageOptions()))
    ties: Annotated[
        Literal["ruling", "lots"],
        Meta(
            description="What parts those level in everything where it decides who goes on: a ruling of the organizer, or "
            "lots by the seed of the draw."
        ),
    ] = "ruling"

    @property
    def late_until(self) -> int | None:
        """The last round of the first stage in which an entrant may still come in."""
        return getattr(self.stages[0], "late_until", None)

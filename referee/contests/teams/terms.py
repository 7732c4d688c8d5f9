"""Terms of a contest of teams: its boards and what an encounter gives (teams.encounter, teams.score)."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, field

MOST_BOARDS = 32
PerBoard = Annotated[int, Meta(ge=1, le=2, description="The players of each team at this board: one, or a pair.")]
EncounterFigure = Annotated[int, Meta(ge=0, le=1000)]


class Board(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A board of every encounter: a match of its own ruleset, between one or two players of each team."""

    ruleset: Annotated[str, Meta(min_length=1, max_length=64)]
    name: (
        Annotated[
            str, Meta(min_length=1, max_length=60, description="What the board is called; else it goes by its number.")
        ]
        | None
    ) = None
    weight: Annotated[int, Meta(ge=1, le=100, description="Board points for its winner; half of them if level.")] = 1
    per_team: PerBoard | None = None
    params: Annotated[
        dict[str, Any], Meta(description="Choices of its ruleset; those left out are the usual ones.")
    ] = {}


class EncounterPoints(Struct, frozen=True, forbid_unknown_fields=True):
    """The points of an encounter in the table of a league."""

    win: EncounterFigure = 2
    level: EncounterFigure = 1
    loss: EncounterFigure = 0


class TeamTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """How teams meet: on which boards, and what an encounter gives in a league."""

    boards: Annotated[tuple[Board, ...], Meta(min_length=1, max_length=MOST_BOARDS)]
    points: EncounterPoints = field(default_factory=EncounterPoints)
    substitutes: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=1000,
                description="The substitutions of a team in an encounter; any number where it is left out.",
            ),
        ]
        | UnsetType
    ) = UNSET

    @property
    def seats(self) -> int:
        """The players of each team that sit at its boards at the same time."""
        return sum(board.per_team or 1 for board in self.boards)

    @property
    def board_points(self) -> int:
        """The board points of an encounter, all together."""
        return sum(board.weight for board in self.boards)

"""Choices of a knockout: a bracket, or a round drawn anew each time, and the lives of everybody (knockout.*)."""

from typing import Annotated

from msgspec import Meta, Struct

MOST_ENTRANTS = 4096
MOST_LIVES = 3


class KnockoutOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """How a knockout is held."""

    third_place: Annotated[bool, Meta(description="Whether the losers of the last four play for third place.")] = False
    redraw: Annotated[
        bool,
        Meta(
            description="Whether each round is drawn anew among those still in, once the one before is over (`/rounds`)."
        ),
    ] = False
    lives: Annotated[
        int,
        Meta(
            ge=1,
            le=MOST_LIVES,
            description="The defeats that put somebody out. With more than one every round is drawn anew.",
        ),
    ] = 1

    consolation: Annotated[
        bool,
        Meta(
            description="Whether those who lose the first match they play have a bracket of their own, with its own podium."
        ),
    ] = False

    @property
    def is_redrawn(self) -> bool:
        """True if there is no bracket: each round is paired when the one before is over."""
        return self.redraw or self.lives > 1

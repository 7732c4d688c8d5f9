"""House rules of Casino, one struct a ruleset."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Target = Annotated[int, Meta(ge=1, le=10_000, description="The total that wins the match.")]


class CasinoParams(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules of a match of classic or draw Casino."""

    target: Target = 21
    single_deal: bool = False
    """Each deal is a game by itself."""
    sweeps: bool = False
    """A take that clears the table counts 1."""
    surplus: bool = False
    """Each card over thirty counts 1."""
    surplus_spades: bool = False
    """Each spade over eight counts 1."""
    doubling: bool = False
    """A target reached in one or two deals multiplies the winner's total for the margin."""
    face_captures: Literal[1, 3] = 1
    """How many faces of its rank a face without value takes at most."""
    partners: bool = True
    """With four seats: 0 and 2 against 1 and 3."""


class RoyalParams(CasinoParams, frozen=True, forbid_unknown_fields=True):
    """House rules of a match of royal Casino."""

    sweeps: bool = True
    wide_deuce: bool = False
    """2S counts 2 or 15."""
    wide_ten: bool = False
    """TD counts 10 or 16."""


class SpadesParams(CasinoParams, frozen=True, forbid_unknown_fields=True):
    """House rules of a match of spade Casino."""

    target: Target = 61

"""House rules of Escoba, Scopa and Scopone, one struct a ruleset."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Target = Annotated[int, Meta(ge=1, le=10_000, description="The total that wins the match.")]


class EscobaParams(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules of a match of Escoba."""

    target: Target = 21
    partners: bool = True
    """With four seats: 0 and 2 against 1 and 3."""
    sevens: Literal["most", "setenta"] = "most"
    """How the point for the sevens is won: with most of them, or with the best setenta."""
    all_bonus: bool = False
    """One point more for all ten oros, and one for all four sevens."""
    dealer_escoba: bool = True
    """The dealer takes a first table of fifteen, or of two pairs of fifteen."""
    must_take: bool = False
    """A card that can take may not be left on the table."""
    renuncio: bool = False
    """Cards that sum fifteen and that another side left may be lifted."""


class ScopaParams(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules of a match of Scopa."""

    target: Target = 11
    partners: bool = True
    """With four seats: 0 and 2 against 1 and 3."""
    kings_redeal: bool = True
    """Three or four kings on the first table void the deal."""
    last_scopa: bool = False
    """The last card of the hand may score a scopa."""


class ScoponeParams(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules of a match of Scopone."""

    target: Target = 21
    kings_redeal: bool = True
    """Three or four kings on the first table void the deal."""
    last_scopa: bool = False
    """The last card of the hand may score a scopa."""
    table: Literal[0, 4] = 0
    """Cards on the first table: none with ten in each hand (scientifico), or four with nine."""

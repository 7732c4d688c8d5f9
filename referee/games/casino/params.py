"""Parameters of a match of Casino: its house rules, and the options of its ruleset."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.games.casino.table.values import Values, values
from referee.match.terms.rulebook import Setting
from referee.text import Text

Target = Annotated[int, Meta(ge=1, le=10_000, description="The total that wins.")]


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
    face_captures: Literal[1, 2, 3] = 1
    """The number of faces of its rank that a face without value takes at most."""
    partners: bool = True
    """With four seats: 0 and 2 against 1 and 3."""

    def values(self) -> Values:
        """The values of the cards (casino.values)."""
        return values()


class RoyalParams(CasinoParams, frozen=True, forbid_unknown_fields=True):
    """House rules of a match of royal Casino."""

    sweeps: bool = True
    wide_deuce: bool = False
    """2S counts 2 or 15."""
    wide_ten: bool = False
    """TD counts 10 or 16."""

    def values(self) -> Values:
        return values(True, self.wide_deuce, self.wide_ten)


class SpadesParams(CasinoParams, frozen=True, forbid_unknown_fields=True):
    """House rules of a match of spade Casino."""

    target: Target = 61


class CasinoOptions(Struct, frozen=True):
    """The differences of a ruleset from classic Casino.

    `draws`: a seat draws a card after each play, in place of further rounds. `each_spade`: every spade counts.
    `sweeps_last`: sweeps are counted last of all.
    """

    draws: bool = False
    each_spade: bool = False
    sweeps_last: bool = False


SETTINGS = (
    Setting("target", Text(es="Puntos para ganar", en="Points to win")),
    Setting("single_deal", Text(es="Cada encuentro es un solo reparto", en="One deal is a whole match")),
    Setting("sweeps", Text(es="Las barridas puntúan", en="Sweeps count")),
    Setting("surplus", Text(es="Cada carta por encima de treinta vale 1", en="Each card over thirty counts 1")),
    Setting("surplus_spades", Text(es="Cada pica por encima de ocho vale 1", en="Each spade over eight counts 1")),
    Setting("doubling", Text(es="Se puede doblar", en="The stake can be doubled")),
    Setting("face_captures", Text(es="Figuras que toma una figura", en="Faces that a face takes")),
    Setting("partners", Text(es="Los cuatro juegan por parejas", en="Four play in pairs")),
)
"""Words for the parameters."""
ROYAL_SETTINGS = (
    *SETTINGS,
    Setting("wide_deuce", Text(es="El dos de picas vale 2 o 15", en="The two of spades counts 2 or 15")),
    Setting("wide_ten", Text(es="El diez de diamantes vale 10 o 16", en="The ten of diamonds counts 10 or 16")),
)

"""The codes of the rules that Casino's handlers name (see `clauses.py` for their words), and what may be claimed."""

from collections.abc import Mapping

from referee.match.terms.rulebook import ClaimKind
from referee.text import Text

DEAL = "casino.deal"
END = "casino.end"
EXPOSED = "casino.exposed"
ILLEGAL_PLAY = "casino.illegal-play"
IMPROPER = "casino.improper-build"
LAST_ROUND = "casino.last-round"
LOSES = "casino.loses"
MISDEAL = "casino.misdeal"
OWN_BUILD = "casino.own-build"
RAISE = "casino.raise"
SWEEP = "casino.sweep"
TAKE = "casino.take"
TURN = "casino.turn"
WRONG_HAND = "casino.wrong-hand"
LOSING = (WRONG_HAND, TAKE, IMPROPER, LAST_ROUND, LOSES)
"""The rules by which a single deal of two seats is lost at once; the last: by turning over cards that were taken."""


CLAIMS: Mapping[str, ClaimKind] = {
    "improper-build": ClaimKind(name=Text(es="construcción inadecuada", en="improper build"), rules=(IMPROPER,))
}

"""Por la Corona, a battle of two packs. `rules.py` says what a card is worth, `game.py` how a battle runs."""

from typing import Annotated

from msgspec import Meta, Struct

from referee.games.corona.clauses import CLAUSES
from referee.games.corona.events import Hire
from referee.games.corona.facts import (
    AttackMet,
    CardsRecovered,
    HireAnswered,
    IncomeTurned,
    PackDrawn,
    PackSpent,
    StartShown,
)
from referee.games.corona.game import Corona
from referee.games.corona.rules import PACK
from referee.match.bridge import wired
from referee.match.game import Ruleset
from referee.match.vocabulary import SHARED_FACTS
from referee.text import Text


class CoronaParams(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules of a match."""

    jokers: Annotated[int, Meta(ge=0, le=2, description="How many jokers (comodines) each pack has.")] = 2


RULESETS = (
    Ruleset(
        id="corona",
        title=Text(es="Por la Corona", en="Por la Corona (For the Crown)"),
        about=Text(
            es="Dos ejércitos, cada uno con su mazo. Pierde quien debe tomar una carta y no le quedan.",
            en="Two armies, each with its own pack. Who must take a card and has none left loses.",
        ),
        seats=(2,),
        pack=PACK,
        params=CoronaParams,
        facts=(
            *SHARED_FACTS,
            StartShown,
            IncomeTurned,
            HireAnswered,
            AttackMet,
            PackDrawn,
            CardsRecovered,
            PackSpent,
        ),
        clauses=CLAUSES,
        game=wired(Corona),
        example=Hire(0, "7C"),
        has_dealer=False,
    ),
)

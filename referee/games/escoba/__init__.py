"""Escoba, Scopa and Scopone.

`rules.py` has the rules of a ruleset as data, `table/` the takes of a card, `refusals.py` the reasons to refuse an event,
`handlers/` the effect of each event, `scoring/` the points of a hand, `views/` the texts and tables for readers; `game.py`
wires them.
"""

from msgspec import Struct

from referee.cards import SPANISH_40
from referee.games.escoba import clauses, game
from referee.games.escoba.busiest import ESCOBA_BUSIEST
from referee.games.escoba.events import EscobaDeal, EscobaTrail
from referee.games.escoba.facts import ESCOBA_FACTS
from referee.games.escoba.params import EscobaParams, ScopaParams, ScoponeParams, settings
from referee.games.escoba.results import ESCOBA_CONTEST, check_one_hand
from referee.games.escoba.state import EscobaState
from referee.games.escoba.views.glossary import FIELDS
from referee.match.facts import SHARED_FACTS
from referee.match.game import Busiest, Game, Ruleset
from referee.match.same_deals import SameDeals
from referee.match.terms.rulebook import Clause
from referee.text import Text


def _ruleset(
    id_: str,
    title: str,
    about: Text,
    seats: tuple[int, ...],
    params: type[Struct],
    wiring: Game[EscobaState],
    rules: tuple[Clause, ...],
    busiest: tuple[Busiest, ...] = (),
) -> Ruleset:
    return Ruleset(
        id=id_,
        title=Text(es=title, en=title),
        about=about,
        seats=seats,
        pack=SPANISH_40,
        params=params,
        facts=(*SHARED_FACTS, *ESCOBA_FACTS),
        clauses=rules,
        fields=FIELDS,
        game=wiring,
        example=EscobaTrail(0, "1O"),
        contest=ESCOBA_CONTEST,
        same_deals=SameDeals(EscobaDeal, seats, check_one_hand),
        busiest=busiest,
        settings=settings(params),
    )


RULESETS = (
    _ruleset(
        "escoba",
        "Escoba",
        Text(
            es="Escoba de quince: dos, tres o cuatro jugadores, por parejas si son cuatro. Se toma sumando quince; a 21 puntos.",
            en="Escoba: two, three or four players, four of them in pairs. Cards take by summing fifteen; played to 21.",
        ),
        (2, 3, 4),
        EscobaParams,
        game.ESCOBA,
        clauses.ESCOBA,
        ESCOBA_BUSIEST,
    ),
    _ruleset(
        "scopa",
        "Scopa",
        Text(
            es="La hermana italiana de la Escoba: una carta toma otra de su valor, o varias que lo sumen; se juega a 11.",
            en="The Italian sister of Escoba: a card takes one of its value, or several that sum it; played to 11.",
        ),
        (2, 3, 4),
        ScopaParams,
        game.SCOPA,
        clauses.SCOPA,
    ),
    _ruleset(
        "scopone",
        "Scopone",
        Text(
            es="Scopa de cuatro, por parejas, con toda la baraja en las manos; se juega a 21.",
            en="Scopa for four in pairs, with the whole pack in the hands; played to 21.",
        ),
        (4,),
        ScoponeParams,
        game.SCOPONE,
        clauses.SCOPONE,
    ),
)

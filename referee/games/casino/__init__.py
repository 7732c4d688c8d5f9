"""Casino.

`table/` has the table and the plays that it allows, `judging/` the faults of a play and their costs, `refusals.py` the reasons
to refuse an event, `handlers/` the effect of each event, `scoring/` the points of a deal, `views/` the texts and tables for
readers; `game.py` wires them.
"""

from referee.cards import FRENCH
from referee.games.casino.busiest import CLASSIC_BUSIEST, ROYAL_BUSIEST
from referee.games.casino.clauses import CLASSIC, DRAW, ROYAL, SPADES
from referee.games.casino.events import CasinoDeal, Trail
from referee.games.casino.facts import CASINO_FACTS
from referee.games.casino.game import CLASSIC_CASINO, DRAW_CASINO, ROYAL_CASINO, SPADE_CASINO
from referee.games.casino.params import ROYAL_SETTINGS, SETTINGS, CasinoParams, RoyalParams, SpadesParams
from referee.games.casino.results import check_one_deal
from referee.games.casino.scoring.worth import CASINO_CONTEST
from referee.games.casino.state import CasinoState
from referee.games.casino.views.glossary import FIELDS
from referee.match.facts import SHARED_FACTS
from referee.match.game import Busiest, Game, Ruleset
from referee.match.same_deals import SameDeals
from referee.match.terms.rulebook import Clause
from referee.text import Text


def _ruleset(
    name: str,
    title: Text,
    about: Text,
    params: type[CasinoParams],
    game: Game[CasinoState],
    clauses: tuple[Clause, ...],
    busiest: tuple[Busiest, ...] = (),
) -> Ruleset:
    return Ruleset(
        id=f"casino.{name}",
        title=title,
        about=about,
        seats=(2, 3, 4),
        pack=FRENCH,
        params=params,
        facts=(*SHARED_FACTS, *CASINO_FACTS),
        clauses=clauses,
        fields=FIELDS,
        game=game,
        example=Trail(0, "2C"),
        contest=CASINO_CONTEST,
        same_deals=SameDeals(CasinoDeal, (2, 3, 4), check_one_deal),
        busiest=busiest,
        settings=ROYAL_SETTINGS if params is RoyalParams else SETTINGS,
    )


RULESETS = (
    _ruleset(
        "classic",
        Text(es="Casino", en="Casino"),
        Text(
            es="Dos, tres o cuatro jugadores, por parejas si son cuatro. Gana quien llega antes a 21.",
            en="Two, three or four players, four of them in pairs. The first to 21 wins.",
        ),
        CasinoParams,
        CLASSIC_CASINO,
        CLASSIC,
        CLASSIC_BUSIEST,
    ),
    _ruleset(
        "royal",
        Text(es="Casino Real", en="Royal Casino"),
        Text(
            es="Casino en el que también las figuras suman, el as vale 1 o 14 y las barridas puntúan.",
            en="Casino in which faces count too, an ace is 1 or 14, and sweeps score.",
        ),
        RoyalParams,
        ROYAL_CASINO,
        ROYAL,
        ROYAL_BUSIEST,
    ),
    _ruleset(
        "spades",
        Text(es="Casino de Picas", en="Spade Casino"),
        Text(
            es="Casino en el que cada pica puntúa. Gana quien llega antes a 61.",
            en="Casino in which every spade scores. The first to 61 wins.",
        ),
        SpadesParams,
        SPADE_CASINO,
        SPADES,
    ),
    _ruleset(
        "draw",
        Text(es="Casino de Extracción", en="Draw Casino"),
        Text(
            es="Casino con reserva: tras cada jugada se roba una carta.",
            en="Casino with a stock: a card is drawn after each play.",
        ),
        CasinoParams,
        DRAW_CASINO,
        DRAW,
    ),
)

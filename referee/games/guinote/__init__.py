"""Guiñote.

`deck.py` has the rank and the worth of each card, `rules.py` the legal cards of the arrastre, `params.py` and
`house_rules.py` the settings agreed on before, `state.py` the table, `refusals.py` the reasons to refuse an event;
`handlers/` has the effect of each event, with the score of hands and cantes in `partidas.py` and the consequences of proofs
and claims in `claims.py`; `views/` is for readers; `game.py` wires them.
"""

from referee.cards import SPANISH_40
from referee.games.guinote.clauses import CLAUSES
from referee.games.guinote.events import Cante, Cut, GuinoteDeal
from referee.games.guinote.facts import GUINOTE_FACTS, CanteCounted, CanteTakenBack
from referee.games.guinote.game import GUINOTE
from referee.games.guinote.house_rules import HOUSE_RULES, SETTINGS
from referee.games.guinote.params import GuinoteParams
from referee.games.guinote.results import GUINOTE_CONTEST, check_one_hand
from referee.games.guinote.views.glossary import FIELDS
from referee.match.facts import SHARED_FACTS
from referee.match.game import Deed, Ruleset
from referee.match.same_deals import SameDeals
from referee.text import Text

RULESETS = (
    Ruleset(
        id="guinote",
        title=Text(es="Guiñote", en="Guiñote"),
        about=Text(
            es="Cuatro en parejas, o dos, con 40 cartas. Gana el coto quien gana tres partidas de 101 puntos, o cuatro.",
            en="Four in pairs, or two, with 40 cards. Three partidas of 101 points, or four, win the coto.",
        ),
        seats=(2, 4),
        pack=SPANISH_40,
        params=GuinoteParams,
        facts=(*SHARED_FACTS, *GUINOTE_FACTS),
        clauses=CLAUSES,
        fields=FIELDS,
        game=GUINOTE,
        example=Cante(0, 20, "O"),
        contest=GUINOTE_CONTEST,
        same_deals=SameDeals(GuinoteDeal, (4,), check_one_hand, (Cut,)),
        house_rules=HOUSE_RULES,
        settings=SETTINGS,
        deeds={
            CanteCounted: lambda fact, seats: (Deed(fact.seat, "cante"),),
            CanteTakenBack: lambda fact, seats: (Deed(fact.seat, "cante", -1),),
        },
        deed_titles={"cante": Text(es="Cantes", en="Cantes")},
    ),
)

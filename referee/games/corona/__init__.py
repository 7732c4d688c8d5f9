"""Por la Corona, a battle of two packs.

`rules.py` has the worth of a card, `house_rules.py` and `params.py` the settings of a table. `state.py` is the table,
`knowledge.py` the judge of two hands from two packs. `handlers/` has the steps of a battle, and the moves of cards
(`packs.py`); `refusals.py` has the reasons to refuse a step, `views/` the texts and tables for readers; `game.py` wires them.
"""

from referee.games.corona.clauses import CLAUSES
from referee.games.corona.events import Hire
from referee.games.corona.facts import CORONA_FACTS
from referee.games.corona.game import CORONA
from referee.games.corona.house_rules import HOUSE_RULES, SETTINGS
from referee.games.corona.params import CoronaParams
from referee.games.corona.results import CORONA_CONTEST
from referee.games.corona.rules import PACK
from referee.games.corona.views.glossary import FIELDS
from referee.match.facts import SHARED_FACTS
from referee.match.game import Ruleset
from referee.text import Text

RULESETS = (
    Ruleset(
        id="corona",
        title=Text(es="Por la Corona", en="Por la Corona (For the Crown)"),
        about=Text(
            es="Dos ejércitos, cada uno con su mazo. Pierde quien debe tomar una carta y no le quedan.",
            en="Two armies, each with its own pack. A player who must take a card and has none left loses.",
        ),
        seats=(2,),
        pack=PACK,
        params=CoronaParams,
        facts=(*SHARED_FACTS, *CORONA_FACTS),
        clauses=CLAUSES,
        fields=FIELDS,
        game=CORONA,
        example=Hire(0, "7C"),
        has_dealer=False,
        contest=CORONA_CONTEST,
        house_rules=HOUSE_RULES,
        settings=SETTINGS,
    ),
)

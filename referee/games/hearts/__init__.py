"""Corazones (Hearts).

`rules.py` says which card is legal, `refusals.py` why one is refused, `handlers/` how a round begins and is played, `scoring.py`
what it comes to, `views/` what readers meet; `castillar.py` and `yppedia.py` hold what one ruleset has alone; `game.py` wires
them to the events.
"""

from referee.cards import FRENCH
from referee.games.hearts.clauses import CASTILLAR_CLAUSES, YPPEDIA_CLAUSES
from referee.games.hearts.events import HeartsDeal
from referee.games.hearts.game import HEARTS_CASTILLAR, HEARTS_YPPEDIA
from referee.games.hearts.house_rules import CASTILLAR_SETTINGS, YPPEDIA_HOUSE_RULES, YPPEDIA_SETTINGS
from referee.games.hearts.params import CastillarParams, YppediaParams
from referee.games.hearts.results import CASTILLAR_CONTEST, YPPEDIA_CONTEST, check_one_round
from referee.games.hearts.scoring import DEED_TITLES, moon_shot
from referee.games.hearts.views.glossary import FIELDS
from referee.match.events import Claim, Play
from referee.match.facts import SHARED_FACTS, FirstDealerDrawn, HandScored
from referee.match.game import Ruleset
from referee.match.same_deals import SameDeals
from referee.text import Text

HELD_BACK = tuple(Play(n % 2, card) for n, card in enumerate(("2C", "9D", "KS", "3S", "5C", "8C")))
"""Seat 1 answers the 2 of clubs with a diamond, and lays a club two tricks later."""

SAME_DEALS = SameDeals(HeartsDeal, (4,), check_one_round)
"""One round of four (hearts.deal)."""

RULESETS = (
    Ruleset(
        id="hearts.castillar",
        title=Text(es="Corazones, El Castillar", en="Hearts, El Castillar"),
        about=Text(
            es="Dos jugadores a cuatro rondas, o cuatro a 100 puntos. Gana quien menos suma.",
            en="Two players over four rounds, or four to 100 points. The lowest total wins.",
        ),
        seats=(2, 4),
        pack=FRENCH,
        params=CastillarParams,
        facts=SHARED_FACTS,
        clauses=CASTILLAR_CLAUSES,
        fields=FIELDS,
        game=HEARTS_CASTILLAR,
        example=Play(0, "2C"),
        contest=CASTILLAR_CONTEST,
        same_deals=SAME_DEALS,
        settings=CASTILLAR_SETTINGS,
        deeds={HandScored: moon_shot},
        deed_titles=DEED_TITLES,
        dispute=(HeartsDeal(), *HELD_BACK, Claim(by=0, against=1, kind="revoke", at=4)),
    ),
    Ruleset(
        id="hearts.yppedia",
        title=Text(es="Corazones, YPPedia", en="Hearts, YPPedia"),
        about=Text(
            es="Cuatro jugadores hasta la puntuación de cierre, con reloj si se quiere.",
            en="Four players to the closing score, with a clock if wanted.",
        ),
        seats=(4,),
        pack=FRENCH,
        params=YppediaParams,
        facts=(*SHARED_FACTS, FirstDealerDrawn),
        clauses=YPPEDIA_CLAUSES,
        fields=FIELDS,
        game=HEARTS_YPPEDIA,
        example=Play(0, "2C"),
        contest=YPPEDIA_CONTEST,
        same_deals=SAME_DEALS,
        house_rules=YPPEDIA_HOUSE_RULES,
        settings=YPPEDIA_SETTINGS,
        deeds={HandScored: moon_shot},
        deed_titles=DEED_TITLES,
    ),
)

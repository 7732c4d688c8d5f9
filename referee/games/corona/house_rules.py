"""House rules of Por la Corona, which its author invites to: each with its clause."""

from functools import partial

from referee.games.corona.clauses import SOURCE
from referee.games.corona.params import LARGEST_HAND, MOST_EXTRA, USUAL
from referee.match.terms.rulebook import HouseRule, HouseValue, Setting, clause
from referee.text import Text

_clause = partial(clause, "corona", f"{SOURCE}, nota final")

HAND = HouseRule(
    param="hand",
    name=Text(es="Cartas que se roban al empezar", en="Cards drawn at the start"),
    usual=USUAL["hand"],
    values=(),
    clause=_clause(
        "house-hand",
        f"Si se acuerda, cada asiento roba al empezar otro número de las primeras cartas de su mazo, de 1 a {LARGEST_HAND}.",
        f"Where agreed on, each seat draws another number of the first cards of its pack at the start, from 1 to {LARGEST_HAND}.",
        (
            "El reglamento da siete, y en su nota final anima a crear reglas propias. La carta de abajo que se enseñó no puede "
            "estar entre ellas, como con siete.",
            "The paper gives seven, and its final note invites players to make rules of their own. The bottom card that was "
            "shown cannot be among them, as with seven.",
        ),
    ),
    changes=("corona.hand",),
)

EXTRA_INCOME = HouseRule(
    param="extra_income",
    name=Text(es="Lo que se suma a los ingresos", en="Added to the income"),
    usual=USUAL["extra_income"],
    values=(),
    clause=_clause(
        "house-income",
        f"Si se acuerda, los ingresos del turno son el número de la carta mostrada y algo más, de 0 a {MOST_EXTRA}.",
        f"Where agreed on, the income of a turn is the number of the card turned and some more, from 0 to {MOST_EXTRA}.",
        (
            "La carta se muestra igual, y quien no puede mostrarla pierde. Un comodín como ingresos sigue pagando una sola "
            "carta, de cualquier coste.",
            "The card is turned all the same, and a seat that cannot turn one loses. A joker as income still pays for one card, "
            "of any cost.",
        ),
    ),
    changes=("corona.income", "corona.hire"),
)

ABILITIES = (
    HouseValue("draw", Text(es="Sin detener, dejan robar dos cartas", en="Not blocked, they let two cards be drawn")),
    HouseValue("charge", Text(es="Atacan el turno en que entran", en="They attack in the turn they enter")),
    HouseValue("pierce", Text(es="Sin detener, cuestan dos cartas más", en="Not blocked, they cost two cards more")),
    HouseValue("drain", Text(es="Detenidos, cuestan aun así dos cartas", en="Blocked, they still cost two cards")),
)
RULED = (
    "Cada habilidad es la que el reglamento da a otro palo, con sus mismas reglas y los mismos códigos; la propia del palo "
    "deja de valer. Dos palos pueden tener la misma, y entonces alguna no la tiene ninguno. `draw` en la defensa es el total de "
    "los atacantes sin detener que dejan robar.",
    "Each ability is the one that the paper gives to another suit, by the same rules and under the same codes; the suit's own no "
    "longer holds. Two suits may have the same, and then one is nobody's. `draw` of a defence is the total "
    "over the unblocked attackers that let cards be drawn.",
)
OWN = {"oros": "corona.oros", "copas": "corona.attack", "espadas": "corona.espadas", "bastos": "corona.bastos"}
"""By suit, the clause of the rulebook for its ability."""


def _suit(suit: str) -> HouseRule:
    """The house rule for the ability of a suit."""
    own = USUAL[suit]
    return HouseRule(
        param=suit,
        name=Text(
            es=f"Qué hacen los {suit}" if suit in ("oros", "bastos") else f"Qué hacen las {suit}", en=f"What {suit} do"
        ),
        usual=own,
        values=ABILITIES,
        clause=_clause(
            f"house-{suit}",
            f"Si se acuerda, los atacantes de {suit} no hacen lo suyo, sino lo de otro palo: sin detener, dejan robar hasta dos "
            "cartas; o atacan el turno en que entran; o sin detener cuestan dos cartas más; o detenidos cuestan aun así dos.",
            f"Where agreed on, attackers of {suit} do not do their own but what another suit does: not blocked, they let up to "
            "two cards be drawn; or they attack in the turn they enter; or not blocked they cost two cards more; or blocked they "
            "still cost two.",
            RULED,
        ),
        changes=(OWN[suit],),
    )


COMBATS = HouseRule(
    param="combats",
    name=Text(es="Cómo se anota la defensa", en="How a defence is recorded"),
    usual=USUAL["combats"],
    values=(
        HouseValue("whole", Text(es="Entera, de una vez", en="Whole, at once")),
        HouseValue("one_by_one", Text(es="Combate a combate", en="Combat by combat")),
    ),
    clause=_clause(
        "house-combats",
        "Si se acuerda, la defensa se anota en pasos: primero quién para a quién (`defend`) y después cada combate"
        " (`combat`), en el orden en que se declararon los atacantes. Antes de cada uno, cualquiera puede recuperar con un "
        "comodín.",
        "Where agreed on, a defence is recorded in steps: first who stops whom (`defend`), and then each combat "
        "(`combat`), in the order in which the attackers were declared. Before each, either player may recover with a joker.",
        (
            "El reglamento elige los defensores (3.º) antes de resolver el combate (4.º), y deja usar el comodín «en cualquier"
            " momento»; no dice si también con el combate a medias. Donde la mesa lo juega así, los defensores se eligen todos"
            " antes del primer combate y ya no cambian. Lo que cayó en un combate puede volver al mazo antes del siguiente. Un"
            " combate es una sola anotación: quien se queda sin cartas en él ha perdido, así que hay que salvarse antes. Lo "
            "que se roba por un atacante sin detener se dice en su combate (`draw`). Sin comodines de por medio, todo queda "
            "como en la defensa entera.",
            "The paper has the defenders chosen (step 3) before the combat is resolved (step 4), and lets a joker be used 'at "
            "any moment'; it does not say whether that holds in the middle of it. Where the table plays it so, all defenders "
            "are chosen before the first combat and do not change. What fell in one combat may return to the pack before the "
            "next. A combat is one event: a player whose pack runs out in it has lost, and must be saved before. What an "
            "unblocked attacker lets its player draw is said in its combat (`draw`). Without a joker in between, all comes out"
            " as in the whole defence.",
        ),
    ),
    changes=("corona.defend", "corona.combat", "corona.joker-recover"),
)

HOUSE_RULES = (HAND, EXTRA_INCOME, *(_suit(suit) for suit in OWN), COMBATS)
SETTINGS = (Setting("jokers", Text(es="Comodines en cada mazo", en="Jokers in each pack")),)

"""The clauses of Escoba, Scopa and Scopone, in both languages."""

from collections.abc import Iterable

from referee.match.terms.rulebook import Clause
from referee.text import Text

QUINCE = "«Escoba de quince» (studylib.es)"
MELELE = "«Escoba» (melele.es)"
NAIPES = "«Escoba de 15» (naipes-casino.com.ar)"
SOLITALIAN = "«Escoba» (solitalian.it)"
OMERKEL = "OMerkel, Escoba"
VIP = "«How to play Escoba» (VIP Games)"
WIKIPEDIA = "«Scopa» (Wikipedia)"
REGOLE = "«Regole» (viniciocoletti.it)"
SCOPA_IN_DUE = "«Scopa in due» (blackjack-baccarat.net)"
FIGS = "Regolamento federale del gioco dello scopone (F.I.G.S.)"
HOUSE = "Reglamento del servicio"

Rule = tuple[str, str, str, str, Text | None]
"""Code without prefix, source, Spanish, English, and why this reading was chosen where sources differ."""


def _rule(code: str, source: str, es: str, en: str, ruling: tuple[str, str] | None = None) -> Rule:
    return code, source, es, en, Text(*ruling) if ruling else None


def _clauses(game: str, rules: Iterable[Rule]) -> tuple[Clause, ...]:
    return tuple(Clause(f"{game}.{code}", es, en, source, ruling) for code, source, es, en, ruling in rules)


VALUES = _rule(
    "values",
    QUINCE,
    "Del 1 al 7 cada carta vale su número; la sota 8, el caballo 9 y el rey 10. Los palos no cuentan para tomar.",
    "Cards from 1 to 7 count their number, the sota 8, the caballo 9 and the rey 10. Suits do not matter in taking.",
)
DEAL = _rule(
    "deal",
    QUINCE,
    "Se dan tres cartas a cada uno y cuatro descubiertas a la mesa. Acabadas las manos se dan otras tres a cada uno y ninguna a la mesa, hasta agotar el mazo: 6 rondas entre dos, 4 entre tres, 3 entre cuatro. Ninguna carta puede estar en dos sitios.",
    "Three cards go to each seat and four face up to the table. When the hands are out three more go to each and none to the table, until the pack is out: 6 rounds with two seats, 4 with three, 3 with four. No card can be in two places.",
    (
        "Se reparte carta a carta desde el que sigue a quien reparte, y al final la mesa; otros dan las tres juntas o ponen antes la mesa.",
        "Cards are dealt one at a time, beginning after the dealer, and the table comes last; some deal threes, or put the table between.",
    ),
)
DEAL_ALL = _rule(
    "deal",
    FIGS,
    "Una sola ronda con toda la baraja: diez cartas a cada uno y ninguna a la mesa; si se acuerda, nueve a cada uno y cuatro a la mesa. Ninguna carta puede estar en dos sitios.",
    "One round with the whole pack: ten cards to each seat and none to the table; where agreed on, nine to each and four to the table. No card can be in two places.",
    (
        "Se reparte carta a carta desde el que sigue a quien reparte, y al final la mesa.",
        "Cards are dealt one at a time, beginning after the dealer, and the table comes last.",
    ),
)
TURN = _rule(
    "turn",
    QUINCE,
    "Empieza cada ronda quien sigue a quien reparte; se juega por la derecha, una carta por turno. En cada mano reparte el siguiente. Si reparte otro, es una falta suya; el reparto vale, y después reparte quien le sigue. En una ronda posterior de la mano no cambia nada.",
    "The seat after the dealer begins every round; turns go to the right, one card a turn. The next seat deals the next hand. Another dealer is an infraction of that seat; the deal stands, and the seat after it deals next. In a later round of the hand it changes nothing.",
)
TRAIL = _rule(
    "trail",
    QUINCE,
    "La carta que no toma se queda en la mesa.",
    "A card that does not take stays on the table.",
)
TRAIL_FREELY = _rule(
    "trail",
    SOLITALIAN,
    "La carta que no toma se queda en la mesa. Puede quedarse aunque pudiera tomar.",
    "A card that does not take stays on the table. It may stay although it could take.",
    (
        "Las fuentes discrepan: para unas hay que tomar si se puede. Quien lo quiera así lo acuerda.",
        "Sources differ: in some, a player who can take must take. Tables that play so agree on it.",
    ),
)
SWEEP = _rule(
    "sweep",
    QUINCE,
    "Toma regular que deja la mesa vacía: escoba, 1 punto. Cuenta por el registro, sin que nadie la cante ni la marque.",
    "A regular take that leaves the table empty is an escoba: 1 point. It counts by the log; nobody has to claim or mark it.",
    (
        "Una toma irregular que vacía la mesa no es escoba.",
        "An irregular take that clears the table is no escoba.",
    ),
)
REST = _rule(
    "rest",
    QUINCE,
    "Tras la última carta de la mano, lo que queda en la mesa es del bando que tomó el último. No es escoba. Si nadie tomó, no cuenta para nadie.",
    "After the last card of the hand, what lies on the table goes to the side that took last. It is no escoba. If nobody took, nobody scores it.",
)
MOST_CARDS = _rule(
    "most-cards",
    MELELE,
    "Más cartas que cada uno de los otros bandos: 1 punto. Empatados los que más, nadie.",
    "More cards than every other side: 1 point. If several have the most, nobody.",
)
MOST_OROS = _rule(
    "most-oros",
    MELELE,
    "Más oros que cada uno de los otros bandos: 1 punto. Empatados los que más, nadie.",
    "More oros than every other side: 1 point. If several have the most, nobody.",
)
SEVEN_OF_OROS = _rule(
    "seven-of-oros",
    MELELE,
    "El siete de oros (velo, guindis, settebello): 1 punto.",
    "The seven of oros (velo, guindis, settebello): 1 point.",
)
END = _rule(
    "end",
    MELELE,
    "Los totales sólo cambian al contar una mano, tras su última carta. Si el más alto llega al objetivo y es de un solo bando, ese gana; empatados arriba, se reparte otra mano. El margen es la diferencia con el mejor de los otros. Se ordena por totales, los compañeros juntos; los iguales comparten puesto.",
    "Totals change only when a hand is counted, after its last card. If the highest is at least the target and one side alone has it, that side wins; level at the top, another hand is dealt. The margin is the lead over the best other. Ranking goes by totals, partners together; equal totals share a place.",
    (
        "No se gana por el orden en que se cuentan los puntos de la mano, ni hacen falta dos de ventaja.",
        "Nobody wins by the order in which a hand's points are counted, and no lead of two is needed.",
    ),
)
ILLEGAL_PLAY = _rule(
    "illegal-play",
    HOUSE,
    "Una jugada irregular se retira (`retract`) antes de que juegue el siguiente. Después queda firme: las cartas se quedan donde fueron, es una falta y no mueve puntos.",
    "An irregular play is taken back (`retract`) before the next seat plays. Later it stands: the cards stay where they went, it is an infraction, and no points change hands for it.",
    (
        "La carta echada se juega: el mismo asiento la juega de nuevo, de cualquier modo regular; jugar otra es una falta, y tras ella no se debe nada. Mientras tanto se sabe que está en esa mano. Es así cuando lo retirado tiene una sola jugada de carta, y esa fue irregular.",
        "The card laid is played: the same seat plays it again, in any regular way; another card is an infraction, and after it nothing is owed. Meanwhile the card is known to be in that hand. So it is when what is taken back holds exactly one play of a card, and that one was irregular.",
    ),
)
MISDEAL = _rule(
    "misdeal",
    FIGS,
    "Por un número equivocado de cartas, una baraja defectuosa o una carta descubierta al repartir se anula la mano (`redeal`, con el motivo): la reparte de nuevo el mismo, y los totales quedan. Sólo mientras la mano está en juego, también entre sus rondas.",
    "For a wrong number of cards, a faulty pack or a card faced in dealing the hand is void (`redeal`, with the reason): the same dealer deals it again, and totals stay. Only while the hand is in progress, also between its rounds.",
)

ESCOBA = _clauses(
    "escoba",
    (
        VALUES,
        DEAL,
        TURN,
        _rule(
            "take",
            QUINCE,
            "La carta jugada y una o más de la mesa suman exactamente quince: todas van al bando. Una sola suma por turno.",
            "The card played and one or more of the table sum exactly fifteen: all of them go to the side. One take a turn.",
        ),
        TRAIL_FREELY,
        _rule(
            "must-take",
            OMERKEL,
            "Si se acuerda, la carta que puede tomar no puede dejarse. Qué carta se juega es libre: la regla mira la carta jugada, no el resto de la mano.",
            "Where agreed on, a card that can take may not be trailed. Which card is played is free: the rule looks at the card played, never at the rest of the hand.",
        ),
        _rule(
            "renuncio",
            VIP,
            "Si se acuerda, en su turno y antes de su carta, un asiento puede levantar cartas de la mesa que sumen quince por sí solas (`take` sin `card`), si la última de ellas la dejó otro bando. Las cuatro primeras no las dejó nadie. No gasta el turno y puede repetirse; es una toma como otra, y si vacía la mesa, escoba. Lo que nadie levanta en su turno se queda.",
            "Where agreed on, in their turn and before their card, a seat may lift cards of the table that sum fifteen by themselves (`take` without `card`), if another side left the one laid last of them. Nobody left the first four. It does not use up the turn and may be done again; it is a take like any other, and an escoba where it clears the table. What nobody lifts in their turn stays on the table.",
        ),
        _rule(
            "dealer",
            VIP,
            "Si las cuatro primeras suman quince, son del bando de quien reparte, con una escoba; si se parten en dos parejas de quince, con dos. Sucede con el reparto, cuenta como última toma, y se empieza con la mesa vacía. Se puede acordar que no valga.",
            "If the first four sum fifteen, they go to the dealer's side, with one escoba; if they part into two pairs of fifteen, with two. It happens with the deal and counts as the last take, and play begins on an empty table. It may be agreed on that it does not count.",
            (
                "Dos parejas, no cualquier suma de treinta: 12 12 11 1 se queda. Quince con sólo algunas de las cuatro no es nada.",
                "Two pairs, not any sum of thirty: 12 12 11 1 stays. Fifteen in only some of the four is nothing.",
            ),
        ),
        SWEEP,
        REST,
        MOST_CARDS,
        MOST_OROS,
        SEVEN_OF_OROS,
        _rule(
            "sevens",
            MELELE,
            "Más sietes que cada uno de los otros: 1 punto. Si se acuerda, en su lugar la mejor setenta: la mejor carta de cada palo, 7 = 21, 6 = 18, 1 = 16, 5 = 15, 4 = 14, 3 = 13, 2 = 12, figuras 10. Empatados los que más, nadie.",
            "More sevens than every other: 1 point. Where agreed on, the best setenta in its place: the best card of each suit, 7 = 21, 6 = 18, 1 = 16, 5 = 15, 4 = 14, 3 = 13, 2 = 12, figures 10. If several have the most, nobody.",
            (
                "El bando al que le falta un palo no tiene setenta; otros suman lo que haya.",
                "A side that lacks a suit has no setenta; some add up what there is.",
            ),
        ),
        _rule(
            "all",
            NAIPES,
            "Si se acuerda, 1 punto más por los diez oros y 1 más por los cuatro sietes.",
            "Where agreed on, 1 point more for all ten oros and 1 more for all four sevens.",
        ),
        END,
        ILLEGAL_PLAY,
        MISDEAL,
    ),
)

_SCOPA_PLAYS = (
    _rule(
        "take",
        WIKIPEDIA,
        "La carta jugada toma una de la mesa de su mismo valor, o dos o más que lo sumen; todas van al bando. Una sola toma por turno: de dos cartas iguales, una.",
        "The card played takes one of the table of its own value, or two or more that sum it; all of them go to the side. One take a turn: of two equal cards only one.",
    ),
    _rule(
        "single",
        WIKIPEDIA,
        "No se toma una suma mientras haya en la mesa una carta del valor de la jugada.",
        "A sum may not be taken while a card of the same value as the one played lies on the table.",
        (
            "Entre varias sumas se elige libremente; en algunas mesas, la de menos cartas.",
            "Between sums the choice is free; some tables want the fewest cards.",
        ),
    ),
    TRAIL,
    _rule(
        "must-take",
        REGOLE,
        "La carta que puede tomar no puede dejarse. Qué carta se juega es libre: la regla mira la carta jugada, no el resto de la mano.",
        "A card that can take may not be trailed. Which card is played is free: the rule looks at the card played, never at the rest of the hand.",
    ),
    _rule(
        "kings",
        SCOPA_IN_DUE,
        "Con tres o cuatro reyes entre las cuatro primeras, el reparto se anula por sí mismo y reparte otra vez el mismo; no cuenta como mano. Se puede acordar que no se haga.",
        "With three or four kings among the first four the deal is void by itself and the same dealer deals again; it does not count as a hand. It may be agreed on that it is not done.",
    ),
    SWEEP,
    _rule(
        "last-card",
        WIKIPEDIA,
        "La última carta de la mano no hace escoba, salvo que se acuerde.",
        "The last card of the hand scores no scopa, unless agreed on.",
    ),
    REST,
    MOST_CARDS,
    MOST_OROS,
    SEVEN_OF_OROS,
    _rule(
        "primiera",
        WIKIPEDIA,
        "La primiera más alta: 1 punto. Se suma la mejor carta de cada palo: 7 = 21, 6 = 18, 1 = 16, 5 = 15, 4 = 14, 3 = 13, 2 = 12, figuras 10. Empatados los que más, nadie.",
        "The highest primiera: 1 point. It sums the best card of each suit: 7 = 21, 6 = 18, 1 = 16, 5 = 15, 4 = 14, 3 = 13, 2 = 12, figures 10. If several have the most, nobody.",
        (
            "El bando al que le falta un palo no tiene primiera; otros suman lo que haya.",
            "A side that lacks a suit has no primiera; some add up what there is.",
        ),
    ),
    END,
    ILLEGAL_PLAY,
    MISDEAL,
)

SCOPA = _clauses("scopa", (VALUES, DEAL, TURN, *_SCOPA_PLAYS))
SCOPONE = _clauses("scopa", (VALUES, DEAL_ALL, TURN, *_SCOPA_PLAYS))

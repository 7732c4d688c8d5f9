"""The clauses of Hearts, in both languages; which ruleset has which."""

from referee.match.terms.rulebook import Clause, clause

CASTILLAR = "Corazones, El Castillar (Campeonato de Multijuegos)"
YPPEDIA = "YPPedia, Official:Hearts"
BOTH = f"{CASTILLAR}; {YPPEDIA}"


def _clause(code: str, source: str, es: str, en: str, ruling: tuple[str, str] | None = None) -> Clause:
    return clause("hearts", source, code, es, en, ruling)


COMMON = (
    _clause(
        "deal",
        BOTH,
        "Se reparten las 52 cartas: 13 a cada uno entre cuatro, 26 entre dos.",
        "All 52 cards are dealt: 13 each among four, 26 each between two.",
    ),
    _clause(
        "opening-lead",
        BOTH,
        "Quien tiene el dos de tréboles abre con él la primera baza.",
        "The holder of the two of clubs opens the first trick with it.",
    ),
    _clause(
        "follow-suit",
        BOTH,
        "Quien tiene cartas del palo de salida debe echar una de ellas.",
        "A seat that holds the led suit must play it.",
    ),
    _clause(
        "first-trick",
        BOTH,
        "En la primera baza, quien no tiene tréboles echa lo que quiera menos un corazón o la reina de picas; si no tiene otra cosa, cualquier carta.",
        "In the first trick a seat without clubs plays anything but a heart or the queen of spades; holding nothing else, any card.",
        (
            "El reglamento calla sobre quien no tiene otra cosa: no se le puede pedir lo que no tiene. La «primera baza de la partida» de YPPedia se lee como la de cada mano. Un corazón o la QS de quien tiene tréboles rompe dos reglas; se nombra primero la de servir al palo. Si por las cartas que quedan por ver rompe sin duda una de las dos y no se sabe cuál, `strict` la rechaza por ésta, y el registro no prueba ninguna hasta que se sepa.",
            "The rulebook is silent on a hand with nothing else: nobody can play what they do not hold. YPPedia's first trick 'of the match' is read as of each hand. A heart or QS from a hand with clubs breaks two rules; following suit is named first. Where the cards left to see show that one of the two is broken and not which, `strict` refuses it by this one, and the record proves neither until that is known.",
        ),
    ),
    _clause(
        "lead-hearts",
        BOTH,
        "No se sale de corazones hasta que se hayan roto, salvo con sólo corazones en la mano.",
        "Hearts may not be led until they are broken, unless the hand holds only hearts.",
    ),
    _clause(
        "trick",
        BOTH,
        "Gana la baza la carta más alta del palo de salida; su dueño sale en la siguiente.",
        "The highest card of the led suit wins the trick; its owner leads to the next.",
    ),
    _clause(
        "points",
        BOTH,
        "Cada corazón vale 1 punto y la reina de picas 13: 26 por ronda.",
        "Each heart is worth 1 point, the queen of spades 13: 26 a round.",
    ),
    _clause(
        "moon",
        BOTH,
        "Alcanzar la Luna: quien se lleva los 26 puntos suma 0, y cada uno de los demás 26.",
        "Shooting the moon: the seat that takes all 26 points scores 0, and every other seat 26.",
    ),
)

BROKEN_ES = "Rompe los corazones el primero que se echa. La reina de picas no rompe nada y puede salir en cualquier baza menos la primera."
BROKEN_EN = (
    "The first heart laid breaks hearts. The queen of spades breaks nothing and may be led in any trick but the first."
)
BROKEN_RULING = (
    "También rompe un corazón echado contra las reglas: está sobre la mesa y todos lo han visto.",
    "A heart laid against the rules breaks them too: it lies on the table and all have seen it.",
)

PASSING = _clause(
    "pass",
    BOTH,
    "Entre cuatro, antes de jugar cada uno pasa tres cartas de las que recibió: en la ronda 1 a su izquierda, en la 2 a su derecha, en la 3 enfrente, en la 4 no se pasa; y vuelta a empezar. Nadie recoge hasta que todos han elegido.",
    "With four seats, before play each passes three of the cards dealt to it: in round 1 to the left, 2 to the right, 3 across, 4 none; then again. Nobody picks up until all have chosen.",
)

CASTILLAR_CLAUSES = (
    *COMMON,
    PASSING,
    _clause(
        "broken",
        CASTILLAR,
        f"{BROKEN_ES} Quien los rompe dice «Rompo burbuja», y quien echa la reina de picas «Pum».",
        f"{BROKEN_EN} The seat that breaks them says «Rompo burbuja», and the seat that plays the queen of spades «Pum».",
        (
            f"{BROKEN_RULING[0]} Lo dicho se registra (`announce`) tras la carta y antes de la siguiente; olvidarlo no cuesta nada. "
            "Dicho de otra carta, por otro o dos veces, no consta.",
            f"{BROKEN_RULING[1]} What is said is recorded (`announce`) after the card and before the next; forgetting it costs nothing. "
            "Said of another card, by another seat or twice, it is not recorded.",
        ),
    ),
    _clause(
        "first-dealer",
        CASTILLAR,
        "Reparte primero el jugador de más edad; si no constan las edades, quien diga `first_dealer`, o a suertes.",
        "The oldest player deals first; if ages are not on record, the seat that `first_dealer` names, or chance.",
        (
            "El reglamento sólo nombra la edad. Si no consta y nadie lo dice, decide un sorteo, y su semilla queda registrada.",
            "The rulebook names age only. If it is not on record and nobody says, a draw decides, and its seed is recorded.",
        ),
    ),
    _clause(
        "next-dealer",
        CASTILLAR,
        "Entre cuatro reparte después quien está a la derecha del último que repartió; entre dos se alternan.",
        "With four seats the next dealer sits at the right of the last; two seats alternate.",
    ),
    _clause(
        "round-won",
        CASTILLAR,
        "Gana la ronda quien menos puntos suma en ella; si son varios, la ganan todos ellos.",
        "The seats with the fewest points of a round win it, each of them if there are several.",
    ),
    _clause(
        "star",
        CASTILLAR,
        "Estrellita: entre cuatro, una ronda ganada en solitario y con 0 puntos; entre dos, una ronda con 0 puntos, que es una Luna.",
        "A star: with four seats, a round won alone and with 0 points; with two, a round of 0 points, which is a moon.",
    ),
    _clause(
        "end",
        CASTILLAR,
        "Entre cuatro termina la ronda en que alguien llega al límite (100; 50 en grupos y desempates); entre dos, tras cuatro rondas. Gana quien menos suma.",
        "With four seats the match ends after the round in which a total reaches the limit (100; 50 in groups and tie-breaks); with two, after four rounds. The lowest total wins.",
    ),
    _clause(
        "tiebreak",
        CASTILLAR,
        "A igualdad de puntos: más estrellitas, más rondas ganadas, menos sanciones y, si siguen iguales, una ronda extra de todos que sólo cuenta entre los empatados y no cambia los totales.",
        "Equal totals: more stars, more rounds won, fewer sanctions and, if still level, an extra round of all that counts only among the tied and changes no total.",
        (
            "En la ronda extra sigue el turno de reparto y el ciclo de pases, y la Luna cuenta; no hay estrellita ni ronda ganada. Una tarjeta dada en ella se registra y no mueve nada. Se pide donde el empate importa: entre dos, por el primer puesto; entre cuatro, por cualquiera.",
            "In the extra round the deal and the passes go on and a moon counts; there is no star and no round won. A card given in it is recorded and moves nothing. It is asked for where the tie matters: for the first place with two seats, for any place with four.",
        ),
    ),
    _clause(
        "change",
        CASTILLAR,
        "La carta soltada no se cambia. Mientras los dedos la sujetan, cada uno puede cambiar una en todo el encuentro; desde la segunda es infracción y merece amarilla.",
        "A released card stays. While the fingers hold it, each seat may change one card in the whole match; from the second on it is an infraction that earns a yellow card.",
        (
            "El reglamento imprime la amarilla y el cambio sólo en la hoja de dos jugadores; se aplica igual entre cuatro, donde hace la misma falta. Tras la última carta de una mano se puede registrar hasta el siguiente reparto.",
            "The rulebook prints the yellow card and the change on the two-player sheet only; with four the need is the same, and so is the rule. After the last card of a hand it can be recorded until the next deal.",
        ),
    ),
    _clause(
        "yellow",
        CASTILLAR,
        "La tarjeta amarilla es una sanción sin puntos. En «menos sanciones» cuentan las de los dos colores, una cada una.",
        "A yellow card is a sanction without points. «Fewer sanctions» counts both colours, one each.",
        (
            "El desempate mira las tarjetas dadas hasta el final de la última ronda ordinaria. La ronda extra la decide quien menos puntos hace en ella: una tarjeta posterior se registra y no cambia el resultado.",
            "The tie-break looks at the cards given until the last regular round ends. The extra round is decided by the points made in it: a card given later is recorded and changes no result.",
        ),
    ),
    _clause(
        "black-4",
        CASTILLAR,
        "Entre cuatro, la tarjeta negra suma 26 al total en el acto; si con ello llegaría al límite, el total queda en uno menos que el límite.",
        "With four seats a black card adds 26 to the total at once; if that would reach the limit, the total becomes one less than the limit.",
        (
            "El reglamento dice 100 y 99; con límite 50 se lee 49. No pertenece a ninguna ronda y no cambia quién la gana.",
            "The rulebook says 100 and 99; with a limit of 50 it reads 49. It belongs to no round and changes no round's winner.",
        ),
    ),
    _clause(
        "black-2",
        CASTILLAR,
        "Entre dos, la tarjeta negra quita 1 punto en el campeonato; el marcador del encuentro no cambia.",
        "With two seats a black card takes 1 point off the championship total; the match total is unchanged.",
    ),
)

YPPEDIA_CLAUSES = (
    *COMMON,
    PASSING,
    _clause("broken", YPPEDIA, BROKEN_ES, BROKEN_EN, BROKEN_RULING),
    _clause(
        "first-dealer",
        YPPEDIA,
        "El primer repartidor se sortea; la semilla del sorteo queda registrada.",
        "The first dealer is drawn at random; the seed of the draw is recorded.",
        (
            "Si se sorteó con cartas en la mesa, se registran (`draw_for_deal`): una por asiento, reparte la más alta y los que empatan repiten.",
            "Where cards were drawn on the table, they are recorded (`draw_for_deal`): one a seat, the highest deals, and those who are level "
            "draw again.",
        ),
    ),
    _clause(
        "next-dealer",
        YPPEDIA,
        "Reparte después quien está a la izquierda del último que repartió.",
        "The next dealer sits at the left of the last.",
    ),
    _clause(
        "moon-deduct",
        YPPEDIA,
        "Si sumar 26 a los demás llevara a alguno a la puntuación de cierre y quien alcanzó la Luna fuera a perder, se le restan 26 a él y los demás quedan igual.",
        "If giving 26 to the others would bring one of them to the closing score and the shooter would then lose, the shooter's score falls by 26 instead and the others' stay.",
        (
            "«Perder» se lee: algún otro quedaría con un total estrictamente menor.",
            "'Lose' is read as: some other seat would have a strictly lower total.",
        ),
    ),
    _clause(
        "end",
        YPPEDIA,
        "El encuentro termina con la ronda en que un total llega a la puntuación de cierre. Gana quien menos suma.",
        "The match ends with the round in which a total reaches the closing score. The lowest total wins.",
        (
            "El reglamento dice «supera»; se lee «alcanza», como dice en su primer párrafo.",
            "The rulebook says 'exceeds'; it is read as 'reaches', as its first paragraph says.",
        ),
    ),
    _clause(
        "tiebreak",
        YPPEDIA,
        "Los totales iguales comparten el puesto; si es el primero, nadie gana.",
        "Equal totals share the place; if it is the first, nobody wins.",
    ),
    _clause(
        "yellow",
        YPPEDIA,
        "Las tarjetas se registran y no cambian nada.",
        "Cards given are recorded and change nothing.",
    ),
    _clause(
        "timeout",
        YPPEDIA,
        "Con reloj, a quien se le acaba el tiempo se le juega una carta legal al azar, con semilla registrada; si no se conoce su mano, el árbitro dice cuál.",
        "With a clock, a seat whose time is over has a legal card played for it at random, by a recorded seed; where the hand is unknown, the referee states the card.",
    ),
)

"""The clauses of Por la Corona, in both languages."""

from functools import partial

from referee.match.terms.rulebook import clause

SOURCE = "Por la Corona, Ramiro Luis Álvarez Moreno, 2008"
_clause = partial(clause, "corona", SOURCE)

CLAUSES = (
    _clause(
        "start",
        "Cada uno baraja y enseña la carta de abajo; empieza quien enseña el número más alto. Si son iguales, se baraja y se enseña otra vez.",
        "Each seat shuffles and shows its bottom card; the higher number starts. If they are equal, both shuffle and show again.",
        (
            "Un comodín cuenta 0. Tras la muestra que decide ya no se baraja: esa carta es la última del mazo hasta que un comodín lo vuelva a barajar, y hasta entonces no puede salir antes que las demás. Si la batalla se anula, se puede enseñar otra vez o dejar que empiece el mismo.",
            "A joker counts 0. After the deciding show nobody shuffles: that card is the last of its pack until a joker has it shuffled again, and cannot come out before the others. When a battle is void, the cards may be shown again, or the same seat starts.",
        ),
    ),
    _clause(
        "hand",
        "Cada asiento tiene su propio mazo, con ochos, nueves y comodines, y roba las siete primeras cartas. El mazo boca abajo es la escuela militar; al lado crece, boca arriba, el cementerio.",
        "Each seat has a pack of its own, with eights, nines and jokers, and draws the first seven cards. The pack, face down, is the escuela militar; the cementerio grows beside it, face up.",
        (
            "El reglamento se lee así: dos comodines en cada mazo; se puede acordar que sean menos. Cada carta existe dos veces, una en cada mazo, así que lo ya visto se juzga asiento por asiento.",
            "The rulebook is read as two jokers in each pack; fewer may be agreed on. Every card exists twice, once in each pack, so what was seen already is judged seat by seat.",
        ),
    ),
    _clause(
        "draw",
        "El turno empieza robando una carta, salvo el primero del encuentro.",
        "A turn begins by drawing a card, except the first of the match.",
        (
            "La carta se debe en cuanto el rival termina su turno, se conozca o no el orden: quien quiera salvarse con un comodín debe hacerlo antes. Qué carta fue se puede decir después, también cuando ya se ha jugado; nunca una que el registro ya ponía en la mano.",
            "The card is owed as soon as the opponent ends the turn, whether the order is known or not: a player who wants to be saved by a joker must play it before. Which card it was may be said later, also once it was played; never one that the log had in the hand before.",
        ),
    ),
    _clause(
        "income",
        "La carta siguiente del mazo pasa boca arriba al cementerio: su número son los ingresos del turno. Quien no puede mostrarla pierde.",
        "The next card of the pack goes face up to the cementerio: its number is the income of the turn. A seat that cannot turn one loses.",
    ),
    _clause(
        "ready",
        "Antes de contratar se enderezan las cartas propias que atacaron en el turno anterior.",
        "Before hiring, a seat sets upright its cards that attacked in its last turn.",
    ),
    _clause(
        "hire",
        "Las cartas de la mano se contratan una a una, sin pasar entre todas de los ingresos. Un comodín no se contrata.",
        "Cards of the hand are hired one by one; together they may not exceed the income. A joker is never hired.",
    ),
    _clause(
        "replica",
        "Una vez por turno, el rival puede replicar a la carta recién contratada descartando cartas que juntas la superen: todas ellas y la replicada van al cementerio de su dueño.",
        "Once a turn the opponent may answer the card just hired by discarding cards that together exceed it. They go to the opponent's cementerio, and the answered card goes to its owner's.",
        (
            "Los ingresos gastados no vuelven. Un comodín no suma y no se descarta así. Se puede replicar hasta la siguiente contratación o el ataque; recuperar con un comodín no lo impide.",
            "The income stays spent. A joker adds nothing and may not be discarded for this. The answer may come until the next hire or the attack; a recovery with a joker in between does not matter.",
        ),
    ),
    _clause(
        "joker-income",
        "Un comodín como ingresos deja contratar una sola carta, de cualquier coste, a la que no se puede replicar.",
        "A joker as income lets the player hire one card, of any cost, that no replica may answer.",
        (
            "Si a pesar de todo se contrata otra y el árbitro la deja, tampoco a ella se puede replicar.",
            "If another is hired all the same and the referee lets it stand, that one may not be answered either.",
        ),
    ),
    _clause(
        "joker-recover",
        "En cualquier momento un jugador puede apartar de su mano un comodín y otra carta, de número n, y devolver al mazo n cartas a su elección de su cementerio (todas, si hay menos). Las dos apartadas quedan fuera del encuentro.",
        "At any moment a player may set aside a joker and another card of the hand, of number n, and return n cards of their choice from their own cementerio to their pack (all, if there are fewer). The two set aside are out of the match.",
        (
            "El mazo se baraja después; si se conocía su orden, se anota el nuevo o lo baraja el servidor. Vale también con el cementerio vacío. «En cualquier momento» es entre dos anotaciones: una defensa es una sola, y quien se queda sin cartas en ella ha perdido. Una carta devuelta no se puede usar antes de robarla. Un comodín del cementerio también puede volver.",
            "The pack is shuffled afterwards; if its order was known, the new one is recorded or the server shuffles. It may be done with an empty cementerio too. 'At any moment' means between two events: a defence is one event, and a player whose pack runs out in it has lost. A card that returned cannot be used before it is drawn. A joker in the cementerio may return too.",
        ),
    ),
    _clause(
        "attack",
        "Tras contratar, el jugador gira para atacar las cartas rectas que quiera, menos las contratadas en ese turno; las de copas sí pueden atacar el turno en que entran.",
        "After hiring, the player turns any of the upright cards to attack, but not those hired this turn; copas may attack in the turn they enter.",
        (
            "Se ataca una vez por turno, aunque sea sin ninguna carta. Un segundo ataque que el árbitro vio y dejó se defiende también, y llega después de la primera defensa.",
            "There is one attack a turn, even if no card attacks. A second one that the referee saw and let stand is defended too, and comes after the first defence.",
        ),
    ),
    _clause(
        "defend",
        "El rival opone cartas rectas, cada una a un atacante, y una como mucho a cada atacante. La que atacó en su último turno no está recta. Tras el ataque siempre hay defensa, aunque sea vacía, y después termina el turno.",
        "The opponent sets upright cards against attackers: each against one attacker, and at most one against each. A card that attacked in its last turn is not upright. An attack is always followed by a defence, even an empty one, and then by the end of the turn.",
    ),
    _clause(
        "combat",
        "Atacante detenido: cae el número menor; si son iguales, los dos. Sin detener: pasan del mazo al cementerio del defensor tantas cartas como el número del atacante.",
        "Blocked: the card with the lower number falls, or both if they are equal. Not blocked: as many cards as the attacker's number go from the defender's pack to the cementerio.",
        (
            "Los atacantes se resuelven en el orden en que se declararon. Si el defensor se queda sin cartas, los siguientes ya no cuentan.",
            "Attackers are resolved in the order they were declared. If the defender runs out, those that follow no longer count.",
        ),
    ),
    _clause(
        "oros",
        "Un atacante de oros sin detener deja robar hasta dos cartas a su jugador.",
        "An unblocked attacker of oros lets its player draw up to two cards.",
        (
            "`draw` es el total de todos los oros sin detener, hasta dos por cada uno en el orden declarado; si el mazo tiene menos, las que tenga, y por esto no se pierde. Se roba después de cobrar el daño de ese atacante: el que el mazo contrario no puede pagar acaba la batalla, y ni él ni los siguientes dejan robar.",
            "`draw` is the total over all unblocked oros, up to two for each in the order declared; fewer if the pack holds fewer, and nobody loses because of it. They are drawn after that attacker's damage is paid: one that the other pack cannot pay for ends the battle, and neither it nor those after it draw.",
        ),
    ),
    _clause(
        "espadas",
        "Un atacante de espadas sin detener cuesta dos cartas más.",
        "An unblocked attacker of espadas costs two cards more.",
    ),
    _clause(
        "bastos",
        "Un atacante de bastos detenido cuesta aun así dos cartas al defensor.",
        "A blocked attacker of bastos still costs the defender two cards.",
    ),
    _clause(
        "lose",
        "Quien debe tomar una carta de su mazo (al robar, por ingresos o por daño) y no la tiene pierde en el acto.",
        "A player who must take a card from their own pack (draw, income or damage) and has none loses at once.",
        (
            "Quien deja su mazo vacío no pierde hasta la siguiente carta que deba. Quien se retira pierde la batalla; si se retiran los dos, nadie la gana.",
            "A player whose pack is exactly empty loses only at the next card that is owed. A player who withdraws loses the battle; if both do, nobody wins it.",
        ),
    ),
    _clause(
        "turn-end",
        "Terminada la defensa, el turno pasa al rival.",
        "After the defence the turn passes to the opponent.",
    ),
)

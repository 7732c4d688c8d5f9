"""The clauses of Casino, in both languages; what each ruleset has in place of the classic ones."""

from collections.abc import Iterable

from referee.match.terms.rulebook import Clause, clause

PAPER = "Juegos de Naipes, El Casino (2012)"


def _clause(code: str, chapter: str, es: str, en: str, ruling: tuple[str, str] | None = None) -> Clause:
    return clause("casino", f"{PAPER}, {chapter}", code, es, en, ruling)


DEAL_AND_TURN = (
    _clause(
        "values",
        "4",
        "El as vale 1 y las cartas del 2 al 10 su número. Rey, reina y jota no valen nada: sólo casan con las de su índice.",
        "The ace counts 1 and the cards from 2 to 10 their number. King, queen and jack count nothing: they only match their own rank.",
    ),
    _clause(
        "deal",
        "5",
        "Se dan cuatro cartas a cada uno y cuatro descubiertas a la mesa, de dos en dos: a los demás, a la mesa y a quien reparte. Acabadas las manos se dan otras cuatro a cada uno y ninguna a la mesa, hasta agotar el mazo: 6 rondas entre dos, 4 entre tres, 3 entre cuatro.",
        "Four cards go to each seat and four face up to the table, two at a time: to the others, to the table, to the dealer. When the hands are out four more go to each and none to the table, until the pack is out: 6 rounds with two seats, 4 with three, 3 with four.",
        (
            "Para más de dos jugadores el reglamento dice que no hay cartas en la mesa «antes de la primera ronda»; se lee «después», porque 52 no se reparte de otro modo. Una mano que el servidor reparte por semilla sigue ese orden de dos en dos, y las rondas siguientes salen del mismo mazo.",
            "For more than two players the rulebook wants no cards on the table 'before the first round'; it is read as 'after', since 52 does not divide otherwise. A deal by a seed follows this order, two at a time, and the later rounds come out of the same pack.",
        ),
    ),
    _clause(
        "last-round",
        "5",
        "Quien reparte anuncia la última ronda entre el reparto de esas cartas y la primera jugada. Si lo olvida, la falta es suya y consta en esa jugada; nunca se rechaza.",
        "The dealer announces the last round between dealing it and its first play. Forgetting is the dealer's infraction, noted at that play; it is never refused.",
    ),
    _clause(
        "turn",
        "5 y 6",
        "Empieza quien sigue a quien reparte, y cada turno es de una carta. El reparto pasa al siguiente; entre dos se alterna.",
        "The seat after the dealer begins, and a turn is one card. The deal passes to the next seat; two seats alternate.",
        (
            "Un asiento que se ha quedado sin cartas antes que los demás, por una mano corta, pierde los turnos que quedan.",
            "A seat that runs out of cards before the others, by a short hand, has no further turn.",
        ),
    ),
)

PLAYS = (
    _clause(
        "trail",
        "6",
        "Dejar: una carta descubierta a la mesa. No se puede mientras quede en ella una construcción propia.",
        "To trail: a card face up on the table. Not while a build of one's own stands there.",
    ),
    _clause(
        "take",
        "6",
        "Con una carta de valor v se toman cuantas cartas sueltas se repartan en grupos que sumen v, y cuantas construcciones de v se quieran; al menos una cosa. Una figura sin valor toma otra de su índice; si se acuerda, hasta dos o tres.",
        "A card of value v takes any loose cards that split into groups each summing v, and any builds of v; at least one thing. A face without value takes one of its rank; where agreed on, up to two or three.",
        (
            "La regla alternativa de los «triples» se lee como hasta tres cartas además de la que toma. Un as o una carta ancha toma cada vez con uno solo de sus valores.",
            "The alternative rule of 'triples' is read as up to three cards beside the one that takes. An ace or a wide card takes with one of its values at a time.",
        ),
    ),
    _clause(
        "build",
        "6",
        "Construir: una carta de la mano y una o más sueltas, todas repartidas en grupos que sumen el valor declarado, y en la mano queda otra carta de ese valor. Un grupo hace una construcción única; más, una múltiple. Las figuras sin valor no construyen. Una pareja construye su propio número, también la de ases.",
        "To build: a card of the hand and one or more loose ones, all of them split into groups that sum the declared value, with another card of that value kept in the hand. One group makes a single build, more a multiple one. Faces without value never build. A pair builds its own number, aces too.",
        (
            "Lo que puede leerse como un solo grupo es única. Sólo con las dos cartas anchas y valor 16 cabe además otra lectura, y ya no se puede aumentar.",
            "What can be read as one group is single. Only with both wide cards and value 16 is there another reading too, and nothing can raise that.",
        ),
    ),
    _clause(
        "duplicate",
        "6",
        "Duplicar: añadir a una construcción, de quien sea, la carta jugada y las sueltas que hagan grupos de su valor, guardando otra carta de ese valor. Si la carta jugada ya lo vale no hacen falta sueltas. La construcción queda múltiple y es de quien duplica.",
        "To duplicate: add to a build, anyone's, the played card and loose cards that make groups of its value, keeping another card of that value. A played card of that value needs no loose one. The build is now multiple and the duplicator's.",
        (
            "Se duplica una construcción cada vez: dos del mismo valor siguen siendo dos, y una sola carta puede tomar ambas.",
            "One build at a time: two of the same value stay two, and one card may take both.",
        ),
    ),
    _clause(
        "raise",
        "6",
        "Aumentar: añadir una carta de la mano, y ninguna de la mesa, a una construcción única, propia o ajena; su valor sube lo que vale la carta y en la mano queda una del nuevo valor. Nunca a una múltiple. La construcción es de quien aumenta.",
        "To raise: add one card of the hand, and none of the table, to a single build, one's own or another's; its value rises by the card's, and a card of the new value is kept. Never a multiple one. The build is now the raiser's.",
    ),
    _clause(
        "own-build",
        "6",
        "Mientras esté en la mesa una construcción que hizo o cambió por última vez, el jugador no deja cartas ni empieza otra: toma algo, duplica o aumenta.",
        "While a build stands that a seat made or changed last, it may neither trail nor start another: it takes something, duplicates or raises.",
        (
            "El reglamento nombra tomar y duplicar; aumentar la propia lo permite en otro lugar. Quien no puede hacer nada de eso deja una carta, porque alguna ha de jugar, o construye. La construcción del compañero no obliga. Quien deja o construye así afirma que no podía hacer otra cosa. Es falta cuando lo desmienten cartas que se sabe que tenía entonces, porque la mano se conocía o porque las jugó o enseñó (`reveal`) después; nunca se presume, ni por recuento. En el de Extracción no cuenta una carta que pudo robar después.",
            "The rulebook names taking and duplicating; raising one's own is allowed elsewhere in it. A player who can do none of these trails a card, since some card must be played, or builds. A partner's build does not bind. Whoever trails or builds so says that nothing else was possible. It is an infraction when cards prove it wrong that the hand is known to have had then, since it was known, or since it played or showed (`reveal`) them later; it is never presumed, nor proven by counting. In Draw Casino a card that may have been drawn later does not count.",
        ),
    ),
    _clause(
        "rest",
        "6",
        "Tras la última carta del reparto, lo que queda en la mesa es del bando que tomó el último. No es barrida.",
        "After the last card of the deal, what lies on the table goes to the side that took last. It is no sweep.",
        (
            "Si nadie ha tomado nada, lo que queda no cuenta para nadie.",
            "If nobody took anything, what is left counts for nobody.",
        ),
    ),
)

ITEMS = (
    _clause(
        "most-cards",
        "7",
        "Más cartas: 3 puntos. Si dos bandos son los que más y tienen las mismas, nadie.",
        "Most cards: 3 points. If the most are level, nobody.",
    ),
    _clause(
        "most-spades",
        "7",
        "Más picas: 1 punto. Si las que más son iguales, nadie.",
        "Most spades: 1 point. If the most are level, nobody.",
    ),
    _clause(
        "big",
        "7",
        "Gran Casino, el diez de diamantes: 2 puntos.",
        "Big Casino, the ten of diamonds: 2 points.",
    ),
    _clause(
        "little",
        "7",
        "Pequeño Casino, el dos de picas: 1 punto.",
        "Little Casino, the two of spades: 1 point.",
    ),
    _clause(
        "aces",
        "7",
        "Cada as: 1 punto.",
        "Each ace: 1 point.",
    ),
    _clause(
        "sweep",
        "7 y 10",
        "Donde las barridas puntúan, 1 punto por cada toma que deja la mesa sin cartas ni construcciones.",
        "Where sweeps count, 1 point for each take that leaves no card and no build on the table.",
    ),
    _clause(
        "surplus",
        "7",
        "Si se acuerda, 1 punto por cada carta que pase de treinta; si se acuerda, también 1 por cada pica que pase de ocho.",
        "Where agreed on, 1 point for each card over thirty; where agreed on, also 1 for each spade over eight.",
    ),
)

RESULT = (
    _clause(
        "end",
        "7 y 10",
        "Los totales se acumulan y gana el primer bando que llega al objetivo; el margen es la diferencia. Si llegan varios en un reparto se cuenta por orden: cartas, picas, Gran Casino, Pequeño Casino, ases (picas, tréboles, corazones, diamantes), barridas, cartas sobrantes, picas sobrantes; en el Casino Real las barridas van al final. Si cada encuentro es un solo reparto, lo gana quien más puntos hace, y si hay empate nadie.",
        "Totals run on and the first side to reach the target wins; the margin is the difference. If several reach it in one deal, points are counted in order: cards, spades, Big Casino, Little Casino, aces (spades, clubs, hearts, diamonds), sweeps, surplus cards, surplus spades; in Royal Casino sweeps come last. Where one deal is a whole match: most points win, and level ones leave no winner.",
        (
            "Si dos llegan en el mismo apartado va delante el total más alto; si son iguales, se sigue contando, y si nada los separa no gana nadie. Los totales se acumulan enteros; el margen nunca es negativo y, con tres o más bandos, se toma sobre el mejor de los otros. Lo que cuesta una construcción inadecuada cuenta cuando se prueba, antes que lo del reparto; el objetivo se mira sólo al acabar un reparto. Un encuentro de un solo reparto no tiene margen.",
            "If two reach it within one item the higher total is ahead; if equal, counting goes on, and if nothing parts them nobody wins. Totals run on in full; the margin is never below 0 and, with three or more sides, it is taken over the best other. What an improper build costs counts when it is proven, before the deal's items; the target is judged at the end of a deal only. A match of one deal has no margin.",
        ),
    ),
    _clause(
        "doubling",
        "7",
        "Donde se puede doblar, quien llega al objetivo en dos repartos cuenta doble su total, y en uno cuádruple, antes de restar el del contrario para el margen.",
        "Where the stake can be doubled, a winner that reached the target in two deals counts its own total double, in one deal fourfold, before the other's is taken off for the margin.",
        (
            "Un reparto anulado no cuenta como reparto, y los totales no se multiplican.",
            "A void deal does not count as a deal, and the totals are not multiplied.",
        ),
    ),
)

IRREGULARITIES = (
    _clause(
        "improper-build",
        "8",
        "Construcción inadecuada: quien la hizo no puede tomarla como anunció, porque no tiene la carta o porque las cartas no suman. Probada por las cartas que enseña su mano, el bando contrario suma 1 y el suyo resta 1.",
        "Improper build: its maker cannot take it as announced, for want of the card or because the cards do not add up. Once the cards of the hand show it, the other side gains 1 and the maker's loses 1.",
        (
            "Vale igual para duplicar y aumentar. Con tres o más bandos suma 1 cada uno de los otros. Si las cartas no suman, o ninguna carta de la baraja tiene ese valor, la mesa lo prueba al momento; que falte la carta consta en cuanto la mano no pudo tenerla: se construyó con su última carta, el resto de la mano se conoce o se ha jugado, o todas las de ese valor están a la vista o en otra parte. Deja de estar en duda con la carta que la mano enseña, y en cuanto las demás cartas por ver no bastan para llenarla. En el de Extracción se mira la mano antes de robar: una carta que pudo robarse después no prueba nada, y lo que nada desmiente se da por bueno cuando la mano se acaba. Los puntos se quedan aunque el reparto se anule después; terminado el encuentro ya no se mueven.",
            "Duplicating and raising are judged alike. With three or more sides every other side gains 1. Where cards do not add up, or no card of the pack has the value, the table proves it at once; that the card is missing is proven as soon as the hand cannot have held it: the build was made with its last card, the rest of the hand is known or was played, or every card of that value lies open or elsewhere. It is in doubt no longer once the hand shows such a card, or once too few other cards are left to see to fill the hand. In Draw Casino the hand is judged before drawing: a card that may have been drawn later proves nothing, and what nothing contradicts is taken for right when the hand is out. The points stay if the deal is voided later; once the match is over none are moved.",
        ),
    ),
    _clause(
        "loses",
        "8",
        "Entre dos y en un encuentro de un solo reparto pierden el encuentro al momento: repartir un número equivocado de cartas tras la primera ronda, una mano equivocada que no es culpa de quien reparte, una toma ilegal que quedó firme, una construcción inadecuada, dar vuelta las cartas tomadas (`looked`) y no anunciar la última ronda. En los demás casos `looked` consta y nada más.",
        "With two seats and a match of one deal these lose the match at once: a wrong number of cards dealt after the first round, a wrong hand not of the dealer's making, an illegal take that stood, an improper build, turning over taken cards (`looked`) and not announcing the last round. Otherwise `looked` is recorded and nothing more.",
        (
            "Una toma ilegal queda firme con la jugada siguiente, o con el final del reparto. La construcción inadecuada mueve además sus puntos. Una mano corta sin causa anotada, tras la primera ronda, es de quien reparte; un mazo que no alcanza no hace perder.",
            "An illegal take stands once the next card is played, or with the end of the deal. An improper build moves its points as well. A short hand without a recorded cause, after the first round, is the dealer's doing; a pack that runs short loses nothing.",
        ),
    ),
    _clause(
        "illegal-play",
        "8",
        "Una jugada ilegal se corrige si se reclama antes de que juegue el siguiente: se vuelve atrás (`retract`) y la carta con la que se intentó debe dejarse. Después queda firme.",
        "An illegal play is taken back if it is claimed before the next seat plays: the record goes back (`retract`), and the card used must be trailed. After that the play stands.",
        (
            "El reglamento habla de la carta con la que se quiso tomar, y sólo entre dos o tres; se aplica a toda toma, construcción, duplicación o aumento ilegal, y también por parejas. El deber existe cuando solo se retira esa jugada: para corregir un error de anotación se vuelve una jugada más atrás y se anotan las dos. Una carta dejada teniendo una construcción propia se retira, sin otro deber. Si las infracciones se cuentan al final del reparto, el deber nace sólo de lo que todos ven: no cuenta antes lo que hay en una mano.",
            "The rulebook speaks of the card with which one tried to take, with two or three players; it is applied to every illegal take, build, duplicate or raise, and to partners too. The duty applies when only that play is taken back: to correct a mistake in the record, go back one play further and enter both again. A card trailed against one's own build is taken back, with no further duty. If infractions are told at the end of the deal, the duty follows only from what everyone sees: it does not tell earlier what a hand holds.",
        ),
    ),
    _clause(
        "misdeal",
        "8",
        "Se reparte de nuevo (`redeal`) si la baraja está mal (`wrong_pack`), cuando se descubra, o si faltó barajar o cortar (`no_shuffle`, `no_cut`), antes de la primera jugada. Entre dos decide quién reparte el que no repartía; por parejas, cualquiera de los dos contrarios; si no, el reparto pasa al siguiente.",
        "The deal is made again (`redeal`) for a wrong pack (`wrong_pack`), whenever it is found, or for a missing shuffle or cut (`no_shuffle`, `no_cut`), before the first play. With two seats the non-dealer decides who deals; with partners either opponent does; otherwise the deal is lost to the next seat.",
        (
            "Quien decide lo dice con `dealer` en el reparto siguiente; si calla, repite el mismo. Cuatro sin parejas se tratan como tres.",
            "Whoever decides says so by `dealer` in the next deal; if nothing is said the same seat deals again. Four seats each alone are treated as three.",
        ),
    ),
    _clause(
        "exposed",
        "8",
        "Una carta mostrada al repartir o en el mazo (`expose`) va a la mesa, y quien reparte juega esa ronda con una menos; antes de que estén las cuatro primeras es una de ellas. Por parejas, una carta nombrada o mostrada fuera de su jugada queda en la mesa como dejada, su bando no puede tomarla, ni la construcción que la tenga, y no gasta el turno. En los demás casos quien la mostró debe dejarla en su turno.",
        "A card shown in dealing or in the pack (`expose`) goes to the table, and the dealer plays that round one card short; before the first four lie there it is one of them. With partners a card named or shown outside its play lies on the table as if trailed, its side may not take it, nor a build that holds it, and the turn is not used. Otherwise the seat that showed it must trail it in its turn.",
        (
            "El deber de dejarla vale aunque obligue una construcción propia. Usarla en una construcción no es tomarla. Si el mazo se conoce, o se juega con reserva, y la carta sale de él, la que le falta a quien reparte es la siguiente que recibiría.",
            "The duty to trail it holds although a build of one's own binds. To use it in a build is not to take it. Where the stock is known, or is drawn from, and the card comes out of it, the card that the dealer lacks is the next it would get.",
        ),
    ),
    _clause(
        "wrong-hand",
        "8",
        "Mano equivocada (`short_hand`): si se dieron cartas de más, el otro puede pasar una a la mesa y quien reparte juega corta la ronda siguiente; quien tiene de más por perder un turno deja en cada turno de esa ronda; quien tiene de menos por jugar dos sigue así; y si el mazo, siendo bueno, no alcanza, quien reparte juega corta la última.",
        "A wrong hand (`short_hand`): if too many cards were dealt, the other seat may turn one to the table and the dealer plays the next round short; a seat with too many because it missed a turn trails in every later turn of that round; a seat with too few because it played two goes on so; and if a right pack runs out, the dealer plays the last round short.",
        (
            "La carta que se pasa a la mesa se anota con `expose` y su asiento. `out_of_turn` anotado en el turno de quien lo perdió pasa el turno. Si faltan cartas de una mano conocida y no se dice cuáles, la mano deja de conocerse. Cuando no quedan cartas por repartir y las manos necesitan todas las que faltan por ver, a una se le dio de más sólo si a otra le falta: primero se anota esta con `pack_short`, y hasta entonces ninguna puede tener una de más. Una carta que se perdió por jugar dos en un turno estuvo en la mano hasta entonces, y el registro no dice cuándo salió. Para lo que ese asiento dijo antes de anotarlo pudo ser cualquiera que no se vea en otra parte: una construcción sólo se prueba inadecuada cuando no queda por ver ninguna carta de su valor, y una carta dejada no se da por buena por una mano con una menos. Lo que nada desmiente se da por bueno cuando la mano se acaba. Con un mazo que no alcanza, una carta mostrada al repartir o una mano corta sin causa, la mano nunca tuvo la que le falta. Una mano que ha jugado todas las suyas puede tener aún la de más. Si consta el mazo carta a carta, `dealt_too_many` y `pack_short` lo contradicen y se rechazan; una carta robada de él está en la mano que la robó, o es una de las que le faltan.",
            "The card turned to the table is recorded by `expose` with its seat. `out_of_turn`, recorded in the turn of the seat that missed it, passes the turn. If a known hand lacks cards and nobody says which, the hand is known no longer. Once nothing is left to deal and the hands need every card left, one was dealt too many only if another lacks one: that one is recorded first, as `pack_short`, and until then no hand can have one too many. A card lost by playing two in one turn was in the hand until then, and the log does not say when it left. For what the seat said before that is recorded, it may have been any card not seen elsewhere: a build is proven improper only once no card of its value is left unseen, and a trail is not taken to be in order by a hand one card smaller. What nothing contradicts is taken for right when the hand is out. With a pack that ran out, a card exposed in dealing, or a hand short without a cause, the hand never had the card that it lacks. A hand that has played all its own cards may still have the one too many. Where the pack is on record card by card, `dealt_too_many` and `pack_short` contradict it and are refused; a card drawn from it is in the hand that drew it, or is one of those that the hand lacks.",
        ),
    ),
)

CLASSIC = (*DEAL_AND_TURN, *PLAYS, *ITEMS, *RESULT, *IRREGULARITIES)


def _instead(clauses: Iterable[Clause]) -> tuple[Clause, ...]:
    """The classic clauses, with these in place of those of the same code."""
    own = {clause.code: clause for clause in clauses}
    return tuple(own.get(clause.code, clause) for clause in CLASSIC)


ROYAL = _instead(
    (
        _clause(
            "values",
            "10",
            "El as vale 1 o 14, las cartas del 2 al 10 su número, la jota 11, la reina 12 y el rey 13; todas construyen. Si se acuerda, el dos de picas vale también 15, y el diez de diamantes, también 16.",
            "The ace counts 1 or 14, the cards from 2 to 10 their number, jack 11, queen 12 and king 13; all of them build. Where agreed on, the two of spades also counts 15, and the ten of diamonds also 16.",
        ),
    )
)

SPADES = _instead(
    (
        _clause(
            "most-spades",
            "11",
            "Cada pica vale 1 punto, y el dos y la jota de picas 2 cada uno.",
            "Each spade counts 1 point, and the two and the jack of spades 2 each.",
        ),
        _clause(
            "little",
            "11",
            "El dos de picas no cuenta aparte: vale 2 como pica. Así cada reparto vale 24.",
            "The two of spades has no item of its own: it counts 2 as a spade. So a deal is worth 24.",
            (
                "El reglamento no dice si además sigue siendo el Pequeño Casino; 24 puntos sólo salen si no.",
                "The rulebook does not say whether it still is Little Casino too; 24 points only come out if it is not.",
            ),
        ),
    )
)

DRAW = _instead(
    (
        _clause(
            "deal",
            "11",
            "Se dan cuatro cartas a cada uno y cuatro a la mesa; el resto es la reserva. Tras cada jugada su autor roba la primera, hasta que se acaba; luego se juegan las manos.",
            "Four cards go to each seat and four to the table; the rest is the stock. After each play its author draws the top card until the stock is out; then the hands are played.",
        ),
        _clause(
            "last-round",
            "11",
            "Hay una sola ronda, y nada que anunciar.",
            "There is one round, and nothing to announce.",
        ),
    )
)

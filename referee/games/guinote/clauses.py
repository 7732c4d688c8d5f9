"""The clauses of Guiñote, in both languages."""

from functools import partial

from referee.match.terms.rulebook import clause

SOURCE = "Reglas del Guiñote"
_clause = partial(clause, "guinote", SOURCE)

CLAUSES = (
    _clause(
        "rank",
        "En cada palo mandan, de más a menos: as, tres, rey, sota, caballo, siete, seis, cinco, cuatro y dos.",
        "In each suit, from high to low: as, tres, rey, sota, caballo, siete, seis, cinco, cuatro, dos. The sota outranks the caballo.",
    ),
    _clause(
        "points",
        "El as vale 11, el tres 10, el rey 4, la sota 3 y el caballo 2; los demás, nada. La baraja suma 120.",
        "The as is worth 11, the tres 10, the rey 4, the sota 3, the caballo 2, the others nothing: 120 in the pack.",
    ),
    _clause(
        "deal",
        "Se dan seis cartas a cada uno, de tres en tres, desde la derecha de quien reparte. La siguiente se vuelve, queda bajo el montón y su palo es el triunfo.",
        "Six cards to each seat, three at a time, starting at the dealer's right. The next is turned up under the stock and makes its suit triunfo.",
        (
            "El reglamento sólo da reglas para cuatro. Entre dos se reparte y se juega igual, con seis cartas cada uno.",
            "The rulebook gives rules for four only. Two seats deal and play the same way, with six cards each.",
        ),
    ),
    _clause(
        "first-dealer",
        "La suerte dice quién reparte primero. Después reparte quien ganó la última baza jugada.",
        "Chance says who deals first. After that the winner of the last trick played deals.",
        (
            "El reglamento lo dice de la partida siguiente; vale igual para la mano de vueltas. Si no se acabó ninguna baza, reparte otra vez el mismo. "
            "El sorteo que se hizo en la mesa se registra (`draw_for_deal`): una carta por asiento, reparte la más alta y los que empatan "
            "repiten; o, como cuenta el reglamento, un palo por asiento y una carta que dice cuál. Quien salió reparte, y no otro.",
            "The rulebook says this of the next partida; it holds for the hand de vueltas too. If no trick was completed, the same seat deals again. "
            "A draw made on the table is recorded (`draw_for_deal`): a card for each seat, the highest deals and those who are equal draw again; "
            "or, as the rulebook describes it, a suit for each seat and one card that says which. The seat that was drawn deals, and no other.",
        ),
    ),
    _clause(
        "cut",
        "Antes de repartir corta quien se sienta a la izquierda del que reparte, y éste pone el segundo montón sobre el primero.",
        "Before the deal the seat at the dealer's left cuts, and the dealer lays the second heap on the first.",
        (
            "Se registra si se quiere (`cut`); que corte otro es infracción. Si al cortar se vio una carta, la saben todos: es la última del "
            "monte, y no está en ninguna mano hasta que alguien la roba.",
            "It is recorded where somebody wants to (`cut`); a cut by another seat is an infraction. A card seen in cutting is known to all: "
            "it is the last of the stock, and in no hand until it is drawn.",
        ),
    ),
    _clause(
        "lead",
        "Sale primero quien se sienta a la derecha del que reparte; luego, quien ganó la baza anterior.",
        "The seat at the dealer's right leads first; then the winner of the trick before.",
    ),
    _clause(
        "trick",
        "Gana la baza el triunfo más alto; si no hay ninguno, la carta más alta del palo de salida.",
        "The highest triunfo wins the trick; if there is none, the highest card of the led suit.",
    ),
    _clause(
        "descarte",
        "Mientras quedan cartas por robar se echa la que se quiera. Tras cada baza roba una cada uno, primero quien la ganó, y la carta vuelta es la última.",
        "While cards remain to be drawn any card may be played. After each trick every seat draws one, its winner first, and the turn-up is the last.",
        (
            "Entre cuatro son cuatro bazas; entre dos, catorce. `draw` nombra la carta que se vio robar, hasta que acaba la baza siguiente; puede ser una que desde entonces se ha visto en la mano o ha salido de ella.",
            "With four seats that is four tricks, with two fourteen. `draw` names the card a seat was seen to draw, until the next trick is over; it may be one that was seen in the hand, or laid, since.",
        ),
    ),
    _clause(
        "arrastre-follow",
        "Arrastre: sin cartas que robar, quien tiene del palo de salida echa una de ellas.",
        "Arrastre: with no stock left, a seat that holds the led suit plays it.",
    ),
    _clause(
        "arrastre-beat",
        "Entre las que permite servir al palo hay que echar una que supere a la que va ganando, si se tiene y no es del compañero. Quien no tiene del palo falla, o pisa el fallo, cuando gana un contrario; si no puede superar, echa la que quiera.",
        "Among the cards that following leaves, a seat plays one that beats the card winning so far, if it has one and the partner is not winning. A seat out of the suit therefore trumps or overtrumps an opponent's card; if it cannot beat, it plays any card.",
    ),
    _clause(
        "renuncio",
        "Echar una carta contra las dos reglas del arrastre es renuncio. La otra pareja puede reclamarlo mientras dura la partida, y si se prueba la gana en el acto. Si nadie lo reclama, no cuesta nada.",
        "A card against the two rules of the arrastre is a renuncio. The other pair may claim it while the partida lasts and, once proven, wins the partida there and then. Unclaimed, it costs nothing.",
        (
            "Si la carta que acaba una mano o una partida prueba lo reclamado, eso decide antes de contar, y la baza de esa carta es la última jugada. No se reclama a la propia pareja, ni una jugada de otra partida o de una mano anulada. Una reclamación pendiente cuando las 101 cortan las vueltas se rechaza, salvo que sea de una ida contada por sus cifras: ninguna carta de las vueltas puede probarla, así que espera al árbitro hasta el reparto siguiente, se cuenten las vueltas carta a carta o por sus cifras. Si prueba la rechazada una mano que se descubre antes del reparto siguiente, o, cuando la mano sigue porque cayó el cante que dio las 101, una carta o la cuenta antes de que acabe, se acepta y la partida es de quien reclamó. Probadas dos, decide la primera. Se prueba con una carta que sale, o contando: en cuanto las cartas que quedan por ver no dejan otra posibilidad.",
            "When the card that ends a hand or a partida proves a claim, that decides before counting, and its trick is the last one played. Nobody claims against their own pair, or a play of another partida or of a void hand. A claim still pending when 101 points cut the vueltas short is rejected, unless it is about an ida told by its figures: no card of the vueltas can prove it, so it waits for the referee until the next deal, whether the vueltas are recorded card by card or by their figures. If the hand is laid open before the next deal and proves one that was rejected, or if the hand goes on because the cante that made the 101 fell and a card or a count proves it before the hand ends, it is upheld and the partida goes to the claimant. Of two that are proven the first decides. The proof is a card that shows up, or a count: as soon as the cards that are left to see leave no other possibility.",
        ),
    ),
    _clause(
        "cante",
        "Quien tiene la sota y el rey de un palo puede anunciarlo: 20, o 40 en triunfo. Sólo tras una baza de su bando y antes de la salida siguiente. Lo que no se canta no cuenta.",
        "A seat that holds the sota and the rey of a suit may announce it: 20, or 40 in triunfo. Only after a trick of its own side and before the next lead. What is not announced does not count.",
        (
            "Cada asiento canta un palo una vez por mano, y repetirlo es irregular mientras el primer cante no se desmienta; se pueden cantar varios seguidos. Cuenta la mano que se tiene después de robar; la ventana de antes del último robo vale como arrastre, y tras la última baza no se canta. Fuera de la ventana, por el otro bando o con un valor que no es el del palo es imposible. Un cante que se desmiente no da puntos y los dados se quitan; si con ellos había acabado la partida en las vueltas, la mano sigue. Un palo cantado en falso lo puede cantar quien lo tiene, también antes de que se sepa: no paga la mentira de otro. De dos asientos que cantan un palo cae uno en cuanto consta cuál, y hasta entonces cuentan los dos. También se desmiente contando, en cuanto en la mano que cantó no caben ya las dos cartas; la que se robó después no estaba en ella.",
            "Each seat sings a suit once a hand, and again is irregular unless its first cante was disproved; several may be sung in a row. The hand that counts is the one after drawing; the window before the last draw counts as arrastre, and nothing is sung after the last trick. Outside the window, by the other side, or with a value that is not the suit's: impossible. A disproved cante gives no points, and points already given for it are taken back; if they had ended the partida in the vueltas, the hand goes on. A suit sung falsely may still be sung by the seat that holds it, also before that is known: it does not pay for another's lie. Of two seats that sing one suit one falls as soon as the log says which, and until then both count. Counting disproves it too, as soon as the hand that sang has no room left for the two cards; one that was drawn later was not in it.",
        ),
    ),
    _clause(
        "cante-show",
        "En el descarte, las 20 dicen su palo y enseñan las dos cartas. En el arrastre no hace falta, y las 40 no se enseñan nunca.",
        "In the descarte a 20 names its suit and shows both cards. In the arrastre neither is needed, and a 40 never shows.",
        (
            "Unas 20 sin palo en el descarte son irregulares, pero cuentan si las cartas están en la mano. Varias 20 de un asiento caben mientras tenga una pareja de palo distinto para cada una que no se ha desmentido, pues una pareja no se paga dos veces: la última que se canta dice que están todas, y para las otras valen cartas echadas o robadas desde que se cantaron.",
            "A 20 without its suit in the descarte is irregular, but counts if the cards are there. Several 20s of a seat stand as long as it has a pair of another suit for each that is not disproved, since no pair is paid twice: the last one sung says that all are there, and for the others cards laid or drawn since they were sung will do.",
        ),
    ),
    _clause(
        "exchange",
        "Tras una baza de su bando, quien tiene el siete de triunfo puede dejarlo y tomar la carta vuelta, si es un as, un tres, un rey, una sota o un caballo y sigue en la mesa.",
        "After a trick of its own side a seat with the siete de triunfo may leave it and take the turn-up, if that is an as, tres, rey, sota or caballo and still on the table.",
        (
            "Antes del último robo el siete ha de estar en la mano sin haber robado; en los demás vale el recién robado. Esa última ventana dura hasta la salida, también tras un cante, y el último en robar se lleva el siete. Fuera de la ventana, por el otro bando o por una carta menor es imposible; sin el siete es irregular y no se mueve ninguna carta.",
            "Before the last draw the siete must be in the hand without drawing; at the others it may have just been drawn. That last window lasts until the lead, also after a cante, and the last to draw takes the siete. Outside the window, by the other side or for a lower card: impossible; without the siete: irregular, and no card moves.",
        ),
    ),
    _clause(
        "last-trick",
        "Diez de últimas: 10 puntos por la última baza. Una mano vale 130 más los cantes.",
        "Diez de últimas: 10 points for the last trick. A hand is worth 130 plus the cantes.",
    ),
    _clause(
        "win-first-hand",
        "La ida se cuenta al acabar: gana la partida el bando con 101 o más (51 buenas). Si los dos llegan, gana quien hizo la última baza.",
        "The ida is counted when it ends: a side with 101 or more (51 buenas) wins the partida. If both have, the side with the last trick wins.",
    ),
    _clause(
        "vueltas",
        "Si nadie llega, se juega otra mano que se cuenta encima, baza a baza y cante a cante: gana la partida, en el acto, quien primero alcanza 101.",
        "If nobody reaches 101, a second hand is counted on top, trick by trick and cante by cante: the first side to reach 101 wins the partida there and then.",
        (
            "Un cante que acabaría la partida con la mano sin ver se enseña antes de cerrarla (`reveal` de las dos cartas); si no, la partida acaba y hasta el reparto siguiente se puede reclamar el cante.",
            "A cante that would end the partida from an unseen hand is shown before it closes (`reveal` of the two cards); otherwise the partida ends, and the cante may be claimed until the next deal.",
        ),
    ),
    _clause(
        "thirty",
        "El bando que llega a 101 con menos de 30 puntos en cartas, sin contar cantes ni últimas, pierde la partida.",
        "A side that reaches 101 with fewer than 30 points in cards, cantes and últimas aside, loses the partida instead.",
        (
            "Se cuentan las cartas de toda la partida, y se mira después de que la última baza haya decidido.",
            "Cards of the whole partida count, and it is judged after the last trick has decided.",
        ),
    ),
    _clause(
        "malas",
        "Hasta 50 los puntos se leen como malas; a partir de ahí, como buenas: 30 son 30 malas, 70 son 20 buenas, 101 son 51 buenas.",
        "Points up to 50 read as malas, those above as buenas: 30 is 30 malas, 70 is 20 buenas, 101 is 51 buenas.",
    ),
    _clause(
        "coto",
        "Gana el coto el primer bando que gana las partidas acordadas, tres o cuatro, y con él acaba el encuentro.",
        "The first side to win the agreed partidas, three or four, wins the coto and ends the match.",
    ),
    _clause(
        "count",
        "La mano que se cuenta por sus cifras da los puntos en cartas de cada bando, la última baza y los cantes; las diez de últimas las "
        "suman las reglas. Si la cortó quien dijo 101 en las vueltas (`said`) o un renuncio probado (`renuncio`), los puntos pueden no llegar a 120.",
        "A hand told by its figures gives each side's card points, the last trick and the cantes; the rules add the 10 of the last trick. "
        "If the side that said 101 in the vueltas (`said`) or a proven renuncio (`renuncio`) stopped it, the points may fall short of 120.",
        (
            "La mano que corta quien dice 101 no suma las diez de últimas, salvo que las necesite: entonces han de ser suyas y los puntos, 120. "
            "Un cante que sólo está en las cifras no se reclama: la cifra equivocada se corrige. Uno que consta con su momento, en una mano que se contó después, se reclama mientras dura su partida. "
            "Si el árbitro lo da por falso cuando ya se contaron las vueltas por sus cifras, los puntos se quitan y la partida queda para quien la ganó: las cifras no dicen cómo habría seguido la mano, y sin cartas nadie puede seguirla.",
            "A hand stopped by 101 said does not count the 10 of the last trick, unless that side needs them: then they are its own and the "
            "points come to 120. A cante that only the figures tell is not claimed: a wrong figure is corrected. One that is on record with its moment, in a hand that was counted later, is claimed while its partida lasts. "
            "If the referee rules it false once the vueltas are counted by their figures, its points are taken back and the partida stays with the side that won it: figures do not tell how the hand would have gone on, and without cards nobody can go on with it.",
        ),
    ),
)

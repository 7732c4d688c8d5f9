"""The rules of the house: clauses that hold in every game, and stand in every rulebook beside its own."""

from referee.match.terms.agreed_time import MATCH, PAUSES, TURNS
from referee.match.terms.rulebook import Clause
from referee.match.terms.stakes import RETURNED, SPLIT
from referee.text import Text

CONFIRM_SIDES = Clause(
    "confirm.sides",
    'En un encuentro abierto con `confirm: "sides"`, la mano contada es firme cuando la ha confirmado cada bando, con su '
    "propio token o con su PIN en la mesa. Hasta entonces no se reparte otra, y tras la última mano el encuentro no termina.",
    'In a match opened with `confirm: "sides"`, a counted hand is final once each side has confirmed it, with its own '
    "token or with its PIN at the table. Until then no other is dealt, and after the last hand the match is not over.",
    "Reglamento del servicio",
    Text(
        "Lo que cambia las cifras antes del reparto siguiente (un fallo, una reclamación, una tarjeta que cuesta puntos) "
        "deja sin efecto las confirmaciones: eran de otras cifras. Quien se retira no espera a nadie. Terminado el encuentro, "
        "lo que decide el árbitro no se confirma; pero si una prueba reabre su última mano, el encuentro sigue, y "
        "la mano se confirma de nuevo al acabar.",
        "What changes the figures before the next deal (a ruling, a claim, a card that costs points) voids the "
        "confirmations: they were for other figures. A withdrawal waits for no confirmation. Once the match is over, what the "
        "referee decides is not confirmed; but where a proof opens its last hand again, the match goes on, and the hand is "
        "confirmed again once it is over.",
    ),
)

COUNT_FIGURES = Clause(
    "count.figures",
    "Una mano cuyas cartas no constan, o no todas, se cuenta por sus cifras (`count`): en lugar del reparto, o en cualquier "
    "momento de la mano. Las cifras son de la mano entera y han de cuadrar con lo que consta de ella; lo demás sigue como si "
    "se hubiera jugado carta a carta.",
    "A hand whose cards are not on record, or not all of them, is told by its figures (`count`): in place of the deal, or at any "
    "moment of the hand. The figures are of the whole hand and must fit what is on record of it; all else follows as if it "
    "had been played card by card.",
    "Reglamento del servicio",
    Text(
        "La puede contar quien puede repartir, y reparte quien debía. Lo que afirmaban las cartas de esa mano queda "
        "sin resolver: una reclamación sobre ella que el registro no haya decidido ya la decide sólo el árbitro, también más "
        "tarde, y si se anula una mano posterior, que no es la suya. Lo que el árbitro ha decidido vale para otra igual.",
        "Anyone who may deal may tell it, and the dealer is who was due to deal. What the cards of that hand asserted stays "
        "unsettled: a claim about it, unless the log has decided it already, is decided by the referee only, also later, and if "
        "a later hand is void, which is another. What the referee has decided holds for another claim like it.",
    ),
)

SEATS_BEFORE_CARDS = Clause(
    "seats.before-cards",
    "Quién se sienta dónde se corrige (`seats`) mientras no se haya repartido, contado ni enseñado carta alguna. Después, quien "
    "se sentó ha jugado.",
    "Who sits where is put right (`seats`) while no card was dealt, told or shown. After that, who sat there has played.",
    "Reglamento del servicio",
    Text(
        "Reparte primero la misma persona que iba a repartir, si sigue sentada, o quien ocupa su asiento; donde reparte quien "
        "tiene más edad, quien la tenga de los que se sientan. El token de un asiento va con la persona para la que se hizo, y "
        "el PIN de un bando en el que se sientan otros deja de valer. Una tarjeta ya dada es de quien estaba sentado: antes se "
        "retira con `retract`. En el encuentro de un torneo se sientan sus inscritos, en otro orden si acaso.",
        "The person who was to deal first still is, if they sit, and else who takes their seat; where the oldest deals, the "
        "oldest of those who sit. The token of a seat goes with the person it was made for, and the PIN of a side at which "
        "others sit is void. A card that was given belongs to who sat there: `retract` it first. At a contest's match its "
        "entrants sit, at most in another order.",
    ),
)

SHUFFLE_COMMITTED = Clause(
    "shuffle.committed",
    "Una mezcla del servicio se puede comprometer antes (`shuffle_commitment`): consta el SHA-256 de un secreto suyo, y después "
    "cada asiento puede añadir unas palabras (`shuffle_text`). Lo siguiente que decide el azar tiene por semilla el secreto y "
    "esas palabras, de modo que abre el compromiso, y cualquiera puede repetirlo.",
    "A shuffle of the service can be committed to before (`shuffle_commitment`): the SHA-256 of a secret of its own is on "
    "record, and then each seat may add some words (`shuffle_text`). The next thing that chance decides has the secret and "
    "these words as its seed, so that it opens the commitment, and anyone can repeat it.",
    "Reglamento del servicio",
    Text(
        "De cada asiento cuentan las últimas palabras; nadie está obligado a ponerlas. La semilla es el secreto y, por orden de "
        "asiento, un espacio, el asiento, dos puntos y sus palabras. Mientras haya un compromiso sin abrir, no se admite otra "
        "semilla. Lo que decide el azar, con compromiso o sin él, es lo último de su petición: si no, lo que se rechazara detrás "
        "dejaría repartir otra vez. Lo que se abrió, o se deshizo, no se abre otra vez: hace falta otro compromiso, y la "
        "auditoría dice cuántos hubo y qué fue de cada uno.",
        "The last words of each seat count; nobody has to add any. The seed is the secret and, in seat order, a space, the seat, "
        "a colon and its words. While a commitment waits, no other seed is taken. What chance decides, "
        "committed to or not, is the last of its request: otherwise a refusal behind it would let somebody have the cards dealt "
        "again. What was opened, or taken back, is not opened again: that needs another commitment, and the audit says how many "
        "there were and what became of each.",
    ),
)
SHUFFLE = SHUFFLE_COMMITTED.code

STAKES_SPLIT = Clause(
    SPLIT,
    "Donde se ha acordado una apuesta (`stakes`), cada jugador pone lo mismo, en puntos sin moneda. El bote es del ganador, o se "
    "reparte por puestos según los pesos acordados. Quienes comparten puesto suman los pesos de los puestos que ocupan y se "
    "reparten a partes iguales; los compañeros, también. Lo que no se puede dividir va por orden de asiento.",
    "Where stakes were agreed on (`stakes`), every player puts in the same, in points of no currency. The pot goes to the "
    "winner, or is divided by places by the weights agreed on. Those who share a place pool the weights of the places that they "
    "take up and divide evenly; partners do so too. What does not divide goes by seat order.",
    "Reglamento del servicio",
    Text(
        "A cada uno le toca su parte exacta redondeada hacia abajo, y lo que sobra va de punto en punto, por orden de asiento, a "
        "quienes tenían una parte que redondear: nadie queda a más de un punto de la suya. En juegos de parejas hay un peso por "
        "pareja. Puede haber menos pesos que puestos: los demás no cobran; el peso de un puesto que nadie ocupa no cuenta. Cada "
        "corrección del registro liquida otra vez. El servicio dice quién debe cuánto, y no guarda ni paga nada.",
        "Each takes their exact part rounded down, and what is left over goes point by point, in seat order, to those whose part "
        "was rounded: nobody is more than a point away from theirs. In games of pairs there is one weight a pair. There may be "
        "fewer weights than places: the others get nothing; the weight of a place that nobody holds is not counted. Each "
        "correction of the log settles again. The service says who owes how much; it holds and pays nothing.",
    ),
)

STAKES_RETURNED = Clause(
    RETURNED,
    "Un encuentro que todos abandonan devuelve a cada uno su apuesta.",
    "A match that everybody abandons gives each player's stake back.",
    "Reglamento del servicio",
    Text(
        "Quien se retira mientras otros siguen queda en último lugar, y su apuesta sigue en el bote. También se devuelven las "
        "apuestas de un torneo sin podio, y aquellas en las que nadie ocupa un puesto con peso. Un resultado que el organizador "
        "anota a mano en lugar del registro liquida otra vez el torneo, y no el encuentro: éste se liquida por su registro.",
        "A player who withdraws while others go on is last, and their stake stays in the pot. The stakes of a contest without a "
        "podium are given back too, and those where nobody holds a place with a weight. A result that the organizer enters by "
        "hand in place of the log settles the contest again, and not the match: that is settled by its log.",
    ),
)

CLOCK_TURNS = Clause(
    TURNS,
    "En cualquier juego se puede acordar un tiempo para cada turno (`timing`). Cuando se acaba, nadie juega por quien lo "
    "agotó: el servicio lo dice, y decide el árbitro.",
    "In any game a time for each turn may be agreed on (`timing`). When it is over nobody plays for the seat that used it "
    "up: the service says so, and the referee decides.",
    "Reglamento del servicio",
    Text(
        "El árbitro puede dejarlo pasar, dar más tiempo, anotarlo o sacar una tarjeta. El tiempo corre desde la última "
        "jugada que cuenta, a la hora en que se anotó; `retract` da al turno su tiempo entero. Un juego que tiene su propio "
        "reloj conserva el suyo y no admite otro.",
        "The referee may let it pass, give more time, note it or give a card. Time runs from the last move that counts, by "
        "the time at which it was recorded; a `retract` gives the turn its whole time. A game that has a clock of its own "
        "keeps it, and takes no other.",
    ),
)

CLOCK_PAUSES = Clause(
    PAUSES,
    "El árbitro detiene el reloj (`pause`), lo reanuda (`resume`) y da más tiempo al turno en juego o al encuentro entero "
    "(`extra_time`). Detenido, el reloj no cuenta, pero lo que se juega se anota igual.",
    "The referee stops the clock (`pause`), lets it go on (`resume`) and gives the turn in play, or the whole match, more time "
    "(`extra_time`). A clock that is stopped does not count, but what is played is recorded all the same.",
    "Reglamento del servicio",
    Text(
        "Una pausa dura hasta que se reanuda, también cuando el turno pasa a otro, que empieza con su tiempo entero. El tiempo "
        "extra es de ese turno, o de ese encuentro, y de esa mesa. Vale también para el reloj de un juego que tiene el suyo, lo "
        "lleve quien lo lleve. Lo que `retract` deshace, pausas y tiempo extra incluidos, deja de contar; pero para el "
        "encuentro entero, lo que el reloj ya estuvo parado sigue sin contar.",
        "A pause lasts until it is ended, also when the turn goes to another seat, which begins with its whole time. Extra time "
        "is for that turn, or that match, at that table. All this holds for the clock of a game that has its own too, whoever "
        "keeps it. What a `retract` takes back, pauses and extra time included, counts no more; but for the whole match, the "
        "time that the clock stood stays uncounted.",
    ),
)

CLOCK_MATCH = Clause(
    MATCH,
    "En cualquier juego se puede acordar un tiempo para el encuentro entero (`timing`, `match_seconds`). Corre desde el primer "
    "reparto. Cuando se acaba, el servicio lo dice; la mano en juego se termina, y el árbitro acaba el encuentro (`time_up`) "
    "con el tanteo que haya: por orden de tantos, y quienes van iguales comparten puesto.",
    "In any game a time for the whole match may be agreed on (`timing`, `match_seconds`). It runs from the first deal. When it "
    "is over the service says so; the hand in play is finished, and the referee ends the match (`time_up`) with the score as it "
    "stands: in order of the totals, and those who are level share a place.",
    "Reglamento del servicio",
    Text(
        "Los reglamentos de estos juegos no lo prevén; las rondas de torneo sí lo necesitan. Corre desde el primer reparto, y "
        "no desde la apertura, porque las mesas se abren antes de que la gente se siente. Parar una mano a medias favorecería a "
        "quien va ganando y alarga: por eso se termina, o se anula con `redeal`. El servicio no reparte ni impide nada por sí "
        "solo. El árbitro puede acabar también antes de la hora, entre dos manos: decide él, y una tableta sin red puede ir a "
        "otra hora que el servicio. El reloj queda parado donde estaba al anotarlo, y la auditoría dice cuántos segundos "
        "faltaban, para quien no esté conforme; `retract` lo deshace. El orden es el que cada juego da a quienes siguen "
        "cuando alguien se retira. Un encuentro de una sola mano que se anula no lo gana nadie. Con `confirm`, antes se "
        "confirma la última mano. Un fallo posterior que cambie el tanteo cambia también el resultado. El empate que un "
        "torneo no admite se deshace como cualquier otro. `retract` no devuelve el tiempo que ha pasado; si deshace el primer "
        "reparto, empieza de nuevo con el siguiente.",
        "The papers of these games do not provide for it; the rounds of a tournament need it. It runs from the first deal, "
        "and not from the opening, since tables are opened before people sit down. Stopping within a hand would reward "
        "whoever leads and plays slowly: so it is finished, or voided by `redeal`. The service deals nothing and forbids "
        "nothing by itself. The referee may end it before its time too, between two hands: the referee decides, and a tablet "
        "without a network may keep another time than the service. The clock stands still where it was when that was "
        "recorded, and the audit says how many seconds were left, for anyone who disagrees; a `retract` takes it back. The "
        "order is the one that each game gives to those who stay when somebody withdraws. A match of a single hand which is "
        "voided is won by nobody. With `confirm`, the last hand is confirmed first. A later ruling that changes the score "
        "changes the result too. A tie that a contest does not allow is parted like any other. A `retract` does not give back "
        "the time that has passed; where it takes back the first deal, time begins anew with the next.",
    ),
)

CLAUSES = (
    CONFIRM_SIDES,
    COUNT_FIGURES,
    SEATS_BEFORE_CARDS,
    SHUFFLE_COMMITTED,
    STAKES_SPLIT,
    STAKES_RETURNED,
    CLOCK_TURNS,
    CLOCK_PAUSES,
    CLOCK_MATCH,
)

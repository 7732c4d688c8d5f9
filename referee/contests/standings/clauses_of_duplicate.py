"""The clauses of contests in which every table plays the same deals, in both languages (formats.md)."""

from referee.match.terms.rulebook import Clause
from referee.text import Text

HOUSE = "Reglamento del servicio"


def _clause(code: str, es: str, en: str, ruling: tuple[str, str] | None = None) -> Clause:
    return Clause(code, es, en, HOUSE, Text(*ruling) if ruling else None)


DUPLICATE_CLAUSES = (
    _clause(
        "duplicate.deals",
        "La mano de cada número es la misma en todas las mesas. Sale de una semilla secreta cuyo SHA-256 consta al emparejar la ronda, y que se abre cuando la última mesa ha jugado la última. A quien le queda por jugarla no se le dice nada de ella.",
        "The hand of each number is the same at every table. It follows from a secret seed whose SHA-256 is on record when the round is paired, and which is opened when the last table has played the last of them. Who has still to play it is told nothing of it.",
        (
            "Lo hecho en una mano cuenta, y se lee, cuando no le queda por jugar a nadie; hasta entonces la tabla es la de las manos de antes. Lo ve antes quien lo apunta. Cambiar las parejas de una ronda a mano deja las mismas manos, que nadie ha visto; una ronda que se quita no se abre nunca, y emparejada otra vez tiene otras. Lo abierto queda abierto aunque se deshaga un resultado. Hasta que se abre una mano, las cifras y palabras de su resultado y las huellas de esas anotaciones y de las que siguen las lee solo el personal del campeonato, que una huella se acierta probando los pocos tanteos que hay; las hojas con las cartas, solo la organización, que no juega lo que prepara. Una mano que se anota carta a carta es un encuentro suyo, con las cartas que salen de la semilla, las reparta el servicio o quien lee la hoja: nadie trae otras, y el código de la hoja dice que es la de esa mano. De ese encuentro, hasta que la mano se abre, no lee nadie nada, ni cuántas anotaciones tiene, salvo el personal del campeonato y, mientras la juega, quien está sentado a ella; tampoco se manda a quien recibe avisos, ni cuenta para la ficha de nadie; el motivo de una tarjeta, y el número de su anotación, se leen en él y no en el registro de tarjetas. Por ella sola no se juega dinero: el reparto diría quién la ganó. En dos líneas los bandos de una se sientan siempre en los asientos 1 y 3, y los de la otra en los otros: se comparan dentro de su línea, y el campeón es el de la tabla de las dos; no hay final, que sus manos no las juega nadie más. Por ahora en el formato `rounds` y sin equipos.",
            "What was made in a hand counts, and is read, once nobody has it still to play; until then the table is that of the hands before. Who tells it sees it before. Changing the pairs of a round by hand leaves the same deals, which nobody has seen; a round that is taken away is never opened, and paired again it has others. What is open stays open though a result is taken back. Until a hand is open, the figures and words of its result, and the hashes of those entries and of the ones after them, are read by the staff of the championship alone, for a hash is guessed by trying the few scores there are; the sheets with the cards by the organizers alone, who do not play what they prepare. A hand that is recorded card by card is a match of its own, with the cards that follow from the seed, dealt by the service or by who reads the sheet: nobody brings others, and the code of the sheet says that it is that hand's. Of that match nobody reads anything until the hand is open, not even how many entries it has, but the staff of the championship and, while playing it, who sits at it; webhooks are not told of it either, and it counts in nobody's record; the reason of a card, and the number of its entry, are read there and not in the register of cards. No money is played for in it alone: what is paid out would say who won. In two lines the sides of one always sit at seats 1 and 3, and those of the other at the others: they are compared within their line, and the champion is that of the table of both; there is no final, for nobody else plays its hands. In the format `rounds` and without teams for now.",
        ),
    ),
    _clause(
        "duplicate.alone",
        "Cada mano vale por sí sola: nada pasa de una a otra, y en todas las mesas reparte el mismo sitio. De una mano se dan los puntos de cada bando, los que una sola puede dar; anotada carta a carta, acaba con ella.",
        "Every hand stands alone: nothing carries over, and the same seat deals at every table. Of a hand the points of each side are given, such as one alone can give; recorded card by card, its match ends with it.",
        (
            "La primera mano del torneo la reparte el primer asiento, la segunda el segundo, y así por turno. La que las reglas de su juego anulan al repartirla se baraja otra vez para todas las mesas, con la semilla, un espacio y el número de la vez. Donde lo que se pasa o se hace cambia de mano en mano, cada una es como la primera de un encuentro. En el encuentro de una mano nadie cambia de asiento, que se compara por ellos, ni se baraja ni se corta, que las cartas ya están puestas. Los puntos de una mano anotada son los totales de su encuentro al acabarla; la que no se juega entera, porque un bando se va, se acaba el tiempo o la para una reclamación, no cuenta para ninguno mientras el árbitro no dé su resultado. Lo dicho antes no se cambia abriendo un encuentro, ni lo jugado diciendo otra cosa, sino corrigiéndolo.",
            "The first seat deals the first hand of the contest, the second the second, and so on in turn. One that the rules of its game void as it is dealt is shuffled again for all tables, with the seed, a blank and the number of the time. Where what is passed or done changes from hand to hand, each is as the first of a match. In the match of a hand nobody changes seats, by which hands are compared, and nothing is shuffled or cut, for the cards lie ready. The points of a recorded hand are the totals of its match at its end; one that is not played out, because a side leaves, time is up or a claim stops it, counts for neither until the referee gives its result. What was told is not changed by opening a match, nor what was played by telling something else, but by a correction.",
        ),
    ),
    _clause(
        "duplicate.seats",
        "Un juego que con las mismas cartas no es de dos bandos (Corazones) se juega en mesas de cuatro, cada uno por su cuenta: se inscriben personas, de 4 a 512, y cada una se compara con quienes tuvieron en otras mesas las cartas de su asiento. En cada ronda se juntan quienes menos han coincidido, y si no son múltiplo de cuatro descansan por turno de una a tres.",
        "A game that is not of two sides with the same deals (Hearts) is played at tables of four, everybody alone: persons enter, from 4 to 512, and each is compared with those that held the cards of the same seat at other tables. Each round puts together those who have met least, and if they are no multiple of four, one to three rest in turn.",
        (
            "Se empareja como en `partners.rotating`, dos veces lo menor: primero quién se sienta enfrente de quién y quién descansa, donde cuenta como repetido haber coincidido ya en una mesa, en cualquier asiento; después, qué dos pares se juntan, por las veces que han coincidido unos con otros y por `pairing`. Así las cuentas se rehacen a mano y se comprueban; buscar las mesas de cuatro de una vez no tiene cuenta exacta que acabe. En `pairs` una mesa son los dos pares que se sientan enfrente. El primer asiento pasa al siguiente de los cuatro de mesa en mesa y de ronda en ronda, para que en cada asiento se comparen altos y bajos de la tabla. Cada uno se compara por lo que hizo él, al revés donde los puntos son malos: los otros tres no son un bando, y lo que hacen ya está en sus propios asientos. En la tabla gana la ronda quien hizo lo mejor de su mesa y la empatan quienes lo comparten; en contra están los puntos de los otros tres. Si falta uno la mesa no juega la mano: él tiene la peor y los demás la media de las propias.",
            "They are paired as in `partners.rotating`, the least twice: first who sits across from whom and who rests, where to have been at one table already, in any seat, counts as a repeat; then which two of these pairs come together, by how often they have met and by `pairing`. So the sums can be done again by hand and checked; to look for tables of four at once has no exact sum that ends. In `pairs` a table is the two pairs that sit across. The first seat goes to the next of the four from table to table and from round to round, so that in each seat high and low of the table are compared. Everybody is compared by what they made themselves, the other way round where points are bad: the other three are no side, and what they make is in their own seats already. In the table the best of a table has won the round, and those who share that are level; against stand the points of the other three. If one is missing the table does not play the hand: that one has the worst and the others the average of their own.",
        ),
    ),
    _clause(
        "duplicate.matchpoints",
        "Cada bando se compara con los que tuvieron sus mismas cartas: 2 por cada uno que lo hizo peor, 1 por cada uno que hizo lo mismo. La tabla va por el tanto por ciento.",
        "Each side is compared with those that held the same cards: 2 for each that did worse, 1 for each that did the same. The table goes by percent.",
        (
            "Entre dos bandos se compara lo hecho menos lo que hizo el rival, al revés donde los puntos son malos: así lo que gana un bando lo pierde el otro. El tanto por ciento es la media de los de sus manos, exacta, y se escribe con dos decimales; las parejas de la ronda siguiente van por sus centésimas. Una mesa sola con sus cartas tiene el 50 %. Las manos de un descanso, y las de quien se queda sin rival, cuentan como la media de las propias; quien no ha jugado ninguna tiene el 50 %. Quien no viene a una mano, o entra tarde, tiene en ella un 0 %. Una mano que se quedó sin jugar en una mesa, sin culpa de nadie en particular, no cuenta para ninguno.",
            "Between two sides what is compared is what a side made less what its rival made, the other way round where points are bad: so what one side gains the other loses. The percent is the mean of those of its hands, exact, and is written with two decimals; the pairs of the next round go by its hundredths. A table alone with its cards has 50 %. The hands of a bye, and those of who is left without a rival, count as the average of the own ones; who has played none has 50 %. Who does not come to a hand, or enters late, has 0 % in it. A hand that was left unplayed at a table, by the fault of nobody alone, counts for none.",
        ),
    ),
    _clause(
        "duplicate.difference",
        "O bien: la diferencia con la media de todas las mesas, desde cinco sin la más alta ni la más baja, sumada de mano en mano.",
        "Or: the difference to the mean of all tables, from five on without the highest and the lowest, added up from hand to hand.",
        (
            "Sobre lo mismo que se compara en `duplicate.matchpoints`, y exacta. Quien no viene a una mano, o entra tarde, tiene la peor diferencia que hizo nadie en ella.",
            "Of the same that `duplicate.matchpoints` compares, and exact. Who does not come to a hand, or enters late, has the worst difference that anybody made in it.",
        ),
    ),
)

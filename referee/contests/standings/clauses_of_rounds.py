"""The clauses of contests in rounds, in both languages (formats.md)."""

from referee.match.terms.rulebook import Clause
from referee.text import Text

HOUSE = "Reglamento del servicio"


def _clause(code: str, es: str, en: str, ruling: tuple[str, str] | None = None) -> Clause:
    return Clause(code, es, en, HOUSE, Text(*ruling) if ruling else None)


ROUNDS_CLAUSES = (
    _clause(
        "rounds.format",
        "Un número fijo de rondas; en cada una juega un encuentro todo el que está. Se emparejan por sistema suizo (`swiss`), danés (`danish`), al azar (`random`) o en dos líneas (`mitchell`). Hasta 4.096 inscritos.",
        "A fixed number of rounds; in each, everybody who is in plays one match. They are paired by the Swiss (`swiss`) or the Danish system (`danish`), drawn (`random`), or in two lines (`mitchell`). Up to 4,096 entrants.",
        (
            "Una ronda se empareja cuando todos los resultados de la anterior están: con uno que falta, la tabla de la que salen las parejas no es la de nadie. Desde tres inscritos.",
            "A round is paired when every result of the one before is in: with one missing, the table that the pairs come from is nobody's. From three entrants.",
        ),
    ),
    _clause(
        "rounds.points",
        "Un encuentro da puntos por ganar, empatar y perder (2, 1 y 0 si el torneo no dice otra cosa). Quien descansa tiene lo de ganar, quien no viene lo de perder, si no se dijo otra cosa.",
        "A match gives points for a win, a level match and a loss (2, 1 and 0 unless the contest says otherwise). Who rests has those of a win, who does not come those of a loss, unless it was said otherwise.",
        (
            "Quien gana porque el rival no viene tiene lo de un descanso, pues cuenta como uno. En tablas por puntos de juego el descanso da el tope (`cap`) o, sin él, los de una incomparecencia del juego; en puntos de victoria, los de la victoria más corta; quien no viene, nada.",
            "Who wins because the rival does not come has what a bye gives, for it counts as one. Where the table goes by game points a bye gives the cap or, without one, those of a walkover in the game; of victory points, those of the narrowest win; who does not come gets nothing.",
        ),
    ),
    _clause(
        "rounds.score",
        "La tabla va por los puntos de los encuentros (`match_points`); por los puntos de juego hechos (`game_points`), como mucho el tope en cada encuentro y al revés donde los puntos son malos; o por puntos de victoria (`victory_points`), con una escala de diferencias que el torneo declara.",
        "The table goes by the points of the matches (`match_points`); by the game points made (`game_points`), at most the cap in each match and turned round where points are bad; or by victory points (`victory_points`), by a scale of differences that the contest declares.",
        (
            "Donde los puntos son malos cuentan como hechos los que se llevó el rival. Un encuentro empatado da en la escala lo de la diferencia 0.",
            "Where points are bad, those that the rival took count as made. A level match has on the scale what the difference 0 gives.",
        ),
    ),
    _clause(
        "rounds.strike",
        "Con `strike` se tachan las peores rondas de cada cual, una vez jugadas todas. La perdida por no venir no se tacha nunca.",
        "With `strike` the worst rounds of everybody are struck, once all are over. One that was lost by not coming is never struck.",
        (
            "Tampoco las rondas anteriores a una entrada tardía. Se tacha de la puntuación; los desempates cuentan lo jugado.",
            "Nor the rounds before a late entry. They are struck from the score; tie-breaks count what was played.",
        ),
    ),
    _clause(
        "rounds.swiss",
        "Nadie juega dos veces con el mismo rival ni descansa dos veces (la victoria porque el rival no vino cuenta como descanso). De las parejas que lo cumplen se toman las menores, por este orden: 1) las que la organización quiere separadas; 2) descansa el último de la tabla que puede; 3) la suma de los cuadrados de las diferencias de puntuación; 4) a igual puntuación, la mitad de arriba contra la de abajo; 5) el orden por SHA-256 de la semilla.",
        "Nobody meets the same rival twice, and nobody has two byes (a win because the rival did not come counts as one). Of the pairings that keep this the least is taken, in this order: 1) pairs that the organizer wants apart; 2) the bye goes to the last of the table who may have it; 3) the sum of the squares of the differences in score; 4) with equal scores the upper half meets the lower; 5) the order by SHA-256 of the seed.",
        (
            "Quienes están igualados en todo van por el orden del sorteo. Lo de la mitad es la suma, entre parejas de igual puntuación, de (2 × puestos de distancia − cuántos tienen esa puntuación)²; lo de la semilla, la suma de los primeros 32 bits del SHA-256 de la semilla, un salto de línea y los identificadores de la pareja, uno por línea y en el orden del sorteo. Todo son números enteros y se minimiza exactamente; cualquiera puede comprobar que no hay parejas menores. Un encuentro que no se jugó no impide volver a emparejar a los dos.",
            "Those level in everything stand in the order of the draw. The halves are the sum, over pairs of equal score, of (2 × distance in places − how many have that score)²; the seed's part is the sum of the first 32 bits of SHA-256 of the seed, a newline, and the ids of the pair, one a line and in the order of the draw. All are whole numbers and the least is exact; anybody can check that no pairing is less. A match that was not played does not keep the two from being paired again.",
        ),
    ),
    _clause(
        "rounds.danish",
        "Primero contra segundo, tercero contra cuarto y así por la tabla de ahora. Con `repeats: never` (lo usual) no se repite rival y se toma la menor suma de cuadrados de las diferencias de puesto; con `last` se puede repetir en la última ronda; con `always` van sin más en orden.",
        "First against second, third against fourth, and so on by the table of now. With `repeats: never` (usual) no rival comes again, and the least sum of squares of the differences in place is taken; with `last` they may in the last round; with `always` they simply go in order.",
    ),
    _clause(
        "rounds.random",
        "Cada ronda se sortea de nuevo, con una semilla que consta, entre las parejas sin repetir rival; nadie descansa dos veces mientras alguien no haya descansado.",
        "Each round is drawn anew, from a recorded seed, among the pairings without a repeat; nobody rests twice while somebody has not rested yet.",
        (
            "Salen las de menor suma de los números que el SHA-256 de la semilla da a cada pareja.",
            "Those come out whose numbers, which SHA-256 of the seed gives each pair, have the least sum.",
        ),
    ),
    _clause(
        "rounds.mitchell",
        "Hay dos líneas: la primera se queda sentada y la segunda pasa cada ronda a la mesa siguiente; con mesas pares se salta una tras la mitad de las rondas. Caben tantas rondas como mesas, y una menos si son pares. Cada línea tiene su tabla; hay un campeón de las dos (`champion: overall`) o los primeros de cada línea juegan una final (`champion: final`).",
        "There are two lines: the first sits, and the second moves one table up each round; with an even number of tables it skips one after half of the rounds. As many rounds can be held as there are tables, one fewer if they are even. Each line has its own table; both have one champion (`champion: overall`), or the first of each line play a final (`champion: final`).",
        (
            "Se sienta la primera mitad del sorteo, o del orden dado; si son impares se mueve uno más, y descansa quien llega a la última mesa, donde no se sienta nadie: así nadie descansa dos veces. Las líneas salen de la primera ronda como queda: quien se nombra primero en una pareja se sienta a esa mesa. Quien se retira deja un sitio vacío, y descansa el rival que le toca, porque mover a los demás haría repetir. Quien llega tarde ocupa un sitio vacío que nadie dejó; si no lo hay, no entra. Los que se retiran antes de la primera ronda no cuentan, y si entonces faltan mesas para las rondas, quedan mesas sin nadie. La mitad de las rondas se redondea hacia arriba. A una fase siguiente pasan tantos de cada línea, los primeros antes que los segundos, pues las dos no juegan contra los mismos.",
            "The first half of the draw, or of the order given, sits; of an odd number one more moves, and who comes to the last table, where nobody sits, rests: so nobody rests twice. The lines follow from the first round as it stands: who is named first in a pair sits at that table. Who withdraws leaves an empty place, and the rival whose turn it is rests, for moving the others would bring meetings again. Who comes late takes an empty place that nobody left; without one, nobody comes in. Those who withdraw before the first round do not count, and if the tables are then too few for the rounds, there are tables without anybody. Half of the rounds is rounded up. To a further stage so many of each line go on, the first before the second, for the two do not meet the same rivals.",
        ),
    ),
    _clause(
        "rounds.impossible",
        "Si no hay parejas sin repetir, no se empareja: se dice quién se queda sin rival y qué sería lo menos malo (menos repeticiones, las más antiguas primero), que la organización toma con `repeats`.",
        "If no pairing is without a repeat, nothing is paired: it is said who is in the way, and what would be least (fewest repeats, the oldest first), which the organizer takes with `repeats`.",
    ),
    _clause(
        "rounds.reasons",
        "De cada pareja y de cada descanso consta lo que lo decidió: puntuación y puesto de entonces, con quién había jugado cada cual, y qué costaría lo mejor que le sigue.",
        "Of each pair and each bye it is on record what decided it: score and place then, whom each had met, and what the next best would cost.",
        (
            "Lo mejor que le sigue es el mejor cambio de rivales con otra pareja o con quien descansa: así se puede comprobar a mano.",
            "The next best is the best exchange of rivals with one other pair or with who rests: so it can be checked by hand.",
        ),
    ),
    _clause(
        "rounds.by-hand",
        "Mientras no haya empezado ningún encuentro de una ronda, la organización puede cambiar sus parejas o quitarla, con su motivo; lo que el cambio no respeta se dice y consta. Solo se quita la última ronda.",
        "While no match of a round has begun, the organizer may change its pairs or take it away, with a reason; what the change does not keep is said and stored. Only the last round is taken away.",
    ),
    _clause(
        "rounds.standing",
        "Las parejas publicadas se mantienen. Corregir después un resultado anterior cambia la tabla, y se dice qué parejas habrían sido otras; nunca cambia con quién juega nadie.",
        "A published pairing stands. A later correction of an earlier result changes the table, and it is said which pairs would have been others; it never changes who plays whom.",
    ),
    _clause(
        "rounds.late",
        "Se entra hasta la ronda `late_until`; cada ronda perdida cuenta como no venir. A quien se retira no se le empareja más, y sus resultados quedan.",
        "Entries are taken until the round `late_until`; each round missed counts as not coming. Who withdraws is paired no more, and their results stand.",
    ),
    _clause(
        "rounds.order",
        "La puntuación; después los desempates del torneo en su orden (lo usual: particular, Buchholz, diferencia, victorias); después se comparte el puesto.",
        "The score; then the contest's tie-breaks in their order (usually direct, Buchholz, difference, wins); then the place is shared.",
    ),
    _clause(
        "tie.buchholz",
        "La suma de las puntuaciones finales de todos los rivales. Una ronda sin rival cuenta la propia.",
        "The final scores of all rivals added up. A round without a rival counts the entrant's own.",
        (
            "Ronda sin rival es toda la que no se jugó en la mesa: descanso, incomparecencia de cualquiera, o antes de entrar.",
            "A round without a rival is any that was not played on the table: a bye, a walkover either way, before coming in.",
        ),
    ),
    _clause(
        "tie.median",
        "El Buchholz sin la puntuación más alta y sin la más baja.",
        "Buchholz without the highest and the lowest score.",
    ),
    _clause(
        "tie.sonneborn",
        "Las puntuaciones de los rivales vencidos y la mitad de las de aquellos con los que se empató.",
        "The scores of the rivals beaten, and half of those levelled with.",
    ),
    _clause(
        "tie.direct",
        "La puntuación entre los empatados nada más, si cada uno ha jugado con todos los demás; si no, no separa a nadie.",
        "The score among the tied alone, if each of them has met every other; else it parts nobody.",
    ),
    _clause(
        "tie.difference",
        "Los puntos de juego hechos menos los recibidos, al revés donde los puntos son malos.",
        "Game points made less those given, turned round where points are bad.",
    ),
    _clause(
        "tie.for",
        "Los puntos de juego hechos; donde los puntos son malos, los que se llevó el rival.",
        "Game points made; where points are bad, those that the rival took.",
    ),
    _clause("tie.wins", "Los encuentros ganados en la mesa.", "The matches won on the table."),
    _clause(
        "partners.rotating",
        "En un juego de parejas se inscriben personas (`partners: rotating`), de 4 a 512; cada ronda da a cada cual otro compañero y otros rivales. Nadie repite compañero mientras se pueda, y después los rivales se repiten lo menos posible. Cada cual tiene la puntuación de la pareja en la que jugó. Si no son múltiplo de cuatro descansan por turno de una a tres personas, ninguna dos veces antes que todas. No en varias fases.",
        "In a game of pairs persons enter (`partners: rotating`), from 4 to 512; each round gives everybody a new partner and new rivals. Nobody has the same partner twice while that is possible, then the repeats of rivals are least. Each person's score is that of the pair they were in. If they are no multiple of four, one to three rest in turn, nobody twice before all have rested. Not in several stages.",
        (
            "Se toma lo menor dos veces. Primero los compañeros y quién descansa (descansan quienes menos han descansado), por este orden: 1) parejas que ya fueron compañeros; 2) la suma de las rondas en que lo fueron por última vez, para que vuelva lo más antiguo; 3) parejas que en esta ronda no tiene el círculo del sorteo, en el que el último está quieto (con impares, un puesto vacío) y los demás avanzan uno por ronda: con 4, 5, 8, 9, 12, 13 personas, etc., que están todas las rondas, nadie repite compañero hasta haber jugado con todos; 4) la suma de los números de 32 bits del SHA-256 de semilla, salto de línea y los identificadores de la pareja, o de quien descansa. Después, las parejas entre sí: 1) cuántas veces han sido rivales las personas de una y otra; 2) la suma de las últimas de esas rondas; 3) quienes se quiere separar, que son rivales que no se quieren; 4) lo que diga `pairing` (`swiss`: diferencia de las sumas de puntos; `danish`: de puestos; `random`: nada) y 5) la suerte. Así cada cosa es la menor exactamente y cualquiera puede comprobarla; buscar las dos a la vez sería una cuenta que no se puede rehacer a mano. Rivales son los dos de la otra pareja: en los desempates cuentan ambos, y una ronda sin rival cuenta la puntuación propia dos veces. Lo que no se jugó en la mesa no hace compañeros ni rivales. Quien viene y no tiene compañero porque este no viene tiene lo de un descanso, pues no es culpa suya; los rivales, la victoria. Las rondas anteriores a una entrada tardía cuentan como descansadas. En un torneo por fases no cambian: de una fase pasan personas, y una liga, unos grupos o unas eliminatorias son de parejas fijas, que alguien tendría que formar. Quien quiera seguir con las mejores personas celebra otro torneo entre ellas.",
            "The least is taken twice. First the partners and who rests (those rest who have rested least), in this order: 1) pairs that were partners before; 2) the sum of the rounds in which they were so last, so that the oldest comes back; 3) pairs that the circle of the draw does not have in this round, in which the last stands still (an empty place, if they are odd) and the others move on by one each round: with 4, 5, 8, 9, 12, 13 persons and so on, who stay for all rounds, nobody has a partner again before having played with everybody; 4) the sum of the numbers of 32 bits of SHA-256 of seed, newline, and the ids of the pair, or of who rests. Then the pairs against each other: 1) how often the persons of one have been rivals of those of the other; 2) the sum of the last of these rounds; 3) those to be kept apart, who are not wanted as rivals; 4) what `pairing` says (`swiss`: difference of the sums of points; `danish`: of places; `random`: nothing) and 5) lots. So each is exactly the least and anybody can check it; to look for both at once would be a sum that nobody can do again by hand. Rivals are both of the other pair: both count in tie-breaks, and a round without a rival counts the own score twice. What was not played on the table makes nobody partners or rivals. Who comes, and has no partner since that one does not come, has what a bye gives, for it is not their fault; the rivals have the win. Rounds before a late entry count as rests. They do not change in a contest in stages: persons go on from a stage, and a league, groups or a knockout are of pairs that stay, which somebody would have to make. Who wants to go on with the best persons holds another contest among them.",
        ),
    ),
    _clause("tie.progress", "La suma de las puntuaciones tras cada ronda.", "The sum of the scores after each round."),
)

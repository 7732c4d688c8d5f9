"""The clauses of knockouts without a fixed bracket, in both languages (formats.md)."""

from referee.match.terms.rulebook import Clause
from referee.text import Text

HOUSE = "Reglamento del servicio"

KNOCKOUT_CLAUSES = (
    Clause(
        "knockout.redraw",
        "Con `redraw` no hay cuadro: cada ronda se sortea de nuevo, con una semilla que consta, entre quienes siguen, cuando la anterior ha terminado. Si son impares uno queda exento, y nadie lo está dos veces mientras alguien no lo haya estado. Hasta 4.096 inscritos.",
        "With `redraw` there is no bracket: each round is drawn anew, from a recorded seed, among those still in, once the one before is over. If their number is odd one is exempt, and nobody is exempt twice while somebody has not been. Up to 4,096 entrants.",
        HOUSE,
        Text(
            "Ganar porque el rival no viene cuenta como estar exento. Con `third_place`, los dos que cayeron en la ronda anterior juegan por el tercer puesto en la ronda de los dos últimos, si siguen los dos. Quienes caen en la misma ronda comparten puesto; quien se retira entre dos rondas cae en la siguiente. Si no se presenta ninguno de los dos, caen ambos; si no queda nadie, no hay campeón. Un resultado que se corrige con la ronda siguiente ya emparejada no cambia sus parejas: se juega, y después sigue quien tenga vida. Las parejas son las de menor suma de los números que el SHA-256 de la semilla da a cada una, después de las que la organización quiere separadas.",
            "A win because the rival does not come counts as being exempt. With `third_place`, the two that went out in the round before play for third place in the round of the last two, if both are still there. Those who go out in the same round share the place; who leaves between two rounds goes out in the next. If neither of the two comes, both are out; if nobody is left, there is no champion. A result that is corrected when the next round is paired already does not change its pairs: it is played, and afterwards those go on who have a life. The pairs are those whose numbers, which SHA-256 of the seed gives each, have the least sum, after those that the organizer wants apart.",
        ),
    ),
    Clause(
        "knockout.lives",
        "Con `lives: 2` (o 3) se cae con la última vida, y cada derrota cuesta una. Cada ronda se sortea entre quienes siguen; mientras haya bastantes de cada, se enfrentan quienes tienen las mismas vidas. Los dos últimos juegan hasta que uno no tenga ninguna. El orden es el de la ronda en que se cae.",
        "With `lives: 2` (or 3) one is out with the last life, and each defeat costs one. Every round is drawn among those still in; while there are enough of each, those with the same lives meet. The last two play on until one has none. The order is that of the round in which one goes out.",
        HOUSE,
        Text(
            "Primero se minimiza la suma de los cuadrados de las diferencias de vidas, después cuántos repiten rival y las repeticiones más recientes, las parejas que se quiere separadas, y al final deciden las suertes. Un encuentro al que no viene nadie cuesta una vida a los dos. No hay encuentro por el tercer puesto: es tercero quien cae el último antes que los dos finales.",
            "First the sum of the squares of the differences in lives is made least, then how many meet again and the latest of these meetings, the pairs that are wanted apart, and in the end lots decide. A match to which nobody comes costs both a life. There is no match for third place: third is the last to go out before the last two.",
        ),
    ),
    Clause(
        "knockout.consolation",
        "Con `consolation`, quien pierde el primer encuentro que juega, también después de un descanso, sigue en un cuadro aparte con su propio podio. Lo hay cuando todos han jugado su primer encuentro.",
        "With `consolation`, who loses the first match they play, also after a bye, goes on in a bracket of their own with its own podium. It is there once all have played their first match.",
        HOUSE,
        Text(
            "Su podio no da puntos para la clasificación general: los del cartel son del cuadro principal. Ganar porque el rival no viene no es jugar: cuenta el encuentro siguiente; quien pierde por no venir no entra. Quien juega la final o por el tercer puesto tampoco. El cuadro sigue el orden del sorteo. El torneo termina, y da su podio, cuando terminan los dos; no se combina con `redraw` ni con `lives`.",
            "Its podium gives no points for the general table: those on the poster are of the main bracket. A win because the rival does not come is no match played: the next one counts; who loses by not coming is not in it. Nor is who plays the final or for third place. Its bracket goes by the order of the draw. The contest is over, and has its podium, when both are; it does not go with `redraw` or `lives`.",
        ),
    ),
)

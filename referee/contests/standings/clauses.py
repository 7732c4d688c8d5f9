"""The clauses of the championship, in both languages: El Castillar's own, and those of any game's contest."""

from referee.contests.standings.clauses_of_duplicate import DUPLICATE_CLAUSES
from referee.contests.standings.clauses_of_knockouts import KNOCKOUT_CLAUSES
from referee.contests.standings.clauses_of_rounds import ROUNDS_CLAUSES
from referee.contests.standings.clauses_of_stages import STAGES_CLAUSES
from referee.contests.standings.clauses_of_teams import TEAM_CLAUSES
from referee.match.terms.agreed_time import CONTEST
from referee.match.terms.house import STAKES_RETURNED, STAKES_SPLIT
from referee.match.terms.rulebook import Clause
from referee.text import Text

CASTILLAR = "Corazones, El Castillar (Campeonato de Multijuegos)"
HOUSE = "Reglamento del servicio"


def _clause(code: str, source: str, es: str, en: str, ruling: tuple[str, str] | None = None) -> Clause:
    return Clause(code, es, en, source, Text(*ruling) if ruling else None)


CASTILLAR_CLAUSES = (
    _clause(
        "castillar.format",
        CASTILLAR,
        "Dos jugadores: un encuentro de 4 rondas. Cuatro: un encuentro a 100. Ocho: dos grupos de cuatro por sorteo, un encuentro a 50 cada uno, y la final a 100 entre los dos primeros de cada grupo. Tres, cinco, seis, siete, nueve y diez: liga de todos contra todos, de dos en dos, y la final a 100 entre los cuatro primeros.",
        "Two players: one match of 4 rounds. Four: one match to 100. Eight: two groups of four by lot, one match to 50 each, and a final to 100 for the first two of each. Three, five, six, seven, nine and ten: a league of matches of two, everyone against everyone, and a final to 100 for the first four.",
        (
            "Entre tres no puede haber final de cuatro: la liga decide el podio. Con otro número no se juega, y se dice qué números son posibles.",
            "Three cannot play a final of four: the league decides the podium. Any other number is refused, with the numbers that are possible.",
        ),
    ),
    _clause(
        "castillar.draw",
        HOUSE,
        "El sorteo ordena a los inscritos por el SHA-256 de la semilla, un salto de línea y su identificador. La liga sigue ese orden por el método del círculo, con el primero fijo y, si son impares, descanso para quien cae en la última plaza; los grupos son los cuatro primeros y los cuatro últimos; en cada mesa se sientan en ese orden.",
        "The draw orders the entrants by SHA-256 of the seed, a newline and their id. A league follows that order by the circle method: the first stays fixed and, if the number is odd, the one who falls in the last place rests; groups are the first four and the last four; at each table they sit in that order.",
        (
            "El reglamento pide un sorteo y no dice cómo. Con la semilla a la vista, cualquiera puede repetirlo.",
            "The rulebook asks for a draw and does not say how. With the seed on record anyone can repeat it.",
        ),
    ),
    _clause(
        "league.columns",
        CASTILLAR,
        "J encuentros jugados, G ganados, P perdidos, F puntos de juego propios, C los del rival, Ptos. uno por victoria, +/- la diferencia F - C.",
        "J matches played, G won, P lost, F own game points, C the rival's, Ptos one for each win, +/- the difference F - C.",
    ),
    _clause(
        "league.order",
        CASTILLAR,
        "Más Ptos. primero. A igualdad: 1) menor +/-; 2) menor F; 3) orden alfabético si el empate es intrascendente; 4) menos sanciones; 5) average particular: una tabla con sólo los encuentros entre los empatados, por victorias, +/- y F.",
        "More Ptos first. Equal: 1) lower +/-; 2) lower F; 3) alphabetical if the tie does not matter; 4) fewer sanctions; 5) the average particular: one table of the matches among the tied alone, by wins, +/- and F.",
        (
            "Quienes siguen iguales en las tres columnas del average forman una tabla nueva con sus propios encuentros, mientras haya menos en ella que en la anterior. Dentro de una tabla se mira hasta F antes de preguntar otra vez si el empate importa, porque el average es un solo paso. El orden alfabético es el español: sin mirar tildes ni mayúsculas, la ñ tras la n, y a iguales letras primero sin tilde.",
            "Those who are equal in all three columns of the average get a new table of their own matches, as long as it has fewer players than the one before. Within one table all three columns are used before asking again whether a tie matters, because the average is one step. Alphabetical is the Spanish order: accents and case ignored, ñ after n, and of equal letters the unaccented first.",
        ),
    ),
    _clause(
        "league.matters",
        CASTILLAR,
        "Un empate importa si cae a ambos lados del corte entre clasificados y eliminados, o si incluye el primer puesto.",
        "A tie matters if it lies on both sides of the line between the qualified and the rest, or includes the first place.",
        (
            "El primer puesto importa porque da puntos extra. Cuando un paso divide un empate, se juzga cada parte de nuevo: la que ya no importa va por orden alfabético. Entre tres jugadores importa todo empate, pues cada puesto tiene sus puntos.",
            "The first place matters because it gives extra points. When a step splits a tie, each part is judged again: one that no longer matters goes in alphabetical order. With three players every tie matters, because each place has its points.",
        ),
    ),
    _clause(
        "league.sanctions",
        CASTILLAR,
        "«Menos sanciones» cuenta tarjetas amarillas y negras.",
        "«Fewer sanctions» counts yellow and black cards.",
        (
            "Cada tarjeta cuenta uno, sea del color que sea: en la liga, las de los encuentros de la liga, también los anulados; en un encuentro o grupo, las de ese encuentro; en la general, las de todo el campeonato. Una tarjeta dada fuera de todo encuentro cuenta sólo en la general.",
            "Each card counts one, whatever its colour: in the league, those of its matches, void ones too; in a match or group, those of that match; in the general table, all those of the championship. A card given outside any match counts in the general table only.",
        ),
    ),
    _clause(
        "league.tie-four",
        CASTILLAR,
        "Cuatro empatados a ambos lados del corte juegan entre ellos un desempate a 50.",
        "Four tied across the line play a tie-break among themselves to 50.",
        (
            "Si entran exactamente cuatro en el paso 5 y éste deja algo sin resolver en el corte o en el primer puesto, juegan los cuatro: en una liga completa el average nunca deja iguales a cuatro, y la regla no se aplicaría nunca.",
            "If exactly four enter step 5 and it leaves something open at the line or at the first place, all four play: in a full league the average never leaves four equal, so the rule would never apply.",
        ),
    ),
    _clause(
        "league.tie-top",
        CASTILLAR,
        "Si los empatados así son los cuatro primeros, juegan directamente la final.",
        "If the four who are tied in this way hold places 1 to 4, they play the final at once.",
    ),
    _clause(
        "league.null",
        CASTILLAR,
        "Cualquier otro empate que el average no resuelva y que importe para el corte deja el juego nulo: no hay final y cada empatado suma 2 puntos extra, igual que quienes van por delante de ellos.",
        "Any other tie that the average leaves open and that matters for the line makes the game null: no final, and each of the tied gets 2 extra points, as does everyone placed above them.",
        (
            "Esos 2 puntos sustituyen a los del campeón de liga. Si el empate es sólo por el primer puesto y no toca el corte, la final se juega y los 2 puntos van a cada empatado. Tres jugadores iguales hasta el final: nulo, 2 a cada uno, sin podio.",
            "Those 2 points replace the league champion's. If the tie is for the first place alone and does not touch the line, the final is played and each of the tied gets the 2 points. Three players equal to the end: null, 2 each, no podium.",
        ),
    ),
    _clause(
        "league.studied",
        CASTILLAR,
        "Cualquier otro caso se estudia en el momento: el organizador ordena a los empatados y dice por qué.",
        "Any other case is studied when it comes up: the organizer orders the tied players and says why.",
        (
            "Aquí entran el empate en que dos no se han enfrentado (salvo el de cuatro, que se juega), la mesa de cuatro a la que falta alguien, y la liga en la que quedan pocos. Hasta entonces la tabla muestra el empate. Una decisión vale para exactamente el empate que nombra, y cae si una corrección lo deshace.",
            "This covers a tie in which two have not met (except one of four, which is played), a table of four where somebody is absent, and a league in which too few are left. Until then the table shows the tie. A ruling is valid for exactly the tie it names, and falls if a correction dissolves that tie.",
        ),
    ),
    _clause(
        "league.provisional",
        HOUSE,
        "Mientras falte un resultado el orden es por Ptos., +/- y F, y lo demás se muestra empatado.",
        "Until the last result is in, the order is by Ptos, +/- and F, and all else is shown as tied.",
        (
            "El reglamento clasifica cuando todos han jugado contra todos; los demás desempates no dicen nada antes.",
            "The rulebook orders the table once everyone has played everyone; before that the other tie-breaks say nothing.",
        ),
    ),
    _clause(
        "league.walkover",
        HOUSE,
        "Quien no se presenta pierde: J y P. El presente suma J, G y 1 punto. F y C son 52 para ambos, sin estrellitas ni rondas. Si no se presenta ninguno, el encuentro es nulo y no cuenta para nadie.",
        "A player who does not come loses: J and P. The one who is present gets J, G and 1 point. F and C are 52 for both, without stars or rounds. If neither comes, the match is void and counts for nobody.",
        (
            "52 es la mitad de los 104 puntos de un encuentro de dos: así no cambia ninguna diferencia. Quien abandona un encuentro de liga empezado lo pierde igual. En una mesa de cuatro, los ausentes quedan últimos y los presentes esperan al organizador.",
            "52 is half of the 104 points of a match of two, so no difference changes. A player who leaves a league match midway loses it in the same way. At a table of four those who are absent come last, and those who are present wait for the organizer.",
        ),
    ),
    _clause(
        "league.withdrawal",
        HOUSE,
        "Quien se retira con menos de la mitad de sus encuentros jugados sale de la tabla y esos encuentros se anulan; con la mitad o más, sus resultados valen y el resto son incomparecencias. El finalista ausente deja su puesto al siguiente de la tabla; el campeón de liga conserva sus 2 puntos.",
        "A player who withdraws with fewer than half of their matches played leaves the table, and those matches are void; with half or more the results stand and the rest are walkovers. An absent finalist is replaced by the next of the table; the league champion keeps the 2 points.",
        (
            "La mitad se cuenta sobre los encuentros que el sorteo le dio. Cuenta como jugado aquel al que vino, también si el rival no vino, porque estuvo para jugarlo; el que perdió por no venir no cuenta, porque no venir no es jugar. En una eliminatoria lo jugado vale y el rival pasa; si aún no había jugado en ella, ocupa su lugar el siguiente de su grupo, y nadie más cambia de sitio. El formato no cambia; si alguien sale y quedan menos de cinco en la tabla, decide el organizador: con cuatro hay final, con menos, su orden es el podio. Las tarjetas siguen contando.",
            "Half of the matches that the draw gave the player. A match to which they came counts as played, also where the rival did not come, for they were there to play it; one that they lost by not coming does not, for not to come is not to play. In a knockout what is played stands and the rival goes on; if they had not played in it yet, the next of their group takes their place, and nobody else moves. The format does not change; if someone leaves and fewer than five stay in the table, the organizer decides: with four there is a final, with fewer the organizer's order is the podium. Cards still count.",
        ),
    ),
    _clause(
        "group.order",
        CASTILLAR,
        "Menor total primero. A igualdad: 1) más estrellitas; 2) más rondas ganadas; 3) orden alfabético si es intrascendente; 4) menos sanciones; 5) una ronda extra de los cuatro que sólo cuenta entre los empatados.",
        "Lower total first. Equal: 1) more stars; 2) more rounds won; 3) alphabetical if it does not matter; 4) fewer sanctions; 5) an extra round of all four that counts only among the tied.",
        (
            "La ronda extra se pide sólo para el primer puesto o entre el segundo y el tercero; en un desempate de cuatro, sólo en el corte. En el encuentro único y en la final todo puesto tiene sus puntos, y todo empate se deshace. Un ganador anotado de un encuentro empatado es quien ganó la ronda extra, aunque no consten sus puntos.",
            "The extra round is asked for only by ties for the first place or across second and third; in a tie-break of four, only across the line. In a single match and in a final every place has its points, and every tie is broken. The winner stated for a tied match is the one who won the extra round, even if its points are not on record.",
        ),
    ),
    _clause(
        "podium.final",
        CASTILLAR,
        "Tras liga o grupos, la final da 5, 3, 2 y 1. El campeón de liga suma 2 más; el de cada grupo, 1 más.",
        "After a league or groups the final gives 5, 3, 2 and 1. The league champion gets 2 more; each group's champion 1 more.",
    ),
    _clause(
        "podium.tied-top",
        CASTILLAR,
        "Si la final la juegan los cuatro empatados en cabeza de la liga: oro 5+2, plata 3+1, bronce 1+1, cuarto 0+1.",
        "If the final is played by the four tied at the head of the league: gold 5+2, silver 3+1, bronze 1+1, fourth 0+1.",
    ),
    _clause(
        "podium.direct",
        CASTILLAR,
        "Sin final: cuatro jugadores, 5, 3 y 1; tres, 5, 3 y 1, y 2 más al campeón de liga; dos, 5 y 3.",
        "Without a final: four players 5, 3 and 1; three 5, 3 and 1, and 2 more for the league champion; two 5 and 3.",
        (
            "El reglamento da el podio directo sólo para cuatro; con dos y con tres se aplica igual, hasta donde llegan los puestos.",
            "The rulebook gives the direct podium for four only; for two and three the same is applied, as far as the places go.",
        ),
    ),
    _clause(
        "sanction.black-league",
        CASTILLAR,
        "Una tarjeta negra en un encuentro de dos quita 1 punto en la general. En uno de cuatro suma en su encuentro y no toca la general.",
        "A black card in a match of two takes 1 point off the general table. In one of four it adds to its match and never touches the general table.",
    ),
)

GENERAL_CLAUSES = (
    _clause(
        "general.points",
        CASTILLAR,
        "La suma de los puntos de podio y los extra, menos las sanciones.",
        "The sum of podium points and extras, less sanctions.",
    ),
    _clause(
        "general.order",
        HOUSE,
        "Más puntos primero; después más oros, más platas, más bronces y menos sanciones. Si todo es igual se comparte el puesto.",
        "More points first; then more golds, silvers and bronzes, then fewer sanctions. If everything is equal, the place is shared.",
    ),
    _clause(
        "general.provenance",
        HOUSE,
        "Cada punto de la general nombra el hecho que lo dio: juego, encuentro, versión y regla.",
        "Every point of the general table names the event that gave it: contest, match, version and rule.",
    ),
)

FORMAT_CLAUSES = (
    _clause(
        "format.single",
        HOUSE,
        "Todos los inscritos en una mesa, un encuentro; su orden es el podio.",
        "All entrants at one table, one match; its order is the podium.",
        (
            "Si el juego deja iguales a varios comparten el puesto, cada uno con sus puntos.",
            "If the game leaves several equal, they share the place, each with its points.",
        ),
    ),
    _clause(
        "format.league",
        HOUSE,
        "Todos contra todos, a una o dos vueltas. Más victorias primero; después la diferencia propia del juego, victorias y diferencia entre los empatados, y más puntos (menos, donde los puntos son malos). Si todo es igual se comparte el puesto.",
        "Everyone against everyone, once or twice. More wins first; then the game's own difference, then wins and difference among the tied, then more points (fewer where points count against a player). If everything is equal, the place is shared.",
        (
            "Un encuentro que puede acabar empatado da media victoria a cada uno. Una incomparecencia no cambia la diferencia, y los puntos se comparan por encuentro jugado, para que nadie pierda por un rival que no vino.",
            "A match that may end in a tie gives half a win to each. A walkover changes no difference, and points are compared per match played, so that nobody loses by a rival who did not come.",
        ),
    ),
    _clause(
        "format.given",
        HOUSE,
        "Las rondas de una liga pueden darse en vez de sortearse: quién se encuentra con quién en cada una, en el orden de los asientos, y quién descansa. Han de formar la liga entera: cada dos se encuentran tantas veces como vueltas (`legs`), nadie juega dos veces en una ronda, y descansa quien no tiene encuentro en ella.",
        "The rounds of a league may be given instead of drawn: who meets whom in each, in the order of the seats, and who rests. They have to make the whole league: every two meet as often as there are legs (`legs`), nobody plays twice in a round, and those rest who have no match in it.",
        (
            "Una liga que sorteó otro programa, o la mano de alguien, es la que ya se publicó: volver a sortearla la cambiaría. Lo demás es como en cualquier liga: quien entra tarde, se retira o sustituye a alguien. En cada ronda pueden descansar varios, y las vueltas no tienen que ir una tras otra. Aquí no hay sorteo que comprobar: el acta dice que las rondas se dieron.",
            "A league that another program drew, or somebody by hand, is the one that was published: drawing it again would change it. All else is as in any league: who enters late, withdraws, or comes for another. Several may rest in one round, and the legs need not follow each other. There is no draw to check here: the record says that the rounds were given.",
        ),
    ),
    _clause(
        "format.late",
        HOUSE,
        "En una liga, o en un grupo con plaza libre, se entra después del sorteo hasta la ronda que el torneo diga (`late_until`). Nada de lo sorteado cambia: quien llega juega en cada ronda con quien no tiene encuentro en ella, y lo que no cabe se juega en rondas añadidas. Los encuentros de rondas ya empezadas se juegan después (`missed: later`) o los gana el rival por incomparecencia (`missed: walkover`). Plaza libre deja en su grupo quien se retira con menos de la mitad de sus encuentros.",
        "In a league, or in a group with a free place, somebody may come in after the draw, until the round that the contest names (`late_until`). Nothing that was drawn changes: the newcomer meets in each round one who has no match there, and what does not fit is played in added rounds. The matches of rounds that had begun are played later (`missed: later`), or the rival has them by walkover (`missed: walkover`). Who leaves a group with fewer than half of their matches leaves a free place.",
        (
            "Se falta sólo al encuentro con quien descansaba en una ronda ya empezada; si son pares nadie descansaba, y todo se juega. Si no se dice otra cosa se juega después: nadie gana sin jugar por el orden del sorteo.",
            "Only the match against who rested in a round that had begun is missed; with an even number nobody rested, and everything is played. Unless the contest says otherwise it is played later: nobody wins without playing by the order of the draw.",
        ),
    ),
    _clause(
        "format.groups",
        HOUSE,
        "Grupos de un tamaño dado (`size`): en una mesa si el juego admite a tantos, y si no en liga. Los primeros de cada grupo (`through`) juegan un último encuentro o eliminatorias. Hasta 512 inscritos.",
        "Groups of a given size (`size`): at one table if the game can be played by so many, otherwise as a league. The first of each group (`through`) play one last match or a knockout. Up to 512 entrants.",
        (
            "Un empate que decide quién pasa y que nada resuelve espera al organizador. En las eliminatorias van por delante los primeros de grupo, y nadie se cruza en su primer encuentro con uno de su grupo mientras el cuadro lo permita.",
            "A tie that decides who goes on and that nothing breaks waits for the organizer. In the knockout the group winners are placed first, and nobody meets one of their own group in their first match if the bracket allows it.",
        ),
    ),
    _clause(
        "groups.uneven",
        HOUSE,
        "Donde el número no se divide por `size`, los grupos son de un tamaño parecido y se diferencian en uno como mucho. Entre grupos de distinto tamaño se compara por promedios por encuentro: puntos, diferencia y puntos hechos.",
        "Where the number does not divide by `size`, the groups are of about that size and differ by one at most. Between groups of different sizes averages a match are compared: points, difference and points made.",
        (
            "Los grupos son tantos como el entero más próximo a los inscritos divididos por `size` (y medio, hacia arriba), que cualquiera calcula; al menos dos, y no más de los que dejan en cada uno a alguien que no pasa, pues un grupo del que pasan todos no decide nada. Los primeros grupos del sorteo tienen uno más, así que cualquiera puede contarlos. Por fuerza se reparten en serpiente: uno a cada grupo del primero al último, luego del último al primero, y así. Un grupo de un solo encuentro es desigual sólo donde el juego tiene sillas para los dos tamaños; si no las tiene, se prueba con el entero que queda al otro lado. Los promedios son fracciones exactas; puntos y diferencia, de todos los encuentros de la tabla; los puntos hechos, de los jugados en la mesa: una incomparecencia no los mueve, y si alguien de los igualados no jugó ninguno, no deciden.",
            "There are as many groups as the whole number nearest to the entrants divided by `size` (a half goes up), which anybody can work out; two at least, and no more than leave in each somebody who does not go through, for a group of which all go through decides nothing. The first groups of the draw have one more, so that anybody can count them. By strength they are dealt in a snake: one to each group from the first to the last, then from the last to the first, and so on. A group of one match is uneven only where the game has seats for both sizes; where it has not, the whole number on the other side is tried. Averages are exact fractions; points and difference are those of all matches of the table; points made, of those played at a table: a walkover does not move them, and where one of those level has played none, they decide nothing.",
        ),
    ),
    _clause(
        "groups.repesca",
        HOUSE,
        "Con `repesca: n` siguen también los n mejores de los que no pasaron, para que se llene un cuadro: con tres grupos de los que pasan dos, `repesca: 2` hace ocho.",
        "With `repesca: n` the n best of those who were not through go on too, so that a bracket fills: with three groups of which two go through, `repesca: 2` makes eight.",
        (
            "Va antes el puesto en el grupo, sea cual sea su tamaño, y después los promedios (groups.uneven): quien quedó tercero ganó más en la mesa que quien quedó cuarto. Si no se llena el cuadro hay descansos, como en cualquier otro. Un empate que decide espera al organizador. En el cuadro van detrás de los que pasaron, y en la primera ronda nadie se cruza con uno de su grupo donde se pueda: para ello cambian de sitio entre sí y, si no basta, los grupos corren un lugar o los que hagan falta. Si antes de seguir se retira alguien, viene el siguiente del mismo orden: el de su grupo o, si ese ya pasó por la repesca, el de la repesca, y nadie se mueve del sitio que tiene.",
            "The place in the group goes first, whatever its size, and then the averages (groups.uneven): who came third won more at the table than who came fourth. Where the bracket is not full there are byes, as in any other. A tie that decides waits for the organizer. In the bracket they come after those who went through, and in the first round nobody meets one of their own group where that can be: for this they change places among each other and, where that is not enough, the groups move on by one place or as many as it takes. If somebody withdraws before they play on, the next of the same order comes: of their group or, if that one is through by the repesca already, of the repesca; and nobody moves from the place that they have.",
        ),
    ),
    _clause(
        "format.knockout",
        HOUSE,
        "Quien pierde queda fuera. El cuadro se sortea o se ordena por fuerza; los descansos son para los primeros. El encuentro por el tercer puesto es opcional.",
        "A player who loses is out. The bracket is drawn, or seeded by strength; byes go to the first. A match for third place is optional.",
        (
            "Sin él, quienes pierden las semifinales comparten el tercer puesto. Un encuentro que el juego deja empatado espera al organizador.",
            "Without it the losers of the semi-finals share the third place. A match that the game leaves tied waits for the organizer.",
        ),
    ),
    _clause(
        "format.tables",
        HOUSE,
        "A cada encuentro se le da su mesa cuando se conoce quién lo juega, y la conserva. En una ronda se usan las primeras mesas, sin saltar ninguna, también entre varios grupos; en el cuadro se juega en una de las dos mesas de las que se viene.",
        "A match is given its table when it is known who plays it, and keeps it. A round uses the first tables without leaving one out, over several groups too; in a bracket a match is played at one of the two tables from which its players come.",
        (
            "Una ronda de liga o de grupos se juega a la vez y la siguiente después; en un cuadro, a la vez que todo lo que no conduce a ello. Dos torneos de un campeonato que no tienen a nadie en común pueden celebrarse a la vez, y no comparten mesas mientras quede algo por jugar; si alguien está en los dos, va uno tras otro. Ningún número cambia después, pues ya está en papel: la mesa de quien no viene, o de lo que se anula, queda libre.",
            "A round of a league or of groups is played at one time and the next one after it; in a bracket a match may be played beside everything that does not lead to it. Two contests of a championship that have nobody in common may be held at the same time and share no table while anything of them is to be played; with somebody in both, one follows the other. No number changes later, for it is on paper: the table of who does not come, or of what is void, stays free.",
        ),
    ),
    _clause(
        "format.substitution",
        HOUSE,
        "A quien no puede seguir lo sustituye quien nombre la organización: uno por uno; en parejas, a un compañero o a los dos. Quien viene de fuera se queda con el puesto: juega todo lo que no ha empezado y sigue con lo que ya se jugó en él. A los últimos encuentros puede venir también un inscrito ya eliminado o, si no se nombra a nadie, el siguiente de la tabla.",
        "Whoever cannot go on is replaced by whom the organizer names: one by one; of a pair, one partner or both. Who comes from outside has the place: they play all that has not begun, and go on from what was played in it. To the last matches an entrant who is out may come too or, where nobody is named, the next of the table.",
        (
            "Cada encuentro es de quienes lo jugaron, también si se corrige después. Los puntos de podio son de quienes formaban la entrada la última vez que vinieron a un encuentro; los extra ya ganados, de quienes los ganaron. Así el compañero que se queda no pierde nada, y nadie recibe puntos sin haber venido. Un encuentro ya abierto solo cambia de jugadores si se anula (`reopen`): lo que está en la mesa es de quienes se sientan a ella. Lo que no cambiaría nada se rechaza.",
            "A match belongs to those who played it, also when it is corrected later. The podium's points go to those who made up the entry when it last came to a match; extra points that were won already stay with those who won them. So the partner who stays loses nothing, and nobody has points without having come. A match that is open changes its players only by being voided (`reopen`): what is on the table belongs to those who sit there. What would change nothing is refused.",
        ),
    ),
    _clause(
        "format.podium",
        HOUSE,
        "El podio da 5, 3, 2 y 1, o lo que se haya fijado. En juegos de parejas ambos compañeros reciben los puntos.",
        "The podium gives 5, 3, 2 and 1, or the points that were set. In games of pairs both partners get the points.",
        (
            "Quienes comparten un puesto reciben todos sus puntos, y los puestos que ocupan se saltan. Quien no vino a ningún encuentro, ni ganó ninguno por estar allí, no tiene puesto en el podio: no venir no es jugar. Quien se queda solo gana por incomparecencia; sin campeón no hay podio y el torneo es nulo. Si a un encuentro por el podio no vino alguien, la organización ordena a quienes sí vinieron.",
            "Those who share a place all get its points, and the places they take up are skipped. Who came to no match, nor won one by being there, has no place on the podium: not to come is not to play. Who is left alone wins by walkover; without a champion there is no podium, and the contest is null. If somebody did not come to a match for the podium, the organizer orders those who did.",
        ),
    ),
)

STAKES_CLAUSES = (
    _clause(
        "stakes.contest",
        HOUSE,
        "Las apuestas de un torneo se reparten por su podio, como las de un encuentro por sus puestos; lo que no se puede dividir va por el orden del sorteo.",
        "The stakes of a contest are divided by its podium, as those of a match by its places; what does not divide goes in the order of the draw.",
        (
            "Cada jugador inscrito pone lo mismo, también cada uno de una pareja, y quien se retira deja su apuesta. Quien llega de fuera en sustitución de alguien y juega, toma su apuesta. Sin podio, porque el juego es nulo o se fueron todos, se devuelven.",
            "Every player who is entered puts in the same, each of a pair too, and who withdraws leaves their stake. A substitute who comes from outside and plays takes over the stake of the player they replace. Without a podium, because the game is null or everybody left, the stakes are given back.",
        ),
    ),
    STAKES_SPLIT,
    STAKES_RETURNED,
)

RATING_CLAUSES = (
    _clause(
        "rating.places",
        HOUSE,
        "El nivel de cada jugador sale de los puestos en que acaba sus encuentros, no de los puntos, y lleva su incertidumbre: se empieza en 1500 ± 500, sube quien queda mejor de lo esperado ante esos rivales y baja quien queda peor. Hay un nivel en cada juego y otro en todos juntos.",
        "A player's rating comes from the places in which their matches end, not from points, and has its uncertainty: everybody begins at 1500 ± 500, goes up by doing better than expected against those rivals and down by doing worse. There is a rating in each game and one over all games.",
        (
            "Se calcula con el método de Weng y Lin (Bradley-Terry entre todos los bandos; β 250, τ 5) por OpenSkill, y se guarda en centésimas. Una pareja vale lo que suman los dos, y se mueven los dos. Un puesto compartido es un empate.",
            "It is worked out by the method of Weng and Lin (Bradley-Terry among all sides; β 250, τ 5) by OpenSkill, and kept in hundredths. A pair is as strong as both together, and both move. A shared place is a tie.",
        ),
    ),
    _clause(
        "rating.counts",
        HOUSE,
        "Cuentan los encuentros acabados, también los de un torneo de los que solo se dio el resultado. No cuentan la incomparecencia, el encuentro nulo ni el abandonado por todos: nadie ganó a nadie.",
        "Finished matches count, also those of a contest of which only the result was told. A walkover, a void match and an abandoned one do not: nobody beat anybody.",
        (
            "Quien se retira a mitad de un encuentro lo pierde, y cuenta. Lo que solo separa el alfabeto o una decisión del organizador queda en empate. Si el encuentro se jugó en la mesa, vale su propio orden; si se dio el resultado, sus cifras. No cuentan los tableros de un enfrentamiento de equipos, que lo decide el equipo y de los que solo se sabe quién se sentó donde se dieron alineaciones: un nivel no puede depender de que un capitán la diera, y las personas tienen su tabla (teams.persons). Tampoco las mesas donde todas juegan las mismas cartas: allí no se compara con el rival de la mesa, sino con quienes tuvieron en otras lo mismo.",
            "Who withdraws in mid-match loses it, and it counts. What only the alphabet or the organizer's ruling parted stays a tie. A match recorded at the table counts by its own order, one of which the result was told by its figures. The boards of an encounter of teams do not count, for the team decides it, and who sat there is known only where line-ups were given: a rating cannot hang on whether a captain gave one, and the persons have their own table (teams.persons). Nor do tables with the same deals for all: nobody is compared there with the rival at the table, but with those that held the same at others.",
        ),
    ),
    _clause(
        "rating.sequence",
        HOUSE,
        "Los encuentros cuentan uno tras otro, en el orden en que acabaron. Si uno se corrige, conserva su lugar y se vuelve a calcular desde él; si dos fichas resultan ser la misma persona, desde el primer encuentro de la que se une.",
        "Matches count one after the other, in the order in which they ended. One that is corrected keeps its place, and everything is worked out again from there; where two entries turn out to be one person, from the first match of the one that is merged.",
        (
            "Un resultado sin acta acaba cuando se da por primera vez. El nivel a una fecha es el de los encuentros acabados hasta entonces, tal como se conocen hoy.",
            "A result without a record ended when it was first told. A rating as of a date is that of the matches which had ended by then, as they are known today.",
        ),
    ),
    _clause(
        "rating.order",
        HOUSE,
        "La clasificación va por lo seguro: el nivel menos tres veces su incertidumbre. Quien empieza tiene 0, y sube según se le conoce. Con lo mismo se comparte el puesto.",
        "The table goes by what is sure: the rating less three times its uncertainty. Who begins has 0, and goes up as they become known. The same shares a place.",
    ),
)

DISCIPLINE_CLAUSES = (
    _clause(
        "discipline.no-show",
        HOUSE,
        "Un campeonato puede tener un reloj de incomparecencia: cuántos minutos después de la hora de un encuentro puede dárselo la organización a quien sí ha venido (`league.walkover`). Cuenta desde la hora que se le fijó; el que no tiene hora no tiene reloj, y si la hora cambia, cambia el momento.",
        "A championship may have a no-show clock: how many minutes after the time of a match the organizer may give it to who has come (`league.walkover`). It counts from the time that was set; a match without a time has no clock, and if the time changes, so does the moment.",
        (
            "El servicio dice desde cuándo y no da nada por perdido: no sabe quién está en la sala, y un encuentro que se perdiera solo a una hora fija se perdería también con la red caída o la mesa ocupada. Si los minutos se cambian después, los nuevos valen para todo encuentro sin resultado. La organización puede esperar más, o darlo antes si quien falta ha avisado de que no viene.",
            "The service says from when on, and counts nothing as lost: it does not know who is in the hall, and a match that was lost by itself at a fixed time would be lost too while the network is down or the table is taken. If the minutes are changed later, the new ones hold for every match without a result. The organizer may wait longer, or give it before if who is missing has sent word.",
        ),
    ),
    _clause(
        "discipline.ladder",
        HOUSE,
        "Un campeonato puede tener una escalera: a qué lleva la primera tarjeta de cada jugador, la segunda y las siguientes (amonestación, pierde la partida, pierde el encuentro, expulsión). La partida es la que se juega en ese momento; donde el encuentro no tiene partidas, la mano. Cada tarjeta del campeonato sube un peldaño, sea del color que sea y se dé donde se dé; pasado el último, cada una es otra vez como la última. Las que se retiran, o caen con el resultado que las traía, no cuentan, y las demás bajan un peldaño.",
        "A championship may have a ladder: what the first card of each player comes to, the second and those that follow (warning, loss of the game, loss of the match, expulsion). The game is the part of the match that is in play; where a match has no parts, the hand. Each card in the championship goes up one step, whatever its colour and wherever it is given; beyond the last, each is as the last again. Those that are taken back, or fall with the result that told them, do not count, and the others go down a step.",
        (
            "El servicio dice el peldaño y no lo aplica: lo anota una persona con los actos que hay (incomparecencia, retirada, resultado), con su motivo. Una tarjeta puede retirarse después, y lo que se hubiera quitado solo tendría que volver solo, también en mesas que ya han seguido; y el color no salta peldaños porque lo que cuesta una negra lo dice ya cada juego. Una tarjeta anotada con un resultado va por el registro que vale: si ese resultado se corrige, cuenta desde la corrección. La escalera puede ponerse o cambiarse después, con su motivo: las tarjetas ya anotadas conservan a lo que llevaron, que es lo que se le dijo a cada cual, y las que se anotan desde entonces van por la nueva, contando todas las del campeonato.",
            "The service says the step and does not apply it: a person records it by the acts there are (walkover, withdrawal, result), with a reason. A card may be taken back later, and what had been taken away by itself would have to come back by itself, also at tables that have gone on; and the colour skips no step because each game says already what a black card costs. A card told with a result goes by the record that stands: if that result is corrected, it counts from the correction. The ladder may be set or changed later, with a reason: cards on record keep what they came to, which is what people were told, and those recorded from then on go by the new one, all cards of the championship counted.",
        ),
    ),
)

CLOCK_CLAUSES = (
    _clause(
        CONTEST,
        HOUSE,
        "Un torneo puede tener el reloj de sus encuentros (`timing`): el de cada turno, el del encuentro entero o ambos. La organización puede ponerlo, cambiarlo o quitarlo después, con su motivo, mientras el torneo no haya terminado; vale para los encuentros que se abren desde entonces.",
        "A contest may have the clock of its matches (`timing`): that of each turn, of the whole match, or both. The organizer may set, change or take it away later, with a reason, until the contest is over; it holds for the matches opened from then on.",
        (
            "El encuentro que ya está abierto conserva el suyo: cambiarle el tiempo a quien ya juega contando con él favorecería a un bando. A esa mesa el árbitro puede darle más (`extra_time`). Lo que se acuerda al abrir un encuentro vale más que lo del torneo.",
            "A match that is open keeps its own: another time for those who play by this one would favour a side. The referee may give that table more (`extra_time`). What is agreed on when a match is opened goes before what the contest has.",
        ),
    ),
)

CHAMPIONSHIP_CLAUSES = (
    *CASTILLAR_CLAUSES,
    *GENERAL_CLAUSES,
    *FORMAT_CLAUSES,
    *ROUNDS_CLAUSES,
    *KNOCKOUT_CLAUSES,
    *STAGES_CLAUSES,
    *TEAM_CLAUSES,
    *DUPLICATE_CLAUSES,
    *STAKES_CLAUSES,
    *RATING_CLAUSES,
    *DISCIPLINE_CLAUSES,
    *CLOCK_CLAUSES,
)

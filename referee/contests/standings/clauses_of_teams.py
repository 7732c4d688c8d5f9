"""The clauses of contests of teams, in both languages (formats.md)."""

from referee.match.terms.rulebook import Clause
from referee.text import Text

HOUSE = "Reglamento del servicio"


def _clause(code: str, es: str, en: str, ruling: tuple[str, str] | None = None) -> Clause:
    return Clause(code, es, en, HOUSE, Text(*ruling) if ruling else None)


TEAM_CLAUSES = (
    _clause(
        "teams.encounter",
        "Dos equipos se enfrentan en varios tableros, cada uno un encuentro de su juego, entre uno o dos de cada equipo según el juego. Cada quien es de un equipo, y un equipo tiene al menos tantos miembros como se sientan a la vez. La alineación dice quién se sienta en cada tablero: cada equipo da la suya antes del enfrentamiento, y las dos se enseñan cuando están las dos. Cada miembro se sienta en un tablero.",
        "Two teams meet on several boards, each a match of its own game, between one or two of each team as the game has it. Everybody is of one team, and a team has at least as many members as sit at the same time. A line-up says who sits at which board: each team gives its own before the encounter, and both are shown once both are given. A member sits at one board.",
        (
            "Un enfrentamiento acaba cuando todos sus tableros están decididos, aunque antes se sepa quién gana: los puntos de tablero cuentan en la tabla. Donde un juego admite uno o dos por equipo y el tablero no lo dice, juega uno. Un equipo entra en el sorteo, o después hasta la ronda `late_until`, también con quien no estaba en el campeonato; no se sustituye: juega quien esté de sus miembros. El podio de un equipo es de todos sus miembros. En ligas, grupos, eliminatorias, rondas y fases, sin repesca, sorteo por ronda ni vidas. Un enfrentamiento empatado en una eliminatoria espera la decisión de la organización: no se sabe qué tablero lo desharía. Hasta que están las dos nadie lee una alineación, ni quien la dio, que puede cambiarla; la da cualquier miembro del equipo con su token, o la mesa. A la vista se quitan las dos juntas, y sólo la mesa: quien vio la otra no da la suya de nuevo. Un enfrentamiento puede empezar sin alineaciones: sus tableros no nombran a nadie, y la que esperaba no se enseña.",
            "An encounter is over when all its boards are decided, even if its winner is known before: board points count in the table. Where a game takes one or two of a team and the board does not say, one plays. A team enters at the draw, or later until the round `late_until`, also with people who were not in the championship; it is not replaced: those of its members play who are there. The podium of a team is that of all its members. In leagues, groups, knockouts, rounds and stages, without repesca, a draw for each round or lives. A level encounter of a knockout waits for the organizer's ruling: nothing says which board would break it. Until both are given nobody reads a line-up, not even who gave it and may change it; any member of the team gives it with their own token, or the desk. Once shown both are taken back together, by the desk alone: who has seen the other does not give the own once more. An encounter may begin without line-ups: its boards name nobody, and one that was waiting is not shown.",
        ),
    ),
    _clause(
        "teams.substitutes",
        "Entre tableros, nunca dentro de uno, un miembro deja su sitio a otro de su equipo, tantas veces como admite el torneo (`substitutes`). Cada sustitución consta con su motivo y se puede quitar.",
        "Between boards, never within one, a member gives the place to another of the team, as often as the contest allows (`substitutes`). Each substitution is on record with its reason and can be taken back.",
        (
            "Se sustituye con las alineaciones a la vista, también antes del primer tablero, mientras el tablero no está decidido. Quien entra no se sienta en otro tablero sin decidir; quien ya jugó el suyo puede entrar. Sin `substitutes` no hay límite, que es de cada equipo en cada enfrentamiento.",
            "Members are substituted once the line-ups are shown, also before the first board, while the board is not decided. Who comes sits at no other board that is not decided; who has played theirs may come. Without `substitutes` there is no limit; it is of each team in each encounter.",
        ),
    ),
    _clause(
        "teams.score",
        "Un tablero da 1 a quien lo gana y ½ a cada uno si queda empatado, por el peso del tablero (`weight`). El enfrentamiento es de quien tiene más, y da puntos por ganar, empatar y perder (2, 1 y 0 si el torneo no dice otra cosa). Los equipos empatados van por los puntos de enfrentamiento, los de tablero, la diferencia de puntos de juego y lo particular; después comparten el puesto.",
        "A board gives 1 to its winner and ½ to each if it is level, times the weight of the board (`weight`). The encounter goes to who has more, and gives points for a win, a level encounter and a loss (2, 1 and 0 unless the contest says otherwise). Ties of teams go by encounter points, board points, difference of game points, direct; then they share the place.",
        (
            "Los puntos de juego son los de todos los tableros sumados; donde los puntos son malos cuentan como hechos los que se llevó el rival; los de un tablero que no se jugó hasta el final no cuentan. Un tablero empatado queda así, también en un juego con rondas extra, si no se jugó ninguna. Quien no viene a un tablero lo pierde; si no viene nadie, no da puntos a ninguno. El equipo que no viene a un enfrentamiento pierde todos sus tableros. Lo particular son los puntos de enfrentamiento entre los empatados, si cada uno ha jugado con todos los demás. En rondas son lo usual esos desempates (`tie_breaks`: `boards`, `difference`, `direct`), y los puntos del enfrentamiento son los de la ronda, que también dice lo de descansar y no venir; la tabla por puntos de juego (`game_points`) suma los de todos los tableros, y los de victoria (`victory_points`) van por la diferencia de puntos de tablero, que siempre es entera y de quien gana: por puntos de juego de juegos distintos el ganador podría ir detrás. Una ronda sin rival da los puntos de tablero de todos los tableros, como la incomparecencia ganada por la que cuenta. Las tarjetas de un enfrentamiento constan en la tabla de los equipos y no cuestan puntos de la general.",
            "Game points are those of all boards added up; where points are bad, those that the rival took count as made; those of a board that was not played to its end do not count. A level board stands so, also in a game with extra rounds, if none was played. Who does not come to a board loses it; if nobody comes, it gives points to neither. A team that does not come to an encounter loses all its boards. Direct is the encounter points among the tied, if each has met every other. In rounds these tie-breaks are the usual ones (`tie_breaks`: `boards`, `difference`, `direct`), and the points of the encounter are those of the rounds, which also say what a bye and an absence give; a table by game points (`game_points`) adds up those of all boards, and victory points (`victory_points`) go by the difference in board points, which is always whole and the winner's: by game points of different games the winner could be behind. A round without a rival gives the board points of all boards, as the walkover won does for which it counts. The cards of an encounter stand in the teams' table and cost no points of the general table.",
        ),
    ),
)

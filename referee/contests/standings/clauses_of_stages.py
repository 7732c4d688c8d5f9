"""The clauses of contests in stages, in both languages (formats.md)."""

from referee.match.terms.rulebook import Clause
from referee.text import Text

HOUSE = "Reglamento del servicio"

STAGES_CLAUSES = (
    Clause(
        "stages.chain",
        "Un torneo es una lista de fases, cada una un formato con sus opciones: por rondas, grupos, liga, eliminatorias. De cada una pasan los primeros (`through`), por el orden de su tabla; los demás guardan los puestos de detrás. Una fase empieza cuando la anterior está decidida.",
        "A contest is a list of stages, each a format with its options: rounds, groups, a league, a knockout. The first of each (`through`) go on, in the order of its table; the rest keep the places behind them. A stage begins when the one before is decided.",
        HOUSE,
        Text(
            es="De grupos pasan tantos de cada uno, primero los primeros de todos, luego los segundos, luego la repesca; los de una fase anterior se reparten en grupos por su orden, en zigzag. Quienes no pasan de grupos distintos se ordenan como en la repesca. Un empate que decide quién pasa lo resuelve la organización o, con `ties: lots`, un sorteo: el orden por SHA-256 de la semilla del torneo, un salto de línea, «lots», otro y el identificador; sin semilla, el orden del sorteo. Cada fase empieza de cero: no se llevan puntos, y dos que ya jugaron pueden volver a encontrarse. Las eliminatorias son la última fase, y los grupos no lo son. A quien se retira antes de jugar la fase siguiente lo sustituye el siguiente de la tabla. Las rondas, los grupos y los encuentros se cuentan seguidos por todo el torneo. Si una corrección cambia quién está en una fase que se empareja por rondas, se empareja de nuevo.",
            en="From groups so many of each go on, first the first of all, then the second, then the repesca; those of a stage before are dealt into groups in their order, there and back. Those of different groups who do not go on stand in the order of the repesca. A tie that decides who goes on is for the organizer or, with `ties: lots`, for lots: the order by SHA-256 of the contest's seed, a newline, “lots”, another and the id; without a seed the order of the draw. Each stage begins from nothing: no points are carried over, and two that have met may meet again. A knockout is the last stage, and groups are not. Who withdraws before playing in the next stage is replaced by the next of the table. Rounds, groups and matches are counted on through the whole contest. Where a correction changes who is in a stage that is paired by rounds, it is paired anew.",
        ),
    ),
)

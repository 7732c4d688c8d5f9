"""Checks the figures of a reported match of Guiñote: the partidas that each side won (guinote.coto)."""

from referee.errors import Flaw
from referee.games.guinote.params import GuinoteParams
from referee.match.results import ContestRules, Result, not_below, not_first_to
from referee.text import Text

IN_CARDS = 120
"""The points of all cards (guinote.points)."""
CANTE = 20
MOST_CANTES = 5
"""Twenties of all cantes of a hand: three of 20, and one of 40 (guinote.cante)."""


def check_guinote(result: Result, params: GuinoteParams) -> Flaw | None:
    """Refuses all but one side with exactly the partidas of the coto, and the other with fewer."""
    rule = Text(
        es=f"`points` son las partidas ganadas: un bando tiene {params.partidas()} y el otro menos",
        en=f"`points` are the partidas won: one side has {params.partidas()} and the other fewer",
    )
    return not_first_to(params.partidas(), result, rule)


def check_guinote_stopped(result: Result, params: GuinoteParams) -> Flaw | None:
    """Refuses a stopped match in which a side had already won the coto."""
    rule = Text(
        es=f"`points` son las partidas ganadas: ningún bando llegó a {params.partidas()}",
        en=f"`points` are the partidas won: no side had come to {params.partidas()}",
    )
    return not_below(params.partidas(), result, rule)


def check_one_hand(result: Result, params: GuinoteParams) -> Flaw | None:
    """Refuses points that a hand without vueltas cannot give: those in cards and the last trick, and the cantes by twenties."""
    whole = IN_CARDS + params.last()
    cantes, rest = divmod(sum(result.points) - whole, CANTE)
    if min(result.points) >= 0 and not rest and 0 <= cantes <= MOST_CANTES:
        return None
    most = whole + CANTE * MOST_CANTES
    points = ", ".join(map(str, result.points))
    return Flaw(
        "$.points",
        Text(
            es=f"una mano da {whole} puntos y los cantes, de {CANTE} en {CANTE} hasta {most}, no {points}",
            en=f"a hand gives {whole} points and the cantes, by {CANTE} up to {most}, not {points}",
        ),
    )


GUINOTE_CONTEST = ContestRules(points_tally="partidas", check=check_guinote, check_stopped=check_guinote_stopped)

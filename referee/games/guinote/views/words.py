"""What people read of Guiñote: the names of its events and of what its score counts."""

from collections.abc import Mapping

from referee.games.guinote.events import Cante, Exchange, GuinoteCount, GuinoteDeal
from referee.games.guinote.views.table import GuinoteScore
from referee.match.game import TOTALS
from referee.match.vocabulary import Draw, Event, Play
from referee.text import Text

EVENT_NAMES: Mapping[type[Event], Text] = {
    GuinoteCount: Text(es="por sus cifras", en="told by its figures"),
    GuinoteDeal: Text(es="reparto", en="deal"),
    Play: Text(es="jugada", en="play"),
    Draw: Text(es="robo", en="draw"),
    Cante: Text(es="cante", en="cante"),
    Exchange: Text(es="cambio del siete", en="exchange of the siete"),
}

SCORE_NAMES: Mapping[str, Text] = {
    **TOTALS,
    "partidas": Text(es="Partidas", en="Partidas"),
    "reading": Text(es="Se lee", en="Reads"),
}


def beside_total(score: GuinoteScore, side: int) -> Text | None:
    """The partidas that a side has won."""
    won = score.partidas[side]
    said = f"{won} partida" if won == 1 else f"{won} partidas"
    return Text(es=said, en=said)

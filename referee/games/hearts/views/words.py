"""Words of Corazones: the names of its events and of the counts in its score."""

from collections.abc import Mapping

from referee.games.hearts.events import Announce, Change, Pass, Timeout
from referee.match.events import Event
from referee.match.game import TOTALS
from referee.text import Text

EVENT_NAMES: Mapping[type[Event], Text] = {
    Pass: Text(es="pase", en="pass"),
    Change: Text(es="cambio de carta", en="change of card"),
    Announce: Text(es="anuncio", en="announcement"),
    Timeout: Text(es="se acabó el tiempo", en="time ran out"),
}

SCORE_NAMES: Mapping[str, Text] = {
    **TOTALS,
    "stars": Text(es="Estrellitas", en="Stars"),
    "rounds_won": Text(es="Rondas", en="Rounds"),
}
"""Names of the counts in a score of El Castillar."""

SAYINGS: Mapping[str, str] = {"pum": "«Pum»", "burbuja": "«Rompo burbuja»"}


def sentence(event: Event) -> Text | None:
    """An announcement, in words that follow the seat's name; None for other events."""
    if isinstance(event, Announce):
        saying = SAYINGS[event.what]
        return Text(es=f"dice {saying}", en=f"says {saying}")
    return None

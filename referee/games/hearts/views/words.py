"""What people read of Corazones: the names of its events and of what its score counts."""

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
"""What a match at El Castillar counts."""

SAYINGS: Mapping[str, str] = {"pum": "«Pum»", "burbuja": "«Rompo burbuja»"}


def sentence(event: Event) -> Text | None:
    """What a seat said, in words that follow its name; None for what its card tells."""
    if isinstance(event, Announce):
        said = SAYINGS[event.what]
        return Text(es=f"dice {said}", en=f"says {said}")
    return None

"""Words of Guiñote: the names of its events and of the counts in its score."""

from collections.abc import Mapping

from referee.cards import SPANISH_40
from referee.games.guinote.events import Cante, Cut, Exchange
from referee.games.guinote.views.table import GuinoteScore
from referee.match.events import Event
from referee.match.game import TOTALS
from referee.text import Text

EVENT_NAMES: Mapping[type[Event], Text] = {
    Cut: Text(es="corte", en="cut"),
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
    partidas = score.partidas[side]
    text = f"{partidas} partida" if partidas == 1 else f"{partidas} partidas"
    return Text(es=text, en=text)


def sentence(event: Event) -> Text | None:
    """A cut of the pack, in words that follow the seat's name; None for other events, which have a short text."""
    if not isinstance(event, Cut):
        return None
    if event.card is None:
        return Text(es="corta", en="cuts")
    es, en = (SPANISH_40.in_words(event.card, language) for language in ("es", "en"))
    return Text(es=f"corta, y se ve {es}", en=f"cuts, and {en} is seen")

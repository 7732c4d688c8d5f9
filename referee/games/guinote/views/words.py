"""What people read of Guiñote: the names of its events and of what its score counts."""

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
    won = score.partidas[side]
    said = f"{won} partida" if won == 1 else f"{won} partidas"
    return Text(es=said, en=said)


def sentence(event: Event) -> Text | None:
    """How a seat cut the pack, in words that follow its name; None for what its short word tells."""
    if not isinstance(event, Cut):
        return None
    if event.card is None:
        return Text(es="corta", en="cuts")
    es, en = (SPANISH_40.spoken(event.card, language) for language in ("es", "en"))
    return Text(es=f"corta, y se ve {es}", en=f"cuts, and {en} is seen")

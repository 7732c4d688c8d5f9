"""Words of Escoba and Scopa: the names of their events and of the counts in the score."""

from collections.abc import Mapping

from referee.games.escoba.events import EscobaTake, EscobaTrail
from referee.match.events import Event
from referee.match.game import TOTALS
from referee.text import Text

EVENT_NAMES: Mapping[type[Event], Text] = {
    EscobaTrail: Text(es="suelta una carta", en="lays a card"),
    EscobaTake: Text(es="toma", en="take"),
}

SCORE_NAMES: Mapping[str, Text] = {**TOTALS, "sweeps": Text(es="Escobas", en="Sweeps")}

LEGEND = Text(
    es="7O deja; 7O × 4C 4B toma; ↑ 7O 4C 4B levanta lo que otro dejó",
    en="7O trails; 7O × 4C 4B takes; ↑ 7O 4C 4B lifts what another left",
)

"""Moves of Casino in words: short, for a column of the replay, and whole, after the name of the seat."""

from collections.abc import Mapping, Sequence

from referee.cards import FRENCH
from referee.games.casino.events import AnnounceLast, Build, Duplicate, Expose, Peek, Raise, ShortHand, Take, Trail
from referee.games.casino.state import CasinoState
from referee.match.events import Event
from referee.match.game import TOTALS
from referee.text import Text

LEGEND = Text(
    es="7S deja; 9C × 4S 5H b1 toma; 2C+7D = 9 construye; b1 + 9C duplica; b1 + AC = 10 aumenta",
    en="7S trails; 9C × 4S 5H b1 takes; 2C+7D = 9 builds; b1 + 9C duplicates; b1 + AC = 10 raises",
)
"""The meaning of the signs in `word`."""

EVENT_NAMES: Mapping[type[Event], Text] = {
    Trail: Text(es="deja una carta", en="trails a card"),
    Take: Text(es="toma", en="take"),
    Build: Text(es="construcción", en="build"),
    Duplicate: Text(es="duplica una construcción", en="duplicates a build"),
    Raise: Text(es="aumenta una construcción", en="raises a build"),
    AnnounceLast: Text(es="última ronda anunciada", en="last round announced"),
    Expose: Text(es="carta descubierta", en="exposed card"),
    ShortHand: Text(es="mano con cartas de menos o de más", en="hand with too few or too many cards"),
    Peek: Text(es="miró cartas ya tomadas", en="looked at cards already taken"),
}
SCORE_NAMES: Mapping[str, Text] = {**TOTALS, "sweeps": Text(es="Barridas", en="Sweeps")}


def word(state: CasinoState, event: Event) -> str | None:
    """The short text of a move, for a column of the replay; None for an event that is no move of a seat."""
    match event:
        case Trail():
            return event.card
        case Take():
            return f"{event.card} × {' '.join((*event.cards, *event.builds))}".rstrip()
        case Build():
            return f"{'+'.join((event.card, *event.cards))} = {event.value}"
        case Duplicate():
            return f"{event.build} + {'+'.join((event.card, *event.cards))}"
        case Raise():
            return f"{event.build} + {event.card} = {event.value}"
    return None


def sentence(event: Event) -> Text | None:
    """A move in words that follow the name of its seat: «construye 9 con 2 de tréboles y 7 de tréboles»."""
    match event:
        case Trail():
            card = _listing([event.card])
            return Text(es=f"deja {card.es}", en=f"trails {card.en}")
        case Take():
            card, what = _listing([event.card]), _listing([*event.cards, *event.builds])
            return Text(es=f"toma {what.es or 'nada'} con {card.es}", en=f"takes {what.en or 'nothing'} with {card.en}")
        case Build():
            cards = _listing([event.card, *event.cards])
            return Text(es=f"construye {event.value} con {cards.es}", en=f"builds {event.value} with {cards.en}")
        case Duplicate():
            cards = _listing([event.card, *event.cards])
            return Text(es=f"duplica {event.build} con {cards.es}", en=f"duplicates {event.build} with {cards.en}")
        case Raise():
            card, build, value = _listing([event.card]), event.build, event.value
            return Text(es=f"aumenta {build} a {value} con {card.es}", en=f"raises {build} to {value} with {card.en}")
    return None


def _listing(names: Sequence[str]) -> Text:
    """Cards, spoken, and builds: «2 de tréboles, 7 de tréboles y b1»."""

    def join(language: str, last: str) -> str:
        words = [FRENCH.in_words(name, language) if name in FRENCH.bit else name for name in names]
        return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))

    return Text(es=join("es", "y"), en=join("en", "and"))

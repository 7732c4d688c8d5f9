"""Ratings for a spreadsheet: the table of players, and the changes of one player's rating."""

from collections.abc import Iterable

from api.pages.print.spreadsheets import Captions, Names, Spreadsheet
from projections.rating.queries import RatedPlayer, RatingChange
from referee.match.registry import rulesets

TABLE = ("place", "player", "rating", "uncertainty", "sure", "matches")
_FIGURES = RatingChange.__struct_fields__[RatingChange.__struct_fields__.index("place") : -2]
"""From the place to what the match gave."""
CHANGES = ("ended_at", "ruleset", *_FIGURES, "players", "championship", "fixture", "match")
_TABLE = {
    "es": ("Puesto", "Jugador/a", "Nivel", "±", "Seguro", "Encuentros"),
    "en": ("Place", "Player", "Rating", "±", "Sure", "Matches"),
}
_CHANGES = {
    "es": (
        *("Acabó", "Juego", "Puesto", "Bandos", "Conseguido (%)", "Esperado (%)"),
        *("Nivel antes", "± antes", "Nivel", "±", "Cambio", "Jugaron"),
    ),
    "en": (
        *("Ended", "Game", "Place", "Sides", "Scored (%)", "Expected (%)"),
        *("Rating before", "± before", "Rating", "±", "Change", "Players"),
    ),
}
TABLE_COLUMNS = {language: Captions(dict(zip(TABLE, titles, strict=True))) for language, titles in _TABLE.items()}
CHANGES_COLUMNS = {
    language: Captions(
        dict(zip(CHANGES, titles, strict=False)),
        {"ruleset": {id_: rules.title.in_language(language) for id_, rules in rulesets().items()}},
        ("ended_at",),
    )
    for language, titles in _CHANGES.items()
}
"""The tables as people read them, by language."""


def table(items: Iterable[RatedPlayer], name: Names) -> Spreadsheet:
    """A line a player, the surest strength first."""
    return Spreadsheet(
        TABLE, [(one.place, name(one.player), one.rating, one.uncertainty, one.sure, one.matches) for one in items]
    )


def changes(items: Iterable[RatingChange], name: Names) -> Spreadsheet:
    """A line a match, the latest first; `players` by their places."""
    return Spreadsheet(
        CHANGES,
        [
            (
                *(one.ended_at, one.ruleset),
                *(getattr(one, figure) for figure in _FIGURES),
                " / ".join(name(player.player) for player in one.players),
                *(one.championship or "", one.fixture or "", one.match or ""),
            )
            for one in items
        ],
    )

"""A player's statistics for a spreadsheet: a line a game, a partner and an opponent."""

from api.pages.print.lists import RECORD_COLUMNS
from api.pages.print.spreadsheets import Captions, Names, Spreadsheet
from projections.seasons.statistics import HandPoints, Likely, PlayerStatistics
from referee.match.registry import deed_titles

_DEEDS = tuple(deed_titles())
_FIGURES = ("matches", "won", "level", "least", "most")
_POINTS = ("hands", "points", "points_a_hand")
STATISTICS = ("by", "ruleset", "player", "id", *_FIGURES, *_POINTS, "recorded", *_DEEDS, "infractions")
_TITLES = {
    "es": {
        "by": "Según",
        "player": "Con quién o contra quién",
        "matches": "Encuentros",
        "won": "Ganados o por delante",
        "level": "Iguales",
        "least": "A la larga, desde (%)",
        "most": "hasta (%)",
        "recorded": "Anotados en mesa",
        "hands": "Manos",
        "points": "Tantos en ellas",
        "points_a_hand": "Tantos por mano",
    },
    "en": {
        "by": "By",
        "player": "With whom or against whom",
        "matches": "Matches",
        "won": "Won or ahead",
        "level": "Level",
        "least": "In the long run, from (%)",
        "most": "to (%)",
        "recorded": "Recorded at a table",
        "hands": "Hands",
        "points": "Points in them",
        "points_a_hand": "Points a hand",
    },
}
_BY = {
    "es": {"game": "Juego", "partner": "Pareja", "opponent": "Rival"},
    "en": {"game": "Game", "partner": "Partner", "opponent": "Opponent"},
}


def _captions(language: str) -> Captions:
    record = RECORD_COLUMNS[language]
    titles = {**record.titles, **_TITLES[language]}
    return Captions(
        {name: titles[name] for name in STATISTICS if name in titles}, {**record.values, "by": _BY[language]}
    )


STATISTICS_COLUMNS = {language: _captions(language) for language in _TITLES}
"""The table as people read it, by language."""


def statistics(player: PlayerStatistics, name: Names) -> Spreadsheet:
    """A line a game, then a line a partner, then a line an opponent; shares in percent."""
    nothing = ("",) * (len(_DEEDS) + 2)
    rows: list[tuple[object, ...]] = []
    for game in player.games:
        # Infractions go by the codes of their rules, which have a point in them.
        infractions = sum(n for deed, n in game.deeds.items() if "." in deed)
        did = (*(game.deeds.get(deed, "") for deed in _DEEDS), infractions)
        figures = (game.matches, game.won, "", *_ends(game.likely))
        rows.append(("game", game.ruleset, "", "", *figures, *_points(game.in_hands), game.recorded, *did))
    for one in player.partners:
        who = ("partner", "", name(one.player), one.player.id)
        rows.append((*who, one.matches, one.won, "", *_ends(one.likely), *_points(one.in_hands), *nothing))
    for each in player.opponents:
        who = ("opponent", "", name(each.player), each.player.id)
        rows.append(
            (*who, each.matches, each.ahead, each.level, *_ends(each.likely), *_points(each.in_hands), *nothing)
        )
    return Spreadsheet(STATISTICS, rows)


def _ends(likely: Likely) -> tuple[int, int]:
    return likely.least, likely.most


def _points(points: HandPoints | None) -> tuple[object, ...]:
    """Hands, points, and points a hand to two places; nothing where none was recorded, or those of several games."""
    return (
        ("", "", "") if points is None or points.mean is None else (points.hands, points.points, round(points.mean, 2))
    )

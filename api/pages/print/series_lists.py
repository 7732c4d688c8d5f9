"""Series for a spreadsheet: the palmarés, medals, the table of all editions, records, and meetings of two players."""

from collections.abc import Iterable

from msgspec import Struct

from api.pages.print.spreadsheets import Captions, Names, Spreadsheet
from api.pages.words import CONTESTS, MATCHES
from projections.seasons.all_time import AllTimeRow, MedalRow
from projections.seasons.editions import SeriesEdition
from projections.seasons.meetings import Meeting
from projections.seasons.records import SeriesRecord
from referee.match.registry import rulesets

PALMARES = ("edition", "name", "place", "player", "points", "championship")
MEDALS = MedalRow.__struct_fields__
TABLE = AllTimeRow.__struct_fields__
RECORDS = (
    "kind",
    "ruleset",
    "deed",
    "value",
    "players",
    "edition",
    "name",
    "ended_at",
    "championship",
    "fixture",
    "match",
)
MEETINGS = ("ended_at", "ruleset", "partners", "result", "championship", "fixture", "match")
_TITLES = {
    "es": {
        "edition": CONTESTS["es"].edition,
        "name": "Campeonato",
        "place": CONTESTS["es"].place,
        "player": CONTESTS["es"].player_of_row,
        "points": CONTESTS["es"].points,
        "titles": CONTESTS["es"].titles,
        "golds": CONTESTS["es"].golds,
        "silvers": CONTESTS["es"].silvers,
        "bronzes": CONTESTS["es"].bronzes,
        "editions": CONTESTS["es"].editions,
        "matches": CONTESTS["es"].matches,
        "wins": "Victorias",
        "kind": "Récord",
        "ruleset": MATCHES["es"].game,
        "deed": "De qué",
        "value": "Cuánto",
        "players": "De quién",
        "ended_at": "Acabó",
        "partners": "De pareja",
        "result": CONTESTS["es"].result,
    },
    "en": {
        "edition": CONTESTS["en"].edition,
        "name": "Championship",
        "place": CONTESTS["en"].place,
        "player": CONTESTS["en"].player_of_row,
        "points": CONTESTS["en"].points,
        "titles": CONTESTS["en"].titles,
        "golds": CONTESTS["en"].golds,
        "silvers": CONTESTS["en"].silvers,
        "bronzes": CONTESTS["en"].bronzes,
        "editions": CONTESTS["en"].editions,
        "matches": CONTESTS["en"].matches,
        "wins": "Wins",
        "kind": "Record",
        "ruleset": MATCHES["en"].game,
        "deed": "Of what",
        "value": "How much",
        "players": "Held by",
        "ended_at": "Ended",
        "partners": "As partners",
        "result": CONTESTS["en"].result,
    },
}
KINDS = {
    "es": {
        "biggest_win": "Mayor victoria (puntos de ventaja)",
        "longest_run": CONTESTS["es"].longest_run,
        "most_deeds": "Más en un encuentro",
    },
    "en": {
        "biggest_win": "Biggest win (points ahead)",
        "longest_run": CONTESTS["en"].longest_run,
        "most_deeds": "Most in one match",
    },
}
YES = {"es": {"True": "Sí", "False": "No"}, "en": {"True": "Yes", "False": "No"}}


def _columns(head: Iterable[str]) -> dict[str, Captions]:
    names = [name for name in head if name in _TITLES["es"]]
    return {language: _captions(language, names) for language in _TITLES}


def _captions(language: str, names: Iterable[str]) -> Captions:
    games = {id_: rules.title.in_language(language) for id_, rules in rulesets().items()}
    deeds = {
        f"{id_} {deed}": title.in_language(language)
        for id_, rules in rulesets().items()
        for deed, title in rules.deed_names.items()
    }
    words = {"ruleset": games, "deed": deeds, "kind": KINDS[language], "partners": YES[language]}
    return Captions({name: _TITLES[language][name] for name in names}, words, ("ended_at",), {"deed": "ruleset"})


PALMARES_COLUMNS, MEDALS_COLUMNS, TABLE_COLUMNS = _columns(PALMARES), _columns(MEDALS), _columns(TABLE)
RECORDS_COLUMNS, MEETINGS_COLUMNS = _columns(RECORDS), _columns(MEETINGS)
"""The tables as people read them, by language."""


def palmares(editions: Iterable[SeriesEdition], name: Names) -> Spreadsheet:
    """A line a step of a podium, edition by edition. An edition that is not over has one line without a player."""
    rows: list[tuple[object, ...]] = []
    for one in editions:
        head, tail = (one.edition, one.name), (one.championship,)
        rows += [(*head, step.place, name(step.player), step.points, *tail) for step in one.podium]
        if not one.podium:
            rows.append((*head, "", "", "", *tail))
    return Spreadsheet(PALMARES, rows)


def medals(rows: Iterable[MedalRow], name: Names) -> Spreadsheet:
    """A line for each player with a medal."""
    return Spreadsheet(MEDALS, [_figures(row, name) for row in rows])


def table(rows: Iterable[AllTimeRow], name: Names) -> Spreadsheet:
    """A line for each player with a match."""
    return Spreadsheet(TABLE, [_figures(row, name) for row in rows])


def records(items: Iterable[SeriesRecord], name: Names) -> Spreadsheet:
    """A line a record."""
    rows: list[tuple[object, ...]] = []
    for one in items:
        holders, at = " / ".join(map(name, one.players)), one.match
        what = (one.kind, one.ruleset or "", one.deed or "", one.value, holders)
        rows.append((*what, at.edition, at.name, at.ended_at, at.championship, at.fixture or "", at.match or ""))
    return Spreadsheet(RECORDS, rows)


def meetings(items: Iterable[Meeting], name: Names) -> Spreadsheet:
    """A line a match, the last first: every side by its place, with its points where they are known."""
    rows: list[tuple[object, ...]] = []
    for one in items:
        result = " · ".join(
            f"{side.place}. {' / '.join(map(name, side.players))}"
            + ("" if side.points is None else f" ({side.points})")
            for side in one.sides
        )
        ids = (one.championship or "", one.fixture or "", one.match or "")
        rows.append((one.ended_at, one.ruleset, one.partners, result, *ids))
    return Spreadsheet(MEETINGS, rows)


def _figures(row: Struct, name: Names) -> tuple[object, ...]:
    fields = [getattr(row, field) for field in row.__struct_fields__]
    return fields[0], name(fields[1]), *fields[2:]

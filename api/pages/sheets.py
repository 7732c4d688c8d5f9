"""Fixtures on paper: as CSV, and as a page to print whose boxes are filled in at the table."""

import csv
import re
from collections.abc import Sequence
from io import StringIO

from litestar import Response
from msgspec import Struct

from api import pages
from api.pages import naming
from api.pages.times import HallClock
from referee.championship.shown import ContestPage
from referee.championship.views import FixtureView
from referee.contests.formats import formats
from referee.contests.tallies import tallies_of
from referee.match.registry import contest_tallies, ruleset

HEAD = (
    *("id", "kind", "round", "order", "table", "state", "entrants"),
    *("points", *(tally.name for tally in contest_tallies())),
    *("absent", "yellow", "black", "extra_rounds", "match", "starts_at"),
)
ROUND_BOXES = 4
"""Blank boxes for rounds on a sheet for two; a longer match has more."""
LONG_BOXES = 10
FORMULA = set("=+-@＝＋－＠")
"""What a spreadsheet takes for the beginning of a formula; the wide ones too, where it reads East Asian text."""

WORDS = {
    "es": {
        "round": "Ronda",
        "table": "Mesa",
        "player": "Jugador",
        "rounds": "Rondas",
        "total": "Total",
        "cards": "Tarjetas",
        "signature": "Firma",
        "rests": "Descansa",
        "fixtures": "Partidas",
        "none": "No hay encuentros.",
    },
    "en": {
        "round": "Round",
        "table": "Table",
        "player": "Player",
        "rounds": "Rounds",
        "total": "Total",
        "cards": "Cards",
        "signature": "Signature",
        "rests": "Rests",
        "fixtures": "Fixtures",
        "none": "There are no fixtures.",
    },
}
KINDS = {
    "es": {
        "single": "Encuentro único",
        "league": "Liga",
        "group": "Grupo",
        "tie_break": "Desempate",
        "final": "Final",
        "knockout": "Eliminatoria",
    },
    "en": {
        "single": "Single match",
        "league": "League",
        "group": "Group",
        "tie_break": "Tie-break",
        "final": "Final",
        "knockout": "Knockout",
    },
}


class MatchSheet(Struct, frozen=True):
    """One match on paper: its heading, who plays, and the boxes that are blank until they are written."""

    kind: str
    round: int
    table: str | None
    starts_at: str
    names: tuple[str, ...]
    boxes: int
    totals: tuple[str, ...]


def as_csv(fixtures: Sequence[FixtureView]) -> bytes:
    """A line a fixture; lists inside a field are parted by ` / `, extra rounds by `; `."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(HEAD)
    for fixture in fixtures:
        result = fixture.result
        counts = tallies_of(result) if result else {}
        writer.writerow(
            (
                fixture.id,
                fixture.kind,
                fixture.round,
                fixture.order,
                _table(fixture.table),
                fixture.state,
                _joined(plain(one.name or one.id) for one in fixture.entrants),
                _joined(result.points or () if result else ()),
                *(_joined(counts.get(tally.name, ())) for tally in contest_tallies()),
                _joined(plain(one.name or one.id) for one in (result.absent or () if result else ())),
                _joined(yellow for yellow, _ in (result.cards or () if result else ())),
                _joined(black for _, black in (result.cards or () if result else ())),
                "; ".join(map(_joined, result.extra_rounds or () if result else ())),
                fixture.match or "",
                fixture.starts_at or "",
            )
        )
    return text.getvalue().encode()


def as_page(title: str, page: ContestPage, fixtures: Sequence[FixtureView], clock: HallClock) -> Response[bytes]:
    """A page to print: round, table, names, and boxes for rounds, total, what the game counts, cards and signatures."""
    language = clock.language
    sheets = [_sheet(fixture, clock) for fixture in fixtures if fixture.state not in {"void", "superseded"}]
    byes = [(bye.round, naming.named(page.who(bye.player), language)) for bye in page.state.byes]
    return pages.page(
        "fixtures.html",
        language,
        title=title,
        subtitle=named(page.on_record.ruleset, page.contest.format, language),
        sheets=sheets,
        byes=byes,
        boxes=[tally.title.in_language(language) for tally in page.contest.rules.tallies if tally.box],
        words=WORDS[language],
    )


def named(rules: str, format_: str, language: str) -> str:
    """What a contest is: its game and its format, in words."""
    return " · ".join(one.title.in_language(language) for one in (ruleset(rules), formats()[format_]))


def at_table(table: int | str, language: str) -> str:
    """Where a match is played: «Mesa 3». A table whose name says that it is one is called by its name alone."""
    name = str(table)
    return name if re.match(r"(mesa|table)\b", name, re.IGNORECASE) else f"{WORDS[language]['table']} {name}"


def _sheet(fixture: FixtureView, clock: HallClock) -> MatchSheet:
    points = fixture.result.points if fixture.result else None
    blank = ("",) * len(fixture.entrants)
    return MatchSheet(
        KINDS[clock.language][fixture.kind],
        fixture.round,
        None if fixture.table is None else at_table(fixture.table, clock.language),
        clock.written(fixture.starts_at),
        tuple(naming.named(one, clock.language) for one in fixture.entrants),
        ROUND_BOXES if len(fixture.entrants) == 2 else LONG_BOXES,
        tuple(map(str, points)) if points else blank,
    )


def _table(table: int | str | None) -> int | str:
    return "" if table is None else plain(table) if isinstance(table, str) else table


def _joined(values: object) -> str:
    return " / ".join(map(str, values))  # type: ignore[call-overload]


def plain(name: str) -> str:
    """A name that a spreadsheet takes for a text: one that begins like a formula, after blanks too, gets an apostrophe."""
    return f"'{name}" if name.lstrip()[:1] in FORMULA else name

"""A contest's tables and podium on paper: as CSV, and as a page to print and pin to the wall."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, get_args

from litestar import Response
from msgspec import UNSET, Struct
from msgspec.structs import replace

from api.pages.print import page
from api.pages.print.fixture_lists import describe
from api.pages.print.spreadsheets import Captions, Names, Spreadsheet
from api.pages.words import CONTESTS
from api.pages.words.translations import EVERY_LANGUAGE, LANGUAGES, every_language, term
from projections import standings
from referee.championship.views import ComparedView, GeneralRowView, PersonRowView, RowView, StageView, StandingsView
from referee.contests.rounds.options import TieBreak
from referee.contests.standings.tables import LineName
from referee.contests.standings.ties import Step
from referee.match.registry import contest_tallies

TALLIES = {tally.name: tally for tally in contest_tallies()}
TIE_BREAKS = (
    "hands",
    "matchpoints",
    "boards",
    *(name for name in get_args(TieBreak) if name not in {"boards", "direct"}),
)
"""The tie-breaks that have a figure for each row; the direct score is of a tie alone."""
REPEATED = {"difference": "diff", "for": "f", "wins": "g"}
"""The figures that some tie-breaks come to, unless points are bad or matches were won without being played."""
FIGURES = ("j", "g", "e", "p", "f", "c", "ptos", "diff", *TIE_BREAKS, "points", *TALLIES, "sanctions")
"""The figures of a row, in the order of the paper's table; a table has those that its format counts."""
AVERAGES = {"wins": "g", "diff": "diff", "made": "f"}
"""The averages of a comparison for a repesca, each with the figure of a table that has its name."""
GENERAL = ("place", "player", "points", "golds", "silvers", "bronzes", "sanctions")
HEAD = ("table", "place", "player", *FIGURES, "decided_by", "above_by", "qualified", "stage", "line", "team")

_OWN = every_language(
    "standings",
    {
        "es": {
            "place": "Pos.",
            "decided_by": "Decide",
            "point_won": "punto",
            "points_won": "puntos",
            "none": "Aún no hay podio.",
            "points": "Total",
        },
        "en": {
            "place": "Place",
            "decided_by": "Decided by",
            "point_won": "point",
            "points_won": "points",
            "none": "No podium yet.",
            "points": "Total",
        },
    },
)


def _words(language: str) -> dict[str, str]:
    words = CONTESTS[language]
    titles = {
        "standings": words.standings,
        "group": words.group,
        "stage": words.stage,
        **words.lines,
        "persons": words.persons,
        "podium": words.podium,
        "consolation": words.kinds["consolation"],
        "repesca": words.repesca,
        "group_place": words.place,
        "provisional": words.provisional,
    }
    titles |= {"player": words.player_of_row, "sanctions": words.cards}
    return {**{name: figure.short for name, figure in words.figures.items()}, **titles, **_OWN[language]}


WORDS = {language: _words(language) for language in EVERY_LANGUAGE}

_STEPS: dict[str, dict[Step, str]] = every_language(
    "steps",
    {
        "es": {
            "points": "puntos",
            "diff": "diferencia",
            "f": "F",
            "alphabetical": "orden alfabético",
            "sanctions": "tarjetas",
            "average.wins": "average: victorias",
            "average.diff": "average: diferencia",
            "average.f": "average: F",
            "tie_break_of_four": "desempate a 50",
            "ruling": "decisión de la organización",
            "direct": "particular",
            "boards": "puntos de tablero",
            "buchholz": "Buchholz",
            "median": "Buchholz sin extremos",
            "sonneborn": "Sonneborn-Berger",
            "difference": "diferencia de puntos",
            "for": "puntos hechos",
            "wins": "victorias",
            "progress": "progreso",
            "lots": "sorteo",
            "stage": "mejor fase",
            "open": "empate abierto",
        },
        "en": {
            "points": "points",
            "diff": "difference",
            "f": "F",
            "alphabetical": "alphabetical order",
            "sanctions": "cards",
            "average.wins": "average: wins",
            "average.diff": "average: difference",
            "average.f": "average: F",
            "tie_break_of_four": "tie-break to 50",
            "ruling": "the organizer's ruling",
            "direct": "direct",
            "boards": "board points",
            "buchholz": "Buchholz",
            "median": "median Buchholz",
            "sonneborn": "Sonneborn-Berger",
            "difference": "difference in points",
            "for": "points made",
            "wins": "wins",
            "progress": "progress",
            "lots": "lots",
            "stage": "stage reached",
            "open": "still open",
        },
    },
)
STEPS: dict[str, dict[Step, str]] = {
    language: {"extra_round": CONTESTS[language].result_parts["extra_rounds"], **steps}
    for language, steps in _STEPS.items()
}
"""The step that decided a place, in words; a tally of a game has words of its own."""


_COLUMNS = {
    "es": {"decided_by": "Decide", "points": "Total", "line": "Línea"},
    "en": {"decided_by": "Decided by", "points": "Total", "line": "Line"},
}
_VALUES = {"es": {"qualified": {"yes": "sí", "no": "no"}}, "en": {}}


def _columns(language: str) -> Captions:
    words = CONTESTS[language]
    titles = {name: figure.long for name, figure in words.figures.items()}
    titles |= {name: tally.title.in_language(language) for name, tally in TALLIES.items()}
    titles |= {
        "table": words.group,
        "stage": words.stage,
        "team": words.team,
        "place": words.place,
        "player": words.player_of_row,
        "sanctions": words.cards,
    }
    titles |= {"qualified": words.through, "golds": words.golds, "silvers": words.silvers, "bronzes": words.bronzes}
    steps = {**STEPS[language], **{name: tally.step.in_language(language) for name, tally in TALLIES.items()}}
    return Captions(titles | _COLUMNS[language], {"decided_by": steps, "line": words.lines, **_VALUES[language]})


COLUMNS = {language: _columns(language) for language in LANGUAGES}
"""The tables as people read them in a spreadsheet."""


class BoardTable(Struct, frozen=True):
    """One table on paper: its number among several, the figures it has, its rows.

    `stage` is the number of its stage, from 1, and `group` that of its group there, where there are several of either.
    """

    number: int
    figures: tuple[str, ...]
    rows: tuple[RowView | PersonRowView, ...]
    stage: int | None = None
    group: int | None = None
    line: LineName | Literal["both"] | None = None
    """Where one line sits and the other moves on: the one that is in it, or both."""
    is_of_persons: bool = False
    """True if its rows are the persons of a contest of teams."""


class Repesca(Struct, frozen=True):
    """The comparison for a repesca on paper, with the averages that its rows have.

    `stage` is the number of its stage, from 1, where there are several.
    """

    stage: int | None
    figures: tuple[str, ...]
    rows: tuple[ComparedView, ...]


def boards(view: StandingsView) -> list[BoardTable]:
    """The tables of a contest, in draw order, each with the figures that its rows have.

    Of a contest in stages: the order of all, once there are several stages, then the tables of each, the latest first. Those of
    the latest are in the order of all already, unless they are groups. Of two lines the table of each comes after that of both.
    That of the persons of teams comes last.
    """
    stages = [*enumerate(view.stages or (), 1)]
    shown = [
        (number, one)
        for number, one in reversed(stages)
        if len(stages) in {1, 0} or number < len(stages) or one.groups or one.lines
    ]
    tables = [] if len(stages) == 1 else [*_tables(view, None)]
    tables += [one for number, stage in shown for one in _tables(stage, number if len(stages) > 1 else None)]
    of_entrants = [
        BoardTable(n, _figures_of(rows), rows, stage, group, line)
        for n, (rows, stage, group, line) in enumerate(tables, 1)
    ]
    if not view.persons:
        return of_entrants
    return [*of_entrants, BoardTable(len(tables) + 1, _figures_of(view.persons), view.persons, is_of_persons=True)]


def _figures_of(rows: Sequence[RowView | PersonRowView]) -> tuple[str, ...]:
    """The figures that the rows of a table have."""
    return tuple(name for name in FIGURES if rows and figure(rows[0], name) is not UNSET)


def _tables(
    view: StandingsView | StageView, stage: int | None
) -> Iterator[tuple[tuple[RowView, ...], int | None, int | None, LineName | Literal["both"] | None]]:
    """The tables of a contest or of a stage, with the numbers of the stage and of their groups, and their lines."""
    for number, table in enumerate(view.tables, 1):
        yield table.rows, stage, number if len(view.tables) > 1 else None, "both" if view.lines else None
    for line in view.lines:
        yield line.rows, stage, None, line.line


def without_repeated(board: BoardTable) -> BoardTable:
    """A table without the tie-breaks that come to another figure of it in every row."""
    repeated = {
        name
        for name, other in REPEATED.items()
        if name in board.figures and all(figure(row, name) == figure(row, other) for row in board.rows)
    }
    return replace(board, figures=tuple(name for name in board.figures if name not in repeated))


def figure(row: RowView | PersonRowView, name: str) -> object:
    """A figure of a row by its name; UNSET where its format does not count it."""
    if isinstance(row, PersonRowView):
        return getattr(row, name, UNSET)
    if name in TIE_BREAKS:
        return UNSET if row.tie_breaks is UNSET else row.tie_breaks.get(name, UNSET)
    return getattr(row, name, UNSET)


def average(row: ComparedView, name: str) -> float | str:
    """An average by its name: a whole one without decimals, none as nothing."""
    value: float | None = getattr(row, name)
    if value is None:
        return ""
    return int(value) if value.is_integer() else value


def spreadsheet(view: StandingsView, name: Names) -> Spreadsheet:
    """A line a row; a figure that the table does not have is empty."""
    return Spreadsheet(HEAD, [tuple(_cells(board, row, name)) for board in boards(view) for row in board.rows])


def general_spreadsheet(rows: Iterable[GeneralRowView], name: Names) -> Spreadsheet:
    """The general table of a championship: a line a player."""
    return Spreadsheet(
        GENERAL,
        [(one.place, name(one.player), one.points, *medals(one), one.sanctions) for one in rows],
    )


def medals(row: GeneralRowView) -> tuple[int, int, int]:
    """First, second and third places."""
    return row.golds, row.silvers, row.bronzes


def _cells(board: BoardTable, row: RowView | PersonRowView, name: Names) -> Iterator[object]:
    yield from (board.number, row.place, name(row.player))
    for name_of_figure in FIGURES:
        yield figure(row, name_of_figure) if name_of_figure in board.figures else ""
    yield from (
        row.decided_by,
        row.above_by or "",
        "" if isinstance(row, PersonRowView) else "yes" if row.qualified else "no",
        board.stage or "",
        board.line or "",
        name(row.team) if isinstance(row, PersonRowView) else "",
    )


def _level(board: standings.ContestBoard, language: str) -> dict[Step, str]:
    """Words for rows that no step has parted: they wait for results, share the place in the end, or wait for a ruling."""
    words = CONTESTS[language]
    if board.contest.phase == "finished":
        return {"open": words.share_place}
    return {"open": words.level_for_now} if board.standings.provisional else {}


def _repescas(view: StandingsView) -> list[Repesca]:
    """The comparison of a contest, or those of its stages, the latest first."""
    stages = [*enumerate(view.stages or (), 1)]
    numbered = [(number if len(stages) > 1 else None, one.repesca) for number, one in reversed(stages)]
    return [
        Repesca(stage, tuple(name for name in AVERAGES if any(getattr(row, name) is not None for row in rows)), rows)
        for stage, rows in [(None, view.repesca), *numbered]
        if rows
    ]


def as_page(board: standings.ContestBoard, language: str) -> Response[bytes]:
    """A page to print: the tables, with the step that decided each place, and the podium."""
    return page(
        "standings.html",
        language,
        title=board.championship,
        subtitle=describe(board.contest, board.contest.format, language),
        boards=list(map(without_repeated, boards(board.standings))),
        figure=figure,
        averages=AVERAGES,
        average=average,
        podium=board.podium,
        consolation=board.consolation,
        repescas=_repescas(board.standings),
        provisional=board.standings.provisional,
        words=WORDS[language] | {name: term(tally.title, language) for name, tally in TALLIES.items()},
        steps=STEPS[language]
        | _level(board, language)
        | {name: term(tally.step, language) for name, tally in TALLIES.items()},
    )

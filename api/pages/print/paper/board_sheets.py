"""Score sheets of matches that are made of boards: encounters of teams, and tables at which the same hands are dealt.

A row for each board or hand, with boxes for its points. A board has the names of its players once both line-ups are shown
(teams.encounter); until then it has lines to write on.
"""

from collections.abc import Iterator

from litestar import Response
from msgspec import Struct

from api.pages.figures import format_figure
from api.pages.naming import contest_and_game, display_name
from api.pages.print import page
from api.pages.print.codes import code_of
from api.pages.print.fixture_lists import COLUMNS, at_once, at_round, at_table
from api.pages.print.paper.posted import WORDS as POSTED
from api.pages.print.paper.score_sheets import WORDS as SCORES
from api.pages.print.paper.score_sheets import house_rules
from api.pages.times import HallClock
from api.pages.words import CONTESTS
from api.pages.words.translations import term
from referee.championship.presenters import ContestPresenter
from referee.championship.views import BoardView, FixtureView
from referee.contests.teams.terms import Board
from referee.match.registry import read_params, ruleset

ONE_COLUMN = 16
"""Hands that fit on a page one under the other; more stand in two columns."""
WORDS = {
    "es": SCORES["es"]
    | {
        "leads_to": POSTED["es"]["board"],
        "board": "Tablero",
        "points": CONTESTS["es"].points,
        "board_points": "Puntos de tablero",
        "absent": COLUMNS["es"].titles["absent"],
        "pairs": "por parejas",
        "weight": "da {points} puntos",
        "about_boards": "En cada tablero: quién se sienta, los puntos que hace cada equipo y los de tablero.",
        "about_hands": "En cada mano: los puntos que hace cada bando. Las manos llevan el número de sus hojas de reparto.",
    },
    "en": SCORES["en"]
    | {
        "leads_to": POSTED["en"]["board"],
        "board": "Board",
        "points": CONTESTS["en"].points,
        "board_points": "Board points",
        "absent": COLUMNS["en"].titles["absent"],
        "pairs": "in pairs",
        "weight": "gives {points} points",
        "about_boards": "At each board: who sits there, the points that each team makes and the board points.",
        "about_hands": "In each hand: the points that each side makes. Hands are numbered as on the sheets they are dealt from.",
    },
}


class BoardLine(Struct, frozen=True):
    """A board or a hand on paper, with figures by entrant: empty while they are secret.

    `seats` has the names at a board by entrant; an empty name is a line to write on.
    """

    title: str
    about: str
    seats: tuple[tuple[str, ...], ...]
    points: tuple[str, ...]
    board_points: tuple[str, ...]


class BoardSheet(Struct, frozen=True):
    """An encounter, or a table with the same deals, to be written down by hand."""

    heading: str
    table: str
    starts_at: str
    at_once: str
    names: tuple[str, ...]
    boards: tuple[BoardLine, ...]
    columns: int


def as_page(contest: ContestPresenter, board: str, clock: HallClock) -> Response[bytes]:
    """A page for each match without a result. `board` is the address to which its code leads: it holds no token."""
    language = clock.language
    is_of_teams = contest.contest.teams is not None
    words = WORDS[language]
    return page(
        "paper/board_sheets.html",
        language,
        title=contest.championship.name,
        subtitle=_games(contest, language),
        house="" if is_of_teams else house_rules(contest, ruleset(contest.recorded_contest.ruleset), language),
        sheets=[_sheet(contest, one, clock) for one in contest.fixtures() if one.state in {"pending", "open"}],
        is_of_teams=is_of_teams,
        about=words["about_boards" if is_of_teams else "about_hands"],
        whose=words["team" if is_of_teams else "player"],
        totals=(words["board_points"], words["points"]) if is_of_teams else (words["total"],),
        code=code_of(board),
        board=board,
        words=words,
    )


def _games(contest: ContestPresenter, language: str) -> str:
    """The name of a contest, with its game where it is of one; of boards without a name, the games of all."""
    terms = contest.contest.teams
    if terms is None:
        return contest_and_game(contest.recorded_contest, language)
    games = (term(ruleset(one.ruleset).title, language) for one in terms.boards)
    return contest.recorded_contest.name or " · ".join(dict.fromkeys(games))


def _sheet(contest: ContestPresenter, fixture: FixtureView, clock: HallClock) -> BoardSheet:
    language = clock.language
    return BoardSheet(
        at_round(fixture, language),
        "" if fixture.table is None else at_table(fixture.table, language),
        clock.format_stored(fixture.starts_at),
        at_once(fixture, language),
        tuple(display_name(one, language) for one in fixture.entrants),
        tuple(_lines(contest, fixture, language)),
        1 if len(fixture.boards) <= ONE_COLUMN else 2,
    )


def _lines(contest: ContestPresenter, fixture: FixtureView, language: str) -> Iterator[BoardLine]:
    terms = contest.contest.teams
    for view in fixture.boards:
        points = tuple(_points(view, fixture, language))
        if terms is None:
            yield BoardLine(str(view.hand), "", (), points, ())
        else:
            board = terms.boards[view.board - 1]
            blank = (("",) * view.per_team,) * len(fixture.entrants)
            seats = tuple(tuple(display_name(one, language) for one in people) for people in view.players or ())
            board_points = tuple(map(format_figure, view.board_points or ())) or ("",) * len(fixture.entrants)
            title, about = _game(view, board, language)
            yield BoardLine(title, about, seats or blank, points, board_points)


def _game(view: BoardView, board: Board, language: str) -> tuple[str, str]:
    """What a board is called, and what else its players have to know: its game, its weight, its choices."""
    words, rules = WORDS[language], ruleset(board.ruleset)
    game = term(rules.title, language)
    about = [
        *([game] if view.name and view.name != game else []),
        *([words["pairs"]] if view.per_team > 1 else []),
        *([words["weight"].format(points=view.weight)] if view.weight > 1 else []),
        *(one.in_language(language) for one in rules.deviations(read_params(rules, dict(board.params)))),
    ]
    return f"{view.board}. {view.name or game}", " · ".join(about)


def _points(view: BoardView, fixture: FixtureView, language: str) -> Iterator[str]:
    """The points of each entrant at a board or in a hand, or that it did not come; empty while there are none to tell."""
    result = view.result
    absent = {one.id for one in result.absent or ()} if result else set()
    for place, entrant in enumerate(fixture.entrants):
        if entrant.id in absent:
            yield WORDS[language]["absent"]
        else:
            yield format_figure(result.points[place]) if result and result.points else ""

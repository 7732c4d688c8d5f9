"""The general table of a championship on paper."""

from litestar import Response

from api.pages.naming import contest_name
from api.pages.print import page
from api.pages.print.codes import code_of
from api.pages.print.paper.posted import WORDS as POSTED
from api.pages.words import CONTESTS
from referee.championship.views import ChampionshipView

WORDS = {
    "es": {
        "general": "Clasificación general",
        "place": "Pos.",
        "player": CONTESTS["es"].player_of_row,
        "points": CONTESTS["es"].points,
        "golds": CONTESTS["es"].golds,
        "silvers": CONTESTS["es"].silvers,
        "bronzes": CONTESTS["es"].bronzes,
        "sanctions": CONTESTS["es"].cards,
        "none": "Aún no hay jugadores.",
        "contests": "Pruebas",
        "board": POSTED["es"]["board"],
    },
    "en": {
        "general": "General table",
        "place": "Place",
        "player": CONTESTS["en"].player_of_row,
        "points": CONTESTS["en"].points,
        "golds": CONTESTS["en"].golds,
        "silvers": CONTESTS["en"].silvers,
        "bronzes": CONTESTS["en"].bronzes,
        "sanctions": CONTESTS["en"].cards,
        "none": "No players yet.",
        "contests": "Contests",
        "board": POSTED["en"]["board"],
    },
}


def as_page(championship: ChampionshipView, board: str, language: str) -> Response[bytes]:
    """A page for the wall. `board` is the address to which its code leads: it holds no token."""
    return page(
        "paper/general.html",
        language,
        title=championship.name,
        contests=[contest_name(contest, language) for contest in championship.contests],
        rows=championship.general,
        code=code_of(board),
        board=board,
        words=WORDS[language],
    )

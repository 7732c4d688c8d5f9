"""The general table of a championship on paper."""

from litestar import Response

from api.pages.naming import contest_name
from api.pages.print import page
from api.pages.print.codes import code_of
from api.pages.print.paper.posted import WORDS as POSTED
from api.pages.words import CONTESTS
from api.pages.words.translations import EVERY_LANGUAGE, every_language
from referee.championship.views import ChampionshipView

_OWN = every_language(
    "general",
    {
        "es": {
            "general": "Clasificación general",
            "place": "Pos.",
            "none": "Aún no hay jugadores.",
            "contests": "Pruebas",
        },
        "en": {"general": "General table", "place": "Place", "none": "No players yet.", "contests": "Contests"},
    },
)


def _words(language: str) -> dict[str, str]:
    words = CONTESTS[language]
    return {
        "player": words.player_of_row,
        "points": words.points,
        "golds": words.golds,
        "silvers": words.silvers,
        "bronzes": words.bronzes,
        "sanctions": words.cards,
        "board": POSTED[language]["board"],
    } | _OWN[language]


WORDS = {language: _words(language) for language in EVERY_LANGUAGE}


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

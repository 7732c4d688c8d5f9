"""The fixtures of a contest on the wall: names, time and table of each match, with a code that leads to the board."""

from collections.abc import Iterable

from litestar import Response
from msgspec import Struct

from api.pages.figures import score
from api.pages.naming import contest_and_game, display_name
from api.pages.print import page
from api.pages.print.codes import code_of
from api.pages.print.fixture_lists import WORDS as SHEETS
from api.pages.print.fixture_lists import at_once, at_round, without_match
from api.pages.times import HallClock
from api.pages.words import CONTESTS
from api.pages.words.translations import EVERY_LANGUAGE, every_language
from referee.championship.presenters import ContestPresenter
from referee.championship.views import FixtureView

_OWN = every_language(
    "posted",
    {
        "es": {"when": "Hora", "who": "Jugadores", "board": "Marcadores y clasificación, en el móvil"},
        "en": {"when": "Time", "who": "Players", "board": "Scores and standings on your phone"},
    },
)


MOST_TOGETHER = 12
"""Matches of a round that are kept on one page."""


def _words(language: str) -> dict[str, str]:
    words = CONTESTS[language]
    return SHEETS[language] | {"result": words.result, "absent": words.states["walkover"]} | _OWN[language]


WORDS = {language: _words(language) for language in EVERY_LANGUAGE}


class PostedMatch(Struct, frozen=True):
    """One line on the wall."""

    table: str
    starts_at: str
    names: tuple[str, ...]
    at_once: str
    points: str


class PostedRound(Struct, frozen=True):
    """The matches of a round of one phase or group, and the entrants without a match in it."""

    title: str
    matches: tuple[PostedMatch, ...]
    byes: tuple[str, ...]


def as_page(contest: ContestPresenter, board: str, clock: HallClock) -> Response[bytes]:
    """A page for the wall. `board` is the address to which its code leads: it holds no token."""
    language = clock.language
    return page(
        "paper/posted.html",
        language,
        title=contest.championship.name,
        subtitle=contest_and_game(contest.recorded_contest, language),
        rounds=list(_rounds(contest, clock)),
        timed=any(fixture.starts_at for fixture in contest.fixtures()),
        most=MOST_TOGETHER,
        code=code_of(board),
        board=board,
        words=WORDS[language],
    )


def _rounds(contest: ContestPresenter, clock: HallClock) -> Iterable[PostedRound]:
    """The rounds of each phase and group; what was replaced or is void is not played, and not posted."""
    language = clock.language
    matches: dict[str, list[PostedMatch]] = {}
    byes: dict[str, list[str]] = {}
    for fixture in contest.fixtures():
        if fixture.state not in {"void", "superseded"}:
            matches.setdefault(at_round(fixture, language), []).append(_line(fixture, clock))
    for bye in contest.byes():
        byes.setdefault(at_round(bye, language), []).append(without_match(bye, language))
    for title in dict.fromkeys((*matches, *byes)):
        yield PostedRound(title, tuple(matches.get(title, ())), tuple(byes.get(title, ())))


def _line(fixture: FixtureView, clock: HallClock) -> PostedMatch:
    result = fixture.result
    absent = WORDS[clock.language]["absent"] if fixture.state == "walkover" else ""
    return PostedMatch(
        "" if fixture.table is None else str(fixture.table),
        clock.format_stored(fixture.starts_at),
        tuple(display_name(one, clock.language) for one in fixture.entrants),
        at_once(fixture, clock.language),
        score(result.headline if result else None) or absent,
    )

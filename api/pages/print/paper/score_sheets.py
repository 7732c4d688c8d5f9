"""Score sheets for tables without a tablet: a page a match, with the figures by which each hand is told, and signatures."""

from collections.abc import Iterator, Mapping
from typing import Any

from litestar import Response
from msgspec import Struct

from api.pages.naming import contest_and_game, display_name
from api.pages.print import page
from api.pages.print.fixture_lists import WORDS as SHEETS
from api.pages.print.fixture_lists import at_round, at_table
from api.pages.times import HallClock
from api.pages.words import MATCHES
from referee.championship.presenters import ContestPresenter
from referee.championship.views import FixtureView
from referee.match.aggregate import Match
from referee.match.choice import Choice, CountChoice, NumbersFigure
from referee.match.events import Opening, SeatTaken
from referee.match.game import Ruleset
from referee.match.registry import read_params, ruleset
from referee.match.state import ALL

LINES = 62
"""Lines of a page in two columns that are left for hands."""
LETTERS = 90
"""Letters that fit in a line across the page."""
MOST_HANDS = 12
ROOMY = 12
"""Rows of boxes in a column that leave room for taller ones."""
WORDS = {
    "es": SHEETS["es"]
    | {
        "hand": MATCHES["es"].hand,
        "sum": "Suma",
        "about": "En cada mano: lo que hizo cada uno, y su suma hasta ella.",
        "yellow": "Amarillas",
        "black": "Negras",
        "referee": MATCHES["es"].referee,
        "house": MATCHES["es"].house_rules,
        "signed": "«{name}», de {author}",
        "played": "Ya no queda ningún encuentro por jugar.",
    },
    "en": SHEETS["en"]
    | {
        "hand": MATCHES["en"].hand,
        "sum": "So far",
        "about": "For each hand: what each has made, and the sum up to it.",
        "yellow": "Yellow",
        "black": "Black",
        "referee": MATCHES["en"].referee,
        "house": MATCHES["en"].house_rules,
        "signed": "“{name}”, by {author}",
        "played": "No match is left to be played.",
    },
}


class FigureLine(Struct, frozen=True):
    """A figure of a hand: what it is called, and whether each player has one."""

    label: str
    each: bool


class ScoreSheet(Struct, frozen=True):
    """A match to be written down by hand."""

    heading: str
    table: str
    starts_at: str
    names: tuple[str, ...]
    hands: int
    roomy: bool


def as_page(contest: ContestPresenter, clock: HallClock) -> Response[bytes]:
    """A page for each match without a result, in a contest without boards or hands of its own."""
    language = clock.language
    rules = ruleset(contest.recorded_contest.ruleset)
    figures = list(_figures(rules, contest.contest.params, language))
    house = house_rules(contest, rules, language)
    words = WORDS[language]
    tallies = (tally.title.in_language(language) for tally in contest.contest.rules.tallies if tally.box)
    waiting = [one for one in contest.fixtures() if one.state in {"pending", "open"}]
    return page(
        "paper/score_sheets.html",
        language,
        title=contest.championship.name,
        subtitle=contest_and_game(contest.recorded_contest, language),
        house=house,
        sheets=[_sheet(fixture, rules, len(figures), len(house), clock) for fixture in waiting],
        figures=figures,
        whose=words["player"],
        totals=(words["total"], *tallies),
        words=words,
    )


def house_rules(contest: ContestPresenter, rules: Ruleset, language: str) -> str:
    """The house rules by which a contest is played, in one line; empty where it is played by the paper alone."""
    own = contest.contest.house
    author_line = [] if own is None else [WORDS[language]["signed"].format(name=own.name, author=own.author)]
    rules_in_words = rules.deviations(read_params(rules, dict(contest.contest.params)))
    return " · ".join([*author_line, *(one.in_language(language) for one in rules_in_words)])


def _figures(rules: Ruleset, params: Mapping[str, Any], language: str) -> Iterator[FigureLine]:
    """The figures by which a hand is told under these params, as a match that has just begun asks for them."""
    seats = tuple(SeatTaken(str(seat)) for seat in range(rules.seats[0]))
    match = Match("", Opening(rules.id, seats, dict(params), first_dealer=0 if rules.has_dealer else None))
    for option in match.legal(ALL):
        if isinstance(option, Choice) and isinstance(option.choose, CountChoice):
            for figure in option.choose.figures.values():
                yield FigureLine(figure.label.in_language(language), isinstance(figure, NumbersFigure))


def _hands(figures: int, house: int, hands_to_play: int | None) -> int:
    """The number of hands on a sheet: `hands_to_play` if it is known, else as many as fit on a page.

    `house` is the number of letters of the house rules, which take lines of both columns.
    """
    lines = LINES - 2 * -(-house // LETTERS)
    place = min(MOST_HANDS, lines // (figures + 3)) // 2 * 2
    return place if hands_to_play is None else min(place, hands_to_play)


def _sheet(fixture: FixtureView, rules: Ruleset, figures: int, house: int, clock: HallClock) -> ScoreSheet:
    seats = sum(len(entrant.players or (entrant,)) for entrant in fixture.entrants)
    hands = _hands(figures, house, rules.game.setup.hands_played(read_params(rules, dict(fixture.params)), seats))
    return ScoreSheet(
        at_round(fixture, clock.language),
        "" if fixture.table is None else at_table(fixture.table, clock.language),
        clock.format_stored(fixture.starts_at),
        tuple(display_name(one, clock.language) for one in fixture.entrants),
        hands,
        -(-hands // 2) * (figures + 1) <= ROOMY,
    )

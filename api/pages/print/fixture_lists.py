"""Fixtures on paper: as CSV, and as a page to print with boxes that are filled in at the table."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

from litestar import Response
from msgspec import Struct

from api.pages import naming
from api.pages.figures import format_figure
from api.pages.print import page
from api.pages.print.spreadsheets import Captions, Names, NumberCell, Spreadsheet
from api.pages.times import HallClock
from api.pages.words import CONTESTS, MATCHES
from api.pages.words.translations import EVERY_LANGUAGE, every_language, term
from referee.championship.presenters import ContestPresenter
from referee.championship.views import ByeView, FixtureView
from referee.contests.contest import FixtureKind, FixtureStage
from referee.contests.formats import formats
from referee.contests.tallies import tallies_of
from referee.match.registry import contest_tallies

HEAD = (
    *("id", "kind", "group", "round", "order", "table", "state", "entrants"),
    *("points", *(tally.name for tally in contest_tallies())),
    *("absent", "yellow", "black", "extra_rounds", "match", "starts_at", "stage"),
)
IN_ROUNDS = {"league", "group", "knockout"}
"""Kinds of matches that are played in rounds, and named by both."""
GO_ON = {"knockout", "final"}
"""Kinds of matches that send their winner on; an entrant without a rival goes on without a match."""
ROUND_BOXES = 4
"""Blank boxes for rounds on a sheet for two; a longer match has more."""
LONG_BOXES = 10

_OWN = every_language(
    "fixtures",
    {
        "es": {
            "rounds": "Rondas",
            "boards": "Tableros",
            "team": "Equipo",
            "signature": "Firma",
            "rests": "Descansa {name}",
            "passes": "{name} pasa sin jugar",
            "fixtures": "Partidas",
            "at_once": "A la misma hora también en otro encuentro: {what}",
        },
        "en": {
            "rounds": "Rounds",
            "boards": "Boards",
            "team": "Team",
            "signature": "Signature",
            "rests": "{name} rests",
            "passes": "{name} goes on without a match",
            "fixtures": "Fixtures",
            "at_once": "At the same time in another match too: {what}",
        },
    },
)


def _words(language: str) -> dict[str, str]:
    words, match = CONTESTS[language], MATCHES[language]
    return {
        "round": words.round,
        "table": words.table,
        "hands": words.figures["hands"].short,
        "player": words.player,
        "total": match.total,
        "cards": words.cards,
        "group": words.group,
        "none": words.no_matches,
    } | _OWN[language]


WORDS = {language: _words(language) for language in EVERY_LANGUAGE}
KINDS = {language: words.kinds for language, words in CONTESTS.items()}
"""Kinds of matches, and the stages that have a name."""


def _phases(language: str) -> dict[str, str]:
    """The phase of a match by its stage and kind: the stage, where it has a name, says more than the kind."""
    words = KINDS[language]
    stages = {f"{stage} {kind}": words[stage] for stage in get_args(FixtureStage) for kind in GO_ON}
    return stages | {f" {kind}": words[kind] for kind in get_args(FixtureKind)}


COLUMNS = {
    "es": Captions(
        {
            "kind": "Fase",
            "group": CONTESTS["es"].group,
            "round": CONTESTS["es"].round,
            "table": CONTESTS["es"].table,
            "starts_at": "Hora",
            "state": "Estado",
            "entrants": "Jugadores",
            "points": CONTESTS["es"].points,
            "absent": "No vino",
            **{tally.name: tally.title.es for tally in contest_tallies()},
            "yellow": "Amarillas",
            "black": "Negras",
            "extra_rounds": "Rondas extra",
        },
        {
            "kind": _phases("es"),
            "state": CONTESTS["es"].states,
        },
        ("starts_at",),
        {"kind": "stage"},
    ),
    "en": Captions(
        {
            "kind": "Phase",
            "group": CONTESTS["en"].group,
            "round": CONTESTS["en"].round,
            "table": CONTESTS["en"].table,
            "starts_at": "Time",
            "state": "State",
            "entrants": "Players",
            "points": CONTESTS["en"].points,
            "absent": "Did not come",
            **{tally.name: tally.title.en for tally in contest_tallies()},
            "yellow": "Yellow cards",
            "black": "Black cards",
            "extra_rounds": "Extra rounds",
        },
        {
            "kind": _phases("en"),
            "state": CONTESTS["en"].states,
        },
        ("starts_at",),
        {"kind": "stage"},
    ),
}
"""The fixtures as people read them in a spreadsheet."""


class PrintedFixture(Struct, frozen=True):
    """One match on paper: its heading, its players, and blank boxes to write in."""

    heading: str
    table: str | None
    starts_at: str
    names: tuple[str, ...]
    at_once: str
    boxes: int
    totals: tuple[str, ...]


def spreadsheet(fixtures: Sequence[FixtureView], name: Names) -> Spreadsheet:
    """A line a fixture; lists inside a field are parted by ` / `, extra rounds by `; `."""
    return Spreadsheet(HEAD, [tuple(_cells(fixture, name)) for fixture in fixtures])


def _cells(fixture: FixtureView, name: Names) -> Iterator[object]:
    result = fixture.result
    counts = tallies_of(result) if result else {}
    cards = (result.cards or ()) if result else ()
    yield from (fixture.id, fixture.kind, fixture.group, fixture.round, fixture.order, fixture.table, fixture.state)
    yield _join(map(name, fixture.entrants))
    yield _figures(result.headline or () if result else ())
    yield from (_figures(counts.get(tally.name, ())) for tally in contest_tallies())
    yield _join(map(name, result.absent or () if result else ()))
    yield from (_figures(yellow for yellow, _ in cards), _figures(black for _, black in cards))
    yield NumberCell("; ".join(map(_figures, result.extra_rounds or () if result else ())))
    yield from (fixture.match or "", fixture.starts_at or "", fixture.stage or "")


def as_page(
    title: str, contest: ContestPresenter, fixtures: Sequence[FixtureView], clock: HallClock
) -> Response[bytes]:
    """A page to print: round, table, names, and boxes for rounds or boards or hands, total, tallies, cards and signatures."""
    language = clock.language
    sheets = [_on_paper(fixture, clock) for fixture in fixtures if fixture.state not in {"void", "superseded"}]
    byes = [(at_round(bye, language), without_match(bye, language)) for bye in contest.byes()]
    return page(
        "fixtures.html",
        language,
        title=title,
        subtitle=describe(contest.recorded_contest, contest.contest.format, language),
        sheets=sheets,
        byes=byes,
        boxes=[term(tally.title, language) for tally in contest.contest.rules.tallies if tally.box],
        # What the boxes of a match are for: its rounds, or the boards or hands that it is made of.
        parts="boards" if contest.contest.teams else "hands" if contest.contest.duplicate else "rounds",
        entrant="team" if contest.contest.teams else "player",
        words=WORDS[language],
    )


def describe(contest: naming.TitledContest, format_: str, language: str) -> str:
    """The name, the game and the format of a contest, in words."""
    return f"{naming.contest_and_game(contest, language)} · {term(formats()[format_].title, language)}"


def at_table(table: int | str, language: str) -> str:
    """The table of a match: «Mesa 3». A name that begins with the word for a table stands alone."""
    name = str(table)
    return (
        name
        if re.match(r"(mesa|table|taula|mahai\w*|tavolo)\b", name, re.IGNORECASE)
        else f"{WORDS[language]['table']} {name}"
    )


def at_once(fixture: FixtureView, language: str) -> str:
    """The people and the table of a match that are in another one at its time, in words; empty where there are none."""
    people = [naming.display_name(one, language) for other in fixture.double_booked for one in other.people]
    tables = [at_table(other.table, language) for other in fixture.double_booked if other.table is not None]
    both = dict.fromkeys((*people, *tables))
    return WORDS[language]["at_once"].format(what=", ".join(both)) if both else ""


def at_round(place: FixtureView | ByeView, language: str) -> str:
    """The round of a match: «Liga · Ronda 3», «Grupo 2 · Ronda 1», «Ronda 3»; with a name of its own: «Final»."""
    if place.stage is not None:
        return KINDS[language][place.stage]
    if place.kind == "round":
        return f"{WORDS[language]['round']} {place.round}"
    words = KINDS[language][place.kind]
    if place.group is not None:
        words = f"{WORDS[language]['group']} {place.group}"
    return f"{words} · {WORDS[language]['round']} {place.round}" if place.kind in IN_ROUNDS else words


def without_match(bye: ByeView, language: str) -> str:
    """An entrant without a match in a round, in words: it rests, or goes on in a knockout."""
    words = "passes" if bye.kind in GO_ON else "rests"
    return WORDS[language][words].format(name=naming.display_name(bye.player, language))


def _on_paper(fixture: FixtureView, clock: HallClock) -> PrintedFixture:
    points = fixture.result.headline if fixture.result else None
    blank = ("",) * len(fixture.entrants)
    return PrintedFixture(
        at_round(fixture, clock.language),
        None if fixture.table is None else at_table(fixture.table, clock.language),
        clock.format_stored(fixture.starts_at),
        tuple(naming.display_name(one, clock.language) for one in fixture.entrants),
        at_once(fixture, clock.language),
        _boxes(fixture),
        tuple(map(format_figure, points)) if points else blank,
    )


def _boxes(fixture: FixtureView) -> int:
    """The boxes for the rounds of a match, or for its boards or hands; none where those are too many to stand side by side."""
    if fixture.boards:
        return len(fixture.boards) if len(fixture.boards) <= LONG_BOXES else 0
    return ROUND_BOXES if len(fixture.entrants) == 2 else LONG_BOXES


def _join(values: Iterable[str]) -> str:
    return " / ".join(values)


def _figures(numbers: Iterable[float]) -> NumberCell:
    return NumberCell(_join(map(str, numbers)))

"""A round of a contest on the wall: by table, and by name, so that everybody finds their table among two hundred."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from litestar import Response
from msgspec import Struct

from api.pages.naming import contest_and_game, display_name
from api.pages.print import page
from api.pages.print.codes import code_of
from api.pages.print.fixture_lists import at_once
from api.pages.print.paper.posted import WORDS as POSTED
from api.pages.print.round_lists import RoundTable, people_of, round_tables
from api.pages.times import HallClock
from api.pages.words import CONTESTS
from api.pages.words.translations import EVERY_LANGUAGE, every_language
from referee.championship.presenters import ContestPresenter
from referee.championship.round_views import RoundView
from referee.championship.views import Somebody
from referee.contests.standings.alphabet import spanish

_OWN = every_language(
    "rounds",
    {
        "es": {
            "by_table": "Por mesas",
            "by_name": "Por nombres",
            "against": "Contra",
            "partner": "con {name}",
            "resting": "Descansa",
            "draft": "Esta ronda todavía no está publicada.",
        },
        "en": {
            "by_table": "By table",
            "by_name": "By name",
            "against": "Against",
            "partner": "with {name}",
            "resting": "Rests",
            "draft": "This round is not published yet.",
        },
    },
)


def _words(language: str) -> dict[str, str]:
    words = CONTESTS[language]
    return POSTED[language] | {"round": words.round, "player": words.player_of_row} | _OWN[language]


WORDS = {language: _words(language) for language in EVERY_LANGUAGE}


class TableLine(Struct, frozen=True):
    """One line of the list by table."""

    table: str
    starts_at: str
    names: tuple[str, ...]
    notes: tuple[str, ...]


class PersonLine(Struct, frozen=True):
    """One line of the list by name. It is the first of its letter where `begins` is true; who rests has no table."""

    name: str
    partner: str
    table: str
    starts_at: str
    rival: str
    begins: bool = False


def as_page(contest: ContestPresenter, view: RoundView, board: str, clock: HallClock) -> Response[bytes]:
    """A page for the wall; of a draft it says that it is one. `board` is the address to which its code leads."""
    language = clock.language
    words = WORDS[language]
    is_draft = view.state == "draft"
    tables = [] if is_draft else round_tables(contest, view)
    times = {table.match.starts_at for table in tables if table.match}
    return page(
        "paper/rounds.html",
        language,
        title=contest.championship.name,
        subtitle=contest_and_game(contest.recorded_contest, language),
        round=f"{words['round']} {view.round}",
        starts_at=clock.format_stored(times.pop()) if len(times) == 1 else "",
        timed=bool(times),
        tables=[_table_line(table, clock) for table in tables],
        people=[] if is_draft else list(_people(view, tables, clock)),
        rest=" · ".join(display_name(one.player, language) for one in view.resting) if not is_draft else "",
        is_draft=is_draft,
        code=code_of(board),
        board=board,
        words=words,
    )


def _table_line(table: RoundTable, clock: HallClock) -> TableLine:
    match, words = table.match, WORDS[clock.language]
    notes = (words["absent"] if match.state == "walkover" else "", at_once(match, clock.language)) if match else ()
    names = tuple(display_name(one, clock.language) for one in table.entrants)
    return TableLine(table.table, _time(table, clock), names, tuple(filter(None, notes)))


def _time(table: RoundTable, clock: HallClock) -> str:
    return clock.format_stored(table.match.starts_at) if table.match else ""


def _people(view: RoundView, tables: Sequence[RoundTable], clock: HallClock) -> Iterator[PersonLine]:
    """Everybody of the round in the order of the Spanish alphabet; who has no name any more is at a table only."""
    lines = sorted(_person_lines(view, tables, clock), key=lambda line: spanish(line.name))
    for _, same in groupby(lines, key=lambda line: spanish(line.name)[0][:1]):
        first, *others = same
        yield PersonLine(first.name, first.partner, first.table, first.starts_at, first.rival, begins=True)
        yield from others


def _person_lines(view: RoundView, tables: Iterable[RoundTable], clock: HallClock) -> Iterator[PersonLine]:
    for table in tables:
        for entrant in table.entrants:
            rivals = (display_name(one, clock.language) for one in table.entrants if one is not entrant)
            yield from _lines_of(entrant, table.table, _time(table, clock), " · ".join(rivals), clock)
    for rest in view.resting:
        yield from _lines_of(rest.player, "", "", WORDS[clock.language]["resting"], clock)


def _lines_of(entrant: Somebody, table: str, starts_at: str, rival: str, clock: HallClock) -> Iterator[PersonLine]:
    people = people_of(entrant)
    for person in people:
        partners = [display_name(one, clock.language) for one in people if one is not person]
        partner = WORDS[clock.language]["partner"].format(name=" / ".join(partners)) if partners else ""
        if person.name is not None:
            yield PersonLine(person.name, partner, table, starts_at, rival)

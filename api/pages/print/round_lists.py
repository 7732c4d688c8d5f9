"""A round of a contest as CSV: a line a table, and one for who rests."""

from collections.abc import Iterator

from msgspec import Struct

from api.pages.print.spreadsheets import Captions, Names, Spreadsheet
from api.pages.words import CONTESTS
from referee.championship.presenters import ContestPresenter
from referee.championship.round_views import RoundView
from referee.championship.views import FixtureView, Somebody

HEAD = ("round", "table", "starts_at", "state", "entrants", "people", "fixture")
REST = "rest"
"""The state of a line about who rests."""
_RESTS = {"es": "Descansa", "en": "Rests"}
_DRAFT = {"es": "Borrador", "en": "Draft"}
_TITLES = {
    "es": {"starts_at": "Hora", "state": "Estado", "entrants": "Jugadores"},
    "en": {"starts_at": "Time", "state": "State", "entrants": "Players"},
}


def _columns(language: str) -> Captions:
    words = CONTESTS[language]
    states = words.states | {REST: _RESTS[language], "draft": _DRAFT[language]}
    titles = {"round": words.round, "table": words.table} | _TITLES[language]
    return Captions(titles, {"state": states}, ("starts_at",))


COLUMNS = {language: _columns(language) for language in _TITLES}
"""The round as people read it in a spreadsheet."""


class RoundTable(Struct, frozen=True):
    """A pair of a round with the table it sits at, and its match; None while the round is a draft."""

    table: str
    entrants: tuple[Somebody, ...]
    match: FixtureView | None


def round_tables(contest: ContestPresenter, view: RoundView) -> list[RoundTable]:
    """The pairs of a round in the order of the tables, each at the table that the organizer gave its match."""
    tables = []
    for pair in view.pairs:
        match = contest.fixture(pair.fixture) if pair.fixture else None
        table = pair.table if match is None or match.table is None else match.table
        tables.append(RoundTable(str(table), pair.entrants, match))
    return tables


def people_of(entrant: Somebody) -> tuple[Somebody, ...]:
    """The people of an entrant: one alone, or both of a pair."""
    return entrant.players or (entrant,)


def spreadsheet(contest: ContestPresenter, view: RoundView, name: Names) -> Spreadsheet:
    """A line a pair, in the order of the tables, and one for who rests; `people` are ids. Entrants are parted by ` – `."""
    return Spreadsheet(HEAD, list(_lines(contest, view, name)))


def _lines(contest: ContestPresenter, view: RoundView, name: Names) -> Iterator[tuple[object, ...]]:
    for table in round_tables(contest, view):
        match = table.match
        starts_at, state, id_ = (match.starts_at or "", match.state, match.id) if match else ("", "draft", "")
        yield (view.round, table.table, starts_at, state, _join(table.entrants, name), _ids(table.entrants), id_)
    for one in view.resting:
        rest = (one.player,)
        yield (view.round, "", "", REST, _join(rest, name), _ids(rest), "")


def _join(entrants: tuple[Somebody, ...], name: Names) -> str:
    return " – ".join(map(name, entrants))


def _ids(entrants: tuple[Somebody, ...]) -> str:
    return " / ".join(one.id for entrant in entrants for one in people_of(entrant))

"""Diplomas of a podium, a page each, to be signed and hung on a wall."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from litestar import Response
from msgspec import Struct

from api.pages import page
from api.pages.paper.posted import named
from referee.championship.views import Somebody

PLACES = 3
MONTHS = {
    "es": (
        *("enero", "febrero", "marzo", "abril", "mayo", "junio"),
        *("julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"),
    ),
    "en": (
        *("January", "February", "March", "April", "May", "June"),
        *("July", "August", "September", "October", "November", "December"),
    ),
}
WORDS = {
    "es": {
        "diploma": "Diploma",
        "given": "se otorga a",
        "places": {1: "Primer puesto", 2: "Segundo puesto", 3: "Tercer puesto"},
        "in": "en",
        "with": "con",
        "where": "En",
        "organizer": "La organización",
        "referee": "El árbitro principal",
        "general": "la clasificación general",
        "none": "Aún no hay podio: los diplomas se hacen cuando está decidido.",
    },
    "en": {
        "diploma": "Diploma",
        "given": "is awarded to",
        "places": {1: "First place", 2: "Second place", 3: "Third place"},
        "in": "in",
        "with": "with",
        "where": "At",
        "organizer": "The organizers",
        "referee": "The head referee",
        "general": "the general table",
        "none": "There is no podium yet: diplomas are made once it is decided.",
    },
}


class Placed(Struct, frozen=True):
    """A place of a podium, and who has it: a person or a pair."""

    place: int
    who: Somebody


class Diploma(Struct, frozen=True):
    """What one person is given."""

    place: int
    name: str
    partners: str


def as_page(
    title: str, contest: str | None, podium: Iterable[Placed], decided: datetime, where: str, language: str
) -> Response[bytes]:
    """A diploma for each person on the podium of a contest, or of the general table where `contest` is None.

    `decided` is when the last was entered; `where` the town, a line to write on where it is empty.
    """
    words = WORDS[language]
    return page(
        "paper/diplomas.html",
        language,
        title=title,
        contest=contest or words["general"],
        diplomas=[one for placed in podium if placed.place <= PLACES for one in _diplomas(placed, words)],
        day=_day(decided, language),
        where=where,
        words=words,
    )


def _diplomas(placed: Placed, words: Mapping[str, object]) -> Iterator[Diploma]:
    """One for each person: partners are named on each other's."""
    people = placed.who.players or (placed.who,)
    for person in people:
        partners = [named(one) for one in people if one.id != person.id]
        yield Diploma(placed.place, named(person), f"{words['with']} {', '.join(partners)}" if partners else "")


def _day(at: datetime, language: str) -> str:
    """A day as it is written on a document, after the town."""
    month = MONTHS[language][at.month - 1]
    return f"a {at.day} de {month} de {at.year}" if language == "es" else f"{at.day} {month} {at.year}"

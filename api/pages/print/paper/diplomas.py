"""Diplomas of a podium, a page each, to be signed and hung on a wall."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from litestar import Response
from msgspec import Struct

from api.pages.naming import display_name
from api.pages.print import page
from api.pages.times import HallClock
from referee.championship.views import Somebody

PLACES = 3
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


class DiplomaPlace(Struct, frozen=True):
    """A place of a podium, and its holder: a person or a pair."""

    place: int
    winner: Somebody


class Diploma(Struct, frozen=True):
    """The diploma of one person, with the names of the partners."""

    place: int
    name: str
    partners: str


def as_page(
    title: str, contest: str | None, podium: Iterable[DiplomaPlace], decided_at: datetime, town: str, clock: HallClock
) -> Response[bytes]:
    """A diploma for each person on the podium of a contest, or of the general table where `contest` is None.

    `decided_at` is when the last result was entered; `town` is the town, and a blank line is printed if it is empty.
    """
    words = WORDS[clock.language]
    return page(
        "paper/diplomas.html",
        clock.language,
        title=title,
        contest=contest or words["general"],
        diplomas=[one for step in podium if step.place <= PLACES for one in _diplomas(step, clock.language)],
        day=clock.day(decided_at),
        where=town,
        words=words,
    )


def _diplomas(step: DiplomaPlace, language: str) -> Iterator[Diploma]:
    """One for each person, with the names of the partners. An erased person has none."""
    people = [one for one in step.winner.players or (step.winner,) if one.name is not None]
    for person in people:
        partners = ", ".join(display_name(one, language) for one in people if one.id != person.id)
        yield Diploma(
            step.place, display_name(person, language), f"{WORDS[language]['with']} {partners}" if partners else ""
        )

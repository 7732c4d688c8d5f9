"""People in answers: the names for entries of streams, and the facts that tell people of one name apart.

No log holds a name, so it is added as an entry is sent, outside its hash.
"""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace

from api.access.policy import Principal, may_know_birth_dates
from api.context import AppContext
from api.runtime.threads import off_loop
from projections import records
from referee.championship.people import NamesakeWarning
from referee.championship.state import Championship, DecisionEntry
from referee.errors import Ambiguous
from referee.match.entries import SEATING, Entry, line
from referee.match.registry import tag
from referee.people.namesakes import Doubt
from referee.text import Text

Names = Callable[[str], str | None]
NAMESAKES = (
    "A name that looks like that of a player of this championship, or of somebody who belongs to no single championship, needs "
    "an answer: `distinct` (somebody else) or `reuse` (the one who is there), of the person or of the whole list. Without one: "
    "422 `ambiguous`, with all such names at once. People who came with the list of another championship alone stay there; "
    "`warnings` names those who have the same name."
)
"""Documentation of routes that take lists of names."""


def with_names(line: dict[str, Any], people: Iterable[str], name: Names) -> dict[str, Any]:
    """The line of an entry and, in `names`, the name of each of these people by id; None for an erased one."""
    names = {id_: name(id_) for id_ in people}
    return {**line, "names": names} if names else line


def seated_players(entry: Entry[Any, Any]) -> tuple[str, ...]:
    """The players that an entry of a match seats, by seat."""
    event = entry.event
    return tuple(seat.player for seat in event.seats) if tag(type(event)) in SEATING else ()


def named_in(championship: Championship, entry: DecisionEntry) -> tuple[str, ...]:
    """The people that an entry of a championship names by id, and the players of the fixture that it is about."""
    players = {*championship.entered_ids, *championship.players}
    people = [id_ for id_ in _texts(line(entry)) if id_ in players]
    fixture = championship.fixture(getattr(entry.event, "fixture", None) or "")
    if fixture is not None:
        contest, record = fixture
        people += [person for entrant in record.entrants for person in contest.contest.people(entrant)]
    return tuple(dict.fromkeys(people))


def _texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value, its keys apart."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)


@asynccontextmanager
async def telling_apart(services: AppContext, principal: Principal) -> AsyncIterator[None]:
    """Adds the games of each candidate to the refusal of an ambiguous name."""
    try:
        yield
    except Ambiguous as refused:
        await off_loop(_tell_apart, services, principal, refused.extra["people"])
        raise


def namesake_warning(doubt: Doubt, principal: Principal, language: str) -> NamesakeWarning:
    """The warning about a name that people of another championship have too."""
    detail = Text(
        es=f"«{doubt.name}» se inscribe como persona nueva: hay alguien con ese nombre en otro campeonato. Si es la misma, "
        "envíe su id o `reuse: true`, o junte después las dos inscripciones",
        en=f"{doubt.name!r} is entered as somebody new: somebody of that name is in another championship. If it is the same "
        "person, send the id or `reuse: true`, or merge the two entries later",
    )
    people = doubt.candidates
    if not may_know_birth_dates(principal):
        people = tuple(replace(one, birth_date=None) for one in people)
    return NamesakeWarning(detail.in_language(language), doubt.path, people)


def _tell_apart(services: AppContext, principal: Principal, candidates: Iterable[dict[str, Any]]) -> None:
    with services.follower.store.connect() as connection:
        for candidate in candidates:
            if not may_know_birth_dates(principal):
                candidate["birth_date"] = None
            if candidate["id"] is not None:
                games = records.of_player(connection, services.people.same(candidate["id"]))
                candidate["games"] = [{"ruleset": game.ruleset, "played": game.played} for game in games]

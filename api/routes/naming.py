"""Names for the entries of streams: no log holds any, so they are added as an entry is sent, outside its hash."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from referee.championship.state import Championship, DecisionEntry
from referee.match.entries import SEATING, Entry, line
from referee.match.registry import tag

Names = Callable[[str], str | None]


def with_names(shown: dict[str, Any], people: Iterable[str], name: Names) -> dict[str, Any]:
    """The line of an entry and, in `names`, the name of each of these people by id; None for one who was erased."""
    names = {id_: name(id_) for id_ in people}
    return {**shown, "names": names} if names else shown


def seated(entry: Entry[Any, Any]) -> tuple[str, ...]:
    """The players whom an entry of a match seats, by seat."""
    event = entry.event
    return tuple(seat.player for seat in event.seats) if tag(type(event)) in SEATING else ()


def named_in(championship: Championship, entry: DecisionEntry) -> tuple[str, ...]:
    """The people whom an entry of a championship names by id, and those who play in the fixture that it is about."""
    known = {*championship.entered, *championship.players}
    found = [id_ for id_ in _texts(line(entry)) if id_ in known]
    fixture = championship.fixture(getattr(entry.event, "fixture", None) or "")
    if fixture is not None:
        contest, record = fixture
        found += [person for entrant in record.entrants for person in contest.contest.people(entrant)]
    return tuple(dict.fromkeys(found))


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

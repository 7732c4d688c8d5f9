"""The fields in which a championship or a contest is not as a request says that would make it.

An importer sends its requests again after a correction of what they made: what is as they say by now is no other content.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import UNSET, Struct

from referee.championship.events import ContestDrawn
from referee.championship.people import looks_like_id
from referee.championship.recorded_contest import RecordedContest
from referee.championship.state import Championship
from referee.contests.contest import Entrant
from referee.contests.discipline import Discipline
from referee.contests.draws import DrawnOrder
from referee.contests.substitution import is_replaced
from referee.people.namesakes import NewPlayer
from referee.people.register import People, Person

Side = tuple[frozenset[str], str | None]
"""The people of an entrant, and the name of a team."""


class RequestedDraw(Protocol):
    """How the draw of a contest was requested."""

    @property
    def seed(self) -> str | None: ...
    @property
    def order(self) -> object: ...
    @property
    def rounds(self) -> object: ...


def differing_championship(
    name: str, refs: Sequence[str | NewPlayer], discipline: Discipline | None, now: Championship, people: People
) -> list[str]:
    """The fields of a request with this name, these players and this discipline that say something else."""
    players = [*people.find(now.players).values()]
    same = {
        "name": now.name == name,
        "players": _are_the_same(refs, players),
        "discipline": now.discipline == discipline,
    }
    return [field for field, is_same in same.items() if not is_same]


def differing_contest(
    request: RequestedDraw, new: ContestDrawn, now: RecordedContest, championship: Championship
) -> list[str]:
    """The fields of a request that say something else than a contest; `new` is what the request would draw."""
    contest, last_draw = now.contest, now.draws[-1].draw
    values: Mapping[str, tuple[Any, Any]] = {
        "ruleset": (now.ruleset, new.ruleset),
        "format": (contest.format, new.format),
        "entrants": (_sides(now, championship), {_side(one, championship) for one in new.entrants}),
        "params": (
            (contest.params, msgspec.to_builtins(contest.options)),
            (new.params, new.options),
        ),
        "podium": (contest.podium, new.podium),
        "stakes": (contest.stakes, new.stakes),
        "house": (contest.house, new.house),
        "timing": (contest.timing, new.timing),
        "name": (now.name, new.name),
        "partners": (contest.partners, new.partners),
        "teams": (contest.teams, new.teams),
        "duplicate": (contest.duplicate, new.duplicate),
    }
    fields = [field for field, (present, value) in values.items() if present != value]
    if request.seed is not None and request.seed != last_draw.seed:
        fields.append("seed")
    of_new = {one.id: one.people for one in new.entrants}
    there = _Places(last_draw, lambda entrant: _people(contest.people(entrant), championship))
    wanted = _Places(new.draw, lambda entrant: _people(of_new[entrant], championship))
    if request.order is not None and there.order() != wanted.order():
        fields.append("order")
    if request.rounds is not None and there.rounds() != wanted.rounds():
        fields.append("rounds")
    return fields


class _Places(Struct, frozen=True):
    """A draw by the people of its entrants: a pair has another id in each request."""

    draw: DrawnOrder
    people: Callable[[str], frozenset[str]]

    def order(self) -> list[frozenset[str]]:
        """The entrants in the order drawn."""
        return [self.people(entrant) for entrant in self.draw.order]

    def rounds(self) -> list[list[list[frozenset[str]]]]:
        """The two of each match, by round."""
        return [[[self.people(entrant) for entrant in match] for match in round_.pairs] for round_ in self.draw.rounds]


def _are_the_same(refs: Sequence[str | NewPlayer], players: Sequence[Person]) -> bool:
    """True if these references name each of these players once. A name alone may be of several: it chooses last."""
    remaining = [*players]
    for ref in sorted(refs, key=lambda one: isinstance(one, str) and not looks_like_id(one)):
        person = next((one for one in remaining if _is_meant(ref, one)), None)
        if person is None:
            return False
        remaining.remove(person)
    return not remaining


def _is_meant(ref: str | NewPlayer, person: Person) -> bool:
    if isinstance(ref, str):
        return ref in {person.id, person.name} or (person.merged is not UNSET and ref in person.merged)
    words = None if person.disambiguation is UNSET else person.disambiguation
    return (ref.name, ref.birth_date, ref.disambiguation) == (person.name, person.birth_date, words)


def _people(people: Sequence[str], championship: Championship) -> frozenset[str]:
    return frozenset(map(championship.merges.now, people))


def _side(entrant: Entrant, championship: Championship) -> Side:
    """An entrant as a set of people, with the name of a team."""
    return _people(entrant.people, championship), entrant.name


def _sides(now: RecordedContest, championship: Championship) -> set[Side]:
    """Those who have a place now."""
    contest = now.contest
    places = [one for one in contest.entrants if not is_replaced(contest, one.id)]
    return {_side(one, championship) for one in places}

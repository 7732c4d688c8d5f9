"""A substitution: the new player, one partner of a pair, a whole pair, or the next of the table."""

from collections.abc import Callable, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from referee.championship.decisions import Reopen, Why, require_no_teams
from referee.championship.events import EntrantSubstituted
from referee.championship.people import Pair, PlayerRef, entrant, entrant_of, player
from referee.championship.recorded_contest import Names, RecordedContest
from referee.championship.state import Championship
from referee.contests.contest import Contest, Substitution
from referee.contests.substitution import RULE, is_replaced, require_possible
from referee.errors import Flaw, Inconsistent
from referee.text import Text

Somebody = PlayerRef | Pair


class Substitute(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename={"into": "in"}):
    """Who does not come any more, and who comes instead; nobody named, the next of the table in the last matches.

    Of a pair, `out` and `in` are one partner each, or the pair (by the id of the entrant, or as its two players) and another.
    """

    out: Annotated[PlayerRef | Pair, Meta(description="A player, one partner of a pair, or a pair.")]
    reason: Why
    into: Annotated[
        PlayerRef | Pair | None,
        Meta(description="A player of the championship, two of them for a pair, or an entrant who is out."),
    ] = None
    reopen: Reopen = False


class Arrival(Struct, frozen=True):
    """The entrant that comes, and its players; the entrant is None for a new pair."""

    entrant: str | None
    people: tuple[str, ...]


def substitution(
    request: Substitute, championship: Championship, contest: RecordedContest, names: Names, new_id: Callable[[], str]
) -> EntrantSubstituted:
    """A substitution. Raises NotFound, Ambiguous, Inconsistent for an impossible substitute, Impossible where nothing is left."""
    require_no_teams(
        contest,
        "un equipo no tiene sustituto: en cada enfrentamiento juega quien esté de sus miembros",
        "a team has no substitute: in each encounter those of its members play who are there",
    )
    desk = _Desk(championship, contest.contest, names)
    out = desk.who_goes(request.out)
    comes = desk.who_comes(request, out) if request.into is not None else None
    into = None if comes is None else comes.entrant or new_id()
    people = comes.people if comes else ()
    require_possible(contest.contest, contest.state, Substitution(out, into), people)
    is_new_pair = comes is not None and comes.entrant is None
    return EntrantSubstituted(contest.id, out, request.reason, into, people if is_new_pair else ())


class _Desk:
    """A contest, and the references to its people in a request."""

    def __init__(self, championship: Championship, contest: Contest, names: Names) -> None:
        self.championship = championship
        self.contest = contest
        self.names = names
        self.now = championship.merges.now

    def who_goes(self, out: Somebody) -> str:
        """The entrant of a request. Raises NotFound, Ambiguous, Inconsistent."""
        if isinstance(out, str):
            return entrant(out, self.contest, self.championship, self.names)
        entrant_id = self.entrant_of(tuple(map(self.player, out)))
        if entrant_id is None:
            raise _wrong(
                "$.out", Text(es="no hay tal pareja en este torneo", en="there is no such pair in this contest")
            )
        return entrant_id

    def who_comes(self, request: Substitute, out: str) -> Arrival:
        """The substitute for this entrant. Raises NotFound, Ambiguous, Inconsistent."""
        assert request.into is not None
        people = self.contest.people(out)
        if not isinstance(request.into, str):
            if len(people) != len(request.into):
                raise _wrong(
                    "$.in", Text(es="aquí se juega uno a uno: nombre a uno", en="these are no pairs: name one")
                )
            return self.arrival(tuple(map(self.player, request.into)))
        if self.is_entrant(request.into):
            return Arrival(request.into, self.contest.people(request.into))
        comes = self.player(request.into)
        if len(people) == 1:
            entrant_id = entrant_of(comes, self.contest, self.championship)
            return Arrival(entrant_id or comes, (comes,))
        if isinstance(request.out, str) and not self.is_entrant(request.out):
            partner = self.player(request.out)
            return self.arrival(tuple(comes if self.now(one) == partner else one for one in people))
        entrant_id = entrant_of(comes, self.contest, self.championship)
        if entrant_id is None:
            raise _wrong(
                "$.in",
                Text(
                    es="por una pareja viene una pareja: nombre a dos; o nombre en `out` al compañero que falta",
                    en="a pair comes for a pair: name two; or name in `out` the partner who does not come",
                ),
            )
        return Arrival(entrant_id, self.contest.people(entrant_id))

    def arrival(self, people: tuple[str, ...]) -> Arrival:
        """These players as an entrant, an existing or a new one. Raises Inconsistent for one named twice."""
        if len({*people}) < len(people):
            raise _wrong("$.in", Text(es="nadie es su propio compañero", en="nobody is their own partner"))
        return Arrival(self.entrant_of(people), people)

    def entrant_of(self, people: Sequence[str]) -> str | None:
        """The entrant of these players, preferably one that was not replaced; None where they are none."""
        same = {*map(self.now, people)}
        ids = [one.id for one in self.contest.entrants if {*map(self.now, one.people)} == same]
        return next((id_ for id_ in ids if not is_replaced(self.contest, id_)), ids[-1] if ids else None)

    def is_entrant(self, reference: str) -> bool:
        return any(one.id == reference for one in self.contest.entrants)

    def player(self, reference: str) -> str:
        return player(reference, self.championship, self.names)


def _wrong(path: str, text: Text) -> Inconsistent:
    return Inconsistent(text, rule=RULE, flaws=(Flaw(path, text),))

"""Who is meant: in a request, an id or an exact name serves; names are looked up among the championship's players."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Annotated

from msgspec import Meta, Struct

from referee.championship.state import Names
from referee.contests.contest import Contest
from referee.errors import Ambiguous, Flaw, Inconsistent, NotFound
from referee.people.likeness import skeleton
from referee.people.namesakes import Candidate, ambiguous
from referee.people.register import Newcomer, People, Person
from referee.text import Text

Who = Annotated[str, Meta(min_length=1, max_length=200, description="A player's id or exact name.", examples=["Ana"])]
ID_LENGTH = 36
"""The characters of an id: a text of this form that is nobody's id is no name either."""


Distinct = Annotated[
    bool, Meta(description="It is somebody else than those whose name looks the same, who are there already.")
]


class NewPlayer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody who was never entered before."""

    name: Annotated[str, Meta(min_length=1, max_length=200, examples=["Ana"])]
    birth_date: date | None = None
    distinct: Distinct = False


class Arrivals(Struct, frozen=True):
    """Who takes part: ids of people entered before, and in their places None for each of the new."""

    ids: tuple[str | None, ...]
    new: tuple[tuple[str, date | None], ...]

    def enter(self, people: People, at: str) -> tuple[tuple[str, ...], list[Newcomer]]:
        """All ids in order, and the new people, who are to be entered with what makes them take part."""
        newcomers = people.newcomers(self.new, at)
        fresh = iter(newcomers)
        return tuple(id_ or next(fresh).person.id for id_ in self.ids), newcomers


def arrivals(asked: Sequence[str | NewPlayer], people: People, already: Iterable[str] = ()) -> Arrivals:
    """Who these are: an id is somebody entered before; a name or an object is a new player.

    Raises NotFound for an id of nobody, Inconsistent for who takes part already, Ambiguous for a new name that looks like
    that of somebody who does, unless it is said to be another's.
    """
    already = tuple(already)
    known = people.find([who for who in asked if isinstance(who, str)])
    seen = set(already)
    named = _looks(people.find([*already, *known]).values())
    ids: list[str | None] = []
    new: list[tuple[str, date | None]] = []
    for n, who in enumerate(asked):
        if isinstance(who, str) and who in known:
            if who in seen:
                raise Inconsistent(
                    Text(es=f"{known[who].name} ya participa", en=f"{known[who].name} takes part already"),
                    flaws=(Flaw(f"$.players[{n}]", Text(es="ya participa", en="takes part already")),),
                )
            seen.add(who)
            ids.append(who)
        elif isinstance(who, str):
            if _looks_like_id(who):
                raise nobody(who)
            _need_another(NewPlayer(who), n, named)
            ids.append(None)
            new.append((who, None))
        else:
            _need_another(who, n, named)
            ids.append(None)
            new.append((who.name, who.birth_date))
    return Arrivals(tuple(ids), tuple(new))


def _looks(people: Iterable[Person]) -> dict[str, list[Candidate]]:
    """People who take part, by what their names look like."""
    looks: dict[str, list[Candidate]] = {}
    for person in people:
        looks.setdefault(skeleton(person.name), []).append(Candidate(person.id, person.name, person.birth_date))
    return looks


def _need_another(new: NewPlayer, n: int, named: dict[str, list[Candidate]]) -> None:
    """Raises Ambiguous for a name that looks like one before it. Notes the name, for those after it."""
    alike = named.setdefault(skeleton(new.name), [])
    if alike and not new.distinct:
        raise ambiguous(new.name, alike, f"$.players[{n}]")
    alike.append(Candidate(None, new.name, new.birth_date))


def nobody(who: str) -> NotFound:
    """The refusal of an id or name that is nobody's here."""
    return NotFound(
        Text(es=f"no hay jugador «{who}» en este campeonato", en=f"there is no player {who!r} in this championship")
    )


def player(who: str, players: Sequence[str], names: Names) -> str:
    """The player of this id or exact name. Raises NotFound, or Ambiguous for a name of two."""
    if who in players:
        return who
    found = [id_ for id_ in players if names(id_) == who]
    if len(found) > 1:
        raise Ambiguous(
            Text(
                es=f"hay {len(found)} personas llamadas «{who}» en este campeonato: usa un id",
                en=f"{len(found)} people in this championship are named {who!r}: use an id",
            ),
            extra={"people": [{"id": id_, "name": who} for id_ in found]},
        )
    if not found:
        raise nobody(who)
    return found[0]


def entrant(who: str, contest: Contest, players: Sequence[str], names: Names) -> str:
    """The entrant that is this player, is this player's pair, or has this id. Raises NotFound, Ambiguous, Inconsistent."""
    if any(known.id == who for known in contest.entrants):
        return who
    id_ = player(who, players, names)
    found = next((known.id for known in contest.entrants if id_ in known.people), None)
    if found is None:
        raise Inconsistent(
            Text(es=f"«{who}» no está inscrito en este torneo", en=f"{who!r} is not an entrant of this contest")
        )
    return found


def _looks_like_id(who: str) -> bool:
    return len(who) == ID_LENGTH and who.count("-") == 4 and set(who) <= set("0123456789abcdefABCDEF-")

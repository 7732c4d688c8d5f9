"""Who is meant: in a request, an id or an exact name serves; names are looked up among the championship's players."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Annotated

from msgspec import Meta, Struct

from referee.championship.record.contest import Names
from referee.championship.state import Championship
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
    named = _looks({one.id: one for one in [*people.find(already).values(), *known.values()]}.values(), people)
    ids: list[str | None] = []
    new: list[tuple[str, date | None]] = []
    for n, who in enumerate(asked):
        if isinstance(who, str) and who in known:
            id_ = known[who].id
            if id_ in seen:
                raise Inconsistent(
                    Text(es=f"{known[who].name} ya participa", en=f"{known[who].name} takes part already"),
                    flaws=(Flaw(f"$.players[{n}]", Text(es="ya participa", en="takes part already")),),
                )
            seen.add(id_)
            ids.append(id_)
        elif isinstance(who, str):
            if looks_like_id(who):
                raise nobody(who)
            _need_another(NewPlayer(who), n, named)
            ids.append(None)
            new.append((who, None))
        else:
            _need_another(who, n, named)
            ids.append(None)
            new.append((who.name, who.birth_date))
    return Arrivals(tuple(ids), tuple(new))


def _looks(taking_part: Iterable[Person], people: People) -> dict[str, list[Candidate]]:
    """People who take part, by what their names look like, those of entries that were merged into theirs too."""
    looks: dict[str, list[Candidate]] = {}
    for person in taking_part:
        names = [person.name, *(people.own_name(old) for old in people.same(person.id)[1:])]
        for look in dict.fromkeys(skeleton(name) for name in names if name):
            looks.setdefault(look, []).append(Candidate(person.id, person.name, person.birth_date))
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


def player(who: str, now: Championship, names: Names) -> str:
    """The player of this id or exact name, as they are now; `names` are those under which people were entered.

    Raises NotFound, or Ambiguous for a name of two.
    """
    same = now.merges.now
    if same(who) in now.players:
        return same(who)
    ids = dict.fromkeys((*now.entered, *now.merges.into, *now.players))
    found = list(dict.fromkeys(same(id_) for id_ in ids if names(id_) == who and same(id_) in now.players))
    if len(found) > 1:
        raise Ambiguous(
            Text(
                es=f"hay {len(found)} personas llamadas «{who}» en este campeonato: use un id",
                en=f"{len(found)} people in this championship are named {who!r}: use an id",
            ),
            extra={"people": [{"id": id_, "name": who, "birth_date": None} for id_ in found]},
        )
    if not found:
        raise nobody(who)
    return found[0]


def entrant(who: str, contest: Contest, now: Championship, names: Names) -> str:
    """The entrant that is this player, is this player's pair, or has this id. Raises NotFound, Ambiguous, Inconsistent."""
    if any(known.id == who for known in contest.entrants):
        return who
    found = entrant_of(player(who, now, names), contest, now)
    if found is None:
        raise Inconsistent(
            Text(es=f"«{who}» no está inscrito en este torneo", en=f"{who!r} is not an entrant of this contest")
        )
    return found


def entrant_of(player: str, contest: Contest, now: Championship) -> str | None:
    """The entrant that a player is, or is a partner of; None where the player is in none."""
    same = now.merges.now
    return next((known.id for known in contest.entrants if player in map(same, known.people)), None)


def looks_like_id(who: str) -> bool:
    """Whether a text has the form of an id."""
    return len(who) == ID_LENGTH and who.count("-") == 4 and set(who) <= set("0123456789abcdefABCDEF-")

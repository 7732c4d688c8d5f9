"""People of one name: the choice of the one that a request means, and the refusal of a name that leaves it open."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from referee.errors import Ambiguous, BadRequest, Flaw, Inconsistent
from referee.people.name_similarity import normalize_name
from referee.people.register import Person
from referee.people.spelling import disambiguation, readings, require_name
from referee.text import Text

Distinct = Annotated[
    bool, Meta(description="It is somebody else than those whose name looks the same, who are there already.")
]
Reuse = Annotated[
    bool,
    Meta(
        description="It is the one person who is there already under a name that looks the same; nothing of that person is "
        "changed. Where nobody is, somebody new. Not both with `distinct`."
    ),
]
BOTH = Text(
    es="`distinct` dice que es otra persona y `reuse` que es la misma: envíe uno de los dos",
    en="`distinct` says that it is somebody else and `reuse` that it is the same person: send one of them",
)
ANSWER = Text(
    es="use su id o envíe `reuse: true` si es esa persona, o envíe `distinct: true` si es otra",
    en="use the id or send `reuse: true` if it is the same person, or send `distinct: true` if it is somebody else",
)
"""The ways in which a request names the person that it means."""


BirthDate = Annotated[date, Meta(description="Where the oldest deals first, it decides who does.")]


Disambiguation = Annotated[
    str,
    Meta(
        max_length=40,
        description="What tells a person apart from others of the same name: club, second surname, year. "
        "Everybody reads it behind the name, where somebody else has that name too.",
        examples=["Peña El Basto"],
    ),
]


class NewPlayer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody by name. A name that is there already needs `distinct` or `reuse`."""

    name: Annotated[str, Meta(min_length=1, max_length=200, examples=["Ana"])]
    birth_date: BirthDate | None = None
    disambiguation: Disambiguation | None = None
    distinct: Distinct = False
    reuse: Reuse = False

    @property
    def readings(self) -> tuple[str, ...]:
        """The name alone and, if there is one, with its disambiguation."""
        return readings(self.name, self.disambiguation)


def normalized_player(new: NewPlayer, path: str) -> NewPlayer:
    """A new player with the name in its stored form. `path` is the place in the request. Raises BadRequest."""
    words = disambiguation(new.disambiguation)
    return replace(new, name=require_name(new.name, f"{path}.name"), disambiguation=words)


class GamesPlayed(Struct, frozen=True):
    """How many matches of a game somebody finished."""

    ruleset: str
    played: int


class Candidate(Struct, frozen=True):
    """Somebody whom a name fits, and what tells them apart. `id` is null for another new player of the same request."""

    id: str | None
    name: str
    birth_date: date | None = None
    games: Annotated[tuple[GamesPlayed, ...], Meta(description="What they played, by game.")] | UnsetType = UNSET
    disambiguation: str | UnsetType = UNSET

    @property
    def readings(self) -> tuple[str, ...]:
        """The name alone and, if there is one, with its disambiguation."""
        return readings(self.name, self.disambiguation or None)

    @property
    def with_disambiguation(self) -> str:
        """The name with its disambiguation, if there is one."""
        return self.readings[-1]


def candidate(person: Person) -> Candidate:
    """The candidate of a person."""
    return Candidate(person.id, person.name, person.birth_date, disambiguation=person.disambiguation)


class Doubt(Struct, frozen=True):
    """A name that fits several people: its place in the request, and these people."""

    path: str
    name: str
    candidates: tuple[Candidate, ...]


def require_one_answer(distinct: bool, reuse: bool, path: str) -> None:
    """Raises BadRequest for a request that calls a person both new and the same."""
    if distinct and reuse:
        raise BadRequest(BOTH, flaws=(Flaw(path, BOTH),))


def identify(
    new: NewPlayer, path: str, namesakes: Sequence[Candidate], elsewhere: Sequence[Candidate] = ()
) -> Candidate | Doubt | None:
    """The person that a name means; None for a new one, a Doubt if it may mean several.

    `elsewhere` are people that belong to another championship alone: only `reuse` takes a name for one of them. Birth dates and
    disambiguations tell people of one name apart if both are known.

    Raises Inconsistent for a new person who would read like another one, though both have something to tell them apart.
    """
    candidates = (*namesakes, *elsewhere) if new.reuse else tuple(namesakes)
    if new.distinct:
        require_apart(new.name, new.disambiguation, namesakes, f"{path}.disambiguation")
    if new.distinct or not candidates:
        return None
    fitting = [one for one in candidates if _fits(new, one)]
    return fitting[0] if new.reuse and len(fitting) == 1 else Doubt(path, new.name, candidates)


def require_apart(name: str, words: str | None, others: Sequence[Candidate], path: str) -> None:
    """Raises Inconsistent where what is written to tell somebody apart is what another one of the name has."""
    reading = normalize_name(readings(name, words)[-1])
    if any((words or one.disambiguation) and normalize_name(one.with_disambiguation) == reading for one in others):
        shown = readings(name, words)[-1]
        text = Text(
            es=f"ya hay otra persona que se lee «{shown}»: escriba otra cosa que las distinga",
            en=f"somebody else reads {shown!r} already: write something else that tells them apart",
        )
        raise Inconsistent(text, flaws=(Flaw(path, text),))


def _fits(new: NewPlayer, candidate: Candidate) -> bool:
    """True if these two may be one person: no known birth date or disambiguation differs."""
    pairs = (new.birth_date, candidate.birth_date), (new.disambiguation, candidate.disambiguation or None)
    return all(None in both or both[0] == both[1] for both in pairs)


def ambiguous(doubts: Sequence[Doubt], answer: Text = ANSWER) -> Ambiguous:
    """The refusal of all names that may be those of others. `answer` gives the ways to name the right person."""
    reads = [(doubt.name, doubt.candidates) for doubt in doubts]
    es = "; ".join(f"«{name}» se lee igual que {_enumerate(candidates, 'y')}" for name, candidates in reads)
    en = "; ".join(f"{name!r} reads like {_enumerate(candidates, 'and')}" for name, candidates in reads)
    people = {
        (one.id, one.with_disambiguation): msgspec.to_builtins(one) for doubt in doubts for one in doubt.candidates
    }
    return Ambiguous(
        Text(es=f"{es}: {answer.es}", en=f"{en}: {answer.en}"),
        flaws=tuple(
            _flaw(doubt, [people[one.id, one.with_disambiguation] for one in doubt.candidates]) for doubt in doubts
        ),
        extra={"people": [*people.values()]},
    )


def _flaw(doubt: Doubt, people: list[dict[str, Any]]) -> Flaw:
    text = Text(es="ya hay alguien con ese nombre", en="there is already somebody with that name")
    return Flaw(doubt.path, text, {"people": people})


def _enumerate(candidates: Sequence[Candidate], last: str) -> str:
    names = [f"{one.with_disambiguation} ({one.id})" if one.id else one.with_disambiguation for one in candidates]
    return f" {last} ".join(filter(None, (", ".join(names[:-1]), names[-1])))

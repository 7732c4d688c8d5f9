"""People of one name: who they are, which of them is meant, and the refusal of a name that does not say so."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from referee.errors import Ambiguous, Flaw, Malformed
from referee.people.spelling import need_name
from referee.text import Text

Distinct = Annotated[
    bool, Meta(description="It is somebody else than those whose name looks the same, who are there already.")
]
Reuse = Annotated[
    bool,
    Meta(
        description="It is the one person who is there already under a name that looks the same; nothing of that person is "
        "changed. Where nobody is, somebody new."
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
"""How a request says which person is meant."""


BirthDate = Annotated[date, Meta(description="Where the oldest deals first, it decides who does.")]


class NewPlayer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody by name. A name that is there already needs `distinct` or `reuse`."""

    name: Annotated[str, Meta(min_length=1, max_length=200, examples=["Ana"])]
    birth_date: BirthDate | None = None
    distinct: Distinct = False
    reuse: Reuse = False


def spelled_out(new: NewPlayer, path: str) -> NewPlayer:
    """Somebody by name, as it is written down; `path` is where they stand in the request. Raises Malformed."""
    return replace(new, name=need_name(new.name, f"{path}.name"))


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


class Doubt(Struct, frozen=True):
    """A name in a request, where it stands there, and the people whom it fits."""

    path: str
    name: str
    candidates: tuple[Candidate, ...]


def need_one_answer(distinct: bool, reuse: bool, path: str) -> None:
    """Raises Malformed where a person is said to be somebody else and the same."""
    if distinct and reuse:
        raise Malformed(BOTH, flaws=(Flaw(path, BOTH),))


def meant(
    new: NewPlayer, path: str, namesakes: Sequence[Candidate], elsewhere: Sequence[Candidate] = ()
) -> Candidate | Doubt | None:
    """The person who is meant by a name; None for somebody new.

    `elsewhere` are people who belong to another championship alone: only `reuse` takes a name for one of them. A birth date
    tells people of one name apart where both are known.
    """
    candidates = (*namesakes, *elsewhere) if new.reuse else tuple(namesakes)
    if new.distinct or not candidates:
        return None
    fitting = [
        one for one in candidates if None in (one.birth_date, new.birth_date) or one.birth_date == new.birth_date
    ]
    return fitting[0] if new.reuse and len(fitting) == 1 else Doubt(path, new.name, candidates)


def ambiguous(doubts: Sequence[Doubt], answer: Text = ANSWER) -> Ambiguous:
    """The refusal of names that may be those of others, all at once; `answer` says how to tell who is meant."""
    reads = [(doubt.name, doubt.candidates) for doubt in doubts]
    es = "; ".join(f"«{name}» se lee igual que {_listed(candidates, 'y')}" for name, candidates in reads)
    en = "; ".join(f"{name!r} reads like {_listed(candidates, 'and')}" for name, candidates in reads)
    people = {(one.id, one.name): msgspec.to_builtins(one) for doubt in doubts for one in doubt.candidates}
    return Ambiguous(
        Text(es=f"{es}: {answer.es}", en=f"{en}: {answer.en}"),
        flaws=tuple(_flaw(doubt, [people[one.id, one.name] for one in doubt.candidates]) for doubt in doubts),
        extra={"people": [*people.values()]},
    )


def _flaw(doubt: Doubt, people: list[dict[str, Any]]) -> Flaw:
    text = Text(es="ya hay alguien con ese nombre", en="there is already somebody with that name")
    return Flaw(doubt.path, text, {"people": people})


def _listed(candidates: Sequence[Candidate], last: str) -> str:
    names = [f"{one.name} ({one.id})" if one.id else one.name for one in candidates]
    return f" {last} ".join(filter(None, (", ".join(names[:-1]), names[-1])))

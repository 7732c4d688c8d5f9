"""People of one name: who they are, and the refusal of one more unless it is said to be somebody else."""

from collections.abc import Sequence
from datetime import date

import msgspec
from msgspec import Struct

from referee.errors import Ambiguous, Flaw
from referee.text import Text


class Candidate(Struct, frozen=True):
    """Somebody whom a name fits, and what tells them apart. `id` is null for another new player of the same request."""

    id: str | None
    name: str
    birth_date: date | None = None


def ambiguous(name: str, candidates: Sequence[Candidate], path: str) -> Ambiguous:
    """The refusal of a new name that looks like those of others."""
    return Ambiguous(
        Text(
            es=f"«{name}» se lee igual que {_listed(candidates, 'y')}: use su id, o envíe `distinct: true` si es otra persona",
            en=f"{name!r} reads like {_listed(candidates, 'and')}: use the id, or send `distinct: true` if this is somebody else",
        ),
        flaws=(Flaw(path, Text(es="ya hay alguien con ese nombre", en="there is already somebody with that name")),),
        extra={"people": [msgspec.to_builtins(one) for one in candidates]},
    )


def _listed(candidates: Sequence[Candidate], last: str) -> str:
    names = [f"{one.name} ({one.id})" if one.id else one.name for one in candidates]
    return f" {last} ".join(filter(None, (", ".join(names[:-1]), names[-1])))

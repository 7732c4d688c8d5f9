"""A championship after people were entered, and which of them may be in another one already, under the same name."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.championship.people import NameAnswers, candidate
from referee.championship.views import ChampionshipView
from referee.people.likeness import look
from referee.people.namesakes import Candidate, Doubt, NewPlayer
from referee.people.register import People


class NamesakeWarning(Struct, frozen=True):
    """A name that was entered as somebody new, and people of another championship who have it too."""

    code: Literal["namesake"]
    detail: str
    path: str
    people: tuple[Candidate, ...]


class ChampionshipEntered(ChampionshipView, frozen=True, kw_only=True):
    """A championship after people were entered, and what may not be as it was meant."""

    warnings: Annotated[
        tuple[NamesakeWarning, ...],
        Meta(description="What was done, and may not be meant: a person who is entered twice can be merged."),
    ] = ()


def namesakes_elsewhere(
    asked: Sequence[str | NewPlayer],
    answers: NameAnswers,
    people: People,
    championship: str,
    entered: Sequence[str],
) -> list[Doubt]:
    """Names of a list that were entered as new people without an answer, and fit people who belong to another championship.

    `entered` are the ids of all on the list, in its order.
    """
    new = {
        f"$.players[{n}]": (answers.by_name(who, ""), entered[n]) for n, who in enumerate(asked) if who != entered[n]
    }
    open_ = {path: pair for path, pair in new.items() if not (pair[0].distinct or pair[0].reuse)}
    namesakes = people.namesakes(who.name for who, _ in open_.values())
    doubts = []
    for path, (who, id_) in open_.items():
        # A retry finds those who came after it too.
        before = [one for one in namesakes[look(who.name)] if one.person.id < id_ and one.championship != championship]
        if before:
            doubts.append(Doubt(path, who.name, tuple(candidate(one.person) for one in before)))
    return doubts

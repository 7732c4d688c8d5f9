"""The command that enters a person, once: a retry with the same idempotency key gives the same person again."""

from collections.abc import Callable

import msgspec

from referee.people.alike import alike
from referee.people.namesakes import (
    Candidate,
    Doubt,
    NewPlayer,
    ambiguous,
    candidate,
    identify,
    need_one_answer,
    normalized_player,
)
from referee.people.register import People, Person
from referee.service.idempotency import ClientKey, Creation, New, create_once, made_before, person_made
from referee.service.matches import Service


class PersonWritten(msgspec.Struct, frozen=True):
    """A person as a command left them, and the position of the log that this stands for; `is_new` where it entered them."""

    person: Person
    position: int
    is_new: bool = True


def enter_player(service: Service, asked: NewPlayer, by: str, key: ClientKey | None = None) -> PersonWritten:
    """Enters a person; with an idempotency key a retry gives the first one again.

    Raises Malformed, KeyReused, Deleted for who was erased since, and Ambiguous for a name that looks like somebody's who is
    there, unless it is said to be another's or theirs.
    """
    people, log = service.people, service.log
    asked = normalized_player(asked, "$")
    need_one_answer(asked.distinct, asked.reuse, "$.reuse")
    if made_before(log, key, by) is None and (person := _meant(people, asked)) is not None:
        return PersonWritten(person, log.position(), is_new=False)

    def make() -> tuple[New, Callable[[int], PersonWritten]]:
        named, words = [(asked.name, asked.birth_date)], [asked.disambiguation]
        [new] = people.newcomers(named, service.clock(), disambiguations=words)
        made = New(new.person.id, [new.record(by)], people.rows([new]))

        def entered(position: int) -> PersonWritten:
            people.look_again()
            return PersonWritten(new.person, position)

        return made, entered

    def again(id_: str) -> PersonWritten:
        return PersonWritten(person_made(people, id_), log.position())

    return create_once(log, Creation(key, by, again, make))


def _meant(people: People, asked: NewPlayer) -> Person | None:
    """The person who is there already and is meant; None for somebody new. Raises Ambiguous."""
    same = {person.id: person for person in alike(people, *asked.readings)}
    candidates = [*map(candidate, same.values())]
    match identify(asked, "$.name", candidates):
        case Doubt() as doubt:
            raise ambiguous([doubt])
        case Candidate(id=str(id_)):
            return same[id_]
    return None

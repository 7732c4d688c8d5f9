"""The command that enters a person, once: a retry with the same idempotency key gives the same person again."""

from collections.abc import Callable
from datetime import date

import msgspec

from referee.people.namesakes import Candidate, ambiguous
from referee.people.register import Person
from referee.service.idempotency import ClientKey, Creation, New, create_once, person_made
from referee.service.matches import Service


class PersonWritten(msgspec.Struct, frozen=True):
    """A person as a command left them, and the position of the log that this stands for."""

    person: Person
    position: int


def enter_player(
    service: Service,
    name: str,
    birth_date: date | None,
    by: str,
    key: ClientKey | None = None,
    *,
    distinct: bool = False,
) -> PersonWritten:
    """Enters a person; with an idempotency key a retry gives the first one again.

    Raises KeyReused, Deleted for who was erased since, and Ambiguous for a name that looks like somebody's who is there,
    unless it is said to be another's.
    """
    people, log = service.people, service.log

    def make() -> tuple[New, Callable[[int], PersonWritten]]:
        if not distinct and (alike := people.alike(name)):
            candidates = [Candidate(person.id, person.name, person.birth_date) for person in alike]
            raise ambiguous(name, candidates, "$.name")
        [new] = people.newcomers([(name, birth_date)], service.clock())
        made = New(new.person.id, [new.record(by)], [new.row()])
        return made, lambda position: PersonWritten(new.person, position)

    def again(id_: str) -> PersonWritten:
        return PersonWritten(person_made(people, id_), log.position())

    return create_once(log, Creation(key, by, again, make))

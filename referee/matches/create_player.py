"""The command that enters a person, once: a retry with the same idempotency key gives the same person again."""

from collections.abc import Callable
from functools import partial

import msgspec
from msgspec import UNSET

from referee.client_data import NewClientData
from referee.log.idempotency import ClientKey, Creation, New, create_once, deletion_refusal, made_before
from referee.log.records import Clash
from referee.matches.commands import MatchCommands
from referee.people.alike import alike
from referee.people.namesakes import (
    Candidate,
    Doubt,
    NewPlayer,
    ambiguous,
    candidate,
    identify,
    normalized_player,
    require_one_answer,
)
from referee.people.register import People, Person
from referee.text import Text


class PersonWritten(msgspec.Struct, frozen=True):
    """A person as a command left them, and the position of the log that this stands for; `is_new` where it entered them."""

    person: Person
    position: int
    is_new: bool = True


def create_player(
    service: MatchCommands, player: NewPlayer, own: NewClientData, by: str, key: ClientKey | None = None
) -> PersonWritten:
    """Enters a person, with what the client keeps with them. With an idempotency key, or an external id, a retry returns the
    first one again.

    Raises BadRequest, KeyReused, ResourceDeleted for a person erased since, AlreadyExists for an external id of another person,
    and Ambiguous for a name that looks like that of an existing person, unless the request says whether it is the same person.
    """
    people, log = service.people, service.log
    player = normalized_player(player, "$")
    require_one_answer(player.distinct, player.reuse, "$.reuse")
    differing = partial(_differing, people, player)
    if made_before(log, key, by) is None:
        if (id_ := own.existing(people.store, differing)) is not None:
            return PersonWritten(person_made(people, id_), log.position(), is_new=False)
        if (person := _existing_person(people, player)) is not None:
            own.attach(people.store, person.id)
            people.require_entered(person.id)
            return PersonWritten(person, log.position(), is_new=False)

    def make() -> tuple[New, Callable[[int], PersonWritten]]:
        names, words = [(player.name, player.birth_date)], [player.disambiguation]
        [new] = people.newcomers(names, service.clock(), disambiguations=words)
        creation = New(new.person.id, [new.record(by)], [*people.rows([new]), *own.rows(new.person.id)])

        def result(position: int) -> PersonWritten:
            people.look_again()
            return PersonWritten(new.person, position)

        return creation, result

    def again(id_: str) -> PersonWritten:
        return PersonWritten(person_made(people, id_), log.position())

    try:
        return create_once(log, Creation(key, by, again, make))
    except Clash:
        # The same external id came twice at the same moment.
        if (id_ := own.existing(people.store, differing)) is None:
            raise
        return PersonWritten(person_made(people, id_), log.position(), is_new=False)


def _existing_person(people: People, player: NewPlayer) -> Person | None:
    """Returns the existing person meant by a request; None for a new one. Raises Ambiguous."""
    same = {person.id: person for person in alike(people, *player.readings)}
    candidates = [*map(candidate, same.values())]
    match identify(player, "$.name", candidates):
        case Doubt() as doubt:
            raise ambiguous([doubt])
        case Candidate(id=str(id_)):
            return same[id_]
    return None


def _differing(people: People, player: NewPlayer, id_: str) -> list[str]:
    """The fields in which the person of an id is not as a request says. Raises ResourceDeleted."""
    person = person_made(people, id_)
    disambiguation = None if person.disambiguation is UNSET else person.disambiguation
    there = {"name": person.name, "birth_date": person.birth_date, "disambiguation": disambiguation}
    return [field for field, value in there.items() if value != getattr(player, field)]


def person_made(people: People, id_: str) -> Person:
    """The person that a key entered, or merged. Raises ResourceDeleted for a person erased since."""
    person = people.find([id_]).get(id_)
    if person is None:
        raise deletion_refusal(Text(es=f"la persona {id_}", en=f"player {id_}"))
    return person

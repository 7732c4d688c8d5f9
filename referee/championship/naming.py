"""A correction of a name: the person has the right one from now on, and every table the order that follows from it."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from referee.championship.events import NameCorrected
from referee.championship.service import Championships
from referee.contests.standings.alphabet import move_name
from referee.errors import Conflict
from referee.log.records import Clash, Record
from referee.matches.commands import TRIES
from referee.matches.create_player import PersonWritten
from referee.people import committed_names
from referee.people.alike import alike
from referee.people.namesakes import Disambiguation, Distinct, Doubt, ambiguous, candidate, require_apart
from referee.people.register import NAMES_CHANGED, People, Person, no_player
from referee.people.spelling import disambiguation, readings, require_name
from referee.text import Text

ANOTHER = Text(
    es="envíe `distinct: true` si es otra persona, o junte las dos inscripciones si es la misma",
    en="send `distinct: true` if this is somebody else, or merge the two entries if it is the same person",
)


class CorrectPlayer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who somebody is, put right. A birth date or a disambiguation that is left out stays; null takes it away."""

    name: Annotated[str, Meta(min_length=1, max_length=200, examples=["Ana Pérez"])]
    birth_date: date | UnsetType | None = UNSET
    disambiguation: Disambiguation | UnsetType | None = UNSET
    distinct: Distinct = False


def correct_player(
    championships: Championships, id_: str, request: CorrectPlayer, taking_part: Sequence[str], by: str
) -> PersonWritten:
    """Corrects a person's name, birth date or disambiguation. `taking_part` are the championships that they are entered in.

    Where the name has another place in the alphabet, that is an event of the championship: all of it is stored, or nothing.
    No match depends on the alphabet, so none is voided. Raises NotFound, Ambiguous for a name like that of another person,
    Inconsistent for one that reads the same even with its disambiguation.
    """
    people, log = championships.people, championships.log
    for _ in range(TRIES):
        person = _correction(people, id_, request)
        row = people.correction(person)
        records = [committed_names.commitment_record(log, row, championships.matches.clock(), by)]
        records += [record for one in taking_part for record in _reorder_records(championships, one, person, by)]
        try:
            position = log.append(records, [committed_names.replacement(row), NAMES_CHANGED])
        except Clash:
            continue
        people.look_again()
        return PersonWritten(person, position)
    raise Conflict(
        Text(
            es="otra persona está cambiando este campeonato a la vez",
            en="somebody else is changing this championship at the same time",
        )
    )


def _correction(people: People, id_: str, request: CorrectPlayer) -> Person:
    """The person after the correction. Raises NotFound, Ambiguous, Inconsistent."""
    person = people.find([id_]).get(id_)
    if person is None:
        raise no_player(id_)
    request = replace(request, name=require_name(request.name, "$.name"))
    words = person.disambiguation or None if request.disambiguation is UNSET else disambiguation(request.disambiguation)
    if (request.name, words) != (person.name, person.disambiguation or None):
        candidates = [candidate(one) for one in alike(people, *readings(request.name, words)) if one.id != person.id]
        if candidates and request.name != person.name and not request.distinct:
            raise ambiguous([Doubt("$.name", request.name, tuple(candidates))], ANOTHER)
        require_apart(request.name, words, candidates, "$.disambiguation")
    birth = person.birth_date if request.birth_date is UNSET else request.birth_date
    return Person(person.id, request.name, birth, disambiguation=words or UNSET)


def _reorder_records(championships: Championships, championship: str, person: Person, by: str) -> Sequence[Record]:
    """The records of a championship about a name: none where it has the same place in the alphabet."""
    now = championships.championship(championship)
    names = {one.id: one.name for one in championships.people.find(now.players).values()} | {person.id: person.name}
    alphabet = move_name(now.alphabet, person.id, names)
    if alphabet == now.alphabet:
        return ()
    work = now.copy()
    entries = championships.enter(work, [NameCorrected(person.id, alphabet)], by)
    return championships.records(championship, entries)

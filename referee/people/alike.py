"""People with names that look alike, and the championship of people that came with its list of names."""

from collections.abc import Iterable

import sqlalchemy as sa
from msgspec import Struct

from referee.commitments.committed_rows import PEOPLE
from referee.log.row_writes import RowWrite, UpdateRow
from referee.people.name_similarity import skeleton_digest
from referee.people.register import People, Person
from referee.people.spelling import possible_names, readings

MOST_ALIKE = 20
"""The most candidates listed for a name that fits several people."""
_id, _name, _look = sa.column("id", sa.Text), sa.column("name", sa.Text), sa.column("look", sa.Text)
_came_with, _disambiguation = sa.column("came_with", sa.Text), sa.column("disambiguation", sa.Text)
_people = sa.table(PEOPLE, _id, _name, _look, _came_with, _disambiguation)


class Namesake(Struct, frozen=True):
    """A person with a name that looks like another one.

    `championship` is the one that this person belongs to: the person came with its list of names, and takes part in no other. It
    is None if the person was entered alone, or takes part in several.
    """

    person: Person
    championship: str | None


def alike(people: People, *names: str) -> list[Person]:
    """The people with a present or earlier name that looks like one of these; at most twenty for each."""
    same = namesakes(people, names)
    return list({one.person.id: one.person for name in names for one in same[skeleton_digest(name)]}.values())


def namesakes(people: People, names: Iterable[str]) -> dict[str, list[Namesake]]:
    """The people with a present or earlier name that looks like one of these, by the look of that name.

    A name may have a disambiguation behind it, in brackets. People are in order of entry, at most twenty for each name.
    """
    names = [*names]
    if not (looks := {skeleton_digest(name): dict[str, Namesake]() for name in names}):
        return {}
    looks_of_readings = {skeleton_digest(possible) for name in names for possible in possible_names(name)}
    query = sa.select(_id, _name, _look, _disambiguation).where(_look.in_(looks_of_readings)).order_by(_id)
    with people.store.connect() as connection:
        entries = connection.execute(query).all()
    now = people.find([entry.id for entry in entries])
    homes = _homes(people, (id_ for person in now.values() for id_ in _ids(person)))
    for entry in entries:
        if not (person := now.get(entry.id)):
            continue
        came_with = {homes.get(id_) for id_ in _ids(person)}
        namesake = Namesake(person, came_with.pop() if len(came_with) == 1 else None)
        for same in (looks.get(skeleton_digest(reading)) for reading in readings(entry.name, entry.disambiguation)):
            if same is not None and len(same) < MOST_ALIKE:
                same.setdefault(person.id, namesake)
    return {look_: [*same.values()] for look_, same in looks.items()}


def leaving(people: People, ids: Iterable[str], championship: str) -> list[RowWrite]:
    """The row changes after which these people belong to no championship alone, apart from those that came with this one."""
    homes = _homes(people, ids)
    return [
        UpdateRow(PEOPLE, {"came_with": None}, {"id": id_})
        for id_, home in homes.items()
        if home not in (None, championship)
    ]


def _ids(person: Person) -> tuple[str, ...]:
    return (person.id, *(person.merged or ()))


def _homes(people: People, ids: Iterable[str]) -> dict[str, str | None]:
    """The championship of the list with which each of these entries came, by id."""
    with people.store.connect() as connection:
        rows = connection.execute(sa.select(_id, _came_with).where(_id.in_({*ids}))).all()
    return {row.id: row.came_with for row in rows}

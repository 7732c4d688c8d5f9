"""The register: people's names and birth dates, which must never be in the log.

Tokens (`referee.people.tokens`) and PINs (`referee.people.pins`) lie beside.

The log holds ids only, and a commitment to each name (`referee.people.committed_names`); names are joined when something is
shown. Erasing a person deletes their rows here, one for each id under which they were entered. A rebuild of the read models
never touches these tables.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from datetime import date
from time import monotonic
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import UNSET, UnsetType
from uuid_utils import uuid7

from referee import client_data
from referee.commitments.commitments import new_salt
from referee.errors import NotFound
from referee.log.backend import backend_of
from referee.log.records import Record
from referee.log.row_writes import DeleteRow, IncrementColumn, InsertRow, RowWrite, UpdateRow, Value
from referee.log.tables import CLIENT_DATA, ERASURES, PEOPLE
from referee.people import changed_names, committed_names, merges, schema
from referee.people.merges import Merges
from referee.people.name_similarity import normalize_name, skeleton_digest
from referee.people.pins import Pins
from referee.people.presence import Presence
from referee.people.spelling import possible_names, readings, require_name, with_disambiguation
from referee.people.tokens import Tokens
from referee.text import Text

NAMES_KEPT_SECONDS = 1.0
"""The most seconds until a process notices an erasure, correction or merge by another one."""
MOST_NAMES = 50_000
"""The most cached names; beyond that the cache is emptied."""

_names = sa.select(PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.look, PEOPLE.c.disambiguation)

NAMES_CHANGED = IncrementColumn(ERASURES.name, "count")
"""The row change after which every process reads names and merges again."""


class Person(msgspec.Struct, frozen=True):
    """Somebody who plays. `birth_date` decides who deals first where the oldest does.

    `merged` are the other ids with which the same person was entered, where there are any. `disambiguation` is what tells them
    apart from others of the same name, where something is written. `external_id` and `metadata` are their
    client data.
    """

    id: str
    name: str
    birth_date: date | None = None
    merged: tuple[str, ...] | UnsetType = UNSET
    disambiguation: str | UnsetType = UNSET
    external_id: str | UnsetType = UNSET
    metadata: dict[str, str] | UnsetType = UNSET


class PersonDraft(msgspec.Struct, frozen=True):
    """A person to be entered, and the time of the entry. `salt` is that of the commitment to the name.

    `came_with` is the championship of the list of names on which this person stands.
    """

    person: Person
    entered_at: str
    salt: str
    is_guest: bool = False
    came_with: str | None = None

    def row(self) -> InsertRow:
        """The row that enters this person."""
        birth = self.person.birth_date
        values = {
            "id": self.person.id,
            "name": self.person.name,
            "birth_date": birth.isoformat() if birth else None,
            "entered_at": self.entered_at,
            "look": None if self.is_guest else skeleton_digest(self.person.name),
            "salt": self.salt,
            "came_with": self.came_with,
            "disambiguation": self.person.disambiguation or None,
        }
        return InsertRow(PEOPLE.name, values)

    def record(self, by: str) -> Record:
        """The record of the entry, with a commitment to the name."""
        return committed_names.entry_record(self.row().values, by)


class CachedName(msgspec.Struct, frozen=True):
    """A name as it is cached. `may_change` is True if it was, or will be, shown otherwise without a new version of a match: the
    person had another name before, or has a disambiguation.

    `disambiguation` tells the person apart from others of that name. `is_shared` is True if another person has a name that looks
    the same.
    """

    name: str
    may_change: bool
    disambiguation: str | None = None
    is_shared: bool = False

    @property
    def with_disambiguation(self) -> str | None:
        """The name with its disambiguation; None without one."""
        return with_disambiguation(self.name, self.disambiguation) if self.disambiguation else None

    @property
    def display_name(self) -> str:
        """The name for readers, with its disambiguation if it is shared."""
        return (self.with_disambiguation if self.is_shared else None) or self.name


class OwnNames:
    """The names under which ids were entered, also if they were merged since; None for erased people."""

    def __init__(self, read_name: Callable[[str], CachedName | None]) -> None:
        self._read_name = read_name

    def __call__(self, id_: str) -> str | None:
        """The name without a disambiguation."""
        entry = self._read_name(id_)
        return None if entry is None else entry.name

    def disambiguation(self, id_: str) -> str | None:
        """The disambiguation of the name; None without one."""
        entry = self._read_name(id_)
        return None if entry is None else entry.disambiguation

    def with_disambiguation(self, id_: str) -> str | None:
        """The name with its disambiguation; None without one."""
        entry = self._read_name(id_)
        return None if entry is None else entry.with_disambiguation


class ShownNames(msgspec.Struct, frozen=True):
    """How some people are shown: by the ids as asked, their names, None for erased people, and their present ids."""

    names: Mapping[str, str | None]
    ids: Mapping[str, str]


class RememberedNames(msgspec.Struct, frozen=True):
    """The cached names and merges of a process, as of a count of the changes of names."""

    names: dict[str, CachedName]
    merges: Merges
    count: int


class People:
    """The people and tokens of one database with tables of this release: `open_people` sees to them.

    Names and merges are cached; changes by another process are noticed within `NAMES_KEPT_SECONDS`. Every method that takes an id
    also takes one that was merged into another: it means the person of that one.
    """

    def __init__(self, store: sa.Engine, clock: Callable[[], float] = monotonic) -> None:
        self.store = store
        self.own_name = OwnNames(self._cached_name)
        self.tokens = Tokens(store)
        self.pins = Pins(store)
        self.presence = Presence(store)
        self._clock = clock
        self._names: dict[str, CachedName] = {}
        self._merges = Merges({})
        self.scrubber = backend_of(store).scrubber(store, PEOPLE, CLIENT_DATA)
        """What erasures leave in the database."""
        self._last_erasure = -1
        self._look_at = 0.0

    def newcomers(
        self,
        people: Sequence[tuple[str, date | None]],
        at: str,
        *,
        is_guest: bool = False,
        disambiguations: Sequence[str | None] = (),
    ) -> list[PersonDraft]:
        """People by name and birth date, with new ids. They are entered when their rows are stored. Raises BadRequest.

        Guests (`is_guest`) sit down at one match by a name only: they are no namesakes of people entered later.
        `disambiguations` are those of the people, in their order, if there are any.
        """
        return [
            PersonDraft(
                Person(str(uuid7()), require_name(name, "$.name"), birth, disambiguation=words or UNSET),
                at,
                new_salt(),
                is_guest,
            )
            for (name, birth), words in zip(people, disambiguations or [None] * len(people), strict=True)
        ]

    def rows(self, newcomers: Sequence[PersonDraft]) -> list[RowWrite]:
        """The row changes that enter newcomers. If one of them changes how another person is shown, names are read again."""
        rows: list[RowWrite] = [one.row() for one in newcomers]
        looks = {str(row.values["look"]) for row in rows if row.values["look"]}
        if any(one.person.disambiguation for one in newcomers) or (looks and self._is_told_apart(looks)):
            rows.append(NAMES_CHANGED)
        return rows

    def _is_told_apart(self, looks: Set[str]) -> bool:
        """True if a person with a name of one of these looks has a disambiguation."""
        query = sa.select(PEOPLE.c.id).where(PEOPLE.c.disambiguation.is_not(None), PEOPLE.c.look.in_(looks)).limit(1)
        with self.store.connect() as connection:
            return connection.execute(query).first() is not None

    def entering(self, newcomers: Sequence[PersonDraft]) -> Callable[[], None]:
        """Called before newcomers are stored. Returns the function to call after it, which caches their names."""
        # An erasure in between replaces the cache: these names then go to the old one, which is read no more.
        names = self._current_cache() if newcomers else {}

        def cache_names() -> None:
            names.update((one.person.id, CachedName(one.person.name, may_change=False)) for one in newcomers)

        return cache_names

    def correction(self, person: Person) -> dict[str, Value]:
        """The corrected row of a person, with a new salt. Raises NotFound."""
        with self.store.connect() as connection:
            row = connection.execute(PEOPLE.select().where(PEOPLE.c.id == person.id)).first()
        if row is None:
            raise no_player(person.id)
        birth = person.birth_date
        return {
            "id": person.id,
            "name": person.name,
            "birth_date": birth.isoformat() if birth else None,
            "entered_at": row.entered_at,
            # Guests have no look, so that they stay no namesakes of others.
            "look": None if row.look is None else skeleton_digest(person.name),
            "changed": 1,
            "salt": new_salt(),
            "disambiguation": person.disambiguation or None,
        }

    def merge(self, id_: str, into: str) -> list[RowWrite]:
        """The row changes that make one person of two. `id_` must not be merged yet."""
        return [merges.row(id_, into), *self._shown_otherwise(id_, into)]

    def part(self, id_: str) -> list[RowWrite]:
        """The row changes that take back the merge of an id."""
        return [merges.deletion(id_), *self._shown_otherwise(id_)]

    def _shown_otherwise(self, *people: str) -> list[RowWrite]:
        merged_ids = self.merges()
        ids = dict.fromkeys(one for person in people for one in merged_ids.same(person))
        return [*(UpdateRow(PEOPLE.name, {"changed": 1}, {"id": one}) for one in ids), NAMES_CHANGED]

    def look_again(self) -> None:
        """Makes the next use of names and merges read them again."""
        self._look_at = 0.0

    def merges(self) -> Merges:
        """The merges as they are stored now."""
        with self.store.connect() as connection:
            return merges.read(connection)

    def now(self, id_: str) -> str:
        """The present id of a person: another one after a merge."""
        self._current_cache()
        return self._merges.now(id_) if id_ in self._merges.into else id_

    def same(self, id_: str) -> tuple[str, ...]:
        """Every id of a person, the present one first."""
        self._current_cache()
        return self._merges.same(id_)

    def find(self, ids: Iterable[str]) -> dict[str, Person]:
        """The people of these ids, by the ids as given. Unknown ids are left out."""
        if not (requested_ids := list(ids)):
            return {}
        with self.store.connect() as connection:
            merged_ids = merges.read(connection)
            now = {id_: merged_ids.now(id_) for id_ in requested_ids}
            people = _entries(connection, now.values())
        return {id_: _with_merged(people[one], merged_ids) for id_, one in now.items() if one in people}

    def entries(self, ids: Iterable[str]) -> dict[str, Person]:
        """The entries of these ids, each as it was entered, also if it was merged since."""
        with self.store.connect() as connection:
            return _entries(connection, ids)

    def resembling(self, name: str) -> list[Person]:
        """The people entered under this name, apart from capitals, accents and blanks, or a name that looks like it.

        Reads all names.
        """
        plain_name, look_of_name = normalize_name(name), skeleton_digest(name)
        query = _names.where(PEOPLE.c.look.is_not(None))
        with self.store.connect() as connection:
            rows = connection.execute(query).all()
        plain = {row.id: [*map(normalize_name, readings(row.name, row.disambiguation))] for row in rows}
        return self._people_now(row.id for row in rows if row.look == look_of_name or plain_name in plain[row.id])

    def page(
        self,
        after: str,
        limit: int,
        name: str | None = None,
        like: str | None = None,
        external_id: str | None = None,
    ) -> list[Person]:
        """People after this id, in the order of their entry.

        With `name`, only those that have exactly this name, or were entered under it; with `like`, those that resemble it; with
        `external_id`, the person with that id.
        """
        filters = ((self.with_name, name), (self.resembling, like), (self._with_external_id, external_id))
        matches = [find(text) for find, text in filters if text is not None]
        if matches:
            common = (one for one in matches[0] if all(one in match for match in matches))
            people = sorted(common, key=lambda person: person.id)
            return [person for person in people if person.id > after][:limit]
        with self.store.connect() as connection:
            merged_ids = merges.read(connection)
            query = PEOPLE.select().where(PEOPLE.c.id > after, PEOPLE.c.id.not_in(merges.IDS))
            rows = connection.execute(query.order_by(PEOPLE.c.id).limit(limit))
            return [_with_merged(_person(row), merged_ids) for row in rows]

    def with_client_data(self, people: Sequence[Person]) -> list[Person]:
        """These people with their client data, which may be that of any of their ids."""
        ids = {person.id: (person.id, *(person.merged or ())) for person in people}
        data = client_data.read(self.store, (id_ for same in ids.values() for id_ in same))
        own = {id_: next((data[one] for one in same if one in data), client_data.NOTHING) for id_, same in ids.items()}
        return [msgspec.structs.replace(person, **own[person.id].present()) for person in people]

    def change_client_data(self, id_: str, request: client_data.ChangeClientData) -> Person:
        """Changes the client data of a person. Returns the person with it. Raises NotFound, AlreadyExists, Inconsistent."""
        person = self.find([id_]).get(id_)
        if person is None:
            raise no_player(id_)
        same = (person.id, *(person.merged or ()))
        kept_data = client_data.read(self.store, same)
        holder = next((one for one in same if one in kept_data), person.id)
        data = client_data.change(self.store, "player", client_data.SERVICE, holder, request)
        self.require_entered(holder)
        return msgspec.structs.replace(person, **data.present())

    def require_entered(self, id_: str) -> None:
        """Raises NotFound if a person was erased while client data came, and deletes it: an erasure deletes what it finds."""
        if not self.entries([id_]):
            client_data.delete(self.store, id_)
            self.scrub_erasure()
            raise no_player(id_)

    def name(self, id_: str) -> str | None:
        """A person's name for readers; None for an erased person.

        The disambiguation stands behind it if another person has a name that looks the same.
        """
        entry = self._cached_name(self.now(id_))
        return None if entry is None else entry.display_name

    def _cached_name(self, id_: str) -> CachedName | None:
        """The name under which an id was entered, also if it was merged since; None for an erased person."""
        names = self._current_cache()
        if id_ not in names:
            names |= self.read_names({id_})
        entry = names.get(id_)
        if entry is None or entry.may_change:
            changed_names.ASKED.set()
        return entry

    def remember(self, ids: Iterable[str]) -> None:
        """Reads the names of these people that are not cached in one query: `name` reads one after the other."""
        self._ids_now(ids)

    def shown_names(self, ids: Iterable[str]) -> ShownNames:
        """Returns how these people are shown to readers: one look for all of them, and at most one query."""
        now = self._ids_now(ids)
        entries = {id_: self._cached_name(present) for id_, present in now.items()}
        return ShownNames({id_: None if entry is None else entry.display_name for id_, entry in entries.items()}, now)

    def _ids_now(self, ids: Iterable[str]) -> dict[str, str]:
        """Returns the present id of each person, whose names are cached from now on."""
        names = self._current_cache()
        into = self._merges.into
        now = {id_: self._merges.now(id_) if id_ in into else id_ for id_ in ids}
        if missing_ids := {*now.values()}.difference(names):
            names |= self.read_names(missing_ids)
        return now

    def read_names(self, ids: Set[str]) -> dict[str, CachedName]:
        """Reads the names under which ids were entered."""
        with self.store.connect() as connection:
            rows = connection.execute(PEOPLE.select().where(PEOPLE.c.id.in_(ids))).all()
            people = people_by_look(connection, {row.look for row in rows if row.disambiguation})
        # People that only sat down at a match have no look to compare: their disambiguation is always shown.
        is_shared = {row.id: row.look is None or people[row.look] > 1 for row in rows}
        # A name with a disambiguation is shown otherwise when another person of the same name comes or goes.
        may_change = {row.id: bool(row.changed or row.disambiguation) for row in rows}
        return {row.id: CachedName(row.name, may_change[row.id], row.disambiguation, is_shared[row.id]) for row in rows}

    def erasures(self) -> int:
        """The count of erasures, corrections, merges and partings, by all processes."""
        with self.store.connect() as connection:
            return int(connection.execute(sa.text(changed_names.COUNT)).scalar_one())

    def names_now(self, count: int | None = None) -> int:
        """Returns `erasures`, or the `count` that it gave before. Names and ids are as of then, or later, from now on."""
        count = self.erasures() if count is None else count
        if count != self._last_erasure:
            self.look_again()
        return count

    def names_remembered(self) -> int:
        """The count of `erasures` as of the cached names: changes by other processes are counted a little later."""
        self._current_cache()
        return self._last_erasure

    def in_memory(self) -> RememberedNames:
        """The cached names and merges, without a check for changes."""
        return RememberedNames(self._names, self._merges, self._last_erasure)

    def are_names_known(self) -> bool:
        """True unless a name is known to have changed since the cache was checked last."""
        return self._look_at > 0

    def _current_cache(self) -> dict[str, CachedName]:
        """The cache of names. An erasure, correction or merge by any process replaces it by an empty one.

        A look-up that was under way then writes to the old cache, which is read no more.
        """
        now = self._clock()
        if now >= self._look_at:
            count = self.erasures()
            if count != self._last_erasure or len(self._names) > MOST_NAMES:
                self._merges = self.merges()
                self._names = {}
            self._last_erasure, self._look_at = count, now + NAMES_KEPT_SECONDS
        return self._names

    def with_name(self, name: str) -> list[Person]:
        """The people that have exactly this name, or were entered under it."""
        entries = _names.where(PEOPLE.c.name.in_(possible_names(name))).order_by(PEOPLE.c.id)
        with self.store.connect() as connection:
            rows = connection.execute(entries).all()
        return self._people_now(row.id for row in rows if name in readings(row.name, row.disambiguation))

    def _with_external_id(self, external_id: str) -> list[Person]:
        """The person with this external id, now or before a merge."""
        id_ = client_data.find(self.store, "player", client_data.SERVICE, external_id)
        return [] if id_ is None else self._people_now([id_])

    def _people_now(self, ids: Iterable[str]) -> list[Person]:
        """The people of these entries, each only once."""
        return list({person.id: person for person in self.find(ids).values()}.values())

    def erasure(self, id_: str) -> tuple[tuple[str, ...], list[RowWrite]]:
        """Every id under which a person is entered, and the row changes that delete these entries.

        The log keeps the ids, the commitments to the names, and the act `PersonErased` with the ids.

        Once they are stored, call `scrub_erasure`.
        """
        with self.store.connect() as connection:
            same = merges.read(connection).same(id_)
            there = _entries(connection, same)
        ids = tuple(one for one in same if one in there)
        rows = [*(DeleteRow(PEOPLE.name, {"id": one}) for one in ids), *client_data.deletions(ids), NAMES_CHANGED]
        return ids, rows if ids else []

    def scrub_erasure(self) -> None:
        """Called after an erasure was stored. Removes the name from memory and from the pages of a file."""
        self.look_again()
        self.scrubber.note_deletion()
        self.scrubber.scrub()


def open_people(
    store: sa.Engine, clock: Callable[[], float] = monotonic, *, takes_writes: bool = True, lasts: bool = True
) -> People:
    """Brings the tables of a database up to date, and returns its people.

    A database that takes no writes must have tables of this release. Raises Inconsistent for those of another one. One that does
    not last is new, and is never opened again.
    """
    if takes_writes:
        with backend_of(store).changing_tables(store) as connection:
            (schema.bring_up_to_date if lasts else schema.make_tables)(connection)
    else:
        with store.connect() as connection:
            schema.require_current(connection)
    return People(store, clock)


def _person(row: sa.Row[Any]) -> Person:
    return Person(row.id, row.name, row.birth_date, disambiguation=row.disambiguation or UNSET)


def _entries(connection: sa.Connection, ids: Iterable[str]) -> dict[str, Person]:
    rows = connection.execute(PEOPLE.select().where(PEOPLE.c.id.in_({*ids})))
    return {row.id: _person(row) for row in rows}


def people_by_look(connection: sa.Connection, looks: Set[Any]) -> Counter[Any]:
    """The number of people with a name of each of these looks."""
    if not looks:
        return Counter()
    several = sa.select(PEOPLE.c.look, sa.func.count().label("people")).where(
        PEOPLE.c.look.in_(looks), PEOPLE.c.id.not_in(merges.IDS)
    )
    return Counter({row.look: row.people for row in connection.execute(several.group_by(PEOPLE.c.look))})


def _with_merged(person: Person, merged_ids: Merges) -> Person:
    other_ids = merged_ids.same(person.id)[1:]
    return msgspec.structs.replace(person, merged=other_ids) if other_ids else person


def no_player(id_: str) -> NotFound:
    """The refusal of an unknown id, or of the id of an erased person."""
    return NotFound(Text(es=f"no hay jugador {id_}", en=f"there is no player {id_}"))

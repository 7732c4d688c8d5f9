"""A log of very many matches of two entries each, made as fast as a database takes rows.

It finds everything that costs more as a log grows. Two people open a match; its second entry is a note, a call, a card or the
end. Each person sits in about a hundred matches, and there is a championship for every hundred. The chains are whole.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from uuid import UUID

import msgspec
import psycopg
from msgspec import Struct

from projections.follower import Follower
from referee.championship.service import Championships, OpenChampionship
from referee.log.address import is_postgres, sqlite_path
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.match.entries import GENESIS, canonical, link_hash, stored_line
from referee.matches.append import Append
from referee.matches.commands import MatchCommands
from referee.matches.opening import OpenMatch, Sitting
from referee.people.name_similarity import skeleton_digest
from referee.people.register import open_people
from tests.support.beside import enter

OF_A_PERSON = 50
"""Matches in which a person sits first; in about as many the person sits second."""
OF_A_CHAMPIONSHIP = 100
"""Matches for each championship."""
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
SECONDS = (
    {"type": "note", "text": "mesa 3"},
    {"type": "note", "text": "sin luz"},
    {"type": "note", "text": "¿Puede venir?", "kind": "call", "seat": 0},
    {"type": "sanction", "seat": 0, "card": "yellow", "reason": "habla"},
    {"type": "withdraw", "seat": 0, "reason": "se va"},
)
"""The second entries, in turns."""
BATCH = 5_000
"""Records that the read models take in one transaction."""
Row = tuple[str, int, str, bytes]
"""Stream, version, topic, state."""


class Template(Struct):
    """A stored entry of one stream, from which those of others are made: its hash is over its form."""

    topic: str
    state: bytes
    form: bytes

    def of(self, version: int, head: bytes, stream: str, changes: Iterable[tuple[bytes, bytes]]) -> tuple[Row, bytes]:
        """The row of another stream's entry that follows `head`, and its hash."""
        state, form = self.state, self.form
        for old, new in changes:
            state, form = state.replace(old, new), form.replace(old, new)
        hash_ = link_hash(head, form)
        return (stream, version, self.topic, state.replace(b"%hash%", hash_.hex().encode())), hash_


class Templates(Struct):
    """The entries of one match of each kind, and the opening of a championship, with their variable parts."""

    matches: list[tuple[Template, Template]]
    championship: Template
    ids: tuple[bytes, bytes, bytes, bytes]
    """Ids of the match, two people and the championship in the templates."""


def templates(folder: Path) -> Templates:
    """Templates made by a service on a log of its own, so that they equal the writes of a service."""
    database = str(folder / "templates.sqlite")
    service = MatchCommands(open_log(database), open_people(engine(database)), lambda: "%at%")
    ana, beto = enter(service.people, (("Ana", None), ("Beto", None)), "%at%")
    seats, kinds, match = (Sitting(player=ana), Sitting(player=beto)), [], ""
    for event in SECONDS:
        match_id = service.open_match(OpenMatch("hearts.castillar", seats, first_dealer=0), "bench").match.id
        service.append(Append(match_id, [msgspec.json.encode(event)], "bench"))
        match = match or match_id
        first, second = (_template(bytes(record.state), record.topic) for record in service.log.read(match_id))
        kinds.append((_rename(first, match_id, match), second))
    id_ = Championships(service).open(OpenChampionship("Fiestas", ()), "bench").championship.id
    [record] = service.log.read(id_)
    opening = _template(bytes(record.state), record.topic)
    service.log.close()
    service.people.store.dispose()
    return Templates(kinds, opening, (match.encode(), ana.encode(), beto.encode(), id_.encode()))


def _template(state: bytes, topic: str) -> Template:
    line = stored_line(state)
    return Template(topic, state.replace(line["hash"].encode(), b"%hash%"), canonical(line))


def _rename(template: Template, old: str, new: str) -> Template:
    state, form = (text.replace(old.encode(), new.encode()) for text in (template.state, template.form))
    return Template(template.topic, state, form)


def opened_at(n: int) -> str:
    """The time at which the `n`th match was opened."""
    return (BEGAN + timedelta(seconds=n)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def match_id(n: int) -> str:
    """The id of the `n`th match."""
    return str(UUID(int=(n << 80) | 0x7000 << 64 | 1))


def person_id(n: int) -> str:
    """The id of the `n`th person."""
    return str(UUID(int=(n << 80) | 0x7000 << 64 | 2))


def championship_id(n: int) -> str:
    """The id of the `n`th championship."""
    return str(UUID(int=(n << 80) | 0x7000 << 64 | 3))


def rows(made_of: Templates, first: int, end: int) -> Iterator[Row]:
    """The rows of the matches from the `first` up to, not including, the `end`."""
    match, ana, beto, championship = made_of.ids
    for n in range(first, end):
        id_, kind, person = match_id(n), made_of.matches[n % len(SECONDS)], n // OF_A_PERSON
        changes = [
            (b"%at%", opened_at(n).encode()),
            (match, id_.encode()),
            (ana, person_id(person).encode()),
            (beto, person_id(max(0, person - 1 - n % OF_A_PERSON)).encode()),
        ]
        row, head = kind[0].of(1, GENESIS, id_, changes)
        yield row
        yield kind[1].of(2, head, id_, changes[:1])[0]
        if n % OF_A_CHAMPIONSHIP == 0:
            other = championship_id(n // OF_A_CHAMPIONSHIP)
            decisions = [changes[0], (championship, other.encode())]
            yield made_of.championship.of(1, GENESIS, other, decisions)[0]


def people(first: int, end: int) -> Iterator[tuple[str, str, str, str]]:
    """The rows of the people that sit in these matches for the first time."""
    for n in range(-(-first // OF_A_PERSON), -(-end // OF_A_PERSON)):
        name = f"Jugadora {n}"
        yield person_id(n), name, opened_at(n * OF_A_PERSON), skeleton_digest(name)


def grow(database: str, made_of: Templates, first: int, end: int) -> None:
    """Puts the matches from the `first` up to, not including, the `end` into a log with the earlier ones, and follows it."""
    log, register = open_log(database), open_people(engine(database))
    put = _into_postgres if is_postgres(database) else _into_sqlite
    put(database, rows(made_of, first, end), people(first, end))
    Follower(log, register.store, batch=BATCH).catch_up()
    log.close()
    register.store.dispose()


Put = Callable[[str, Iterable[Row], Iterable[tuple[str, str, str, str]]], None]


def _into_sqlite(database: str, entries: Iterable[Row], people: Iterable[tuple[str, str, str, str]]) -> None:
    with closing(sqlite3.connect(sqlite_path(database))) as connection, connection:
        connection.executemany("INSERT INTO people (id, name, entered_at, look) VALUES (?, ?, ?, ?)", people)
        source = iter(entries)
        while batch := list(islice(source, 100_000)):
            connection.executemany("INSERT INTO stored_events VALUES (?, ?, ?, ?)", batch)


def _into_postgres(database: str, entries: Iterable[Row], people: Iterable[tuple[str, str, str, str]]) -> None:
    with psycopg.connect(database) as connection, connection.cursor() as cursor:
        with cursor.copy("COPY people (id, name, entered_at, look) FROM STDIN") as copy:
            for person in people:
                copy.write_row(person)
        statement = "COPY referee_events (originator_id, originator_version, topic, state) FROM STDIN (FORMAT BINARY)"
        with cursor.copy(statement) as copy:
            copy.set_types(("text", "int8", "text", "bytea"))
            for row in entries:
                copy.write_row(row)
        connection.commit()
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("ANALYZE")

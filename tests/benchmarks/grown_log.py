"""A log of any length: a championship with every match recorded, again and again with ids of its own."""

import json
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from uuid import UUID

from referee.audit import portable
from referee.championship.drawing import DrawContest, draw_contest
from referee.championship.matches import FixtureMatches
from referee.championship.service import Championships, OpenChampionship, new_id
from referee.log.log import Log, open_log
from referee.log.opening.engine import engine
from referee.log.records import Record
from referee.matches.append import Append
from referee.matches.commands import MatchCommands
from referee.matches.opening import OpenMatch
from referee.people.register import open_people
from tests.support.playout import play_out

TEN = ("Ana", "Beto", "Carla", "Dani", "Elena", "Fito", "Gala", "Hugo", "Inés", "Julia")
RECORDS = Path(__file__).parents[2] / "api" / "cli" / "demo" / "records"
UUID_FORM = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
CHUNK = 2_000
"""Records stored at once."""


def one_championship(folder: Path) -> list[Record]:
    """Every record of a Castillar of ten, its 45 league matches and the final played on the log, and of the demo's matches."""
    database = str(folder / "one.sqlite")
    service = MatchCommands(open_log(database), open_people(engine(database)))
    championships = Championships(service)
    fixtures = FixtureMatches(championships)
    championships.matches.add_fixture_hook(fixtures)
    for file in sorted(RECORDS.glob("*.match.jsonl")):
        portable.take(service, file.read_bytes(), "bench")
    new_championship = championships.open(OpenChampionship("Fiestas", TEN), "bench").championship
    command, names = DrawContest("hearts.castillar", "castillar", seed="bench"), service.people.name
    championships.decide(
        new_championship.id, lambda now: [draw_contest(command, now, names, new_id, lambda: "s")], "bench"
    )
    for n in range(45):
        fixture = _next_fixture(championships, new_championship.id)
        _play(service, fixtures, fixture, play_out("hearts.castillar", 2, f"bench {n}", first_dealer=0, lines=(1,)))
    records = [
        Record(str(note.originator_id), note.originator_version, note.topic, bytes(note.state))
        for note in service.log.all()
    ]
    service.log.close()
    service.people.store.dispose()
    return records


def _next_fixture(championships: Championships, id_: str) -> str:
    [contest] = championships.championship(id_).contests.values()
    return next(record.id for record in contest.fixtures.values() if not contest.has_begun(record))


def _play(service: MatchCommands, fixtures: FixtureMatches, fixture: str, events: object) -> None:
    command = OpenMatch(fixture=fixture, first_dealer=0)
    settle = lambda: fixtures.opening(command, fixture, lambda: "s")  # noqa: E731
    match = service.open_match(command, "bench", None, settle).match
    bodies = [json.dumps(event).encode() for event in events]  # type: ignore[attr-defined]
    for start in range(0, len(bodies), 400):
        service.append(Append(match.id, bodies[start : start + 400], "bench"))


def again(records: list[Record]) -> Iterator[list[Record]]:
    """The same records over and over, each time with new ids for everything that has one."""
    numbers = count(1)
    while True:
        ids: dict[bytes, bytes] = {}

        def other(id_match: re.Match[bytes], ids: dict[bytes, bytes] = ids) -> bytes:
            other_id = ids.get(id_match[0])
            if other_id is None:
                other_id = ids[id_match[0]] = str(UUID(int=next(numbers))).encode()
            return other_id

        yield [
            Record(
                UUID_FORM.sub(other, str(record.originator_id).encode()).decode(),
                record.originator_version,
                record.topic,
                UUID_FORM.sub(other, record.state),
            )
            for record in records
        ]


def grow(log: Log, folder: Path, size: int) -> int:
    """Fills an empty log with at least so many records, and returns their number."""
    for copy in again(one_championship(folder)):
        for start in range(0, len(copy), CHUNK):
            log.append(copy[start : start + CHUNK])
        if log.position() >= size:
            return log.position()
    return 0

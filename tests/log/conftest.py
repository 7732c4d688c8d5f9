"""Processes of the service on a database of either kind."""

from collections.abc import Callable, Iterator

import pytest

from tests.support.process import Process


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

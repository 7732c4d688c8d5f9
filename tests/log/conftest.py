"""Processes of the service on a database of either kind."""

from collections.abc import Callable, Iterator

import pytest

from tests.support.process import Process


@pytest.fixture
def start(database: str) -> Iterator[Callable[[], Process]]:
    """Starts the service on the database, as another process would."""
    processes: list[Process] = []

    def again() -> Process:
        processes.append(Process(database))
        return processes[-1]

    yield again
    for process in processes:
        process.close()

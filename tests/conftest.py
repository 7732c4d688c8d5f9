"""Settings of every test, and the fixtures that tests of several folders share: a database, a running service."""

import gc
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import compress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.support import postgres
from tests.support.prepared import make_tables, prepare
from tests.support.service import Running, start
from tests.support.sessions import has_connections
from tests.support.waiting import eventually

# The time of an example shows the load of the machine, and nothing about the tested code. The examples are the same in every
# run, so that a change is judged by its effects; the thorough profile looks for new ones.
settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=60, derandomize=True
)
settings.register_profile("quick", settings.get_profile("default"), max_examples=10)
settings.register_profile("change", settings.get_profile("default"), max_examples=30)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=1000, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

# What is collected stays until the end, so that there is no garbage to look for: a sixth of the CPU of collecting.
gc.disable()

LONG_SECONDS = 4 * 3600
"""Seconds for a test that is long by nature, on a machine that has others to do."""


def takes_long(config: pytest.Config) -> bool:
    """True unless tests that are long by nature are left out."""
    return bool(config.option.markexpr != "not long" or any("::" in argument for argument in config.args))


def pytest_pycollect_makeitem(collector: pytest.Collector, name: str, obj: object) -> list[pytest.Item] | None:
    """Collects no function that is long by nature and left out: each process of a run would make thousands of cases in vain."""
    if not name.startswith("test") or takes_long(collector.config):
        return None
    return [] if any(mark.name == "long" for mark in getattr(obj, "pytestmark", ())) else None


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Collects no case that is long by nature and left out."""
    if not takes_long(metafunc.config):
        metafunc.parametrize = partial(without_long, metafunc.parametrize)  # type: ignore[method-assign]


def without_long(parametrize: Callable[..., None], argnames: Any, argvalues: Iterable[Any], **more: Any) -> None:
    """Parametrizes with the values that are not marked as long."""
    values = list(argvalues)
    short = [not any(mark.name == "long" for mark in getattr(value, "marks", ())) for value in values]
    if isinstance(ids := more.get("ids"), Sequence):
        more["ids"] = list(compress(ids, short))
    parametrize(argnames, list(compress(values, short)), **more)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Gives more time to tests that are long by nature."""
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.timeout(LONG_SECONDS))


def pytest_collection_finish() -> None:
    """Has the garbage collector leave out the tests themselves, tens of thousands of objects that live until the end.

    From then on it looks less often than the 700 objects of Python's own setting: that takes a fifth of the CPU of all tests.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 10, 10)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Address of the maintenance database of a PostgreSQL server."""
    with postgres.server() as url:
        yield url


@pytest.fixture
def postgres_database(postgres_url: str) -> Iterator[str]:
    """Address of an empty database of this test's own."""
    with postgres.database(postgres_url) as url:
        yield url


@pytest.fixture(scope="session")
def postgres_template(postgres_url: str) -> Iterator[str]:
    """Address of a database with the tables of a service, to be copied: it may have no connections."""
    with postgres.database(postgres_url) as url:
        make_tables(url)
        # The server notices a while later that a client has gone.
        eventually(lambda: not has_connections(postgres_url, url))
        yield url


@pytest.fixture
def prepared_postgres_database(postgres_url: str, postgres_template: str) -> Iterator[str]:
    """Address of a database of this test's own with the tables of a service."""
    with postgres.database(postgres_url, postgres_template) as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of either kind, with the tables of a service."""
    if request.param == "postgres":
        return str(request.getfixturevalue("prepared_postgres_database"))
    file = str(tmp_path / "log.sqlite")
    prepare(file)
    return file


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The service on a new database, of which it makes all itself."""
    folder = tmp_path_factory.mktemp("service")
    with start(folder, database=str(folder / "referee.sqlite")) as service:
        yield service

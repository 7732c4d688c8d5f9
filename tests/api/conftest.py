"""Clients of the running service."""

from collections.abc import Iterator

import pytest

from tests.support import postgres
from tests.support.service import Caller, Running, start


@pytest.fixture
def organizer(running: Running) -> Iterator[Caller]:
    """A client with the organizer's token."""
    with running.client() as client:
        yield client


@pytest.fixture
def public(running: Running) -> Iterator[Caller]:
    """A client without a token."""
    with running.client(token=None) as client:
        yield client


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def either_service(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service on a database of either kind."""
    folder = tmp_path_factory.mktemp("either")
    if request.param == "sqlite":
        with start(folder) as running:
            yield running
        return
    maintenance, template = map(request.getfixturevalue, ("postgres_url", "postgres_template"))
    with postgres.database(maintenance, template) as url, start(folder, database=url) as running:
        yield running


@pytest.fixture
def head(either_service: Running) -> Iterator[Caller]:
    """A client with the organizer's token, of the service on either database."""
    with either_service.client() as client:
        yield client

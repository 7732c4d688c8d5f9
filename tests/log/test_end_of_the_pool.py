"""Connections of threads that go on after the end of a store are closed, not left to the garbage collector."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from referee.log.opening.engine import engine


@pytest.fixture
def store(database: str) -> Iterator[sa.Engine]:
    store = engine(database)
    yield store
    store.dispose()


@pytest.fixture
def closed_connections(store: sa.Engine) -> list[object]:
    """The connections that were closed."""
    connections: list[object] = []
    sa.event.listen(store, "close", lambda connection, _: connections.append(connection))
    return connections


def test_a_connection_that_is_kept_is_closed_at_the_end(store: sa.Engine, closed_connections: list[object]) -> None:
    with store.connect() as connection:
        driver_connection = connection.connection.dbapi_connection
    assert closed_connections == []
    store.dispose()
    assert closed_connections == [driver_connection]


def test_a_connection_in_use_at_the_end_is_closed_when_it_is_given_back(
    store: sa.Engine, closed_connections: list[object]
) -> None:
    with store.connect() as connection:
        driver_connection = connection.connection.dbapi_connection
        store.dispose()
        assert closed_connections == []
        assert connection.scalar(sa.text("SELECT 1")) == 1
    assert closed_connections == [driver_connection]


def test_a_connection_made_after_the_end_is_closed_when_it_is_given_back(
    store: sa.Engine, closed_connections: list[object]
) -> None:
    store.dispose()
    with store.connect() as connection:
        late = connection.connection.dbapi_connection
        assert connection.scalar(sa.text("SELECT 1")) == 1
    assert closed_connections == [late]

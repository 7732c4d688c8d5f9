"""Services on both databases with a clock that the tests turn, and a real receiver."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from api.compose import assemble
from api.context import AppContext
from api.opening import notary_of
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.matches.commands import MatchCommands
from referee.people.register import open_people
from tests.support.inside import Clock
from tests.support.receiver import Receiver, receiving


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def open_services(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Callable[[], AppContext]]:
    """Opens the database as another process would."""
    sqlite = str(tmp_path / "log.sqlite")
    database = sqlite if request.param == "sqlite" else str(request.getfixturevalue("postgres_database"))
    contexts: list[AppContext] = []

    def again() -> AppContext:
        service = MatchCommands(open_log(database), open_people(engine(database)), clock)
        notary = notary_of(service, str(tmp_path / "beside"))
        contexts.append(assemble(service, notary, turn_clock=clock.turns()))
        return contexts[-1]

    yield again
    for services in contexts:
        services.service.log.close()
        services.people.store.dispose()


@pytest.fixture
def services(open_services: Callable[[], AppContext]) -> AppContext:
    return open_services()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver

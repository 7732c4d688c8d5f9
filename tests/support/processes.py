"""One database, opened by several processes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.matches.commands import MatchCommands
from referee.people.register import open_people
from tests.support.prepared import prepare


@contextmanager
def processes(database: str, clock: Callable[[], Callable[[], str]]) -> Iterator[Callable[[], MatchCommands]]:
    """Opens the database like a new process, each time: a service with nothing in memory, and with a clock of its own."""
    services: list[MatchCommands] = []
    prepare(database)

    def another() -> MatchCommands:
        service = MatchCommands(
            open_log(database), open_people(engine(database)), clock=clock(), seed_source=lambda: "a seed"
        )
        services.append(service)
        return service

    yield another
    for service in services:
        service.log.close()
        service.people.store.dispose()

"""One database as several processes have it open."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from referee.people.register import People, engine
from referee.service.matches import Service
from referee.store.log import open_log


@contextmanager
def processes(database: str, clock: Callable[[], Callable[[], str]]) -> Iterator[Callable[[], Service]]:
    """Opens the database as another process would, each time: a service with nothing in memory, and with a clock of its own."""
    opened: list[Service] = []

    def another() -> Service:
        service = Service(open_log(database), People(engine(database)), clock=clock(), chance=lambda: "a seed")
        opened.append(service)
        return service

    yield another
    for service in opened:
        service.log.close()
        service.people.store.dispose()

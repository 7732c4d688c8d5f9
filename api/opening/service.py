"""Opens the log and the people of a database, and closes them."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.matches.commands import MatchCommands
from referee.people.register import open_people


def open_service(database: str, *, lasts: bool = True) -> MatchCommands:
    """Opens the service on a database; creates missing tables. Raises Inconsistent for tables of a newer release.

    A database that does not last is new, and is never opened again.
    """
    with ExitStack() as stack:
        log, store = open_log(database), engine(database)
        stack.callback(log.close)
        stack.callback(store.dispose)
        service = MatchCommands(log, open_people(store, takes_writes=log.takes_writes, lasts=lasts))
        stack.pop_all()
    return service


def close_service(service: MatchCommands) -> None:
    """Closes the database of a service."""
    service.log.close()
    service.people.store.dispose()


@contextmanager
def closing(service: MatchCommands) -> Iterator[MatchCommands]:
    """Closes the service after the block."""
    try:
        yield service
    finally:
        close_service(service)

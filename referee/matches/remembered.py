"""A service that has what another one has in memory, and nothing else: it asks no database, and stores nothing.

Whatever it does not have raises Unavailable at once.
"""

from typing import Any, NoReturn

import sqlalchemy as sa

from referee.errors import Unavailable
from referee.log.log import Log
from referee.match.aggregate import Match
from referee.matches.commands import MatchCommands
from referee.people.pins import Pins
from referee.people.presence import Presence
from referee.people.register import CachedName, OwnNames, People
from referee.people.tokens import Tokens


def _refuse(*_: object) -> NoReturn:
    raise Unavailable(stored="no")


class SilentLog(Log):
    """A log that cannot be asked."""

    def __init__(self) -> None:
        self.takes_writes = False

    def close(self) -> None:
        """Does nothing: there is no connection."""

    def __getattr__(self, name: str) -> Any:
        _refuse(name)


class RememberedPeople(People):
    """The names and merges that a register of people remembers."""

    def __init__(self, people: People) -> None:
        self._people = people
        self.own_name = OwnNames(self._cached_name)
        self.store = sa.create_engine("sqlite://", creator=_refuse)
        self.tokens, self.pins, self.presence = Tokens(self.store), Pins(self.store), Presence(self.store)

    def _current_cache(self) -> dict[str, CachedName]:
        register = self._people.in_memory()
        self._merges = register.merges
        return register.names


class RememberedService(MatchCommands):
    """The matches that a service has in memory, as it knew them last."""

    def __init__(self, service: MatchCommands) -> None:
        super().__init__(SilentLog(), RememberedPeople(service.people), service.clock, service.chance)
        self._kept = service._kept

    def match(self, id_: str) -> Match:
        """A match as it was known last. Raises Unavailable where it is not in memory."""
        return self._kept.get(id_) or _refuse()

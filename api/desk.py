"""What every route works with: the service, the people, the read models, the evidence, who may do what, the streams' bell."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from litestar import Request

from api.access import Access
from projections.follower import Follower
from referee.championship.matches import FixtureMatches
from referee.championship.service import Championships
from referee.evidence.notary import Notary
from referee.people import People
from referee.service import Service

T = TypeVar("T")


class Bell:
    """Rings when something was appended in this process, so that streams need not wait for their next look."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Event] = set()

    def ring(self) -> None:
        """Wakes every stream. Call it in the event loop."""
        for waiting in self._waiting:
            waiting.set()

    async def wait(self, seconds: float) -> None:
        """Returns at the next ring, or after so many seconds."""
        ringing = asyncio.Event()
        self._waiting.add(ringing)
        try:
            await asyncio.wait_for(ringing.wait(), seconds)
        except TimeoutError:
            pass
        finally:
            self._waiting.discard(ringing)


class Desk:
    """The parts of one running service."""

    def __init__(self, service: Service, follower: Follower, access: Access, notary: Notary) -> None:
        self.service = service
        self.championships = Championships(service)
        self.fixture_matches = FixtureMatches(self.championships)
        self.follower = follower
        self.access = access
        self.notary = notary
        self.bell = Bell()

    async def write(self, call: Callable[..., T], *args: Any, **named: Any) -> T:
        """Runs a command: in a thread where the database is across a network, here where it is a file.

        A commit to an SQLite file takes less time than the way to a thread and back (see the benchmarks).
        """
        return call(*args, **named) if self.service.log.is_file else await off_loop(call, *args, **named)

    @property
    def people(self) -> People:
        """The people of this database."""
        return self.service.people


def desk_of(request: Request) -> Desk:  # type: ignore[type-arg]
    """The desk of the app that a request came to."""
    desk: Desk = request.app.state.desk
    return desk


async def off_loop(call: Callable[..., T], *args: Any, **named: Any) -> T:
    """Runs a call that may wait for a disk or database in a thread, so that other requests go on."""
    return await asyncio.get_running_loop().run_in_executor(None, partial(call, *args, **named))

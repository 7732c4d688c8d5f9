"""What every route works with: service, people, read models, evidence, who may do what, the webhooks, and the bells."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any, TypeVar

from litestar import Request
from sqlalchemy import Connection

from api.background.setbacks import Setbacks
from api.http.bearers import Access
from api.reading import ReadModels
from api.threads import off_loop
from api.webhooks.outbox import Outbox
from projections.follower import Follower
from referee.championship.matches import FixtureMatches
from referee.championship.service import Championships
from referee.evidence.notary import Notary
from referee.people.register import People
from referee.service.matches import Service

__all__ = ["LOG_POSITION", "Bell", "Desk", "desk_of", "off_loop"]
T = TypeVar("T")
LOG_POSITION = "log_position"
"""Where a request keeps the position of the log that its answer stands for."""


class Bell:
    """Rings when something was appended in this process, so that streams need not wait for their next look."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Event] = set()
        self.rings = 0

    def ring(self) -> None:
        """Wakes every stream. Call it in the event loop."""
        self.rings += 1
        for waiting in self._waiting:
            waiting.set()

    async def wait(self, seconds: float | None, heard: int | None = None) -> None:
        """Returns at the next ring, or after so many seconds. With `heard`, at once if it has rung more often than that."""
        if heard is not None and self.rings != heard:
            return
        ringing = asyncio.Event()
        self._waiting.add(ringing)
        try:
            await asyncio.wait_for(ringing.wait(), seconds)
        except TimeoutError:
            pass
        finally:
            self._waiting.discard(ringing)


class Desk:
    """The parts of one running service. With `private_webhooks`, webhooks may be in networks of one's own.

    `clock` counts the seconds that requests and streams wait.
    """

    def __init__(
        self,
        service: Service,
        follower: Follower,
        access: Access,
        notary: Notary,
        *,
        private_webhooks: bool = False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.service = service
        self.championships = Championships(service)
        self.fixture_matches = FixtureMatches(self.championships)
        self.follower = follower
        self.read_models = ReadModels(follower)
        self.access = access
        self.notary = notary
        access.places = self.championships.place
        self.bell = Bell()
        self.setbacks = Setbacks()
        self.outbox = Outbox(service.people.store)
        self.mail = Bell()
        """Rings when a webhook, or a message to one, was made in this process."""
        self.private_webhooks = private_webhooks
        self.clock = clock

    async def write(self, call: Callable[..., T], *args: Any, **named: Any) -> T:
        """Runs a command, or what a stream asks: in a thread where the database is across a network, here where it is a file.

        A commit to an SQLite file takes less time than the way to a thread and back (see the benchmarks).
        """
        return call(*args, **named) if self.service.log.is_file else await off_loop(call, *args, **named)

    async def look(self, request: Request, ask: Callable[[Connection], T]) -> T:  # type: ignore[type-arg]
        """Asks the read models, once they have reached the position that the answer stands for (see api/http/consistency.py).

        Raises Conflict where that takes too long.
        """
        position: int = request.scope["state"][LOG_POSITION]
        return await self.read_models.look(position, ask)

    @property
    def people(self) -> People:
        """The people of this database."""
        return self.service.people


def desk_of(request: Request) -> Desk:  # type: ignore[type-arg]
    """The desk of the app that a request came to."""
    desk: Desk = request.app.state.desk
    return desk

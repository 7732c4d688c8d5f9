"""What every route works with: service, people, read models, evidence, who may do what, the webhooks, and the bells."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from litestar import Request
from sqlalchemy import Connection

from api.background.setbacks import Setbacks
from api.http.bearers import Access
from api.webhooks.outbox import Outbox
from projections.follower import Follower
from referee.championship.matches import FixtureMatches
from referee.championship.service import Championships
from referee.evidence.notary import Notary
from referee.people.register import People
from referee.service.matches import Service

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
    """The parts of one running service. With `private_webhooks`, webhooks may be in networks of one's own."""

    def __init__(
        self, service: Service, follower: Follower, access: Access, notary: Notary, *, private_webhooks: bool = False
    ) -> None:
        self.service = service
        self.championships = Championships(service)
        self.fixture_matches = FixtureMatches(self.championships)
        self.follower = follower
        self.access = access
        self.notary = notary
        access.places = self.championships.place
        self.bell = Bell()
        self.setbacks = Setbacks()
        self.outbox = Outbox(service.people.store)
        self.mail = Bell()
        """Rings when a webhook, or a message to one, was made in this process."""
        self.private_webhooks = private_webhooks

    async def write(self, call: Callable[..., T], *args: Any, **named: Any) -> T:
        """Runs a command, or what a stream asks: in a thread where the database is across a network, here where it is a file.

        A commit to an SQLite file takes less time than the way to a thread and back (see the benchmarks).
        """
        return call(*args, **named) if self.service.log.is_file else await off_loop(call, *args, **named)

    async def look(self, request: Request, ask: Callable[[Connection], T]) -> T:  # type: ignore[type-arg]
        """Asks the read models, once they have reached the position that the answer stands for (see api/consistency.py)."""
        position: int = request.scope["state"][LOG_POSITION]

        def answer() -> T:
            self.follower.catch_up(position)
            with self.follower.store.connect() as connection:
                return ask(connection)

        return await off_loop(answer)

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
    return await asyncio.to_thread(call, *args, **named)

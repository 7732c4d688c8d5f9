"""The service inside the test's own process, with a clock that the test turns."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from threading import Event

import httpx
from litestar import Litestar
from litestar.testing import TestClient

from api.access.limiter import RateLimiter
from api.compose import NO_PROXIES, assemble, close
from api.context import AppContext
from api.opening import notary_of
from api.proxy.forwarded import Proxies
from api.webhooks.schedule import stamp
from referee.followers.lease import LeaseClock
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.matches.commands import MatchCommands
from referee.people.register import open_people
from tests.support.administering import grant
from tests.support.application import create_app
from tests.support.prepared import prepare
from tests.support.service import TOKEN, Caller
from tests.support.waiting import DEADLOCK_SECONDS


class Clock:
    """The time of a test: it stands still unless the test moves it, or lets it move at every read."""

    def __init__(self) -> None:
        self.time = datetime.now(UTC)
        self.step = timedelta()
        """The time by which it moves at every read of the seconds."""
        self.read = Event()
        """Set at every read of the seconds, as a sign that a wait is in progress."""

    def __call__(self) -> str:
        return stamp(self.time)

    def now(self) -> datetime:
        return self.time

    def seconds(self) -> float:
        self.on(self.step)
        self.read.set()
        return self.time.timestamp()

    def turns(self) -> LeaseClock:
        """The same time for turns, which otherwise take it from the database."""
        return LeaseClock(lambda _: self.time, self._timestamp)

    def _timestamp(self) -> float:
        return self.time.timestamp()

    def on(self, by: timedelta) -> None:
        self.time += by


def services_on(
    database: str,
    clock: Clock,
    *,
    per_minute: int = 0,
    proxies: Proxies = NO_PROXIES,
    seed_source: Callable[[], str] | None = None,
) -> AppContext:
    """The parts of a service on this database, all with this clock. The organizer's token is `TOKEN`."""
    prepare(database)
    service = MatchCommands(open_log(database), open_people(engine(database), clock.seconds), clock)
    service.seed_source = seed_source or service.seed_source
    grant(service.people, "organizer", clock(), TOKEN)
    notary = notary_of(service, database)
    limiter = RateLimiter(per_minute, clock.seconds) if per_minute else None
    services = assemble(
        service,
        notary,
        limiter=limiter,
        clock=clock.seconds,
        now=clock.now,
        turn_clock=clock.turns(),
        proxies=proxies,
    )
    # A busy machine may take longer for a batch than a reader is to wait.
    services.read_models.wait_seconds = DEADLOCK_SECONDS
    return services


def same_seeds() -> Callable[[], str]:
    """A source of seeds that are the same in every run."""
    seeds = (f"verbena {number}" for number in count())
    return lambda: next(seeds)


@contextmanager
def inside(
    database: str,
    clock: Clock,
    *,
    per_minute: int = 0,
    proxies: Proxies = NO_PROXIES,
    seed_source: Callable[[], str] | None = None,
) -> Iterator[Caller]:
    """A client of a service in this process, without a token; `seed_source` draws the secrets of what is dealt."""
    services = services_on(database, clock, per_minute=per_minute, proxies=proxies, seed_source=seed_source)
    with TestClient(create_app(services)) as own, Caller(transport=_Short(own), base_url=own.base_url) as client:
        yield client
    close(services)


class _Short(httpx.BaseTransport):
    """The short way to the application, by its own client."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self._client = client

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._client._transport.handle_request(request)

"""Puts a service together from a database address: the one place where the parts meet."""

import os
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from time import monotonic

from litestar import Litestar
from msgspec.structs import replace
from sqlalchemy import Engine

from api import settings
from api.access.bearers import Access, utc_time
from api.access.limiter import RateLimiter
from api.access.open_streams import OpenStreams, StreamLimits
from api.access.own_pages import OwnPages
from api.app import create_app
from api.context import AppContext
from api.observing.figures import Figures
from api.observing.tracing import tracing_from_environment
from api.opening import (
    FOLLOWS,
    close_service,
    notary_of,
    open_service,
    require_one_signer,
)
from api.proxy.forwarded import Proxies
from api.reads.cached_matches import cached_matches
from api.reads.database_state import DatabaseState
from api.reads.failover import ReplicaFailover
from api.reads.read_models import ReadModels
from api.reads.replica import Standby
from api.reads.response_store import ResponseStore, WorkerCache
from api.runtime import rasterizer
from api.runtime.database_calls import database_calls
from api.runtime.drawing import Drawer
from api.runtime.gc_tuning import collect_seldom
from api.runtime.threads import prefer_the_loop
from api.runtime.writer_thread import WriterThread
from api.settings import (
    ACCESS_LOG,
    CLERK,
    LOG_LEVEL,
    OPEN_TABLE,
    PUBLIC_METRICS,
    PUBLIC_PEOPLE,
    TOKEN,
    WEBHOOKS_PRIVATE,
    checkpoint_seconds,
    default_database,
    log_format,
    requests_a_minute,
)
from api.webhooks.outbox import Outbox
from api.workers.projection_process import ProjectionProcess, cores, drop_fork
from projections.follower import PROJECTIONS, Follower
from referee.championship.matches import FixtureMatches
from referee.championship.service import Championships
from referee.errors import Impossible, Inconsistent, Unavailable
from referee.evidence.notary import Notary
from referee.evidence.tree import Tree
from referee.evidence.witnesses.asking import WitnessAddress
from referee.followers.lease import BY_DATABASE, LeaderLease, LeaseClock
from referee.followers.signal import Signal
from referee.log.commits.group import GroupCommit
from referee.log.log import Log
from referee.log.opening.engine import engine
from referee.match.entries import prepare
from referee.matches.commands import MatchCommands
from referee.matches.timing.clocks import TurnClocks
from referee.matches.timing.keeper import Timekeeper
from referee.operations.record import SERVICE
from referee.operations.tokens import grant_token
from referee.people.register import open_people
from referee.text import Text

PICTURE_BYTES = 16_000_000
"""Bytes of the cached pictures: some 400."""
NO_PROXIES = Proxies()
CLOCKS = "clocks"
"""The lease of the node that keeps the clocks of matches."""


def open_services(database: str, *, open_table: bool = False, projection_process: bool = False) -> AppContext:
    """Opens a service with its read models and its access policy.

    With `projection_process`, a process keeps the read models and the tree if there is a core for it.

    Raises Impossible if another key signs the log.
    """
    beside = settings.standby_of(database)
    service = open_service(database)
    notary = notary_of(service, database)
    writes = service.log.takes_writes
    if not writes:
        from referee.log.opening.replica import require_as_recent

        require_as_recent(service.log, service.people.store)
    try:
        if writes:
            require_one_signer(notary, database)
    except Impossible:
        close_service(service)
        raise
    secret = os.environ.get(TOKEN)
    if secret and writes:
        grant_token(service.administration, service.people.tokens, "organizer", SERVICE, secret=secret)
    # The limits of requests and streams are shared with the parts at a standby, which does not double them.
    put_together = partial(
        assemble,
        open_table=open_table,
        limiter=RateLimiter(limit) if (limit := requests_a_minute()) else None,
        private_webhooks=os.environ.get(WEBHOOKS_PRIVATE) == "1",
        streams=OpenStreams(StreamLimits(*settings.streams())),
        body_seconds=settings.body_seconds(),
        public_people=os.environ.get(PUBLIC_PEOPLE) == "1",
        public_metrics=os.environ.get(PUBLIC_METRICS) == "1",
        url=settings.url(),
        proxies=Proxies(settings.proxies()),
        witnesses=settings.witnesses(),
    )
    makes_process = projection_process and writes and cores() > 1
    if not makes_process:
        drop_fork()
    services = put_together(
        service,
        notary,
        beside=_engine_of_standby(beside) if beside else None,
        make_process=partial(ProjectionProcess, database) if makes_process else None,
    )
    if not (beside and writes):
        return services
    failover = ReplicaFailover(lambda: _parts_at_standby(services, failover, database, beside, put_together))
    return replace(services, elsewhere=failover)


def _parts_at_standby(
    services: AppContext,
    failover: ReplicaFailover[AppContext],
    database: str,
    beside: str,
    put_together: Callable[..., AppContext],
) -> AppContext:
    """The parts of a service that read from a standby of its database. They are needed as long as the failover says.

    Raises Inconsistent for a standby of another database, Unavailable if an empty log cannot tell, and the database's error if it
    does not answer.
    """
    from referee.log.opening.replica import require_as_recent, standby_log

    with ExitStack() as stack:
        log, store = standby_log(beside), engine(beside, read_only=True)
        stack.callback(log.close)
        stack.callback(store.dispose)
        require_as_recent(log, store)
        require_same_log(services.service.log, log)
        service = MatchCommands(log, open_people(store, takes_writes=False))
        parts = put_together(service, notary_of(service, database))
        stack.pop_all()
    return replace(parts, is_needed=failover.is_needed)


def _engine_of_standby(beside: str) -> Engine:
    from referee.log.opening.replica import standby_engine

    return standby_engine(beside)


def require_same_log(log: Log, other: Log) -> None:
    """Raises Inconsistent if two logs do not begin with the same record, Unavailable if one of them has none."""
    first, other_first = log.follow(0, 1), other.follow(0, 1)
    if not (first and other_first):
        raise Unavailable(stored="no")
    if bytes(first[0].state) != bytes(other_first[0].state):
        raise Inconsistent(
            Text(
                es=f"{settings.DATABASE_READ} lleva a otra base de datos que {settings.DATABASE}",
                en=f"{settings.DATABASE_READ} leads to another database than {settings.DATABASE}",
            )
        )


def assemble(
    service: MatchCommands,
    notary: Notary,
    *,
    open_table: bool = False,
    limiter: RateLimiter | None = None,
    private_webhooks: bool = False,
    streams: OpenStreams | None = None,
    body_seconds: float = 30.0,
    public_people: bool = False,
    public_metrics: bool = False,
    url: str | None = None,
    proxies: Proxies = NO_PROXIES,
    witnesses: tuple[WitnessAddress, ...] = (),
    beside: Engine | None = None,
    make_process: Callable[[Follower, Tree], ProjectionProcess] | None = None,
    clock: Callable[[], float] = monotonic,
    now: Callable[[], datetime] = utc_time,
    turn_clock: LeaseClock = BY_DATABASE,
) -> AppContext:
    """Wires the parts of a service. `clock` counts seconds, `now` is the time of day, `turn_clock` that of leases.

    `beside` is a standby of its server. `make_process` makes the process that takes the log to the read models and the tree. With
    `open_table` everyone is an organizer; the `limiter` is that of the requests of each token or address.
    """
    prepare()
    championships = Championships(service)
    fixture_matches = FixtureMatches(championships)
    service.add_fixture_hook(fixture_matches)
    feed = notary.tree.feed
    follower = Follower(service.log, service.people.store, feed=feed)
    projection_process = make_process(follower, notary.tree) if make_process else None
    append_signal = Signal()
    service.log.add_commit_hook(append_signal.notify_threadsafe)
    figures = Figures()
    service.log.add_append_hook(figures.commit)
    turn_clocks = TurnClocks(service.people.store, turn_clock.database)
    writer_thread = WriterThread(figures.count)
    calls = database_calls(service.log, writer_thread)
    state, here = DatabaseState(service.log, service.people.names_now), service.log.backend.is_local
    services = AppContext(
        service=service,
        championships=championships,
        fixture_matches=fixture_matches,
        follower=follower,
        read_models=ReadModels(follower, take=projection_process.step if projection_process else None),
        projection_process=projection_process,
        standby=_standby(beside, service),
        access=Access(
            service.people, championships.place, open_table=open_table, limiter=limiter, clock=clock, now=now
        ),
        notary=notary,
        turn_clock=turn_clock,
        turn_clocks=turn_clocks,
        timekeeper=Timekeeper(service, turn_clocks),
        clock_turn=LeaderLease(service.people.store, CLOCKS, turn_clock),
        turn=LeaderLease(service.people.store, FOLLOWS, turn_clock),
        feed=feed,
        append_signal=append_signal,
        group_commit=GroupCommit(service.log, calls, figures.group),
        calls=calls,
        writer_thread=writer_thread,
        figures=figures,
        database_state=state,
        worker_cache=WorkerCache(state.names, here=here),
        pictures=ResponseStore(state.names, PICTURE_BYTES, here=here),
        drawer=Drawer(rasterizer.__name__),
        answers=ResponseStore(state.names if here else service.people.names_remembered, here=here),
        outbox=Outbox(service.people.store),
        clock=clock,
        private_webhooks=private_webhooks,
        streams=streams or OpenStreams(StreamLimits()),
        body_seconds=body_seconds,
        public_people=public_people,
        public_metrics=public_metrics,
        url=url,
        proxies=proxies,
        witnesses=witnesses,
    )
    if here:
        return services
    memory = cached_matches(service, service.people, championships, services.answers, services.worker_cache)
    return replace(services, memory=memory)


def _standby(beside: Engine | None, service: MatchCommands) -> Standby | None:
    """The standby that lists are read from: the one beside, or the database itself if it takes no writes."""
    store = beside if service.log.takes_writes else service.people.store
    return Standby(store, service.log, PROJECTIONS) if store is not None else None


def close(services: AppContext) -> None:
    """Closes the parts of a service and their databases."""
    services.writer_thread.close()
    services.worker_cache.close()
    services.drawer.close()
    services.database_state.close()
    if services.elsewhere is not None and services.elsewhere.parts is not None:
        close(services.elsewhere.parts)
    if services.standby is not None:
        services.standby.store.dispose()
    close_service(services.service)


def app_from_environment() -> Litestar:
    """The application that `referee serve` runs, one in each worker."""
    return app_of(services_from_environment())


def services_from_environment() -> AppContext:
    """Opens the service that `referee serve` runs. Raises Impossible if another key signs the log."""
    prefer_the_loop()
    return open_services(
        default_database(),
        open_table=os.environ.get(OPEN_TABLE) == "1",
        projection_process=os.environ.get(CLERK) != "0",
    )


def app_of(services: AppContext) -> Litestar:
    """The application of a service, by the settings in the environment."""
    names = settings.own_names()
    app = create_app(
        services,
        checkpoint_seconds(),
        os.environ.get(LOG_LEVEL) or "warning",
        log_format=log_format(),
        access_log=os.environ.get(ACCESS_LOG) == "1",
        tracing=tracing_from_environment(),
        own_pages=None if names is None else OwnPages(names, on_network=True),
        ends_process=True,
    )
    collect_seldom()
    return app

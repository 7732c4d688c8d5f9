"""The two contexts of a route: the parts of the running service, and what is known of the request.

`api.compose` puts the first together. The second is created for each request, and is the only entry of a scope's state.
"""

from collections.abc import Callable
from contextlib import AsyncExitStack
from hashlib import sha256
from typing import Any, ParamSpec, TypeVar

import litestar
import msgspec
from litestar.datastructures import State
from msgspec import Struct, field
from sqlalchemy import Connection

from api.access.bearers import Access, Sender
from api.access.costs import REPORT_COST
from api.access.open_streams import OpenStreams, StreamLimits
from api.access.policy import Principal
from api.observing.figures import Figures
from api.observing.request_info import trace_step
from api.proxy.forwarded import Proxies
from api.reads.cached_matches import CachedMatches
from api.reads.database_state import DatabaseState
from api.reads.failover import ReplicaFailover
from api.reads.match_source import MatchSource
from api.reads.read_models import ReadModels
from api.reads.replica import Standby
from api.reads.response_store import ResponseStore, WorkerCache
from api.runtime.database_calls import DatabaseCalls
from api.runtime.drawing import Drawer
from api.runtime.job_failures import JobFailures
from api.runtime.threads import off_loop
from api.runtime.writer_thread import WriterThread
from api.webhooks.outbox import Outbox
from api.workers.projection_process import ProjectionProcess
from projections.follower import Follower
from referee.championship.dry_run import DryRunChampionships
from referee.championship.matches import FixtureMatches
from referee.championship.service import Championships
from referee.evidence.notary import Notary
from referee.evidence.witnesses.asking import WitnessAddress
from referee.followers.coalescer import Coalescer
from referee.followers.feed import Feed
from referee.followers.lease import BY_DATABASE, LeaderLease, LeaseClock
from referee.followers.signal import Signal
from referee.log.commits.group import CommandSteps, GroupCommit, Lock, run_alone
from referee.log.dry_run import GeneratedValues
from referee.match.aggregate import Match
from referee.matches.commands import MatchCommands
from referee.matches.dry_run import DryRunMatches
from referee.matches.timing.clocks import TurnClocks
from referee.matches.timing.keeper import Timekeeper
from referee.people.register import People

Request = litestar.Request[Any, Any, State]
"""A request of this application: the fields `user` and `auth` are unused, since `api.access` finds the principal."""
P = ParamSpec("P")
T = TypeVar("T")


class AppContext(Struct, kw_only=True, eq=False, weakref=True):
    """The parts of one running service. None of them creates or changes another one here."""

    service: MatchCommands
    championships: Championships
    fixture_matches: FixtureMatches
    follower: Follower
    read_models: ReadModels
    access: Access
    notary: Notary
    outbox: Outbox
    database_state: DatabaseState
    group_commit: GroupCommit
    """The commands that are stored together."""
    calls: DatabaseCalls
    """The calls of requests to the database."""
    writer_thread: WriterThread
    """The thread that writes to a database that is a file."""
    projection_process: ProjectionProcess | None = None
    """The process that takes the log to the read models and the tree, if there is one."""
    standby: Standby | None = None
    """The standby from which lists and boards are read, if there is one."""
    elsewhere: "ReplicaFailover[AppContext] | None" = None
    """The failover of reads to a standby while the primary does not answer, if there is one."""
    memory: CachedMatches | None = None
    """The matches in memory, which are read while no database answers; None if the database is a file."""
    is_needed: Callable[[], bool] = lambda: True
    """Returns True while streams are served by these parts: those of a standby stop when the primary answers again."""
    worker_cache: WorkerCache
    """The cached answers that are expensive."""
    answers: ResponseStore
    """The cached answers that are cheap and frequent."""
    pictures: ResponseStore
    """The cached pictures."""
    drawer: Drawer
    """The process that draws them."""
    clock: Callable[[], float]
    """Seconds by which the waits of requests and streams are measured."""
    private_webhooks: bool = False
    """True if webhooks may be in private networks."""
    streams: OpenStreams = field(default_factory=lambda: OpenStreams(StreamLimits()))
    """The open streams of this process."""
    body_seconds: float = 30.0
    """Seconds that a body may take to arrive."""
    public_people: bool = False
    """True if readers without a token may list people."""
    public_metrics: bool = False
    """True if `/metrics` needs no token."""
    turn_clock: LeaseClock = BY_DATABASE
    turn_clocks: TurnClocks
    """The time of the turns in play."""
    timekeeper: Timekeeper
    """Says when the time of a turn is over."""
    clock_turn: LeaderLease
    """The lease of the process that keeps the clocks."""
    turn: LeaderLease
    """The lease of the process that follows the log for all."""
    feed: Feed
    """The records of the log, for all followers in this process."""
    append_signal: Signal
    """Given after an append to the log: by the log itself in this process, by `Watch` and `Announcements` for others."""
    looks: Coalescer = field(default_factory=Coalescer)
    """The queries of streams, shared by all that follow the same log."""
    mail: Signal = field(default_factory=Signal)
    """Given when this process created a webhook, or a message to one."""
    job_failures: JobFailures = field(default_factory=JobFailures)
    figures: Figures = field(default_factory=Figures)
    """The metrics of this process."""
    url: str | None = None
    """The public address, with which absolute addresses begin; None: the address of each request."""
    proxies: Proxies = field(default_factory=Proxies)
    """The proxies whose headers about the client are trusted."""
    witnesses: tuple[WitnessAddress, ...] = ()
    """The witnesses that sign this log's checkpoints too."""
    checkpoint_signal: Signal = field(default_factory=Signal)
    """Given when this process signed a checkpoint by itself."""
    generated_values: GeneratedValues | None = None
    """The values that a dry run generated; None for the parts that store."""
    is_dry_run: bool = False
    """True for the parts of a dry run, which store nothing."""

    def dry_run(self) -> "AppContext":
        """Returns the parts for one dry run: overlays of those that write, which read through to them and store nothing."""
        generated = GeneratedValues()
        matches = DryRunMatches(self.service, generated)
        championships = DryRunChampionships(self.championships, matches)
        fixture_matches = FixtureMatches(championships)
        matches.add_fixture_hook(fixture_matches)
        return msgspec.structs.replace(
            self,
            service=matches,
            championships=championships,
            fixture_matches=fixture_matches,
            outbox=Outbox(matches.people.store, generated.new_id),
            generated_values=generated,
            is_dry_run=True,
        )

    async def ask(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs a read: in a thread if the database is across a network, here if it is a file.

        A dry run also decides where the write would, so it always goes to a thread.
        """
        return await (off_loop if self.is_dry_run else self.calls.read)(call, *args, **kwargs)

    async def write(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs a command in a thread for writes, so that reads need not wait; a dry run in one for reads."""
        return await (off_loop if self.is_dry_run else self.calls.write)(call, *args, **kwargs)

    async def recall(self, match_id: str) -> Match:
        """Returns a match as this process knew it last, which may be older than the log: what was opened stays so.

        It is loaded if it is not in memory. Raises NotFound.
        """
        match = self.service.cached_match(match_id)
        return await self.calls.read(self.service.match, match_id) if match is None else match

    async def carry_out(self, steps: Callable[[], CommandSteps[T]], lock: Lock | None = None) -> T:
        """Runs the command of these steps in a group with others that wait; a dry run alone, and in a thread.

        One with a `lock` decides quickly.
        """
        if self.is_dry_run:
            return await off_loop(run_alone, self.service.log, steps())
        with trace_step("store"):
            return await self.group_commit.run(steps, lock)

    async def look(
        self,
        request: Request,
        ask: Callable[[Connection], T],
        *,
        until_settled: bool = False,
    ) -> T:
        """Reads the read models once they have reached the position of the answer (see api/http/consistency.py).

        With `until_settled` it also waits for the consequences of a correction. Raises Conflict if that takes too long.
        """
        context = context_of(request)
        position = context.shown_position()
        if self.standby is not None and context.is_at_standby:
            result = await self.standby.look(
                position, lambda connection: (ask(connection),), until_settled=until_settled
            )
            if result is not None:
                return result[0]
        return await self.read_models.look(position, ask, until_settled=until_settled)

    @property
    def people(self) -> People:
        """The people of this database."""
        return self.service.people


class CacheDependencies(Struct, frozen=True):
    """The dependencies of a cached response: it is valid until names change, or the log, or some of its streams.

    `names` counts the changes of names; None if the response has none. `position` is that of the log; `streams` are some of
    its streams, each with its last version. `cost` is the number of requests for which one counts; 0 for a response that is the
    same for every sender.
    """

    names: int | None = None
    position: int = 0
    streams: tuple[tuple[str, int], ...] = ()
    cost: int = 1


class RequestContext(Struct, eq=False):
    """The state of one request, which its middleware, its route and its answer share."""

    sender: Sender
    services: AppContext | None = None
    """The services of the standby or of a dry run, if they answer in place of the app's own."""
    memory: MatchSource | None = None
    """The matches in memory, if they answer in place of the services."""
    position: int | None = None
    """The position of the log that the answer shows; None for an answer that does not depend on the log."""
    is_at_standby: bool = False
    """True if the standby has reached that position, and answers from its read models."""
    names: int | None = None
    """The count of changes of names before a read; None if that is unknown without a query."""
    known_at: float | None = None
    """The time by `monotonic` at which an answer from memory was last known to be current."""
    cache_dependencies: CacheDependencies | None = None
    """The dependencies of the answer, if it may be cached."""
    error: Exception | None = None
    """The exception of the fast path, which the handler's own way raises again."""
    is_body_whole: bool = False
    """True if the server has read the whole request, so that its body needs no time limit."""
    resources: AsyncExitStack | None = None
    """The resources that the answer needs after its handler has returned."""

    def shown_position(self) -> int:
        """Returns the position that a read of the log shows: it is known before its handler runs."""
        assert self.position is not None
        return self.position


_CONTEXT = "request"


def begin_context(scope: Any) -> RequestContext:
    """The context of a new request, which the server or the first middleware creates."""
    state = scope.setdefault("state", {})
    context: RequestContext | None = state.get(_CONTEXT)
    if context is None:
        context = state[_CONTEXT] = RequestContext(_sender_of(scope))
    return context


def _sender_of(scope: Any) -> Sender:
    """The sender of a new request, of whom nothing but its header is known."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            return Sender(value, sha256(value).digest())
    return Sender()


def context_of(request: Request) -> RequestContext:
    """The context of a request."""
    context: RequestContext = request.scope["state"][_CONTEXT]
    return context


def context_in(scope: Any) -> RequestContext:
    """The context of the request of a scope."""
    context: RequestContext = scope["state"][_CONTEXT]
    return context


def scope_of_dry_run(scope: Any, services: AppContext) -> dict[str, Any]:
    """Returns the scope in which a request is answered by the parts of a dry run."""
    context = context_in(scope)
    if context.resources is None:
        context.resources = AsyncExitStack()
    context = msgspec.structs.replace(context, services=services, sender=_sender_of(scope))
    return {**scope, "state": {**scope["state"], _CONTEXT: context}}


def services_of(request: Request) -> AppContext:
    """The services of the request's app, or those that answer in its place."""
    return services_in(request.scope)


def services_in(scope: Any) -> AppContext:
    """The services of the app of a scope, or those of the standby or of a dry run that answer in its place."""
    # By its key: an attribute of Litestar's State costs a failed look-up first, several times a request.
    services: AppContext = scope["state"][_CONTEXT].services or scope["litestar_app"].state["services"]
    return services


def reader_of(request: Request) -> tuple[AppContext, Principal]:
    """The services of a request and its principal. Raises NotAuthenticated."""
    services = services_of(request)
    return services, services.access.principal(request.scope, request.scope["state"][_CONTEXT].sender)


def match_reader_of(request: Request) -> tuple[MatchSource, Principal]:
    """The source that answers a read of one match, and its principal. Raises TooMany, NotAuthenticated."""
    services, context = services_of(request), request.scope["state"][_CONTEXT]
    return context.memory or services, services.access.principal(request.scope, context.sender)


def principal_of(request: Request) -> Principal:
    """The principal of a request, which is counted. Raises TooMany, NotAuthenticated."""
    return reader_of(request)[1]


def charge_request(request: Request, cost: int = REPORT_COST) -> None:
    """Counts the rest of the cost of a request, which counted as one. Raises TooMany."""
    services_of(request).access.charge(context_of(request).sender, cost)

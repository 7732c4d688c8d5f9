"""The parts of one running service, as routes reach them. `api.compose` puts them together."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from litestar.types import Scope
from msgspec import Struct, field
from sqlalchemy import Connection

from api.access.bearers import Access
from api.access.open_streams import OpenStreams, StreamLimits
from api.access.policy import Principal
from api.background.database_state import CurrentState
from api.background.drawing import Drawer
from api.background.grouping import Grouping, Quick
from api.background.reports import QuickAnswers, Reports
from api.background.scribe import Scribe
from api.background.setbacks import Setbacks
from api.clerk.clerk import Clerk
from api.elsewhere import Elsewhere
from api.observing.figures import Figures
from api.observing.tracing import step
from api.proxy.forwarded import Proxies
from api.reading import ReadModels
from api.request import Request
from api.standby import Standby
from api.threads import off_loop, writing_off_loop
from api.webhooks.outbox import Outbox
from projections.follower import Follower
from referee.championship.matches import FixtureMatches
from referee.championship.service import Championships
from referee.evidence.notary import Notary
from referee.evidence.witnesses.asking import WitnessAddress
from referee.follow.coalescer import Coalescer
from referee.follow.feed import Feed
from referee.follow.lease import BY_DATABASE, LeaderLease, LeaseClock
from referee.follow.signal import Signal
from referee.people.register import People
from referee.service.matches import Service
from referee.service.timing.clocks import TurnClocks
from referee.service.timing.keeper import Timekeeper
from referee.store.rehearsal import is_rehearsal
from referee.store.writing import Writing, alone

__all__ = ["AT_STANDBY", "LOG_POSITION", "NAMES", "Services", "off_loop", "services_of"]
P = ParamSpec("P")
T = TypeVar("T")
LOG_POSITION = "log_position"
"""Where a request keeps the position of the log that its answer stands for."""
AT_STANDBY = "at_standby"
"""Where a request keeps that the standby has what its answer stands for."""
ELSEWHERE = "elsewhere"
"""Where a request that the standby answers keeps its services."""
NAMES = "names"
"""Where a read keeps how often a name had changed before; None where that is not known without asking."""


class Services(Struct, kw_only=True, eq=False, weakref=True):
    """The parts of one running service. Nothing here makes another part, or changes it."""

    service: Service
    championships: Championships
    fixture_matches: FixtureMatches
    follower: Follower
    read_models: ReadModels
    access: Access
    notary: Notary
    outbox: Outbox
    current: CurrentState
    """What the database has come to."""
    grouping: Grouping
    """The commands that are stored together."""
    scribe: Scribe
    """Who writes to the database where it is a file."""
    clerk: Clerk | None = None
    """Who takes the log to the read models and the tree in a process of its own."""
    standby: Standby | None = None
    """The server that lists and boards are read from, where there is one beside that which writes."""
    elsewhere: "Elsewhere[Services] | None" = None
    """What answers reads while the database does not, where a standby can."""
    memory: "Services | None" = None
    """What answers reads of matches while no database does: the parts of what this process has in memory."""
    is_needed: Callable[[], bool] = lambda: True
    """Whether streams are to be told by these parts: not by those of a standby once the database answers again."""
    reports: Reports
    """The answers that cost much."""
    answers: QuickAnswers
    """The answers that cost little, and are asked often."""
    pictures: QuickAnswers
    """The pictures that were drawn."""
    drawer: Drawer
    """Who draws them."""
    clock: Callable[[], float]
    """Counts the seconds that requests and streams wait."""
    private_webhooks: bool = False
    """Whether webhooks may be in networks of one's own."""
    streams: OpenStreams = field(default_factory=lambda: OpenStreams(StreamLimits()))
    """The open streams of this process."""
    body_seconds: float = 30.0
    """How long a body may take to arrive."""
    public_people: bool = False
    """Whether people are listed for readers without a token."""
    public_metrics: bool = False
    """Whether `/metrics` asks for no token."""
    turn_clock: LeaseClock = BY_DATABASE
    turn_clocks: TurnClocks
    """The time of the turns in play."""
    timekeeper: Timekeeper
    """Says when the time of a turn is over."""
    clock_turn: LeaderLease
    """Whether this is the process that keeps the clocks."""
    turn: LeaderLease
    """Whether this is the process that follows the log for all."""
    feed: Feed
    """The records of the log, for all who follow it in this process."""
    appended: Signal
    """Given when something was appended to the log: by the log itself in this process, by `watching` for others."""
    looks: Coalescer = field(default_factory=Coalescer)
    """What streams found, for all who follow the same."""
    mail: Signal = field(default_factory=Signal)
    """Given when a webhook, or a message to one, was made in this process."""
    setbacks: Setbacks = field(default_factory=Setbacks)
    figures: Figures = field(default_factory=Figures)
    """What this process counts and times."""
    url: str | None = None
    """The public address, with which absolute addresses begin; None: as each request asked."""
    proxies: Proxies = field(default_factory=Proxies)
    """Who is believed to say by whom and how a request was sent."""
    witnesses: tuple[WitnessAddress, ...] = ()
    """Who signs this log's checkpoints too."""
    signed: Signal = field(default_factory=Signal)
    """Given when this process signed a checkpoint by itself."""

    async def ask(self, call: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Runs what only reads: in a thread where the database is across a network, here where it is a file.

        Reading a file that is in memory takes less time than the way to a thread and back, and waits for nobody who writes. A
        rehearsal runs many times, so it is always in a thread.
        """
        here = self.service.log.is_file and not is_rehearsal()
        return call(*args, **named) if here else await off_loop(call, *args, **named)

    async def write(self, call: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Runs a command, in a thread where reads do not wait for it; a rehearsal, which commits nothing, in one of theirs."""
        if is_rehearsal():
            return await off_loop(call, *args, **named)
        run = self.scribe.run if self.service.log.is_file else writing_off_loop
        return await run(call, *args, **named)

    async def recall(self, match_id: str) -> None:
        """Has a match in memory where the database is across a network, so that its opening is not asked for. Raises NotFound."""
        if not self.service.log.is_file and not self.service.is_kept(match_id):
            await off_loop(self.service.match, match_id)

    async def carry_out(self, writing: Writing[T], quick: Quick | None = None) -> T:
        """Carries a command out together with others that wait; a rehearsal by itself, and in a thread."""
        if is_rehearsal():
            return await off_loop(alone, self.service.log, writing)
        with step("store"):
            return await self.grouping.run(writing, quick)

    async def look(
        self,
        request: Request,
        ask: Callable[[Connection], T],
        *,
        settled: bool = False,
    ) -> T:
        """Asks the read models, once they have reached the position that the answer stands for (see api/http/consistency.py).

        With `settled` also once they have done what a correction set off. Raises Conflict where that takes too long.
        """
        position: int = request.scope["state"][LOG_POSITION]
        if self.standby is not None and request.scope["state"].get(AT_STANDBY):
            looked = await self.standby.look(position, lambda connection: (ask(connection),), settled=settled)
            if looked is not None:
                return looked[0]
        return await self.read_models.look(position, ask, settled=settled)

    @property
    def people(self) -> People:
        """The people of this database."""
        return self.service.people


def services_of(request: Request) -> Services:
    """The services of the app that a request came to."""
    return services_in(request.scope)


def services_in(scope: Scope) -> Services:
    """The services of the app that a request came to, or those of the standby that answers it."""
    # By its key: each look for an attribute fails first, and is asked for several times a request.
    services: Services = scope["state"].get(ELSEWHERE) or scope["litestar_app"].state["services"]
    return services


def reader_of(request: Request) -> tuple[Services, Principal]:
    """The services, and who asks. Raises Unauthenticated."""
    services = services_of(request)
    return services, services.access.principal(request)

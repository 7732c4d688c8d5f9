"""The application: routes, refusals as problem documents, limits and headers, and background work."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial

from litestar import Litestar, Response
from litestar.config.cors import CORSConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.types import Message, Scope

from api.access.own_pages import OwnPages
from api.context import AppContext, Request, services_in, services_of
from api.http import consistency, headers, parameter_validation, problems
from api.http.answers import COMPRESSION
from api.middleware import degraded_reads
from api.middleware.conditional_get import Revalidation
from api.middleware.fast_path import RAISED
from api.middleware.observability import ObservedApplication
from api.middleware.response_cache import ResponseCache
from api.observing import Format, lines
from api.observing.request_info import on_route
from api.observing.slow_reader import UNREAD_SECONDS
from api.observing.tracing import Tracing
from api.reads.failover import FIRST_SECONDS, ReplicaFailover
from api.routes import (
    administration,
    backup,
    docs,
    health,
    merges,
    metrics,
    own_token,
    players,
    proofs,
    rulesets,
    sharing,
    site,
    streams,
    tokens,
    webhooks,
)
from api.routes.contests import (
    championships,
    contest,
    fixtures,
    formats,
    incidents,
    paper,
    results,
    settlement,
    undoing,
)
from api.routes.matches import calls, claims, house_rules, match, match_list, pins, presence, queues, tables, whatif
from api.routes.seasons import balance, meetings, ratings, series, statistics
from api.runtime.disconnects import CLIENT, ClientGone
from api.runtime.process_end import process_end_lifespan
from api.runtime.tasks import background_task
from api.webhooks.deliverer import delivery_lifespan
from api.workers.checkpoints import checkpoint_lifespan
from api.workers.clocks import clock_lifespan
from api.workers.notifications import notification_lifespan
from api.workers.projection_supervision import clerk_lifespan
from api.workers.projections import projection_lifespan
from api.workers.witnesses import witness_lifespan
from referee.characters import unseen
from referee.errors import NotFound, ReadOnly, ServiceRefusal, Unavailable
from referee.log import request_flags
from referee.log.records import Clash
from referee.log.timeouts import budget
from referee.log.timeouts.failures import FAILURES, is_outage


async def _begin(request: Request) -> None:
    """Runs before every handler: refuses unreadable paths and writes to a read-only node, then chooses a source for reads."""
    if (error := request.scope["state"].pop(RAISED, None)) is not None:
        raise error
    request_flags.STORED.begin()
    if unseen(request.scope["path"]):
        raise NotFound(problems.MEANINGS["not-found"])
    services = services_of(request)
    if request.method in _READS:
        CLIENT.set(request.receive)
    elif not services.service.log.takes_writes:
        raise ReadOnly
    if services.elsewhere is not None and consistency.shows_log(request):
        await _with_standby(services, services.elsewhere, request)
    elif services.memory is not None and degraded_reads.has(services, request):
        await _with_memory(services, request)
    else:
        await _stand(services, request)


async def _with_standby(services: AppContext, elsewhere: ReplicaFailover[AppContext], request: Request) -> None:
    """Prepares a read on the primary; if that is silent, on the standby; if that is silent too, from memory."""
    budget.begin(seconds=FIRST_SECONDS)
    if not elsewhere.is_needed():
        try:
            await _stand(services, request)
        except _FAILED as error:
            _require_silence(error)
            elsewhere.need()
        else:
            return
    try:
        await _stand(await consistency.turn_to_standby(services, request), request)
    except _FAILED as error:
        _require_silence(error)
        await _remember(services, request, error)


async def _with_memory(services: AppContext, request: Request) -> None:
    """Prepares a read on the database; if that is silent, from memory."""
    if await degraded_reads.needed(services) and degraded_reads.turn(services, request):
        await parameter_validation.require_known_parameters(request)
        return
    budget.begin(seconds=FIRST_SECONDS)
    try:
        await _stand(services, request)
    except _FAILED as error:
        _require_silence(error)
        await _remember(services, request, error)


async def _remember(services: AppContext, request: Request, error: Exception) -> None:
    """Prepares a read from memory after this error. Raises the error if memory cannot answer."""
    if not degraded_reads.turn(services, request):
        raise error
    await parameter_validation.require_known_parameters(request)


def _require_silence(error: Exception) -> None:
    """Raises the error again if the database answered with it."""
    if not (isinstance(error, Unavailable) or is_outage(error)):
        raise error


async def _stand(services: AppContext, request: Request) -> None:
    """Looks up the reader, checks the parameters, and waits for the position that a read needs."""
    if not request.route_handler.opt.get(health.ASKS_NOTHING):
        await services.access.recognize(request, services.calls)
    if request.scope["query_string"]:
        await parameter_validation.require_known_parameters(request)
    await consistency.wait_for_position(request)


async def _complete(message: Message, scope: Scope) -> None:
    """Completes the head of an answer: position, security headers, remaining quota, methods of the path."""
    if message["type"] == "http.response.start":
        on_route(scope.get("path_template"))
        own_headers = consistency.position_headers(message, scope)
        if quota := services_in(scope).access.quota(scope):
            own_headers |= quota.headers()
        headers.complete(message, scope, own_headers)


_FAILED: tuple[type[Exception], ...] = (Unavailable, *FAILURES)
_READS = frozenset({"GET", "HEAD", "OPTIONS"})


def _refused(request: Request, error: ServiceRefusal) -> Response[bytes]:
    return problems.refuse(request, error)


def create_app(
    services: AppContext,
    checkpoint_seconds: float = 0,
    log_level: str = "warning",
    *,
    log_format: Format = "text",
    access_log: bool = False,
    tracing: Tracing | None = None,
    unread_seconds: float = UNREAD_SECONDS,
    own_pages: OwnPages | None = None,
    ends_process: bool = False,
) -> Litestar:
    """The ASGI application of one service; it signs its log every `checkpoint_seconds`, 0: only on request.

    An answer of which the client reads nothing for `unread_seconds` is broken off. With `own_pages`, and always if everyone is
    an organizer, pages of other sites may neither ask nor read anything.
    """
    if own_pages is None and services.access.open_table:
        own_pages = OwnPages()
    return ObservedApplication(
        ResponseCache(services),
        route_handlers=[
            match.Matches,
            match_list.list_matches,
            pins.set_pin,
            presence.put_presence,
            queues.give_queue,
            calls.list_calls,
            tables.list_tables,
            presence.get_presence,
            claims.get_claim,
            whatif.what_if,
            house_rules.get_match_house,
            house_rules.get_contest_house,
            house_rules.print_match_rulebook,
            house_rules.print_contest_rulebook,
            merges.MergeRoutes,
            players.Players,
            players.list_sanctions,
            ratings.list_ratings,
            ratings.list_player_ratings,
            meetings.list_meetings,
            statistics.get_player_statistics,
            balance.get_championship_balance,
            balance.get_series_balance,
            series.SeriesRoutes,
            series.EditionRoutes,
            own_token.get_own_token,
            tokens.TokenRoutes,
            championships.ChampionshipRoutes,
            contest.Contests,
            fixtures.Fixtures,
            results.list_results,
            settlement.get_settlement,
            streams.stream_match,
            streams.stream_championship,
            webhooks.Webhooks,
            formats.list_formats,
            rulesets.list_rulesets,
            rulesets.get_ruleset,
            rulesets.list_problems,
            rulesets.get_problem,
            proofs.get_log_key,
            proofs.get_checkpoint,
            proofs.prove_inclusion,
            proofs.prove_consistency,
            proofs.prove_record,
            health.is_live,
            health.is_ready,
            metrics.get_metrics,
            backup.take_backup,
            administration.list_acts,
            sharing.share_picture,
            sharing.get_calendar,
            sharing.get_results,
            *site.PAGES,
            *paper.PAPER,
            *incidents.INCIDENTS,
            *undoing.UNDOING,
            site.static_file,
            site.page_worker,
            docs.docs_page,
            docs.docs_file,
            docs.get_open_api,
        ],
        state=State({"services": services, "metrics": metrics.registry_of(services)}),
        lifespan=[
            notification_lifespan(services.service.log, services.appended),
            *([standby_lifespan(services.elsewhere)] if services.elsewhere else []),
            *(_writing(services, checkpoint_seconds) if services.service.log.takes_writes else ()),
            *([process_end_lifespan()] if ends_process else []),
        ],
        exception_handlers={
            ServiceRefusal: _refused,
            HTTPException: problems.refuse_http,
            ClientGone: problems.client_left,
            Unavailable: problems.unavailable,
            ReadOnly: problems.read_only,
            Clash: problems.unavailable,
            **dict.fromkeys(FAILURES, problems.unavailable),
            Exception: problems.fail,
        },
        before_request=_begin,
        before_send=[_complete, *([headers.keep_to_own_pages] if own_pages else [])],
        # Compression comes after the ETags: the compressed bytes of a body differ each time.
        middleware=[DefineMiddleware(CompressionMiddleware, config=COMPRESSION), Revalidation()],
        cors_config=None
        if own_pages
        else CORSConfig(
            allow_origins=["*"],
            expose_headers=list(headers.EXPOSED),
        ),
        request_max_body_size=None,  # `api.http.bodies` has its own limit, and its refusal reaches the client
        openapi_config=None,
        logging_config=lines.service_log(log_level, log_format, access=access_log),
        on_shutdown=[partial(_leave, tracing)],
        figures=services.figures,
        proxies=services.proxies,
        tracing=tracing,
        unread_seconds=unread_seconds,
        own_pages=own_pages,
    )


def standby_lifespan(elsewhere: ReplicaFailover[AppContext]) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """Returns a lifespan in which the app keeps parts open that read from a standby."""

    async def work(app: Litestar) -> None:
        parts = await elsewhere.open()
        async with notification_lifespan(parts.service.log, parts.appended)(app):
            await asyncio.Event().wait()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with background_task(work(app)):
            yield

    return lifespan


def _writing(
    services: AppContext, checkpoint_seconds: float
) -> list[Callable[[Litestar], AbstractAsyncContextManager[None]]]:
    """The lifespans of the background work that writes to the database."""
    clerk = services.clerk
    return [
        *([clerk_lifespan(clerk, services.turn)] if clerk else []),
        projection_lifespan(
            services.service.log,
            services.people,
            services.read_models,
            services.appended,
            services.turn,
            services.job_failures,
        ),
        clock_lifespan(services.timekeeper, services.clock_turn, services.job_failures),
        delivery_lifespan(services, private=services.private_webhooks),
        checkpoint_lifespan(
            services.notary,
            clerk.grow if clerk else services.notary.tree.catch_up,
            services.appended,
            services.signed,
            services.turn,
            services.job_failures,
            checkpoint_seconds,
        ),
        witness_lifespan(services.notary, services.witnesses, services.signed, services.turn, services.job_failures),
    ]


async def _leave(tracing: Tracing | None) -> None:
    """Sends the last traces and writes the last lines of the log: a stopping worker does not wait for threads."""
    if tracing:
        await asyncio.to_thread(tracing.close)
    await asyncio.to_thread(lines.written)

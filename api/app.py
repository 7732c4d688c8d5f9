"""The application: routes, refusals as problem documents, limits and headers, and background work."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial

from litestar import Litestar, Response
from litestar.config.cors import CORSConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp

from api.access.own_pages import OwnPages
from api.context import AppContext, Request
from api.http import headers, problems
from api.http.answers import COMPRESSION
from api.middleware.conditional_get import ConditionalGet
from api.middleware.dry_run import DryRuns
from api.middleware.fast_path import FastPath
from api.middleware.head_requests import HeadRequests
from api.middleware.observability import UNREAD_SECONDS, Observability
from api.middleware.own_pages import OwnPagesOnly
from api.middleware.read_sources import begin
from api.middleware.request_lifecycle import RequestLifecycle
from api.middleware.response_cache import CachedResponses, ResponseCache
from api.middleware.response_headers import ResponseHeaders
from api.observing import Format, lines
from api.observing.tracing import Tracing
from api.reads.failover import ReplicaFailover
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
    whole_stream,
)
from api.routes.contests import (
    championships,
    contest,
    deal_sheets,
    fixtures,
    formats,
    incidents,
    lineups,
    paper,
    results,
    rounds,
    settlement,
    undoing,
)
from api.routes.contests import client_data as contest_client_data
from api.routes.matches import calls, claims, house_rules, match, match_list, pins, presence, queues, tables, whatif
from api.routes.seasons import balance, meetings, ratings, series, statistics
from api.runtime.disconnects import ClientGone
from api.runtime.process_end import process_end_lifespan
from api.runtime.tasks import background_task
from api.webhooks.deliverer import delivery_lifespan
from api.workers.checkpoints import checkpoint_lifespan
from api.workers.clocks import clock_lifespan
from api.workers.notifications import notification_lifespan
from api.workers.projection_supervision import projection_process_lifespan
from api.workers.projections import projection_lifespan
from api.workers.witnesses import witness_lifespan
from referee.errors import ReadOnly, ServiceRefusal, Unavailable
from referee.log.records import Clash
from referee.log.timeouts.failures import FAILURES

Middleware = Callable[[ASGIApp], ASGIApp]


def _refuse(request: Request, error: ServiceRefusal) -> Response[bytes]:
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
    app = Litestar(
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
            *lineups.LINEUPS,
            rounds.RoundRoutes,
            rounds.get_deal,
            deal_sheets.get_deal_sheets,
            results.list_results,
            settlement.get_settlement,
            streams.stream_match,
            streams.stream_championship,
            whole_stream.stream_everything,
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
            *contest_client_data.CLIENT_DATA,
            site.static_file,
            site.page_worker,
            docs.docs_page,
            docs.docs_file,
            docs.get_open_api,
            docs.get_open_api_3_0,
        ],
        state=State({"services": services, "metrics": metrics.registry_of(services)}),
        lifespan=[
            notification_lifespan(services.service.log, services.append_signal),
            *([standby_lifespan(services.elsewhere)] if services.elsewhere else []),
            *(_writing(services, checkpoint_seconds) if services.service.log.takes_writes else ()),
            *([process_end_lifespan()] if ends_process else []),
        ],
        exception_handlers={
            ServiceRefusal: _refuse,
            HTTPException: problems.refuse_http,
            ClientGone: problems.client_left,
            Unavailable: problems.unavailable,
            ReadOnly: problems.read_only,
            Clash: problems.unavailable,
            **dict.fromkeys(FAILURES, problems.unavailable),
            Exception: problems.fail,
        },
        before_request=begin,
        # Around the handler of a route, so each knows the route; the rest stands in `_before_routing`.
        middleware=[
            # Outside of the ETags: the compressed bytes of a body differ each time.
            DefineMiddleware(CompressionMiddleware, config=COMPRESSION),
            ConditionalGet(),
        ],
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
    )
    services.figures.expect_routes(route.path_format for route in app.routes if isinstance(route, HTTPRoute))
    app.asgi_handler = _before_routing(app, services, tracing, unread_seconds, own_pages)
    return app


def _before_routing(
    app: Litestar, services: AppContext, tracing: Tracing | None, unread_seconds: float, own_pages: OwnPages | None
) -> ASGIApp:
    """The way of a request to the routes of `app`: no route is known yet. In each list the outermost middleware comes first."""
    routing = _through(
        [
            # Outside of the headers: those of GET are the answer.
            HeadRequests,
            # Around routing, so that refusals without a route and the framework's own answers have the headers too.
            partial(ResponseHeaders, own_pages=own_pages is not None),
        ],
        app.asgi_handler,
    )
    others = _through(
        [
            # Before the others that its requests do not need: they are POST, without a query.
            partial(FastPath, litestar=app, own_pages=own_pages is not None),
            # Each run of a dry run is a request of its own for those below.
            DryRuns,
        ],
        routing,
    )
    return _through(
        [
            # Outermost, so that it counts the answers of all others too, and names the client before any of them looks at it.
            partial(
                Observability,
                figures=services.figures,
                proxies=services.proxies,
                tracing=tracing,
                unread_seconds=unread_seconds,
            ),
            # Around whatever may answer before it has received the body. The deadline includes the question whether a cached
            # answer is still valid.
            partial(RequestLifecycle, has_deadline=not services.calls.reads_in_loop),
            # Nothing is done for a page of another site.
            *([partial(OwnPagesOnly, own_pages=own_pages)] if own_pages else []),
            # Before all work that it saves. It caches whole answers, so it stands outside of whatever changes them. Here the
            # ways part: a GET goes on to routing, all others through the middleware of writes.
            partial(CachedResponses, cache=ResponseCache(services), others=others),
        ],
        routing,
    )


def _through(middleware: Sequence[Middleware], app: ASGIApp) -> ASGIApp:
    """Puts the middleware around an application, the first one outermost."""
    for around in reversed(middleware):
        app = around(app)
    return app


def standby_lifespan(elsewhere: ReplicaFailover[AppContext]) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """Returns a lifespan in which the app keeps parts open that read from a standby."""

    async def work(app: Litestar) -> None:
        parts = await elsewhere.open()
        async with notification_lifespan(parts.service.log, parts.append_signal)(app):
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
    process = services.projection_process
    return [
        *([projection_process_lifespan(process, services.turn)] if process else []),
        projection_lifespan(
            services.service.log,
            services.people,
            services.read_models,
            services.append_signal,
            services.turn,
            services.job_failures,
        ),
        clock_lifespan(services.timekeeper, services.clock_turn, services.job_failures),
        delivery_lifespan(services, private=services.private_webhooks),
        checkpoint_lifespan(
            services.notary,
            process.grow if process else services.notary.tree.catch_up,
            services.append_signal,
            services.checkpoint_signal,
            services.turn,
            services.job_failures,
            checkpoint_seconds,
        ),
        witness_lifespan(
            services.notary, services.witnesses, services.checkpoint_signal, services.turn, services.job_failures
        ),
    ]


async def _leave(tracing: Tracing | None) -> None:
    """Sends the last traces and writes the last lines of the log: a stopping worker does not wait for threads."""
    if tracing:
        await asyncio.to_thread(tracing.close)
    await asyncio.to_thread(lines.flush)

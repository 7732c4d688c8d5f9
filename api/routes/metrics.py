"""Metrics for Prometheus: the progress of log, read models and work, and the counters of the answering process."""

from datetime import datetime
from time import time
from typing import Any, get_args

from litestar import Response, get
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from api.access.policy import require_staff
from api.context import AppContext, Request, reader_of
from api.http.describe import HEALTH, Answer
from api.routes.health import Readiness, readiness
from api.runtime.job_failures import Work
from api.runtime.threads import off_loop
from referee.evidence.witnesses.asking import unsigned_since
from referee.log.opening.engine import pool_of


class _Gauges(Collector):
    def __init__(self, services: AppContext) -> None:
        self.services = services
        self._process = services.figures.process

    def collect(self) -> list[Metric]:
        state = readiness(self.services)
        position = GaugeMetricFamily("referee_log_position", "Position of the last record of the log.", state.position)
        lag = GaugeMetricFamily(
            "referee_projection_lag", "Records a read model has yet to take.", labels=["projection"]
        )
        at = GaugeMetricFamily("referee_projection_position", "Position of a read model.", labels=["projection"])
        rows = GaugeMetricFamily("referee_projection_rows", "Rows of a read model.", labels=["projection"])
        digest = InfoMetricFamily("referee_projection", "Digest of a read model's rows.", labels=["projection"])
        for name, projection in state.projections.items():
            lag.add_metric([name], projection.lag)
            at.add_metric([name], projection.position)
            rows.add_metric([name], projection.rows)
            digest.add_metric([name], {"digest": projection.digest})
        tree = self.services.notary.tree.state()
        leaves = GaugeMetricFamily("referee_tree_leaves", "Records in the Merkle tree.", tree.size if tree else 0)
        beyond = GaugeMetricFamily("referee_tree_lag", "Records the tree has yet to take.", state.evidence.lag)
        return [
            position,
            lag,
            at,
            rows,
            digest,
            leaves,
            beyond,
            self._of_witnesses(),
            *self._of_webhooks(),
            *self._of_this_process(state),
        ]

    def _of_witnesses(self) -> Metric:
        behind = GaugeMetricFamily(
            "referee_witness_behind_seconds",
            "How long the first checkpoint has waited that a witness has yet to sign.",
            labels=["witness"],
        )
        for witness in self.services.witnesses:
            first = unsigned_since(self.services.notary, witness)
            seconds = time() - datetime.fromisoformat(first.time).timestamp() if first else 0.0
            behind.add_metric([witness.key.name], max(0.0, seconds))
        return behind

    def _of_webhooks(self) -> list[Metric]:
        queues = self.services.outbox.queues().values()
        waiting = sum(queue.waiting for queue in queues)
        due = min((datetime.fromisoformat(queue.due_since).timestamp() for queue in queues), default=time())
        return [
            GaugeMetricFamily(
                "referee_webhook_messages_waiting", "Messages to webhooks that have not arrived.", waiting
            ),
            GaugeMetricFamily(
                "referee_webhook_overdue_seconds", "How long the first of them has been due.", max(0.0, time() - due)
            ),
        ]

    def _of_connections(self) -> list[Metric]:
        """The connections to the database: those of the log, and those for everything else."""
        most = self._here("referee_pool_most", "Connections that there may be.", "pool")
        in_use = self._here("referee_pool_in_use", "Connections that are in use.", "pool")
        waiting = self._here("referee_pool_waiting", "Threads that wait for a connection.", "pool")
        pools = {"log": self.services.service.log.pool(), "tables": pool_of(self.services.people.store)}
        for name, pool in pools.items():
            if pool:
                most.add_metric([self._process, name], pool.most)
                in_use.add_metric([self._process, name], pool.in_use)
            if pool and pool.waiting is not None:
                waiting.add_metric([self._process, name], pool.waiting)
        return [most, in_use, waiting]

    def _of_this_process(self, state: Readiness) -> list[Metric]:
        failing = self._here(
            "referee_work_failing", "Whether work beside requests failed when it was last tried.", "work"
        )
        for work in get_args(Work):
            failing.add_metric([self._process, work], work in state.failing)
        streams, elsewhere = self.services.streams, self.services.elsewhere
        standby = self._here("referee_standby_open", "Whether reads go on from the standby while the database is away.")
        if elsewhere is not None:
            standby.add_metric([self._process], elsewhere.parts is not None)
        cached_matches = self._here("referee_matches_in_memory", "Matches kept folded.")
        cached_matches.add_metric([self._process], self.services.service.matches_kept())
        open_streams = self._here("referee_streams_open", "Streams that are open.")
        open_streams.add_metric([self._process], streams.total())
        most = self._here("referee_streams_most", "Streams that may be open; 0: no limit.")
        most.add_metric([self._process], streams.limits.total)
        return [failing, standby, cached_matches, *self._of_connections(), open_streams, most]

    def _here(self, name: str, about: str, *labels: str) -> GaugeMetricFamily:
        """A figure of each process. With several workers, the one that takes the connection answers."""
        return GaugeMetricFamily(name, about, labels=["process", *labels])


def registry_of(services: AppContext) -> CollectorRegistry:
    """The Prometheus registry of one service: its counters, and the figures that are read on each request."""
    registry = services.figures.registry
    registry.register(_Gauges(services))
    return registry


@HEALTH.doc(
    "Prometheus metrics",
    Answer("The metrics as text.", media="text/plain", example="referee_log_position 12.0"),
    about="For an organizer, a referee or an auditor, unless the operator opens it to all.",
    refusals=(403,),
    token=True,
)
@get("/metrics")
async def get_metrics(request: Request) -> Response[bytes]:
    services, principal = reader_of(request)
    if not services.public_metrics:
        require_staff(principal)
    registry: Any = request.app.state.metrics
    services.figures.count()
    return Response(await off_loop(generate_latest, registry), media_type="text/plain; version=0.0.4")

"""Is the service alive, is it ready, and what Prometheus may ask."""

from datetime import datetime
from time import time
from typing import Any, Literal, get_args

import msgspec
from litestar import Request, Response, get
from msgspec import UNSET, UnsetType
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from api.access.policy import need_staff
from api.background.setbacks import Work
from api.http.bodies import encode
from api.http.describe import HEALTH, Answer
from api.services import Services, off_loop, reader_of, services_of
from projections.speed import CatchingUp
from referee.evidence.witnesses.asking import unsigned_since

ASKS_NOTHING = "asks_nothing"
"""Marks a route that answers though the database does not: no token is looked up for it."""


class Live(msgspec.Struct, frozen=True):
    """The process answers."""

    status: Literal["live"] = "live"


class ProjectionState(msgspec.Struct, frozen=True):
    """How far a read model is: the position it stands for, how many records it has yet to take, its rows and their digest.

    The digest is the sum of the SHA-256 of its rows, modulo 2^256: equal for equal rows, wherever they were made.
    """

    position: int
    lag: int
    rows: int
    digest: str


class EvidenceState(msgspec.Struct, frozen=True):
    """How far the Merkle tree over the log is: its leaves, the position of the last, and how many positions are beyond it."""

    size: int
    position: int
    lag: int


class Readiness(msgspec.Struct, frozen=True):
    """The database answers; the log's position and each read model's.

    `catching_up` is for read models that are being made again: matches are played on, and lists wait or are refused with how
    far it is. Its status is 200 all the same: with 503 a balancer would take every node away, from those who play too.
    """

    status: Literal["ready", "catching_up"]
    position: int
    catching_up: CatchingUp | None
    projections: dict[str, ProjectionState]
    evidence: EvidenceState
    failing: dict[Work, str]
    """What of the work beside requests failed when it was last tried, with the name that the database's driver gives to it."""


class Ready(msgspec.Struct, frozen=True):
    """`ready`, or `catching_up` while read models are made again; the rest for a reader with a token.

    `catching_up` is answered with 200 all the same: with 503 a balancer would take every node away, from those who play too.
    """

    status: Literal["ready", "catching_up"]
    position: int | UnsetType = UNSET
    catching_up: CatchingUp | UnsetType | None = UNSET
    projections: dict[str, ProjectionState] | UnsetType = UNSET
    evidence: EvidenceState | UnsetType = UNSET
    failing: dict[Work, str] | UnsetType = UNSET


def readiness(services: Services) -> Readiness:
    """The state of log and read models."""
    head = services.service.log.position()
    tree = services.notary.tree.state()
    leaves, at = (tree.size, tree.position) if tree else (0, 0)
    reached = services.follower.reached()
    behind = services.follower.behind(min(at.position for at in reached.values()), head)
    return Readiness(
        "catching_up" if behind else "ready",
        head,
        behind,
        {
            name: ProjectionState(at.position, max(0, head - at.position), at.rows, at.digest)
            for name, at in reached.items()
        },
        EvidenceState(leaves, at, max(0, head - at)),
        {work: why for work in get_args(Work) if (why := services.setbacks.why(work)) is not None},
    )


class _Gauges(Collector):
    def __init__(self, services: Services) -> None:
        self.services = services

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
        kept = GaugeMetricFamily(
            "referee_matches_in_memory", "Matches kept folded.", self.services.service.matches_kept()
        )
        tree = self.services.notary.tree.state()
        leaves = GaugeMetricFamily("referee_tree_leaves", "Records in the Merkle tree.", tree.size if tree else 0)
        beyond = GaugeMetricFamily("referee_tree_lag", "Records the tree has yet to take.", state.evidence.lag)
        return [
            position,
            lag,
            at,
            rows,
            digest,
            kept,
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
            waited = time() - datetime.fromisoformat(first.time).timestamp() if first else 0.0
            behind.add_metric([witness.key.name], max(0.0, waited))
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

    def _of_this_process(self, state: Readiness) -> list[Metric]:
        failing = GaugeMetricFamily(
            "referee_work_failing",
            "Whether work beside requests failed when the process that answers last tried it.",
            labels=["work"],
        )
        for work in get_args(Work):
            failing.add_metric([work], work in state.failing)
        streams = self.services.streams
        return [
            failing,
            GaugeMetricFamily("referee_streams_open", "Streams open in the process that answers.", streams.total()),
            GaugeMetricFamily(
                "referee_streams_most", "Streams that may be open in it; 0: no limit.", streams.limits.total
            ),
        ]


def registry_of(services: Services) -> CollectorRegistry:
    """The Prometheus registry of one service.

    Litestar's Prometheus middleware was weighed and left: it counts in the library's global registry, one a process, so that
    with several workers a scrape tells what the worker that happens to answer has seen. Log and read models are the same
    whichever answers; requests are counted by the proxy in front.
    """
    registry = CollectorRegistry()
    registry.register(_Gauges(services))
    return registry


@HEALTH.doc("The process answers", Answer("It does.", Live, Live))
@get("/v1/health/live", sync_to_thread=False, opt={ASKS_NOTHING: True})
def is_live() -> Response[bytes]:
    return Response(encode(Live()), media_type="application/json")


@HEALTH.doc(
    "The database answers, and how far the read models are",
    Answer(
        "Ready.",
        Ready,
        lambda: Ready(
            "ready", 12, None, {"matches": ProjectionState(12, 0, 3, "0" * 64)}, EvidenceState(12, 12, 0), {}
        ),
    ),
    about="Without a token: `status` alone.",
    refusals=(401,),
)
@get("/v1/health/ready")
async def is_ready(request: Request) -> Response[bytes]:  # type: ignore[type-arg]
    services = services_of(request)
    # Not counted: a balancer asks every second, from the address of everybody behind it.
    principal = services.access.still(request)
    state = await off_loop(readiness, services)
    shown = Ready(state.status) if principal.role == "public" else state
    return Response(encode(shown), media_type="application/json")


@HEALTH.doc(
    "Prometheus metrics",
    Answer("The metrics as text.", media="text/plain", example="referee_log_position 12.0"),
    about="For an organizer, a referee or an auditor, unless the operator opens it to all.",
    refusals=(403,),
    token=True,
)
@get("/metrics")
async def metrics(request: Request) -> Response[bytes]:  # type: ignore[type-arg]
    services, principal = reader_of(request)
    if not services.public_metrics:
        need_staff(principal)
    registry: Any = request.app.state.metrics
    return Response(await off_loop(generate_latest, registry), media_type="text/plain; version=0.0.4")

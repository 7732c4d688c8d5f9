"""Health of the service: alive, ready."""

from typing import Annotated, Literal, get_args

import msgspec
from litestar import Response, get
from msgspec import UNSET, Meta, UnsetType

from api.context import AppContext, Request, context_of, services_of
from api.http.answers import encode
from api.http.describe import HEALTH, Answer
from api.http.paths import origin_of
from api.middleware.read_sources import ASKS_NOTHING
from api.runtime.job_failures import Work
from api.runtime.threads import off_loop
from projections.speed import CatchingUp


class Live(msgspec.Struct, frozen=True):
    """The process answers."""

    status: Literal["live"] = "live"


class ProjectionState(msgspec.Struct, frozen=True):
    """How far a read model is: the position it stands for, how many records it has yet to take, its rows and their digest.

    The digest is the sum of the SHA-256 of its rows, modulo 2^256: equal for equal rows, wherever they were made. `settled` is
    false while something is left to do of what a correction set off: ratings that follow an old match are worked out again.
    """

    position: int
    lag: int
    rows: int
    digest: str
    settled: bool


class EvidenceState(msgspec.Struct, frozen=True):
    """How far the Merkle tree over the log is: its leaves, the position of the last, and how many positions are beyond it."""

    size: int
    position: int
    lag: int


class Readiness(msgspec.Struct, frozen=True):
    """The database answers; the log's position and each read model's.

    `catching_up` is for read models that are being made again: matches are played on, and lists wait or are refused with how
    far it is. Its status is 200 all the same: with 503 a balancer would take every node away, also from matches in play.
    """

    status: Literal["ready", "catching_up", "read_only"]
    position: int
    catching_up: CatchingUp | None
    projections: dict[str, ProjectionState]
    evidence: EvidenceState
    failing: dict[Work, str]
    """The failed kinds of work beside requests, as of their last try, each with the driver's name of the error."""


class Ready(msgspec.Struct, frozen=True):
    """`ready`; `catching_up` while read models are made again; `read_only` where the database takes no writes.

    The rest is for a reader with a token.

    `catching_up` is answered with 200 all the same: with 503 a balancer would take every node away, from those who play too.
    """

    status: Literal["ready", "catching_up", "read_only"]
    position: int | UnsetType = UNSET
    catching_up: CatchingUp | UnsetType | None = UNSET
    projections: dict[str, ProjectionState] | UnsetType = UNSET
    evidence: EvidenceState | UnsetType = UNSET
    failing: dict[Work, str] | UnsetType = UNSET
    url: (
        Annotated[str, Meta(description="What the addresses begin with that are written for this request.")] | UnsetType
    ) = UNSET


def readiness(services: AppContext) -> Readiness:
    """The state of log and read models."""
    head = services.service.log.position()
    tree = services.notary.tree.state()
    leaves, at = (tree.size, tree.position) if tree else (0, 0)
    progress = services.follower.progress()
    behind = services.follower.behind(min(at.position for at in progress.values()), head)
    return Readiness(
        "catching_up" if behind else "ready" if services.service.log.takes_writes else "read_only",
        head,
        behind,
        {
            name: ProjectionState(at.position, max(0, head - at.position), at.rows, at.digest, at.rest is None)
            for name, at in progress.items()
        },
        EvidenceState(leaves, at, max(0, head - at)),
        {work: why for work in get_args(Work) if (why := services.job_failures.last_error(work)) is not None},
    )


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
            "ready",
            12,
            None,
            {"matches": ProjectionState(12, 0, 3, "0" * 64, True)},
            EvidenceState(12, 12, 0),
            {},
            "https://club.example",
        ),
    ),
    about="Without a token: `status` alone.",
    refusals=(401,),
)
@get("/v1/health/ready")
async def is_ready(request: Request) -> Response[bytes]:
    services = services_of(request)
    # Not counted: a balancer asks every second, from the address of everybody behind it.
    principal = services.access.recheck(context_of(request).sender)
    state = await off_loop(readiness, services)
    answer = Ready(state.status)
    if principal.role != "public":
        answer = Ready(**msgspec.structs.asdict(state), url=origin_of(request))
    return Response(encode(answer), media_type="application/json")

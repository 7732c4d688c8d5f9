"""Asks the witnesses of a log to sign its checkpoints. No write waits for them, and no witness for another."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import TYPE_CHECKING

from litestar import Litestar

from api.runtime.job_failures import JobFailures
from api.runtime.tasks import background_task
from api.runtime.threads import off_loop, writing_off_loop
from referee import __version__
from referee.errors import ExplainedError
from referee.evidence.notary import Notary
from referee.evidence.witnesses.asking import AskedWitness, NoCosignature, WitnessAddress, WitnessAnswer
from referee.followers.lease import LeaderLease
from referee.followers.signal import Signal
from referee.text import Text

if TYPE_CHECKING:
    import httpcore

ANSWER_SECONDS = 10.0
"""Seconds that a witness has to answer."""
AGAIN_SECONDS = 60.0
"""The most seconds before a witness that did not sign is asked again."""
MOST_READ = 64 * 1024
"""The most bytes of an answer that are read."""
MOST_ASKED = 3
"""Requests about one checkpoint: one that tells the last signed size, and another if a third party asks meanwhile."""
NO_END = Text(es="{name} dice cada vez otro tamaño", en="{name} says another size each time")
_log = logging.getLogger("referee.api")


def witness_lifespan(
    notary: Notary,
    witnesses: Sequence[WitnessAddress],
    signatures: Signal,
    turn: LeaderLease,
    job_failures: JobFailures,
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """Returns a lifespan in which the app asks its witnesses after each signature, one process at a time."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        async with (
            background_task(_ask_all(notary, witnesses, signatures, turn, job_failures)) if witnesses else nullcontext()
        ):
            yield

    return lifespan


async def _ask_all(
    notary: Notary,
    witnesses: Sequence[WitnessAddress],
    signatures: Signal,
    turn: LeaderLease,
    job_failures: JobFailures,
) -> None:
    # Loaded here, since most services have no witness.
    import httpcore

    clients = [AskedWitness(notary, witness) for witness in witnesses]
    silent: dict[str, str] = {}
    async with httpcore.AsyncConnectionPool(max_connections=len(clients), keepalive_expiry=AGAIN_SECONDS) as pool:
        while True:
            count = signatures.notifications
            _note(job_failures, await _round(pool, clients, turn, silent))
            await signatures.wait(AGAIN_SECONDS, count)


async def _round(
    pool: "httpcore.AsyncConnectionPool", clients: Sequence[AskedWitness], turn: LeaderLease, silent: dict[str, str]
) -> list[Exception]:
    """Asks every witness once if this process has the lease. Returns the errors of those that did not sign."""
    try:
        if not (turn.is_mine() or await writing_off_loop(turn.take)):
            return []
    except Exception as error:
        # `publishing` meets the same error, and logs it.
        return [error]
    errors = await asyncio.gather(*(_try_witness(pool, one, silent) for one in clients))
    return [error for error in errors if error]


def _note(job_failures: JobFailures, errors: Sequence[Exception]) -> None:
    if errors:
        job_failures.note("witnesses", errors[0])
    else:
        job_failures.clear("witnesses")


async def _try_witness(
    pool: "httpcore.AsyncConnectionPool", asking: AskedWitness, silent: dict[str, str]
) -> Exception | None:
    """Asks one witness, and returns its error. The same error is logged once, not every minute."""
    name = asking.witness.key.name
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await ask(pool, asking)
    except Exception as error:
        why = error.text.en if isinstance(error, ExplainedError) else f"{type(error).__name__} {error}".strip()
        if silent.get(name) != why:
            _log.warning("the witness %s did not sign: %s", name, why)
        silent[name] = why
        return error
    silent.pop(name, None)
    return None


async def ask(pool: "httpcore.AsyncConnectionPool", asking: AskedWitness) -> None:
    """Asks one witness to sign the newest checkpoint, unless it has. Raises NoCosignature, and errors of the network."""
    checkpoint = await off_loop(asking.due)
    if checkpoint is None:
        return
    for _ in range(MOST_ASKED):
        body = await off_loop(asking.request, checkpoint)
        answer = await _post(pool, asking.witness.path, body)
        if notes := await off_loop(asking.keys_to_tell, answer):
            for note in notes:
                # A refusal is fine: the witness knows this key already, or began with a later one.
                await _post(pool, asking.witness.key_path, note.encode())
            answer = await _post(pool, asking.witness.path, body)
        if await writing_off_loop(asking.take_response, checkpoint, answer):
            return
    name = asking.witness.key.name
    raise NoCosignature(Text(es=NO_END.es.format(name=name), en=NO_END.en.format(name=name)))


async def _post(pool: "httpcore.AsyncConnectionPool", url: str, body: bytes) -> WitnessAnswer:
    """Sends a request and returns the answer. A redirect is not followed: it is an answer like any other."""
    headers = [("Content-Type", "text/plain; charset=utf-8"), ("User-Agent", f"referee/{__version__}")]
    read = b""
    async with pool.stream("POST", url, headers=headers, content=body) as answer:
        async for chunk in answer.aiter_stream():
            read += chunk
            if len(read) > MOST_READ:
                break
        media = {name.lower(): value for name, value in answer.headers}.get(b"content-type", b"")
    kind = media.decode("latin-1").partition(";")[0].strip().lower()
    return WitnessAnswer(answer.status, kind, read.decode(errors="replace"))

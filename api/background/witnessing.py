"""Has the witnesses of a log sign what it publishes. No write waits for them, and none of them for another."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext

import httpcore
from litestar import Litestar

from api.background.beside import beside
from api.background.setbacks import Setbacks
from api.threads import off_loop, writing_off_loop
from referee import __version__
from referee.errors import Explained
from referee.evidence.notary import Notary
from referee.evidence.witnesses.asking import AskedWitness, NoCosignature, WitnessAddress, WitnessAnswer
from referee.follow.lease import LeaderLease
from referee.follow.signal import Signal
from referee.text import Text

ANSWER_SECONDS = 10.0
"""How long a witness has to answer."""
AGAIN_SECONDS = 60.0
"""How soon one that did not sign is asked again, at the latest."""
MOST_READ = 64 * 1024
"""Bytes of an answer."""
MOST_ASKED = 3
"""Requests about one checkpoint: one to hear what the witness signed last, and another if somebody else asks meanwhile."""
NO_END = Text(es="{name} dice cada vez otro tamaño", en="{name} says another size each time")
_log = logging.getLogger("referee.api")


def witnessing(
    notary: Notary, witnesses: Sequence[WitnessAddress], signed: Signal, turn: LeaderLease, setbacks: Setbacks
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """The lifespan of an app that asks its witnesses after each signal, from one process at a time."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        async with beside(_ask_all(notary, witnesses, signed, turn, setbacks)) if witnesses else nullcontext():
            yield

    return lifespan


async def _ask_all(
    notary: Notary, witnesses: Sequence[WitnessAddress], signed: Signal, turn: LeaderLease, setbacks: Setbacks
) -> None:
    asked = [AskedWitness(notary, witness) for witness in witnesses]
    silent: dict[str, str] = {}
    async with httpcore.AsyncConnectionPool(max_connections=len(asked), keepalive_expiry=AGAIN_SECONDS) as pool:
        while True:
            heard = signed.notified
            _note(setbacks, await _round(pool, asked, turn, silent))
            await signed.wait(AGAIN_SECONDS, heard)


async def _round(
    pool: httpcore.AsyncConnectionPool, asked: Sequence[AskedWitness], turn: LeaderLease, silent: dict[str, str]
) -> list[Exception]:
    """Asks every witness once, where it is this process's turn. Returns why some did not sign."""
    try:
        if not (turn.is_mine() or await writing_off_loop(turn.take)):
            return []
    except Exception as error:
        # Whoever signs the log meets the same, and logs it.
        return [error]
    failed = await asyncio.gather(*(_tried(pool, one, silent) for one in asked))
    return [error for error in failed if error]


def _note(setbacks: Setbacks, failed: Sequence[Exception]) -> None:
    if failed:
        setbacks.note("witnesses", failed[0])
    else:
        setbacks.clear("witnesses")


async def _tried(pool: httpcore.AsyncConnectionPool, asking: AskedWitness, silent: dict[str, str]) -> Exception | None:
    """A try at one witness: why it failed. The same reason is logged once, not every minute."""
    name = asking.witness.key.name
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await ask(pool, asking)
    except Exception as error:
        why = error.text.en if isinstance(error, Explained) else f"{type(error).__name__} {error}".strip()
        if silent.get(name) != why:
            _log.warning("the witness %s did not sign: %s", name, why)
        silent[name] = why
        return error
    silent.pop(name, None)
    return None


async def ask(pool: httpcore.AsyncConnectionPool, asking: AskedWitness) -> None:
    """Has one witness sign the newest checkpoint, where it has yet to. Raises NoCosignature, and what the network raises."""
    checkpoint = await off_loop(asking.due)
    if checkpoint is None:
        return
    for _ in range(MOST_ASKED):
        body = await off_loop(asking.request, checkpoint)
        answer = await _sent(pool, asking.witness.path, body)
        if notes := await off_loop(asking.keys_to_tell, answer):
            for note in notes:
                # Those that it knows already, or that came before its first, it need not take.
                await _sent(pool, asking.witness.key_path, note.encode())
            answer = await _sent(pool, asking.witness.path, body)
        if await writing_off_loop(asking.heard, checkpoint, answer):
            return
    name = asking.witness.key.name
    raise NoCosignature(Text(es=NO_END.es.format(name=name), en=NO_END.en.format(name=name)))


async def _sent(pool: httpcore.AsyncConnectionPool, url: str, body: bytes) -> WitnessAnswer:
    """What is answered to a request. A redirect is not followed: it is an answer like another."""
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

"""Answers from the read models within a promised time, even if they are far behind the log.

After a restore, or an upgrade that changes their tables, they are rebuilt from the whole log, which may take minutes. A request
waits for them at most two seconds, and then is refused with their position. One thread of a process advances them, and all
waiting requests wait for its next batch: they take no threads from other requests.
"""

import asyncio
from collections.abc import Callable, Collection
from math import ceil
from time import monotonic
from typing import Generic, TypeVar

from msgspec import Struct
from sqlalchemy import Connection

from api.runtime.threads import off_loop, writing_off_loop
from projections.follower import Follower, progress_of
from referee.errors import Conflict
from referee.log.backend import backend_of
from referee.log.log import Log
from referee.text import Text

T = TypeVar("T")
WAIT_SECONDS = 2.0
"""Seconds that a request waits for the read models."""
AGAIN_SECONDS = 2
"""Seconds of `Retry-After` if the remaining time is unknown."""
LOOK_SECONDS = 0.05
"""Seconds between two looks at read models that another process advances."""


class ReadAnswer(Struct, Generic[T], frozen=True):
    """The result of a read: the position of the read models, and the answer if that was far enough."""

    position: int
    answer: tuple[T] | None


class ReadModels:
    """The read models of one process, for its requests."""

    def __init__(
        self,
        follower: Follower,
        wait_seconds: float = WAIT_SECONDS,
        clock: Callable[[], float] = monotonic,
        take: Callable[[int], int] | None = None,
    ) -> None:
        self.follower = follower
        self.take = take or follower.step
        """Takes at most one batch, up to a position, and returns the position that all have reached. Runs in a thread."""
        self.wait_seconds = wait_seconds
        self._clock = clock
        self._step: asyncio.Task[int] | None = None

    async def look(self, position: int, ask: Callable[[Connection], T], *, until_settled: bool = False) -> T:
        """Reads the read models once they have reached this position. Raises Conflict if that takes too long.

        With `until_settled` it also waits until all consequences of a correction are worked out, and `ask` reads a consistent
        snapshot.
        """
        until = self._clock() + self.wait_seconds
        while True:
            result: ReadAnswer[T] = await off_loop(self._look, position, ask, until_settled)
            if result.answer is not None:
                return result.answer[0]
            self.follower.speed.saw(result.position, position)
            seconds = self.follower.speed.seconds(result.position, position)
            left = until - self._clock()
            if left <= 0 or (seconds is not None and seconds > left) or not await self._advance(position, left):
                if result.position >= position:
                    raise recalculation_refusal(result.position)
                raise behind(result.position, position, seconds)

    async def follow(self, log: Log) -> None:
        """Takes all records of the log, and the work that batches leave behind, together with new records."""
        while True:
            head = await log.backend.run_read(log.position)
            while await self.step(head) < head:
                pass
            if not self.follower.has_rest:
                return

    async def step(self, through: int) -> int:
        """Waits for the current batch, or takes the next one. Returns the position that all have reached."""
        return await asyncio.shield(self._stepping(through))

    async def _advance(self, through: int, seconds: float) -> bool:
        """True if a batch was taken within this time. Raises the error of a failed batch."""
        if not self.follower.log.takes_writes:
            # On a standby, the nodes at the primary advance them.
            await asyncio.sleep(min(seconds, LOOK_SECONDS))
            return True
        step = self._stepping(through)
        completed_tasks, _ = await asyncio.wait({step}, timeout=seconds)
        if completed_tasks:
            step.result()
        return bool(completed_tasks)

    def _stepping(self, through: int) -> "asyncio.Task[int]":
        if self._step is None or self._step.done():
            self._step = asyncio.create_task(writing_off_loop(self.take, through))
            # Waiting requests get the error. This callback retrieves it, so that asyncio does not log it if none waits.
            self._step.add_done_callback(lambda step: step.cancelled() or step.exception())
        return self._step

    def _look(self, position: int, ask: Callable[[Connection], T], until_settled: bool) -> ReadAnswer[T]:
        store = self.follower.store
        with backend_of(store).snapshot(store) if until_settled else store.connect() as connection:
            return read_at(connection, self.follower.projections, position, ask, until_settled=until_settled)


def read_at(
    connection: Connection,
    names: Collection[str],
    position: int,
    ask: Callable[[Connection], T],
    *,
    until_settled: bool,
) -> ReadAnswer[T]:
    """The answer of read models, if they have reached this position and, with `until_settled`, have no work left."""
    states = progress_of(connection, names).values()
    at = min(one.position for one in states)
    is_there = at >= position and not (until_settled and any(one.rest is not None for one in states))
    return ReadAnswer(at, (ask(connection),) if is_there else None)


def recalculation_refusal(position: int) -> Conflict:
    """The refusal of a read of ratings that are being recalculated."""
    return Conflict(
        Text(
            es="los niveles se están calculando de nuevo, porque se corrigió un encuentro antiguo o se juntaron o separaron dos "
            "fichas: pídelos otra vez dentro de unos segundos",
            en="the ratings are being worked out again, because an old match was corrected or two entries were merged or parted: "
            "ask again in a few seconds",
        ),
        extra={"position": position, "head": position, "retry_after": AGAIN_SECONDS},
    )


def behind(position: int, head: int, seconds: float | None) -> Conflict:
    """The refusal of a read from read models that are behind."""
    about = ceil(seconds) if seconds else None
    return Conflict(
        Text(
            es=f"los modelos de lectura se están rehaciendo: van por la posición {position} de {head}"
            + (f", faltan unos {about} s" if about else ""),
            en=f"the read models are catching up: they are at position {position} of {head}"
            + (f", about {about} s to go" if about else ""),
        ),
        extra={"position": position, "head": head, "retry_after": about or 1},
    )

"""Answers from the read models within a time that is promised, however far they are behind the log.

After a restore, or an upgrade that changes their shape, they are made from the whole log again, which may take minutes. A
request waits for them for two seconds at most, and is then told how far they are. One thread of a process moves them, and
everyone who waits, waits for its next batch: requests that wait take no thread from those that need none of this.
"""

import asyncio
from collections.abc import Callable, Collection
from math import ceil
from time import monotonic
from typing import Generic, TypeVar

from msgspec import Struct
from sqlalchemy import Connection, Engine

from api.threads import off_loop, writing_off_loop
from projections.follower import Follower, reached
from projections.moment import moment
from referee.errors import Conflict
from referee.store.log import Log
from referee.text import Text

T = TypeVar("T")
WAIT_SECONDS = 2.0
"""How long a request waits for the read models."""
AGAIN_SECONDS = 2
"""After which who was refused is to ask again, where nobody can say."""
LOOK_SECONDS = 0.05
"""Between two looks at read models that others move."""


class ReadAnswer(Struct, Generic[T], frozen=True):
    """What a look at the read models came to: the position they stand for, and the answer where that was far enough."""

    position: int
    answer: tuple[T] | None


class ReadModels:
    """The read models of one process, as its requests ask them."""

    def __init__(
        self, follower: Follower, wait_seconds: float = WAIT_SECONDS, clock: Callable[[], float] = monotonic
    ) -> None:
        self.follower = follower
        self.take: Callable[[int], int] = follower.step
        """Takes one batch at most, not beyond a position, and returns the position that all have reached. In a thread."""
        self.wait_seconds = wait_seconds
        self._clock = clock
        self._step: asyncio.Task[int] | None = None

    async def look(self, position: int, ask: Callable[[Connection], T], *, settled: bool = False) -> T:
        """Asks the read models once they stand for this position. Raises Conflict where that takes too long.

        With `settled` it also waits until nothing is left to do of what a correction set off, and all that `ask` reads is as of
        one moment.
        """
        until = self._clock() + self.wait_seconds
        while True:
            looked: ReadAnswer[T] = await off_loop(self._look, position, ask, settled)
            if looked.answer is not None:
                return looked.answer[0]
            self.follower.speed.saw(looked.position, position)
            seconds = self.follower.speed.seconds(looked.position, position)
            left = until - self._clock()
            if left <= 0 or (seconds is not None and seconds > left) or not await self._moved(position, left):
                if looked.position >= position:
                    raise unsettled(looked.position)
                raise behind(looked.position, position, seconds)

    async def follow(self, log: Log) -> None:
        """Takes all that is in the log, and does what batches leave to be done, with new records beside it."""
        while True:
            head = log.position() if log.is_file else await off_loop(log.position)
            while await self.step(head) < head:
                pass
            if not self.follower.has_rest:
                return

    async def step(self, upto: int) -> int:
        """Waits for the batch that is being taken, or takes the next one. Returns the position that all have reached."""
        return await asyncio.shield(self._stepping(upto))

    async def _moved(self, upto: int, seconds: float) -> bool:
        """Whether a batch was taken within this time. Raises what kept it from being taken."""
        if not self.follower.log.takes_writes:
            # Others move them, on the server that writes.
            await asyncio.sleep(min(seconds, LOOK_SECONDS))
            return True
        step = self._stepping(upto)
        done, _ = await asyncio.wait({step}, timeout=seconds)
        if done:
            step.result()
        return bool(done)

    def _stepping(self, upto: int) -> "asyncio.Task[int]":
        if self._step is None or self._step.done():
            self._step = asyncio.create_task(writing_off_loop(self.take, upto))
            # Whoever still waits meets the error; where nobody does, nobody needs to hear of it.
            self._step.add_done_callback(lambda step: step.cancelled() or step.exception())
        return self._step

    def _look(self, position: int, ask: Callable[[Connection], T], settled: bool) -> ReadAnswer[T]:
        with (moment if settled else Engine.connect)(self.follower.store) as connection:
            return looked(connection, self.follower.projections, position, ask, settled=settled)


def looked(
    connection: Connection, names: Collection[str], position: int, ask: Callable[[Connection], T], *, settled: bool
) -> ReadAnswer[T]:
    """What read models answer, where they stand for this position and, with `settled`, nothing is left to do in them."""
    found = reached(connection, names).values()
    at = min(one.position for one in found)
    is_there = at >= position and not (settled and any(one.rest is not None for one in found))
    return ReadAnswer(at, (ask(connection),) if is_there else None)


def unsettled(position: int) -> Conflict:
    """The refusal of a read of what is being worked out again."""
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
    """The refusal of a read whose read models are behind."""
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

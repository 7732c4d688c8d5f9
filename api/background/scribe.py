"""The one thread that writes to a file, so that a disk that takes long keeps nobody waiting but those who write.

A commit is mostly over sooner than the event loop could turn to something else and back: so long it is awaited where it was asked
for. Beyond that the loop goes on, and reads are answered while the disk works.
"""

from asyncio import wrap_future
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from time import perf_counter
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
PROMPT_SECONDS = 0.005
"""How long the event loop waits for one call. A disk syncs in a tenth of it; one that took longer is not waited for again until
it was prompt once.
"""


class Scribe:
    """Carries out one call after the other, in the order in which they came, each in the context of who asked."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="scribe")
        self._under_way = 0
        """Calls that the event loop did not wait for."""
        self._is_prompt = True
        """Whether the last call took no longer than the event loop waits."""

    @property
    def is_free(self) -> bool:
        """Whether a call would be begun at once, and waited for."""
        return self._is_prompt and not self._under_way

    async def run(self, call: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """What a call gives. Raises what it raises."""
        work = self._thread.submit(copy_context().run, self._timed, partial(call, *args, **named))
        if self.is_free and _ended(work):
            return work.result()
        self._under_way += 1
        try:
            return await wrap_future(work)
        finally:
            self._under_way -= 1

    def close(self) -> None:
        """Lets go of the thread, after what it was given is done."""
        self._thread.shutdown()

    def _timed(self, call: Callable[[], T]) -> T:
        began = perf_counter()
        try:
            return call()
        finally:
            self._is_prompt = perf_counter() - began < PROMPT_SECONDS


def _ended(work: "Future[T]") -> bool:
    """Whether a call came to its end while it was waited for."""
    try:
        work.exception(PROMPT_SECONDS)
    except TimeoutError:
        return work.done()
    return True

"""The one thread that writes to a file, so that a disk that takes long keeps nobody waiting but those who write.

A commit to a file is mostly over sooner than the event loop could turn to something else and back: so long it is awaited where it
was asked for. Beyond that the loop goes on, and reads are answered while the disk works. A server is never awaited there.
"""

import asyncio
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from time import perf_counter
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
PROMPT_SECONDS = 0.005
"""How long the event loop waits for one call. A disk syncs in a tenth of it; one that took longer is not waited for again until
it was prompt once.
"""


class Scribe:
    """Carries out one call after the other, in the order in which they came, each in the context of who asked.

    The library's pool of threads does the same with a dozen locks and conditions, which one table waits for at every card.
    """

    def __init__(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        self._meanwhile = meanwhile
        """Called in the event loop while it waits for the thread."""
        self._calls: SimpleQueue[_Call[object] | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._is_closed = False
        self._under_way = 0
        """Calls that the event loop did not wait for."""
        self._is_prompt = True
        """Whether the last call took no longer than the event loop waits."""

    @property
    def is_free(self) -> bool:
        """Whether a call would be begun at once, and waited for."""
        return self._is_prompt and not self._under_way

    async def run(self, call: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """What a call gives. Raises what it raises, and RuntimeError after the end."""
        asked = self._ask(partial(call, *args, **named))
        if self.is_free:
            self._meanwhile()
            if asked.ends_within(PROMPT_SECONDS):
                return asked.result()
        return await self._in_the_end(asked)

    async def run_beside(self, call: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """The same for a call beside which the event loop has something to do: it goes on at once."""
        return await self._in_the_end(self._ask(partial(call, *args, **named)))

    def close(self) -> None:
        """Lets go of the thread, after what it was given is done."""
        self._is_closed = True
        if self._thread:
            self._calls.put(None)
            self._thread.join()

    def _ask(self, call: Callable[[], T]) -> "_Call[T]":
        if self._is_closed:
            raise RuntimeError("nobody writes any more")
        if self._thread is None:
            self._thread = Thread(target=self._work, name="scribe", daemon=True)
            self._thread.start()
        asked = _Call(call)
        self._calls.put(asked)  # type: ignore[arg-type]
        return asked

    async def _in_the_end(self, asked: "_Call[T]") -> T:
        self._under_way += 1
        try:
            await asked.end()
        finally:
            self._under_way -= 1
        return asked.result()

    def _work(self) -> None:
        while asked := self._calls.get():
            began = perf_counter()
            asked.carry_out()
            self._is_prompt = perf_counter() - began < PROMPT_SECONDS
            asked.tell()
            # What it stands on is not kept until the next one comes.
            del asked


class _Call(Generic[T]):
    """A call on its way through the thread, and what came of it."""

    __slots__ = ("_answer", "_call", "_context", "_error", "_is_over", "_waiting")

    def __init__(self, call: Callable[[], T]) -> None:
        self._call = call
        self._context = copy_context()
        self._is_over = Lock()
        """Free once it is over."""
        self._is_over.acquire()
        self._waiting: tuple[asyncio.AbstractEventLoop, asyncio.Future[None]] | None = None
        self._answer: tuple[T] | None = None
        self._error: BaseException | None = None

    def carry_out(self) -> None:
        """In the thread: calls."""
        try:
            self._answer = (self._context.run(self._call),)
        except BaseException as error:
            self._error = error

    def tell(self) -> None:
        """In the thread: lets go on who waits."""
        self._is_over.release()
        if self._waiting:
            loop, waiting = self._waiting
            try:
                loop.call_soon_threadsafe(_go_on, waiting)
            except RuntimeError:
                # In a loop that is closed nobody waits.
                return

    def ends_within(self, seconds: float) -> bool:
        """Whether it is over, now or within this time; waits here and asks once."""
        return self._is_over.acquire(timeout=seconds)

    async def end(self) -> None:
        """Returns once it is over."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[None] = loop.create_future()
        self._waiting = loop, waiting
        # It may have ended before it could know of who waits; then both say so.
        if self._is_over.acquire(blocking=False):
            return
        await waiting

    def result(self) -> T:
        """What it gave. Raises what it raised."""
        try:
            if self._error is not None:
                raise self._error
            assert self._answer is not None
            return self._answer[0]
        finally:
            # An error holds the frames through which it came, and with this one itself.
            self = None  # type: ignore[assignment]  # noqa: PLW0642


def _go_on(waiting: "asyncio.Future[None]") -> None:
    if not waiting.done():
        waiting.set_result(None)

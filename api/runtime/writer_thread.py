"""The only thread that writes to a database file, so that a slow disk delays writes alone.

Most commits to a file take less time than a switch of the event loop to another task and back: so the loop itself waits for them,
up to a limit. Beyond that the loop goes on, and reads are answered while the disk works. The loop never waits for a server.
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
"""Seconds that the event loop waits for one call. A disk syncs in a tenth of them; after a slower call the loop does not wait
again until a call was prompt.
"""


class WriterThread:
    """Runs calls one after the other, in their order, each in the context of its caller.

    The library's thread pool does the same with a dozen locks and conditions, which cost a table time at every card.
    """

    def __init__(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        self._meanwhile = meanwhile
        """Called in the event loop while it waits for the thread."""
        self._calls: SimpleQueue[_Call[object] | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._is_closed = False
        self._under_way = 0
        """Calls for which the event loop did not wait."""
        self._is_prompt = True
        """True if the last call took no longer than the event loop waits."""

    @property
    def is_free(self) -> bool:
        """True if a call would start at once, and the loop would wait for it."""
        return self._is_prompt and not self._under_way

    async def run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs a call and returns its result. Raises its errors, and RuntimeError after `close`."""
        queued_call = self._ask(partial(call, *args, **kwargs))
        if self.is_free:
            self._meanwhile()
            if queued_call.ends_within(PROMPT_SECONDS):
                return queued_call.result()
        return await self._finish(queued_call)

    async def run_async(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs a call while the event loop goes on at once."""
        return await self._finish(self._ask(partial(call, *args, **kwargs)))

    def close(self) -> None:
        """Ends the thread after its last call."""
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
        queued_call = _Call(call)
        self._calls.put(queued_call)  # type: ignore[arg-type]
        return queued_call

    async def _finish(self, queued_call: "_Call[T]") -> T:
        self._under_way += 1
        try:
            await queued_call.end()
        finally:
            self._under_way -= 1
        return queued_call.result()

    def _work(self) -> None:
        while queued_call := self._calls.get():
            began = perf_counter()
            queued_call.carry_out()
            self._is_prompt = perf_counter() - began < PROMPT_SECONDS
            queued_call.tell()
            # Without this, the frame would hold its objects until the next call comes.
            del queued_call


class _Call(Generic[T]):
    """A call on its way through the thread, and its result."""

    __slots__ = ("_answer", "_call", "_context", "_error", "_is_over", "_waiting")

    def __init__(self, call: Callable[[], T]) -> None:
        self._call = call
        self._context = copy_context()
        self._is_over = Lock()
        """Released when the call is over."""
        self._is_over.acquire()
        self._waiting: tuple[asyncio.AbstractEventLoop, asyncio.Future[None]] | None = None
        self._answer: tuple[T] | None = None
        self._error: BaseException | None = None

    def carry_out(self) -> None:
        """Runs the call, in the thread."""
        try:
            self._answer = (self._context.run(self._call),)
        except BaseException as error:
            self._error = error

    def tell(self) -> None:
        """Wakes the caller, from the thread."""
        self._is_over.release()
        if self._waiting:
            loop, waiting = self._waiting
            try:
                loop.call_soon_threadsafe(_go_on, waiting)
            except RuntimeError:
                # The loop is closed: no caller waits.
                return

    def ends_within(self, seconds: float) -> bool:
        """Waits here; True if the call ends within this time. To be called once."""
        return self._is_over.acquire(timeout=seconds)

    async def end(self) -> None:
        """Returns when the call is over."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[None] = loop.create_future()
        self._waiting = loop, waiting
        # The call may have ended before it saw the future; then the lock tells.
        if self._is_over.acquire(blocking=False):
            return
        await waiting

    def result(self) -> T:
        """The result of the call. Raises its error."""
        try:
            if self._error is not None:
                raise self._error
            assert self._answer is not None
            return self._answer[0]
        finally:
            # An error holds its frames, and this frame would hold the call, and with it the error: a cycle.
            self = None  # type: ignore[assignment]  # noqa: PLW0642


def _go_on(waiting: "asyncio.Future[None]") -> None:
    if not waiting.done():
        waiting.set_result(None)

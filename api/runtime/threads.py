"""Threads for calls that may wait for a disk or a database, outside of the event loop.

Calls that write have threads of their own: any number of them may wait for a slow disk without taking a thread of the reads.
"""

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import ParamSpec, TypeVar

from referee.errors import Unavailable
from referee.log.timeouts import budget

P = ParamSpec("P")
T = TypeVar("T")
SWITCH_SECONDS = 0.0005
LOOK_SECONDS = 0.25
"""Seconds between two checks whether a slow database has fallen silent."""
MOST_WRITERS = 8
"""Concurrent writing calls of one process. Each may hold a connection, and a pool has 15 of them."""
_writers = ThreadPoolExecutor(MOST_WRITERS, thread_name_prefix="writer")


async def off_loop(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Runs a call that may wait for a disk or database in a thread, so that other requests go on. Raises what `in_time` does."""
    if budget.current_deadline() is None:
        return await asyncio.to_thread(call, *args, **kwargs)
    return await in_time(asyncio.ensure_future(asyncio.to_thread(call, *args, **kwargs)))


async def writing_off_loop(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Runs a call that writes in a thread for writes: `off_loop` is for calls that only read, or commit nothing."""
    work = partial(copy_context().run, call, *args, **kwargs)
    return await in_time(asyncio.get_running_loop().run_in_executor(_writers, work))


async def in_time(work: "asyncio.Future[T]") -> T:
    """Waits for the work of a request.

    Raises Unavailable at the deadline of a request that has met a silent database; the work itself goes on.
    """
    asking = budget.current_deadline()
    if asking is None:
        return await work
    try:
        while not (await asyncio.wait({work}, timeout=max(LOOK_SECONDS, asking.remaining())))[0]:
            if asking.has_met_outage():
                # Retrieves the exception of the abandoned work, so that asyncio does not log it.
                work.add_done_callback(lambda future: future.cancelled() or future.exception())
                raise Unavailable(stored="unknown" if asking.writes else "no")
    except asyncio.CancelledError:
        work.cancel()
        raise
    return work.result()


def prefer_the_loop() -> None:
    """Makes threads yield the interpreter after half a millisecond, not after five.

    A call in the event loop that waits for a disk releases the interpreter, and then all requests wait until a computing thread
    gives it back.
    """
    sys.setswitchinterval(SWITCH_SECONDS)

"""Calls that may wait for a disk or a database, kept out of the event loop.

Those that write have threads of their own: however many of them wait for a disk that takes long, none of the others' is taken.
"""

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import ParamSpec, TypeVar

from referee.errors import Unavailable
from referee.store.outage import patience

P = ParamSpec("P")
T = TypeVar("T")
SWITCH_SECONDS = 0.0005
LOOK_SECONDS = 0.25
"""Between two looks whether a database that answered late so far has fallen silent."""
MOST_WRITERS = 8
"""Calls that write at the same moment in one process. Each may hold a connection meanwhile, and a pool has 15 of them."""
_writers = ThreadPoolExecutor(MOST_WRITERS, thread_name_prefix="writer")


async def off_loop(call: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Runs a call that may wait for a disk or database in a thread, so that other requests go on. Raises what `in_time` does."""
    if patience.asking() is None:
        return await asyncio.to_thread(call, *args, **named)
    return await in_time(asyncio.ensure_future(asyncio.to_thread(call, *args, **named)))


async def writing_off_loop(call: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """The same for a call that writes: `off_loop` is for those that only read, or commit nothing."""
    work = partial(copy_context().run, call, *args, **named)
    return await in_time(asyncio.get_running_loop().run_in_executor(_writers, work))


async def in_time(work: "asyncio.Future[T]") -> T:
    """What a request waits for.

    Raises Unavailable at the time of a request that has met a silent database; the work itself goes on.
    """
    asking = patience.asking()
    if asking is None:
        return await work
    try:
        while not (await asyncio.wait({work}, timeout=max(LOOK_SECONDS, asking.left())))[0]:
            if asking.has_met_silence():
                # Nobody asks any more what it comes to.
                work.add_done_callback(lambda done: done.cancelled() or done.exception())
                raise Unavailable(stored="unknown" if asking.writes else "no")
    except asyncio.CancelledError:
        work.cancel()
        raise
    return work.result()


def prefer_the_loop() -> None:
    """From here on a thread that computes lets others of this process go on after half a millisecond, not after five.

    Whatever waits for a disk in the event loop gives the interpreter away meanwhile, and every request waits with it to get it
    back.
    """
    sys.setswitchinterval(SWITCH_SECONDS)

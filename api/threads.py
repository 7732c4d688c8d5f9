"""Calls that may wait for a disk or a database, kept out of the event loop."""

import asyncio
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
SWITCH_SECONDS = 0.0005


async def off_loop(call: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Runs a call that may wait for a disk or database in a thread, so that other requests go on."""
    return await asyncio.to_thread(call, *args, **named)


def prefer_the_loop() -> None:
    """From here on a thread that computes lets others of this process go on after half a millisecond, not after five.

    Whatever waits for a disk in the event loop gives the interpreter away meanwhile, and every request waits with it to get it
    back.
    """
    sys.setswitchinterval(SWITCH_SECONDS)

"""Calls that may wait for a disk or a database, kept out of the event loop."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def off_loop(call: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Runs a call that may wait for a disk or database in a thread, so that other requests go on."""
    return await asyncio.to_thread(call, *args, **named)

"""Answers of many lines, made while they are sent: they are never in memory as a whole, and stop when their reader leaves."""

from collections.abc import AsyncGenerator, Iterator
from itertools import islice

from api.runtime.threads import off_loop

LINES = 500
"""Lines that are sent together."""


async def in_parts(lines: Iterator[bytes]) -> AsyncGenerator[bytes, None]:
    """Yields the lines in parts, which are made in a thread beside the event loop."""
    while some := await off_loop(list, islice(lines, LINES)):
        yield b"\n".join(some) + b"\n"

"""Answers of many lines, made while they are sent: none is in memory as a whole, and none goes on without its reader."""

from collections.abc import AsyncGenerator, Iterator
from itertools import islice

from api.threads import off_loop

LINES = 500
"""Lines that are sent together."""


async def in_parts(lines: Iterator[bytes]) -> AsyncGenerator[bytes, None]:
    """The lines, some at a time: they are read and written beside the event loop."""
    while some := await off_loop(list, islice(lines, LINES)):
        yield b"\n".join(some) + b"\n"

"""Followers wait for quiet: what is stored while appends pour in is taken together, not record by record."""

import asyncio

from referee.follow.signal import Signal

PAUSE_SECONDS = 0.3
"""Between two batches. Who needs one sooner takes it: a read of a read model does not wait for this."""


async def more(appended: Signal, since: int, seconds: float | None = None, pause: float = PAUSE_SECONDS) -> None:
    """Returns after the pause, once the signal was given more than `since` times, or after so many seconds more."""
    await asyncio.sleep(pause)
    await appended.wait(seconds, since)

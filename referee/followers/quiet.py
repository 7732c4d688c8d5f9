"""Pause between the batches of a follower: records that arrive quickly one after another are taken together."""

import asyncio

from referee.followers.signal import Signal

PAUSE_SECONDS = 0.3
"""Between two batches. A read of a read model does not wait for it: it takes the next batch itself."""


async def more(signal: Signal, since: int, seconds: float | None = None, pause: float = PAUSE_SECONDS) -> None:
    """Returns after the pause, as soon as the signal was given more than `since` times, or after so many `seconds` more."""
    await asyncio.sleep(pause)
    await signal.wait(seconds, since)

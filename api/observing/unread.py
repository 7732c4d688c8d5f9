"""An answer in parts whose reader takes nothing more of it: a board whose machine sleeps, or somebody who means no good.

The server keeps some parts for a reader that is slow, and then waits with the next one. It is waited for as long as a reader of
a bad network may need; then the connection is ended, and with it what was kept for it.
"""

import asyncio

from litestar.types import Message, Send

UNREAD_SECONDS = 60.0
"""How long a reader may take nothing at all. A stream says something every quarter of a minute."""


class NotRead(Exception):
    """The reader took nothing more. Whoever runs the application ends the connection."""


async def send_to_reader(send: Send, message: Message, seconds: float) -> None:
    """Sends a part on. Raises NotRead where the reader takes nothing for so many seconds."""
    if not message.get("more_body"):
        await send(message)
        return
    try:
        async with asyncio.timeout(seconds):
            await send(message)
    except TimeoutError:
        raise NotRead from None

"""Answers in parts with a reader that takes no more of them: the machine of a board sleeps, or a client means harm.

The server buffers some parts for a slow reader, and then waits with the next one. It waits as long as a reader on a bad network
may need; then it closes the connection, and frees the buffer.
"""

import asyncio

from litestar.types import Message, Send

UNREAD_SECONDS = 60.0
"""Seconds for which a reader may take nothing at all. A stream sends something every quarter of a minute."""


class NotRead(Exception):
    """The reader took nothing more. The server closes the connection."""


async def send_to_reader(send: Send, message: Message, seconds: float) -> None:
    """Sends a part on. Raises NotRead if the reader takes nothing for so many seconds."""
    if not message.get("more_body"):
        await send(message)
        return
    try:
        async with asyncio.timeout(seconds):
            await send(message)
    except TimeoutError:
        raise NotRead from None

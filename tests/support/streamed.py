"""Streams as a browser parses them: blocks of lines, each a field and its value."""

from collections.abc import AsyncIterator
from typing import NamedTuple

from api.access.policy import Principal
from api.context import AppContext
from api.routes import streams


class SentBlock(NamedTuple):
    """A block that was sent."""

    id: str | None
    event: str | None
    data: str | None
    comment: str | None


def read_block(block: bytes) -> SentBlock:
    """The fields of a block."""
    lines = dict(line.split(": ", 1) for line in block.decode().split("\r\n") if line)
    return SentBlock(lines.get("id"), lines.get("event"), lines.get("data"), lines.get(""))


async def stream_match(
    services: AppContext, match: str, principal: Principal, after: int = 0
) -> AsyncIterator[SentBlock]:
    """The stream of a match from a version on, for a reader with a right to follow it for ever."""
    reader = streams.StreamReader(lambda: principal)
    async for block in streams.follow(services, match, reader, after, once=False):
        yield read_block(block)


async def there_now(services: AppContext, match: str, principal: Principal) -> list[str]:
    """The data of all blocks that a stream has now."""
    reader = streams.StreamReader(lambda: principal)
    blocks = [read_block(block) async for block in streams.follow(services, match, reader, 0, once=True)]
    return [str(block.data) for block in blocks if block.id]

"""Sends one message: signed, to an address that is allowed, with an end to all waiting and reading."""

import asyncio
from datetime import datetime, timedelta
from math import floor
from urllib.parse import urlsplit

import httpcore
import msgspec
from standardwebhooks import Webhook as Signer

from api.webhooks import failures
from api.webhooks.addresses import Guarded, IsOwn, NotAllowed, Resolve, Resolver
from api.webhooks.networks import is_own
from api.webhooks.outbox import Outgoing
from api.webhooks.schedule import retry_after
from referee import __version__
from referee.text import Text

ATTEMPT_SECONDS = 15.0
"""How long an attempt may take, from looking the name up to the last byte of the answer."""
MOST_READ = 64 * 1024
"""Bytes of an answer that are read, to use its connection again; a longer one is cut off."""
MOST_AT_ONCE = 64
"""Messages that may be on their way at once, to all webhooks together."""


class PostOutcome(msgspec.Struct, frozen=True):
    """What came back: the status of an answer, or why there was none. What an answer says beside that is kept nowhere."""

    status: int | None
    error: Text | None = None
    retry_after: timedelta | None = None

    @property
    def arrived(self) -> bool:
        """Whether the receiver has taken the message."""
        return self.status is not None and 200 <= self.status < 300

    @property
    def gone(self) -> bool:
        """Whether the receiver wants no more of them."""
        return self.status == 410


def sign(sent: Outgoing, now: datetime) -> dict[str, str]:
    """The three headers by which a receiver knows whose message it is, which one, and that it is new."""
    return {
        "webhook-id": sent.id,
        "webhook-timestamp": str(floor(now.timestamp())),
        "webhook-signature": Signer(sent.secret).sign(sent.id, now, sent.body),
    }


class Post:
    """Sends messages. With `private`, also into networks of one's own, and to this machine."""

    def __init__(
        self,
        *,
        private: bool = False,
        resolve: Resolve | None = None,
        is_own: IsOwn = is_own,
        network: httpcore.AsyncNetworkBackend | None = None,
        seconds: float = ATTEMPT_SECONDS,
    ) -> None:
        self._seconds = seconds
        self._resolver = Resolver()
        self._pool = httpcore.AsyncConnectionPool(
            max_connections=MOST_AT_ONCE,
            keepalive_expiry=30.0,
            network_backend=Guarded(resolve or self._resolver, is_own, network, private=private),
        )

    async def __call__(self, sent: Outgoing, now: datetime) -> PostOutcome:
        """One attempt. A redirect is not followed: it is an answer like another."""
        headers = {
            **sign(sent, now),
            "Host": urlsplit(sent.url).netloc,
            "Content-Type": "application/json",
            "User-Agent": f"referee/{__version__}",
        }
        status: int | None = None
        error: Text | None = None
        wait: timedelta | None = None
        try:
            async with (
                asyncio.timeout(self._seconds),
                self._pool.stream("POST", sent.url, headers=[*headers.items()], content=sent.body.encode()) as answer,
            ):
                status = answer.status
                wait = retry_after(_header(answer, b"retry-after"), now)
                await _drain(answer)
        except TimeoutError:
            error = failures.no_answer(self._seconds)
        except NotAllowed as refused:
            error = failures.nowhere(str(refused))
        except (
            httpcore.NetworkError,
            httpcore.ProtocolError,
            httpcore.TimeoutException,
            OSError,
            UnicodeError,
        ) as failed:
            error = failures.not_sent(failed)
        return PostOutcome(None, error) if status is None else PostOutcome(status, None, wait)

    async def close(self) -> None:
        """Closes every connection."""
        await self._pool.aclose()
        self._resolver.close()


def _header(answer: httpcore.Response, name: bytes) -> str | None:
    return next((value.decode("latin-1") for known, value in answer.headers if known.lower() == name), None)


async def _drain(answer: httpcore.Response) -> None:
    size = 0
    async for chunk in answer.aiter_stream():
        size += len(chunk)
        if size > MOST_READ:
            return

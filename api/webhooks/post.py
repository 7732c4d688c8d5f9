"""Sends one message: signed, to an allowed address, with limits of time and of bytes read."""

import asyncio
from datetime import datetime, timedelta
from math import floor
from urllib.parse import urlsplit

import httpcore
import msgspec
from standardwebhooks import Webhook as Signer

from api.webhooks import failures
from api.webhooks.guarded_network import GuardedNetwork, IsOwn, NotAllowed, Resolve, Resolver
from api.webhooks.networks import is_own
from api.webhooks.outbox import Outgoing
from api.webhooks.schedule import MOST_AT_ONCE, retry_after
from referee import __version__
from referee.text import Text

ATTEMPT_SECONDS = 15.0
"""Seconds that an attempt may take, from the look-up of the name to the last byte of the answer."""
MOST_READ = 64 * 1024
"""Bytes of an answer that are read, so that its connection can be used again; a longer one is cut off."""


class PostOutcome(msgspec.Struct, frozen=True):
    """The outcome of an attempt: the status of the answer, or the reason for none. The answer's body is not stored."""

    status: int | None
    error: Text | None = None
    retry_after: timedelta | None = None

    @property
    def has_arrived(self) -> bool:
        """True if the receiver accepted the message."""
        return self.status is not None and 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """True if the receiver wants no more messages (410 Gone)."""
        return self.status == 410


def sign(message: Outgoing, now: datetime) -> dict[str, str]:
    """The three headers that prove the sender of a message, its id and its time (Standard Webhooks)."""
    return {
        "webhook-id": message.id,
        "webhook-timestamp": str(floor(now.timestamp())),
        "webhook-signature": Signer(message.secret).sign(message.id, now, message.body),
    }


class Post:
    """Sends messages. With `private`, also into private networks, and to this machine."""

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
            network_backend=GuardedNetwork(resolve or self._resolver, is_own, network, private=private),
        )

    async def __call__(self, message: Outgoing, now: datetime) -> PostOutcome:
        """Makes one attempt. A redirect is not followed: it counts as an answer like any other."""
        headers = {
            **sign(message, now),
            "Host": urlsplit(message.url).netloc,
            "Content-Type": "application/json",
            "User-Agent": f"referee/{__version__}",
        }
        status: int | None = None
        error: Text | None = None
        wait: timedelta | None = None
        try:
            async with (
                asyncio.timeout(self._seconds),
                self._pool.stream(
                    "POST", message.url, headers=[*headers.items()], content=message.body.encode()
                ) as answer,
            ):
                status = answer.status
                wait = retry_after(_header(answer, b"retry-after"), now)
                await _drain(answer)
        except TimeoutError:
            error = failures.no_answer(self._seconds)
        except NotAllowed as not_allowed:
            error = failures.nowhere(str(not_allowed))
        except (
            httpcore.NetworkError,
            httpcore.ProtocolError,
            httpcore.TimeoutException,
            OSError,
            UnicodeError,
        ) as failure:
            error = failures.not_sent(failure)
        return PostOutcome(None, error) if status is None else PostOutcome(status, None, wait)

    async def close(self) -> None:
        """Closes every connection."""
        await self._pool.aclose()
        self._resolver.close()


def _header(answer: httpcore.Response, name: bytes) -> str | None:
    return next((value.decode("latin-1") for field, value in answer.headers if field.lower() == name), None)


async def _drain(answer: httpcore.Response) -> None:
    size = 0
    async for chunk in answer.aiter_stream():
        size += len(chunk)
        if size > MOST_READ:
            return

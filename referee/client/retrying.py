"""Retries of calls: their number and the pauses between them."""

import random
from collections.abc import Mapping

import httpx
from msgspec import Struct

from referee.client.failures import ServiceUnreachable

TRANSIENT = frozenset({429, 502, 503, 504})
"""Statuses after which the same request may succeed: too many requests, or no service behind the proxy at the moment."""


class Retries(Struct, frozen=True):
    """Up to `tries` attempts at a call. The pause doubles from `first` to `longest` seconds; a random part, up to half, is cut.

    A `Retry-After` of the service is obeyed, for `patience` seconds at most.
    """

    tries: int = 6
    first: float = 0.25
    longest: float = 8.0
    patience: float = 120.0

    def wait(self, attempts: int, headers: Mapping[str, str] | None = None) -> float:
        """Returns the seconds to wait before the next attempt, after so many `attempts`."""
        retry_after = (headers or {}).get("retry-after", "")
        # A Retry-After may also be a date, which this service never sends.
        if retry_after.isascii() and retry_after.isdigit():
            return min(float(retry_after), self.patience)
        full = min(self.first * 2.0 ** (attempts - 1), self.longest)
        return full * random.uniform(0.5, 1.0)

    def again(self, status: int, headers: Mapping[str, str]) -> bool:
        """True if an answer deserves another attempt: it is transient, or a 409 with a `Retry-After`."""
        return status in TRANSIENT or (status == 409 and "retry-after" in headers)


class Attempts:
    """The attempts at one call, `limit` at most. After each of them it gives the pause before the next one, in seconds."""

    def __init__(self, retries: Retries, limit: int, url: str) -> None:
        self._retries, self._limit, self._url = retries, limit, url
        self._count = 0

    def pause_after_failure(self, error: httpx.TransportError) -> float:
        """The pause after a failure of the network. Raises ServiceUnreachable after the last attempt."""
        self._count += 1
        if self._count >= self._limit:
            raise ServiceUnreachable(f"no answer from {self._url}: {error}") from error
        return self._retries.wait(self._count)

    def pause_after(self, answer: httpx.Response) -> float | None:
        """The pause after an answer that deserves another attempt; None if the answer is the result."""
        self._count += 1
        if self._count >= self._limit or not self._retries.again(answer.status_code, answer.headers):
            return None
        return self._retries.wait(self._count, answer.headers)

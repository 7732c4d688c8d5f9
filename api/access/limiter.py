"""The limit of requests of a token or an address: a bucket that refills steadily, and its header fields.

Header fields as in the IETF's draft "RateLimit header fields for HTTP": a policy's quota `q` and window `w`, the remainder
`r`, and the seconds `t` until the quota is full again. Litestar's rate limit does not fit: it counts by address and window,
before the token of a request is looked up, and has the headers of an older draft.
"""

from collections.abc import Callable
from math import ceil
from time import monotonic

from cachetools import LRUCache
from msgspec import Struct

from referee.errors import TooMany
from referee.text import Text

MOST_BUCKETS = 50_000
"""Buckets held at once; beyond that the least recently used are dropped, and start full again."""
WINDOW_SECONDS = 60
POLICY = "minute"


class Quota(Struct, frozen=True):
    """The quota of a key: requests a minute, requests remaining, and seconds until all are available again."""

    limit: int
    remaining: int
    reset: int

    def headers(self) -> dict[str, str]:
        """The header fields of this quota."""
        return {
            "RateLimit-Policy": f'"{POLICY}";q={self.limit};w={WINDOW_SECONDS}',
            "RateLimit": f'"{POLICY}";r={self.remaining};t={self.reset}',
        }


class RateLimiter:
    """Lets each key make `per_minute` requests, in a burst or spread out.

    Each process counts its own requests: to ask the others would cost a request more than its refusal saves.
    """

    def __init__(
        self, per_minute: int, clock: Callable[[], float] = monotonic, most_buckets: int = MOST_BUCKETS
    ) -> None:
        self.per_minute = per_minute
        self._clock = clock
        # Least recently used goes first, so that a flood of new addresses does not reset the buckets of active clients.
        self._buckets: LRUCache[str, tuple[float, float]] = LRUCache(most_buckets)

    def spend(self, key: str, cost: int = 1) -> None:
        """Counts a request as `cost` requests, at most half of a minute's.

        Raises TooMany, with the seconds to wait, for a key with fewer left.
        """
        left, cost = self._left(key), max(1, min(cost, self.per_minute // 2))
        if left < cost:
            seconds = int((cost - left) * WINDOW_SECONDS / self.per_minute) + 1
            raise TooMany(
                Text(
                    es=f"más de {self.per_minute} peticiones por minuto a este proceso del servicio; espera {seconds} s",
                    en=f"more than {self.per_minute} requests a minute to this process of the service; wait {seconds} s",
                ),
                extra={"retry_after": seconds},
            )
        self._buckets[key] = (left - cost, self._clock())

    def quota(self, key: str) -> Quota:
        """The quota of a key now."""
        left = self._left(key)
        return Quota(self.per_minute, int(left), ceil((self.per_minute - left) * WINDOW_SECONDS / self.per_minute))

    def _left(self, key: str) -> float:
        whole = float(self.per_minute)
        left, since = self._buckets.get(key, (whole, self._clock()))
        return min(whole, left + (self._clock() - since) * self.per_minute / WINDOW_SECONDS)

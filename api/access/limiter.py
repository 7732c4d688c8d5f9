"""How many requests a token or an address may make: a bucket that refills steadily, and the headers that tell of it.

Header fields as in the IETF's draft "RateLimit header fields for HTTP": a policy's quota `q` and window `w`, what remains
`r` of it, and in how many seconds `t` it is whole again. Litestar's rate limit was weighed and left: it counts by address
and window, before anybody knows whose token a request carries, and has the headers of an older draft.
"""

from collections.abc import Callable
from math import ceil
from time import monotonic

from cachetools import LRUCache
from msgspec import Struct

from referee.errors import TooMany
from referee.text import Text

MOST_BUCKETS = 50_000
"""Tokens and addresses remembered at once; beyond that those that asked longest ago start with a full bucket."""
WINDOW_SECONDS = 60
POLICY = "minute"


class Quota(Struct, frozen=True):
    """What a key has left: of how many requests a minute, and in how many seconds it has all of them again."""

    limit: int
    remaining: int
    reset: int

    def headers(self) -> dict[str, str]:
        """The header fields that say so."""
        return {
            "RateLimit-Policy": f'"{POLICY}";q={self.limit};w={WINDOW_SECONDS}',
            "RateLimit": f'"{POLICY}";r={self.remaining};t={self.reset}',
        }


class RateLimiter:
    """Lets each key make `per_minute` requests, in a burst or spread out. 0: as many as they like.

    One process counts what it answers itself: to ask others would cost each request more than it may cost to refuse it.
    """

    def __init__(
        self, per_minute: int, clock: Callable[[], float] = monotonic, most_buckets: int = MOST_BUCKETS
    ) -> None:
        self.per_minute = per_minute
        self._clock = clock
        # Last used goes last, so that a flood of new addresses does not empty the buckets of those that ask on.
        self._buckets: LRUCache[str, tuple[float, float]] = LRUCache(most_buckets)

    def spend(self, key: str, cost: int = 1) -> None:
        """Counts a request as the many that it costs, half of a minute's at most.

        Raises TooMany, with the seconds to wait, for a key that has not as many left.
        """
        if not self.per_minute:
            return
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

    def quota(self, key: str) -> Quota | None:
        """What a key has left now; None without a limit."""
        if not self.per_minute:
            return None
        left = self._left(key)
        return Quota(self.per_minute, int(left), ceil((self.per_minute - left) * WINDOW_SECONDS / self.per_minute))

    def _left(self, key: str) -> float:
        whole = float(self.per_minute)
        left, since = self._buckets.get(key, (whole, self._clock()))
        return min(whole, left + (self._clock() - since) * self.per_minute / WINDOW_SECONDS)

"""How many requests a token or an address may make: a bucket that refills steadily."""

from collections.abc import Callable
from time import monotonic

from referee.errors import TooMany
from referee.text import Text

MOST_BUCKETS = 50_000
"""Tokens and addresses remembered at once; beyond that those that asked longest ago start anew."""


class Pace:
    """Lets each key make `per_minute` requests, in a burst or spread out. 0: as many as they like."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = monotonic) -> None:
        self.per_minute = per_minute
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def spend(self, key: str) -> None:
        """Counts one request. Raises TooMany, with the seconds to wait, for a key that has none left."""
        if not self.per_minute:
            return
        now = self._clock()
        left, since = self._left.get(key, (float(self.per_minute), now))
        left = min(float(self.per_minute), left + (now - since) * self.per_minute / 60)
        if left < 1:
            seconds = int((1 - left) * 60 / self.per_minute) + 1
            raise TooMany(
                Text(
                    es=f"más de {self.per_minute} peticiones por minuto; espera {seconds} s",
                    en=f"more than {self.per_minute} requests a minute; wait {seconds} s",
                ),
                extra={"retry_after": seconds},
            )
        # Last in the order of asking, so that a flood from ever new addresses does not empty the buckets of those that ask on.
        self._left.pop(key, None)
        if len(self._left) >= MOST_BUCKETS:
            del self._left[next(iter(self._left))]
        self._left[key] = (left - 1, now)

    def give_back(self, key: str) -> None:
        """Takes back the counting of one request: it is counted elsewhere."""
        if key in self._left:
            left, since = self._left[key]
            self._left[key] = (left + 1, since)

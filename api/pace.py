"""How many requests a token or an address may make: a bucket that refills steadily."""

from collections.abc import Callable
from time import monotonic

from referee.errors import TooMany
from referee.rulebook import Text

MOST_BUCKETS = 50_000
"""Tokens and addresses remembered at once; beyond that all start anew."""


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
        if len(self._left) >= MOST_BUCKETS:
            self._left.clear()
        self._left[key] = (left - 1, now)

"""How often a call is sent again, and after how long."""

import random
from collections.abc import Mapping

from msgspec import Struct

TRANSIENT = frozenset({429, 502, 503, 504})
"""Answers after which the same request may well be answered: too many at once, or nobody behind the proxy just now."""


class Retries(Struct, frozen=True):
    """Up to `tries` sendings of a call. The wait doubles from `first` to `longest` seconds, up to half of it by chance.

    A `Retry-After` of the service is kept to, at most `patience` seconds.
    """

    tries: int = 6
    first: float = 0.25
    longest: float = 8.0
    patience: float = 120.0

    def wait(self, sent: int, headers: Mapping[str, str] | None = None) -> float:
        """Seconds before the next sending, after so many."""
        asked = (headers or {}).get("retry-after", "")
        if asked.isascii() and asked.isdigit():
            return min(float(asked), self.patience)
        full = min(self.first * 2.0 ** (sent - 1), self.longest)
        return full * random.uniform(0.5, 1.0)

    def again(self, status: int, headers: Mapping[str, str]) -> bool:
        """Whether an answer is worth another try: a transient one, or one that says when to come back."""
        return status in TRANSIENT or (status == 409 and "retry-after" in headers)

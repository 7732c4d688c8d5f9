"""Retries of calls: their number and the pauses between them."""

import random
from collections.abc import Mapping

from msgspec import Struct

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

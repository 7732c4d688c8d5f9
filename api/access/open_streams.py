"""The limit of streams open at once: in all, for one token, and for one address without a token.

A stream occupies a connection until its reader leaves. A hall shares one address, so an address has more than a token.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct

from referee.errors import TooMany
from referee.text import Text

RETRY_SECONDS = 30


class StreamLimits(Struct, frozen=True):
    """The most streams of one process: in all, of one token, of one address without a token. 0: no limit."""

    total: int = 4_000
    token: int = 400
    address: int = 600


class OpenStreams:
    """The open streams of one process."""

    def __init__(self, limits: StreamLimits) -> None:
        self.limits = limits
        self._open: Counter[str] = Counter()

    @contextmanager
    def place(self, key: str, *, is_token: bool) -> Iterator[None]:
        """Counts one more stream of this token or address while the block runs. Raises TooMany at a limit."""
        most = self.limits.token if is_token else self.limits.address
        for open_, limit in ((self._open[key], most), (self._open.total(), self.limits.total)):
            if limit and open_ >= limit:
                raise TooMany(
                    Text(
                        es=f"hay {open_} canales abiertos en este proceso del servicio, el máximo: cierra alguno o espera",
                        en=f"{open_} streams are open in this process of the service, the most there may be: close one or wait",
                    ),
                    extra={"retry_after": RETRY_SECONDS},
                )
        self._open[key] += 1
        try:
            yield
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]

    def total(self) -> int:
        """The number of open streams."""
        return self._open.total()

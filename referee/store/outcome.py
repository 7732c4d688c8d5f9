"""What became of the writes of one request so far, for who has to say so when something fails."""

from typing import Literal

from referee.store.noted import RequestNote

Stored = Literal["no", "unknown"]
WRITTEN = RequestNote("outcome")
"""Something was stored."""


def stored() -> Stored:
    """What may be said of a request that fails now, in the words of problem documents."""
    return "no" if WRITTEN.noted() is False else "unknown"

"""What is done at once, in the event loop, where nobody may wait for a server: a connection that is asked for is refused."""

from contextvars import ContextVar

_AT_ONCE: ContextVar[bool] = ContextVar("at_once", default=False)


class WouldBlock(Exception):
    """What was begun at once needs a server's answer. Nothing of it was stored: it is done again where it may wait."""


def forbid_blocking() -> None:
    """From here on, in this context, nothing may wait for a server."""
    _AT_ONCE.set(True)


def require_blocking_allowed() -> None:
    """Raises WouldBlock where nothing may wait for a server."""
    if _AT_ONCE.get():
        raise WouldBlock

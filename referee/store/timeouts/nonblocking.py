"""What is done at once, in the event loop, where nobody may wait for a server: a connection that is asked for is refused."""

from contextvars import ContextVar

_AT_ONCE: ContextVar[bool] = ContextVar("at_once", default=False)


class WouldWait(Exception):
    """What was begun at once needs a server's answer. Nothing of it was stored: it is done again where it may wait."""


def begin_at_once() -> None:
    """From here on, in this context, nothing may wait for a server."""
    _AT_ONCE.set(True)


def need_may_wait() -> None:
    """Raises WouldWait where nothing may wait for a server."""
    if _AT_ONCE.get():
        raise WouldWait

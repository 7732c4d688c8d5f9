"""Code that must not block on a server, since it runs in the event loop: in its context every new connection is refused."""

from contextvars import ContextVar

_NONBLOCKING: ContextVar[bool] = ContextVar("nonblocking", default=False)


class WouldBlock(Exception):
    """The code would block on a server. Nothing of it was stored: it runs again where it may block."""


def forbid_blocking() -> None:
    """Forbids to block on a server from here on, in this context."""
    _NONBLOCKING.set(True)


def require_blocking_allowed() -> None:
    """Raises WouldBlock if this context forbids to block on a server."""
    if _NONBLOCKING.get():
        raise WouldBlock

"""An end to long work that nobody waits for any more: it looks at each of its steps whether it has been cancelled."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")


class Cancelled(Exception):
    """The work was cancelled."""


class Cancellation:
    """Whether some work is cancelled. One thread cancels it, another one looks."""

    __slots__ = ("is_cancelled",)

    def __init__(self) -> None:
        self.is_cancelled = False

    def cancel(self) -> None:
        """The work ends at its next step."""
        self.is_cancelled = True

    @contextmanager
    def of_work(self) -> Iterator[None]:
        """What is done in this block is the work, also in copies of its context."""
        token = _CURRENT.set(self)
        try:
            yield
        finally:
            _CURRENT.reset(token)


_CURRENT: ContextVar[Cancellation | None] = ContextVar("cancellation", default=None)


def cancellable(steps: Iterable[T]) -> Iterable[T]:
    """The same steps, each only while the work is not cancelled. Raises Cancelled."""
    cancellation = _CURRENT.get()
    return steps if cancellation is None else _each(steps, cancellation)


def _each(steps: Iterable[T], cancellation: Cancellation) -> Iterator[T]:
    for step in steps:
        if cancellation.is_cancelled:
            raise Cancelled
        yield step

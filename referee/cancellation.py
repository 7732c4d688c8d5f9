"""Cancellation of long work without a waiting client: the work checks it at each of its steps."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")


class WorkCancelled(Exception):
    """The work was cancelled."""


class Cancellation:
    """Cancellation of some work: one thread cancels it, another one checks it."""

    __slots__ = ("is_cancelled",)

    def __init__(self) -> None:
        self.is_cancelled = False

    def cancel(self) -> None:
        """Ends the work at its next step."""
        self.is_cancelled = True

    @contextmanager
    def of_work(self) -> Iterator[None]:
        """Makes this the cancellation of all work in the block, also in copies of its context."""
        token = _CURRENT.set(self)
        try:
            yield
        finally:
            _CURRENT.reset(token)


_CURRENT: ContextVar[Cancellation | None] = ContextVar("cancellation", default=None)


def cancellable(steps: Iterable[T]) -> Iterable[T]:
    """The same steps, each only while the work is not cancelled. Raises WorkCancelled."""
    cancellation = _CURRENT.get()
    return steps if cancellation is None else _each(steps, cancellation)


def _each(steps: Iterable[T], cancellation: Cancellation) -> Iterator[T]:
    for step in steps:
        if cancellation.is_cancelled:
            raise WorkCancelled
        yield step

"""The progress of a long command on a terminal. Piped output and short work show none."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from referee.text import Text

if TYPE_CHECKING:
    from rich.console import Console

    from api.cli.progress_bar import ProgressBar

PATIENCE_SECONDS = 2.0
"""Seconds of work before progress is shown."""
REFRESH_SECONDS = 0.1
"""The least seconds between two drawings."""


class Tell(Protocol):
    """Reports the number done; and the total, if it is known only now."""

    def __call__(self, count: int, total: int | None = None, /) -> None: ...


@contextmanager
def progress(
    task: Text,
    total: int | None = None,
    *,
    console: "Console | None" = None,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Tell]:
    """Yields a function to call with the number done. It draws on standard error if that is a terminal."""
    # No bar for short work, which does not load it either: it would flash up and be gone.
    due = clock() + PATIENCE_SECONDS
    bar: ProgressBar | None = None

    def tell(count: int, of: int | None = None, /) -> None:
        nonlocal due, bar
        if (now := clock()) < due:
            return
        due = now + REFRESH_SECONDS
        if bar is None:
            from api.cli.progress_bar import ProgressBar

            bar = ProgressBar(task, console)
        bar.draw(count, of or total)

    try:
        yield tell
    finally:
        if bar is not None:
            bar.close()

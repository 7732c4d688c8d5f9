"""The progress of a long command on a terminal. Piped output and short work show none."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from api.cli.language import say
from referee.text import Text

PATIENCE_SECONDS = 2.0
"""Seconds of work before progress is shown."""
REFRESH_SECONDS = 0.1
"""The least seconds between two drawings."""


class Tell(Protocol):
    """Reports the number done; and the total, if it is known only now."""

    def __call__(self, count: int, total: int | None = None, /) -> None: ...


@contextmanager
def progress(
    task: Text, total: int | None = None, *, console: Console | None = None, clock: Callable[[], float] = time.monotonic
) -> Iterator[Tell]:
    """Yields a function to call with the number done. It draws on standard error if that is a terminal."""
    console = console or Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        auto_refresh=False,
    )
    # No bar for short work: it would flash up and be gone.
    due = clock() + PATIENCE_SECONDS
    tasks: list[TaskID] = []

    def tell(count: int, of: int | None = None, /) -> None:
        nonlocal due
        if not console.is_terminal or (now := clock()) < due:
            return
        due = now + REFRESH_SECONDS
        if not tasks:
            bar.start()
            tasks.append(bar.add_task(say(task), total=of or total))
        bar.update(tasks[0], completed=count, refresh=True)

    try:
        yield tell
    finally:
        if tasks:
            bar.stop()
